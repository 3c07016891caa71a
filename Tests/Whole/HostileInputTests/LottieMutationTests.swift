import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import XCTest

@testable import AgateFormats

/// Lottie files that nobody would draw: each is one error, or plays somehow with what is wrong reported; neither takes long.
final class LottieMutationTests: XCTestCase {
    private static let source = """
        {"v":"5.7.0","fr":30,"ip":0,"op":60,"w":60,"h":40,"assets":[{"id":"c","layers":[
          {"ty":4,"nm":"Inner","ind":1,"ip":0,"op":60,"st":0,"ks":{"p":{"a":1,"k":[{"t":0,"s":[10,20],"o":{"x":0.3,"y":0},"i":{"x":0.6,"y":1},"to":[5,5],"ti":[-5,5]},{"t":60,"s":[40,20]}]},"sk":{"a":0,"k":10}},
           "shapes":[{"ty":"gr","it":[{"ty":"sr","sy":1,"pt":{"a":0,"k":5},"p":{"a":0,"k":[0,0]},"or":{"a":0,"k":10},"ir":{"a":0,"k":5},"os":{"a":0,"k":0},"is":{"a":0,"k":0},"r":{"a":0,"k":0}},
            {"ty":"rp","c":{"a":1,"k":[{"t":0,"s":[1],"h":1},{"t":30,"s":[3]}]},"o":{"a":0,"k":0},"m":1,"tr":{"p":{"a":0,"k":[8,0]},"r":{"a":0,"k":10},"so":{"a":0,"k":100},"eo":{"a":0,"k":50}}},
            {"ty":"gf","t":2,"s":{"a":0,"k":[0,0]},"e":{"a":0,"k":[10,0]},"h":{"a":0,"k":20},"a":{"a":0,"k":0},"o":{"a":0,"k":80},"g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0,1,0,1,1,0.5]}}},
            {"ty":"tr","p":{"a":0,"k":[0,0]}}]}]}]},{"id":"i","u":"","p":"data:image/png;base64,iVBORw0KGgo=","w":10,"h":10,"e":1}],
         "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":75}]},
         "chars":[{"ch":"a","size":10,"style":"R","fFamily":"F","w":60,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,-50],[50,-50],[50,0]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]}]}}],
         "markers":[{"tm":10,"cm":"m","dr":5}],"layers":[
          {"ty":0,"nm":"Comp","ind":1,"refId":"c","w":60,"h":40,"ip":0,"op":60,"st":0,"sr":1,"tm":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":60,"s":[1]}]},"ks":{"o":{"a":0,"k":90}},"tt":1},
          {"ty":4,"nm":"Shape","ind":2,"parent":1,"ip":0,"op":60,"st":0,"bm":1,"ks":{"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"r":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":60,"s":[90]}]}},
           "masksProperties":[{"mode":"s","inv":true,"o":{"a":0,"k":50},"x":{"a":0,"k":2},"pt":{"a":1,"k":[{"t":0,"s":[{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":60,"s":[{"c":true,"v":[[0,0],[20,0],[20,20]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}]}]}}],
           "ef":[{"ty":25,"nm":"S","en":1,"ef":[{"ty":2,"v":{"a":0,"k":[1,0,0]}},{"ty":0,"v":{"a":0,"k":200}},{"ty":0,"v":{"a":0,"k":90}},{"ty":0,"v":{"a":0,"k":5}},{"ty":0,"v":{"a":0,"k":5}}]}],
           "shapes":[{"ty":"rc","p":{"a":0,"k":[20,20]},"s":{"a":0,"k":[10,10]},"r":{"a":0,"k":3}},{"ty":"rd","r":{"a":0,"k":2}},{"ty":"mm","mm":4},{"ty":"tm","s":{"a":0,"k":10},"e":{"a":0,"k":80},"o":{"a":0,"k":30},"m":2},
            {"ty":"st","c":{"a":0,"k":[0,0,1,1]},"o":{"a":0,"k":100},"w":{"a":0,"k":2},"lc":2,"lj":1,"ml":4,"d":[{"n":"d","v":{"a":0,"k":3}},{"n":"g","v":{"a":0,"k":2}},{"n":"o","v":{"a":0,"k":1}}]},{"ty":"zz","s":{"a":0,"k":2},"r":{"a":0,"k":3},"pt":{"a":0,"k":1}}]},
          {"ty":5,"nm":"Text","ind":3,"ip":0,"op":60,"st":0,"ks":{},"t":{"d":{"k":[{"s":{"t":"aa a","f":"F","s":12,"fc":[1,0,0],"sz":[30,30],"ps":[0,0],"lh":10,"tr":20,"j":2},"t":0}]},"m":{"g":2,"a":{"a":0,"k":[0,0]}},
           "a":[{"s":{"b":1,"r":1,"sh":4,"s":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":60,"s":[100]}]},"e":{"a":0,"k":100}},"a":{"p":{"a":0,"k":[0,5]},"t":{"a":0,"k":40},"fc":{"a":0,"k":[0,1,0,1]}}}]}},
          {"ty":2,"nm":"Image","ind":4,"refId":"i","ip":0,"op":60,"st":0,"ks":{}},{"ty":1,"nm":"Solid","ind":5,"sw":10,"sh":10,"sc":"#ff8800","ip":0,"op":60,"st":0,"ks":{}}]}
        """

    /// What was added later: cameras, texts along paths, styles, repeaters and trims that move, slots.
    private static let newer = """
        {"v":"5.9.0","fr":30,"ip":0,"op":60,"w":60,"h":40,"slots":{"tint":{"p":{"a":0,"k":[1,0,0]}},"ramp":{"p":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0,1]}}},"x":{"p":{"a":1,"k":[{"t":0,"s":[1,2]},{"t":9,"s":[3,4]}]}}},
         "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":75}]},
         "chars":[{"ch":"a","size":10,"style":"R","fFamily":"F","w":60,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"a":0,"k":{"c":true,"v":[[0,-50],[50,-50],[50,0]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]}]}}],
         "layers":[
          {"ty":13,"ddd":1,"nm":"Eye","ind":1,"parent":2,"ip":0,"op":40,"pe":{"a":1,"k":[{"t":0,"s":[50]},{"t":60,"s":[90]}]},"ks":{"p":{"s":true,"x":{"a":0,"k":30},"y":{"a":0,"k":20},"z":{"a":0,"k":-60}},"a":{"a":0,"k":[30,20,0]},"or":{"a":0,"k":[1,2,3]},"rx":{"a":0,"k":5}}},
          {"ty":3,"ddd":1,"nm":"Null","ind":2,"ip":0,"op":60,"ks":{"s":{"a":0,"k":[90,110,120]},"ry":{"a":1,"k":[{"t":0,"s":[0]},{"t":60,"s":[45]}]}}},
          {"ty":1,"ddd":1,"nm":"Card","ind":3,"sw":20,"sh":10,"sc":"#ff8800","ip":0,"op":60,"tt":1,"tp":5,"ks":{"p":{"a":0,"k":[20,20,10]},"ry":{"a":0,"k":30}},
           "ef":[{"ty":28,"nm":"M","en":1,"ef":[{"ty":10,"v":{"a":0,"k":4}},{"ty":7,"v":{"a":0,"k":5}},{"ty":7,"v":{"a":0,"k":1}},{"ty":7,"v":{"a":0,"k":1}},{"ty":7,"v":{"a":0,"k":1}},{"ty":7,"v":{"a":0,"k":1}}]},
            {"ty":29,"nm":"B","en":1,"ef":[{"ty":0,"v":{"a":0,"k":5}},{"ty":7,"v":{"a":0,"k":2}},{"ty":7,"v":{"a":0,"k":0}}]},
            {"ty":22,"nm":"L","en":1,"ef":[{"ty":0,"v":{"a":0,"k":1}},{"ty":7,"v":{"a":0,"k":1}},{"ty":7,"v":{"a":0,"k":1}},{"ty":2,"v":{"a":0,"k":[1,0,0]}},{"ty":0,"v":{"a":0,"k":4}},{"ty":0,"v":{"a":0,"k":1}},{"ty":0,"v":{"a":0,"k":1}},{"ty":0,"v":{"a":0,"k":0}},{"ty":0,"v":{"a":0,"k":50}},{"ty":0,"v":{"a":0,"k":15}},{"ty":7,"v":{"a":0,"k":3}}]}],
           "masksProperties":[{"mode":"a","f":{"a":0,"k":[4,2]},"o":{"a":0,"k":100},"pt":{"a":0,"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]},
          {"ty":4,"nm":"Shape","ind":4,"ip":0,"op":60,"ks":{"p":{"sid":"x"}},
           "sy":[{"ty":2,"nm":"I","c":{"a":0,"k":[0,0,0]},"o":{"a":0,"k":80},"a":{"a":0,"k":45},"d":{"a":0,"k":3},"s":{"a":0,"k":4},"ch":{"a":0,"k":30}},{"ty":0,"nm":"S","c":{"a":0,"k":[0,1,0]},"s":{"a":0,"k":3}},{"ty":4,"nm":"G","s":{"a":0,"k":5},"sr":{"a":0,"k":2}},{"ty":3,"nm":"O","s":{"a":0,"k":5},"ch":{"a":0,"k":50}}],
           "shapes":[{"ty":"gr","it":[{"ty":"rc","p":{"a":0,"k":[20,20]},"s":{"a":0,"k":[10,10]},"r":{"a":0,"k":3}},{"ty":"st","c":{"sid":"tint"},"o":{"a":0,"k":100},"w":{"a":0,"k":2},"lc":2,"lj":1},{"ty":"tr","p":{"a":0,"k":[1,0]}}]},
            {"ty":"gr","bm":2,"it":[{"ty":"el","p":{"a":0,"k":[10,10]},"s":{"a":0,"k":[10,10]}},{"ty":"gf","t":1,"bm":1,"s":{"a":0,"k":[0,0]},"e":{"a":0,"k":[10,0]},"o":{"a":0,"k":80},"g":{"p":2,"sid":"ramp","k":{"a":0,"k":[0,1,0,0,1,0,0,1]}}},{"ty":"tr"}]},
            {"ty":"tw","a":{"a":0,"k":60},"c":{"a":0,"k":[15,15]}},{"ty":"tm","s":{"a":0,"k":10},"e":{"a":1,"k":[{"t":0,"s":[20]},{"t":60,"s":[90]}]},"o":{"a":0,"k":30},"m":2},
            {"ty":"rp","c":{"a":1,"k":[{"t":0,"s":[1]},{"t":30,"s":[3]}]},"o":{"a":1,"k":[{"t":0,"s":[0]},{"t":30,"s":[2]}]},"m":2,"tr":{"p":{"a":0,"k":[8,0]},"s":{"a":0,"k":[90,80]},"r":{"a":0,"k":10},"so":{"a":0,"k":100},"eo":{"a":0,"k":50}}}]},
          {"ty":5,"nm":"Text","ind":5,"td":1,"ip":0,"op":60,"ks":{},"masksProperties":[{"mode":"n","o":{"a":0,"k":100},"pt":{"a":0,"k":{"c":true,"v":[[0,0],[40,0],[40,30]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,9],[0,0]]}}}],
           "t":{"d":{"sid":"words","k":[{"s":{"t":"aa a","f":"F","s":12,"fc":[1,0,0],"j":2},"t":0}]},"p":{"m":0,"f":{"a":1,"k":[{"t":0,"s":[0]},{"t":60,"s":[40]}]},"l":{"a":0,"k":3},"a":{"a":0,"k":1},"p":{"a":0,"k":1},"r":{"a":0,"k":1}},
           "a":[{"s":{"b":1,"r":1,"s":{"a":0,"k":0},"e":{"a":0,"k":50}},"a":{"bl":{"a":0,"k":[4,2]}}}]}}]}
        """

    private static let theme = """
        {"rules":[{"id":"tint","type":"Color","animations":["a","b"],"value":[1,0.5,0]},{"id":"x","type":"Position","keyframes":[{"frame":0,"value":[1,2],"inTangent":{"x":1,"y":1},"outTangent":{"x":[0,0],"y":0},"valueInTangent":[1,2],"valueOutTangent":[3,4]},{"frame":9,"value":[5,6],"hold":true}]},
        {"id":"ramp","type":"Gradient","value":[{"offset":0,"color":[1,0,0,0.5]},{"offset":1,"color":"#00ff00"}]},{"id":"words","type":"Text","value":{"text":"b","fillColor":[0,1,0],"justify":"Center","fontSize":9}},{"id":"i","type":"Image","value":{"id":"p.png"}}]}
        """

    func testTheNewerSourcesAreSound() throws {
        let scene = try LottieScene(data: Data(Self.newer.utf8), file: "x.json")
        XCTAssertEqual(scene.slots.map(\.id), ["ramp", "tint", "words", "x"])
        XCTAssertEqual(
            scene.diagnostics.map(\.message),
            ["x.json: layer \"Card\": a blur in one direction is not supported on a rotated layer; it blurs in both directions"])
        XCTAssertEqual(try LottieTheme(Data(Self.theme.utf8), animation: "a", file: "t").values.count, 4)
    }

    func testMutatedThemes() throws {
        var random = SeededGenerator(seed: 11)
        let original = Array(Self.theme.utf8), tree = try JSONTree(Data(Self.newer.utf8))
        for _ in 0..<3000 {
            guard
                let theme = try? LottieTheme(
                    Data(Self.mutated(original, Int.random(in: 0..<4, using: &random), &random)), animation: "a", file: "t")
            else { continue }
            var values = LottieSlotValues()
            (values.themed, values.texts) = (theme.values, theme.texts)
            _ = try? LottieDocument(tree, values)
        }
    }

    /// Makes everything, and draws two times of it.
    private func tryAll(_ data: Data) {
        guard let scene = try? LottieScene(data: data, file: "x.json") else { return }
        _ = scene.keyPaths().count
        guard scene.size.width <= 2000, scene.size.height <= 2000 else { return }
        let width = 30, height = 20
        guard
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue
            )
        else { return XCTFail("no context") }
        scene.currentProgress = 0.4
        scene.rootLayer.render(in: context)
    }

    func testTheSourceIsSound() throws {
        let scene = try LottieScene(data: Data(Self.source.utf8), file: "x.json")
        XCTAssertEqual(scene.markers.count, 1)
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["lottie.bad-image", "lottie.missing-parent"])
    }

    private static let numbers = [
        "0", "-1", "1e308", "-1e308", "1e400", "1e-320", "999999999", "-999999999", "0.5", "null", "true", "\"x\"", "[]", "{}", "[[1]]",
    ]

    private static func mutated(_ original: [UInt8], _ kind: Int, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch kind {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...40, using: &random)))
            case 2:
                let end = min(bytes.count, at + Int.random(in: 1...200, using: &random))
                bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0..<bytes.count, using: &random))
            default:
                // A number becomes something else, and the text stays well-formed.
                guard let start = bytes[at...].firstIndex(where: { (0x30...0x39).contains($0) }) else { continue }
                var end = start
                while end < bytes.count, (0x30...0x39).contains(bytes[end]) || bytes[end] == 0x2E { end += 1 }
                bytes.replaceSubrange(start..<end, with: Array(numbers[Int.random(in: 0..<numbers.count, using: &random)].utf8))
            }
            if bytes.isEmpty { bytes = [0x7B] }
        }
        return bytes
    }

    /// `AGATE_MUTATIONS` is a percentage, for builds in which each takes ten times as long.
    func testMutations() {
        var random = SeededGenerator(seed: 7)
        let share = ProcessInfo.processInfo.environment["AGATE_MUTATIONS"].flatMap { Int($0) } ?? 100
        for (source, rounds) in [(Self.source, 3000), (Self.newer, 2000)] {
            let original = Array(source.utf8)
            for round in 0..<rounds * share / 100 { tryAll(Data(Self.mutated(original, round % 4, &random))) }
        }
    }

    func testTruncations() {
        let bytes = Array(Self.source.utf8)
        for length in stride(from: 0, to: bytes.count, by: 41) {
            XCTAssertThrowsError(try LottieScene(data: Data(bytes.prefix(length)), file: "x.json"), "\(length)")
        }
    }

    /// Files that are small and mean much.
    func testGiants() {
        let start = processorSeconds()
        let head = #"{"fr":30,"ip":0,"op":60,"w":60,"h":40,"#
        // Compositions that show each other, and twice each.
        let circle = (0..<30).map { n in
            #"{"id":"\#(n)","layers":[\#((0..<2).map { _ in #"{"ty":0,"refId":"\#((n + 1) % 30)","w":9,"h":9,"ip":0,"op":60,"ks":{}}"# }.joined(separator: ","))]}"#
        }
        let chain = (0..<30).map { n in
            #"{"id":"\#(n)","layers":[\#((0..<2).map { _ in #"{"ty":0,"refId":"\#(n + 1)","w":9,"h":9,"ip":0,"op":60,"ks":{}}"# }.joined(separator: ","))]}"#
        }
        for assets in [circle, chain] {
            tryAll(
                Data(
                    (head
                        + #""assets":[\#(assets.joined(separator: ","))],"layers":[{"ty":0,"refId":"0","w":9,"h":9,"ip":0,"op":60,"ks":{}}]}"#)
                        .utf8))
        }
        // Its own parent, and its own matte.
        tryAll(
            Data(
                (head
                    + ##""layers":[{"ty":1,"ind":1,"parent":2,"sw":9,"sh":9,"sc":"#ffffff","ip":0,"op":60,"tt":1,"tp":2,"ks":{}},{"ty":1,"ind":2,"parent":1,"tt":1,"tp":1,"sw":9,"sh":9,"sc":"#ffffff","ip":0,"op":60,"ks":{}}]}"##)
                    .utf8))
        // Copies of copies.
        let repeater = #"{"ty":"rp","c":{"a":0,"k":1e9},"o":{"a":0,"k":0},"tr":{"p":{"a":0,"k":[1,0]}}}"#
        tryAll(
            Data(
                (head
                    + #""layers":[{"ty":4,"ip":0,"op":60,"ks":{},"shapes":[{"ty":"el","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[9,9]}},{"ty":"fl","c":{"a":0,"k":[1,0,0]},"o":{"a":0,"k":100}},\#(repeater),\#(repeater),\#(repeater)]}]}"#)
                    .utf8))
        // Stars with a billion corners, and zig-zag of as many.
        tryAll(
            Data(
                (head
                    + #""layers":[{"ty":4,"ip":0,"op":60,"ks":{},"shapes":[{"ty":"sr","sy":1,"pt":{"a":0,"k":1e9},"p":{"a":0,"k":[0,0]},"or":{"a":0,"k":9},"ir":{"a":0,"k":5},"os":{"a":0,"k":0},"is":{"a":0,"k":0},"r":{"a":0,"k":0}},{"ty":"zz","s":{"a":0,"k":1},"r":{"a":0,"k":1e9},"pt":{"a":0,"k":1}},{"ty":"fl","c":{"a":0,"k":[1,0,0]},"o":{"a":0,"k":100}}]}]}"#)
                    .utf8))
        // A million keyframes.
        let keys = (0..<1_000_000).map { #"{"t":\#($0),"s":[\#($0 % 100)]}"# }.joined(separator: ",")
        tryAll(
            Data((head + ##""layers":[{"ty":1,"sw":9,"sh":9,"sc":"#ffffff","ip":0,"op":60,"ks":{"o":{"a":1,"k":[\##(keys)]}}}]}"##).utf8))
        // Groups of groups that one trim goes over, and trims in each of them.
        let leaf = #"{"ty":"el","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[9,9]}},{"ty":"fl","c":{"a":0,"k":[1,0,0]},"o":{"a":0,"k":100}}"#
        let trim = #"{"ty":"tm","s":{"a":0,"k":0},"e":{"a":1,"k":[{"t":0,"s":[0]},{"t":60,"s":[50]}]},"o":{"a":0,"k":0},"m":2}"#
        let nested = (0..<12).reduce(leaf) { inner, _ in #"{"ty":"gr","it":[\#(inner),\#(trim)]},{"ty":"gr","it":[\#(leaf)]},\#(trim)"# }
        tryAll(Data((head + #""layers":[{"ty":4,"ip":0,"op":60,"ks":{},"shapes":[\#(nested)]}]}"#).utf8))
        let many = Array(repeating: #"{"ty":"gr","it":[\#(leaf)]}"#, count: 1000).joined(separator: ",")
        tryAll(Data((head + #""layers":[{"ty":4,"ip":0,"op":60,"ks":{},"shapes":[\#(many),\#(trim)]}]}"#).utf8))
        // Styles, which take their layer again, of compositions in compositions.
        let style = #""sy":[{"ty":2,"s":{"a":0,"k":4}},{"ty":4,"s":{"a":0,"k":4}},{"ty":0,"s":{"a":0,"k":4}}]"#
        let styled = (0..<16).map { n in
            #"{"id":"\#(n)","layers":[{"ty":0,"refId":"\#(n + 1)","w":9,"h":9,"ip":0,"op":60,"ks":{},\#(style)}]}"#
        }
        tryAll(
            Data(
                (head
                    + #""assets":[\#(styled.joined(separator: ",")),{"id":"16","layers":[]}],"layers":[{"ty":0,"refId":"0","w":9,"h":9,"ip":0,"op":60,"ks":{}}]}"#)
                    .utf8))
        // Deep nesting of values, groups and lists.
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            tryAll(
                Data(
                    (head + #""layers":"# + String(repeating: open, count: 200_000) + "1" + String(repeating: close, count: 200_000) + "}")
                        .utf8))
        }
        let groups = String(repeating: #"{"ty":"gr","it":["#, count: 2000) + String(repeating: "]}", count: 2000)
        tryAll(Data((head + #""layers":[{"ty":4,"ip":0,"op":60,"ks":{},"shapes":[\#(groups)]}]}"#).utf8))
        // Sizes beyond all.
        for (w, h) in [("1e9", "1e9"), ("-5", "5"), ("0", "0"), ("1e400", "1")] {
            tryAll(Data(#"{"fr":30,"ip":0,"op":60,"w":\#(w),"h":\#(h),"layers":[]}"#.utf8))
        }
        // A text of a million letters, with animators.
        let text = String(repeating: "a b ", count: 250_000)
        tryAll(
            Data(
                (head
                    + #""layers":[{"ty":5,"ip":0,"op":60,"ks":{},"t":{"d":{"k":[{"s":{"t":"\#(text)","f":"F","s":10,"fc":[1,0,0]},"t":0}]},"a":[{"a":{"t":{"a":0,"k":5}}}]}}]}"#)
                    .utf8))
        XCTAssertLessThan(processorSeconds() - start, 240)
    }
}
