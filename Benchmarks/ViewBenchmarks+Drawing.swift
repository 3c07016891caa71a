import CoreGraphics
import CoreText
import Foundation
import ImageIO
import QuartzCore
import UIKit

// The rows of `bench views` that are about shapes, text, pictures and memory.

@MainActor func shapes() {
    let circles: [CGPath] = (0..<500).map { i in
        let x = Double(i * 37 % 400), y = Double(i * 91 % 400)
        return CGPath(ellipseIn: CGRect(x: x, y: y, width: 60, height: 60), transform: nil)
    }
    let united = best(1) {
        var all = circles[0]
        for circle in circles.dropFirst() { all = all.union(circle) }
    }
    row("500 circles united one by one", united, asked: 1000)
    let together = CGMutablePath()
    for circle in circles { together.addPath(circle) }
    row("500 circles united at once", best(2) { _ = together.normalized() }, asked: 8)
    let curves = CGMutablePath()
    var random = SteadyRandom(state: 5)
    func point() -> CGPoint { CGPoint(x: random.next() * 400, y: random.next() * 400) }
    curves.move(to: point())
    for _ in 0..<1000 { curves.addCurve(to: point(), control1: point(), control2: point()) }
    let stroked = best(5) { _ = curves.copy(strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10) }
    row("a path of 1,000 crossing curves, a stroked copy (Skia 2.3 elsewhere)", stroked, asked: 2.5)
    let waves = CGMutablePath()
    waves.move(to: .zero)
    for i in 0..<1000 {
        let x = Double(i) * 4
        waves.addCurve(
            to: CGPoint(x: x + 4, y: 200 + Double(i % 7)), control1: CGPoint(x: x + 1, y: 180), control2: CGPoint(x: x + 3, y: 220))
    }
    waves.addLine(to: CGPoint(x: 4000, y: 0))
    waves.closeSubpath()
    row(
        "a wave of 1,000 curves, a stroked copy",
        best(5) { _ = waves.copy(strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10) },
        asked: 2.5)
    let box = CGPath(rect: CGRect(x: 100, y: 100, width: 2000, height: 150), transform: nil)
    row("a wave of 1,000 curves united with a box (Skia 22 elsewhere)", best(3) { _ = waves.union(box) }, asked: 20)
}

@MainActor func textLayers() {
    let layer = CATextLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 1000, height: 8000)
    layer.isWrapped = true
    layer.fontSize = 12
    layer.string = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 1_000_000 / 45)
    let scene = ViewScene(CGSize(width: 1000, height: 800))
    let first = best(1) { scene.frame { scene.window.layer.addSublayer(layer) } }
    row("1 MB in a CATextLayer, first", first, asked: 100)
    var step = 0.0
    let colored = best(2) {
        step += 0.2
        scene.frame { layer.foregroundColor = CGColor(red: step, green: 0, blue: 0, alpha: 1) }
    }
    row("1 MB in a CATextLayer, again for another colour", colored, asked: 20)
}

@MainActor func linesOfText() {
    guard
        let context = CGContext(
            data: nil, width: 800, height: 100, bitsPerComponent: 8, bytesPerRow: 3200, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    else { return }
    let text = NSAttributedString(
        string: "The quick brown fox jumps over the lazy dog, and again.",
        attributes: [.font: CTFontCreateWithName("Liberation Sans", 15, nil)])
    let line = CTLineCreateWithAttributedString(text)
    let again = best(10) {
        for i in 0..<100 {
            context.textPosition = CGPoint(x: 10, y: 10 + Double(i % 60))
            CTLineDraw(line, context)
        }
    }
    row("a line of 55 characters drawn 100 times", again, asked: 1)
    let made = best(10) { for _ in 0..<100 { CTLineDraw(CTLineCreateWithAttributedString(text), context) } }
    row("the same, shaped each time", made, asked: 2)
}

@MainActor func pictures() {
    guard
        let context = CGContext(
            data: nil, width: 64, height: 64, bitsPerComponent: 8, bytesPerRow: 256, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue)
    else { return }
    let frames: [CGImage] = (0..<1000).compactMap { i in
        context.setFillColor(CGColor(red: Double(i % 16) / 16, green: 0.5, blue: 0.25, alpha: 1))
        context.fill(CGRect(x: i % 50, y: i / 20, width: 14, height: 14))
        return context.makeImage()
    }
    let data = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(data, "com.compuserve.gif" as CFString, frames.count, nil) else { return }
    for frame in frames { CGImageDestinationAddImage(destination, frame, nil) }
    guard CGImageDestinationFinalize(destination), let source = CGImageSourceCreateWithData(data, nil) else { return }
    let forwards = best(1) { for i in 0..<250 { _ = CGImageSourceCreateImageAtIndex(source, i, nil) } }
    row("a GIF of 1,000 pictures, 250 read forwards", forwards, asked: 20)
    let backwards = best(1) { for i in (750..<1000).reversed() { _ = CGImageSourceCreateImageAtIndex(source, i, nil) } }
    row("a GIF of 1,000 pictures, 250 read backwards", backwards, asked: 20)

    let side = 4096
    let large = CGImage(width: side, height: side) { pixels in
        for i in pixels.indices { pixels[i] = 0xFF00_0000 | UInt32(truncatingIfNeeded: i / 7 &* 2_654_435) & 0xFFFFFF }
    }
    guard let large else { return }
    let png = [UInt8](ImageCodec.encodePNG(large))
    let alone = Measure.best(of: 2) { pngDecode(png) }
    let decoded = Measure.best(of: 2) { _ = try? ImageCodec.decode(Data(png), name: "png") }
    row("a PNG of 4,096 x 4,096, decoded (libpng alone \(Int(alone)))", decoded, asked: alone * 1.1)
}

/// Bytes of memory for each further view, shown in a window, after as many in another window. Each figure is exact only in a process of its
/// own: memory that others have left is in pieces.
@MainActor func memory(_ part: String) {
    func figure(_ name: String, asked: Int, _ make: (Int) -> UIView) {
        guard name.hasPrefix(part) else { return }
        let count = 1000
        let scenes = [ViewScene(), ViewScene()]
        for scene in scenes { scene.add(make(-1)) }
        func fill(_ scene: ViewScene, _ count: Int) {
            let views = (0..<count).map(make)
            scene.frame { for view in views { scene.window.addSubview(view) } }
        }
        fill(scenes[0], count)
        // The memory of frames.
        fill(scenes[1], 100)
        let before = Measure.residentBytes
        fill(scenes[1], count)
        let bytes = withExtendedLifetime(scenes) { (Measure.residentBytes - before) / count }
        print(Measure.padded(name) + String(format: "%10.1f KB (asked %d)", Double(bytes) / 1024, asked))
    }
    func place(_ view: UIView, _ i: Int) {
        view.frame = CGRect(x: Double(max(i, 0) % 4) * 100, y: Double(max(i, 0) / 4) * 3, width: 100, height: 21)
    }
    figure("a label, in memory", asked: 6) { i in
        let label = UILabel()
        label.text = "label \(i)"
        place(label, i)
        return label
    }
    figure("a button, in memory", asked: 12) { i in
        let button = UIButton(type: .system)
        button.setTitle("button \(i)", for: .normal)
        place(button, i)
        return button
    }
    figure("a plain view, in memory", asked: 3) { i in
        let view = UIView()
        view.backgroundColor = .red
        place(view, i)
        return view
    }
}
