/// Visits everything in a document that has a name and a value, in the file's order.
///
/// A layer's names start with its own; layers of a composition are below the layer that shows it. The traversal stops at a composition that
/// contains itself; the builder refuses it.
protocol LottieVisitor {
    mutating func number(_ property: inout LottieNumber, _ names: [String])
    mutating func vector(_ property: inout LottieVector, isSize: Bool, _ names: [String])
    mutating func color(_ property: inout LottieColor, _ names: [String])
    mutating func gradient(_ gradient: inout LottieGradient, _ names: [String])
    mutating func text(_ property: inout LottieProperty<LottieTextDocument>, _ names: [String])
    mutating func image(_ asset: String, _ names: [String])
}

extension LottieVisitor {
    mutating func visit(_ document: inout LottieDocument) {
        layers(&document.layers, [])
        // A composition is in the file only once, even if several layers show it: its layers match each of the paths that lead to it.
        for (id, names) in Self.compositions(document) {
            guard case .composition(var composition)? = document.assets[id] else { continue }
            for prefix in names { layers(&composition.layers, prefix) }
            document.assets[id] = .composition(composition)
        }
    }

    /// Returns the paths that lead to compositions; up to 100 of each.
    private static func compositions(_ document: LottieDocument) -> [(String, [[String]])] {
        var order: [String] = [], found: [String: [[String]]] = [:]
        func look(_ layers: [LottieLayer], _ names: [String], _ open: [String]) {
            for layer in layers {
                guard case .composition(let id, _, _, _) = layer.kind, !open.contains(id), found[id]?.count ?? 0 < 100, open.count < 32,
                    case .composition(let composition)? = document.assets[id]
                else { continue }
                if found[id] == nil { order.append(id) }
                found[id, default: []].append(names + [layer.name])
                look(composition.layers, names + [layer.name], open + [id])
            }
        }
        look(document.layers, [], [])
        return order.map { ($0, found[$0] ?? []) }
    }

    private mutating func layers(_ layers: inout [LottieLayer], _ prefix: [String]) {
        for index in layers.indices {
            let names = prefix + [layers[index].name]
            transform(&layers[index].transform, names + ["Transform"])
            switch layers[index].kind {
            case .shapes(var shapes):
                self.shapes(&shapes, names)
                layers[index].kind = .shapes(shapes)
            case .text(var text):
                self.text(&text.document, names + ["Text"])
                layers[index].kind = .text(text)
            case .image(let asset): image(asset, names + ["Image"])
            case .solid(let width, let height, let color):
                var property = LottieColor(color)
                self.color(&property, names + ["Color"])
                layers[index].kind = .solid(width: width, height: height, color: property.value)
            default: break
            }
            for effect in layers[index].effects.indices {
                let names = names + ["Effects", layers[index].effects[effect].name]
                for at in layers[index].effects[effect].parameters.indices {
                    parameter(&layers[index].effects[effect].parameters[at], names)
                }
            }
        }
    }

    private mutating func parameter(_ parameter: inout LottieEffect.Parameter, _ names: [String]) {
        let names = names + [parameter.name]
        switch parameter.value {
        case .number(var number): self.number(&number, names); parameter.value = .number(number)
        case .color(var color): self.color(&color, names); parameter.value = .color(color)
        case .point(var point): vector(&point, isSize: false, names); parameter.value = .point(point)
        default: break
        }
    }

    private mutating func transform(_ transform: inout LottieTransform, _ names: [String]) {
        vector(&transform.anchor, isSize: false, names + ["Anchor Point"])
        switch transform.position {
        case .whole(var position):
            vector(&position, isSize: false, names + ["Position"])
            transform.position = .whole(position)
        case .parts(var x, var y, let z):
            number(&x, names + ["X Position"])
            number(&y, names + ["Y Position"])
            transform.position = .parts(x: x, y: y, z: z)
        }
        vector(&transform.scale, isSize: true, names + ["Scale"])
        number(&transform.rotation, names + ["Rotation"])
        number(&transform.opacity, names + ["Opacity"])
    }

    private mutating func shapes(_ shapes: inout [LottieShape], _ prefix: [String]) {
        for index in shapes.indices {
            let names = prefix + [shapes[index].name ?? ""]
            switch shapes[index].kind {
            case .group(var items, var transform, let mode):
                self.shapes(&items, names)
                self.transform(&transform, names + ["Transform"])
                shapes[index].kind = .group(items, transform, blendMode: mode)
            case .rectangle(var center, var size, var radius, let isReversed):
                vector(&center, isSize: false, names + ["Position"])
                vector(&size, isSize: true, names + ["Size"])
                number(&radius, names + ["Roundness"])
                shapes[index].kind = .rectangle(center: center, size: size, radius: radius, isReversed: isReversed)
            case .ellipse(var center, var size, let isReversed):
                vector(&center, isSize: false, names + ["Position"])
                vector(&size, isSize: true, names + ["Size"])
                shapes[index].kind = .ellipse(center: center, size: size, isReversed: isReversed)
            case .star(var star):
                vector(&star.center, isSize: false, names + ["Position"])
                number(&star.points, names + ["Points"])
                number(&star.rotation, names + ["Rotation"])
                number(&star.outerRadius, names + ["Outer Radius"])
                number(&star.innerRadius, names + ["Inner Radius"])
                shapes[index].kind = .star(star)
            case .fill(var paint, let isEvenOdd):
                self.paint(&paint, names)
                shapes[index].kind = .fill(paint, isEvenOdd: isEvenOdd)
            case .stroke(var paint, var stroke):
                self.paint(&paint, names)
                number(&stroke.width, names + ["Stroke Width"])
                shapes[index].kind = .stroke(paint, stroke)
            case .trim(var start, var end, var offset, let isOneByOne):
                number(&start, names + ["Start"])
                number(&end, names + ["End"])
                number(&offset, names + ["Offset"])
                shapes[index].kind = .trim(start: start, end: end, offset: offset, isOneByOne: isOneByOne)
            case .roundedCorners(var radius):
                number(&radius, names + ["Radius"])
                shapes[index].kind = .roundedCorners(radius)
            case .repeater(var repeater):
                number(&repeater.copies, names + ["Copies"])
                number(&repeater.offset, names + ["Offset"])
                transform(&repeater.transform, names + ["Transform"])
                shapes[index].kind = .repeater(repeater)
            default: break
            }
        }
    }

    private mutating func paint(_ paint: inout LottiePaint, _ names: [String]) {
        switch paint.source {
        case .color(var color):
            self.color(&color, names + ["Color"])
            paint.source = .color(color)
        case .gradient(var gradient):
            self.gradient(&gradient, names + ["Colors"])
            vector(&gradient.start, isSize: false, names + ["Start Point"])
            vector(&gradient.end, isSize: false, names + ["End Point"])
            paint.source = .gradient(gradient)
        }
        number(&paint.opacity, names + ["Opacity"])
    }
}
