import AgateDiagnostics
import Foundation
import ImageIO
import QuartzCore
import XCTest

@testable import AgateFormats

/// Budgets that a caller sets, and files that ask for more than there is.
final class ReadingLimitTests: XCTestCase {
    private func camlFailure(_ text: Data, _ change: (inout ReadingLimits) -> Void = { _ in }) -> CAMLError? {
        var limits = ReadingLimits()
        change(&limits)
        do {
            _ = try CAMLScene(document: CAMLDocument(data: text, folder: FileManager.default.temporaryDirectory, limits: limits))
            return nil
        } catch { return error as? CAMLError }
    }

    func testInvalidUTF8() {
        for (bytes, line) in [
            ([UInt8]("<".utf8) + [0xFF, 0xFF] + [UInt8]("ta".utf8), 1),
            ([UInt8]("<caml>\n<CALayer name=\"".utf8) + [0xC3, 0x28] + [UInt8]("\"/></caml>".utf8), 2),
            ([UInt8]("<caml><CALayer>".utf8) + [0xED, 0xA0, 0x80] + [UInt8]("</CALayer></caml>".utf8), 1), ([0xE2, 0x82], 1),
            ([0xF5, 0x80, 0x80, 0x80], 1),
            ([0xC0, 0x80], 1), ([UInt8]("<caml>".utf8) + [0x00], 1), ([UInt8]("<caml>\u{FFFE}".utf8), 1),
        ] {
            let error = camlFailure(Data(bytes))
            XCTAssertEqual(error?.line, line, "\(bytes)")
            XCTAssertTrue(error?.reason.hasPrefix("not well-formed XML") ?? false, "\(String(describing: error))")
        }
    }

    func testEncodings() throws {
        let text = "<?xml version=\"1.0\"?><caml><CALayer name=\"é→\"/></caml>"
        var utf16 = Data([0xFF, 0xFE])
        for unit in text.utf16 { utf16.append(contentsOf: [UInt8(unit & 0xFF), UInt8(unit >> 8)]) }
        for data in [Data(text.utf8), Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8), utf16] {
            let scene = try CAMLScene(document: CAMLDocument(data: data, folder: FileManager.default.temporaryDirectory))
            XCTAssertEqual(scene.rootLayer.name, "é→")
        }
        var latin = Data("<?xml version='1.0' encoding='ISO-8859-1'?><caml><CALayer name='".utf8)
        latin.append(0xE9)
        latin.append(Data("'/></caml>".utf8))
        XCTAssertEqual(
            try CAMLScene(document: CAMLDocument(data: latin, folder: FileManager.default.temporaryDirectory)).rootLayer.name, "é")
        XCTAssertNotNil(camlFailure(Data("<?xml version='1.0' encoding='EBCDIC'?><caml><CALayer/></caml>".utf8)))
        XCTAssertNotNil(camlFailure(utf16.dropLast()))
    }

    func testReferencesAndCharacterData() throws {
        let text =
            "<caml><!-- a -- b --><CALayer name=\"&lt;&#65;&#x42;&amp;&quot;&apos;\n\"><x key='t' type='string'><![CDATA[<&]]></x></CALayer></caml>"
        let root = try XMLTree.read(Data(text.utf8), file: "x")
        XCTAssertEqual(root.children[0].attributes["name"], "<AB&\"' ")
        XCTAssertEqual(root.children[0].children[0].text, "<&")
        for bad in ["&nbsp;", "&#0;", "&#xD800;", "&#x110000;", "&", "&#99999999999;"] {
            XCTAssertNotNil(camlFailure(Data("<caml><CALayer name=\"\(bad)\"/></caml>".utf8)), bad)
        }
        for bad in [
            "<a b=1/>", "<a b/>", "<a b='1' b='2'/>", "<a></b>", "<a/><b/>", "<a>", "</a>", "<a b='<'/>", "x<a/>", "<a/>x", "<a", "<!--",
            "<![CDATA[",
        ] {
            XCTAssertThrowsError(try XMLTree.read(Data(bad.utf8), file: "x"), bad)
        }
    }

    func testEveryBudgetOfCAML() {
        let text = Data("<caml><CALayer><sublayers><CALayer/><CALayer/></sublayers></CALayer></caml>".utf8)
        XCTAssertNil(camlFailure(text))
        XCTAssertEqual(camlFailure(text) { $0.fileSize = 20 }?.reason, "the file has \(text.count) bytes; the limit is 20")
        XCTAssertEqual(camlFailure(text) { $0.depth = 3 }?.reason, "elements nested more than 3 deep")
        XCTAssertEqual(camlFailure(text) { $0.elements = 4 }?.reason, "more than 4 elements")
        let many = Data(
            ("<caml><CALayer><sublayers>" + String(repeating: "<CALayer/>", count: 2000) + "</sublayers></CALayer></caml>").utf8)
        XCTAssertEqual(camlFailure(many) { $0.time = 0 }?.reason, "reading took more than 0.0 s")
        let picture = CGImage(width: 8, height: 8) { for i in $0.indices { $0[i] = 0xFF00_0000 | UInt32(i) } }!
        for data in [ImageCodec.encodePNG(picture), try? ImageCodec.encodeJPEG(picture)].compactMap({ $0 }) {
            let shows = Data(
                "<caml><CALayer><contents type=\"CGImage\" src=\"data:image/x;base64,\(data.base64EncodedString())\"/></CALayer></caml>"
                    .utf8)
            XCTAssertNil(camlFailure(shows))
            XCTAssertTrue(
                camlFailure(shows) { $0.imagePixels = 63 }?.reason.contains("8x8 pixels; the limit is 63") ?? false)
            XCTAssertTrue(camlFailure(shows) { $0.memory = 255 }?.reason.contains("the limit is 63") ?? false)
        }
        // However much a caller allows, the stack is not his to spend.
        let deep = Data((String(repeating: "<a>", count: 100_000)).utf8)
        XCTAssertEqual(camlFailure(deep) { $0.depth = .max }?.reason, "elements nested more than 800 deep")
    }

    func testImagesWithinLimits() {
        let picture = CGImage(width: 8, height: 8) { for i in $0.indices { $0[i] = 0xFF00_0000 | UInt32(i) } }!
        let data = ImageCodec.encodePNG(picture) as NSData
        var limits = ReadingLimits()
        func count() -> Int {
            CGImageSourceCreateWithData(data, [kCGImageSourceReadingLimits: limits] as NSDictionary).map(CGImageSourceGetCount) ?? -1
        }
        XCTAssertEqual(count(), 1)
        limits.imagePixels = 63
        XCTAssertEqual(count(), 0)
        limits = ReadingLimits()
        limits.fileSize = 10
        XCTAssertEqual(count(), 0)
    }

    func testFramesWithinLimits() throws {
        let picture = CGImage(width: 8, height: 8) { for i in $0.indices { $0[i] = 0xFF00_0000 | UInt32(i) } }!
        let data = NSMutableData()
        let writer = try XCTUnwrap(CGImageDestinationCreateWithData(data, "com.compuserve.gif" as NSString, 3, nil))
        for _ in 0..<3 { CGImageDestinationAddImage(writer, picture, nil) }
        XCTAssertTrue(CGImageDestinationFinalize(writer))
        for (limit, count) in [(10_000, 3), (3, 3), (2, 0)] {
            var limits = ReadingLimits()
            limits.imageFrames = limit
            let source = CGImageSourceCreateWithData(data, [kCGImageSourceReadingLimits: limits] as NSDictionary)
            XCTAssertEqual(source.map(CGImageSourceGetCount) ?? -1, count, "\(limit)")
        }
    }

    // MARK: Lottie

    private func scene(_ layers: String, assets: String = "[]", _ change: (inout ReadingLimits) -> Void = { _ in }) throws -> LottieScene {
        var limits = ReadingLimits()
        change(&limits)
        return try LottieScene(
            data: Data(#"{"fr":30,"ip":0,"op":30,"w":24,"h":24,"assets":\#(assets),"layers":\#(layers)}"#.utf8), limits: limits)
    }

    func testNumbersThatNothingShows() throws {
        let scene = try scene(#"[{"ty":1,"sw":1e308,"sh":9,"ip":0,"op":30,"ks":{"o":{"k":1e308}}}]"#)
        XCTAssertEqual(scene.diagnostics.filter { $0.identifier == "lottie.refused-value" }.count, 1, "\(scene.diagnostics)")
    }

    func testARepeaterOfABillion() throws {
        let shapes =
            #"[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[9,9]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"rp","c":{"k":1000000000},"o":{"k":0},"m":1,"tr":{}}]"#
        let scene = try scene(#"[{"ty":4,"ip":0,"op":30,"ks":{},"shapes":\#(shapes)}]"#)
        let reported = scene.diagnostics.filter { $0.identifier == "lottie.too-large" }
        XCTAssertEqual(reported.count, 1, "\(scene.diagnostics)")
        XCTAssertTrue(reported.first?.message.contains("1000000000") ?? false)
    }

    /// 3,000 compositions, each in the one before: those past the limit are reported as what they are.
    func testAChainOfCompositions() throws {
        let assets = (0..<3000).map {
            #"{"id":"c\#($0)","layers":[{"ty":0,"nm":"l\#($0)","refId":"c\#($0 + 1)","w":9,"h":9,"ip":0,"op":30,"ks":{}}]}"#
        }.joined(separator: ",")
        let scene = try scene(#"[{"ty":0,"refId":"c0","w":9,"h":9,"ip":0,"op":30,"ks":{}}]"#, assets: "[\(assets)]")
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["lottie.too-deep"], "\(scene.diagnostics)")
        XCTAssertFalse(scene.diagnostics[0].message.contains("contains itself"))
        _ = scene.inventory
        _ = scene.keyPaths()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("deep-\(UUID().uuidString).ca")
        defer { try? FileManager.default.removeItem(at: folder) }
        // Past what a document holds: an error and no crash.
        try? CAMLWriter().write(scene, to: folder)
    }

    func testParentsOfParents() throws {
        let layers = (0..<1000).map { i in
            #"{"ty":3,"ind":\#(i),"parent":\#(i + 1),"ip":0,"op":30,"ks":{"r":{"a":1,"k":[{"t":0,"s":[0]},{"t":30,"s":[9]}]}}},{"ty":1,"sw":1,"sh":1,"parent":\#(i),"ip":0,"op":30,"ks":{}}"#
        }.joined(separator: ",")
        let scene = try scene("[\(layers)]")
        XCTAssertTrue(scene.diagnostics.contains { $0.identifier == "lottie.too-large" }, "\(scene.diagnostics.prefix(3))")
    }

    func testTimeForLayers() throws {
        let layers = (0..<20).map { _ in #"{"ty":1,"sw":1,"sh":1,"ip":0,"op":30,"ks":{}}"# }.joined(separator: ",")
        let scene = try scene("[\(layers)]") { $0.time = 0 }
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["lottie.too-large"], "\(scene.diagnostics)")
    }
}
