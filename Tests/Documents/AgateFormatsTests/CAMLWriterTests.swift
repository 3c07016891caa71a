import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import Synchronization
import TestSupport
import XCTest

@testable import AgateFormats

final class CAMLWriterTests: XCTestCase {
    /// An empty folder, removed after the test.
    private func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("caml-out-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: url) }
        return url
    }

    private func names(_ url: URL) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

    private func readBack(_ layer: CALayer, _ writer: CAMLWriter = CAMLWriter()) throws -> CALayer {
        try CAMLScene(document: CAMLDocument(data: try writer.data(layer), folder: FileManager.default.temporaryDirectory)).rootLayer
    }

    private func diagnostics(_ body: () throws -> Void) rethrows -> [Diagnostic] {
        final class Heard: Sendable { let list = Mutex<[Diagnostic]>([]) }
        let heard = Heard()
        let token = Diagnostic.addObserver { diagnostic in heard.list.withLock { $0.append(diagnostic) } }
        defer { Diagnostic.removeObserver(token) }
        try body()
        return heard.list.withLock { $0 }
    }

    func testTiledLayersKeepTheirClassAndTiles() throws {
        let layer = CATiledLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 90, height: 70)
        layer.tileSize = CGSize(width: 32, height: 64)
        layer.levelsOfDetail = 3
        layer.levelsOfDetailBias = 1
        let back = try XCTUnwrap(try readBack(layer) as? CATiledLayer)
        XCTAssertEqual(back.bounds, layer.bounds)
        XCTAssertEqual(back.tileSize, CGSize(width: 32, height: 64))
        XCTAssertEqual(back.levelsOfDetail, 3)
        XCTAssertEqual(back.levelsOfDetailBias, 1)
    }

    func testRandomTreesComeBackEqual() throws {
        for seed in 0..<200 as Range<UInt64> {
            var trees = LayerTrees(seed: seed)
            let layer = trees.layer()
            let text = try CAMLWriter().data(layer)
            let scene = try CAMLScene(document: CAMLDocument(data: text, folder: FileManager.default.temporaryDirectory))
            let found = differences(layer, scene.rootLayer)
            XCTAssertEqual(scene.diagnostics, [], "seed \(seed)")
            if !found.isEmpty { return XCTFail("seed \(seed): \(found.prefix(4))\n\(String(decoding: text.prefix(6000), as: UTF8.self))") }
            XCTAssertEqual(try CAMLWriter().data(scene.document), text, "seed \(seed): a second time it is the same")
        }
    }

    func testRandomTreesAsPackages() throws {
        let target = try folder().appendingPathComponent("Tree.ca")
        for seed in 1000..<1020 as Range<UInt64> {
            var trees = LayerTrees(seed: seed)
            let layer = trees.layer()
            try CAMLWriter().write(layer, to: target)
            let found = differences(layer, try CAMLScene(contentsOf: target).rootLayer)
            XCTAssertTrue(found.isEmpty, "seed \(seed): \(found.prefix(3))")
        }
        XCTAssertEqual(names(target.deletingLastPathComponent()), ["Tree.ca"], "each replaced the one before")
    }

    func testOnlyWhatDiffersIsWritten() throws {
        let layer = CAShapeLayer()
        layer.lineWidth = 2.5
        layer.opacity = 0.1
        layer.fillColor = nil
        layer.strokeColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.25)
        layer.transform = CATransform3DMakeTranslation(1, 2, 0)
        let text = String(decoding: try CAMLWriter().data(layer), as: UTF8.self)
        XCTAssertEqual(
            text,
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
              <CAShapeLayer transform="translate(1, 2, 0)" opacity="0.1" lineWidth="2.5">
                <fillColor type="null"/>
                <strokeColor type="CGColor" value="1 0.5 0" opacity="0.25"/>
              </CAShapeLayer>
            </caml>

            """)
    }

    func testImagesAreSharedAsTheyWere() throws {
        let image = try XCTUnwrap(CGImage(width: 3, height: 2) { for i in 0..<$0.count { $0[i] = 0x8040_2010 } })
        let root = CALayer()
        for _ in 0..<3 {
            let layer = CALayer()
            layer.contents = image
            root.addSublayer(layer)
        }
        let other = CALayer()
        other.contents = CGImage(width: 1, height: 1) { $0[0] = 0xFFFF_FFFF }
        root.addSublayer(other)
        let target = try folder().appendingPathComponent("Images.ca")
        try CAMLWriter().write(root, to: target)
        XCTAssertEqual(names(target), ["assets", "index.xml", "main.caml"])
        XCTAssertEqual(names(target.appendingPathComponent("assets")), ["image-1.png", "image-2.png"])
        let layers = try CAMLScene(contentsOf: target).rootLayer.sublayers ?? []
        XCTAssertTrue(layers[0].contents as? CGImage === layers[2].contents as? CGImage)
        XCTAssertEqual(differences(root, try readBack(root)), [])
    }

    func testOptions() throws {
        let layer = CALayer()
        layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
        let target = try folder().appendingPathComponent("Options.ca")
        try CAMLWriter(size: CGSize(width: 30, height: 40.5), isGeometryFlipped: true, includesAnimations: false).write(layer, to: target)
        let document = try CAMLDocument(contentsOf: target)
        XCTAssertEqual(document.size, CGSize(width: 30, height: 40.5))
        XCTAssertTrue(document.isGeometryFlipped)
        XCTAssertNil(try CAMLScene(document: document).rootLayer.animationKeys())
        XCTAssertEqual(try readBack(layer).animationKeys() ?? [], ["fade"])
    }

    func testWhatCanNotBeHeldIsNamedAndLeftOut() throws {
        let root = CALayer()
        root.name = "left-out-root"
        let layer = CALayer()
        root.addSublayer(layer)
        layer.name = "bell\u{7}"
        layer.setValue(Double.nan, forKey: "undefined")
        layer.setValue("nul\u{0}", forKey: "text")
        layer.setValue(1, forKey: "odd\u{1}key")
        layer.setValue(NSNull(), forKey: "nothing")
        layer.setValue([1, Double.infinity], forKey: "list")
        layer.setValue("kept", forKey: "kept")
        layer.beginTime = .infinity
        layer.actions = ["opacity": NSNull()]
        layer.filters = ["blur"]
        let emitter = CAEmitterLayer()
        let cell = CAEmitterCell()
        cell.name = "loop"
        cell.setValue(1, forKey: "mine")
        cell.velocity = .infinity
        cell.emitterCells = [cell]
        emitter.emitterCells = [cell]
        root.addSublayer(emitter)
        let text = CATextLayer()
        text.string = NSAttributedString(string: "styled")
        root.addSublayer(text)
        let moving = CABasicAnimation(keyPath: "opacity")
        moving.toValue = Double.nan
        layer.add(moving, forKey: "bad")
        layer.add(CABasicAnimation(keyPath: "position.q"), forKey: "nowhere")
        layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "good")
        var back: CALayer?
        let heard = try diagnostics { back = try readBack(root) }.filter { $0.identifier == "caml.left-out" }
        let ofCells = Set(heard.compactMap(\.key).filter { $0.hasPrefix("emitterCells") })
        XCTAssertTrue(ofCells.isSuperset(of: ["emitterCells.loop.mine", "emitterCells.loop.velocity"]))
        XCTAssertEqual(ofCells.count, 2 * CAEmitterCell.depthLimit + 1, "a cell inside itself ends")
        XCTAssertEqual(
            Set(heard.compactMap(\.key)).subtracting(ofCells),
            [
                "name", "undefined", "nothing", "text", "odd\u{1}key", "list", "beginTime", "actions", "filters", "string",
                "animations.bad", "animations.nowhere",
            ])
        XCTAssertTrue(heard.allSatisfy { $0.layer?.isEmpty == false })
        let read = try XCTUnwrap(back?.sublayers?.first)
        XCTAssertNil(read.name)
        XCTAssertEqual(read.value(forKey: "kept") as? String, "kept")
        XCTAssertEqual(read.animationKeys() ?? [], ["good"])
    }

    func testDepthAndSizeEndWhereTheReaderEnds() throws {
        func chain(_ count: Int) -> CALayer {
            let root = CALayer()
            var last = root
            for _ in 1..<count {
                let next = CALayer()
                last.addSublayer(next)
                last = next
            }
            return root
        }
        XCTAssertEqual(differences(chain(99), try readBack(chain(99))), [])
        XCTAssertThrowsError(try CAMLWriter().data(chain(101))) { XCTAssertTrue("\($0)".contains("deep"), "\($0)") }
        XCTAssertThrowsError(try CAMLWriter().data(chain(20_000))) { XCTAssertTrue($0 is CAMLError) }
        var writer = CAMLWriter()
        writer.limits.elements = 10
        XCTAssertThrowsError(try writer.data(chain(20))) { XCTAssertTrue("\($0)".contains("10 elements"), "\($0)") }
    }

    func testNothingHalfWrittenStays() throws {
        let parent = try folder()
        let layer = CALayer()
        let missing = parent.appendingPathComponent("none/Deep.ca")
        XCTAssertThrowsError(try CAMLWriter().write(layer, to: missing)) { XCTAssertTrue($0 is CAMLError) }
        let file = parent.appendingPathComponent("file.ca")
        try Data("mine".utf8).write(to: file)
        XCTAssertThrowsError(try CAMLWriter().write(layer, to: file)) { XCTAssertTrue("\($0)".contains("not replaced"), "\($0)") }
        let other = parent.appendingPathComponent("Photos")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: other.appendingPathComponent("photo"))
        XCTAssertThrowsError(try CAMLWriter().write(layer, to: other)) { XCTAssertTrue("\($0)".contains("not a package"), "\($0)") }
        XCTAssertThrowsError(try CAMLWriter().write(layer, to: parent.appendingPathComponent(String(repeating: "n", count: 300))))
        XCTAssertEqual(names(parent), ["Photos", "file.ca"])
        XCTAssertEqual(try Data(contentsOf: file), Data("mine".utf8))
        XCTAssertEqual(names(other), ["photo"])
    }

    /// The second of two images of one name gets a name that is too long for a file: writing fails when half is done.
    func testAFailureHalfWayKeepsThePackageThatWasThere() throws {
        let parent = try folder()
        let image = ImageTestData.png
        let long = String(repeating: "n", count: 251) + ".png"
        let source = parent.appendingPathComponent("Source.ca")
        for place in ["a", "b"] {
            let url = source.appendingPathComponent("\(place)/\(long)")
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try image.write(to: url)
        }
        let layers = ["a", "b"].map { "<CALayer><contents type=\"CGImage\" src=\"\($0)/\(long)\"/></CALayer>" }.joined()
        let document = try document("<sublayers>\(layers)</sublayers>", folder: source)
        let target = parent.appendingPathComponent("Target.ca")
        let before = CALayer()
        before.name = "before"
        try CAMLWriter().write(before, to: target)
        XCTAssertThrowsError(try CAMLWriter().write(document, to: target)) { XCTAssertTrue($0 is CAMLError) }
        XCTAssertEqual(names(parent), ["Source.ca", "Target.ca"])
        XCTAssertEqual(try CAMLScene(contentsOf: target).rootLayer.name, "before")
    }

    func testAFolderThatCanNotBeWrittenTo() throws {
        try XCTSkipIf(geteuid() == 0, "nothing is closed to this user")
        let parent = try folder()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: parent.path)
        XCTAssertThrowsError(try CAMLWriter().write(CALayer(), to: parent.appendingPathComponent("Shut.ca"))) {
            XCTAssertTrue($0 is CAMLError)
        }
        XCTAssertEqual(names(parent), [])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: parent.path)
    }
}

enum ImageTestData {
    static let png =
        Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data()
}
