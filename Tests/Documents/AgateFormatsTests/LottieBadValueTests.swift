import CoreGraphics
import Foundation
import XCTest

@testable import AgateFormats

/// One value of a Lottie file that can't be read costs itself: a diagnostic with its place, and the default.
final class LottieBadValueTests: XCTestCase {
    private let bad = [
        #""abc""#, #"{}"#, #"["x",1]"#, "NaN", "undefined", "-Infinity", "[NaN]", #"[{"t":0,"s":"x"}]"#, #"[{"s":[1]}]"#, "[[]]",
        #""12px""#,
    ]

    private func picture(_ layers: String, more: String = "") throws -> (LottiePicture, [String]) {
        let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(layers)]\#(more)}"#
        let scene = try LottieScene(data: Data(json.utf8), file: "x.json")
        return (LottiePicture(scene: scene), scene.diagnostics.map { "\($0.identifier) \($0.message)" })
    }

    private func assertBad(_ said: [String], at place: String, _ what: String) {
        XCTAssertEqual(said.count, 1, "\(what) \(said)")
        XCTAssertTrue(said.first?.hasPrefix("lottie.bad-value x.json: \(place)") ?? false, "\(what) \(said)")
    }

    /// Each property of a transform, with its default in the place of the bad value.
    func testTransforms() throws {
        for key in ["p", "a", "s", "r", "o", "sk", "sa"] {
            for value in bad {
                let layer = #"{"ty":1,"nm":"A","sw":20,"sh":20,"sc":"red","ip":0,"op":20,"ks":{"\#(key)":{"a":0,"k":\#(value)}}}"#
                let (made, said) = try picture(layer)
                assertBad(said, at: "layers[0].ks.\(key)", "\(key) \(value)")
                XCTAssertEqual(made.row(5), [0...19], "\(key) \(value)")
            }
        }
    }

    /// Numbers that a program wrote as text are numbers, alone and in lists.
    func testNumbersAsText() throws {
        let ks =
            #""p":{"k":["30","3e1"]},"o":{"k":"100"},"r":{"k":["0"]},"s":{"a":1,"k":[{"t":0,"s":["100","100"]},{"t":10,"s":["50","50"]}]}"#
        let path =
            #"{"ty":"sh","ks":{"k":{"c":true,"v":[["-10","-10"],[10,"-10"],[10,10],[-10,10]],"i":[[0,0],[0,0],[0,0],["0",0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}"#
        for paint in [
            #"{"ty":"fl","c":{"k":["1","0","0"]},"o":{"k":100}}"#,
            #"{"ty":"gf","t":1,"o":{"k":100},"s":{"k":["0",0]},"e":{"k":[10,"0"]},"g":{"p":2,"k":{"k":["0","1",0,0,1,1,"0",0]}}}"#,
        ] {
            let (made, said) = try picture(LottieItems.layer([path, paint], ks: ks))
            XCTAssertEqual(said, [])
            XCTAssertEqual(made.row(30), [20...39])
            XCTAssertEqual(made[30, 30], 0xFFFF_0000)
        }
    }

    /// The numbers of a layer, of shapes, of masks and of effects.
    func testNumbersElsewhere() throws {
        func solid(_ more: String) -> String { #"{"ty":1,"nm":"A","sw":20,"sh":20,"sc":"red","ks":{},\#(more)}"# }
        for (layer, place) in [
            (solid(#""ip":"x","op":20"#), "layers[0].ip"), (solid(#""ip":0,"op":NaN"#), "layers[0].op"),
            (solid(#""ip":0,"op":20,"st":{},"sr":1"#), "layers[0].st"), (solid(#""ip":0,"op":20,"sr":"slow""#), "layers[0].sr"),
            (
                LottieItems.layer([
                    LottieItems.group([LottieItems.square(10, 5, 20), LottieItems.red, #"{"ty":"rd","r":{"k":"x"}}"#])
                ]), "layers[0].shapes[0].it[2].r"
            ),
            (
                LottieItems.layer([#"{"ty":"rc","p":{"k":[10,5]},"s":{"k":[20,20]},"r":{"k":NaN}}"#, LottieItems.red]),
                "layers[0].shapes[0].r"
            ),
            (LottieItems.layer([LottieItems.square(10, 5, 20), LottieItems.red, #"{"nm":"no type"}"#]), "layers[0].shapes[2]"),
            (
                LottieItems.layer([#"{"ty":"sh","ks":{"k":{"v":[[0,0]],"i":[],"o":[]}}}"#, LottieItems.square(10, 5, 20), LottieItems.red]),
                "layers[0].shapes[0].ks.k"
            ),
            (solid(#""ip":0,"op":20,"masksProperties":[{"mode":"a","pt":{"k":"x"}}]"#), "layers[0].masksProperties[0].pt"),
        ] {
            let (made, said) = try picture(layer)
            assertBad(said, at: place, layer)
            XCTAssertEqual(made.row(5).first?.lowerBound, 0, layer)
        }
        // Colours: black, as without one.
        for color in [#""nocolour""#, "[1]", #"["x",0,0]"#, "NaN"] {
            let (made, said) = try picture(
                LottieItems.layer([LottieItems.square(10, 5, 20), #"{"ty":"fl","c":{"k":\#(color)},"o":{"k":100}}"#]))
            assertBad(said, at: "layers[0].shapes[1].c", color)
            XCTAssertEqual(made[5, 5], 0xFF00_0000)
        }
        assertBad(
            try picture(solid(#""ip":0,"op":20"#).replacingOccurrences(of: "\"red\"", with: "\"reddish\"")).1, at: "layers[0].sc", "solid")
    }

    /// One keyframe that can't be read is one less.
    func testKeyframes() throws {
        let keys = #"{"a":1,"k":[{"t":0,"s":[0,0]},{"t":5,"s":["x",0]},{"s":[9,9]},{"t":10,"s":[20,0],"to":["a"],"ti":[0]}]}"#
        let json =
            #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[{"ty":1,"nm":"A","sw":20,"sh":20,"sc":"red","ip":0,"op":20,"ks":{"p":\#(keys)}}]}"#
        let scene = try LottieScene(data: Data(json.utf8), file: "x.json")
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["lottie.bad-value", "lottie.bad-value", "lottie.bad-value"])
        XCTAssertEqual(LottiePicture(scene: scene, frame: 5).row(5), [10...29])
    }

    /// The layers after one that can't be read are those that they were: mattes are found by their places.
    func testALayerThatIsNone() throws {
        let solid = #"{"ty":1,"nm":"A","sw":20,"sh":20,"sc":"red","ip":0,"op":20,"ks":{}}"#
        for layer in ["null", "7", #""x""#, "[]"] {
            let (made, said) = try picture("\(layer),\(solid)")
            assertBad(said, at: "layers[0]", layer)
            XCTAssertEqual(made.row(5), [0...19])
        }
        for (layer, place) in [(#"{"nm":"A"}"#, "layers[0]"), (#"{"ty":0,"nm":"A"}"#, "layers[0]"), (#"{"ty":5,"nm":"A"}"#, "")] {
            let (made, said) = try picture("\(layer),\(solid)")
            assertBad(said, at: place, layer)
            XCTAssertEqual(made.row(5), [0...19])
        }
    }

    /// Texts keep what can be read of them.
    func testTexts() throws {
        let text =
            #"{"ty":5,"nm":"T","ip":0,"op":20,"ks":{},"t":{"d":{"k":[{"s":{"t":"abc","f":"x","s":20,"fc":["x"]},"t":0}]}}}"#
        let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(text)]}"#
        let scene = try LottieScene(data: Data(json.utf8), file: "x.json")
        XCTAssertEqual(scene.diagnostics.filter { $0.identifier == "lottie.bad-value" }.count, 1)
        XCTAssertEqual(scene.value(forKeyPath: "T.Text"), .text("abc"))
    }

    /// A broken structure, and what an animation can't be without, stay errors.
    func testStructureIsAnError() {
        for json in [
            #"{"fr":10,"ip":0,"op":20,"w":60,"h":60}"#, #"{"fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":7}"#,
            #"{"fr":NaN,"ip":0,"op":20,"w":60,"h":60,"layers":[]}"#, #"{"fr":10,"ip":0,"op":20,"w":"wide","h":60,"layers":[]}"#,
            #"{"fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[}"#, "nan", "",
        ] { XCTAssertThrowsError(try LottieScene(data: Data(json.utf8)), json) }
        XCTAssertNoThrow(try LottieScene(data: Data(#"{"fr":"10","ip":0,"op":20,"w":"60","h":60,"layers":[]}"#.utf8)))
        let huge = try? LottieScene(data: Data(#"{"fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[],"x":1e999}"#.utf8))
        XCTAssertEqual(huge?.diagnostics.map(\.identifier), ["lottie.refused-value"])
    }
}
