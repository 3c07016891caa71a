import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Ways in space: by their length, and in the reading of lottie-ios by the curve's parameter.
final class LottieWayTests: XCTestCase {
    private static let straight = ([10.0, 30], [40.0, 0], [0.0, 0], [50.0, 30])
    private static let curve = ([10.0, 30], [0.0, 20], [-30.0, 0], [50.0, 30])

    /// Two keyframes ten frames apart, evenly.
    private func moving(
        _ way: ([Double], [Double], [Double], [Double]), easing: String = #""o":{"x":0.3,"y":0.3},"i":{"x":0.7,"y":0.7}"#
    ) -> String {
        #"{"a":1,"k":[{"t":0,"s":\#(way.0),"to":\#(way.1),"ti":\#(way.2),\#(easing)},{"t":10,"s":\#(way.3)}]}"#
    }

    private func point(_ way: ([Double], [Double], [Double], [Double]), _ t: Double) -> SIMD2<Double> {
        func at(_ i: Int) -> Double {
            let (a, d) = (way.0[i], way.3[i]), b = a + way.1[i], c = d + way.2[i], u = 1 - t
            return a * u * u * u + 3 * b * u * u * t + 3 * c * u * t * t + d * t * t * t
        }
        return SIMD2(at(0), at(1))
    }

    /// Where a part of the length ends, by steps so small that they are straight.
    private func byLength(_ way: ([Double], [Double], [Double], [Double]), _ part: Double) -> SIMD2<Double> {
        let places = (0...20_000).map { point(way, Double($0) / 20_000) }
        var sums = [0.0]
        for (a, b) in zip(places, places.dropFirst()) { sums.append(sums[sums.count - 1] + (((b - a) * (b - a)).sum()).squareRoot()) }
        return places[sums.firstIndex { $0 >= part * sums[sums.count - 1] } ?? 20_000]
    }

    private func scene(_ layers: String, _ reading: LottieReading) throws -> LottieScene {
        try LottieScene(
            data: Data(#"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(layers)]}"#.utf8), file: "x.json", reading: reading)
    }

    private func wanted(_ way: ([Double], [Double], [Double], [Double]), _ part: Double, _ reading: LottieReading) -> SIMD2<Double> {
        reading == .iOSPlayer ? point(way, part) : byLength(way, part)
    }

    /// The middle of what shows.
    private func middle(_ picture: LottiePicture) -> SIMD2<Double> {
        var sum = SIMD2<Double>.zero, weight = 0.0
        for y in 0..<60 {
            for x in 0..<60 {
                let alpha = Double(picture[x, y] >> 24)
                sum += SIMD2(Double(x) + 0.5, Double(y) + 0.5) * alpha
                weight += alpha
            }
        }
        return sum / weight
    }

    private func assertNear(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ message: String, accuracy: Double = 0.06) {
        XCTAssertLessThan(abs((a - b).x), accuracy, "\(message): \(a), \(b)")
        XCTAssertLessThan(abs((a - b).y), accuracy, "\(message): \(a), \(b)")
    }

    /// A layer's place, a group's, the place of a rectangle, and an anchor point, which moves the other way.
    func testEveryPlaceGoesByTheLength() throws {
        let box = #"{"ty":"rc","p":{"k":[0,0]},"s":{"k":[4,4]},"r":{"k":0}}"#
        for way in [Self.straight, Self.curve] {
            let place = moving(way)
            let still = #"{"ty":"rc","p":\#(place),"s":{"k":[4,4]},"r":{"k":0}}"#
            let back = moving((way.0.map { -$0 }, way.1.map { -$0 }, way.2.map { -$0 }, way.3.map { -$0 }))
            let kinds = [
                "layer": LottieItems.layer([box, LottieItems.red], ks: #""p":\#(place)"#),
                "group": LottieItems.layer([LottieItems.group([box, LottieItems.red], #","p":\#(place)"#)]),
                "path": LottieItems.layer([still, LottieItems.red]),
                "anchor": LottieItems.layer([box, LottieItems.red], ks: #""a":\#(back)"#),
                "parent": #"{"ty":3,"ind":7,"ip":0,"op":20,"ks":{"p":\#(place)}},"#
                    + LottieItems.layer([box, LottieItems.red]).replacingOccurrences(of: #""ty":4"#, with: #""ty":4,"parent":7"#),
            ]
            for (kind, layer) in kinds {
                for reading in LottieReading.allCases {
                    for frame in [2.5, 5, 8] {
                        let picture = try LottiePicture(scene: scene(layer, reading), frame: frame)
                        assertNear(middle(picture), wanted(way, frame / 10, reading), "\(kind) \(reading) at \(frame)")
                    }
                }
            }
        }
    }

    /// Each way by itself, with its own easing; a held one in between.
    func testEachWayHasItsOwnPace() throws {
        let keys = #"""
            {"a":1,"k":[{"t":0,"s":[10,30],"to":[40,0],"ti":[0,0],"o":{"x":0.3,"y":0.3},"i":{"x":0.7,"y":0.7}},{"t":4,"s":[50,30],"h":1},
            {"t":8,"s":[50,30],"to":[0,20],"ti":[-30,0],"o":{"x":0.5,"y":0},"i":{"x":0.5,"y":1}},{"t":16,"s":[50,50]}]}
            """#
        let second = ([50.0, 30], [0.0, 20], [-30.0, 0], [50.0, 50])
        for reading in LottieReading.allCases {
            let scene = try scene(LottieItems.layer([LottieItems.square(0, 0), LottieItems.red], ks: #""p":\#(keys)"#), reading)
            func place(_ frame: Double) -> SIMD2<Double> {
                guard case .point(let p)? = scene.value(forKeyPath: "S.Transform.Position", atFrame: frame) else { return .zero }
                return SIMD2(p.x, p.y)
            }
            assertNear(place(2), wanted(Self.straight, 0.5, reading), "\(reading)", accuracy: 0.01)
            assertNear(place(6), SIMD2(50, 30), "\(reading) held", accuracy: 0.01)
            assertNear(place(12), wanted(second, 0.5, reading), "\(reading) the second", accuracy: 0.01)
        }
    }

    /// By length a way ends at its ends, whatever the easing; its direction is that of the curve there.
    func testEndsAndDirections() throws {
        let out = moving(Self.curve, easing: #""o":{"x":0.3,"y":-2},"i":{"x":0.7,"y":3}"#)
        let document = try scene(LottieItems.layer([LottieItems.square(0, 0), LottieItems.red], ks: #""p":\#(out)"#), .specification)
        guard case .point(let low)? = document.value(forKeyPath: "S.Transform.Position", atFrame: 1),
            case .point(let high)? = document.value(forKeyPath: "S.Transform.Position", atFrame: 9)
        else { return XCTFail("no place") }
        XCTAssertEqual([low.x, low.y, high.x, high.y], [10, 30, 50, 30])
        // A bar that turns along its way: square to it at both ends of the length's middle.
        let layer = LottieItems.layer([LottieItems.square(0, 0), LottieItems.red], ks: #""p":\#(moving(Self.curve))"#)
            .replacingOccurrences(of: #""ty":4"#, with: #""ty":4,"ao":1"#)
        for reading in LottieReading.allCases {
            let transform = try XCTUnwrap(try scene(layer, reading).original.layers.first).transform
            let track = LottieTransformTrack(transform, turnsAlongPath: true)
            let a = wanted(Self.curve, 0.499, reading), b = wanted(Self.curve, 0.501, reading)
            let turn = track.turn(at: 5)
            XCTAssertEqual(atan2(turn.m12, turn.m11), atan2(b.y - a.y, b.x - a.x), accuracy: 0.02, "\(reading)")
        }
    }

    func testOddWays() throws {
        // No length, a point of return, handles that go far beyond: finite, and at the ends where they should be.
        for way in [
            ([30.0, 30], [0.0, 0], [0.0, 1e-9], [30.0, 30]), ([10, 30], [90, 0], [-90, 0], [20, 30]),
            ([10, 30], [1e9, 1e9], [-1e9, 0], [50, 30]),
        ] {
            let layer = LottieItems.layer([LottieItems.square(0, 0), LottieItems.red], ks: #""p":\#(moving(way))"#)
            for reading in LottieReading.allCases {
                let scene = try scene(layer, reading)
                for frame in [0, 3, 5, 10, 12.0] {
                    guard case .point(let p)? = scene.value(forKeyPath: "S.Transform.Position", atFrame: frame) else {
                        return XCTFail("\(way)")
                    }
                    XCTAssertTrue(p.x.isFinite && p.y.isFinite)
                    if frame == 0 { XCTAssertEqual(p.x, way.0[0]) }
                    if frame >= 10 { XCTAssertEqual(p.x, way.3[0]) }
                }
                _ = LottiePicture(scene: scene, frame: 5)
            }
        }
    }

    /// What bends nothing needs no function of time, and what is easier for Core Animation stays so.
    func testStraightWaysAreKeyframes() throws {
        func animation(_ way: ([Double], [Double], [Double], [Double]), _ reading: LottieReading) throws -> CAAnimation? {
            let scene = try scene(LottieItems.layer([LottieItems.square(0, 0), LottieItems.red], ks: #""p":\#(moving(way))"#), reading)
            return scene.rootLayer.sublayers?.first?.sublayers?.first?.sublayers?.first?.animation(forKey: "position")
        }
        XCTAssertTrue(try animation(Self.straight, .specification) is CAKeyframeAnimation)
        XCTAssertTrue(try animation(Self.curve, .specification) is FunctionAnimation)
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 10, y: 30))
        path.addCurve(to: CGPoint(x: 50, y: 30), control1: CGPoint(x: 10, y: 50), control2: CGPoint(x: 20, y: 30))
        XCTAssertEqual((try animation(Self.curve, .iOSPlayer) as? CAKeyframeAnimation)?.path, path)
        XCTAssertNotNil((try animation(Self.straight, .iOSPlayer) as? CAKeyframeAnimation)?.path)
    }
}
