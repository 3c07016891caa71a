import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Values that files keep under names, set by programs and by themes. The square in the middle of 60 points is 20 wide.
final class LottieSlotTests: XCTestCase {
    private let file = """
        {"fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[{"ty":4,"nm":"Box","ip":0,"op":20,"ks":{"p":{"sid":"place"},"o":{"a":0,"k":100,"sid":"fade"}},
        "shapes":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[20,20]},"r":{"k":0}},{"ty":"fl","c":{"sid":"tint","a":0,"k":[0,0,1]},"o":{"k":100}}]}],
        "slots":{"tint":{"p":{"a":0,"k":[1,0,0]}},"place":{"p":{"a":0,"k":[30,30]}}}}
        """

    private func scene(_ text: String? = nil) throws -> LottieScene { try LottieScene(data: Data((text ?? file).utf8), file: "x.json") }
    private func pixel(_ scene: LottieScene, _ x: Int = 30, _ y: Int = 30, frame: Double = 0) -> UInt32 {
        LottiePicture(scene: scene, frame: frame)[x, y]
    }

    func testTheFilesOwn() throws {
        let scene = try scene()
        XCTAssertEqual(scene.slots, [.init(id: "fade", kind: .number), .init(id: "place", kind: .vector), .init(id: "tint", kind: .color)])
        XCTAssertEqual(pixel(scene), 0xFFFF_0000)
    }

    func testSetAndTakenBack() throws {
        let scene = try scene()
        XCTAssertTrue(scene.setValue(.color(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)), forSlot: "tint"))
        XCTAssertTrue(scene.setValue(.point(CGPoint(x: 10, y: 30)), forSlot: "place"))
        XCTAssertEqual(pixel(scene, 10), 0xFF00_FF00)
        XCTAssertEqual(pixel(scene, 30), 0)
        XCTAssertEqual(scene.value(forSlot: "place"), .point(CGPoint(x: 10, y: 30)))
        scene.removeValue(forSlot: "place")
        XCTAssertEqual(pixel(scene), 0xFF00_FF00)
        // A key path goes before it.
        scene.setValue(.color(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)), forKeyPath: "**.Color")
        XCTAssertEqual(pixel(scene), 0xFF00_00FF)
        scene.removeValue(forKeyPath: "**.Color")
        scene.removeValue(forSlot: "tint")
        XCTAssertEqual(pixel(scene), 0xFFFF_0000)
        XCTAssertTrue(scene.setValue(.number(50), forSlot: "fade"))
        XCTAssertEqual(pixel(scene) >> 24, 128)
    }

    func testWrongOnes() throws {
        let scene = try scene()
        XCTAssertFalse(scene.setValue(.number(1), forSlot: "tint"))
        XCTAssertFalse(scene.setValue(.number(1), forSlot: "nobody"))
        XCTAssertFalse(scene.setValue(.number(.nan), forSlot: "fade"))
        XCTAssertFalse(scene.setValue(.point(CGPoint(x: CGFloat.infinity, y: 0)), forSlot: "place"))
        XCTAssertEqual(pixel(scene), 0xFFFF_0000)
    }

    /// A slot that the file leaves empty has the standard value until it is set.
    func testEmptySlots() throws {
        let scene = try scene(file.replacingOccurrences(of: #","place":{"p":{"a":0,"k":[30,30]}}"#, with: ""))
        XCTAssertEqual(pixel(scene, 5, 5), 0xFFFF_0000)
        XCTAssertTrue(scene.setValue(.point(CGPoint(x: 30, y: 30)), forSlot: "place"))
        XCTAssertEqual(pixel(scene), 0xFFFF_0000)
    }

    func testGradientsTextsAndImages() throws {
        let gradient =
            #"{"ty":"gf","t":1,"s":{"k":[0,0]},"e":{"k":[60,0]},"o":{"k":100},"g":{"p":2,"k":{"sid":"ramp","a":0,"k":[0,1,0,0,1,1,0,0]}}}"#
        let text =
            #"{"ty":5,"nm":"T","ip":0,"op":20,"ks":{"p":{"k":[0,20]}},"t":{"d":{"sid":"words","k":[{"s":{"t":"a","f":"F","s":20,"fc":[1,1,1]},"t":0}]}}}"#
        let image = #"{"ty":2,"nm":"I","ip":0,"op":20,"ks":{},"refId":"i"}"#
        let scene = try scene(
            """
            {"fr":10,"ip":0,"op":20,"w":60,"h":60,"assets":[{"id":"i","w":60,"h":10,"p":"gone.png","u":"","e":0,"sid":"picture"}],
            "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R"}]},
            "chars":[\(["a", "b"].map { #"{"ch":"\#($0)","size":10,"style":"R","fFamily":"F","w":\#($0 == "a" ? 60 : 20),"data":{"shapes":[]}}"# }.joined(separator: ","))],
            "layers":[\(text),\(image),{"ty":4,"nm":"G","ip":0,"op":20,"ks":{},"shapes":[{"ty":"rc","p":{"k":[30,50]},"s":{"k":[60,20]},"r":{"k":0}},\(gradient)]}]}
            """)
        XCTAssertEqual(scene.slots.map(\.kind), [.image, .gradient, .text])
        XCTAssertEqual(pixel(scene, 30, 50), 0xFFFF_0000)
        let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1), clear = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0)
        XCTAssertTrue(
            scene.setValue(
                .gradient([.init(location: 0.5, color: green), .init(location: 0, color: green), .init(location: 1, color: clear)]),
                forSlot: "ramp"))
        XCTAssertEqual(pixel(scene, 10, 50), 0xFF00_FF00)
        XCTAssertTrue((60...68).contains(pixel(scene, 52, 50) >> 24), "\(pixel(scene, 52, 50) >> 24)")
        XCTAssertTrue(scene.setValue(.text("ba"), forSlot: "words"))
        XCTAssertEqual(scene.value(forKeyPath: "T.Text"), .text("ba"))
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue
            ))
        context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        XCTAssertTrue(scene.setValue(.image(context.makeImage()), forSlot: "picture"))
        XCTAssertEqual(pixel(scene, 30, 5), 0xFF00_00FF)
        XCTAssertTrue(scene.setValue(.image(nil), forSlot: "picture"))
        XCTAssertEqual(pixel(scene, 30, 5), 0)
    }

    // MARK: Themes

    private func archive(_ themes: [String: String], _ manifest: String = "") throws -> LottieArchive {
        let list = themes.keys.sorted().map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        return try LottieArchive(
            data: zipArchive(
                [("manifest.json", #"{"version":"2","animations":[{"id":"a"\#(manifest)}],"themes":[\#(list)]}"#), ("a/a.json", file)]
                    + themes.sorted { $0.key < $1.key }.map { ("t/\($0.key).json", $0.value) }
            ), file: "x.lottie")
    }

    func testThemes() throws {
        let green = #"{"rules":[{"id":"tint","type":"Color","value":[0,1,0]},{"id":"fade","type":"Scalar","animations":["b"],"value":0}]}"#
        let moving =
            #"{"rules":[{"id":"place","type":"Position","keyframes":[{"frame":0,"value":[10,30],"outTangent":{"x":0,"y":0},"inTangent":{"x":1,"y":1}},{"frame":10,"value":[50,30]}]}]}"#
        let scene = try LottieScene(
            archive: archive(["green": green, "moving": moving], #","initialTheme":"green","themes":["green","moving"]"#))
        XCTAssertEqual(scene.themes.map(\.id), ["green", "moving"])
        XCTAssertEqual(scene.theme, "green")
        XCTAssertEqual(scene.diagnostics, [])
        XCTAssertEqual(pixel(scene), 0xFF00_FF00)
        scene.setValue(.color(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)), forSlot: "tint")
        XCTAssertEqual(pixel(scene), 0xFF00_00FF, "what the program sets goes before")
        try scene.setTheme("moving")
        XCTAssertEqual(pixel(scene, 10), 0xFF00_00FF)
        XCTAssertEqual(pixel(scene, 50, frame: 10), 0xFF00_00FF)
        XCTAssertEqual(pixel(scene, 30, frame: 5), 0xFF00_00FF)
        scene.removeValue(forSlot: "tint")
        try scene.setTheme(nil)
        XCTAssertEqual(pixel(scene), 0xFFFF_0000)
    }

    func testBadThemes() throws {
        let broken = try archive(
            [
                "broken": #"{"rules":[{"id":"tint","type":"Color","value":"no colour"}]}"#, "none": "[]",
                "odd": #"{"rules":[{"id":"tint","type":"Sound","value":1}]}"#,
                "worse": #"{"rules":[{"id":"tint","type":"Sound","value":1},{"id":"tint","type":"Color","value":"no colour"}]}"#,
            ], #","initialTheme":"broken""#)
        let scene = try LottieScene(archive: broken)
        XCTAssertNil(scene.theme)
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["lottie.bad-theme"])
        XCTAssertEqual(pixel(scene), 0xFFFF_0000)
        XCTAssertThrowsError(try scene.setTheme("nobody"))
        XCTAssertThrowsError(try scene.setTheme("../manifest"))
        XCTAssertThrowsError(try scene.setTheme("none"))
        try scene.setTheme("odd")
        let odd = ["x.lottie, theme \"odd\": rules of type \"Sound\" are not supported; they are ignored"]
        XCTAssertEqual(scene.diagnostics.map(\.message), odd)
        XCTAssertThrowsError(try scene.setTheme("worse"))
        XCTAssertTrue(scene.setValue(.color(.black), forSlot: "tint"))
        XCTAssertEqual(scene.theme, "odd")
        XCTAssertEqual(scene.diagnostics.map(\.message), odd, "those of the theme that applies")
        XCTAssertThrowsError(try self.scene().setTheme("dark"))
        try self.scene().setTheme(nil)
    }

    func testThemesOfGradientsTextsAndImages() throws {
        let rules = """
            {"rules":[{"id":"ramp","type":"Gradient","value":[{"offset":0,"color":[1,0,0,0.5]},{"offset":1,"color":[0,0,1]}]},
            {"id":"words","type":"Text","value":{"text":"new","fillColor":[0,1,0],"justify":"Center"}},{"id":"picture","type":"Image","value":{"id":"other.png"}}]}
            """
        let theme = try LottieTheme(Data(rules.utf8), animation: "a", file: "t")
        XCTAssertEqual(theme.values["ramp"]?["p"]?["p"]?.int, 2)
        XCTAssertEqual(theme.values["ramp"]?["p"]?["k"]?["k"]?.all.compactMap(\.number), [0, 1, 0, 0, 1, 0, 0, 1, 0, 0.5, 1, 1])
        XCTAssertEqual(theme.values["picture"]?["p"]?["p"]?.string, "other.png")
        let text =
            #"{"ty":5,"nm":"T","ip":0,"op":20,"ks":{},"t":{"d":{"sid":"words","k":[{"s":{"t":"a","f":"F","s":20,"fc":[1,1,1]},"t":0}]}}}"#
        var values = LottieSlotValues()
        values.texts = theme.texts
        let document = try LottieDocument(JSONTree(Data(#"{"fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(text)]}"#.utf8)), values)
        guard case .text(let made) = document.layers[0].kind else { return XCTFail("no text") }
        XCTAssertEqual(made.document.value.text, "new")
        XCTAssertEqual(made.document.value.size, 20, "what a theme does not name stays")
        XCTAssertEqual(made.document.value.fillColor, SIMD4(0, 1, 0, 1))
        XCTAssertEqual(made.document.value.justification, .center)
    }
}
