import CoreGraphics

/// Lines set into a shape. Immutable and safe on any thread.
public final class CTFrame: @unchecked Sendable {
    let lines: [CTLine]
    /// Relative to the origin of the path's box.
    let origins: [CGPoint]
    let path: CGPath
    let bounds: CGRect
    private let text: Range<Int>
    fileprivate let visible: Range<Int>
    fileprivate let attributes: CFDictionary?

    init(_ result: FrameFiller.Result, path: CGPath, text: Range<Int>, attributes: CFDictionary?) {
        lines = result.lines
        bounds = path.isEmpty ? .zero : path.boundingBox
        let corner = bounds.origin
        origins = result.origins.map { CGPoint(x: $0.x - corner.x, y: $0.y - corner.y) }
        // A path that is still being built may change; the frame's does not.
        self.path = path.copy() ?? path
        self.text = text
        visible = result.range
        self.attributes = attributes
    }

    fileprivate var stringRange: Range<Int> { text }
}

/// The text that was to be set.
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange { CFRange(frame.stringRange) }

/// The text that found room.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange { CFRange(frame.visible) }

/// The shape that the text was set into.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// What was handed over when the frame was made.
public func CTFrameGetFrameAttributes(_ frame: CTFrame) -> CFDictionary? { frame.attributes }

/// The lines from the first to the last, an array of CTLine.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { frame.lines as NSArray }

/// Copies the origins of lines, relative to the origin of the box around the frame's path. A range of length 0 goes up to the last line.
public func CTFrameGetLineOrigins(_ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>) {
    let start = min(max(0, range.location), frame.origins.count)
    let end = range.length > 0 ? start + min(range.length, frame.origins.count - start) : frame.origins.count
    for i in start..<end { origins[i - start] = frame.origins[i] }
}
