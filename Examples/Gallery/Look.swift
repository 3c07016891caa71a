import Agate

var lookExhibits: [Exhibit] {
    [
        Exhibit("Corners", "all, two, circular and continuous") { stage in
            let all = box(14, 20, 84, 50, Palette.coral, in: stage)
            all.cornerRadius = 25
            let two = box(118, 20, 84, 50, Palette.teal, in: stage)
            two.cornerRadius = 22
            two.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
            let circular = box(14, 82, 84, 50, Palette.indigo, in: stage)
            circular.cornerRadius = 18
            let continuous = box(118, 82, 84, 50, Palette.plum, in: stage)
            continuous.cornerRadius = 18
            continuous.cornerCurve = .continuous
        },
        Exhibit("Border", "over sublayers, inside the bounds") { stage in
            let layer = box(20, 28, 80, 90, Palette.white, in: stage)
            layer.borderWidth = 8
            layer.borderColor = Palette.indigo
            layer.cornerRadius = 20
            _ = box(-14, 50, 60, 60, Palette.amber, in: layer)
            let clear = box(120, 28, 78, 90, nil, in: stage)
            clear.borderWidth = 6
            clear.borderColor = Palette.rgb(0xF2685C, 0.5)
            clear.cornerRadius = 39
        },
        Exhibit("Shadow", "of the box, the alpha, a path") { stage in
            func throwing(_ layer: CALayer, _ radius: CGFloat, _ offset: CGFloat) {
                layer.shadowOpacity = 0.55
                layer.shadowRadius = radius
                layer.shadowOffset = CGSize(width: 0, height: offset)
            }
            let plain = box(18, 42, 52, 58, Palette.white, in: stage)
            plain.cornerRadius = 10
            throwing(plain, 7, 5)
            let shape = CAShapeLayer()
            shape.path = star(5, CGPoint(x: 108, y: 72), 30, 13)
            shape.fillColor = Palette.amber
            throwing(shape, 4, 6)
            stage.addSublayer(shape)
            let path = box(150, 38, 48, 48, Palette.teal, in: stage)
            path.shadowPath = CGPath(ellipseIn: CGRect(x: -6, y: 54, width: 60, height: 16), transform: nil)
            throwing(path, 5, 4)
        },
        Exhibit("Contents gravity", "center, bottomRight, aspect, resize") { stage in
            for (index, gravity) in [CALayerContentsGravity.center, .bottomRight, .resizeAspect, .resize].enumerated() {
                let layer = box(14 + CGFloat(index % 2) * 98, 10 + CGFloat(index / 2) * 66, 90, 60, Palette.white, in: stage)
                layer.contents = landscape
                layer.contentsRect = CGRect(x: 0.35, y: 0, width: 0.625, height: 1)
                layer.contentsScale = 6
                layer.contentsGravity = gravity
                layer.masksToBounds = true
                layer.borderWidth = 1
                layer.borderColor = Palette.grey
            }
        },
        Exhibit("Contents rect and center", "a part of the picture; nine parts") { stage in
            let part = box(14, 28, 80, 90, nil, in: stage)
            part.contents = landscape
            part.contentsRect = CGRect(x: 0.5, y: 0.2, width: 0.4, height: 0.5)
            part.cornerRadius = 8
            part.masksToBounds = true
            let nine = box(112, 28, 90, 90, nil, in: stage)
            nine.contents = frameImage
            nine.contentsCenter = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
            nine.contentsScale = 2
        },
        Exhibit("Filters of contents", "nearest, linear, trilinear") { stage in
            for (index, filter) in [CALayerContentsFilter.nearest, .linear, .trilinear].enumerated() {
                let layer = box(12 + CGFloat(index) * 66, 14, 60, 60, nil, in: stage)
                layer.contents = checks(6)
                layer.magnificationFilter = filter
                let small = box(12 + CGFloat(index) * 66, 80, 60, 54, nil, in: stage)
                small.contents = waves
                small.minificationFilter = filter
            }
        },
        Exhibit("Opacity", "of each layer, and of a group") { stage in
            func pair(_ x: CGFloat) -> CALayer {
                let group = box(x, 26, 86, 94, nil, in: stage)
                for (index, color) in [Palette.coral, Palette.indigo].enumerated() {
                    let layer = box(CGFloat(index) * 30, CGFloat(index) * 36, 56, 56, color, in: group)
                    layer.cornerRadius = 28
                }
                return group
            }
            pair(16).sublayers?.forEach { $0.opacity = 0.5 }
            pair(116).opacity = 0.5
        },
        Exhibit("Mask", "a text, and a shape's alpha") { stage in
            let gradient = CAGradientLayer()
            gradient.frame = CGRect(x: 10, y: 14, width: 196, height: 62)
            gradient.colors = Palette.all
            gradient.startPoint = CGPoint(x: 0, y: 0.5)
            gradient.endPoint = CGPoint(x: 1, y: 0.5)
            gradient.mask = label("Agate", CGRect(x: 18, y: 0, width: 180, height: 62), size: 58, bold: true)
            stage.addSublayer(gradient)
            let image = box(58, 78, 100, 62, nil, in: stage)
            image.contents = landscape
            let shape = CAShapeLayer()
            shape.path = star(8, CGPoint(x: 50, y: 31), 31, 22)
            image.mask = shape
        },
        Exhibit("Filters", "none, blurred, inverted, without colour") { stage in
            let filters: [(String, [String: Any])] = [
                ("", [:]), ("gaussianBlur", ["inputRadius": 3]), ("colorInvert", [:]), ("colorSaturate", ["inputAmount": 0]),
            ]
            for (index, filter) in filters.enumerated() {
                let layer = box(14 + CGFloat(index % 2) * 98, 10 + CGFloat(index / 2) * 66, 90, 60, nil, in: stage)
                layer.contents = landscape
                if filter.0.isEmpty { continue }
                let made = CAFilter(type: filter.0)
                for (key, value) in filter.1 { made.setValue(value, forKey: key) }
                layer.filters = [made]
            }
        },
        Exhibit("Background filters", "what lies behind, blurred") { stage in
            stage.contents = landscape
            let glass = box(40, 34, 136, 78, Palette.rgb(0xFFFFFF, 0.25), in: stage)
            glass.cornerRadius = 14
            glass.borderWidth = 1
            glass.borderColor = Palette.rgb(0xFFFFFF, 0.6)
            let blur = CAFilter(type: "gaussianBlur")
            blur.setValue(6, forKey: "inputRadius")
            glass.backgroundFilters = [blur]
            glass.addSublayer(label("frosted", CGRect(x: 34, y: 26, width: 80, height: 26), size: 20, bold: true, color: Palette.white))
        },
    ]
}

private func checks(_ count: Int) -> CGImage? {
    picture(count, count) { x, y in
        let isDark = (Int(x * Double(count)) + Int(y * Double(count))) % 2 == 0
        return isDark ? (0.29, 0.36, 0.83) : (0.96, 0.73 * (0.4 + 0.6 * y), 0.26)
    }
}

/// Rings that get finer and finer: made small, they show what a filter leaves of what is too fine.
private let waves = picture(400, 360) { x, y in
    let light = 0.5 + 0.5 * cos(((x - 0.5) * (x - 0.5) * 1.2 + (y - 0.5) * (y - 0.5)) * 420)
    return (0.16 + 0.8 * light, 0.6 + 0.3 * light, 0.56 + 0.4 * light)
}

/// A frame whose middle may be stretched.
private let frameImage: CGImage? = {
    let host = OffscreenHost(size: CGSize(width: 60, height: 60), scale: 1)
    host.perform {
        let layer = box(2, 2, 56, 56, Palette.rgb(0xFFF4D6), in: host.layer)
        layer.cornerRadius = 20
        layer.borderWidth = 6
        layer.borderColor = Palette.coral
    }
    return host.image()
}()
