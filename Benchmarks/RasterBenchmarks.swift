import CKernels
import Foundation
import Raster

/// Prints what drawing costs on this machine, and each as a multiple of clearing the same surface.
func rasterBenchmarks() {
    let surface = Surface(width: 1920, height: 1080)
    let clip = Clip(surface.bounds)
    let raster = Rasterizer()
    let bytes = surface.stride * surface.height * 4
    let clear = Measure.best(of: 40) { memset(surface.pixels, 0x55, bytes) }
    Measure.line("memset of 1920x1080", clear, clear)

    for level in KernelLevel.allCases {
        guard let table = Kernels.level(level) else { continue }
        let raster = Rasterizer(kernels: table)
        let name =
            switch level {
            case .baseline: "baseline"
            case .vectors: "AVX2 or NEON"
            case .wideVectors: "AVX-512"
            }
        for alpha: UInt32 in [255, 128] {
            var random = SteadyRandom(state: 1)
            let boxes = (0..<10000).map { _ -> RoundedRect in
                let x = random.next() * 1870 + 2, y = random.next() * 1030 + 2
                return RoundedRect(x, y, x + 40, y + 40, radius: 8)
            }
            let color = PixelMath.premultiplied(SIMD4(0.2, 0.5, 0.9, Float(alpha) / 255))
            let ms = Measure.best(of: 7) { for b in boxes { raster.fillRoundedRect(surface, clip, b, color: color) } }
            Measure.line("10,000 rounded 40x40 boxes, alpha \(alpha), \(name)", ms, clear)
        }
    }

    var random = SteadyRandom(state: 2)
    let verbs: [UInt8] = [0] + (0..<20).map { $0 % 2 == 0 ? 3 : 1 } + [4]
    let paths = (0..<1000).map { _ -> [CGPoint] in
        let x = random.next() * 1800, y = random.next() * 960
        return (0..<41).map { _ in CGPoint(x: x + random.next() * 100, y: y + random.next() * 100) }
    }
    let polygons = paths.map { Array($0[0..<20]) }
    let corners = [0] + [UInt8](repeating: 1, count: 19) + [4]
    for rule in [FillRule.winding, .evenOdd] {
        draw("1000 random paths of 20 segments, \(rule)", clear, verbs, paths) {
            raster.fillPath(surface, clip, $0, transform: .identity, rule: rule, paint: .solid(0xff20_8040))
        }
    }
    for (name, verbs, paths) in [("blobs of 20 segments", verbs, blobs()), ("random polygons of 20 vertices", corners, polygons)] {
        draw("1000 \(name)", clear, verbs, paths) { raster.fillPath(surface, clip, $0, transform: .identity, paint: .solid(0xff20_8040)) }
    }
    for join in [StrokeJoin.miter, .round] {
        for (name, verbs, paths) in [("blobs", verbs, blobs()), ("random polygons", corners, polygons), ("random paths", verbs, paths)] {
            var style = StrokeStyle(width: 4)
            style.join = join
            draw("1000 strokes of the \(name), 4 px, \(join) joins", clear, verbs, paths) {
                raster.strokePath(surface, clip, $0, transform: .identity, style: style, paint: .solid(0xff20_8040))
            }
        }
    }
    let circle = circlePath()
    let ms = Measure.best(of: 5) {
        for i in 0..<1000 {
            let t = Affine(45, 0, 0, 45, 50 + Double(i % 40) * 45.3, 50 + Double(i / 40) * 38.7)
            circle.0.withUnsafeBufferPointer { v in
                circle.1.withUnsafeBufferPointer {
                    raster.fillPath(surface, clip, PathView(verbs: v, points: $0), transform: t, paint: .solid(0xff20_8040))
                }
            }
        }
    }
    Measure.line("1000 circles of 90 px", ms, clear)
    var style = StrokeStyle(width: 4 / 45.0)
    style.join = .round
    let strokes = Measure.best(of: 5) {
        for i in 0..<1000 {
            let t = Affine(45, 0, 0, 45, 50 + Double(i % 40) * 45.3, 50 + Double(i / 40) * 38.7)
            circle.0.withUnsafeBufferPointer { v in
                circle.1.withUnsafeBufferPointer {
                    raster.strokePath(
                        surface, clip, PathView(verbs: v, points: $0), transform: t, style: style, paint: .solid(0xff20_8040))
                }
            }
        }
    }
    Measure.line("1000 stroked circles of 90 px, 4 px wide", strokes, clear)
    images(surface, raster, clear)
}

/// Measures how long all paths take, which share their verbs.
private func draw(_ name: String, _ clear: Double, _ verbs: [UInt8], _ paths: [[CGPoint]], _ body: (PathView) -> Void) {
    let ms = Measure.best(of: 5) {
        for p in paths {
            verbs.withUnsafeBufferPointer { v in p.withUnsafeBufferPointer { body(PathView(verbs: v, points: $0)) } }
        }
    }
    Measure.line(name, ms, clear)
}

/// Outlines that go once around, of curves and lines in turn.
private func blobs() -> [[CGPoint]] {
    var random = SteadyRandom(state: 5)
    return (0..<1000).map { _ in
        let x = 50 + random.next() * 1800, y = 50 + random.next() * 960
        return (0..<41).map { i in
            let t = Double(i) / 41 * 2 * Double.pi, r = 40 + random.next() * 10
            return CGPoint(x: x + r * cos(t), y: y + r * sin(t))
        }
    }
}

private func circlePath() -> ([UInt8], [CGPoint]) {
    let k = 0.5522847
    let p: [(Double, Double)] = [
        (1, 0), (1, k), (k, 1), (0, 1), (-k, 1), (-1, k), (-1, 0), (-1, -k), (-k, -1), (0, -1), (k, -1), (1, -k), (1, 0),
    ]
    return ([0, 3, 3, 3, 3, 4], p.map { CGPoint(x: $0.0, y: $0.1) })
}

private func images(_ surface: Surface, _ raster: Rasterizer, _ clear: Double) {
    let clip = Clip(surface.bounds)
    let image = Surface(width: 1920, height: 1080)
    var random = SteadyRandom(state: 3)
    for i in 0..<(image.stride * image.height) {
        let a = UInt32(random.next() * 256)
        image.pixels[i] = a << 24 | (a / 2) << 16 | (a / 3) << 8 | a / 4
    }
    func draw(_ name: String, _ map: Affine, _ filter: SampleFilter) {
        guard let sampler = ImageSampler(image, map: Homography(map), filter: filter) else { return }
        Measure.line(name, Measure.best(of: 5) { raster.fill(surface, clip, surface.bounds, paint: .image(sampler)) }, clear)
    }
    draw("1080p image, 1:1", .identity, .bilinear)
    draw("1080p image, scaled, nearest", Affine(0.7, 0, 0, 0.7, 3.3, 1.7), .nearest)
    draw("1080p image, scaled, bilinear", Affine(0.7, 0, 0, 0.7, 3.3, 1.7), .bilinear)
    draw("1080p image, twice its size, bilinear", Affine(0.5, 0, 0, 0.5, 0.3, 0.7), .bilinear)
    draw("1080p image, turned 10 degrees, bilinear", Affine(0.985, 0.174, -0.174, 0.985, 100, 10), .bilinear)
    draw("1080p image, turned, bilinear", Affine(0.8, 0.3, -0.3, 0.8, 100, 10), .bilinear)
    if let tilted = ImageSampler(image, map: Homography(1, 0.1, 0, 0.1, 1, 0, 1e-4, 1e-4, 1), filter: .bilinear) {
        Measure.line(
            "1080p image, projected, bilinear", Measure.best(of: 5) { raster.fill(surface, clip, surface.bounds, paint: .image(tilted)) },
            clear)
    }
    Measure.line(
        "1080p surface over surface, opacity .5", Measure.best(of: 5) { raster.composite(image, onto: surface, clip, opacity: 128) }, clear)
    Measure.line("1080p surface, multiply", Measure.best(of: 3) { raster.composite(image, onto: surface, clip, mode: .multiply) }, clear)
    for mode in [PixelBlendMode.overlay, .hardLight, .difference, .sourceAtop, .plusLighter, .softLight, .luminosity] {
        Measure.line("1080p surface, \(mode)", Measure.best(of: 3) { raster.composite(image, onto: surface, clip, mode: mode) }, clear)
    }
    let ramp = GradientRamp { t in PixelMath.premultiplied(SIMD4(Float(t), 0.5, Float(1 - t), 1)) }
    let shapes: [(String, GradientPaint.Shape, Affine)] = [
        ("linear", .axial, Affine(1 / 1920.0, 0, 1 / 5000.0, 0, 0, 0)), ("radial", .radial, Affine(1e-3, 0, 0, 1e-3, -0.96, -0.54)),
        ("conic", .conic, Affine(1e-3, 0, 0, 1e-3, -0.96, -0.54)),
        ("two-circle", .circles(CirclePair(SIMD2(900, 500), 50, SIMD2(1000, 600), 600)), .identity),
    ]
    for (name, shape, map) in shapes {
        guard let paint = GradientPaint(shape, map: map, ramp: ramp) else { continue }
        Measure.line(
            "1080p \(name) gradient", Measure.best(of: 5) { raster.fill(surface, clip, surface.bounds, paint: .gradient(paint)) }, clear)
    }
    let mask = MaskBuffer(bounds: IntRect(0, 0, 512, 512))
    mask.fill(255)
    for sigma in [3.0, 10, 40] {
        Measure.line("blur of a 512x512 mask, sigma \(Int(sigma))", Measure.best(of: 3) { _ = mask.blurred(sigma: sigma) }, clear)
    }
    for sigma in [3.0, 11.9, 12, 40, 200] {
        Measure.line(
            "blur of a 1080p surface, sigma \(sigma)",
            Measure.best(of: 3) { _ = image.blurred(sigmaX: sigma, sigmaY: sigma, rect: image.bounds) }, clear)
    }
}
