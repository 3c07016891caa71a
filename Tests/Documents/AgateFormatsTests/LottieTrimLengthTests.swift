import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// A trim goes by the length of its path, in each curve too. Only the reading of lottie-ios goes by the curve's parameter, as Core
/// Animation's strokes do.
final class LottieTrimLengthTests: XCTestCase {
    /// From (5, 30) to (55, 30), with a handle at its beginning alone: half of the parameter is 0.8 of the length.
    private let curve = #"{"ty":"sh","ks":{"k":{"c":false,"v":[[5,30],[55,30]],"i":[[0,0],[0,0]],"o":[[40,0],[0,0]]}}}"#
    private let pen = #"{"ty":"st","c":{"k":[1,0,0,1]},"o":{"k":100},"w":{"k":8},"lc":1,"lj":1}"#

    private func trim(_ start: String, _ end: String, _ offset: String = #"{"k":0}"#) -> String {
        #"{"ty":"tm","s":\#(start),"e":\#(end),"o":\#(offset),"m":1}"#
    }

    private func scene(_ items: [String], _ reading: LottieReading) throws -> LottieScene {
        let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(LottieItems.layer(items))]}"#
        return try LottieScene(data: Data(json.utf8), file: "x.json", reading: reading)
    }

    /// The covered columns of the middle row.
    private func columns(_ items: [String], _ reading: LottieReading, frame: Double = 0) throws -> [Int] {
        let picture = try LottiePicture(scene: scene(items, reading), frame: frame)
        return (0..<60).filter { picture[$0, 30] >> 24 > 127 }
    }

    private let byLength: [LottieReading] = [.specification, .withoutExpressions, .webPlayer]

    func testEveryReading() throws {
        for order in [0, 1] {
            func items(_ trim: String) -> [String] { order == 0 ? [curve, trim, pen] : [curve, pen, trim] }
            for (start, end, offset, wanted) in [
                (0.0, 50.0, 0.0, [5..<30]), (20, 100, 0, [15..<55]), (0, 50, 90, [18..<43]), (0, 50, 270, [5..<18, 43..<55]),
                (0, 0.5, 0, []), (0, 100, 45, [5..<55]),
            ] as [(Double, Double, Double, [Range<Int>])] {
                let item = trim(#"{"k":\#(start)}"#, #"{"k":\#(end)}"#, #"{"k":\#(offset)}"#)
                for reading in byLength {
                    let shown = try columns(items(item), reading), expected = wanted.flatMap { Array($0) }
                    XCTAssertLessThanOrEqual(
                        Set(shown).symmetricDifference(expected).count, 2, "\(reading) \(start) \(end) \(offset): \(shown)")
                }
            }
            // The curve's middle by its parameter is at x 45.
            let player = try columns(items(trim(#"{"k":0}"#, #"{"k":50}"#)), .iOSPlayer)
            XCTAssertEqual(Double(player.count), 40, accuracy: 1.5)
        }
    }

    /// Trims over time, of a path that changes, and of several curves.
    func testTrimsOverTime() throws {
        let end = LottieItems.moving("[0]", "[100]", over: 10)
        for reading in byLength {
            for frame in [1.0, 3, 5, 8] {
                let shown = try columns([curve, trim(#"{"k":0}"#, end), pen], reading, frame: frame)
                XCTAssertEqual(Double(shown.count), 5 * frame, accuracy: 1.5, "\(reading) \(frame)")
            }
        }
        let player = try columns([curve, trim(#"{"k":0}"#, end), pen], .iOSPlayer, frame: 5)
        XCTAssertEqual(Double(player.count), 40, accuracy: 2)
        // Two curves of 25 points, the first with a handle, the second without: the cut lies in either.
        let two = #"{"ty":"sh","ks":{"k":{"c":false,"v":[[5,30],[30,30],[55,30]],"i":[[0,0],[0,0],[0,0]],"o":[[22,0],[0,0],[0,0]]}}}"#
        for part in [10, 25, 40, 60, 90] {
            let shown = try columns([two, trim(#"{"k":0}"#, #"{"k":\#(part)}"#), pen], .specification)
            XCTAssertEqual(Double(shown.count), Double(part) / 2, accuracy: 1.5, "\(part)")
        }
        // In a closed path, over its start.
        let ring = #"{"ty":"sh","ks":{"k":{"c":true,"v":[[5,30],[55,30]],"i":[[0,0],[0,0]],"o":[[40,0],[0,0]]}}}"#
        let shown = try columns([ring, trim(#"{"k":0}"#, #"{"k":25}"#, #"{"k":-45}"#), pen], .specification)
        XCTAssertEqual(Double(shown.count), 12.5, accuracy: 1.5, "\(shown)")
    }

    /// Lines and circles, whose parameters are lengths, keep their stroke's own trim, which costs nothing in a frame.
    func testEvenPathsAreTrimmedByTheStroke() throws {
        func stroked(_ path: String) throws -> CGFloat {
            var open = [try scene([path, trim(#"{"k":0}"#, #"{"k":50}"#), pen], .specification).rootLayer]
            while let layer = open.popLast() {
                if let shape = layer as? CAShapeLayer, shape.strokeColor != nil { return shape.strokeEnd }
                open += layer.sublayers ?? []
            }
            return -1
        }
        XCTAssertEqual(try stroked(LottieItems.line(5, 55, y: 30)), 0.5)
        XCTAssertEqual(try stroked(LottieItems.square(30, 30, 20)), 0.5)
        XCTAssertEqual(try stroked(#"{"ty":"el","p":{"k":[30,30]},"s":{"k":[40,40]}}"#), 0.5)
        XCTAssertEqual(try stroked(curve), 1)
        XCTAssertEqual(try stroked(#"{"ty":"el","p":{"k":[30,30]},"s":{"k":[50,4]}}"#), 1)
    }

    /// A part of nothing draws nothing, not even the dots of round caps: at rest, before its keyframes, by one trim and by two.
    func testAPartOfNothingHasNoCaps() throws {
        let round = #"{"ty":"st","c":{"k":[1,0,0,1]},"o":{"k":100},"w":{"k":8},"lc":2,"lj":2}"#
        func moving(_ from: Double, _ to: Double) -> String {
            #"{"a":1,"k":[{"t":7,"s":[\#(from)],"o":{"x":0.333,"y":0},"i":{"x":0.667,"y":1}},{"t":17,"s":[\#(to)]}]}"#
        }
        let still = trim(#"{"k":30}"#, #"{"k":30}"#, #"{"k":77}"#), opening = trim(moving(50, 0), moving(50, 100))
        for reading in byLength + [.iOSPlayer] {
            for items in [
                [curve, still, round], [curve, still, round, still], [curve, opening, round], [curve, opening, round, opening],
                [LottieItems.group([curve]), opening, round],
            ] {
                for frame in [0.0, 3, 6.9, 7] { XCTAssertEqual(try columns(items, reading, frame: frame), [], "\(reading) \(frame)") }
            }
            XCTAssertGreaterThan(try columns([curve, opening, round, opening], reading, frame: 17).count, 45)
        }
    }
}
