import AgateDiagnostics
import Foundation
import RenderTree
import TestSupport
import XCTest

@testable import Agate
@testable import QuartzCore

/// Setting, animating and drawing the same things again and again keeps nothing: the slope of live memory is zero, in bytes counted by the
/// C library. Bounds are far under one object a call, the smallest of which has 32 bytes.
final class MemorySlopeTests: XCTestCase {
    private var host = OffscreenHost(size: CGSize(width: 24, height: 24))
    private var observation: DiagnosticObservation?

    override func setUp() {
        host = OffscreenHost(size: CGSize(width: 24, height: 24))
        // Else each is a line in the log.
        observation = Diagnostics.observe { _ in }
    }
    override func tearDown() { observation = nil }

    private func assertFlat(_ name: String, count: Int, line: UInt = #line, _ body: (Int) -> Void) throws {
        guard let slope = LiveMemory.slope(count: count, body) else { throw XCTSkip("the C library does not count") }
        if ProcessInfo.processInfo.environment["AGATE_SLOPES"] != nil { print("slope of \(name): \(slope) bytes a call") }
        XCTAssertLessThan(slope, 16, "\(name): bytes that each call keeps", line: line)
    }

    // MARK: Values

    private static func image(_ n: Int) -> CGImage? {
        CGImage(width: 2, height: 2, premultipliedBGRA: [UInt8](repeating: UInt8(n % 250), count: 16))
    }

    /// The compositor keeps small pictures of images that are drawn small, up to a bound: new images would fill it.
    private static let images = (0..<12).map { image($0) }

    /// And the coverage of outlines.
    private static let paths = (1...12).map { CGPath(rect: CGRect(x: 0, y: 0, width: $0, height: 3), transform: nil) }

    /// A new value of a kind for each number. Tests take a dozen in turn, so that caches are full after the warm-up.
    private static func value(_ row: PropertyRow, _ n: Int) -> Any? {
        let x = CGFloat(n % 19 + 1)
        switch row.storage {
        case .byte(_, let names?), .extraByte(_, let names?): return names[n % names.count]
        default: break
        }
        switch row.key {
        case "emitterCells":
            let cell = CAEmitterCell()
            (cell.birthRate, cell.lifetime, cell.contents) = (3, 0.2, images[n % images.count])
            return [cell]
        case "emitterBehaviors":
            let behavior = CAEmitterBehavior(type: "wave")
            behavior.setValue(x, forKey: "frequency")
            return [behavior]
        case "filters", "backgroundFilters":
            let filter = CAFilter(type: "gaussianBlur")
            filter.setValue(x / 10, forKey: "inputRadius")
            return [filter]
        case "compositingFilter": return n % 2 == 0 ? "multiplyBlendMode" : "screenBlendMode"
        case "string": return "text \(n)"
        case "font": return n % 2 == 0 ? "Helvetica" : "Courier"
        default: break
        }
        switch row.kind {
        case .number: return Double(n % 3 + 1)
        case .bool: return n % 2 == 0
        case .point: return CGPoint(x: x, y: 2)
        case .size: return CGSize(width: x, height: 2)
        case .rect: return CGRect(x: 0, y: 1, width: x, height: 12)
        case .transform: return CATransform3DMakeTranslation(x, 1, 0)
        case .color: return CGColor(red: x / 20, green: 0, blue: 1, alpha: 0.5)
        case .path: return paths[n % paths.count]
        case .image: return images[n % images.count]
        case .colors: return [CGColor(gray: x / 20, alpha: 1), CGColor(gray: 0, alpha: 1)]
        case .numbers: return [0.1, Double(x) / 20]
        case .insets: return NSEdgeInsets(top: x, left: 0, bottom: 0, right: 0)
        case .string: return "name \(n)"
        case .object: return "object \(n)"
        }
    }

    private static var classes: [(kind: LayerClass, make: () -> CALayer)] {
        [
            (.layer, { CALayer() }), (.shape, { CAShapeLayer() }), (.gradient, { CAGradientLayer() }), (.transform, { CATransformLayer() }),
            (.replicator, { CAReplicatorLayer() }), (.scroll, { CAScrollLayer() }), (.text, { CATextLayer() }),
            (.emitter, { CAEmitterLayer() }), (.tiled, { CATiledLayer() }),
        ]
    }

    /// What a test of every property leaves out, since it stops time or takes the picture away.
    private static let leftOut: Set<String> = ["hidden", "speed", "beginTime", "timeOffset", "instanceCount", "transform", "bounds"]

    private static func rows(_ kind: LayerClass) -> [PropertyRow] {
        PropertyTable.rows.filter { ($0.owner == .layer || $0.owner == kind) && !leftOut.contains($0.key) }
    }

    // MARK: Layers

    func testEveryPropertyOfEveryClass() throws {
        for (kind, make) in Self.classes {
            let host = OffscreenHost(size: CGSize(width: 24, height: 24)), layer = make()
            host.perform {
                layer.frame = CGRect(x: 2, y: 2, width: 12, height: 12)
                host.layer.addSublayer(layer)
            }
            let rows = Self.rows(kind)
            try assertFlat("\(kind)", count: 120) { n in
                host.perform {
                    CATransaction.setDisableActions(n % 2 == 0)
                    for row in rows { layer.setValue(Self.value(row, n % 12), forKey: row.key) }
                    layer.setValue(n, forKey: "own")
                    layer.setValue(Double(n % 7), forKeyPath: "position.x")
                    layer.style = ["opacity": 0.5, "own": n]
                    layer.actions = ["opacity": NSNull()]
                    layer.setNeedsDisplay()
                }
                host.advance(by: 0.3)
                host.paint(at: host.now)
                _ = layer.presentation()
            }
        }
    }

    /// The layers themselves, made, shown and let go of.
    func testLayersComeAndGo() throws {
        for (kind, make) in Self.classes {
            let rows = Self.rows(kind).filter { $0.key != "shadowOpacity" }
            let host = OffscreenHost(size: CGSize(width: 24, height: 24))
            try assertFlat("new \(kind)", count: 60) { n in
                // Shadows of new outlines fill a cache of their own, of 4,096.
                host.perform {
                    let layer = make()
                    for row in rows { layer.setValue(Self.value(row, n % 12), forKey: row.key) }
                    layer.mask = n % 3 == 0 ? CALayer() : nil
                    host.layer.addSublayer(layer)
                    if n > 2 { host.layer.sublayers?.first?.removeFromSuperlayer() }
                }
                host.advance(by: 0.1)
                host.paint(at: host.now)
            }
        }
    }

    /// Each string of a text layer kept 0.9 kB: what Foundation never frees of an attributed string.
    func testTexts() throws {
        let layer = CATextLayer(), fixed = NSAttributedString(string: "fixed", attributes: [.font: "no font"])
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 24, height: 12)
            host.layer.addSublayer(layer)
        }
        let ways: [(String, (Int) -> Void)] = [
            ("plain", { layer.string = "\($0 % 12)" }), ("NSString", { layer.string = "\($0 % 12)" as NSString }),
            (
                "wrapped, cut",
                {
                    (layer.isWrapped, layer.truncationMode, layer.alignmentMode) = (true, .end, .justified)
                    layer.string = "several words that have no room \($0 % 12)\nבכל"
                }
            ),
            ("sizes", { layer.fontSize = CGFloat(8 + $0 % 40) }), ("the same attributed one", { layer.string = $0 % 2 == 0 ? fixed : "x" }),
        ]
        for (name, set) in ways {
            try assertFlat("text: \(name)", count: 400) { n in
                host.perform {
                    CATransaction.setDisableActions(true)
                    set(n)
                }
                host.advance(by: 0.016)
                host.paint(at: host.now)
            }
        }
    }

    func testDrawing() throws {
        let layer = CALayer(), drawing = Drawing()
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 24, height: 24)
            layer.delegate = drawing
            host.layer.addSublayer(layer)
        }
        try assertFlat("draw(in:)", count: 400) { n in
            host.perform { layer.setNeedsDisplay() }
            host.advance(by: 0.1)
            host.paint(at: host.now)
            _ = host.image()
        }
        let context = CGContext(
            data: nil, width: 24, height: 24, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue)
        try assertFlat("render(in:)", count: 200) { _ in
            if let context {
                host.layer.render(in: context)
                host.layer.renderExactly(in: context)
            }
            _ = host.layer.hitTest(CGPoint(x: 4, y: 4))
        }
    }

    private final class Drawing: NSObject, CALayerDelegate {
        func draw(_ layer: CALayer, in ctx: CGContext) {
            ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
            ctx.fill(CGRect(x: 1, y: 1, width: 9, height: 9))
            ctx.setShadow(offset: .zero, blur: 2)
            if let image = MemorySlopeTests.image(3) { ctx.draw(image, in: CGRect(x: 2, y: 2, width: 5, height: 5)) }
        }
    }

    // MARK: Animations

    private final class Ends: NSObject, CAAnimationDelegate {
        var count = 0
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { count += 1 }
    }

    func testEveryClassOfAnimation() throws {
        let ends = Ends()
        let path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
        let made: [(String, (PropertyRow, Int) -> CAAnimation?)] = [
            (
                "basic",
                { row, n in
                    let animation = CABasicAnimation(keyPath: row.key)
                    (animation.fromValue, animation.toValue) = (Self.value(row, n), Self.value(row, n + 1))
                    return animation
                }
            ),
            (
                "keyframe",
                { row, n in
                    let animation = CAKeyframeAnimation(keyPath: row.key)
                    animation.values = [n, n + 1, n + 2].compactMap { Self.value(row, $0) }
                    (animation.keyTimes, animation.calculationMode) = ([0, 0.5, 1], n % 2 == 0 ? .linear : .cubic)
                    return animation
                }
            ),
            (
                "path",
                { row, n in
                    guard row.kind == .point else { return nil }
                    let animation = CAKeyframeAnimation(keyPath: row.key)
                    (animation.path, animation.rotationMode) = (path, .rotateAuto)
                    return animation
                }
            ),
            (
                "spring",
                { row, n in
                    let animation = CASpringAnimation(keyPath: row.key)
                    (animation.fromValue, animation.toValue) = (Self.value(row, n), Self.value(row, n + 1))
                    return animation
                }
            ),
            (
                "group",
                { row, n in
                    let group = CAAnimationGroup(), animation = CABasicAnimation(keyPath: row.key)
                    animation.toValue = Self.value(row, n)
                    group.animations = [animation]
                    return group
                }
            ),
            ("transition", { _, _ in CATransition() }),
        ]
        for (name, make) in made {
            let host = OffscreenHost(size: CGSize(width: 24, height: 24)), layer = CAShapeLayer()
            host.perform {
                layer.frame = CGRect(x: 2, y: 2, width: 12, height: 12)
                host.layer.addSublayer(layer)
            }
            let rows = Self.rows(.shape).filter { $0.implicit == .basic }
            try assertFlat(name, count: 60) { n in
                host.perform {
                    CATransaction.begin()
                    CATransaction.setCompletionBlock { ends.count += 1 }
                    for row in rows {
                        guard let animation = make(row, n) else { continue }
                        animation.duration = 0.1
                        if n % 2 == 0 { animation.delegate = ends }
                        layer.add(animation, forKey: n % 3 == 0 ? row.key : "\(row.key) \(n)")
                    }
                    CATransaction.commit()
                    if n % 5 == 0 { layer.removeAllAnimations() }
                }
                host.advance(by: 0.05)
                host.paint(at: host.now)
                _ = layer.presentation()
                host.advance(by: 0.06)
            }
            XCTAssertNil(layer.animationKeys(), name)
        }
    }

    func testTypedAnimationsAndHosts() throws {
        let layer = CALayer()
        host.perform { host.layer.addSublayer(layer) }
        try assertFlat("animate", count: 200) { n in
            host.perform { layer.animate(\.opacity, to: n % 2 == 0 ? 0.5 : 1, .linear(0.1)).whenEnded { _ in } }
            host.advance(by: 0.11)
            host.paint(at: host.now)
        }
        try assertFlat("hosts", count: 60) { _ in
            let own = OffscreenHost(size: CGSize(width: 9, height: 9), scale: 2)
            own.perform { own.layer.addSublayer(CATextLayer()) }
            own.paint(at: 0.1)
        }
    }
}
