import Compositor
import CoreGraphics
import QuartzCore
import RenderTree
import Synchronization
import UIKit

/// The road from a layer to a picture: for a window commits go into a render tree, and its draw list through the compositor; else the
/// layers are rendered into a context.
final class PictureStage {
    /// Whose pixels are compared.
    enum Renderer {
        /// `CALayer.render(in:)`; `continuousCorners` is its quirk of newer systems.
        case inContext(continuousCorners: Bool)
        /// What the window server of iOS shows.
        case window
        /// `UIBezierPath.fill()` and `stroke()` of the shape layers' paths.
        case bezierPaths
    }

    let root: CALayer
    private let canvas: CGSize, scale: Double
    private let window: Window?
    private let options: CompositorOptions
    private let drawsBezierPaths: Bool

    /// - Parameters:
    ///   - root: drawn with the origin of its bounds in the top left corner.
    ///   - canvas: points.
    init(root: CALayer, canvas: CGSize, scale: Double, renderer: Renderer) {
        (self.root, self.canvas, self.scale) = (root, canvas, scale)
        switch renderer {
        case .inContext(let continuousCorners):
            var options = CompositorOptions.renderInContext
            if continuousCorners { options.cornerOutline = .continuousUnclamped }
            self.options = options
            drawsBezierPaths = false
            window = nil
        case .bezierPaths:
            options = .renderInContext
            drawsBezierPaths = true
            window = nil
        case .window:
            options = .onScreen
            drawsBezierPaths = false
            window = Window(root, width: Self.pixels(canvas.width, scale), height: Self.pixels(canvas.height, scale), scale: scale)
        }
    }

    private static func pixels(_ points: CGFloat, _ scale: Double) -> Int { Int((points * scale).rounded(.up)) }

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

    /// Whether it shows animations: what a context draws has no time.
    var hasTime: Bool { window != nil }

    /// - Parameter time: in seconds after the layers were shown.
    func picture(at time: Double = 0) -> CGImage? {
        if let window { return window.picture(options, at: time) }
        // As a program does it that calls render(in:) on a context of UIKit, y growing downwards.
        let height = Self.pixels(canvas.height, scale)
        guard
            let context = CGContext(
                data: nil, width: Self.pixels(canvas.width, scale), height: height, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
            )
        else { return nil }
        context.translateBy(x: 0, y: CGFloat(height))
        context.scaleBy(x: scale, y: -scale)
        if drawsBezierPaths {
            UIGraphicsPushContext(context)
            drawBezierPaths(root, CGAffineTransform.identity, context)
            UIGraphicsPopContext()
        } else {
            TreeSnapshot(root, style: .inContext).draw(into: context, options: options)
        }
        return context.makeImage()
    }

    /// Draws the paths of shape layers with their fills and strokes; nothing else of the layers is drawn.
    private func drawBezierPaths(_ layer: CALayer, _ outer: CGAffineTransform, _ context: CGContext) {
        let bounds = layer.bounds, isRoot = layer === root
        let anchor = CGPoint(x: layer.anchorPoint.x * bounds.width + bounds.minX, y: layer.anchorPoint.y * bounds.height + bounds.minY)
        let own = CGAffineTransform(translationX: -anchor.x, y: -anchor.y).concatenating(layer.affineTransform())
            .concatenating(CGAffineTransform(translationX: layer.position.x, y: layer.position.y))
        let place = (isRoot ? CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY) : own).concatenating(outer)
        if let shape = layer as? CAShapeLayer, let path = shape.path {
            context.saveGState()
            context.concatenate(place)
            let bezier = UIBezierPath(cgPath: path)
            bezier.usesEvenOddFillRule = shape.fillRule == .evenOdd
            bezier.lineWidth = shape.lineWidth
            if let color = shape.fillColor {
                context.setFillColor(color)
                bezier.fill()
            }
            if let color = shape.strokeColor {
                context.setStrokeColor(color)
                bezier.stroke()
            }
            context.restoreGState()
        }
        for sublayer in layer.sublayers ?? [] { drawBezierPaths(sublayer, place, context) }
    }

    /// A tree that a window shows.
    private final class Window {
        private let driver: Driver
        private let context: LayerContext

        init(_ root: CALayer, width: Int, height: Int, scale: Double) {
            let viewport = Viewport(width: width, height: height, scale: scale, rootGeometryFlipped: true)
            driver = Driver(RenderTree(viewport: viewport, antialiasing: .appleWindow))
            CATransaction.flush()
            context = LayerContext(clock: Still(), driver: driver, geometryFlipped: true)
            context.layer = root
            CATransaction.flush()
        }

        func picture(_ options: CompositorOptions, at time: Double) -> CGImage? {
            _ = driver.tree.update(at: time)
            return Compositor(options).render(driver.tree.list)
        }
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
