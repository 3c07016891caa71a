import Foundation

/// The part of the state that text drawing uses. CoreText provides the glyphs.
package struct TextState: Sendable {
    package var drawingMode = CGTextDrawingMode.fill
    package var characterSpacing: CGFloat = 0
    package var fontSize: CGFloat = 0
    package var switches = FontSwitches()
}

/// The switches for smoothing and positioning glyphs. Outlines are always smooth, and positioned exactly unless positions are quantised.
package struct FontSwitches: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let smooth = FontSwitches(rawValue: 1)
    package static let subpixelPosition = FontSwitches(rawValue: 2)
    package static let subpixelQuantize = FontSwitches(rawValue: 4)
}
