import QuartzCore

/// Filters that files ask for by other means.
enum LottieFilters {
    /// Makes brightness opacity.
    static func luma(isInverted: Bool) -> CAFilter {
        let filter = CAFilter(type: "colorMatrix")
        let sign = isInverted ? -1.0 : 1
        let rows: [Double] = [
            0, 0, 0, 0, 0,
            0, 0, 0, 0, 0,
            0, 0, 0, 0, 0,
            0.2126 * sign, 0.7152 * sign, 0.0722 * sign, 0, isInverted ? 1 : 0,
        ]
        filter.setValue(rows, forKey: "inputColorMatrix")
        return filter
    }
}
