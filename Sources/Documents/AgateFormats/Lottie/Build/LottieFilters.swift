import CoreGraphics
import QuartzCore

/// Filters for features that are not filters in the file.
enum LottieFilters {
    static let luma = SIMD3(0.2126, 0.7152, 0.0722)

    /// Returns a filter that converts colour to opacity, by weights of red, green and blue.
    static func opacity(_ weights: SIMD3<Double>, isInverted: Bool) -> CAFilter {
        let filter = CAFilter(type: "colorMatrix")
        let w = isInverted ? -weights : weights
        let rows: [Double] = [
            0, 0, 0, 0, 0,
            0, 0, 0, 0, 0,
            0, 0, 0, 0, 0,
            w.x, w.y, w.z, 0, isInverted ? 1 : 0,
        ]
        filter.setValue(rows, forKey: "inputColorMatrix")
        return filter
    }

    /// Isolates the blending of a layer's sublayers in an offscreen picture. Any filter has this effect, including one without a visible
    /// result.
    static func setApart(_ layer: CALayer) {
        guard layer.filters == nil else { return }
        let none = CAFilter(type: "gaussianBlur")
        none.name = "apart"
        none.setValue(0, forKey: "inputRadius")
        layer.filters = [none]
    }

    /// Returns an opaque layer that covers the whole visible area.
    static func everywhere(_ bounds: CGRect, _ color: CGColor = CGColor(SIMD4(0, 0, 0, 1), opacity: 1)) -> CALayer {
        let full = CALayer()
        full.anchorPoint = .zero
        full.frame = bounds.insetBy(dx: -10_000, dy: -10_000)
        full.backgroundColor = color
        return full
    }
}
