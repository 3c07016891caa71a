import Agate

var compositionExhibits: [Exhibit] {
    [
        Exhibit("Anchor point and transform", "turned about a corner and the middle") { stage in
            for step in 0..<4 {
                let corner = box(34, 74, 52, 34, Palette.rgb(0xF2685C, 0.35 + 0.2 * CGFloat(step)), in: stage)
                corner.anchorPoint = .zero
                corner.position = CGPoint(x: 40, y: 76)
                corner.setAffineTransform(CGAffineTransform(rotationAngle: -CGFloat(step) * 0.45))
                let middle = box(128, 56, 60, 34, Palette.rgb(0x4A5BD4, 0.35 + 0.2 * CGFloat(step)), in: stage)
                middle.setAffineTransform(CGAffineTransform(rotationAngle: CGFloat(step) * 0.45))
            }
        },
        Exhibit("Perspective", "m34 in the sublayerTransform") { stage in
            var perspective = CATransform3DIdentity
            perspective.m34 = -1 / 260
            stage.sublayerTransform = perspective
            for (index, angle) in [-0.9, 0.0, 0.9].enumerated() {
                let layer = box(16 + CGFloat(index) * 66, 38, 54, 70, nil, in: stage)
                layer.contents = landscape
                layer.contentsGravity = .resizeAspectFill
                layer.masksToBounds = true
                layer.borderWidth = 2
                layer.borderColor = Palette.white
                layer.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
            }
        },
        Exhibit("Depth", "layers that cut through one another") { stage in
            var perspective = CATransform3DIdentity
            perspective.m34 = -1 / 500
            stage.sublayerTransform = perspective
            for (index, color) in [Palette.coral, Palette.teal, Palette.indigo].enumerated() {
                let layer = box(58, 33, 100, 80, color, in: stage)
                layer.opacity = 0.95
                layer.borderWidth = 3
                layer.borderColor = Palette.white
                layer.transform = CATransform3DRotate(CATransform3DMakeRotation(-0.35, 1, 0, 0), 0.3 + CGFloat(index) * 1.05, 0, 1, 0)
            }
        },
        Exhibit("zPosition", "painted by height, not by order") { stage in
            for (index, color) in Palette.all.enumerated() {
                let layer = box(14 + CGFloat(index) * 30, 22 + CGFloat(index) * 8, 68, 68, color, in: stage)
                layer.cornerRadius = 12
                layer.zPosition = [0, 3, 1, 4, 2][index]
            }
        },
        Exhibit("Blend modes", "multiply, screen, difference, overlay") { stage in
            stage.contents = landscape
            for (index, mode) in ["multiply", "screen", "difference", "overlay"].enumerated() {
                let layer = box(12 + CGFloat(index) * 50, 20, 42, 106, Palette.all[index], in: stage)
                layer.cornerRadius = 10
                layer.compositingFilter = mode + "BlendMode"
            }
        },
        Exhibit("masksToBounds", "sublayers cut by round corners") { stage in
            for (index, cuts) in [false, true].enumerated() {
                let layer = box(30 + CGFloat(index) * 96, 34, 62, 78, Palette.white, in: stage)
                layer.cornerRadius = 24
                layer.masksToBounds = cuts
                let inside = box(-12, 24, 86, 24, Palette.coral, in: layer)
                inside.setAffineTransform(CGAffineTransform(rotationAngle: 0.5))
                let low = box(20, 56, 60, 40, Palette.teal, in: layer)
                low.cornerRadius = 20
            }
        },
        Exhibit("Edges", "smooth, and by pixel centres") { stage in
            for (index, mask) in [CAEdgeAntialiasingMask([.layerLeftEdge, .layerRightEdge, .layerTopEdge, .layerBottomEdge]), []]
                .enumerated()
            {
                let layer = box(34 + CGFloat(index) * 92, 42, 60, 60, Palette.indigo, in: stage)
                layer.edgeAntialiasingMask = mask
                layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.12))
            }
        },
        Exhibit("Time", "the same animation at three speeds") { stage in
            for (index, speed) in [Float(0.25), 0.5, 1].enumerated() {
                let layer = box(16, 20 + CGFloat(index) * 38, 30, 30, Palette.all[index * 2], in: stage)
                layer.cornerRadius = 8
                let move = CABasicAnimation(keyPath: "transform.translation.x")
                move.fromValue = 0
                move.toValue = 154
                move.duration = 3
                move.speed = speed
                move.fillMode = .both
                move.isRemovedOnCompletion = false
                layer.add(move, forKey: "move")
                let turn = CABasicAnimation(keyPath: "transform.rotation.z")
                turn.toValue = Double.pi
                turn.duration = 3
                turn.speed = speed
                turn.fillMode = .both
                turn.isRemovedOnCompletion = false
                layer.add(turn, forKey: "turn")
            }
        },
        Exhibit("Key frames", "along a path, one layer at ten times") { stage in
            let path = CGMutablePath()
            path.move(to: CGPoint(x: 20, y: 112))
            path.addCurve(to: CGPoint(x: 196, y: 34), control1: CGPoint(x: 70, y: -60), control2: CGPoint(x: 130, y: 220))
            let line = CAShapeLayer()
            line.path = path
            line.fillColor = nil
            line.strokeColor = Palette.rgb(0x6B7180, 0.5)
            line.lineDashPattern = [3, 4]
            stage.addSublayer(line)
            for step in 0..<10 {
                let layer = box(0, 0, 22, 12, Palette.all[step / 2], in: stage)
                layer.cornerRadius = 3
                let move = CAKeyframeAnimation(keyPath: "position")
                move.path = path
                move.calculationMode = .paced
                move.rotationMode = .rotateAuto
                move.duration = 1
                move.speed = 0
                move.timeOffset = Double(step) / 9
                layer.add(move, forKey: "move")
            }
        },
        Exhibit("Group and rasterize", "a card as one picture, turned") { stage in
            let card = box(48, 32, 120, 82, Palette.white, in: stage)
            card.cornerRadius = 14
            card.shouldRasterize = true
            card.rasterizationScale = 2
            card.shadowOpacity = 0.4
            card.shadowRadius = 6
            for (index, color) in Palette.all.enumerated() {
                let bar = box(12, 12 + CGFloat(index) * 12, 30 + CGFloat(index * 37 % 66), 8, color, in: card)
                bar.cornerRadius = 4
            }
            card.setAffineTransform(CGAffineTransform(rotationAngle: -0.16))
        },
    ]
}
