import Foundation
import Raster

extension CGContext {
    /// Draws an image scaled to fill the rectangle, with the first row at the rectangle's largest y.
    ///
    /// An image mask paints with the fill colour through its samples. If the image is reduced, the default and high qualities take every
    /// pixel into account (an antialiased cubic, by default after averages of blocks beyond a quarter of the size), medium uses mip levels,
    /// and low uses four neighbours. If it is enlarged, high is cubic, the default softens the edges of its pixels (as Apple's: linear if
    /// the image is rotated), and the others are linear. `none` uses the nearest pixel.
    /// - Parameters:
    ///   - image: the image.
    ///   - rect: the rectangle in user space.
    ///   - byTiling: true if copies of the image, each the size of the rectangle, fill the whole clip.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        let rect = rect.standardized
        guard !rect.isInfinite, isDrawable(rect, "draw(_:in:)"), rect.width > 0, rect.height > 0, isDrawable(state.ctm, "draw(_:in:)"),
            !region.isEmpty
        else { return }
        let shown = image.isMask ? tinted(image) : image
        if byTiling { return tile(shown, in: rect) }
        shown.withPixels { draw(PixelView(pixels: $0, width: shown.width, height: shown.height, stride: shown.width), in: rect) }
    }

    func draw(_ image: PixelView, in rect: CGRect) {
        let figure = Figure.rect(rect, toPixels)
        var reached = region
        if let shadow = state.shadow { reached = shadowSource(shadow, of: reached) }
        withPaint(image, in: rect, alpha: PixelMath.byte(Float(state.alpha)), region: reached.intersection(figure.bounds)) {
            paint(figure, $0)
        }
    }

    /// Returns the fill colour through an image mask. (A pattern is not drawn through a mask: its colour is.)
    private func tinted(_ mask: CGImage) -> CGImage {
        let color = state.fill.pixel(alpha: 1)
        let made = CGImage(width: mask.width, height: mask.height) { target in
            mask.withPixels { pixels in
                for i in target.indices { target[i] = PixelMath.scale(color, pixels[i] >> 24) }
            }
        }
        return made ?? mask
    }

    /// Returns the alpha of an image in a rectangle of user space, if each pixel of the image coincides with one of the device, so that
    /// no sampling is needed. Otherwise returns nil.
    func wholeCoverage(of image: PixelView, in rect: CGRect, _ bounds: IntRect) -> MaskBuffer? {
        guard rect.width > 0, rect.height > 0, let place = ImagePlace(image, rect, toPixels), let origin = place.wholeOrigin else {
            return nil
        }
        // The surface is only read.
        let surface = Surface(
            wrapping: UnsafeMutablePointer(mutating: image.pixels), width: image.width, height: image.height, stride: image.stride,
            originX: origin.x, originY: origin.y)
        return surface.bounds.contains(bounds) ? MaskBuffer(alphaOf: surface, rect: bounds) : nil
    }

    /// Calls `body` with the paint that shows an image in a rectangle of user space.
    /// - Parameter region: the device pixels that will be requested.
    func withPaint(_ image: PixelView, in rect: CGRect, alpha: UInt8, region: IntRect, _ body: (Paint) -> Void) {
        guard rect.width > 0, rect.height > 0, !region.isEmpty, let place = ImagePlace(image, rect, toPixels) else { return }
        func paint(_ image: PixelView, _ map: Affine, _ filter: SampleFilter, _ mip: MipPyramid? = nil) {
            if let sampler = ImageSampler(
                pixels: image.pixels, width: image.width, height: image.height, stride: image.stride, map: Homography(map), filter: filter,
                mip: mip, opacity: alpha)
            {
                body(.image(sampler))
            }
        }
        let filter = place.filter(state.interpolationQuality)
        switch filter {
        case .nearest: paint(image, place.map, .nearest)
        case .linear: paint(image, place.map, .bilinear)
        case .mip:
            let mip = MipPyramid.buildMip(pixels: image.pixels, width: image.width, height: image.height, stride: image.stride)
            paint(image, place.map, .trilinear, mip)
        case .cubic where place.isUpright, .fitting where place.isUpright:
            func axis(_ scale: Double, _ shift: Double, _ length: Int) -> ImageResampler.Axis {
                filter == .cubic
                    ? .init(scale: scale, shift: shift, kernel: .cubic) : .init(scale: scale, shift: shift, length: Double(length))
            }
            let s = ImageResampler(image: image).surface(
                region, x: axis(place.map.a, place.map.tx, image.width), y: axis(place.map.d, place.map.ty, image.height))
            paint(PixelView(s), Affine(1, 0, 0, 1, -Double(s.originX), -Double(s.originY)), .nearest)
            withExtendedLifetime(s) {}
        case .cubic, .fitting:
            // Rotated: first resampled to the size, then rotated.
            let (w, h) = place.reduced
            let sx = Double(image.width) / Double(w), sy = Double(image.height) / Double(h)
            let s = ImageResampler(image: image).surface(
                IntRect(x: 0, y: 0, width: w, height: h), x: .init(scale: sx, shift: 0, kernel: .cubic),
                y: .init(scale: sy, shift: 0, kernel: .cubic))
            paint(PixelView(s), place.map.then(Affine(1 / sx, 0, 0, 1 / sy, 0, 0)), .bilinear)
            withExtendedLifetime(s) {}
        }
    }
}

/// Pixels to draw, borrowed for the duration of a call.
struct PixelView {
    let pixels: UnsafePointer<UInt32>
    let width: Int
    let height: Int
    let stride: Int

    init(pixels: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int) {
        (self.pixels, self.width, self.height, self.stride) = (pixels, width, height, stride)
    }

    init(_ surface: Surface) {
        self.init(pixels: surface.pixels, width: surface.width, height: surface.height, stride: surface.stride)
    }
}

/// The placement of an image on the device.
private struct ImagePlace {
    enum Filter {
        case nearest, linear, mip, cubic
        /// A kernel for each axis, depending on the change of size along it.
        case fitting
    }

    /// The transform from device pixels to pixels of the image.
    let map: Affine
    let isUpright: Bool
    /// The number of image pixels for each device pixel, along the image's sides.
    private let across: Double
    private let down: Double
    private let image: PixelView

    init?(_ image: PixelView, _ rect: CGRect, _ t: Affine) {
        self.image = image
        isUpright = t.b == 0 && t.c == 0
        let w = Double(image.width), h = Double(image.height)
        if isUpright {
            guard t.a != 0, t.d != 0 else { return nil }
            let x = ImagePlace.step(start: rect.minX * t.a + t.tx, length: rect.width * t.a, source: w)
            let y = ImagePlace.step(start: rect.maxY * t.d + t.ty, length: -rect.height * t.d, source: h)
            map = Affine(x.scale, 0, 0, y.scale, x.shift, y.shift)
        } else {
            guard let back = t.inverse else { return nil }
            let sx = w / rect.width, sy = h / rect.height
            map = back.then(Affine(sx, 0, 0, -sy, -rect.minX * sx, rect.maxY * sy))
        }
        guard map.isFinite else { return nil }
        across = w / rect.width / (t.a * t.a + t.b * t.b).squareRoot()
        down = h / rect.height / (t.c * t.c + t.d * t.d).squareRoot()
    }

    /// The device position of the image's first pixel, if each of its pixels coincides with one of the device.
    var wholeOrigin: (x: Int, y: Int)? {
        guard isUpright, map.a == 1, map.d == 1, map.tx == map.tx.rounded(), map.ty == map.ty.rounded(), abs(map.tx) < 1e9,
            abs(map.ty) < 1e9
        else { return nil }
        return (-Int(map.tx), -Int(map.ty))
    }

    /// Returns the map from device to image positions on one axis. The map is exact if pixels of both coincide up to rounding.
    private static func step(start: Double, length: Double, source: Double) -> (scale: Double, shift: Double) {
        var scale = source / length
        if abs(abs(scale) - 1) * source < 1e-6 { scale = scale < 0 ? -1 : 1 }
        return (scale, -start * scale)
    }

    /// The image's size after reduction to about one pixel for each of the device.
    var reduced: (width: Int, height: Int) {
        func size(_ n: Int, _ scale: Double) -> Int { max(1, Int((Double(n) / max(1, scale)).rounded(.up))) }
        return (size(image.width, across), size(image.height, down))
    }

    func filter(_ quality: CGInterpolationQuality) -> Filter {
        let isSmaller = max(across, down) > 1.0001
        let isSame = map.a == 1 && map.d == 1 && isUpright
        switch quality {
        case .none: return .nearest
        case .low: return .linear
        case .medium: return isSmaller ? .mip : .linear
        case .default:
            let isLarger = min(across, down) < 0.9999
            return isSmaller || (isLarger && isUpright) ? .fitting : .linear
        case .high:
            let isWhole = isSame && map.tx == map.tx.rounded() && map.ty == map.ty.rounded()
            return isWhole || (!isUpright && !isSmaller) ? .linear : .cubic
        }
    }
}
