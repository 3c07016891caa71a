import CoreGraphics
import QuartzCore
import RenderTree

/// Texts are not interpolated.
extension LottieTextDocument: LottieBlend {
    package static func between(_ a: LottieKeyframe<Self>, _ b: LottieKeyframe<Self>, _ f: SIMD3<Double>, turning: Bool) -> Self {
        a.value
    }
}

extension LottieBuilder {
    private static let letterLimit = 20_000

    /// Builds the layers of a text: all outlines in one layer, or a layer for each letter if animators move them. If the file has several
    /// texts, each is shown in its own frames.
    func text(_ text: LottieText, of layer: LottieLayer, _ level: LottieLevel) -> CALayer? {
        let time = level.time
        let whole = CALayer()
        place(whole, CGRect(origin: .zero, size: level.size), layer.transform, time, turnsAlongPath: layer.turnsAlongPath)
        if let path = text.path, !layer.masks.indices.contains(path.mask) {
            report(
                "lottie.unsupported-text", layer,
                "the text follows mask \(path.mask), which the layer does not have; it is laid out on a straight line")
        }
        if text.animators.contains(where: { $0.selector?.isExpression == true }) {
            report("lottie.expression", layer, "expressions are not run; all letters are selected")
        }
        let keys = text.document.keyframes
        guard !keys.isEmpty else {
            whole.sublayers = layers(text, text.document.value, of: layer, level)
            return whole
        }
        for (i, key) in keys.enumerated() {
            let part = CALayer()
            part.sublayers = layers(text, key.value, of: layer, level)
            // The first text is also shown before its keyframe, the last text after its own.
            let from = i == 0 ? -Double.infinity : key.time, to = i + 1 < keys.count ? keys[i + 1].time : .infinity
            part.isHidden = isHiddenAt(time.firstFrame, from, to)
            let first = keys.first?.time ?? 0, last = keys.last?.time ?? 0
            if last > first { add("hidden", .value { .bool(isHiddenAt($0, from, to)) }, frames: first...last, to: part, time) }
            whole.addSublayer(part)
        }
        return whole
    }

    private func layers(_ text: LottieText, _ document: LottieTextDocument, of layer: LottieLayer, _ level: LottieLevel) -> [CALayer] {
        guard document.text.count <= Self.letterLimit else {
            report(
                "lottie.too-large", layer, "the text has \(document.text.count) letters; only the first \(Self.letterLimit) are shown")
            return []
        }
        // An empty text needs no font.
        guard document.size > 0, document.size < 1e5, document.text.contains(where: { !$0.isNewline }) else { return [] }
        let layout = LottieTextLayout(
            document, typeface: typeface(document, document.size, layer),
            lower: document.caps == 2 ? typeface(document, document.size * 0.7, layer) : nil)
        let path = text.path.flatMap { LottieTextPathTrack($0, layer.masks) }
        if text.animators.isEmpty, path == nil {
            let path = CGMutablePath()
            for letter in layout.letters {
                guard let outline = letter.path else { continue }
                path.addPath(outline, transform: CGAffineTransform(translationX: letter.origin.x, y: letter.origin.y))
            }
            let look = LottieTextAnimation.Look(
                fill: document.fillColor, stroke: document.strokeWidth > 0 ? document.strokeColor : nil, strokeWidth: document.strokeWidth)
            let drawn: [CALayer] = path.isEmpty ? [] : paints(path, look, document).map(\.layer)
            return drawn
                + layout.letters.compactMap { letter in
                    guard let made = letter.composition.flatMap({ composition($0, level) }) else { return nil }
                    made.position = CGPoint(x: letter.origin.x, y: letter.origin.y)
                    return made
                }
        }
        let animation = LottieTextAnimation(text, document, layout, path: path)
        return layout.letters.indices.compactMap { i in
            if let composition = layout.letters[i].composition {
                return self.composition(composition, level).map { letter([], $0, i, animation, level.time) }
            }
            guard let path = layout.letters[i].path else { return nil }
            let look = animation.look(i, at: level.time.firstFrame)
            let parts = paints(path, look, document, hasFill: animation.hasFill, hasStroke: animation.hasStroke)
            return letter(parts, nil, i, animation, level.time)
        }
    }

    /// Builds a letter that is a composition, its origin at the beginning of its baseline. It has no bounds, so it is not clipped.
    private func composition(_ letter: LottieTypeface.Composition, _ level: LottieLevel) -> CALayer? {
        guard let content = content(letter.layer, level) else { return nil }
        content.masksToBounds = false
        addVisibility(of: letter.layer, to: content, level.time)
        let made = CALayer()
        made.anchorPoint = .zero
        made.transform = CATransform3DMakeScale(letter.scale, letter.scale, 1)
        made.addSublayer(content)
        return made
    }

    private func typeface(_ document: LottieTextDocument, _ size: Double, _ layer: LottieLayer) -> LottieTypeface {
        let font = self.document.fonts.first { $0.name == document.font }
        let characters = self.document.characters.filter { font == nil || $0.family == font?.family && $0.style == font?.style }
        let text = document.caps == 0 ? document.text : document.text.uppercased()
        return LottieTypeface(for: text, size: size, characters: characters, ascent: font?.ascent) {
            resources.font(font, named: document.font, size: size, layer: layer.name)
        }
    }

    private enum Paint { case fill, stroke }

    /// Builds the filled and stroked outlines: in one layer, unless the fill is above the stroke.
    private func paints(
        _ path: CGPath, _ look: LottieTextAnimation.Look, _ document: LottieTextDocument, hasFill: Bool? = nil, hasStroke: Bool? = nil
    )
        -> [(layer: CAShapeLayer, paints: [Paint])]
    {
        let fills = hasFill ?? (look.fill != nil), strokes = hasStroke ?? (look.stroke != nil)
        var groups: [[Paint]] = []
        if fills && strokes {
            groups = document.strokeIsOnTop ? [[.fill, .stroke]] : [[.stroke], [.fill]]
        } else if fills {
            groups = [[.fill]]
        } else if strokes {
            groups = [[.stroke]]
        }
        return groups.map { paints in
            let shape = CAShapeLayer()
            shape.path = path
            shape.fillColor = paints.contains(.fill) ? look.fill.map { CGColor($0, opacity: 1) } : nil
            if paints.contains(.stroke) {
                shape.strokeColor = look.stroke.map { CGColor($0, opacity: 1) }
                shape.lineWidth = look.strokeWidth
                shape.lineJoin = .round
            }
            return (shape, paints)
        }
    }

    /// Builds one letter in its own layer: painted outlines, or a composition.
    private func letter(
        _ parts: [(layer: CAShapeLayer, paints: [Paint])], _ composition: CALayer?, _ i: Int, _ animation: LottieTextAnimation,
        _ time: LottieTime
    ) -> CALayer {
        let look = animation.look(i, at: time.firstFrame)
        let letter: CALayer
        if parts.count == 1, animation.blursEvenly {
            letter = parts[0].layer
        } else {
            letter = CALayer()
            letter.sublayers = composition.map { [$0] } ?? parts.map(\.layer)
        }
        letter.transform = look.transform
        letter.opacity = Float(look.opacity)
        if animation.changesBlur { addBlur(to: letter, i, animation, time) }
        guard let frames = animation.times else { return letter }
        add("transform", .matrix { animation.look(i, at: $0).transform }, frames: frames, to: letter, time)
        if animation.changesOpacity { add("opacity", .number { animation.look(i, at: $0).opacity }, frames: frames, to: letter, time) }
        for (shape, paints) in parts {
            for paint in paints {
                switch paint {
                case .fill:
                    guard animation.changesFill else { break }
                    add("fillColor", .color { animation.look(i, at: $0).fill ?? .zero }, frames: frames, to: shape, time)
                case .stroke:
                    guard animation.changesStroke else { break }
                    add("strokeColor", .color { animation.look(i, at: $0).stroke ?? .zero }, frames: frames, to: shape, time)
                    add("lineWidth", .number { animation.look(i, at: $0).strokeWidth }, frames: frames, to: shape, time)
                }
            }
        }
        return letter
    }
}

extension LottieBuilder {
    /// Blurs a letter in its own space: evenly, or separately for each axis.
    private func addBlur(to letter: CALayer, _ i: Int, _ animation: LottieTextAnimation, _ time: LottieTime) {
        func blur(_ layer: CALayer, _ radius: @escaping @Sendable (SIMD2<Double>) -> Double) {
            let filter = CAFilter(type: "gaussianBlur")
            filter.name = "blur"
            filter.setValue(radius(animation.look(i, at: time.firstFrame).blur), forKey: "inputRadius")
            layer.filters = [filter]
            guard let frames = animation.times else { return }
            add("filters.blur.inputRadius", .value { .number(radius(animation.look(i, at: $0).blur)) }, frames: frames, to: layer, time)
        }
        if animation.blursEvenly { return blur(letter) { $0.x } }
        // The content of the letter is moved to a separate layer.
        let content = CALayer()
        content.sublayers = letter.sublayers
        let sideways = LottieBlurAxis.horizontal.squeezed(content), upright = LottieBlurAxis.vertical.squeezed(sideways)
        blur(sideways) { $0.x }
        blur(upright) { $0.y }
        letter.sublayers = [upright]
    }
}

private func isHiddenAt(_ frame: Double, _ from: Double, _ to: Double) -> Bool { frame < from || frame >= to }

extension LottieFunction.Body {
    fileprivate static func number(_ body: @escaping @Sendable (Double) -> Double) -> Self {
        .numbers({ SIMD4(body($0), 0, 0, 0) }, boxed: { .number($0.x) })
    }

    fileprivate static func color(_ body: @escaping @Sendable (Double) -> SIMD4<Double>) -> Self {
        .numbers(body, boxed: { .color(CGColor($0, opacity: 1)) })
    }
}
