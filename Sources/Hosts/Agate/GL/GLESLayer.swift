import CoreGraphics
import Foundation
import OpenGLES
import QuartzCore

/// A layer that draws its contents with OpenGL ES, on demand or for each frame: what `CAOpenGLLayer` is on macOS.
///
///     final class CubeLayer: GLESLayer {
///         override func prepare(in context: EAGLContext) { /* shaders, buffers */ }
///         override func draw(in context: EAGLContext, forLayerTime t: CFTimeInterval, displayTime: CFTimeInterval) { /* gl calls */ }
///     }
///
/// ``draw(in:forLayerTime:displayTime:)`` is called on the thread of the layer, with the context current and a framebuffer of the layer's
/// size bound: its colours become the contents, premultiplied, the first row lowest. By itself a layer draws when it is marked by
/// `setNeedsDisplay()`, and when its size changes; while ``isAsynchronous``, for every frame. A host that makes frames on demand, such as
/// an `OffscreenHost` or a film, has each drawn for its very time, so that it shows the same in every run. A window shows the newest that
/// is there, and never waits.
///
/// The layer has a context of its own. Where OpenGL ES can't be had it shows nothing, with one diagnostic. A context that is lost is made
/// anew, with one diagnostic, and prepared again; the last picture shows until then.
open class GLESLayer: CALayer {
    private let drawing: GLESDrawing

    /// A layer that draws on demand.
    public override init() {
        drawing = GLESDrawing()
        super.init()
    }

    public override init(layer: Any) {
        let source = layer as? GLESLayer
        drawing = source?.drawing ?? GLESDrawing()
        isAsynchronous = source?.isAsynchronous ?? false
        super.init(layer: layer)
    }

    public required init?(coder: NSCoder) {
        drawing = GLESDrawing()
        super.init(coder: coder)
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        key == "needsDisplayOnBoundsChange" ? NSNumber(value: true) : super.defaultValue(forKey: key)
    }

    /// Whether every frame is drawn anew, as long as the layer is in a tree that is shown; false at first.
    open var isAsynchronous = false {
        didSet {
            guard isAsynchronous != oldValue, modelLayer == nil else { return }
            #if GPU
            drawing.frames.setRequester(isAsynchronous ? self : nil)
            showPictures(of: isAsynchronous ? drawing.frames : nil)
            #endif
            setDrawsFrames(isAsynchronous)
            setNeedsDisplay()
        }
    }

    // MARK: To be overridden

    /// Makes the layer's context; by itself one of OpenGL ES 3 that shares with no other. Nil shows nothing.
    open func makeContext() -> EAGLContext? { EAGLContext(api: .openGLES3) }

    /// Called once for each context, which is current, before it draws: the place for shaders, buffers and textures.
    open func prepare(in context: EAGLContext) {}

    /// Whether there is anything new to draw for a time; otherwise the last picture stays. True by itself.
    /// - Parameters:
    ///   - t: the time of the layer, in seconds: a layer that is paused or slowed pauses or slows what it draws.
    ///   - displayTime: the media time at which the frame shows, in seconds.
    open func canDraw(in context: EAGLContext, forLayerTime t: CFTimeInterval, displayTime: CFTimeInterval) -> Bool { true }

    /// Draws. The context is current; a framebuffer with depth (24 bits) and stencil (8 bits) is bound, transparent all over, and the
    /// viewport is on all of it; all masks are on, and nothing is cut by a scissor. All other state is as it was left. ``framebufferSize``
    /// is its size. Times as in ``canDraw(in:forLayerTime:displayTime:)``.
    open func draw(in context: EAGLContext, forLayerTime t: CFTimeInterval, displayTime: CFTimeInterval) {}

    /// The size of the framebuffer in pixels: the bounds times `contentsScale`, rounded; 0 by 0 for a layer that is empty.
    public final var framebufferSize: (width: Int, height: Int) {
        func side(_ points: CGFloat) -> Int {
            let pixels = (points * contentsScale).rounded()
            return pixels.isFinite && pixels >= 1 ? Int(min(pixels, CGFloat(Int32.max))) : 0
        }
        let size = (width: side(bounds.width), height: side(bounds.height))
        return size.width > 0 && size.height > 0 ? size : (0, 0)
    }

    // MARK: Drawing

    /// Draws with OpenGL ES what the delegate does not display itself.
    open override func display() {
        drawing.lastTime = nil
        guard !isAsynchronous else { return }
        #if GPU
        let now = CACurrentMediaTime()
        guard let image = drawing.image(of: self, forLayerTime: convertTime(now, from: nil), displayTime: now) else { return }
        // It is there at once, as what a layer draws by itself.
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        contents = image
        CATransaction.commit()
        #else
        _ = makeContext()
        #endif
    }

    #if GPU
    /// The frame that a window asked for.
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

/// What a layer draws with; its copies have the same.
final class GLESDrawing {
    /// The media time of the last frame that was made on demand; nil where the next one is drawn in any case.
    var lastTime: Double?
    #if GPU
    let frames = GLESFrames()
    private(set) var context: EAGLContext?
    /// False once no context could be made: it is not tried for every frame.
    private(set) var mayTryAgain = true
    private var target: GLDrawingTarget?
    private var isDrawing = false

    /// What a layer draws for a time; nil where it draws nothing.
    func image(of layer: GLESLayer, forLayerTime t: Double, displayTime: Double) -> CGImage? {
        let (width, height) = layer.framebufferSize
        // A layer that displays itself while it draws is drawing already.
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
        // What was drawn may have made another context current.
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
