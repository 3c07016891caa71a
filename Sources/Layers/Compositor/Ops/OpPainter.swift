import CoreGraphics
import Raster
import RenderTree

/// Draws ops that begin and end nothing onto a surface: fills, borders, images, shapes, gradients, shadows, particles. A file beside this
/// one has each.
package final class OpPainter {
    package let coverage: CoverageMaker
    var options: CompositorOptions { coverage.options }
    var raster: Rasterizer { coverage.raster }

    // What is drawn on.
    var target = Surface(width: 0, height: 0)
    var clip = Clip(.empty)
    /// `clip` within `target`: what can still change.
    var region = IntRect.empty

    // Kept between frames.
    var pyramids = RecentCache<ObjectIdentifier, ImagePyramid>(limit: 96 << 20, maxCount: 64)
    var ramps = RecentCache<GradientColors, GradientRamp>(limit: 64, maxCount: 64)

    package init(_ coverage: CoverageMaker) { self.coverage = coverage }

    /// Draws an op.
    func draw(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
        switch op.pointee.kind {
        case .fill: fill(op)
        case .border: border(op)
        case .image: if case .image(let image)? = list.payload(op) { draw(image, op) }
        case .shapeFill: if case .shape(let shape)? = list.payload(op) { fill(shape, op) }
        case .shapeStroke: if case .shape(let shape)? = list.payload(op) { stroke(shape, op) }
        case .gradient: if case .gradient(let gradient)? = list.payload(op) { draw(gradient, op) }
        case .particles: if case .particles(let particles)? = list.payload(op) { draw(particles, op) }
        case .shadow: if case .path(let path)? = list.payload(op) { shadow(op, path: path) } else { shadow(op, path: nil) }
        case .beginGroup, .beginMask, .endGroup, .beginClip, .endClip: break
        }
    }

    /// Draws what an op draws in a rectangle on nothing: for a device that does not draw it by itself.
    package func picture(of op: UnsafePointer<DrawOp>, in r: IntRect, _ list: ListView) -> Surface {
        (target, clip, region) = (Surface(bounds: r), Clip(r), r)
        draw(op, list)
        defer { release() }
        return target
    }

    /// Forgets what is drawn on.
    func release() { (target, clip, region) = (Surface(width: 0, height: 0), Clip(.empty), .empty) }

    /// The mip levels of an image.
    package func mipLevels(of image: CGImage) -> MipPyramid {
        let key = ObjectIdentifier(image)
        if let kept = pyramids.value(key) { return kept.pyramid }
        let made = image.withPixels { MipPyramid.buildMip(pixels: $0, width: image.width, height: image.height, stride: image.width) }
        // Memory that frames of films take turns in is not held back.
        if image.isShared { return made }
        pyramids.keep(ImagePyramid(image: image, pyramid: made), for: key, cost: image.width * image.height * 4 / 3)
        return made
    }
}
