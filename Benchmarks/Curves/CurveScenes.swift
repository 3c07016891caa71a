import Agate
import Foundation
import QuartzCore

/// What the curves measure: scenes through the public interface, with random places, phases and translucent colours, and parts of pixels.
enum CurveScenes {
    static var all: [Curve] { time + changes + drawing + kinds + program + collections }

    private static var time: [Curve] {
        [
            Curve(
                name: "n layers changed in a commit, n animations, one layer with a speed", sizes: [500, 1000, 2000, 4000, 8000],
                before: (8000, 14_000), asked: (8000, 49)
            ) { n in
                let scene = CurveScene(n)
                scene.host.perform {
                    scene.layers[0].speed = 0.5
                    for layer in scene.layers { scene.move(layer) }
                }
                return scene.best(of: 3) { i in scene.quietly { for layer in scene.layers { layer.opacity = Float(i + 1) / 10 } } }
            },
            Curve(
                name: "60 frames in which n staggered animations begin and end", sizes: [250, 500, 1000, 2000, 4000],
                before: (2000, 17_700), asked: (2000, 300)
            ) { n in
                let scene = CurveScene(n, size: 64, visible: false)
                scene.host.perform {
                    for (i, layer) in scene.layers.enumerated() {
                        scene.move(layer, begin: 0.01 + Double(i) / Double(n) * 0.9, duration: 0.1)
                    }
                }
                return Measure.milliseconds { for i in 1...60 { scene.host.advance(to: Double(i) / 60) } }
            },
            Curve(name: "a frame while n animations wait to begin", sizes: [1000, 10_000, 100_000], before: (10_000, 14)) { n in
                let scene = CurveScene(n)
                scene.host.perform { for layer in scene.layers { scene.move(layer, begin: 1000) } }
                return scene.best(of: 20)
            },
            Curve(
                name: "a frame while n layers under a hidden one move along paths", sizes: [1000, 10_000, 40_000], before: (10_000, 63),
                asked: (10_000, 0.5)
            ) { n in
                let scene = CurveScene(n, hidden: true)
                scene.host.perform { for layer in scene.layers { scene.moveAlongPath(layer) } }
                return scene.best(of: 20)
            },
            Curve(
                name: "a frame while n layers off the screen move along paths", sizes: [1000, 10_000, 40_000], before: (10_000, 25),
                asked: (10_000, 0.5)
            ) { n in
                let scene = CurveScene(n)
                scene.host.perform {
                    scene.top.position.x += 10_000
                    scene.top.masksToBounds = true
                    for layer in scene.layers { scene.moveAlongPath(layer) }
                }
                return scene.best(of: 20)
            },
            Curve(
                name: "the same where no clip says that they are off it", sizes: [1000, 10_000, 40_000], before: (10_000, 25),
                asked: (10_000, 0.5)
            ) { n in
                let scene = CurveScene(n)
                scene.host.perform {
                    scene.top.position.x += 10_000
                    for layer in scene.layers { scene.moveAlongPath(layer) }
                }
                return scene.best(of: 20)
            },
        ]
    }

    private static var changes: [Curve] {
        [
            Curve(
                name: "one layer added among n, with its frame", sizes: [1000, 10_000, 40_000], before: (10_000, 12), asked: (10_000, 0.3)
            ) { n in
                let scene = CurveScene(n)
                return scene.best(of: 12) { i in
                    scene.quietly {
                        let new = CALayer()
                        new.frame = CGRect(x: Double(i) * 20.3, y: 20.5, width: 12, height: 12)
                        new.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
                        scene.top.addSublayer(new)
                    }
                }
            },
            Curve(name: "one layer removed among n, with its frame", sizes: [1000, 10_000, 40_000]) { n in
                let scene = CurveScene(n)
                return scene.best(of: 12) { i in scene.quietly { scene.layers[i * 7 + 3].removeFromSuperlayer() } }
            },
            Curve(
                name: "a frame in which one zPosition of n animates", sizes: [1000, 10_000, 40_000], before: (10_000, 9),
                asked: (10_000, 0.3)
            ) { n in
                let scene = CurveScene(n)
                scene.quietly { for layer in scene.layers { layer.zPosition = CGFloat(scene.random() * 100) } }
                scene.host.perform {
                    let rise = CABasicAnimation(keyPath: "zPosition")
                    (rise.fromValue, rise.toValue, rise.duration) = (0, 100, 1)
                    scene.layers[5].add(rise, forKey: nil)
                }
                return scene.best(of: 20)
            },
            Curve(name: "one hitTest among n siblings", sizes: [1000, 10_000, 40_000], before: (10_000, 3.6), asked: (10_000, 0.3)) { n in
                let scene = CurveScene(n, size: 6)
                var hits = 0
                let ms = Measure.best(of: 9) {
                    for _ in 0..<10 {
                        let point = CGPoint(x: scene.random() * 1280, y: scene.random() * 720)
                        if scene.host.layer.hitTest(point) != nil { hits += 1 }
                    }
                }
                return hits >= 0 ? ms / 10 : 0
            },
        ]
    }

    private static var drawing: [Curve] {
        [
            Curve(
                name: "a frame in which one of n layers moves", sizes: [1000, 10_000, 100_000], before: (100_000, 9), asked: (100_000, 0.1)
            ) { n in
                let scene = CurveScene(n, size: 4)
                scene.host.perform { scene.move(scene.layers[n / 2]) }
                return scene.best(of: 30)
            },
            Curve(
                name: "a frame of n tilted siblings that cut one another", sizes: [50, 100, 200, 300], before: (300, 280), asked: (300, 40)
            ) { n in
                let scene = CurveScene(n, size: 160)
                scene.quietly {
                    var perspective = CATransform3DIdentity
                    perspective.m34 = -1 / 900
                    scene.top.sublayerTransform = perspective
                    for layer in scene.layers {
                        layer.transform = CATransform3DMakeRotation(scene.random() * 2 - 1, scene.random(), scene.random(), 0.2)
                    }
                }
                return scene.best(of: 4) { i in scene.quietly { scene.layers[0].opacity = Float(i + 1) / 10 } }
            },
            Curve(name: "one fill of n random segments", sizes: [1000, 3000, 10_000, 30_000], before: (10_000, 576), asked: (10_000, 110)) {
                n in
                guard
                    let context = CGContext(
                        data: nil, width: 1000, height: 1000, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
                    )
                else { return .nan }
                var random = SteadyRandom(state: 7)
                let path = CGMutablePath()
                path.move(to: CGPoint(x: random.next() * 1000, y: random.next() * 1000))
                for _ in 0..<n { path.addLine(to: CGPoint(x: random.next() * 1000, y: random.next() * 1000)) }
                return Measure.best(of: 2) {
                    context.addPath(path)
                    context.fillPath()
                }
            },
            Curve(
                name: "the first frame of a shape layer of n random segments", sizes: [1000, 3000, 10_000], before: (10_000, 1550),
                asked: (10_000, 110)
            ) { n in
                var random = SteadyRandom(state: 7)
                let path = CGMutablePath()
                path.move(to: CGPoint(x: random.next() * 1000, y: random.next() * 1000))
                for _ in 0..<n { path.addLine(to: CGPoint(x: random.next() * 1000, y: random.next() * 1000)) }
                return (0..<2).map { _ in
                    let host = OffscreenHost(size: CGSize(width: 1000, height: 1000)), shape = CAShapeLayer()
                    shape.path = path.copy()
                    host.perform { host.layer.addSublayer(shape) }
                    return Measure.milliseconds { host.paint(at: 0) }
                }.min() ?? 0
            },
            Curve(name: "a frame in which n small layers change colour", sizes: [100, 1000, 10_000]) { n in
                let scene = CurveScene(n)
                return scene.best(of: 8) { i in
                    scene.quietly {
                        for layer in scene.layers { layer.backgroundColor = CGColor(red: Double(i) / 8, green: 0.2, blue: 0.7, alpha: 0.5) }
                    }
                }
            },
        ]
    }

    private static var kinds: [Curve] {
        [
            Curve(name: "a frame in which n masked layers move", sizes: [100, 1000, 5000]) { n in
                let scene = CurveScene(n, size: 24)
                scene.host.perform {
                    for layer in scene.layers {
                        let mask = CAShapeLayer()
                        mask.path = CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 20.5, height: 18.5), transform: nil)
                        layer.mask = mask
                        scene.move(layer)
                    }
                }
                return scene.best(of: 8)
            },
            Curve(name: "a frame of replicators in replicators, n copies", sizes: [100, 1000, 10_000]) { n in
                let scene = CurveScene(1)
                let dot = CALayer(), inner = CAReplicatorLayer(), outer = CAReplicatorLayer()
                scene.host.perform {
                    dot.frame = CGRect(x: 2.5, y: 2.5, width: 6, height: 6)
                    dot.backgroundColor = CGColor(red: 0, green: 0.4, blue: 0.8, alpha: 0.5)
                    inner.instanceCount = 10
                    inner.instanceTransform = CATransform3DMakeTranslation(11.3, 0, 0)
                    inner.addSublayer(dot)
                    outer.instanceCount = n / 10
                    outer.instanceTransform = CATransform3DMakeTranslation(0.3, 0.7, 0)
                    outer.addSublayer(inner)
                    scene.top.addSublayer(outer)
                    scene.move(dot)
                }
                return scene.best(of: 8)
            },
            Curve(name: "n text layers drawn and shown for the first time", sizes: [100, 1000, 10_000]) { n in
                Measure.milliseconds {
                    let scene = CurveScene(n, size: 40) { i in
                        let text = CATextLayer()
                        text.string = "Row \(i)"
                        text.fontSize = 11
                        return text
                    }
                    scene.host.paint(at: 0.1)
                }
            },
            Curve(name: "a frame in which n scroll layers scroll", sizes: [10, 100, 1000]) { n in
                let scene = CurveScene(n, size: 40) { _ in
                    let scroll = CAScrollLayer(), content = CALayer()
                    content.frame = CGRect(x: 0, y: 0, width: 40, height: 400)
                    content.backgroundColor = CGColor(red: 0.2, green: 0.5, blue: 0.3, alpha: 0.5)
                    scroll.addSublayer(content)
                    return scroll
                }
                return scene.best(of: 8) { i in scene.quietly { for layer in scene.layers { layer.bounds.origin.y = CGFloat(i) * 1.5 } } }
            },
            Curve(name: "a frame of n layers with background filters", sizes: [10, 30, 100]) { n in
                let scene = CurveScene(n, size: 80)
                scene.quietly {
                    for layer in scene.layers {
                        if let blur = CAFilter(name: "gaussianBlur") {
                            blur.setValue(4.0, forKey: "inputRadius")
                            layer.backgroundFilters = [blur]
                        }
                    }
                }
                return scene.best(of: 4) { i in scene.quietly { scene.layers[0].opacity = Float(i + 1) / 10 } }
            },
            Curve(name: "a frame of groups in groups, n deep, whose innermost changes", sizes: [25, 50, 100, 200]) { n in
                let scene = CurveScene(1)
                var layer = scene.top
                scene.quietly {
                    for i in 0..<n {
                        let next = CALayer()
                        next.frame = CGRect(x: 0.2, y: 0.3, width: 400, height: 400)
                        next.backgroundColor = CGColor(red: Double(i % 10) / 10, green: 0.4, blue: 0.6, alpha: 0.1)
                        next.opacity = 0.99
                        layer.addSublayer(next)
                        layer = next
                    }
                }
                return scene.best(of: 4) { i in scene.quietly { layer.opacity = Float(i + 1) / 10 } }
            },
        ]
    }

    private static var program: [Curve] {
        [
            Curve(name: "presentation() of n layers that animate", sizes: [100, 1000, 10_000], before: (10_000, 16.8), asked: (10_000, 1)) {
                n in
                let scene = CurveScene(n)
                scene.host.perform { for layer in scene.layers { scene.move(layer) } }
                var sum: CGFloat = 0
                return scene.bestBetweenFrames(of: 8) { for layer in scene.layers { sum += layer.presentation()?.position.x ?? 0 } }
            },
            Curve(name: "presentation() of n layers, asked again in the same frame", sizes: [100, 1000, 10_000], asked: (10_000, 1)) { n in
                let scene = CurveScene(n)
                scene.host.perform { for layer in scene.layers { scene.move(layer) } }
                var sum: CGFloat = 0
                return scene.bestBetweenFrames(
                    of: 8, before: { for layer in scene.layers { sum += layer.presentation()?.position.x ?? 0 } }
                ) {
                    for layer in scene.layers { sum += layer.presentation()?.position.x ?? 0 }
                }
            },
            Curve(
                name: "n layers changed and committed, each with its implicit animation", sizes: [100, 1000, 10_000], before: (10_000, 136),
                asked: (10_000, 30)
            ) { n in
                let scene = CurveScene(n, visible: false)
                return scene.bestBetweenFrames(of: 4) { scene.host.perform { for layer in scene.layers { layer.position.x += 1.5 } } }
            },
            Curve(name: "n layers added and committed", sizes: [100, 1000, 10_000], before: (10_000, 40), asked: (10_000, 12)) { n in
                let scene = CurveScene(1, visible: false)
                var spare: [[CALayer]] = (0..<4).map { _ in
                    (0..<n).map { _ in
                        let layer = CALayer()
                        layer.frame = CGRect(x: scene.random() * 1000, y: scene.random() * 700, width: 12.5, height: 12.5)
                        layer.backgroundColor = CGColor(red: scene.random(), green: 0.4, blue: 0.6, alpha: 0.5)
                        return layer
                    }
                }
                return scene.bestBetweenFrames(of: 4) {
                    if let layers = spare.popLast() { scene.quietly { for layer in layers { scene.top.addSublayer(layer) } } }
                }
            },
            Curve(name: "n layers removed and committed", sizes: [100, 1000, 10_000], before: (10_000, 30), asked: (10_000, 8)) { n in
                (0..<3).map { _ in
                    let scene = CurveScene(n, visible: false)
                    return Measure.milliseconds { scene.quietly { for layer in scene.layers { layer.removeFromSuperlayer() } } }
                }.min() ?? 0
            },
            Curve(name: "n layers changed and committed", sizes: [100, 1000, 10_000], before: (10_000, 32), asked: (10_000, 10)) { n in
                let scene = CurveScene(n, visible: false)
                return scene.bestBetweenFrames(of: 8) { scene.quietly { for layer in scene.layers { layer.position.x += 1.5 } } }
            },
        ]
    }
}

/// Layers in random places and colours in a host.
final class CurveScene {
    let host = OffscreenHost(size: CGSize(width: 1280, height: 720))
    let top = CALayer()
    private(set) var layers: [CALayer] = []
    private var numbers = SteadyRandom(state: 1)

    init(_ count: Int, size: Double = 12, hidden: Bool = false, visible: Bool = true, _ make: (Int) -> CALayer = { _ in CALayer() }) {
        host.perform {
            top.frame = CGRect(x: 0, y: 0, width: 1280, height: 720)
            top.isHidden = hidden || !visible
            for i in 0..<count {
                let layer = make(i)
                layer.frame = CGRect(x: random() * (1280 - size), y: random() * (720 - size), width: size, height: size)
                layer.backgroundColor = CGColor(red: random(), green: random(), blue: random(), alpha: 0.5)
                layers.append(layer)
                top.addSublayer(layer)
            }
            host.layer.addSublayer(top)
        }
        host.paint(at: 0)
    }

    func random() -> Double { numbers.next() }

    private func begin(_ animation: CAAnimation, on layer: CALayer, _ begin: Double?, _ duration: Double) {
        animation.duration = duration
        animation.beginTime = begin ?? -random() * 500
        layer.add(animation, forKey: nil)
    }

    func move(_ layer: CALayer, begin: Double? = nil, duration: Double = 1000) {
        let move = CABasicAnimation(keyPath: "position")
        move.fromValue = CGPoint(x: random() * 1280, y: random() * 720)
        // What ends within the measurement ends where its layer is.
        move.toValue = begin == nil ? CGPoint(x: random() * 1280, y: random() * 720) : layer.position
        self.begin(move, on: layer, begin, duration)
    }

    func moveAlongPath(_ layer: CALayer) {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: random() * 1280, y: random() * 720))
        path.addQuadCurve(to: CGPoint(x: random() * 1280, y: random() * 720), control: CGPoint(x: random() * 1280, y: random() * 720))
        let move = CAKeyframeAnimation(keyPath: "position")
        move.path = path
        begin(move, on: layer, nil, 1000)
    }

    func quietly(_ changes: () -> Void) {
        host.perform {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            changes()
            CATransaction.commit()
        }
    }

    private func frame() { host.paint(at: host.now + 1.0 / 60) }

    /// The fastest of some frames a sixtieth of a second apart, with the change before each.
    func best(of count: Int, _ change: (Int) -> Void = { _ in }) -> Double {
        frame()
        frame()
        return (0..<count).map { i in
            Measure.milliseconds {
                change(i)
                frame()
            }
        }.min() ?? .infinity
    }

    /// The fastest of what is done after each of some frames.
    func bestBetweenFrames(of count: Int, before: () -> Void = {}, _ body: () -> Void) -> Double {
        (0..<count).map { _ in
            frame()
            before()
            return Measure.milliseconds(body)
        }.min() ?? .infinity
    }
}
