import Agate
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Texts from the letters in a file, which are squares here: 80 of 100 wide, standing on the baseline, with an advance of 100.
final class LottieTextTests: XCTestCase {
    private static let square = #"[{"ty":"gr","it":[{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,-80],[80,-80],[80,0],[0,0]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}]}]"#

    private func json(_ document: String, _ more: String = "", letters: String = "abcde") -> String {
        let characters = letters.map { #"{"ch":"\#($0)","size":10,"style":"Regular","fFamily":"Squares","w":100,"data":{"shapes":\#(Self.square)}}"# }
            + [#"{"ch":" ","size":10,"style":"Regular","fFamily":"Squares","w":50,"data":{}}"#]
        return """
            {"fr":10,"ip":0,"op":20,"w":100,"h":40,"fonts":{"list":[{"fName":"Squares","fFamily":"Squares","fStyle":"Regular","ascent":80}]},
            "chars":[\(characters.joined(separator: ","))],
            "layers":[{"ty":5,"nm":"Title","ip":0,"op":20,"ks":{"p":{"a":0,"k":[10,20]}},"t":{"d":{"k":[\(document)]}\(more)}}]}
            """
    }

    private func document(_ text: String, _ more: String = "") -> String { #"{"s":{"t":"\#(text)","f":"Squares","s":10,"fc":[1,0,0]\#(more)},"t":0}"# }

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
                if let last = found.last, last.upperBound == x - 1 { found[found.count - 1] = last.lowerBound...x } else { found.append(x...x) }
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
        let animator = #","a":[{"nm":"Up","s":{"b":1,"r":1,"sh":1,"s":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":10,"s":[50]}]},"e":{"a":0,"k":100}},"a":{"p":{"a":0,"k":[0,-10]}}}]"#
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

    func testSelectorShapes() {
        func amounts(_ shape: Int, _ from: Double = 0, _ to: Double = 100, smoothness: Double = 100) -> [Double] {
            let selector = LottieTextSelector(
                start: LottieNumber(from), end: LottieNumber(to), offset: LottieNumber(0), shape: shape, maxEase: LottieNumber(0), minEase: LottieNumber(0),
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
        XCTAssertTrue(scene.diagnostics.first?.message.hasPrefix("x.json: the font \"Nowhere Sans Bold\" of layer \"Title\" is not there") ?? false, "\(scene.diagnostics)")
        let host = OffscreenHost(size: scene.size)
        host.perform { host.layer.addSublayer(scene.rootLayer) }
        XCTAssertTrue(host.image().withPixels { pixels in (0..<4000).contains { pixels[$0] == 0xFFFF_0000 } })
    }
}
