import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

final class CAMLFilterTests: XCTestCase {
    func testFiltersOfALayer() throws {
        let root = try scene(
            """
            <filters><CAFilter filter="gaussianBlur" name="soft" inputRadius="4.5" enabled="0"/>
            <CAFilter filter="colorMonochrome" inputAmount="0.5"><inputColor value="1 0 0"/></CAFilter></filters>
            <backgroundFilters><CAFilter filter="colorHueRotate" inputAngle="1"/></backgroundFilters>
            <compositingFilter><CAFilter filter="multiplyBlendMode" name="m"/></compositingFilter>
            """
        ).rootLayer
        let filters = try XCTUnwrap(root.filters as? [CAFilter])
        XCTAssertEqual(filters.map(\.type), ["gaussianBlur", "colorMonochrome"])
        XCTAssertEqual(filters[0].name, "soft")
        XCTAssertFalse(filters[0].isEnabled)
        XCTAssertEqual(filters[0].value(forKey: "inputRadius") as? Double, 4.5)
        XCTAssertEqual(filters[1].value(forKey: "inputAmount") as? Double, 0.5)
        XCTAssertEqual((filters[1].value(forKey: "inputColor") as? CGColor)?.components, [1, 0, 0, 1])
        XCTAssertEqual((root.backgroundFilters?.first as? CAFilter)?.value(forKey: "inputAngle") as? Double, 1)
        XCTAssertEqual((root.compositingFilter as? CAFilter)?.type, "multiplyBlendMode")
    }

    func testWrittenAndReadAgain() throws {
        let blur = CAFilter(type: "gaussianBlur"), matrix = CAFilter(type: "colorMatrix"), mono = CAFilter(type: "colorMonochrome"),
            off = CAFilter(type: "CIPixellate")
        blur.name = "soft & wide"
        blur.setValue(3.25, forKey: "inputRadius")
        matrix.setValue((0..<20).map { Double($0) / 7 }, forKey: "inputColorMatrix")
        mono.setValue(CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.25), forKey: "inputColor")
        off.isEnabled = false
        off.setValue(CGPoint(x: 3, y: 4), forKey: "inputCenter")
        let layer = CALayer()
        layer.filters = [blur, matrix, mono, off]
        layer.backgroundFilters = [blur]
        layer.compositingFilter = CAFilter(type: "multiplyBlendMode")
        let inner = CALayer()
        inner.compositingFilter = "sourceAtop"
        layer.addSublayer(inner)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("filters-\(UUID().uuidString).ca")
        addTeardownBlock { try? FileManager.default.removeItem(at: url) }
        try CAMLWriter().write(layer, to: url)
        let read = try CAMLScene(contentsOf: url)
        XCTAssertEqual(read.diagnostics, [])
        XCTAssertEqual(read.rootLayer.filters as? [CAFilter], [blur, matrix, mono, off])
        XCTAssertEqual(read.rootLayer.backgroundFilters as? [CAFilter], [blur])
        XCTAssertEqual(read.rootLayer.compositingFilter as? CAFilter, CAFilter(type: "multiplyBlendMode"))
        XCTAssertEqual(read.rootLayer.sublayers?.first?.compositingFilter as? String, "sourceAtop")
        // And the document as such once more.
        let document = try CAMLDocument(contentsOf: url),
            again = url.deletingLastPathComponent().appendingPathComponent("again-\(UUID().uuidString).ca")
        addTeardownBlock { try? FileManager.default.removeItem(at: again) }
        try CAMLWriter().write(document, to: again)
        XCTAssertEqual(try CAMLScene(contentsOf: again).rootLayer.filters as? [CAFilter], [blur, matrix, mono, off])
        // What is no filter at all is left out.
        layer.filters = ["a word", blur]
        try CAMLWriter().write(layer, to: url)
        XCTAssertNil(try CAMLScene(contentsOf: url).rootLayer.filters)
    }

    func testEmptyAndWrong() throws {
        XCTAssertNil(try scene("<filters/><backgroundFilters/><compositingFilter/>").rootLayer.filters)
        let wrong = try scene("<filters><CAFilter filter=\"gaussianBlur\" inputRadius=\"wide\"/></filters>")
        XCTAssertEqual(wrong.diagnostics.map(\.identifier), ["caml.bad-value"])
        let untyped = try scene("<filters><CAFilter/></filters>")
        XCTAssertEqual(untyped.diagnostics.map(\.identifier), ["caml.filter"])
    }

    func testAnimationOfAnInput() throws {
        let root = try scene(
            """
            <filters><CAFilter filter="gaussianBlur" name="soft" inputRadius="0"/></filters>
            <animations><animation type="CABasicAnimation" keyPath="filters.soft.inputRadius" duration="2"><fromValue type="real" value="1"/>
            <toValue type="real" value="9"/></animation></animations>
            """
        ).rootLayer
        let animation = root.animation(forKey: "filters.soft.inputRadius") as? CABasicAnimation
        XCTAssertEqual((animation?.toValue as? NSNumber)?.doubleValue, 9)
    }
}
