import AgateDiagnostics
import CoreGraphics

/// Begins a transparent bitmap with one pixel for each point, and makes it the current context.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins a bitmap with y pointing downwards, and makes it the current context of this thread.
///
/// For an invalid image size, begins a context without effect, and reports a diagnostic. It must be ended like any other.
/// - Parameters:
/// - size: The size in points.
/// - opaque: Pass true to begin with black instead of a transparent bitmap.
/// - scale: The number of pixels for each point; 0 for the screen's.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    let scale = scale > 0 ? scale : UITraitCollection.current.usableScale
    let stack = ContextStack.current
    if let context = CGContext.drawing(size: size, scale: scale, isOpaque: opaque) {
        stack.push(context)
    } else if let nothing = CGContext(size: CGSize(width: 1, height: 1), scale: 1, isFlipped: true) {
        nothing.clip(to: .zero)
        stack.push(nothing)
    }
    stack.images.append((stack.contexts.count, scale))
}

/// Returns the content of the current bitmap; nil without one.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    let stack = ContextStack.current
    guard let image = stack.images.last, image.depth <= stack.contexts.count, let made = stack.contexts[image.depth - 1].makeImage() else {
        return nil
    }
    return UIImage(cgImage: made, scale: image.scale, orientation: .up)
}

/// Ends the current bitmap. Does nothing without one.
public func UIGraphicsEndImageContext() {
    let stack = ContextStack.current
    guard let image = stack.images.popLast() else { return }
    while stack.contexts.count >= image.depth { stack.pop() }
}

/// Fills a rectangle with the current context's fill color.
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

/// Fills a rectangle with the current context's fill color and a blend mode.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    UIGraphicsGetCurrentContext()?.inState {
        $0.setBlendMode(blendMode)
        $0.fill(rect)
    }
}

/// Draws a frame of one point inside the rectangle, with the current context's fill color.
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

/// Draws a frame of one point inside the rectangle, with the current context's fill color and a blend mode.
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    UIGraphicsGetCurrentContext()?.inState {
        $0.setBlendMode(blendMode)
        let rect = rect.standardized
        if rect.width <= 2 || rect.height <= 2 { return $0.fill(rect) }
        $0.fill([
            CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: 1),
            CGRect(x: rect.minX, y: rect.maxY - 1, width: rect.width, height: 1),
            CGRect(x: rect.minX, y: rect.minY + 1, width: 1, height: rect.height - 2),
            CGRect(x: rect.maxX - 1, y: rect.minY + 1, width: 1, height: rect.height - 2),
        ])
    }
}

/// Clips further drawing into the current context to the rectangle.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

extension CGContext {
    /// Creates a context in points, with y pointing downwards. Returns nil and reports a diagnostic if an image can't have the size, or if
    /// it has no pixels.
    static func drawing(size: CGSize, scale: CGFloat, isOpaque: Bool) -> CGContext? {
        guard let context = CGContext(size: size, scale: scale, isFlipped: true) else {
            Diagnostic.report(
                "graphics.size",
                "\(size.width)x\(size.height) points at \(scale) pixels per point is not a valid image size; nothing is drawn")
            return nil
        }
        if isOpaque {
            context.setFillColor(.black)
            context.fill(context.boundingBoxOfClipPath)
        }
        context.setFillColor(.black)
        return context
    }

    /// Calls the closure between saving and restoring the graphics state.
    func inState(_ body: (CGContext) -> Void) {
        saveGState()
        body(self)
        restoreGState()
    }

    /// Calls the closure with this context as the current one.
    func asCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
        UIGraphicsPushContext(self)
        defer { UIGraphicsPopContext() }
        return try body()
    }
}

extension UITraitCollection {
    /// The number of pixels for each point to draw with; the main screen's if the traits don't have one.
    var usableScale: CGFloat {
        if displayScale > 0, displayScale.isFinite { return displayScale }
        let main = ScreenTraits.main.displayScale
        return main > 0 && main.isFinite ? main : 1
    }
}
