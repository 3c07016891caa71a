import Agate
import Foundation

var layerExhibits: [Exhibit] {
    [
        Exhibit("CALayer", "contents, resizeAspectFill, round") { stage in
            let layer = box(33, 18, 150, 110, nil, in: stage)
            layer.contents = landscape
            layer.contentsGravity = .resizeAspectFill
            layer.masksToBounds = true
            layer.cornerRadius = 22
            layer.cornerCurve = .continuous
        },
        Exhibit("CAShapeLayer", "fill, dashes, strokeEnd 0.8, joins") { stage in
            let shape = CAShapeLayer()
            shape.path = star(5, CGPoint(x: 62, y: 74), 46, 20)
            shape.fillColor = Palette.amber
            shape.strokeColor = Palette.coral
            shape.lineWidth = 5
            shape.lineJoin = .round
            stage.addSublayer(shape)
            let ring = CAShapeLayer()
            ring.path = CGPath(ellipseIn: CGRect(x: 122, y: 20, width: 74, height: 74), transform: nil)
            ring.fillColor = nil
            ring.strokeColor = Palette.indigo
            ring.lineWidth = 9
            ring.lineCap = .round
            ring.strokeEnd = 0.8
            stage.addSublayer(ring)
            let wave = CAShapeLayer()
            let path = CGMutablePath()
            path.move(to: CGPoint(x: 118, y: 118))
            path.addCurve(to: CGPoint(x: 202, y: 118), control1: CGPoint(x: 146, y: 84), control2: CGPoint(x: 174, y: 152))
            wave.path = path
            wave.fillColor = nil
            wave.strokeColor = Palette.teal
            wave.lineWidth = 4
            wave.lineDashPattern = [10, 6]
            stage.addSublayer(wave)
        },
        Exhibit("CAGradientLayer", "axial, radial and conic") { stage in
            for (index, type) in [CAGradientLayerType.axial, .radial, .conic].enumerated() {
                let gradient = CAGradientLayer()
                gradient.frame = CGRect(x: 12 + index * 66, y: 43, width: 60, height: 60)
                gradient.type = type
                gradient.colors =
                    type == .conic
                    ? [Palette.coral, Palette.amber, Palette.teal, Palette.indigo, Palette.coral]
                    : [Palette.amber, Palette.coral, Palette.plum]
                gradient.startPoint = type == .axial ? CGPoint(x: 0, y: 0) : CGPoint(x: 0.5, y: 0.5)
                gradient.endPoint = type == .conic ? CGPoint(x: 0.5, y: 0) : CGPoint(x: 1, y: 1)
                gradient.cornerRadius = index == 0 ? 10 : 30
                stage.addSublayer(gradient)
            }
        },
        Exhibit("CATextLayer", "wrapped, truncated, three alignments") { stage in
            func text(
                _ string: String, _ y: CGFloat, _ height: CGFloat, _ mode: CATextLayerAlignmentMode, _ size: CGFloat, _ color: CGColor
            ) -> CATextLayer {
                let layer = label(string, CGRect(x: 14, y: y, width: 188, height: height), size: size, color: color)
                layer.alignmentMode = mode
                stage.addSublayer(layer)
                return layer
            }
            _ = text("Aa Ωω Жж", 10, 32, .center, 26, Palette.indigo)
            text(
                "Lines are broken where the words allow it, and the last one ends in dots where there is no more room for it.", 48, 52,
                .justified, 13, Palette.ink
            )
            .isWrapped = true
            _ = text("from the right", 106, 16, .right, 12, Palette.coral)
            text("the middle of a line that is far too long is left out", 124, 16, .left, 12, Palette.teal).truncationMode = .middle
        },
        Exhibit("CATransformLayer", "sublayers keep their depth") { stage in
            let cube = CATransformLayer()
            cube.frame = CGRect(x: 68, y: 33, width: 80, height: 80)
            var perspective = CATransform3DIdentity
            perspective.m34 = -1 / 420
            perspective = CATransform3DRotate(perspective, -0.5, 1, 0, 0)
            cube.transform = CATransform3DRotate(perspective, 0.68, 0, 1, 0)
            let faces: [(CGFloat, CGFloat, CGFloat)] = [
                (0, 0, 0), (.pi / 2, 0, 1), (-.pi / 2, 0, 1), (.pi, 0, 1), (.pi / 2, 1, 0), (-.pi / 2, 1, 0),
            ]
            for (index, face) in faces.enumerated() {
                let side = box(
                    0, 0, 80, 80, Palette.rgb([0xF2685C, 0x2A9D8F, 0xF4B942, 0x4A5BD4, 0x8E4A9E, 0x6BB7E8][index], 0.9), in: cube)
                side.borderWidth = 2
                side.borderColor = Palette.white
                side.transform = CATransform3DTranslate(CATransform3DMakeRotation(face.0, face.1, face.2, 0), 0, 0, 40)
            }
            stage.addSublayer(cube)
        },
        Exhibit("CAReplicatorLayer", "12 instances, each further and fainter") { stage in
            let replicator = CAReplicatorLayer()
            replicator.frame = CGRect(x: 48, y: 13, width: 120, height: 120)
            replicator.instanceCount = 12
            replicator.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
            replicator.instanceColor = Palette.rgb(0xFFD76B)
            replicator.instanceAlphaOffset = -0.07
            replicator.instanceGreenOffset = -0.05
            replicator.addSublayer(box(52, 4, 16, 36, Palette.white))
            replicator.sublayers?.first?.cornerRadius = 8
            stage.addSublayer(replicator)
        },
        Exhibit("CAScrollLayer", "scrolled to the middle of 5 cards") { stage in
            let scroll = CAScrollLayer()
            scroll.frame = CGRect(x: 23, y: 23, width: 170, height: 100)
            scroll.cornerRadius = 10
            scroll.backgroundColor = Palette.white
            for (index, color) in Palette.all.enumerated() {
                let page = box(CGFloat(index) * 90 + 6, 12, 80, 76, color, in: scroll)
                page.cornerRadius = 8
                page.addSublayer(
                    label("\(index + 1)", CGRect(x: 10, y: 6, width: 40, height: 34), size: 26, bold: true, color: Palette.white))
            }
            scroll.scroll(to: CGPoint(x: 141, y: 0))
            stage.addSublayer(scroll)
        },
        Exhibit("CAEmitterLayer", "stars that rise, spin and fade") { stage in
            let emitter = CAEmitterLayer()
            emitter.frame = CGRect(origin: .zero, size: CGSize(width: 216, height: 146))
            emitter.emitterPosition = CGPoint(x: 108, y: 150)
            emitter.emitterSize = CGSize(width: 150, height: 0)
            emitter.emitterShape = .line
            emitter.seed = 7
            let cell = CAEmitterCell()
            cell.contents = starImage
            cell.contentsScale = 2
            cell.birthRate = 45
            cell.lifetime = 2.6
            cell.velocity = 55
            cell.velocityRange = 40
            cell.emissionRange = 0.9
            cell.scaleRange = 0.7
            cell.spinRange = 5
            cell.color = Palette.rgb(0xF49A5C)
            cell.redRange = 0.5
            cell.greenRange = 0.7
            cell.blueRange = 0.9
            cell.alphaSpeed = -0.38
            emitter.emitterCells = [cell]
            stage.addSublayer(emitter)
        },
        Exhibit("CAEmitterBehavior", "confetti: pushed out, slowed, swaying") { stage in stage.addSublayer(confetti()) },
        Exhibit("CATiledLayer", "drawn tile by tile, where it is seen") { stage in
            let tiled = Rings()
            tiled.contentsScale = 2
            tiled.tileSize = CGSize(width: 96, height: 96)
            tiled.frame = CGRect(x: 0, y: 0, width: 216, height: 146)
            stage.addSublayer(tiled)
        },
        Exhibit("FrameQueueLayer", "pixels of another renderer, in place") { stage in
            let layer = FrameQueueLayer()
            layer.frame = CGRect(x: 33, y: 18, width: 150, height: 110)
            layer.cornerRadius = 10
            layer.masksToBounds = true
            stage.addSublayer(layer)
            let drawable = layer.nextDrawable()
            drawable?.withPixels { pixels, width, height, stride in
                for y in 0..<height {
                    for x in 0..<width {
                        let u = Double(x) / 22, v = Double(y) / 22
                        let wave = sin(u) + sin(v * 1.3 + u * 0.4) + sin((u * u + v * v).squareRoot() * 1.7)
                        func channel(_ shift: Double) -> UInt32 { UInt32(127.5 + 110 * sin(wave * 1.4 + shift)) }
                        pixels[y * stride + x] = 0xFF00_0000 | channel(0) << 16 | channel(1.1) << 8 | channel(2.4)
                    }
                }
            }
            drawable?.present()
        },
    ]
}

/// Pieces of paper that turn in space. What pushes them out is an attractor turned over: its falloff is negative.
private func confetti() -> CALayer {
    let emitter = CAEmitterLayer()
    emitter.frame = CGRect(x: 0, y: 0, width: 216, height: 146)
    emitter.masksToBounds = true
    emitter.emitterPosition = CGPoint(x: 108, y: 112)
    emitter.emitterShape = .sphere
    emitter.emitterSize = CGSize(width: 12, height: 12)
    emitter.seed = 5
    emitter.emitterCells = Palette.all.map { color in
        let cell = CAEmitterCell()
        cell.contents = paperImage
        cell.contentsScale = 2
        cell.color = color
        cell.birthRate = 16
        cell.lifetime = 3
        cell.yAcceleration = 90
        cell.scaleRange = 0.5
        cell.spin = 4
        cell.spinRange = 6
        cell.setValue("plane", forKey: "particleType")
        cell.setValue(Double.pi, forKey: "orientationRange")
        cell.setValue(Double.pi / 2, forKey: "orientationLatitude")
        cell.setValue(Double.pi / 2, forKey: "orientationLongitude")
        return cell
    }
    func behavior(_ type: String, _ inputs: [String: Any]) -> CAEmitterBehavior {
        let behavior = CAEmitterBehavior(type: type)
        for (key, value) in inputs { behavior.setValue(value, forKey: key) }
        return behavior
    }
    emitter.setValue(
        [
            behavior(
                kCAEmitterBehaviorAttractor,
                [
                    "stiffness": 220, "radius": 60, "falloff": -50, "zPosition": -10, "position": CGPoint(x: 108, y: 126),
                ]),
            behavior(kCAEmitterBehaviorDrag, ["drag": 3]),
            behavior(kCAEmitterBehaviorWave, ["force": [90, 0, 0], "frequency": 0.7]),
            behavior(kCAEmitterBehaviorValueOverLife, ["keyPath": "color.alpha", "values": [1, 1, 0], "locations": [0, 0.7, 1]]),
        ], forKey: "emitterBehaviors")
    return emitter
}

private let paperImage: CGImage? = OffscreenHost(size: CGSize(width: 16, height: 12), scale: 1, background: Palette.white).image()

/// A soft star, for particles.
private let starImage: CGImage? = {
    let host = OffscreenHost(size: CGSize(width: 24, height: 24), scale: 1)
    host.perform {
        let shape = CAShapeLayer()
        shape.path = star(5, CGPoint(x: 12, y: 12), 11, 5)
        shape.fillColor = Palette.white
        host.layer.addSublayer(shape)
    }
    return host.image()
}()

/// Rings about a point, and the edges of the tiles that drew them.
final class Rings: CATiledLayer {
    override func draw(in ctx: CGContext) {
        let tile = ctx.boundingBoxOfClipPath
        ctx.setLineWidth(3)
        for ring in 1..<22 {
            ctx.setStrokeColor(Palette.all[ring % Palette.all.count])
            let radius = CGFloat(ring) * 10
            ctx.strokeEllipse(in: CGRect(x: 60 - radius, y: 90 - radius, width: 2 * radius, height: 2 * radius))
        }
        ctx.setStrokeColor(Palette.rgb(0x20242F, 0.35))
        ctx.setLineWidth(1)
        ctx.stroke(tile)
    }
}
