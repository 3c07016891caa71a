import CoreGraphics

/// What is put in the place of the values that a file keeps under names.
package struct LottieSlotValues: Sendable {
    /// Values of the file's own kind, by a theme.
    var themed: [String: JSONValue] = [:]
    /// What a theme changes of texts, by frames.
    var texts: [String: [LottieTextChange]] = [:]
    /// Set by the program; goes before a theme.
    var set: [String: LottieOverride] = [:]
    /// How images that the program has set lie in their places.
    var fits: [String: ImageFit] = [:]
    package init() {}
}

/// Part of a text document, from a frame on.
struct LottieTextChange: Sendable {
    var frame: Double
    var document: JSONValue
}

/// A name under which a Lottie file lets programs and themes set a value.
public struct LottieSlot: Sendable, Hashable {
    /// What a slot holds, and which ``LottieOverride`` sets it.
    public enum Kind: String, Sendable, Hashable {
        /// A number in the file's own unit; set by `.number`.
        case number
        /// A place or a size; set by `.point` or `.size`.
        case vector
        /// Set by `.color`.
        case color
        /// Set by `.gradient`.
        case gradient
        /// What a text layer says; set by `.text`.
        case text
        /// Set by `.image`.
        case image
        /// A path; only the file and themes set it.
        case path
    }
    /// Its name.
    public let id: String
    /// What it holds.
    public let kind: Kind
}

extension LottieOverride {
    /// Whether it can be put into slots of a kind.
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
    /// A property with what the program has set for its slot.
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

    /// Texts keep what a theme does not name.
    private func themed(_ text: LottieProperty<LottieTextDocument>, _ slot: String) -> LottieProperty<LottieTextDocument>? {
        guard let changes = values.texts[slot], let first = changes.first else { return nil }
        func changed(_ document: LottieTextDocument, _ change: LottieTextChange) -> LottieTextDocument {
            var document = document
            // Checked when the theme was read.
            try? document.take(change.document)
            return document
        }
        if changes.count == 1 { return text.map { changed($0, first) } }
        var property = LottieProperty(changed(text.value, first))
        property.keyframes = ContiguousArray(
            changes.map { LottieKeyframe(time: $0.frame, value: changed(text.value(at: $0.frame), $0), isHold: true) })
        return property
    }

    /// Where a gradient's colours come from, and how many there are.
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
    /// Ordered, with opacities only where there are any.
    init(_ stops: [LottieGradientStop]) {
        let ordered = stops.filter { $0.location.isFinite }.sorted { $0.location < $1.location }.map {
            (min(max($0.location, 0), 1), $0.color.lottie)
        }
        for (place, color) in ordered { numbers += [place, color.x, color.y, color.z] }
        if ordered.contains(where: { $0.1.w != 1 }) { for (place, color) in ordered { numbers += [place, color.w] } }
    }
}

extension CGColor {
    /// In sRGB.
    var lottie: SIMD4<Double> {
        let space = CGColorSpace(name: CGColorSpace.sRGB)
        guard let space, let color = converted(to: space, intent: .defaultIntent, options: nil), let c = color.components, c.count == 4
        else { return SIMD4(0, 0, 0, 1) }
        return SIMD4(Double(c[0]), Double(c[1]), Double(c[2]), Double(c[3]))
    }
}
