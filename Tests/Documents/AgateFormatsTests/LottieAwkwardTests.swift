import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Files that are odd but not broken: what shows, and what is said.
final class LottieAwkwardTests: XCTestCase {
    private func solid(
        _ more: String = "", ks: String = "", ip: Double = 0, op: Double = 20, w: Double = 20, h: Double = 20, color: String = "#ff0000"
    ) -> String {
        #"{"ty":1,"nm":"A","sw":\#(w),"sh":\#(h),"sc":"\#(color)","ip":\#(ip),"op":\#(op),"ks":{\#(ks)}\#(more)}"#
    }

    private func row(_ layers: String..., frame: Double = 0, more: String = "", says: [String] = []) throws -> [ClosedRange<Int>] {
        let made = try LottiePicture(layers.joined(separator: ","), frame: frame, more: more)
        XCTAssertEqual(made.messages, says)
        return made.row(5)
    }

    func testTimes() throws {
        XCTAssertEqual(try row(solid(ip: 10, op: 10)), [], "it ends when it begins")
        XCTAssertEqual(try row(solid(ip: 10, op: 5), frame: 7), [])
        let scene = try LottieScene(data: Data(#"{"fr":10,"ip":5,"op":5,"w":60,"h":60,"layers":[\#(solid())]}"#.utf8))
        XCTAssertEqual(scene.duration, 0)
        XCTAssertEqual(LottiePicture(scene: scene, frame: 5).row(5), [0...19])
        scene.play(loopMode: .loop)
        XCTAssertEqual(scene.currentFrame, 5)
    }

    func testClocksOfCompositions() throws {
        let inner = solid(ks: #""p":\#(LottieItems.moving("[0,0]", "[20,0]", over: 20))"#)
        func comp(_ more: String) -> String { #"{"ty":0,"refId":"c","w":60,"h":60,"ip":0,"op":20,"ks":{}\#(more)}"# }
        let assets = #","assets":[{"id":"c","layers":[\#(inner)]}]"#
        XCTAssertEqual(try row(comp(#","st":0,"sr":1"#), frame: 10, more: assets), [10...29])
        XCTAssertEqual(try row(comp(#","st":20,"sr":-1"#), frame: 5, more: assets), [15...34], "backwards")
        XCTAssertEqual(try row(comp(#","st":0,"sr":0"#), frame: 10, more: assets), [10...29], "no stretch at all is none")
        XCTAssertEqual(try row(comp(#","st":-10,"sr":1"#), frame: 5, more: assets), [15...34])
        XCTAssertEqual(try row(comp(#","st":0,"sr":2"#), frame: 10, more: assets), [5...24])
        // Longer than what is in it.
        let short = #","assets":[{"id":"c","layers":[\#(solid(op: 5))]}]"#
        XCTAssertEqual(try row(comp(#","st":0"#), frame: 4, more: short), [0...19])
        XCTAssertEqual(try row(comp(#","st":0"#), frame: 6, more: short), [])
    }

    func testParents() throws {
        let hidden = #"{"ty":3,"hd":true,"ind":1,"ip":0,"op":20,"ks":{"p":{"k":[30,0]}}}"#
        XCTAssertEqual(try row(hidden, solid(#","parent":1"#)), [30...49], "hidden ones move their children")
        let gone = #"{"ty":3,"ind":1,"ip":15,"op":20,"ks":{"p":{"k":[30,0]}}}"#
        XCTAssertEqual(try row(gone, solid(#","parent":1"#)), [30...49], "and so do those that are not there yet")
        XCTAssertEqual(try row(solid(#","parent":9"#), says: ["x.json: layer \"A\": its parent 9 does not exist"]), [0...19])
        let faint = #"{"ty":3,"ind":1,"ip":0,"op":20,"ks":{"p":{"k":[30,0]},"o":{"k":0}}}"#
        XCTAssertEqual(try row(faint, solid(#","parent":1"#)), [30...49], "opacity is not inherited")
    }

    func testMattes() throws {
        let matte = solid(#","td":1,"ind":7"#, w: 10)
        XCTAssertEqual(try row(solid(#","tt":1,"tp":7,"ind":1"#), matte), [0...9], "a later layer")
        XCTAssertEqual(try row(solid(#","tt":2,"tp":7,"ind":1"#), matte), [10...19])
        XCTAssertEqual(try row(solid(#","tt":1,"tp":9,"ind":1"#), says: ["x.json: layer \"A\": its matte 9 does not exist"]), [0...19])
        XCTAssertEqual(try row(solid(#","tt":1,"tp":1,"ind":1"#), says: ["x.json: layer \"A\": the layer is its own matte"]), [0...19])
        XCTAssertEqual(try row(solid(#","tt":1"#), says: ["x.json: layer \"A\": there is no layer above it to use as its matte"]), [0...19])
    }

    func testSizes() throws {
        XCTAssertEqual(try row(solid(w: 0)), [])
        XCTAssertEqual(try row(solid(w: 0, h: 0)), [])
        let empty = #"{"ty":0,"refId":"c","w":0,"h":0,"ip":0,"op":20,"ks":{}}"#
        XCTAssertEqual(try row(empty, more: #","assets":[{"id":"c","layers":[\#(solid())]}]"#), [])
        for huge in ["1e308", "-1e308", "1e30"] {
            for key in ["p", "s", "a", "r", "sk", "o"] {
                let value = key == "r" || key == "sk" || key == "o" ? huge : "[\(huge),\(huge)]"
                _ = try LottiePicture(solid(ks: #""\#(key)":{"k":\#(value)}"#))
            }
        }
        _ = try LottiePicture(solid(ks: #""s":{"k":[0,0]}"#))
        _ = try LottiePicture(solid(ks: #""p":\#(LottieItems.moving("[1e308,0]", "[-1e308,0]"))"#), frame: 5)
    }

    func testTexts() throws {
        func text(_ document: String) -> String {
            #"{"ty":5,"nm":"T","ip":0,"op":20,"ks":{},"t":{"d":{"k":[{"s":{\#(document)},"t":0}]}}}"#
        }
        XCTAssertEqual(try row(text(#""t":"","f":"Nowhere","s":20"#)), [], "an empty text needs no font")
        XCTAssertEqual(try row(text(#""t":"\r\r","f":"Nowhere","s":20"#)), [])
        XCTAssertEqual(try row(text(#""t":"abc","f":"Nowhere","s":0"#)), [])
        XCTAssertEqual(try row(text(#""t":"abc","f":"Nowhere","s":-5"#)), [])
    }

    /// Groups and fills blend with what is below them in their own layer, not with layers below.
    func testBlendModesOfShapes() throws {
        let green = #"{"ty":"fl","c":{"k":[0,1,0,1]},"o":{"k":100},"bm":2}"#
        let group =
            #"{"ty":"gr","bm":2,"it":[\#(LottieItems.square(10, 5, 20)),\#(green.replacingOccurrences(of: #","bm":2"#, with: "")),{"ty":"tr"}]}"#
        let below = LottieItems.group([LottieItems.square(15, 5, 10), LottieItems.red])
        let blue = solid(w: 60, h: 60, color: "#0000ff")
        for items in [[LottieItems.group([LottieItems.square(10, 5, 20), green]), below], [group, below]] {
            let made = try LottiePicture(LottieItems.layer(items) + "," + blue)
            XCTAssertEqual(made.messages, [])
            XCTAssertEqual(made[15, 5], 0xFFFF_FF00, "screen with red")
            XCTAssertEqual(made[2, 5], 0xFF00_FF00, "not with the layer below")
        }
        let unknown = try LottiePicture(
            LottieItems.layer([
                LottieItems.group([LottieItems.square(10, 5, 20), green.replacingOccurrences(of: #""bm":2"#, with: #""bm":17"#)])
            ]))
        XCTAssertEqual(unknown.messages, ["x.json: layer \"S\": blend mode 17 is not supported; it is drawn as normal"])
    }

    func testSoftMasks() throws {
        func masked(_ feather: String) -> String {
            solid(
                #","masksProperties":[{"mode":"a","f":{"k":\#(feather)},"pt":{"k":{"c":true,"v":[[10,10],[50,10],[50,50],[10,50]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}},"o":{"k":100}}]"#,
                w: 60, h: 60)
        }
        let soft = try LottiePicture(masked("[16,16]")), sideways = try LottiePicture(masked("[16,0]"))
        XCTAssertEqual(soft.messages, [])
        for made in [soft, sideways] {
            let edge = made[10, 30] >> 24
            XCTAssertTrue((115...150).contains(edge), "\(edge)")
            XCTAssertTrue((10...60).contains(made[6, 30] >> 24), "\(made[6, 30] >> 24)")
            XCTAssertEqual(made[30, 30] >> 24, 255)
        }
        XCTAssertTrue((10...60).contains(soft[30, 6] >> 24))
        XCTAssertEqual(sideways[30, 6], 0)
        XCTAssertEqual(sideways[30, 12] >> 24, 255)
    }

    /// Each thing that is not done says so, and only once.
    func testNothingIsLeftOutInSilence() throws {
        let kinds: [(String, String)] = [
            (#"{"ty":6,"nm":"L","ip":0,"op":20,"refId":"s","ks":{}}"#, "the sound is heard only in films"),
            (#"{"ty":15,"nm":"L","ip":0,"op":20,"ks":{}}"#, "layers of type 15 are not supported"),
            (#"{"ty":2,"nm":"L","ip":0,"op":20,"refId":"none","ks":{}}"#, "the image \"none\" does not exist"),
            (#"{"ty":0,"nm":"L","ip":0,"op":20,"refId":"none","w":9,"h":9,"ks":{}}"#, "the composition \"none\" does not exist"),
            (#"{"ty":4,"nm":"L","ip":0,"op":20,"ks":{},"shapes":[{"ty":"xx"}]}"#, "shapes of type \"xx\" are not supported"),
            (
                #"{"ty":1,"nm":"L","mb":true,"sw":9,"sh":9,"sc":"00ff00","ip":0,"op":20,"ks":{}}"#,
                "motion blur is not supported; the layer is drawn without it"
            ),
        ]
        for (layer, message) in kinds {
            XCTAssertEqual(try LottiePicture(layer + "," + layer).messages, ["x.json: layer \"L\": \(message)"])
        }
        for type in [26, 27, 30, 31, 32, 33, 34, 35] {
            XCTAssertEqual(
                try LottiePicture(solid(#","ef":[{"ty":\#(type),"nm":"E\#(type)","en":1,"ef":[]}]"#)).messages,
                ["x.json: layer \"A\": the effect \"E\(type)\" is not supported"])
        }
        for type in [5, 6, 8, 9, -1] {
            XCTAssertEqual(
                try LottiePicture(solid(#","sy":[{"ty":\#(type),"nm":"S"}]"#)).messages,
                ["x.json: layer \"A\": the layer style \"S\" is not supported"])
        }
        // What only holds values for expressions changes nothing.
        XCTAssertEqual(
            try LottiePicture(solid(#","ef":[{"ty":5,"mn":"ADBE Slider Control","nm":"S","en":1,"ef":[{"ty":0,"v":{"k":3}}]}]"#)).messages,
            [])
    }
}
