import CoreGraphics
import XCTest
@testable import RenderTree

/// The births of cells whose rates are animated.
final class EmitterTrackTests: XCTestCase {
    /// Three cells: the rate of the first is constant, of the second grows, of the third falls to zero.
    private func track() -> EmitterTrack {
        let track = EmitterTrack(from: 1, to: 3, cellCount: 3, sumsRates: true, jumps: []) { time in
            let t = min(max(time, 1), 3)
            let cells = [
                EmitterMaking.cell("constant", rate: 10), EmitterMaking.cell("growing", rate: 5 + 30 * (t - 1)),
                EmitterMaking.cell("falling", rate: max(0, 40 - 40 * (t - 1))),
            ]
            var sprites: ContiguousArray<ParticleSprite> = []
            return EmitterSample(EmitterMaking.state(cells), sprites: &sprites)
        }
        track.prepare(from: 0, to: 5)
        return track
    }

    /// The time at which a number of births is reached is the inverse of the number of births up to a time, for each cell alone.
    func testTimesAreTheInverseOfSums() {
        let track = track()
        for cell in 0..<3 {
            for step in 1..<40 {
                let time = 0.1 * Double(step), sum = track.sum(cell, to: time)
                // After its rate has fallen to zero, a cell has no births whose time could be found.
                guard cell < 2 || time < 1.95 else { continue }
                XCTAssertEqual(track.time(cell, reaching: sum, from: 0, to: 5), time, accuracy: 1e-6, "cell \(cell)")
            }
        }
    }

    /// The sums are the integrals of the rates.
    func testSumsAreIntegrals() {
        let track = track(), start = track.sum(0, to: 1)
        for (cell, integral) in [(0, 20.0), (1, 5 * 2 + 30 * 2), (2, 20)] {
            XCTAssertEqual(track.sum(cell, to: 3) - track.sum(cell, to: 1), integral, accuracy: 0.35, "cell \(cell)")
        }
        XCTAssertEqual(track.sum(0, to: 0.5) - start, -5, accuracy: 1e-9)
    }

    /// Numbers that Apple's classes store as Float are returned as they are stored; all other numbers are not rounded.
    func testNumbersHaveTheirPrecision() {
        let floats: Set<String> = [
            "birthRate", "lifetime", "lifetimeRange", "redRange", "greenRange", "blueRange", "alphaRange", "redSpeed", "greenSpeed",
            "blueSpeed",
            "alphaSpeed", "minificationFilterBias", "speed", "repeatCount",
        ]
        for row in EmitterCellProperty.rows where row.kind == .number {
            XCTAssertEqual(row.isFloat, floats.contains(row.key), row.key)
        }
    }

    /// Every number of an emitter and of a cell that is not finite is replaced before anything is computed with it.
    func testEveryNumberIsChecked() {
        func set<Numbers>(_ numbers: inout Numbers, _ index: Int, _ value: Double) {
            withUnsafeMutableBytes(of: &numbers) { $0.assumingMemoryBound(to: Double.self)[index] = value }
        }
        func all<Numbers>(_ numbers: Numbers) -> [Double] {
            withUnsafeBytes(of: numbers) { Array($0.assumingMemoryBound(to: Double.self)) }
        }
        for bad in [Double.nan, .infinity, -.infinity] {
            for index in 0..<MemoryLayout<EmitterNumbers>.size / 8 {
                var sprites: ContiguousArray<ParticleSprite> = []
                let state = EmitterMaking.state([EmitterMaking.cell()]) { set(&$0.numbers, index, bad) }
                let sample = EmitterSample(state, sprites: &sprites)
                XCTAssertTrue(all(sample.values.numbers).allSatisfy(\.isFinite), "number \(index) of the emitter is \(bad)")
            }
            for index in 0..<MemoryLayout<EmitterCellNumbers>.size / 8 {
                var sprites: ContiguousArray<ParticleSprite> = []
                let state = EmitterMaking.state([EmitterMaking.cell { set(&$0.numbers, index, bad) }])
                let sample = EmitterSample(state, sprites: &sprites)
                XCTAssertTrue(all(sample.cells[0].numbers).allSatisfy(\.isFinite), "number \(index) of the cell is \(bad)")
            }
        }
    }
}
