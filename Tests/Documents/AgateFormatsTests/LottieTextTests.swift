import Agate
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Texts from the letters in a file, which are squares here: 80 of 100 wide, standing on the baseline, with an advance of 100.
final class LottieTextTests: XCTestCase {
    private static let square =
        #"[{"ty":"gr","it":[{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,-80],[80,-80],[80,0],[0,0]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}]}]"#

    private func json(_ document: String, _ more: String = "", letters: String = "abcde") -> String {
        let characters =
            letters.map { #"{"ch":"\#($0)","size":10,"style":"Regular","fFamily":"Squares","w":100,"data":{"shapes":\#(Self.square)}}"# }
            + [#"{"ch":" ","size":10,"style":"Regular","fFamily":"Squares","w":50,"data":{}}"#]
        return """
            {"fr":10,"ip":0,"op":20,"w":100,"h":40,"fonts":{"list":[{"fName":"Squares","fFamily":"Squares","fStyle":"Regular","ascent":80}]},
            "chars":[\(characters.joined(separator: ","))],
            "layers":[{"ty":5,"nm":"Title","ip":0,"op":20,"ks":{"p":{"a":0,"k":[10,20]}},"t":{"d":{"k":[\(document)]}\(more)}}]}
            """
    }

    private func document(_ text: String, _ more: String = "") -> String {
        #"{"s":{"t":"\#(text)","f":"Squares","s":10,"fc":[1,0,0]\#(more)},"t":0}"#
    }

    /// The columns painted in a row, as stretches.
    private func stretches(_ json: String, row: Int = 16, frame: Double = 0) throws -> [ClosedRange<Int>] {
        let scene = try LottieScene(data: Data(json.utf8))
        XCTAssertEqual(scene.diagnostics.map(\.message), [])
        let host = OffscreenHost(size: scene.size)
        host.perform {
            host.layer.addSublayer(scene.rootLayer)
            scene.currentFrame = frame
        }
        let image = host.image()
        var found: [ClosedRange<Int>] = []
        image.withPixels { pixels in
            for x in 0..<100 where pixels[row * 100 + x] >> 24 > 127 {
                if let last = found.last, last.upperBound == x - 1 {
                    found[found.count - 1] = last.lowerBound...x
                } else {
                    found.append(x...x)
                }
            }
        }
        return found
    }

    func testLine() throws {
        XCTAssertEqual(try stretches(json(document("ab"))), [10...17, 20...27])
        XCTAssertEqual(try stretches(json(document("a b"))), [10...17, 25...32])
        XCTAssertEqual(try stretches(json(document("ab")), row: 11), [])
        XCTAssertEqual(try stretches(json(document("ab", #","tr":200"#))), [10...17, 22...29])
        XCTAssertEqual(try stretches(json(document("ab", #","ls":6"#)), row: 10), [10...17, 20...27], "six points up")
    }

    func testLinesAndJustification() throws {
        let two = json(document("ab\\rc", #","lh":12"#))
        XCTAssertEqual(try stretches(two, row: 28), [10...17])
        XCTAssertEqual(try stretches(json(document("ab", #","j":1"#))), [0...7], "the end of the line stands at 10")
        XCTAssertEqual(try stretches(json(document("ab", #","j":2"#))), [0...7, 10...17])
    }

    func testBox() throws {
        // 25 points hold two letters; the first line's top is that of the box.
        let box = json(document("ab cd", #","sz":[25,40],"ps":[0,-20],"lh":12"#))
        XCTAssertEqual(try stretches(box, row: 4), [10...17, 20...27])
        XCTAssertEqual(try stretches(box, row: 16), [10...17, 20...27])
        let long = json(document("abcde", #","sz":[25,40],"ps":[0,-20],"lh":12"#))
        XCTAssertEqual(try stretches(long, row: 28), [10...17], "a word that is too long is broken where it must be")
    }

    func testDocumentsChange() throws {
        let both = document("a") + "," + #"{"s":{"t":"abc","f":"Squares","s":10,"fc":[1,0,0]},"t":10}"#
        XCTAssertEqual(try stretches(json(both), frame: 0).count, 1)
        XCTAssertEqual(try stretches(json(both), frame: 9.9).count, 1)
        XCTAssertEqual(try stretches(json(both), frame: 10).count, 3)
        XCTAssertEqual(try stretches(json(both), frame: 20).count, 3)
    }

    func testCapitals() throws {
        XCTAssertEqual(try stretches(json(document("ab", #","ca":1"#), letters: "AB")), [10...17, 20...27])
    }

    /// From half way on the range holds the second letter only, which an animator moves up by 10.
    func testAnimator() throws {
        let animator =
            #","a":[{"nm":"Up","s":{"b":1,"r":1,"sh":1,"s":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":10,"s":[50]}]},"e":{"a":0,"k":100}},"a":{"p":{"a":0,"k":[0,-10]}}}]"#
        let text = json(document("ab"), animator)
        XCTAssertEqual(try stretches(text, row: 5, frame: 0), [10...17, 20...27])
        XCTAssertEqual(try stretches(text, row: 5, frame: 10), [20...27])
        XCTAssertEqual(try stretches(text, row: 16, frame: 10), [10...17])
        XCTAssertEqual(try stretches(text, row: 11, frame: 5), [10...17], "half of the first letter's way")
    }

    func testAnimatorsOfColorAndTracking() throws {
        let wide = #","a":[{"nm":"Wide","a":{"t":{"a":0,"k":500}}}]"#
        XCTAssertEqual(try stretches(json(document("abc"), wide)), [10...17, 25...32, 40...47])
        let faint = #","a":[{"nm":"Gone","s":{"b":1,"r":2,"s":{"a":0,"k":1},"e":{"a":0,"k":2}},"a":{"o":{"a":0,"k":0}}}]"#
        XCTAssertEqual(try stretches(json(document("abc"), faint)), [10...17, 30...37], "counted by index")
        let words = #","a":[{"nm":"Gone","s":{"b":3,"r":2,"s":{"a":0,"k":0},"e":{"a":0,"k":1}},"a":{"o":{"a":0,"k":0}}}]"#
        XCTAssertEqual(try stretches(json(document("ab c"), words)), [35...42], "by words")
    }

    /// Along a line 10 points lower, or upwards; the path begins at 10, 20.
    private func pathText(
        _ text: String, v: String, _ options: String, closed: Bool = false, document more: String = "", letters: String = "abcde"
    ) -> String {
        let points = v.components(separatedBy: "],[").count,
            zero = "[" + Array(repeating: "[0,0]", count: points).joined(separator: ",") + "]"
        let mask = #""masksProperties":[{"mode":"n","pt":{"k":{"c":\#(closed),"v":\#(v),"i":\#(zero),"o":\#(zero)}},"o":{"k":100}}],"t":{"#
        return json(
            document(text, more), #","p":{"m":0,"f":{"k":0},"l":{"k":0},"a":{"k":0},"p":{"k":1},"r":{"k":0}\#(options)}"#, letters: letters
        )
        .replacingOccurrences(of: #""t":{"d""#, with: mask + #""d""#)
    }

    private func on(_ option: String, _ value: String) -> (String) -> String {
        { $0.replacingOccurrences(of: #""\#(option)":{"k":\#(option == "p" ? 1 : 0)}"#, with: #""\#(option)":\#(value)"#) }
    }

    func testTextAlongAPath() throws {
        let straight = pathText("ab", v: "[[0,10],[60,10]]", "")
        XCTAssertEqual(try stretches(straight, row: 26), [10...17, 20...27], "ten points lower")
        XCTAssertEqual(try stretches(on("f", #"{"k":15}"#)(straight), row: 26), [25...32, 35...42])
        XCTAssertEqual(
            try stretches(pathText("ab", v: "[[0,10],[60,10]]", "", document: #","j":1"#), row: 26), [50...57, 60...67], "to the end")
        XCTAssertEqual(
            try stretches(on("l", #"{"k":-10}"#)(pathText("ab", v: "[[0,10],[60,10]]", "", document: #","j":1"#)), row: 26),
            [40...47, 50...57])
        XCTAssertEqual(try stretches(pathText("ab", v: "[[0,10],[60,10]]", "", document: #","j":2"#), row: 26), [30...37, 40...47])
        XCTAssertEqual(
            try stretches(on("a", #"{"k":1}"#)(pathText("abc", v: "[[0,10],[60,10]]", "")), row: 26), [10...17, 35...42, 60...67], "spread")
        // Margins move.
        let moving = on("f", LottieItems.moving("[0]", "[20]"))(straight)
        XCTAssertEqual(try stretches(moving, row: 26, frame: 10), [30...37, 40...47])
        // Past the end of an open path it goes straight on.
        XCTAssertEqual(try stretches(on("f", #"{"k":55}"#)(straight), row: 26), [65...72, 75...82])
    }

    func testTextTurnsWithAPath() throws {
        // Downwards: letters lie on their right side, their tops to the right.
        let down = pathText("ab", v: "[[20,-20],[20,20]]", "")
        XCTAssertEqual(try stretches(down, row: 4), [30...37])
        XCTAssertEqual(try stretches(down, row: 9), [], "between the letters")
        XCTAssertEqual(try stretches(on("p", #"{"k":0}"#)(down), row: 2), [25...32], "upright, their middles on the path")
        // The other way round they hang from it to the left.
        XCTAssertEqual(try stretches(on("r", #"{"k":1}"#)(down), row: 35), [22...29])
        // Round a closed path and over its beginning.
        let round = on("f", #"{"k":-15}"#)(pathText("ab", v: "[[20,10],[50,10],[50,40],[20,40]]", "", closed: true))
        XCTAssertEqual(try stretches(round, row: 26).last, 25...32, "the second letter stands on the first corner")
    }

    func testPathsThatAreNotThere() throws {
        let scene = try LottieScene(data: Data(json(document("ab"), #","p":{"m":3}"#).utf8), file: "x.json")
        XCTAssertEqual(
            scene.diagnostics.map(\.message),
            ["x.json: layer \"Title\": the text follows mask 3, which the layer does not have; it is laid out on a straight line"])
        XCTAssertEqual(try stretches(pathText("ab", v: "[[5,5]]", "")), [10...17, 20...27], "no length, no way")
        XCTAssertEqual(try stretches(pathText("", v: "[[0,10],[60,10]]", "")), [])
    }

    func testLettersBlur() throws {
        func alphas(_ blur: String) throws -> [[UInt32]] {
            let animator = #","a":[{"nm":"Soft","s":{"b":1,"r":2,"s":{"k":0},"e":{"k":1}},"a":{"bl":{"k":\#(blur)}}}]"#
            let made = LottiePicture(scene: try LottieScene(data: Data(json(document("a b"), animator).utf8)))
            XCTAssertEqual(made.messages, [])
            return [[9, 16], [14, 11], [25, 11], [24, 16]].map { [UInt32($0[0]), made[$0[0], $0[1]] >> 24] }
        }
        let even = try alphas("[10,10]").map { $0[1] }, sharp = try alphas("[0,0]").map { $0[1] }
        XCTAssertEqual(sharp, [0, 0, 0, 0])
        XCTAssertTrue(even[0] > 50 && even[1] > 50, "\(even)")
        XCTAssertTrue(even[2] < 30, "only the first letter: \(even)")
        let sideways = try alphas("[10,0]").map { $0[1] }, upwards = try alphas("[0,10]").map { $0[1] }
        XCTAssertTrue(sideways[0] > 50 && sideways[1] == 0, "\(sideways)")
        XCTAssertTrue(upwards[0] == 0 && upwards[1] > 50, "\(upwards)")
    }

    func testSelectorShapes() {
        func amounts(_ shape: Int, _ from: Double = 0, _ to: Double = 100, smoothness: Double = 100) -> [Double] {
            let selector = LottieTextSelector(
                start: LottieNumber(from), end: LottieNumber(to), offset: LottieNumber(0), shape: shape, maxEase: LottieNumber(0),
                minEase: LottieNumber(0),
                maxAmount: LottieNumber(100), smoothness: LottieNumber(smoothness)
            )
            let track = LottieSelectorTrack(selector, counts: SIMD4(repeating: 4))
            return (0..<4).map { (track.amount(SIMD4(repeating: $0), at: 0) * 1000).rounded() / 1000 }
        }
        XCTAssertEqual(amounts(1), [1, 1, 1, 1])
        XCTAssertEqual(amounts(1, 25, 62.5), [0, 1, 0.5, 0])
        XCTAssertEqual(amounts(1, 62.5, 25), [0, 1, 0.5, 0], "turned round")
        XCTAssertEqual(amounts(1, 0, 60, smoothness: 0), [1, 1, 0, 0])
        XCTAssertEqual(amounts(2), [0.125, 0.375, 0.625, 0.875])
        XCTAssertEqual(amounts(3), [0.875, 0.625, 0.375, 0.125])
        XCTAssertEqual(amounts(4), [0.25, 0.75, 0.75, 0.25])
        XCTAssertEqual(amounts(5), [0.661, 0.968, 0.968, 0.661])
        XCTAssertEqual(amounts(6), [0.146, 0.854, 0.854, 0.146])
        for shape in 1...6 { XCTAssertTrue(amounts(shape, 50, 50).allSatisfy { (0...1).contains($0) }, "\(shape)") }
    }

    /// Without letters of its own the file needs a font; one that is not there is named, and something shows all the same.
    func testFonts() throws {
        let json = """
            {"fr":10,"ip":0,"op":20,"w":100,"h":40,"fonts":{"list":[{"fName":"Nowhere-Bold","fFamily":"Nowhere Sans","fStyle":"Bold","ascent":80}]},
            "layers":[{"ty":5,"nm":"Title","ip":0,"op":20,"ks":{"p":{"a":0,"k":[10,30]}},"t":{"d":{"k":[{"s":{"t":"Hallo","f":"Nowhere-Bold","s":20,"fc":[1,0,0]},"t":0}]}}}]}
            """
        let scene = try LottieScene(data: Data(json.utf8), file: "x.json")
        XCTAssertEqual(scene.diagnostics.count, 1)
        XCTAssertTrue(
            scene.diagnostics.first?.message.hasPrefix("x.json: the font \"Nowhere Sans Bold\" of layer \"Title\" is not installed")
                ?? false,
            "\(scene.diagnostics)")
        let host = OffscreenHost(size: scene.size)
        host.perform { host.layer.addSublayer(scene.rootLayer) }
        XCTAssertTrue(host.image().withPixels { pixels in (0..<4000).contains { pixels[$0] == 0xFFFF_0000 } })
    }
}
