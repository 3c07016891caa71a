import QuartzCore

/// The position of a line of text in its view: a fraction of the view's height, plus a distance in points.
///
/// Text that is centered keeps its distance from the center, whatever the height of its view is, so that a constraint on a baseline stays
/// linear in the edges and sizes of views.
struct Baseline: Equatable {
    var share: Double
    var offset: CGFloat = 0

    /// The baseline of a single line that is centered in its view.
    static func centered(_ font: UIFont) -> Baseline { .ofLine(font, shareAbove: 0.5) }

    /// The baseline of a single line with a share of the remaining height above it.
    static func ofLine(_ font: UIFont, shareAbove share: CGFloat) -> Baseline {
        Baseline(share: Double(share), offset: font.ascender * (1 - share) + font.descender * share)
    }

    /// The first and last baselines of a view without text: its top and bottom edges.
    static let top = Baseline(share: 0), bottom = Baseline(share: 1)
}
