import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Letters of a file that are compositions: solids of 80 of 100, standing on the baseline, with an advance of 100.
final class LottieGlyphTests: XCTestCase {
    private func scene(_ text: String, _ reading: LottieReading, _ more: String = "", ks: String = "", composition: String = "c") throws
        -> LottieScene
    {
        let characters = "ab".map {
            #"{"ch":"\#($0)","t":1,"size":10,"style":"Regular","fFamily":"Squares","w":100,"data":{"refId":"\#(composition)","ip":0,"op":10,"st":0,"sr":1,"ks":{\#(ks)}}}"#
        }
        let solid = #"{"ty":1,"sw":80,"sh":80,"sc":"red","ip":0,"op":20,"ks":{"p":{"k":[0,-80]}}}"#
        let json = """
            {"fr":10,"ip":0,"op":20,"w":100,"h":40,"fonts":{"list":[{"fName":"Squares","fFamily":"Squares","fStyle":"Regular","ascent":80}]},
            "chars":[\(characters.joined(separator: ","))],"assets":[{"id":"c","layers":[\(solid)]}],
            "layers":[{"ty":5,"nm":"Title","ip":0,"op":20,"ks":{"p":{"a":0,"k":[10,20]}},
            "t":{"d":{"k":[{"s":{"t":"\(text)","f":"Squares","s":10,"fc":[0,0,1]},"t":0}]}\(more)}}]}
            """
        return try LottieScene(data: Data(json.utf8), file: "x.json", reading: reading)
    }

    func testEachLetterShowsItsComposition() throws {
        for reading in LottieReading.allCases {
            let scene = try scene("ab", reading)
            XCTAssertEqual(scene.diagnostics.map(\.message), [])
            let picture = LottiePicture(scene: scene)
            XCTAssertEqual(picture.row(16), [10...17, 20...27])
            XCTAssertEqual(picture.column(12), [12...19])
            XCTAssertEqual(picture[12, 16], 0xFFFF_0000, "in its own colours")
            XCTAssertEqual(LottiePicture(scene: scene, frame: 15).row(16), [], "until its end")
        }
    }

    func testItsTransformAndAnimators() throws {
        let moved = try scene("ab", .specification, ks: #""p":{"k":[20,0]}"#)
        XCTAssertEqual(LottiePicture(scene: moved).row(16), [12...19, 22...29])
        let selector = #"{"b":1,"r":1,"s":{"k":0},"e":{"k":50},"o":{"k":0},"sh":1,"a":{"k":100},"ne":{"k":0},"xe":{"k":0},"sm":{"k":100}}"#
        let animated = try scene("ab", .specification, #","a":[{"nm":"A","s":\#(selector),"a":{"p":{"k":[0,5]}}}]"#)
        XCTAssertEqual(animated.diagnostics.map(\.message), [])
        let picture = LottiePicture(scene: animated)
        XCTAssertEqual([picture.row(13), picture.row(22)], [[20...27], [10...17]], "the first letter stands five points lower")
    }

    func testWhatIsMissingSaysSo() throws {
        let scene = try scene("ab", .specification, composition: "gone")
        XCTAssertEqual(Set(scene.diagnostics.map(\.identifier)), ["lottie.missing-asset"])
    }
}
