import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Between two keyframes of a path corners and handles move straight. Only in the reading of lottie-ios handles turn, as Core Animation has
/// them.
final class LottieMorphTests: XCTestCase {
    /// A curve from (10, 50) to (50, 50), whose first handle goes from straight up to straight right, 40 long.
    private let turning = #"""
        {"a":1,"k":[{"t":0,"s":[{"c":false,"v":[[10,50],[50,50]],"i":[[0,0],[0,0]],"o":[[0,-40],[0,0]]}],
        "o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":10,"s":[{"c":false,"v":[[10,50],[50,50]],"i":[[0,0],[0,0]],"o":[[40,0],[0,0]]}]}]}
        """#
    private let byFile: [LottieReading] = [.specification, .withoutExpressions, .webPlayer]

    private func scene(_ layer: String, _ reading: LottieReading) throws -> LottieScene {
        let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(layer)]}"#
        return try LottieScene(data: Data(json.utf8), file: "x.json", reading: reading)
    }

    /// The first row of which a pixel is covered by half.
    private func top(_ layer: String, _ reading: LottieReading, frame: Double) throws -> Int? {
        let picture = LottiePicture(scene: try scene(layer, reading), frame: frame)
        XCTAssertEqual(picture.messages, [])
        return (0..<60).first { y in !picture.row(y).isEmpty }
    }

    /// A curve with this first handle, and the other at its end, is highest at a third of its way: by 4/9 of the handle.
    private func height(_ handle: Double) -> Double { 50 - handle * 4 / 9 }

    private var layers: [String] {
        let mask = #"{"mode":"a","inv":false,"pt":\#(turning),"o":{"k":100}}"#
        let rest = #"{"mode":"a","inv":false,"pt":\#(turning),"o":{"k":99}}"#
        let solid = #""ty":1,"sw":60,"sh":60,"sc":"red","ip":0,"op":20,"ks":{},"hasMask":true"#
        return [
            LottieItems.layer([#"{"ty":"sh","ks":\#(turning)}"#, LottieItems.red]),
            LottieItems.layer([LottieItems.group([#"{"ty":"sh","ks":\#(turning)}"#]), LottieItems.red]),
            #"{\#(solid),"masksProperties":[\#(mask)]}"#, #"{\#(solid),"masksProperties":[\#(rest)]}"#,
        ]
    }

    func testHandlesMoveStraight() throws {
        for (i, layer) in layers.enumerated() {
            for (frame, straight) in [(0.0, 40.0), (2.5, 30), (5, 20), (7.5, 10)] {
                for reading in byFile {
                    let top = try XCTUnwrap(try top(layer, reading, frame: frame))
                    XCTAssertEqual(Double(top), height(straight), accuracy: 1.6, "\(i) \(reading) \(frame)")
                }
                let turned = 40 * sin((1 - frame / 10) * .pi / 2)
                let player = try XCTUnwrap(try top(layer, .iOSPlayer, frame: frame))
                XCTAssertEqual(Double(player), height(turned), accuracy: 1.6, "\(i) \(frame)")
            }
        }
    }

    /// Paths whose handles keep their direction are keyframes, which cost less.
    func testStraightHandlesAreKeyframes() throws {
        func isFunction(_ handle: String, _ reading: LottieReading = .specification) throws -> Bool {
            let layer = LottieItems.layer([
                #"{"ty":"sh","ks":\#(turning.replacingOccurrences(of: "[40,0]", with: handle))}"#, LottieItems.red,
            ])
            var found: [CAAnimation] = [], layers: [CALayer] = [try scene(layer, reading).rootLayer]
            while let next = layers.popLast() {
                found += (next.animationKeys() ?? []).compactMap { next.animation(forKey: $0) }
                    .filter { ($0 as? CAPropertyAnimation)?.keyPath == "path" }
                layers += next.sublayers ?? []
            }
            XCTAssertEqual(found.count, 1)
            return !(found.first is CAKeyframeAnimation)
        }
        XCTAssertTrue(try isFunction("[40,0]"))
        XCTAssertTrue(try isFunction("[0,40]"), "the opposite direction")
        XCTAssertFalse(try isFunction("[40,0]", .iOSPlayer), "Core Animation turns the handles itself")
        for handle in ["[0,-10]", "[0,0]", "[0,-40]", "[0.01,-40]"] { XCTAssertFalse(try isFunction(handle), handle) }
    }
}
