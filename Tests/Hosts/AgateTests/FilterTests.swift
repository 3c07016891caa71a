import Agate
import AgateDiagnostics
import QuartzCore
import XCTest

/// Filters of layers: the objects, their key paths, and animations of both (Behaviour 4.11 O4).
final class FilterTests: XCTestCase {
    private func blur(_ radius: Double, name: String = "blur") -> CAFilter {
        let filter = CAFilter(type: "gaussianBlur")
        filter.name = name
        filter.setValue(radius, forKey: "inputRadius")
        return filter
    }

    private func number(_ layer: CALayer?, _ path: String) -> Double? { (layer?.value(forKeyPath: path) as? NSNumber)?.doubleValue }

    func testNamesOfBothFamilies() {
        for name in [
            "gaussianBlur", "CIGaussianBlur", "boxBlur", "CIColorControls", "CIHueAdjust", "CISepiaTone", "CIColorInvert", "CIPixellate",
            "CIColorMatrix", "CIExposureAdjust", "CIColorMonochrome", "colorMatrix", "colorSaturate", "colorBrightness", "colorContrast",
            "colorHueRotate", "colorInvert", "colorMonochrome", "multiplyColor", "multiplyBlendMode",
        ] {
            XCTAssertEqual(CAFilter(name: name)?.name, name)
        }
        XCTAssertNil(CAFilter(name: "pageCurl"))
        XCTAssertEqual(CAFilter(type: "pageCurl").type, "pageCurl")
    }

    func testKeyValueAccessOfTheObject() {
        let filter = CAFilter(type: "CIColorControls")
        XCTAssertEqual(filter.value(forKey: "inputSaturation") as? Double, 1)
        filter.setValue(0.25, forKey: "inputSaturation")
        XCTAssertEqual(filter.value(forKey: "inputSaturation") as? Double, 0.25)
        filter.setValue(false, forKey: "enabled")
        XCTAssertFalse(filter.isEnabled)
        filter.setValue("x", forKey: "inputOfAnother")
        XCTAssertEqual(filter.value(forKey: "inputOfAnother") as? String, "x")
        XCTAssertEqual(diagnostics { filter.setValue(Double.nan, forKey: "inputSaturation") }.map(\.identifier), ["filter.wrong-value"])
        XCTAssertEqual(diagnostics { filter.setValue([1, 2], forKey: "inputColorMatrix") }.map(\.identifier), ["filter.wrong-value"])
        let copy = filter.copy() as? CAFilter
        XCTAssertEqual(copy, filter)
        filter.setDefaults()
        XCTAssertEqual(filter.value(forKey: "inputSaturation") as? Double, 1)
        XCTAssertEqual(copy?.value(forKey: "inputSaturation") as? Double, 0.25)
    }

    func testALayerTakesTheValuesAsTheyAre() {
        let layer = CALayer(), filter = blur(4)
        layer.filters = [filter]
        XCTAssertTrue(layer.filters?.first as? CAFilter === filter)
        filter.setValue(9, forKey: "inputRadius")
        XCTAssertEqual(number(layer, "filters.blur.inputRadius"), 4)
        layer.setValue(6, forKeyPath: "filters.blur.inputRadius")
        XCTAssertEqual(number(layer, "filters.blur.inputRadius"), 6)
        XCTAssertEqual((layer.filters?.first as? CAFilter)?.value(forKey: "inputRadius") as? Double, 6)
        XCTAssertEqual(filter.value(forKey: "inputRadius") as? Double, 9)
        layer.backgroundFilters = [blur(1, name: "a"), blur(2, name: "b.c")]
        layer.setValue(3, forKeyPath: "backgroundFilters.b.c.inputRadius")
        XCTAssertEqual(number(layer, "backgroundFilters.b.c.inputRadius"), 3)
        XCTAssertEqual(number(layer, "backgroundFilters.a.inputRadius"), 1)
        XCTAssertEqual(layer.value(forKeyPath: "filters.blur.name") as? String, "blur")
        let mode = CAFilter(type: "multiplyBlendMode")
        layer.compositingFilter = mode
        layer.setValue(0.5, forKeyPath: "compositingFilter.inputAmount")
        XCTAssertEqual(number(layer, "compositingFilter.inputAmount"), 0.5)
        XCTAssertEqual((layer.compositingFilter as? CAFilter)?.type, "multiplyBlendMode")
        let wrong = diagnostics {
            layer.setValue(3, forKeyPath: "filters.nothing.inputRadius")
            layer.setValue("x", forKeyPath: "filters.blur.inputRadius")
            layer.setValue(Double.infinity, forKeyPath: "filters.blur.inputRadius")
        }
        XCTAssertEqual(wrong.map(\.identifier), ["layer.filter-key-path", "layer.wrong-value", "layer.refused-value"])
        XCTAssertEqual(number(layer, "filters.blur.inputRadius"), 6)
    }

    func testAnimationsOfInputs() {
        let stage = Stage()
        stage.perform {
            CATransaction.setDisableActions(true)
            stage.layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            stage.layer.filters = [blur(0)]
            stage.layer.backgroundFilters = [blur(0, name: "back")]
            let basic = CABasicAnimation(keyPath: "filters.blur.inputRadius")
            basic.fromValue = 0
            basic.toValue = 8
            basic.duration = 2
            stage.layer.add(basic, forKey: nil)
            let keys = CAKeyframeAnimation(keyPath: "backgroundFilters.back.inputRadius")
            keys.values = [0, 4, 0]
            keys.duration = 2
            stage.layer.add(keys, forKey: nil)
        }
        stage.advance(by: 1)
        XCTAssertEqual(number(stage.layer.presentation(), "filters.blur.inputRadius") ?? -1, 4, accuracy: 1e-6)
        XCTAssertEqual(number(stage.layer.presentation(), "backgroundFilters.back.inputRadius") ?? -1, 4, accuracy: 1e-6)
        XCTAssertEqual(number(stage.layer, "filters.blur.inputRadius"), 0)
        // 12 pixels outside of the edge there is something, since the blur shows.
        func alpha() -> UInt32? { stage.host?.image().withPixels { $0[100 * 400 + 76] >> 24 } }
        XCTAssertGreaterThan(alpha() ?? 0, 20)
        stage.advance(by: 1.5)
        XCTAssertEqual(alpha(), 0)
        stage.perform {
            let spring = CASpringAnimation(keyPath: "filters.blur.inputRadius")
            spring.fromValue = 0
            spring.toValue = 10
            spring.duration = spring.settlingDuration
            stage.layer.add(spring, forKey: nil)
        }
        var most = 0.0
        for _ in 0..<60 {
            stage.advance(by: 1.0 / 60)
            most = max(most, number(stage.layer.presentation(), "filters.blur.inputRadius") ?? 0)
        }
        XCTAssertGreaterThan(most, 10.5)
    }

    func testUnknownFiltersAreNamedOnce() {
        let stage = Stage()
        let found = diagnostics {
            stage.perform { stage.layer.filters = [CAFilter(type: "pageCurl"), CAFilter(type: "pageCurl"), "lanczosOfTheTest"] }
            stage.perform { stage.layer.opacity = 0.5 }
        }
        XCTAssertEqual(found.map(\.identifier), ["layer.unsupported-filter", "layer.unsupported-filter"])
        XCTAssertTrue(found.first?.message.contains("pageCurl") ?? false)
    }
}
