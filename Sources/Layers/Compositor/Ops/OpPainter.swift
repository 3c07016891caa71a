import CoreGraphics
import Raster
import RenderTree

/// Draws single ops onto a surface: fills, borders, images, shapes, gradients, shadows, particles. Each is in a file beside this one.
package final class OpPainter {
    package let coverage: CoverageMaker
    var options: CompositorOptions { coverage.options }
    var raster: Rasterizer { coverage.raster }

    // The target. Accesses are not checked for exclusivity: several are made for each op.
    @exclusivity(unchecked) var target = Surface(width: 0, height: 0)
    @exclusivity(unchecked) var clip = Clip(.empty)
    /// `clip` within `target`: the pixels that can still change.
    @exclusivity(unchecked) var region = IntRect.empty

    // Kept between frames.
    @exclusivity(unchecked) var pyramids = RecentCache<ObjectIdentifier, ImagePyramid>(limit: 96 << 20, maxCount: 64)
    @exclusivity(unchecked) var ramps = RecentCache<GradientColors, GradientRamp>(limit: 64, maxCount: 64)

    package init(_ coverage: CoverageMaker) { self.coverage = coverage }

    /// Draws an op.
    func draw(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
        switch op.pointee.kind {
        case .fill:
            let color = op.pointee.fillColor
            if color >> 24 != 0 { fill(op, color) }
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

    /// Returns the picture of an op within a rectangle on a clear background: for a device that has no implementation of the op.
    package func picture(of op: UnsafePointer<DrawOp>, in r: IntRect, _ list: ListView) -> Surface {
        (target, clip, region) = (Surface(bounds: r), Clip(r), r)
        draw(op, list)
        defer { release() }
        return target
    }

    /// Releases the target.
    func release() { (target, clip, region) = (Surface(width: 0, height: 0), Clip(.empty), .empty) }

    /// Returns the mip levels of an image.
    package func mipLevels(of image: CGImage) -> MipPyramid {
        let key = ObjectIdentifier(image)
        if let kept = pyramids.value(key) { return kept.pyramid }
        let made = image.withPixels { MipPyramid.buildMip(pixels: $0, width: image.width, height: image.height, stride: image.width) }
        // Memory that frames of a film share is not retained.
        if image.isShared { return made }
        pyramids.keep(ImagePyramid(image: image, pyramid: made), for: key, cost: image.width * image.height * 4 / 3)
        return made
    }
}
