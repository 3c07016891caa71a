import Agate
import CoreGraphics
import Foundation
import QuartzCore

/// A host with one layer of each kind, of which most move.
struct RecordedScene {
    let host: OffscreenHost
    let box = CALayer()
    let shape = CAShapeLayer()

    static func checks(_ side: Int) -> CGImage {
        CGImage(width: side, height: side) { pixels in
            for i in pixels.indices { pixels[i] = (i / side / 3 + i % side / 3) % 2 == 0 ? 0xFFCC_2244 : 0x4011_3322 }
        }!
    }

    func color(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat, _ a: CGFloat = 1) -> CGColor { CGColor(red: r, green: g, blue: b, alpha: a) }

    init(scale: CGFloat = 1) {
        host = OffscreenHost(size: CGSize(width: 160, height: 120), scale: scale, background: CGColor(gray: 0.9, alpha: 1))
        let host = host
        host.perform {
            box.name = "box"
            box.frame = CGRect(x: 8, y: 8, width: 40, height: 30)
            box.backgroundColor = color(0.2, 0.3, 0.9)
            box.cornerRadius = 6
            box.shadowOpacity = 0.5
            box.contents = Self.checks(24)
            host.layer.addSublayer(box)

            let path = CGMutablePath()
            path.move(to: CGPoint(x: 2, y: 30))
            path.addCurve(to: CGPoint(x: 38, y: 4), control1: CGPoint(x: 10, y: -20), control2: CGPoint(x: 30, y: 60))
            shape.frame = CGRect(x: 60, y: 8, width: 40, height: 34)
            shape.path = path
            shape.fillColor = nil
            shape.strokeColor = color(0.8, 0.2, 0.1)
            shape.lineWidth = 3
            shape.lineDashPattern = [6, 3]
            host.layer.addSublayer(shape)

            let gradient = CAGradientLayer()
            gradient.frame = CGRect(x: 110, y: 8, width: 40, height: 34)
            gradient.colors = [color(1, 0.8, 0), color(0, 0.5, 0.4)]
            gradient.locations = [0.2, 0.9]
            let mask = CALayer()
            mask.frame = CGRect(x: 4, y: 4, width: 32, height: 24)
            mask.cornerRadius = 12
            mask.backgroundColor = color(0, 0, 0)
            gradient.mask = mask
            host.layer.addSublayer(gradient)

            let replicator = CAReplicatorLayer()
            replicator.frame = CGRect(x: 8, y: 52, width: 60, height: 20)
            replicator.instanceCount = 4
            replicator.instanceTransform = CATransform3DMakeTranslation(15, 0, 0)
            replicator.instanceDelay = 0.1
            let dot = CALayer()
            dot.frame = CGRect(x: 0, y: 4, width: 10, height: 10)
            dot.backgroundColor = color(0.1, 0.6, 0.3)
            replicator.addSublayer(dot)
            host.layer.addSublayer(replicator)

            let text = CATextLayer()
            text.frame = CGRect(x: 80, y: 50, width: 70, height: 24)
            text.string = "agate"
            text.fontSize = 18
            text.foregroundColor = color(0.1, 0.1, 0.1)
            host.layer.addSublayer(text)

            let emitter = CAEmitterLayer()
            emitter.frame = CGRect(x: 20, y: 90, width: 40, height: 20)
            emitter.emitterPosition = CGPoint(x: 20, y: 10)
            emitter.seed = 7
            let cell = CAEmitterCell()
            cell.contents = Self.checks(6)
            cell.birthRate = 40
            cell.lifetime = 0.6
            cell.velocity = 30
            cell.emissionRange = .pi
            emitter.emitterCells = [cell]
            host.layer.addSublayer(emitter)

            let glass = CALayer()
            glass.frame = CGRect(x: 90, y: 80, width: 50, height: 30)
            glass.backgroundFilters = [CAFilter(type: "gaussianBlur")]
            glass.backgroundColor = color(1, 1, 1, 0.3)
            glass.filters = [CAFilter(type: "colorInvert")]
            glass.compositingFilter = "multiplyBlendMode"
            host.layer.addSublayer(glass)
        }
        host.perform {
            let spin = CAKeyframeAnimation(keyPath: "transform.rotation.z")
            spin.values = [0, 1, -0.5]
            spin.keyTimes = [0, 0.4, 1]
            spin.timingFunctions = [CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeOut)]
            spin.duration = 0.8
            let spring = CASpringAnimation(keyPath: "position.x")
            spring.fromValue = 20
            spring.toValue = 40
            spring.duration = spring.settlingDuration
            spring.isAdditive = false
            let group = CAAnimationGroup()
            group.animations = [spin, spring]
            group.duration = 1.2
            box.add(group, forKey: "dance")
            let draw = CABasicAnimation(keyPath: "strokeEnd")
            draw.fromValue = 0
            draw.toValue = 1
            draw.duration = 0.7
            draw.fillMode = .forwards
            draw.isRemovedOnCompletion = false
            shape.add(draw, forKey: nil)
        }
    }

    /// Changes on the way, implicit animations, a transition, a layer that leaves.
    func play() -> [(time: Double, image: CGImage)] {
        var shown: [(Double, CGImage)] = []
        func show(_ time: Double) { shown.append((time, host.image(at: time))) }
        show(0)
        show(0.15)
        host.perform {
            box.backgroundColor = color(0.9, 0.5, 0.1)
            shape.lineWidth = 6
            host.layer.sublayers?[2].mask?.cornerRadius = 2
        }
        show(0.25)
        host.perform {
            let transition = CATransition()
            transition.type = .push
            transition.subtype = .fromLeft
            transition.duration = 0.3
            box.add(transition, forKey: nil)
            box.contents = Self.checks(12)
        }
        show(0.4)
        host.perform { host.layer.sublayers?[3].removeFromSuperlayer() }
        host.send(InputEvent(time: 0.45, .touch(InputEvent.Touch(id: 3, .began, at: CGPoint(x: 5, y: 6)))))
        show(0.5)
        host.send(InputEvent(time: 0.55, .resized(CGSize(width: 170, height: 110), scale: host.scale)))
        show(0.6)
        show(1.5)
        return shown
    }
}
