import CoreGraphics
import QuartzCore
import RenderTree

extension CAMLReader {
    static func layerClass(_ name: String) -> LayerClass { LayerClass(name: name) ?? .layer }

    /// Returns true if a key path is valid: the parts that key-value access supports, or a custom key of the writer.
    static func isReachable(_ keyPath: String) -> Bool {
        let parts = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, !first.isEmpty, !parts.contains("") else { return false }
        guard parts.count > 1 else { return true }
        if first == "emitterCells" || first == "emitterBehaviors" { return PropertyKeyPath(keyPath, of: .emitter) != nil }
        let rest = parts.dropFirst().joined(separator: ".")
        switch kind(ofKey: first) {
        case let kind? where [.point, .size, .rect, .transform].contains(kind): return SubPath(rest, of: kind) != nil
        default:
            return ["sublayers", "filters", "backgroundFilters", "compositingFilter", "style", "mask", "animations"].contains(first)
        }
    }

    static func kind(ofKey key: String) -> ValueKind? {
        if key == "frame" { return .rect }
        for owner in LayerClass.allCases {
            if let row = PropertyTable.row(forKey: key, of: owner) { return row.kind }
        }
        return nil
    }

    /// Returns true if a number may be infinite: a duration or a repetition.
    static func mayBeEndless(_ key: String) -> Bool { key == "duration" || key.hasPrefix("repeat") }

    /// Returns the kind of an animation's attribute; nil for custom keys of the writer.
    static func kind(ofAnimationKey key: String) -> ValueKind? {
        switch key {
        case "keyPath", "fillMode", "calculationMode", "rotationMode", "timingFunction", "valueFunction", "subtype", "key", "name": .string
        case "duration", "beginTime", "timeOffset", "speed", "repeatCount", "repeatDuration", "damping", "mass", "stiffness", "velocity",
            "initialVelocity", "startProgress", "endProgress":
            .number
        case "autoreverses", "removedOnCompletion", "additive", "cumulative", "allowsOverdamping", "mica_autorecalculatesDuration": .bool
        case "path": .path
        case "keyTimes", "tensionValues", "continuityValues", "biasValues", "values": .numbers
        default: nil
        }
    }

    /// Returns the value of an animation's attribute. The from and to values have the kind of the animated property.
    static func animationValue(_ text: String, _ key: String, of keyPath: String?) throws -> CAMLValue {
        if let keyPath, ["fromValue", "toValue", "byValue"].contains(key) {
            if keyPath.contains("."), isReachable(keyPath) { return try part(text, of: keyPath, .layer) }
            return try value(text, kind: kind(ofKey: keyPath), opacity: nil)
        }
        if let names = animationNames[key], !names.contains(text) {
            throw CAMLNumbers.Refusal(reason: "\"\(text.prefix(40))\" is not one of \(names.joined(separator: ", "))")
        }
        return try value(text, kind: kind(ofAnimationKey: key) ?? .string, opacity: nil, infinite: mayBeEndless(key))
    }

    private static let animationNames = [
        "fillMode": ["removed", "forwards", "backwards", "both", "frozen"],
        "calculationMode": ["linear", "discrete", "paced", "cubic", "cubicPaced"],
        "rotationMode": ["auto", "autoReverse"],
    ]

    /// Returns the value of a layer's attribute. Nil if there is nothing to set, with a diagnostic if there should be.
    mutating func value(_ text: String, for keyPath: String, owner: LayerClass, at element: XMLElement) throws -> CAMLValue? {
        guard Self.isReachable(keyPath) else {
            report("caml.key-path", keyPath, element, "unknown key path \"\(keyPath)\"; its value is ignored")
            return nil
        }
        if keyPath.contains(".") {
            return try at(element, keyPath) { try Self.part(text, of: keyPath, owner) }
        }
        let kind = keyPath == "frame" ? .rect : PropertyTable.row(forKey: keyPath, of: owner)?.kind
        // edgeAntialiasingMask, maskedCorners and the layer's own timing are numbers; the layer's duration may be infinite.
        return try at(element, keyPath) {
            try Self.value(text, kind: kind, opacity: nil, infinite: Self.mayBeEndless(keyPath))
        }
    }

    /// Returns the value for a part of a structure: an angle, a number, or all numbers of the part.
    private static func part(_ text: String, of keyPath: String, _ owner: LayerClass) throws -> CAMLValue {
        if keyPath.contains(".rotation") { return .number(try CAMLNumbers.angle(text)) }
        return try value(text, kind: PropertyKeyPath(keyPath, of: owner)?.kind ?? .number, opacity: nil)
    }

    static func value(_ text: String, kind: ValueKind?, opacity: String?, infinite: Bool = false) throws -> CAMLValue {
        switch kind {
        case .number?: return .number(try CAMLNumbers.number(text, infinite: infinite))
        case .bool?: return .bool(try CAMLNumbers.bool(text))
        case .point?:
            let n = try CAMLNumbers.list(text, count: 2)
            return .point(CGPoint(x: n[0], y: n[1]))
        case .size?:
            let n = try CAMLNumbers.list(text, count: 2)
            return .size(CGSize(width: n[0], height: n[1]))
        case .rect?:
            let n = try CAMLNumbers.list(text, count: 4)
            return .rect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
        case .transform?: return .transform(try CAMLNumbers.transform(text))
        case .color?: return .color(try CAMLNumbers.color(text, opacity: opacity))
        case .path?: return .path(text)
        case .image?: return .image(source: text)
        case .numbers?: return .array(try CAMLNumbers.list(text).map { .number($0) })
        case .colors?: return .array(try text.split(whereSeparator: \.isWhitespace).map { .color(try CAMLNumbers.color(String($0))) })
        // No property of the table has insets.
        case .string?, .object?, .insets?: return .string(text)
        case nil:
            // A custom key of the writer: a number if it can be parsed as one. NaN is text here.
            if let number = Double(text), number.isFinite { return .number(number) }
            return .string(text)
        }
    }

    /// Returns a value by the count of numbers: a number, a point, a rectangle, a transform, a colour matrix.
    private static func structure(_ text: String) throws -> CAMLValue {
        let numbers = try CAMLNumbers.list(text)
        switch numbers.count {
        case 1: return .number(numbers[0])
        case 2: return .point(CGPoint(x: numbers[0], y: numbers[1]))
        case 4: return .rect(CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        case 16: return .transform(try CAMLNumbers.transform(text))
        default: return .array(numbers.map { .number($0) })
        }
    }

    /// Returns a colour, in the space that the element names, by default sRGB. It is stored in sRGB, including components outside of its
    /// range.
    private mutating func color(_ text: String, _ element: XMLElement) throws -> CAMLValue {
        let opacity = element.attributes["opacity"]
        guard let name = element.attributes["colorSpace"] ?? element.attributes["colorspace"] ?? element.attributes["space"] else {
            return try at(element, "value") { try Self.value(text, kind: .color, opacity: opacity) }
        }
        let plain = name.hasPrefix("kCGColorSpace") ? name : "kCGColorSpace" + name.prefix(1).uppercased() + name.dropFirst()
        guard let space = CGColorSpace(name: plain as CFString), let wanted = CGColorSpace(name: CGColorSpace.extendedSRGB) else {
            report(
                "caml.unsupported", "CGColor." + name, element, "unknown colour space \"\(name)\"; its colours are read as sRGB")
            return try at(element, "value") { try Self.value(text, kind: .color, opacity: opacity) }
        }
        var numbers = try at(element, "value") { try CAMLNumbers.list(text) }
        if numbers.count == space.numberOfComponents { numbers.append(1) }
        guard numbers.count == space.numberOfComponents + 1, let last = numbers.indices.last else {
            throw bad(
                element, "value",
                "a colour of the space \"\(name)\" has \(space.numberOfComponents) numbers and its opacity, here are \(numbers.count)")
        }
        if let opacity { numbers[last] *= try at(element, "opacity") { try CAMLNumbers.number(opacity) } }
        guard let color = CGColor(colorSpace: space, components: numbers.map { CGFloat($0) }),
            let rgba = color.converted(to: wanted, intent: .defaultIntent, options: nil)?.components, rgba.count == 4
        else { throw bad(element, "value", "the colour can't be brought into sRGB") }
        return .color(rgba.map { Double($0) })
    }

    /// Returns the value of an element: by its `type`, by the property to which it belongs, or by its own name.
    ///
    /// Throws ``CAMLBadValue`` if one of the values in it can't be read: a list without one of its elements would have another meaning.
    /// - Parameter infinite: True if a number may be infinite.
    mutating func value(of element: XMLElement, kind: ValueKind?, infinite: Bool = false) throws -> CAMLValue? {
        let named = element.attributes["type"]
        if named == nil, let kind {
            if kind == .image {
                if let source = element.attributes["src"] { return .image(source: source) }
                return try element.children.first.flatMap { try value(of: $0, kind: nil) }
            }
            if let text = element.attributes["value"] {
                return try at(element, "value") {
                    try Self.value(text, kind: kind, opacity: element.attributes["opacity"], infinite: infinite)
                }
            }
            if kind == .colors || kind == .numbers {
                return .array(try element.children.compactMap { try value(of: $0, kind: nil) })
            }
            return try element.children.first.flatMap { try value(of: $0, kind: nil, infinite: infinite) }
        }
        let text = element.attributes["value"] ?? element.text
        switch named ?? element.name {
        case "real", "integer", "number", "float", "double", "NSNumber":
            return .number(try at(element, "value") { try CAMLNumbers.number(text, infinite: infinite) })
        case "bool", "boolean": return .bool(try at(element, "value") { try CAMLNumbers.bool(text) })
        case "string", "NSString", "CAMediaTimingFunction": return .string(element.attributes["name"] ?? text)
        case "CGPoint", "NSPoint": return try at(element, "value") { try Self.value(text, kind: .point, opacity: nil) }
        case "CGSize", "NSSize": return try at(element, "value") { try Self.value(text, kind: .size, opacity: nil) }
        case "CGRect", "NSRect": return try at(element, "value") { try Self.value(text, kind: .rect, opacity: nil) }
        case "CATransform3D": return try at(element, "value") { try Self.value(text, kind: .transform, opacity: nil) }
        case "CGColor": return try color(text, element)
        // Twenty numbers: rows of red, green, blue, alpha and a constant.
        case "CAColorMatrix": return .array(try at(element, "value") { try CAMLNumbers.list(text, count: 20).map { .number($0) } })
        // A number, a structure, or its elements, each of its own kind.
        case "NSValue" where !element.children.isEmpty:
            return element.children.count == 1
                ? try value(of: element.children[0], kind: nil) : .array(try element.children.compactMap { try value(of: $0, kind: nil) })
        case "NSValue": return try at(element, "value") { try Self.structure(text) }
        case "CGPath": return .path(element.attributes["value"] ?? element.attributes["d"] ?? element.text)
        case "CGImage":
            guard let source = element.attributes["src"] else { throw bad(element, "src", "<\(element.name)> has no src") }
            return .image(source: source)
        case "NSArray", "array": return .array(try element.children.compactMap { try value(of: $0, kind: nil) })
        case "NSDictionary", "dictionary", "style":
            return .dictionary(
                try element.children.compactMap { child in
                    try value(of: child, kind: nil).map { property(child.attributes["key"] ?? child.name, $0, child) }
                })
        case "null", "NSNull": return .null
        case "function", "timingFunction": return .string(element.attributes["name"] ?? text)
        default:
            if let text = element.attributes["value"] {
                return try at(element, "value") { try Self.value(text, kind: nil, opacity: nil) }
            }
            if element.children.count == 1 { return try value(of: element.children[0], kind: nil) }
            report("caml.unknown-element", element.name, element, "unknown element <\(element.name)>; it is ignored")
            return nil
        }
    }
}
