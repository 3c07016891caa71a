import AgateDiagnostics
import CoreGraphics

/// Begins a bitmap of one pixel a point, not opaque, and makes it the current context.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins a bitmap and makes it the current context of this thread, y downwards.
///
/// A size that no image can have begins a context of no use, with a diagnostic: it is ended like any other.
/// - Parameters:
///   - size: in points.
///   - opaque: whether it begins black rather than transparent.
///   - scale: pixels a point; 0 for the screen's.
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

/// What has been drawn into the bitmap begun last; nil without one.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    let stack = ContextStack.current
    guard let image = stack.images.last, image.depth <= stack.contexts.count, let made = stack.contexts[image.depth - 1].makeImage() else {
        return nil
    }
    return UIImage(cgImage: made, scale: image.scale, orientation: .up)
}

/// Ends the bitmap begun last; without one nothing happens.
public func UIGraphicsEndImageContext() {
    let stack = ContextStack.current
    guard let image = stack.images.popLast() else { return }
    while stack.contexts.count >= image.depth { stack.pop() }
}

/// Fills with the current context's fill colour.
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

/// Fills with the current context's fill colour and a blend mode.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    UIGraphicsGetCurrentContext()?.inState {
        $0.setBlendMode(blendMode)
        $0.fill(rect)
    }
}

/// A frame of a point inside the rectangle, in the current context's fill colour.
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

/// A frame of a point inside the rectangle, in the current context's fill colour and a blend mode.
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

/// Cuts what is drawn into the current context from now on to the rectangle.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

extension CGContext {
    /// A context for points, y downwards; nil, with a diagnostic, where an image can't be so large or has no pixel.
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

    /// Draws between a saved and the restored state.
    func inState(_ body: (CGContext) -> Void) {
        saveGState()
        body(self)
        restoreGState()
    }

    /// Draws with this as the current context.
    func asCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
        UIGraphicsPushContext(self)
        defer { UIGraphicsPopContext() }
        return try body()
    }
}

extension UITraitCollection {
    /// Pixels a point to draw for: the main screen's where these say none.
    var usableScale: CGFloat {
        if displayScale > 0, displayScale.isFinite { return displayScale }
        let main = ScreenTraits.main.displayScale
        return main > 0 && main.isFinite ? main : 1
    }
}
