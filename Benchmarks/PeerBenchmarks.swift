import Agate
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

/// The work of the programs beside other engines, through the public API, as lines of a name, a tab and milliseconds by the clock on the
/// wall: `Benchmarks/peers/compare` runs both sides in turns and prints the ratios. Minima of some runs in this process. Names behind the
/// suite's choose some of the lines, for a profile, which `AGATE_PEER_REPEATS` makes longer. With `AGATE_PEER_PICTURES` each picture is
/// also written into that folder, drawn once over white, as its raw bytes (1920x1080, BGRA), to be compared with the peers' ones.
func peerContextBenchmarks() {
    let width = 1920.0, height = 1080.0
    let all = CGRect(x: 0, y: 0, width: width, height: height)
    guard let context = bitmap(1920, 1080), let source = ramp(1920, 1080), let half = ramp(960, 540), let square = ramp(1024, 1024),
        let sprite = ramp(40, 40), let mask = alphaMask()
    else { return }
    let repeats = ProcessInfo.processInfo.environment["AGATE_PEER_REPEATS"].flatMap { Int($0) } ?? 1
    func figure(_ name: String, _ runs: Int = 5, _ body: (CGContext) -> Void) {
        guard isWanted(name) else { return }
        func draw() {
            context.saveGState()
            body(context)
            context.restoreGState()
        }
        writePicture(name, context, draw)
        let ms = Measure.bestWall(of: runs * repeats, draw)
        print("\(name)\t\(String(format: "%.4f", ms))")
    }
    let shapes = PeerShapes()
    figure("clear", 20) {
        $0.setBlendMode(.copy)
        $0.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 1))
        $0.fill(all)
    }
    figure("solid-over", 10) {
        $0.setFillColor(CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5))
        $0.fill(all)
    }
    figure("1000-fill-paths") {
        for i in 0..<1000 {
            $0.addPath(shapes.blobs[i])
            $0.setFillColor(shapes.colors[i])
            $0.fillPath()
        }
    }
    func strokes(_ context: CGContext) {
        context.setLineWidth(3)
        for i in 0..<1000 {
            context.addPath(shapes.curves[i])
            context.setStrokeColor(shapes.colors[i])
            context.strokePath()
        }
    }
    figure("1000-stroke-paths", 5, strokes)
    figure("1000-stroke-round") {
        $0.setLineCap(.round)
        $0.setLineJoin(.round)
        strokes($0)
    }
    figure("10000-rrect40") {
        for i in 0..<10_000 {
            $0.addPath(CGPath(roundedRect: shapes.boxes[i], cornerWidth: 8, cornerHeight: 8, transform: nil))
            $0.setFillColor(shapes.colors[i % 1000])
            $0.fillPath()
        }
    }
    figure("10000-rect40") {
        for i in 0..<10_000 {
            $0.setFillColor(shapes.colors[i % 1000])
            $0.fill(shapes.boxes[i])
        }
    }
    figure("image-over", 10) { $0.draw(source, in: all) }
    figure("image-over-alpha.5", 10) {
        $0.setAlpha(0.5)
        $0.draw(source, in: all)
    }
    figure("image-2x-bilinear") {
        $0.interpolationQuality = .low
        $0.draw(half, in: all)
    }
    figure("image-rot10") {
        $0.interpolationQuality = .low
        $0.translateBy(x: width / 2, y: height / 2)
        $0.rotate(by: 10 * .pi / 180)
        $0.draw(square, in: CGRect(x: -512, y: -512, width: 1024, height: 1024))
    }
    figure("10000-image40") {
        $0.interpolationQuality = .low
        for box in shapes.boxes { $0.draw(sprite, in: box) }
    }
    figure("a8-mask-solid") {
        $0.clip(to: all, mask: mask)
        $0.setFillColor(CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.69))
        $0.fill(all)
    }
    let colors = [
        CGColor(red: 1, green: 0, blue: 0, alpha: 0.75), CGColor(red: 0, green: 1, blue: 0, alpha: 0.5),
        CGColor(red: 0, green: 0, blue: 1, alpha: 0.75),
    ]
    guard let gradient = CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors as CFArray, locations: [0, 0.5, 1]) else {
        return
    }
    figure("linear-gradient") {
        $0.drawLinearGradient(
            gradient, start: .zero, end: CGPoint(x: width, y: height / 2), options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    }
    figure("radial-gradient") {
        let middle = CGPoint(x: width / 2, y: height / 2)
        $0.drawRadialGradient(
            gradient, startCenter: middle, startRadius: 0, endCenter: middle, endRadius: 900, options: .drawsAfterEndLocation)
    }
}

private func writePicture(_ name: String, _ context: CGContext, _ draw: () -> Void) {
    guard let folder = ProcessInfo.processInfo.environment["AGATE_PEER_PICTURES"], let pixels = context.data else { return }
    let count = context.bytesPerRow * context.height
    memset(pixels, 255, count)
    draw()
    try? Data(bytes: pixels, count: count).write(to: URL(fileURLWithPath: "\(folder)/\(name).bgra"))
}

private func isWanted(_ name: String) -> Bool {
    let names = CommandLine.arguments.dropFirst(2)
    return names.isEmpty || names.contains(name)
}

/// Paths, boxes and colours by the same numbers in every run; the peers' programs draw as many of the same sizes.
private struct PeerShapes {
    var blobs: [CGPath] = [], curves: [CGPath] = [], colors: [CGColor] = [], boxes: [CGRect] = []

    init() {
        var random = SteadyRandom(state: 12345)
        for _ in 0..<1000 {
            let middle = CGPoint(x: random.next() * 1820 + 50, y: random.next() * 980 + 50)
            let angles = (0..<8).map { Double($0) * .pi / 4 }
            let points = angles.map { angle -> CGPoint in
                let radius = 24 + 16 * random.next()
                return CGPoint(x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
            }
            let blob = CGMutablePath()
            blob.move(to: points[0])
            for k in 0..<8 {
                let next = (k + 1) % 8, a = angles[k], b = angles[k] + .pi / 4
                blob.addCurve(
                    to: points[next], control1: CGPoint(x: points[k].x - 10 * sin(a), y: points[k].y + 10 * cos(a)),
                    control2: CGPoint(x: points[next].x + 10 * sin(b), y: points[next].y - 10 * cos(b)))
            }
            blob.closeSubpath()
            blobs.append(blob)
            var end = CGPoint(x: random.next() * 1700 + 50, y: random.next() * 900 + 50)
            let curve = CGMutablePath()
            curve.move(to: end)
            for _ in 0..<3 {
                let start = end
                func near() -> CGPoint { CGPoint(x: start.x + random.next() * 120 - 50, y: start.y + random.next() * 120 - 50) }
                let first = near(), second = near()
                end = near()
                curve.addCurve(to: end, control1: first, control2: second)
            }
            curves.append(curve)
            let rgb = UInt32(random.next() * 0xffffff)
            func part(_ shift: UInt32) -> CGFloat { CGFloat(rgb >> shift & 255) / 255 }
            colors.append(CGColor(red: part(16), green: part(8), blue: part(0), alpha: 0.69))
        }
        boxes = (0..<10_000).map { _ in CGRect(x: random.next() * 1870, y: random.next() * 1030, width: 40, height: 40) }
    }
}

private func bitmap(_ width: Int, _ height: Int) -> CGContext? {
    CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
}

/// A translucent ramp from corner to corner.
private func ramp(_ width: Int, _ height: Int) -> CGImage? {
    let colors = [CGColor(red: 1, green: 0.125, blue: 0.0625, alpha: 0.25), CGColor(red: 0.0625, green: 0.25, blue: 1, alpha: 0.875)]
    guard let context = bitmap(width, height),
        let gradient = CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors as CFArray, locations: [0, 1])
    else { return nil }
    context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: width, y: height), options: [])
    return context.makeImage()
}

/// An image mask of one byte a pixel, opaque in the middle.
private func alphaMask() -> CGImage? {
    var bytes = [UInt8](repeating: 0, count: 1920 * 1080)
    for y in 0..<1080 {
        for x in 0..<1920 { bytes[y * 1920 + x] = UInt8(min(239, hypot(Double(x - 960), Double(y - 540)) / 900 * 239)) }
    }
    guard let provider = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
    return CGImage(
        maskWidth: 1920, height: 1080, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 1920, provider: provider, decode: nil,
        shouldInterpolate: false)
}

/// 10,000 round boxes whose positions and opacities animate with random phases, each frame through a host; and layers of other kinds,
/// moving alike.
func peerLayerBenchmarks() {
    guard let image = ramp(40, 40) else { return }
    let path = CGPath(ellipseIn: CGRect(x: 2, y: 2, width: 36, height: 36), transform: nil)
    let kinds: [(String, Int, () -> CALayer)] = [
        ("bound_10000", 10_000, { CALayer() }),
        ("boxes_1000", 1000, { CALayer() }),
        ("square_1000", 1000, { CALayer() }),
        (
            "image_1000", 1000,
            {
                let layer = CALayer()
                layer.contents = image
                return layer
            }
        ),
        (
            "text_1000", 1000,
            {
                let layer = CATextLayer()
                layer.string = "Agate"
                layer.fontSize = 14
                return layer
            }
        ),
        (
            "shape_1000", 1000,
            {
                let layer = CAShapeLayer()
                layer.path = path
                return layer
            }
        ),
        (
            "gradient_1000", 1000,
            {
                let layer = CAGradientLayer()
                layer.colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1)]
                return layer
            }
        ),
        (
            "mask_1000", 1000,
            {
                let layer = CALayer(), mask = CAShapeLayer()
                mask.path = path
                layer.mask = mask
                return layer
            }
        ),
    ]
    for (name, count, make) in kinds where isWanted(name) {
        let host = OffscreenHost(size: CGSize(width: 1920, height: 1080))
        host.perform {
            CATransaction.setDisableActions(true)
            host.layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
            var random = SteadyRandom(state: 12345)
            for _ in 0..<count {
                let layer = make()
                layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
                let x = random.next() * 1800 + 30, y = random.next() * 960 + 30
                layer.position = CGPoint(x: x, y: y)
                let end = CGPoint(x: min(max(x + random.next() * 100 - 50, 22), 1890), y: min(max(y + random.next() * 100 - 50, 22), 1050))
                let color = CGColor(red: random.next(), green: random.next(), blue: random.next(), alpha: 1)
                switch layer {
                case is CAGradientLayer, is CATextLayer: break
                case let shape as CAShapeLayer: shape.fillColor = color
                default:
                    if layer.contents == nil { layer.backgroundColor = color }
                    if name.hasPrefix("bo") { layer.cornerRadius = 8 }
                }
                let move = CABasicAnimation(keyPath: "position"), fade = CABasicAnimation(keyPath: "opacity")
                (move.fromValue, move.toValue) = (CGPoint(x: x, y: y), end)
                (fade.fromValue, fade.toValue, fade.autoreverses) = (0.2, 0.9, true)
                let phase = random.next()
                for (animation, duration) in [(move, 40.0 / 60), (fade, 20.0 / 60)] {
                    animation.duration = duration
                    animation.repeatCount = .infinity
                    animation.beginTime = -phase
                    layer.add(animation, forKey: nil)
                }
                host.layer.addSublayer(layer)
            }
        }
        var frame = 1.0
        host.withPixels(at: frame) { _, _, _, _ in }
        let best = Measure.bestWall(of: 40) {
            frame += 1.0 / 60
            host.withPixels(at: frame) { _, _, _, _ in }
        }
        print("\(name)\t\(String(format: "%.4f", best))")
    }
}

/// `bench peer-lottie SIDE PASSES FILE…`: a line for each file: the best of PASSES passes of 60 frames spread over the file, a frame's
/// milliseconds through the public API; those of loading; those from the file to the end of the first pass; and how much of four frames is
/// painted, from 0 to 1. With one pass it is the first play.
func peerLottieBenchmarks() {
    let arguments = Array(CommandLine.arguments.dropFirst(2))
    guard arguments.count > 2, let side = Int(arguments[0]), let passes = Int(arguments[1]) else {
        return print("usage: bench peer-lottie SIDE PASSES FILE...")
    }
    for path in arguments.dropFirst(2) {
        let url = URL(fileURLWithPath: path), begin = DispatchTime.now().uptimeNanoseconds
        func elapsed() -> Double { Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6 }
        guard let scene = try? LottieScene(url: url) else {
            print("\(url.lastPathComponent)\tERR")
            continue
        }
        let load = elapsed()
        let host = lottieHost(playing: scene, side)
        var pass = 0.0, whole = 0.0
        let best = Measure.bestWall(of: passes) {
            for k in 0..<60 { host.withPixels(at: (pass + Double(k) / 60) * scene.duration) { _, _, _, _ in } }
            if pass == 0 { whole = elapsed() }
            pass += 1
        }
        var painted = 0
        for k in [5, 20, 35, 50] {
            host.withPixels(at: (pass + Double(k) / 60) * scene.duration) { pixels, width, height, stride in
                for y in 0..<height { for x in 0..<width { painted += Int(pixels[y * stride + x] >> 24) } }
            }
        }
        let ink = Double(painted) / Double(4 * 255 * side * side)
        print("\(url.lastPathComponent)\t\(String(format: "%.5f\t%.4f\t%.3f\t%.4f", best / 60, load, whole, ink))")
    }
}
