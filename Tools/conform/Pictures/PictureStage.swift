import Compositor
import CoreGraphics
import QuartzCore
import RenderTree
import Synchronization

/// The road from a layer to a picture in one place: commits go into a render tree, and its draw list through the compositor, with the
/// options that say which of Apple's renderers to be.
final class PictureStage {
    /// Whose pixels are compared.
    enum Renderer {
        /// `CALayer.render(in:)`; `continuousCorners` is its quirk of newer systems.
        case inContext(continuousCorners: Bool)
        /// What the window server of iOS shows.
        case window
    }

    let root: CALayer
    private let driver: Driver
    private let context: LayerContext
    private let compositor: Compositor

    /// - Parameters:
    ///   - root: drawn with the origin of its bounds in the top left corner.
    ///   - canvas: points.
    init(root: CALayer, canvas: CGSize, scale: Double, renderer: Renderer) {
        self.root = root
        let width = Int((canvas.width * scale).rounded(.up)), height = Int((canvas.height * scale).rounded(.up))
        let viewport = Viewport(width: width, height: height, scale: scale, rootGeometryFlipped: true)
        var options: CompositorOptions
        switch renderer {
        case .inContext(let continuousCorners):
            options = .renderInContext
            if continuousCorners { options.cornerOutline = .continuousUnclamped }
            driver = Driver(RenderTree(viewport: viewport, clipsOwnDrawing: true))
        case .window:
            options = .onScreen
            options.additiveStrokes = true
            driver = Driver(RenderTree(viewport: viewport, antialiasing: .appleWindow))
        }
        compositor = Compositor(options)
        CATransaction.flush()
        context = LayerContext(clock: Still(), driver: driver, geometryFlipped: true)
        context.layer = root
        CATransaction.flush()
    }

    /// Changes values without animation.
    func change(_ body: () throws -> Void) rethrows {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer {
            CATransaction.commit()
            CATransaction.flush()
        }
        try body()
    }

    func picture() -> CGImage? {
        _ = driver.tree.update(at: 0)
        return compositor.render(driver.tree.list)
    }

    private final class Still: MediaClock {
        let now = 0.0
    }

    private final class Driver: RenderDriver, @unchecked Sendable {
        let tree: RenderTree
        init(_ tree: RenderTree) { self.tree = tree }
        func report(to inbox: RenderInbox) {}
        func submit(_ commit: Commit) { tree.apply(commit) }
    }
}
