import CoreGraphics

/// Replacements for the values that a file declares as slots.
package struct LottieSlotValues: Sendable {
    /// Values of the file's own kind, from a theme.
    var themed: [String: JSONValue] = [:]
    /// A theme's changes of texts, by frames.
    var texts: [String: [LottieTextChange]] = [:]
    /// Values set by the program, which override a theme.
    var set: [String: LottieOverride] = [:]
    /// The fits of images that the program has set.
    var fits: [String: ImageFit] = [:]
    package init() {}
}

/// Part of a text document, from a frame on.
struct LottieTextChange: Sendable {
    var frame: Double
    var document: JSONValue
}

/// A name by which programs and themes can set a value of a Lottie file.
public struct LottieSlot: Sendable, Hashable {
    /// The kinds of values, with the ``LottieOverride`` that sets each.
    public enum Kind: String, Sendable, Hashable {
        /// A number in the file's own unit; set by `.number`.
        case number
        /// A position or a size; set by `.point` or `.size`.
        case vector
        /// A colour; set by `.color`.
        case color
        /// A gradient; set by `.gradient`.
        case gradient
        /// The text of a text layer; set by `.text`.
        case text
        /// An image; set by `.image`.
        case image
        /// A path; only the file and themes set it.
        case path
    }
    /// The name.
    public let id: String
    /// The kind of its value.
    public let kind: Kind
}

extension LottieOverride {
    /// Returns true if the value can be used for slots of a kind.
    func fits(_ kind: LottieSlot.Kind) -> Bool {
        switch (self, kind) {
        case (.number(let n), .number): n.isFinite
        case (.point(let p), .vector): p.x.isFinite && p.y.isFinite
        case (.size(let s), .vector): s.width.isFinite && s.height.isFinite
        case (.gradient(let stops), .gradient): !stops.isEmpty
        case (.color, .color), (.text, .text), (.image, .image): true
        default: false
        }
    }
}

extension LottieReader {
    /// Returns a property with the value that the program has set for its slot.
    func overridden<Value: LottieValue>(_ property: LottieProperty<Value>, _ slot: String) -> LottieProperty<Value> {
        notes.uses.insert(LottieSlot(id: slot, kind: Value.slotKind))
        var changed = property
        if let text = property as? LottieProperty<LottieTextDocument>, let themed = themed(text, slot) as? LottieProperty<Value> {
            changed = themed
        }
        if let override = values.set[slot], let value = Value.slotValue(override, property.value) {
            if Value.slotKind == .text {
                changed = changed.map { Value.slotValue(override, $0) ?? $0 }
            } else {
                changed = LottieProperty(value)
            }
        }
        changed.slot = slot
        return changed
    }

    /// Texts keep attributes that a theme does not name.
    private func themed(_ text: LottieProperty<LottieTextDocument>, _ slot: String) -> LottieProperty<LottieTextDocument>? {
        guard let changes = values.texts[slot], let first = changes.first else { return nil }
        func changed(_ document: LottieTextDocument, _ change: LottieTextChange) -> LottieTextDocument {
            var document = document
            // Validated when the theme was read.
            try? document.take(change.document)
            return document
        }
        if changes.count == 1 { return text.map { changed($0, first) } }
        var property = LottieProperty(changed(text.value, first))
        property.keyframes = ContiguousArray(
            changes.map { LottieKeyframe(time: $0.frame, value: changed(text.value(at: $0.frame), $0), isHold: true) })
        return property
    }

    /// Returns the source of a gradient's colours, and their number.
    func gradientSource(_ json: JSONValue) -> (colors: JSONValue?, count: Int?, slot: String?) {
        guard let slot = json["sid"]?.string ?? json["k"]?["sid"]?.string else { return (json["k"], json["p"]?.int, nil) }
        notes.uses.insert(LottieSlot(id: slot, kind: .gradient))
        guard let value = slots[slot]?["p"] else { return (json["k"], json["p"]?.int, slot) }
        // The colours with their number, or as any other property.
        if let inner = value["k"], inner.isObject { return (inner, value["p"]?.int, slot) }
        return (value, value["p"]?.int ?? json["p"]?.int, slot)
    }
}

extension LottieValue {
    package static func slotValue(_ override: LottieOverride, _ old: Self) -> Self? { nil }
}

extension Double {
    package static func slotValue(_ override: LottieOverride, _ old: Double) -> Double? {
        if case .number(let number) = override, number.isFinite { number } else { nil }
    }
}

extension SIMD3<Double> {
    package static func slotValue(_ override: LottieOverride, _ old: Self) -> Self? {
        guard override.fits(.vector) else { return nil }
        switch override {
        case .point(let point): return Self(point.x, point.y, old.z)
        case .size(let size): return Self(size.width, size.height, old.z)
        default: return nil
        }
    }
}

extension SIMD4<Double> {
    package static func slotValue(_ override: LottieOverride, _ old: Self) -> Self? {
        if case .color(let color) = override { color.lottie } else { nil }
    }
}

extension LottieTextDocument {
    package static func slotValue(_ override: LottieOverride, _ old: Self) -> Self? {
        guard case .text(let text) = override else { return nil }
        var document = old
        document.text = text
        return document
    }
}

extension LottieStops {
    /// Creates sorted stops, with opacities only if there are any.
    init(_ stops: [LottieGradientStop]) {
        let ordered = stops.filter { $0.location.isFinite }.sorted { $0.location < $1.location }.map {
            (min(max($0.location, 0), 1), $0.color.lottie)
        }
        for (place, color) in ordered { numbers += [place, color.x, color.y, color.z] }
        if ordered.contains(where: { $0.1.w != 1 }) { for (place, color) in ordered { numbers += [place, color.w] } }
    }
}

extension CGColor {
    /// The colour in sRGB.
    var lottie: SIMD4<Double> {
        let space = CGColorSpace(name: CGColorSpace.sRGB)
        guard let space, let color = converted(to: space, intent: .defaultIntent, options: nil), let c = color.components, c.count == 4
        else { return SIMD4(0, 0, 0, 1) }
        return SIMD4(Double(c[0]), Double(c[1]), Double(c[2]), Double(c[3]))
    }
}
