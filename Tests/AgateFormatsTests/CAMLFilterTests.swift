import QuartzCore
import XCTest

@testable import AgateFormats

final class CAMLFilterTests: XCTestCase {
    func testFiltersOfALayer() throws {
        let root = try scene("""
            <filters><CAFilter filter="gaussianBlur" name="soft" inputRadius="4.5" enabled="0"/>
            <CAFilter filter="colorMonochrome" inputAmount="0.5"><inputColor value="1 0 0"/></CAFilter></filters>
            <backgroundFilters><CAFilter filter="colorHueRotate" inputAngle="1"/></backgroundFilters>
            <compositingFilter><CAFilter filter="multiplyBlendMode" name="m"/></compositingFilter>
            """).rootLayer
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

    func testEmptyAndWrong() throws {
        XCTAssertNil(try scene("<filters/><backgroundFilters/><compositingFilter/>").rootLayer.filters)
        XCTAssertNotNil(failure("<caml><CALayer><filters><CAFilter filter=\"gaussianBlur\" inputRadius=\"wide\"/></filters></CALayer></caml>"))
        let untyped = try scene("<filters><CAFilter/></filters>")
        XCTAssertEqual(untyped.diagnostics.map(\.identifier), ["caml.filter"])
    }

    func testAnimationOfAnInput() throws {
        let root = try scene("""
            <filters><CAFilter filter="gaussianBlur" name="soft" inputRadius="0"/></filters>
            <animations><animation type="CABasicAnimation" keyPath="filters.soft.inputRadius" duration="2"><fromValue type="real" value="1"/>
            <toValue type="real" value="9"/></animation></animations>
            """).rootLayer
        let animation = root.animation(forKey: "filters.soft.inputRadius") as? CABasicAnimation
        XCTAssertEqual((animation?.toValue as? NSNumber)?.doubleValue, 9)
    }
}
