import CoreGraphics
import Foundation
import XCTest

@testable import AgateFormats

/// Items that change paths, one after another: what one leaves is one operand for the next.
final class LottieStackTests: XCTestCase {
    /// Two boxes of 10 points, and one over the upper half of the picture.
    private let a = LottieItems.square(15, 15), b = LottieItems.square(45, 45)
    private let clip = #"{"ty":"rc","p":{"k":[30,15]},"s":{"k":[60,30]},"r":{"k":0}}"#

    private static func merge(_ mode: Int) -> String { #"{"ty":"mm","mm":\#(mode)}"# }

    /// Each kind of item, with so little to do that the middles of the boxes stay.
    private static let others = [
        "trim": #"{"ty":"tm","s":{"k":0},"e":{"k":100},"o":{"k":0},"m":1}"#,
        "trims in turn": #"{"ty":"tm","s":{"k":0},"e":{"k":100},"o":{"k":0},"m":2}"#,
        "moving trim":
            #"{"ty":"tm","s":{"k":0},"e":{"a":1,"k":[{"t":5,"s":[100],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":9,"s":[0]}]},"o":{"k":0}}"#,
        "repeater": #"{"ty":"rp","c":{"k":2},"o":{"k":0},"m":1,"tr":{"p":{"k":[1,0]}}}"#,
        "offset": #"{"ty":"op","a":{"k":1},"lj":1,"ml":{"k":4}}"#, "inset": #"{"ty":"op","a":{"k":-1},"lj":1,"ml":{"k":4}}"#,
        "rounding": #"{"ty":"rd","r":{"k":2}}"#, "pucker": #"{"ty":"pb","a":{"k":10}}"#,
        "zig zag": #"{"ty":"zz","s":{"k":1},"r":{"k":2},"pt":{"k":1}}"#, "twist": #"{"ty":"tw","a":{"k":5},"c":{"k":[30,30]}}"#,
    ]

    private func shown(_ items: [String], _ reading: LottieReading) throws -> [Bool] {
        let json =
            #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(LottieItems.layer([LottieItems.group(items + [LottieItems.red])]))]}"#
        let picture = try LottiePicture(scene: LottieScene(data: Data(json.utf8), file: "x.json", reading: reading))
        XCTAssertEqual(picture.messages, [])
        // In the middle of each box, in the upper half alone, and outside of all.
        return [(15, 15), (45, 45), (30, 15), (30, 45)].map { picture[$0.0, $0.1] >> 24 > 127 }
    }

    /// All ordered pairs: two boxes, an item, the third box, another item.
    func testEveryOrderedPair() throws {
        let merges = Dictionary(uniqueKeysWithValues: (1...5).map { ("merge \($0)", Self.merge($0)) })
        let all = merges.merging(Self.others) { $1 }
        /// What is left of the first two boxes.
        func left(_ name: String) -> (Bool, Bool) {
            switch name {
            case "merge 3": (true, false)
            case "merge 4": (false, false)
            default: (true, true)
            }
        }
        for (first, one) in all {
            for (second, two) in all {
                let (a, b) = left(first)
                // Merged with the upper half, which covers the first box and not the second.
                let wanted: [Bool] =
                    switch second {
                    case "merge 3": [false, b, false, false]
                    case "merge 4": [a, false, false, false]
                    case "merge 5": [!a, b, true, false]
                    default: [true, b, true, false]
                    }
                // Readings differ in trims alone; merges are the same in all.
                let areMerges = first.hasPrefix("merge") && second.hasPrefix("merge")
                for reading in areMerges ? LottieReading.allCases : [.specification] {
                    XCTAssertEqual(try shown([self.a, self.b, one, clip, two], reading), wanted, "\(first), then \(second), \(reading)")
                }
            }
        }
    }

    /// After each item a merge has one operand, which it leaves as it is.
    func testAMergeOfOneOperandLeavesIt() throws {
        for (name, item) in Self.others {
            for mode in 1...5 {
                XCTAssertEqual(
                    try shown([a, b, item, Self.merge(mode)], .specification), [true, true, false, false], "\(name), then merge \(mode)")
            }
        }
        for mode in 1...5 { XCTAssertEqual(try shown([a, Self.merge(mode)], .specification), [true, false, false, false], "\(mode)") }
    }

    /// Paths of a group are operands of their own, unless the group has merged them.
    func testGroups() throws {
        XCTAssertEqual(try shown([a, LottieItems.group([clip, clip]), Self.merge(4)], .specification), [true, false, false, false])
        XCTAssertEqual(try shown([LottieItems.group([a, b]), clip, Self.merge(4)], .specification), [false, false, false, false])
        XCTAssertEqual(
            try shown([LottieItems.group([a, b, Self.merge(1)]), clip, Self.merge(4)], .specification), [true, false, false, false])
    }

    /// A compound path keeps its hole, and is trimmed as one path.
    func testACompoundPathIsOne() throws {
        let hole =
            #"{"ty":"sh","ks":{"k":{"c":true,"v":[[12,18],[18,18],[18,12],[12,12]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}"#
        let picture = try LottiePicture(
            LottieItems.layer([LottieItems.group([a, hole, Self.merge(1), clip, Self.merge(4), LottieItems.red])]))
        XCTAssertEqual(picture.row(15), [10...11, 18...19])
        let half = #"{"ty":"tm","s":{"k":0},"e":{"k":50},"o":{"k":0},"m":1}"#
        XCTAssertEqual(try shown([a, b, Self.merge(1), half], .specification), [true, false, false, false], "the first of two boxes")
        let each = try LottiePicture(LottieItems.layer([LottieItems.group([a, b, half, LottieItems.red])]))
        XCTAssertEqual([each[18, 18] >> 24, each[48, 48] >> 24, each[11, 11] >> 24], [255, 255, 0], "half of each")
    }
}
