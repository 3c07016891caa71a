import CoreGraphics
import Foundation
import OpenGLES
import QuartzCore

/// A layer that draws its contents with OpenGL ES, on demand or for each frame: the counterpart of `CAOpenGLLayer` on macOS.
///
///     final class CubeLayer: GLESLayer {
///         override func prepare(in context: EAGLContext) { /* shaders, buffers */ }
///         override func draw(in context: EAGLContext, forLayerTime t: CFTimeInterval, displayTime: CFTimeInterval) { /* gl calls */ }
///     }
///
/// ``draw(in:forLayerTime:displayTime:)`` is called on the thread of the layer, with the context current and a framebuffer of the layer's
/// size bound: its colours become the contents, premultiplied, with the bottom row first. By default a layer draws when it is marked by
/// `setNeedsDisplay()`, and when its size changes; while ``isAsynchronous`` is true, it draws for every frame. A host that makes frames on
/// demand, such as an `OffscreenHost` or a film, has each frame drawn for its exact time, so that every run shows the same pictures. A
/// window shows the newest picture, and never waits.
///
/// The layer has its own context. If OpenGL ES is not available the layer shows nothing, with one diagnostic. A context that is lost is
/// created again, with one diagnostic, and prepared again; the last picture remains until then.
open class GLESLayer: CALayer {
    private let drawing: GLESDrawing

    /// Creates a layer that draws on demand.
    public override init() {
        drawing = GLESDrawing()
        super.init()
    }

    public override init(layer: Any) {
        let source = layer as? GLESLayer
        drawing = source?.drawing ?? GLESDrawing()
        storedAsynchronous = source?.storedAsynchronous ?? false
        super.init(layer: layer)
    }

    public required init?(coder: NSCoder) {
        drawing = GLESDrawing()
        super.init(coder: coder)
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        key == "needsDisplayOnBoundsChange" ? NSNumber(value: true) : super.defaultValue(forKey: key)
    }

    /// A Boolean value that determines whether the layer draws every frame while it is in a tree that is shown; false by default.
    open var isAsynchronous: Bool {
        get { storedAsynchronous }
        set {
            if refusesChange(of: "asynchronous") || newValue == storedAsynchronous { return }
            storedAsynchronous = newValue
            if isPresentationCopy { return }
            #if GPU
            drawing.frames.setRequester(newValue ? self : nil)
            showPictures(of: newValue ? drawing.frames : nil)
            #endif
            setDrawsFrames(newValue)
            setNeedsDisplay()
        }
    }
    private final var storedAsynchronous = false

    // MARK: Overridable methods

    /// Creates the layer's context; by default a context of OpenGL ES 3 that shares objects with no other. If it returns nil the layer
    /// shows nothing.
    open func makeContext() -> EAGLContext? { EAGLContext(api: .openGLES3) }

    /// Prepares a context, which is current, once before it draws: create shaders, buffers and textures here.
    open func prepare(in context: EAGLContext) {}

    /// Returns true if there is new content to draw for a time; otherwise the last picture remains. The default is true.
    /// - Parameters:
    ///   - t: The time of the layer, in seconds: a layer that is paused or slowed pauses or slows its content.
    ///   - displayTime: The media time at which the frame is shown, in seconds.
    open func canDraw(in context: EAGLContext, forLayerTime t: CFTimeInterval, displayTime: CFTimeInterval) -> Bool { true }

    /// Draws the content. The context is current; a framebuffer with depth (24 bits) and stencil (8 bits) is bound and completely
    /// transparent; the viewport covers all of it; all write masks are enabled, and the scissor test is disabled. All other state is
    /// unchanged. ``framebufferSize`` is its size. The times are as in ``canDraw(in:forLayerTime:displayTime:)``.
    open func draw(in context: EAGLContext, forLayerTime t: CFTimeInterval, displayTime: CFTimeInterval) {}

    /// The size of the framebuffer in pixels: the bounds times `contentsScale`, rounded; 0 by 0 for an empty layer.
    public final var framebufferSize: (width: Int, height: Int) {
        func side(_ points: CGFloat) -> Int {
            let pixels = (points * contentsScale).rounded()
            return pixels.isFinite && pixels >= 1 ? Int(min(pixels, CGFloat(Int32.max))) : 0
        }
        let size = (width: side(bounds.width), height: side(bounds.height))
        return size.width > 0 && size.height > 0 ? size : (0, 0)
    }

    // MARK: Drawing

    /// Draws with OpenGL ES, unless the delegate displays the layer itself.
    open override func display() {
        drawing.lastTime = nil
        guard !isAsynchronous else { return }
        #if GPU
        let now = CACurrentMediaTime()
        guard let image = drawing.image(of: self, forLayerTime: convertTime(now, from: nil), displayTime: now) else { return }
        // The new contents apply immediately, as for all content that a layer draws itself.
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        contents = image
        CATransaction.commit()
        #else
        _ = makeContext()
        #endif
    }

    #if GPU
    /// Draws the frame that a window requested.
    final func drawLiveFrame(forLayerTime t: CFTimeInterval) {
        guard isAsynchronous else { return }
        show(drawing.image(of: self, forLayerTime: t, displayTime: CACurrentMediaTime()))
    }

    fileprivate func show(_ image: CGImage?) {
        if let image { drawing.frames.show(image) } else if drawing.context == nil, !drawing.mayTryAgain { drawing.frames.fail() }
    }
    #endif
}

extension GLESLayer: FrameDrawingLayer {
    package func drawFrame(at time: Double) -> Bool {
        guard isAsynchronous, drawing.lastTime != time else { return false }
        drawing.lastTime = time
        #if GPU
        show(drawing.image(of: self, forLayerTime: convertTime(time, from: nil), displayTime: time))
        #endif
        return true
    }
}

/// The drawing state of a layer, which its copies share.
final class GLESDrawing {
    /// The media time of the last frame that was made on demand; nil if the next one must be drawn in any case.
    var lastTime: Double?
    #if GPU
    let frames = GLESFrames()
    private(set) var context: EAGLContext?
    /// False once no context could be created, so that creation is not tried for every frame.
    private(set) var mayTryAgain = true
    private var target: GLDrawingTarget?
    private var isDrawing = false

    /// Returns the picture that a layer draws for a time; nil if it draws nothing.
    func image(of layer: GLESLayer, forLayerTime t: Double, displayTime: Double) -> CGImage? {
        let (width, height) = layer.framebufferSize
        // A layer that displays itself during its own drawing is already drawing.
        guard width > 0, !isDrawing, let context = usableContext(of: layer) else { return nil }
        isDrawing = true
        let before = EAGLContext.current()
        defer {
            isDrawing = false
            EAGLContext.setCurrent(before)
        }
        guard EAGLContext.setCurrent(context) else { return nil }
        if target == nil {
            target = GLDrawingTarget(context)
            layer.prepare(in: context)
        }
        guard max(width, height) <= context.gl.info.maxTextureSize else {
            Diagnostic.reportOnce(
                "gl.size", key: "\(width)x\(height)",
                "a layer of \(width) x \(height) pixels is too large: the limit of OpenGL ES is \(context.gl.info.maxTextureSize)")
            return nil
        }
        guard layer.canDraw(in: context, forLayerTime: t, displayTime: displayTime), EAGLContext.setCurrent(context), let target,
            target.begin(width: width, height: height)
        else { return nil }
        layer.draw(in: context, forLayerTime: t, displayTime: displayTime)
        // The drawing code may have made another context current.
        guard EAGLContext.setCurrent(context) else { return nil }
        return target.end(isOpaque: layer.isOpaque)?.image
    }

    private func usableContext(of layer: GLESLayer) -> EAGLContext? {
        if let context, context.gl.isLost {
            context.note(.contextLost)
            target = nil
            self.context = nil
        }
        if context == nil, mayTryAgain {
            context = layer.makeContext()
            mayTryAgain = context != nil
        }
        return context
    }
    #endif
}
