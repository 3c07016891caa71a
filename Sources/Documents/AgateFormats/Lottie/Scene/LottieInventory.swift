import Foundation

/// The content of a Lottie file, for inspection.
package struct LottieInventory: Encodable, Sendable {
    package struct Layer: Encodable, Sendable {
        package let name: String
        package let kind: String
        package let inFrame: Double
        package let outFrame: Double
        package let features: [String]
        /// For a composition, its layers, at its first occurrence.
        package let layers: [Layer]
    }

    package let layers: [Layer]
    /// The number of uses of each feature, by its name.
    package let features: [String: Int]
    /// The slots as `name (kind)`.
    package let slots: [String]
    /// The fonts by family and style, with the source of their letters: `letters in the file` or `a font`.
    package let fonts: [String]
    /// The images by name and size.
    package let images: [String]

    package init(_ document: LottieDocument) {
        var counter = Counter(document: document)
        layers = counter.layers(document.layers)
        features = counter.features
        slots = document.slots.map { "\($0.id) (\($0.kind.rawValue))" }
        let drawn = Set(document.characters.map { "\($0.family) \($0.style)" })
        fonts = document.fonts.map { font in
            let name = "\(font.family) \(font.style)"
            return
                "\(name.trimmingCharacters(in: .whitespaces)) (\(drawn.contains(name) ? "letters in the file" : font.path == nil ? "a font of the system" : "a font file, \(font.path ?? "")"))"
        }
        images = document.assets.sorted { $0.key < $1.key }.compactMap { id, asset in
            guard case .image(let image) = asset else { return nil }
            return "\(image.isEmbedded ? "\(id) in the file" : image.folder + image.path), \(Int(image.width)) x \(Int(image.height))"
        }
    }

    private struct Counter {
        let document: LottieDocument
        var features: [String: Int] = [:]
        var met: Set<String> = []
        /// The number of enclosing compositions, limited to the depth that is shown.
        var depth = 0

        mutating func layers(_ layers: [LottieLayer]) -> [Layer] { layers.map { layer($0) } }

        private mutating func layer(_ layer: LottieLayer) -> Layer {
            let before = features
            var inner: [Layer] = []
            let kind: String
            switch layer.kind {
            case .empty: kind = "null"
            case .shapes(let shapes):
                kind = "shapes"
                for shape in shapes { count(shape) }
            case .solid: kind = "solid"
            case .image: kind = "image"
            case .composition(let id, _, _, let remap):
                kind = "composition \(id)"
                if remap != nil { count("time remapping") }
                if case .composition(let composition)? = document.assets[id], depth < LottieBuilder.depthLimit, met.insert(id).inserted {
                    depth += 1
                    inner = layers(composition.layers)
                    depth -= 1
                    // The features of its content are counted there.
                    return finish(layer, kind, inner, features)
                }
            case .text(let text):
                kind = "text"
                if text.path != nil { count("texts along a path") }
                if !text.animators.isEmpty { count("text animators", text.animators.count) }
            case .camera: kind = "camera"
            case .audio: kind = "audio"
            case .unsupported(let type): kind = "type \(type)"
            }
            return finish(layer, kind, inner, before)
        }

        private mutating func finish(_ layer: LottieLayer, _ kind: String, _ inner: [Layer], _ before: [String: Int]) -> Layer {
            if !layer.masks.isEmpty { count("masks", layer.masks.count) }
            let soft = layer.masks.filter { $0.feather.isAnimated || $0.feather.value != .zero }.count
            if soft > 0 { count("soft masks", soft) }
            if layer.isHidden { count("hidden layers") }
            if layer.hasMotionBlur { count("motion blur") }
            switch layer.matte {
            case .none: break
            case .alpha, .invertedAlpha: count("alpha mattes")
            case .luma, .invertedLuma: count("luma mattes")
            }
            if layer.is3D { count("layers in space") }
            if layer.blendMode != 0 { count("blend modes") }
            if layer.parent != nil { count("parents") }
            if layer.turnsAlongPath { count("turning along a path") }
            if layer.stretch != 1 { count("time stretch") }
            if layer.hasExpression { count("expressions") }
            for effect in layer.effects where effect.isEnabled { count("effect \(effect.name)") }
            for style in layer.styles where !style.isHidden { count("style \(style.name)") }
            let used = features.keys.filter { features[$0] != before[$0] }.sorted()
            return Layer(name: layer.name, kind: kind, inFrame: layer.inFrame, outFrame: layer.outFrame, features: used, layers: inner)
        }

        private mutating func count(_ feature: String, _ number: Int = 1) { features[feature, default: 0] += number }

        private mutating func count(_ shape: LottieShape) {
            switch shape.kind {
            case .group(let items, _, _): for item in items { count(item) }
            case .path(let path, _): count(path.isAnimated ? "paths that change" : "paths")
            case .rectangle: count("rectangles")
            case .ellipse: count("ellipses")
            case .star(let star): count(star.isPolygon ? "polygons" : "stars")
            case .fill(let paint, _):
                if case .gradient = paint.source { count("gradient fills") } else { count("fills") }
            case .stroke(let paint, let stroke):
                if case .gradient = paint.source { count("gradient strokes") } else { count("strokes") }
                if !stroke.dashes.isEmpty { count("dashes") }
            case .trim: count("trimmed paths")
            case .repeater: count("repeaters")
            case .roundedCorners: count("rounded corners")
            case .merge: count("merged paths")
            case .offset: count("offset paths")
            case .pucker: count("pucker and bloat")
            case .zigZag: count("zig-zag")
            case .twist: count("twist")
            case .unknown(let type): count("unknown shape \(type)")
            }
        }
    }
}

extension LottieScene {
    /// The content of the file.
    package var inventory: LottieInventory { LottieInventory(original) }
}
