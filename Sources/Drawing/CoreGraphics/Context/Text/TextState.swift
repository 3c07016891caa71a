import Foundation

/// What text drawing finds in the state. Glyphs themselves are CoreText's.
package struct TextState: Sendable {
    package var drawingMode = CGTextDrawingMode.fill
    package var characterSpacing: CGFloat = 0
    package var fontSize: CGFloat = 0
    package var switches = FontSwitches()
}

/// The switches about how glyphs are smoothed and placed. Outlines are always smooth, and placed exactly unless places are quantised.
package struct FontSwitches: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let smooth = FontSwitches(rawValue: 1)
    package static let subpixelPosition = FontSwitches(rawValue: 2)
    package static let subpixelQuantize = FontSwitches(rawValue: 4)
}
