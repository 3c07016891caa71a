import Agate
import CoreGraphics
import Foundation
import QuartzCore

extension FuzzTarget {
    /// Programs out of bytes: trees, animations and transactions, committed and drawn.
    static let layers = FuzzTarget(
        "api",
        seeds: {
            (0..<24).map { seed in
                Data((0..<160).map { UInt8(truncatingIfNeeded: ($0 &* 73 &+ seed &* 151) ^ ($0 &* $0 &* (seed + 3)) >> 3) })
            }
        }
    ) { data in
        var program = LayerProgram(data)
        program.run()
        return true
    }
}

extension CALayer {
    fileprivate func removeFromSuperlayerUnlessRoot(_ root: CALayer) {
        if self !== root { removeFromSuperlayer() }
    }
}

/// Reads bytes as steps of a program over at most 24 layers.
private struct LayerProgram {
    private let bytes: [UInt8]
    private var at = 0
    private let host = OffscreenHost(size: CGSize(width: 24, height: 24))
    private var layers: [CALayer]

    init(_ data: Data) {
        bytes = [UInt8](data.prefix(600))
        layers = [host.layer]
    }

    private mutating func byte() -> Int {
        guard at < bytes.count else { return 0 }
        at += 1
        return Int(bytes[at - 1])
    }

    private static let numbers: [CGFloat] = [
        0, 1, -1, 0.5, 2, 10, 24, -10, 0.25, 100, 1e-9, -0.0, 1e6, -1e6, 1e30, 1e300, .infinity, -.infinity, .nan,
        .greatestFiniteMagnitude, .leastNonzeroMagnitude, 3, 7, 12,
    ]

    private mutating func number() -> CGFloat {
        let b = byte()
        return b < 48 ? Self.numbers[b % Self.numbers.count] : CGFloat(b - 48) / 8
    }

    private mutating func point() -> CGPoint { CGPoint(x: number(), y: number()) }
    private mutating func rect() -> CGRect { CGRect(x: number(), y: number(), width: number(), height: number()) }
    private mutating func color() -> CGColor { CGColor(red: number(), green: number(), blue: number(), alpha: number()) }
    private mutating func layer() -> CALayer { layers[byte() % layers.count] }

    private mutating func path() -> CGPath {
        let path = CGMutablePath()
        path.move(to: point())
        for _ in 0..<(byte() % 5) {
            switch byte() % 4 {
            case 0: path.addLine(to: point())
            case 1: path.addQuadCurve(to: point(), control: point())
            case 2: path.addCurve(to: point(), control1: point(), control2: point())
            default: path.closeSubpath()
            }
        }
        return path
    }

    private mutating func transform() -> CATransform3D {
        switch byte() % 5 {
        case 0: CATransform3DMakeRotation(number(), number(), number(), number())
        case 1: CATransform3DMakeScale(number(), number(), number())
        case 2: CATransform3DMakeTranslation(number(), number(), number())
        case 3:
            {
                var t = CATransform3DIdentity
                t.m34 = number()
                t.m14 = number()
                return t
            }()
        default: CATransform3DIdentity
        }
    }

    private static let image = CGImage(width: 3, height: 2) { pixels in
        for i in pixels.indices { pixels[i] = 0xFF00_0000 | UInt32(i) &* 0x40_1030 }
    }!

    private mutating func value() -> Any? {
        switch byte() % 14 {
        case 0: nil
        case 1: point()
        case 2: rect()
        case 3: CGSize(width: number(), height: number())
        case 4: transform()
        case 5: color()
        case 6: path()
        case 7: Self.image
        case 8: [color(), color()]
        case 9: [NSNumber(value: Double(number())), NSNumber(value: Double(number()))]
        case 10: "even-odd"
        case 11: byte() % 2 == 0
        default: NSNumber(value: Double(number()))
        }
    }

    private static let keys = [
        "bounds", "position", "zPosition", "anchorPoint", "anchorPointZ", "transform", "sublayerTransform", "opacity", "hidden",
        "masksToBounds", "cornerRadius",
        "backgroundColor", "borderWidth", "borderColor", "shadowOpacity", "shadowRadius", "shadowOffset", "shadowColor", "shadowPath",
        "contents", "contentsRect",
        "contentsCenter", "contentsGravity", "contentsScale", "doubleSided", "geometryFlipped", "allowsGroupOpacity", "shouldRasterize",
        "rasterizationScale",
        "speed", "timeOffset", "beginTime", "path", "fillColor", "strokeColor", "strokeStart", "strokeEnd", "lineWidth", "lineDashPattern",
        "fillRule", "colors",
        "locations", "startPoint", "endPoint", "instanceDelay", "instanceTransform", "transform.rotation.x", "position.y",
        "bounds.size.width", "transform.scale",
        "string", "fontSize", "emitterPosition", "birthRate", "minificationFilter", "name", "frame", "sublayers", "mask", "own",
        "positon.x", "",
    ]

    private mutating func key() -> String { Self.keys[byte() % Self.keys.count] }

    private mutating func made() -> CALayer {
        switch byte() % 12 {
        case 0: return CAShapeLayer()
        case 1: return CAGradientLayer()
        case 2:
            let replicator = CAReplicatorLayer()
            replicator.instanceCount = byte() % 5
            replicator.preservesDepth = byte() % 2 == 0
            return replicator
        case 3: return CATransformLayer()
        case 4: return CATextLayer()
        case 5: return CAScrollLayer()
        case 6:
            let emitter = CAEmitterLayer()
            let cell = CAEmitterCell()
            cell.birthRate = Float(byte() % 20)
            cell.lifetime = Float(number())
            cell.contents = Self.image
            emitter.emitterCells = [cell]
            return emitter
        case 7: return CATiledLayer()
        default: return CALayer()
        }
    }

    private mutating func animation(_ depth: Int = 0) -> CAAnimation {
        let animation: CAAnimation
        switch byte() % 6 {
        case 0:
            let keyframes = CAKeyframeAnimation(keyPath: key())
            if byte() % 3 == 0 { keyframes.path = path() } else { keyframes.values = [value() ?? 0, value() ?? 1, value() ?? 2] }
            if byte() % 2 == 0 { keyframes.keyTimes = [NSNumber(value: Double(number())), NSNumber(value: Double(number())), 1] }
            keyframes.calculationMode = [.linear, .discrete, .paced, .cubic, .cubicPaced][byte() % 5]
            animation = keyframes
        case 1:
            let spring = CASpringAnimation(keyPath: key())
            spring.mass = number()
            spring.stiffness = number()
            spring.damping = number()
            spring.initialVelocity = number()
            spring.toValue = value()
            animation = spring
        case 2:
            let transition = CATransition()
            transition.type = [.fade, .push, .moveIn, .reveal][byte() % 4]
            animation = transition
        case 3 where depth < 3:
            let group = CAAnimationGroup()
            group.animations = (0..<(byte() % 3)).map { _ in self.animation(depth + 1) }
            animation = group
        default:
            let basic = CABasicAnimation(keyPath: key())
            basic.fromValue = value()
            basic.toValue = value()
            basic.byValue = value()
            basic.isAdditive = byte() % 4 == 0
            animation = basic
        }
        animation.duration = Double(number())
        animation.speed = Float(number())
        animation.repeatCount = Float(number())
        animation.beginTime = Double(number())
        animation.timeOffset = Double(number())
        animation.autoreverses = byte() % 2 == 0
        animation.fillMode = [.removed, .forwards, .backwards, .both][byte() % 4]
        animation.isRemovedOnCompletion = byte() % 2 == 0
        return animation
    }

    /// A transaction in the one that is open, with steps of its own and a block that changes the tree when all is over.
    private mutating func transaction() {
        let changed = layer()
        CATransaction.begin()
        CATransaction.setAnimationDuration(Double(number()))
        CATransaction.setCompletionBlock { changed.opacity = 0.5 }
        if byte() % 2 == 0 { changed.position = point() }
        if byte() % 4 == 0 { layer().removeFromSuperlayerUnlessRoot(host.layer) }
        CATransaction.commit()
    }

    private mutating func step() {
        switch byte() % 28 {
        case 0, 1, 2:
            if layers.count < 24 {
                let made = made()
                made.frame = CGRect(
                    x: CGFloat(byte() % 24), y: CGFloat(byte() % 24), width: CGFloat(byte() % 24), height: CGFloat(byte() % 24))
                made.backgroundColor = color()
                layer().addSublayer(made)
                layers.append(made)
            }
        case 3: layer().insertSublayer(layer(), at: UInt32(byte()))
        case 4:
            layer().removeFromSuperlayerUnlessRoot(host.layer)
        case 5:
            let mask = layer()
            if mask !== host.layer { layer().mask = mask }
        case 6, 7, 8, 9: layer().setValue(value(), forKeyPath: key())
        case 10, 11: layer().add(animation(), forKey: byte() % 2 == 0 ? "a" : nil)
        case 12: layer().removeAllAnimations()
        case 13: CATransaction.setDisableActions(byte() % 2 == 0)
        case 14: host.advance(by: Double(byte()) / 64)
        case 15: _ = host.image()
        case 16: _ = layer().presentation()?.hitTest(point())
        case 17: _ = layer().convert(rect(), to: layer())
        case 18:
            layer().setNeedsLayout()
            layer().setNeedsDisplay()
            layer().layoutIfNeeded()
        case 19:
            let filter = CAFilter(type: ["gaussianBlur", "colorInvert", "pixellate"][byte() % 3])
            filter.setValue(NSNumber(value: Double(byte() % 20)), forKey: "inputRadius")
            layer().filters = [filter]
        case 20: transaction()
        case 21: layer().replaceSublayer(layer(), with: layer())
        case 22: layer().bounds = rect()
        case 23: _ = layer().convertTime(CFTimeInterval(number()), from: layer())
        case 24: _ = layer().explainAction(forKey: key())
        case 25: _ = layer().presentation()?.value(forKeyPath: key())
        case 26: layer().compositingFilter = ["multiplyBlendMode", "plusL", "xor", "none"][byte() % 4]
        default: CATransaction.flush()
        }
    }

    mutating func run() {
        var images = 0
        while at < bytes.count {
            let before = at
            host.perform {
                for _ in 0..<4 where at < bytes.count { step() }
            }
            if at == before { break }
            images += 1
            if images % 8 == 0 { _ = host.image() }
        }
        _ = host.image(at: host.now + 0.1)
        if let context = CGContext(
            data: nil, width: 24, height: 24, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        ) {
            host.layer.render(in: context)
        }
        host.perform { for layer in layers.dropFirst() { layer.removeFromSuperlayer() } }
    }
}
