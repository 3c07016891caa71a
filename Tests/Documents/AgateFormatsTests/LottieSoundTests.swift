import AgateFormats
import Foundation
import XCTest

/// The sounds of audio layers: their places, ranges, speeds and levels.
final class LottieSoundTests: XCTestCase {
    private let bytes = Data([1, 2, 3, 4])
    private var url: String { "data:audio/wav;base64,\(bytes.base64EncodedString())" }

    private func scene(_ layers: String, _ assets: String = "", ip: Int = 0) throws -> LottieScene {
        let json = """
            {"v":"5","w":10,"h":10,"fr":25,"ip":\(ip),"op":100,"layers":[\(layers)],
            "assets":[{"id":"s","p":"\(url)","u":"","e":1},{"id":"none","p":"missing.wav","u":"","e":0}\(assets)]}
            """
        return try LottieScene(data: Data(json.utf8), file: "x.json")
    }

    private func layer(_ more: String) -> String { #"{"ty":6,"nm":"L","refId":"s","ks":{},\#(more)}"# }

    func testPlacesAndSpeeds() throws {
        for (name, layers, assets, ip, start, range, speed) in [
            ("from the beginning", layer(#""ip":0,"op":100,"st":0"#), "", 0, 0.0, 0.0..<4.0, 1.0),
            ("in and out points", layer(#""ip":25,"op":50,"st":0"#), "", 0, 0, 1..<2, 1),
            ("a later start", layer(#""ip":25,"op":50,"st":25"#), "", 0, 1, 1..<2, 1),
            ("an earlier start", layer(#""ip":0,"op":50,"st":-50"#), "", 0, -2, 0..<2, 1),
            ("stretched", layer(#""ip":0,"op":100,"st":25,"sr":2"#), "", 0, 1, 0..<4, 0.5),
            ("a later first frame", layer(#""ip":25,"op":75,"st":25"#), "", 50, -1, 0..<1, 1),
            ("beyond the end", layer(#""ip":0,"op":1000,"st":0"#), "", 0, 0, 0..<4, 1),
            (
                "in a composition", #"{"ty":0,"nm":"C","refId":"c","w":10,"h":10,"ip":25,"op":75,"st":25,"ks":{}}"#,
                #",{"id":"c","layers":[\#(layer(#""ip":0,"op":100,"st":25"#))]}"#, 0, 2, 1..<3, 1
            ),
            (
                "in a stretched composition", #"{"ty":0,"nm":"C","refId":"c","w":10,"h":10,"ip":0,"op":100,"st":0,"sr":0.5,"ks":{}}"#,
                #",{"id":"c","layers":[\#(layer(#""ip":50,"op":100,"st":50"#))]}"#, 0, 1, 1..<2, 2
            ),
        ] as [(String, String, String, Int, Double, Range<Double>, Double)] {
            let scene = try scene(layers, assets, ip: ip), sounds = scene.sounds()
            XCTAssertEqual(sounds.count, 1, name)
            guard let sound = sounds.first else { continue }
            XCTAssertEqual(sound.start, start, accuracy: 1e-9, name)
            XCTAssertEqual(sound.range.lowerBound, range.lowerBound, accuracy: 1e-9, name)
            XCTAssertEqual(sound.range.upperBound, range.upperBound, accuracy: 1e-9, name)
            XCTAssertEqual(sound.speed, speed, accuracy: 1e-9, name)
            XCTAssertEqual(sound.source, .data(bytes), name)
            XCTAssertEqual(sound.layer, "L")
            XCTAssertEqual(sound.levels.map(\.value), [1], name)
        }
    }

    func testLevels() throws {
        let constant = try XCTUnwrap(try scene(layer(#""ip":0,"op":50,"st":0,"au":{"lv":{"a":0,"k":[50,50]}}"#)).sounds().first)
        XCTAssertEqual(constant.levels.map(\.value), [0.5])
        let ramp = try XCTUnwrap(
            try scene(
                layer(
                    #""ip":0,"op":50,"st":0,"au":{"lv":{"a":1,"k":[{"t":0,"s":[0,0],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":25,"s":[100,100]}]}}"#
                )
            ).sounds().first)
        func level(_ time: Double) -> Double {
            let after = ramp.levels.firstIndex { $0.time >= time } ?? ramp.levels.count - 1
            guard after > 0 else { return ramp.levels[0].value }
            let (a, b) = (ramp.levels[after - 1], ramp.levels[after])
            return a.value + (b.value - a.value) * (time - a.time) / max(1e-9, b.time - a.time)
        }
        for (time, value) in [(0.0, 0.0), (0.25, 0.25), (0.5, 0.5), (1, 1), (1.7, 1)] { XCTAssertEqual(level(time), value, accuracy: 1e-6) }
        XCTAssertLessThan(ramp.levels.count, 32, "a level that does not change has no points")
    }

    func testWhatIsNotHeard() throws {
        for (layers, assets, message) in [
            (layer(#""ip":0,"op":50,"st":0,"hd":true"#), "", nil), (layer(#""ip":50,"op":50,"st":0"#), "", nil),
            (layer(#""ip":200,"op":300,"st":0"#), "", nil),
            (layer(#""ip":0,"op":50,"st":0,"sr":-1"#), "", "its time is remapped or goes backwards"),
            (layer(#""ip":0,"op":50,"st":0,"tm":{"a":0,"k":1}"#), "", "its time is remapped or goes backwards"),
            (#"{"ty":6,"nm":"L","refId":"none","ip":0,"op":9,"ks":{}}"#, "", "does not exist, or can't be read"),
            (#"{"ty":6,"nm":"L","refId":"other","ip":0,"op":9,"ks":{}}"#, "", "does not exist, or can't be read"),
            (
                #"{"ty":0,"nm":"C","refId":"c","w":1,"h":1,"ip":0,"op":75,"st":0,"ks":{},"tm":{"a":0,"k":1}}"#,
                #",{"id":"c","layers":[\#(layer(#""ip":0,"op":100,"st":25"#))]}"#, "its composition is remapped"
            ),
            // A composition that contains itself.
            (
                #"{"ty":0,"nm":"C","refId":"c","w":1,"h":1,"ip":0,"op":75,"st":0,"ks":{}}"#,
                #",{"id":"c","layers":[{"ty":0,"nm":"D","refId":"c","w":1,"h":1,"ip":0,"op":75,"st":0,"ks":{}},{"ty":0,"nm":"E","refId":"c","w":1,"h":1,"ip":0,"op":75,"st":0,"ks":{}}]}"#,
                nil
            ),
        ] as [(String, String, String?)] {
            let scene = try scene(layers, assets), sounds = scene.sounds()
            XCTAssertEqual(sounds.count, 0, layers)
            let messages = scene.diagnostics.map(\.message).filter { !$0.contains("heard only in films") }
            if let message { XCTAssertTrue(messages.contains { $0.contains(message) }, "\(messages)") }
        }
    }
}
