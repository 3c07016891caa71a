import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Repeaters whose values move, trims over several groups, twists.
final class LottieShapeChangeTests: XCTestCase {
    private func repeater(_ offset: String, copies: String = #"{"k":3}"#, tr: String = #""p":{"k":[15,0]}"#) -> String {
        #"{"ty":"rp","c":\#(copies),"o":\#(offset),"m":1,"tr":{\#(tr)}}"#
    }

    private func picture(_ items: [String], frame: Double = 0) throws -> LottiePicture {
        let made = try LottiePicture(LottieItems.layer(items), frame: frame)
        XCTAssertEqual(made.messages, [])
        return made
    }

    func testOffsetsMove() throws {
        let items = [LottieItems.group([LottieItems.square(5, 30), LottieItems.red]), repeater(LottieItems.moving("[0]", "[2]"))]
        XCTAssertEqual(try picture(items).row(30), [0...9, 15...24, 30...39])
        XCTAssertEqual(try picture(items, frame: 2.5).row(30).map(\.lowerBound), [7, 22, 37])
        XCTAssertEqual(try picture(items, frame: 10).row(30), [30...39, 45...54])
    }

    /// Scales are powers: the copies of a half are 1, 1/2, 1/4; one further 1/2, 1/4, 1/8.
    func testOffsetsScale() throws {
        let tr = #""s":{"k":[50,50]},"p":{"k":[0,0]},"a":{"k":[0,0]}"#
        func widths(_ frame: Double) throws -> [Double] {
            let scene = try LottieScene(
                data: Data(
                    #"{"fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(LottieItems.layer([LottieItems.group([LottieItems.square(0, 0, 40), LottieItems.red]), repeater(LottieItems.moving("[0]", "[1]"), tr: tr)]))]}"#
                        .utf8))
            let holder = try XCTUnwrap(scene.rootLayer.sublayers?.first?.sublayers?.first?.sublayers?.first)
            return try XCTUnwrap(holder.sublayers).map { copy in
                guard let function = (copy.animation(forKey: "transform") as? FunctionAnimation)?.function else {
                    return copy.transform.m11
                }
                return function.matrix(at: frame / 10).m11
            }
        }
        for (a, b) in zip(try widths(0), [1, 0.5, 0.25]) { XCTAssertEqual(a, b, accuracy: 1e-4) }
        for (a, b) in zip(try widths(10), [0.5, 0.25, 0.125]) { XCTAssertEqual(a, b, accuracy: 1e-4) }
        for (a, b) in zip(try widths(5), [0.75, 0.375, 0.1875]) { XCTAssertEqual(a, b, accuracy: 1e-4) }
    }

    /// Of the copies that show the last one has the end opacity, however many there are.
    func testCopiesAndOpacitiesMove() throws {
        let copies = #"{"a":1,"k":[{"t":0,"s":[2],"h":1},{"t":10,"s":[3]}]}"#
        let items = [
            LottieItems.group([LottieItems.square(5, 30), LottieItems.red]),
            repeater(#"{"k":0}"#, copies: copies, tr: #""p":{"k":[15,0]},"so":{"k":100},"eo":{"k":50}"#),
        ]
        let first = try picture(items), last = try picture(items, frame: 10)
        XCTAssertEqual([5, 20, 35].map { first[$0, 30] >> 24 }, [255, 128, 0])
        XCTAssertEqual([5, 20, 35].map { last[$0, 30] >> 24 }, [255, 191, 128])
    }

    func testPowers() {
        XCTAssertEqual(LottieRepetition.power(2, 10), 1024)
        XCTAssertEqual(LottieRepetition.power(2, -1), 0.5)
        XCTAssertEqual(LottieRepetition.power(2, 1.5), 3)
        XCTAssertEqual(LottieRepetition.power(-1, 3), -1)
        XCTAssertEqual(LottieRepetition.power(0, -1), 0)
        XCTAssertEqual(LottieRepetition.power(1e9, 1e9), 0, "what can't be kept shows nothing")
    }

    private func trim(_ end: String, start: Double = 0, offset: Double = 0) -> String {
        #"{"ty":"tm","s":{"k":\#(start)},"e":\#(end),"o":{"k":\#(offset)},"m":2}"#
    }

    /// Two groups with lines of 40 and 20: the trim goes over the first one, then over the second.
    func testTrimsGoOverGroupsOneByOne() throws {
        let groups = [
            LottieItems.group([LottieItems.line(0, 40, y: 10), LottieItems.pen]),
            LottieItems.group([LottieItems.line(0, 20, y: 0), LottieItems.pen], #","p":{"k":[0,30]}"#),
        ]
        let items = groups + [trim(LottieItems.moving("[0]", "[100]"))]
        XCTAssertEqual(try picture(items, frame: 5).row(10), [0...29])
        XCTAssertEqual(try picture(items, frame: 5).row(30), [])
        XCTAssertEqual(try picture(items, frame: 7.5).row(10), [0...39])
        XCTAssertEqual(try picture(items, frame: 7.5).row(30), [0...4])
        XCTAssertEqual(try picture(items, frame: 10).row(30), [0...19])
        // From five sixths on and over the end.
        let over = groups + [trim(#"{"k":50}"#, offset: 300)]
        XCTAssertEqual(try picture(over).row(30), [10...19])
        XCTAssertEqual(try picture(over).row(10), [0...19])
    }

    /// Each of the paths that one stroke of an inner group paints has its place in the whole, and so has what is scaled.
    func testTrimsGoIntoNestedGroups() throws {
        let inner = LottieItems.group([LottieItems.line(0, 10, y: 0), LottieItems.pen], #","p":{"k":[0,20]},"s":{"k":[200,100]}"#)
        let items = [
            LottieItems.group([LottieItems.line(0, 20, y: 10), LottieItems.pen, inner, LottieItems.line(0, 20, y: 30), LottieItems.pen]),
            trim(#"{"k":50}"#),
        ]
        let half = try picture(items)
        XCTAssertEqual(half.row(10), [0...19])
        XCTAssertEqual(half.row(20), [0...9])
        XCTAssertEqual(half.row(30), [])
    }

    /// The middle turns, the farthest corners stay.
    func testTwist() throws {
        let path = LottieBezier.rectangle(.zero, SIMD3(20, 20, 0), radius: 0, isReversed: false)
        let turned = LottieBezier.twisted([path], by: .pi / 2, about: .zero)[0]
        XCTAssertEqual(turned.points.count, 32)
        XCTAssertEqual(turned.points[0], path.points[0])
        // The middle of a side lies at 10 of 14.1: it turns by 26 degrees.
        let angle = Double.pi / 2 * (1 - 10 / 200.0.squareRoot()), side = turned.points[4]
        XCTAssertEqual(side.x, 10 * cos(angle), accuracy: 1e-9)
        XCTAssertEqual(side.y, 10 * sin(angle), accuracy: 1e-9)
        // Handles go the way of the curve.
        let chord = turned.points[5] - turned.points[4], handle = turned.outs[4] * 3
        XCTAssertEqual(chord.x, handle.x, accuracy: 0.3)
        XCTAssertEqual(chord.y, handle.y, accuracy: 0.3)
        let twist = #"{"ty":"tw","a":{"k":90},"c":{"k":[30,30]}}"#
        let drawn = try picture([LottieItems.square(30, 30, 20), LottieItems.red, twist])
        XCTAssertEqual(drawn[30, 30], 0xFFFF_0000)
        XCTAssertEqual(LottieBezier.twisted([LottieBezier()], by: .nan, about: .zero), [LottieBezier()])
    }
}
