import Agate
import AgateFormats
import Foundation

/// One thing that layers do, on a card of its own. Everything moves by animations that were added once; no code runs for a frame.
struct Card {
    let title: String
    let fill: @MainActor (CALayer, CGSize) throws -> Void
}

/// What all cards take, in points.
public let tourSize = CGSize(width: 960, height: 600)

/// Deals the cards out on a root.
@MainActor public func dealCards(on root: CALayer) throws {
    root.backgroundColor = CGColor(red: 0.055, green: 0.063, blue: 0.11, alpha: 1)
    let card = CGSize(width: 216, height: 264)
    for (index, each) in cards.enumerated() {
        let layer = CALayer()
        layer.frame = CGRect(
            x: 24 + CGFloat(index % 4) * (card.width + 16), y: 24 + CGFloat(index / 4) * (card.height + 24), width: card.width,
            height: card.height)
        layer.cornerRadius = 20
        layer.masksToBounds = true
        layer.backgroundColor = CGColor(red: 0.11, green: 0.125, blue: 0.2, alpha: 1)
        try each.fill(layer, card)
        let title = CATextLayer()
        title.string = each.title
        title.font = "Helvetica" as NSString
        title.fontSize = 13
        title.alignmentMode = .center
        title.foregroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0.75)
        title.contentsScale = 2
        title.frame = CGRect(x: 0, y: card.height - 30, width: card.width, height: 20)
        layer.addSublayer(title)
        root.addSublayer(layer)
    }
}

private func color(_ hex: UInt32, _ alpha: CGFloat = 1) -> CGColor {
    CGColor(red: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255, alpha: alpha)
}

private let orange = color(0xF28C46), blue = color(0x5B8DEF), green = color(0x63C7A4), pink = color(0xE86A92), night = color(0x1B1F33)

private func forever(_ animation: CAAnimation, _ duration: Double, reverses: Bool = false) -> CAAnimation {
    animation.duration = duration
    animation.repeatCount = .infinity
    animation.autoreverses = reverses
    return animation
}

@MainActor let cards = [
    Card(title: "Springs in a replicator") { card, size in
        let row = CAReplicatorLayer()
        row.instanceCount = 6
        row.instanceTransform = CATransform3DMakeTranslation(29, 0, 0)
        row.instanceDelay = -0.12
        row.instanceColor = orange
        row.instanceRedOffset = -0.12
        row.instanceBlueOffset = 0.13
        let ball = CALayer()
        ball.frame = CGRect(x: 22, y: size.height / 2 + 44, width: 20, height: 20)
        ball.cornerRadius = 10
        ball.backgroundColor = .white
        let hop = CASpringAnimation(keyPath: "position.y")
        hop.byValue = -86
        hop.isAdditive = true
        hop.fromValue = 0
        hop.damping = 6
        hop.stiffness = 90
        ball.add(forever(hop, 1.5, reverses: true), forKey: "hop")
        row.addSublayer(ball)
        card.addSublayer(row)
    },
    Card(title: "A path that is drawn") { card, size in
        let rose = CGMutablePath()
        for step in 0...360 {
            let angle = Double(step) / 180 * .pi, radius = 76 * cos(3 * angle)
            let point = CGPoint(x: size.width / 2 + radius * cos(angle), y: size.height / 2 + radius * sin(angle))
            if step == 0 { rose.move(to: point) } else { rose.addLine(to: point) }
        }
        let line = CAShapeLayer()
        line.path = rose
        line.fillColor = nil
        line.strokeColor = .white
        line.lineWidth = 7
        line.lineCap = .round
        line.lineJoin = .round
        let end = CABasicAnimation(keyPath: "strokeEnd"), start = CABasicAnimation(keyPath: "strokeStart")
        (end.fromValue, end.toValue, start.fromValue, start.toValue) = (0, 1, -0.6, 1)
        end.timingFunction = CAMediaTimingFunction(name: .easeOut)
        start.timingFunction = CAMediaTimingFunction(name: .easeIn)
        line.add(forever(end, 3), forKey: "end")
        line.add(forever(start, 3), forKey: "start")
        let colors = CAGradientLayer()
        colors.frame = CGRect(origin: .zero, size: size)
        colors.type = .conic
        colors.startPoint = CGPoint(x: 0.5, y: 0.5)
        colors.endPoint = CGPoint(x: 0.5, y: 0)
        colors.colors = [orange, pink, blue, green, orange]
        colors.mask = line
        card.addSublayer(colors)
    },
    Card(title: "Particles") { card, size in
        let emitter = CAEmitterLayer()
        emitter.frame = CGRect(origin: .zero, size: size)
        emitter.emitterPosition = CGPoint(x: size.width / 2, y: size.height - 48)
        emitter.seed = 11
        emitter.renderMode = .additive
        let spark = CAEmitterCell()
        spark.contents = glow
        spark.birthRate = 90
        spark.lifetime = 2.4
        spark.velocity = 150
        spark.velocityRange = 50
        spark.yAcceleration = 90
        spark.emissionLongitude = -.pi / 2
        spark.emissionRange = 0.7
        spark.scale = 0.7
        spark.scaleSpeed = -0.2
        spark.color = color(0xFF9A50)
        spark.greenRange = 0.5
        spark.blueRange = 0.5
        spark.alphaSpeed = -0.4
        emitter.emitterCells = [spark]
        card.addSublayer(emitter)
    },
    Card(title: "Depth") { card, size in
        let cube = CATransformLayer()
        cube.frame = CGRect(x: size.width / 2 - 50, y: size.height / 2 - 50, width: 100, height: 100)
        let turns: [(CGFloat, CGFloat, CGFloat)] = [
            (0, 0, 1), (.pi / 2, 0, 1), (.pi, 0, 1), (-.pi / 2, 0, 1), (.pi / 2, 1, 0), (-.pi / 2, 1, 0),
        ]
        for (index, turn) in turns.enumerated() {
            let side = CALayer()
            side.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
            side.backgroundColor = [orange, blue, green, pink, color(0x9B7BEA), color(0xF2C14E)][index].copy(alpha: 0.82)
            side.cornerRadius = 14
            side.borderWidth = 3
            side.borderColor = color(0xFFFFFF, 0.5)
            let turned = CATransform3DMakeRotation(turn.0, turn.1, turn.2, 0)
            side.transform = CATransform3DConcat(CATransform3DMakeTranslation(0, 0, 50), turned)
            cube.addSublayer(side)
        }
        let spin = CABasicAnimation(keyPath: "transform.rotation.y"), nod = CABasicAnimation(keyPath: "transform.rotation.x")
        (spin.fromValue, spin.toValue, nod.fromValue, nod.toValue) = (0, 2 * Double.pi, -0.6, 0.7)
        nod.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        cube.add(forever(spin, 6), forKey: "spin")
        cube.add(forever(nod, 3, reverses: true), forKey: "nod")
        var eye = CATransform3DIdentity
        eye.m34 = -1 / 480
        card.sublayerTransform = eye
        card.addSublayer(cube)
    },
    Card(title: "Blur of what is behind") { card, size in
        for index in 0..<9 {
            let bar = CALayer()
            bar.frame = CGRect(x: CGFloat(index) * 24 + 4, y: 40, width: 12, height: size.height - 80)
            bar.cornerRadius = 6
            bar.backgroundColor = [orange, blue, green, pink][index % 4]
            let grow = CABasicAnimation(keyPath: "bounds.size.height")
            grow.fromValue = 40 + CGFloat(index * 37 % 60)
            grow.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
            bar.add(forever(grow, 0.9 + Double(index % 4) * 0.2, reverses: true), forKey: "grow")
            card.addSublayer(bar)
        }
        let glass = CALayer()
        glass.bounds = CGRect(x: 0, y: 0, width: 96, height: 96)
        glass.position = CGPoint(x: 60, y: size.height / 2)
        glass.cornerRadius = 48
        glass.masksToBounds = true
        glass.backgroundColor = color(0xFFFFFF, 0.16)
        glass.borderColor = color(0xFFFFFF, 0.7)
        glass.borderWidth = 2
        let blur = CAFilter(type: "gaussianBlur")
        blur.setValue(7, forKey: "inputRadius")
        glass.backgroundFilters = [blur]
        let slide = CABasicAnimation(keyPath: "position.x")
        slide.toValue = size.width - 60
        slide.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        glass.add(forever(slide, 2.2, reverses: true), forKey: "slide")
        card.addSublayer(glass)
    },
    Card(title: "Shapes that become others") { card, size in
        func flower(_ petals: Int, _ depth: CGFloat) -> CGPath {
            let path = CGMutablePath()
            for step in 0..<72 {
                let angle = CGFloat(step) / 36 * .pi, radius = 62 + depth * cos(CGFloat(petals) * angle)
                let point = CGPoint(x: size.width / 2 + radius * cos(angle), y: size.height / 2 + radius * sin(angle))
                if step == 0 { path.move(to: point) } else { path.addLine(to: point) }
            }
            path.closeSubpath()
            return path
        }
        let shape = CAShapeLayer()
        shape.frame = CGRect(origin: .zero, size: size)
        shape.lineWidth = 5
        shape.lineJoin = .round
        shape.strokeColor = color(0xFFFFFF, 0.8)
        shape.shadowOpacity = 0.6
        shape.shadowRadius = 8
        shape.shadowOffset = CGSize(width: 0, height: 5)
        let morph = CAKeyframeAnimation(keyPath: "path"), paint = CAKeyframeAnimation(keyPath: "fillColor")
        morph.values = [flower(3, 16), flower(5, 22), flower(8, 9), flower(3, 16)]
        paint.values = [pink, blue, green, pink]
        morph.timingFunctions = Array(repeating: CAMediaTimingFunction(name: .easeInEaseOut), count: 3)
        shape.path = flower(3, 16)
        shape.add(forever(morph, 6), forKey: "morph")
        shape.add(forever(paint, 6), forKey: "paint")
        card.addSublayer(shape)
    },
    Card(title: "Lottie") { card, size in
        let scene = try LottieScene(url: example("Sunrise.json"))
        place(scene.rootLayer, scene.size, in: card, size)
        scene.play(loopMode: .loop)
        keep(scene, with: card)
    },
    Card(title: "CAML") { card, size in
        let scene = try CAMLScene(contentsOf: example("Orbit.ca"))
        place(scene.hostedLayer, scene.size, in: card, size)
        scene.startAnimations()
        keep(scene, with: card)
    },
]

/// A file beside the examples' sources.
private func example(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(name)
}

private func place(_ layer: CALayer, _ own: CGSize, in card: CALayer, _ size: CGSize) {
    let scale = min((size.width - 24) / own.width, (size.height - 72) / own.height)
    let holder = CALayer()
    holder.bounds = CGRect(origin: .zero, size: own)
    holder.position = CGPoint(x: size.width / 2, y: size.height / 2 - 12)
    holder.transform = CATransform3DMakeScale(scale, scale, 1)
    holder.cornerRadius = 12 / scale
    holder.masksToBounds = true
    holder.addSublayer(layer)
    card.addSublayer(holder)
}

/// As long as the layer is there, so is the scene.
private func keep(_ scene: AnyObject, with layer: CALayer) { layer.setValue(scene, forKey: "scene") }

/// A soft white dot.
private let glow: CGImage? = {
    CGImage(width: 32, height: 32) { pixels in
        for index in pixels.indices {
            let x = Double(index % 32) - 15.5, y = Double(index / 32) - 15.5
            let light = max(0, 1 - (x * x + y * y).squareRoot() / 16), byte = UInt32(255 * light * light)
            pixels[index] = byte << 24 | byte << 16 | byte << 8 | byte
        }
    }
}()
