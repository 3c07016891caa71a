import CoreGraphics

/// Lines laid out in a shape. A frame is immutable and thread-safe.
public final class CTFrame: @unchecked Sendable {
    let lines: [CTLine]
    /// The lines' origins, relative to the origin of the path's box.
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
        // A mutable path may change. The frame's path does not.
        self.path = path.copy() ?? path
        self.text = text
        visible = result.range
        self.attributes = attributes
    }

    fileprivate var stringRange: Range<Int> { text }
}

/// Returns the range of the text that was to be laid out.
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange { CFRange(frame.stringRange) }

/// Returns the range of the text that fits.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange { CFRange(frame.visible) }

/// Returns the shape in which the text is laid out.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// Returns the attributes with which the frame was created.
public func CTFrameGetFrameAttributes(_ frame: CTFrame) -> CFDictionary? { frame.attributes }

/// Returns the lines from the first to the last, an array of CTLine.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { frame.lines as NSArray }

/// Copies the origins of lines, relative to the origin of the box that contains the frame's path. A range of length 0 extends to the last
/// line.
public func CTFrameGetLineOrigins(_ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>) {
    let start = min(max(0, range.location), frame.origins.count)
    let end = range.length > 0 ? start + min(range.length, frame.origins.count - start) : frame.origins.count
    for i in start..<end { origins[i - start] = frame.origins[i] }
}
