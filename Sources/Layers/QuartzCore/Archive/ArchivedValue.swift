import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// A value of an animation or a layer in an archive. Coders do not accept Swift's structures and Core Graphics' objects, so each is
/// encoded as a kind and plain numbers.
///
/// The archive format is Agate's own. Archives are encoded and decoded securely with `NSKeyedArchiver`, but Apple's programs can't read
/// them.
final class ArchivedValue: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    /// The value that a program gets back.
    let value: Any

    /// Creates an archived value. For a value that can't be archived, reports a diagnostic that names the key and returns nil.
    init?(_ value: Any, key: String) {
        guard ContainerDepth.isBounded(value, count: ArchiveCoding.countLimit) else {
            Diagnostic.reportOnce(
                "archive.too-deep", key: "containers",
                "arrays or dictionaries for the key \(key) are nested more than \(ContainerDepth.depthLimit) deep, or contain more than \(ArchiveCoding.countLimit) values; they are omitted from the archive"
            )
            return nil
        }
        if let object = value as? NSObject, ArchiveCoding.isInItself(object) { return nil }
        guard Self.canHold(value) else {
            Diagnostic.reportOnce(
                "archive.unsupported-value", key: "\(type(of: value)) \(key)",
                "a \(type(of: value)) for the key \(key) can't be archived; it is omitted"
            )
            return nil
        }
        self.value = value
    }

    /// The classes of objects that an archive may contain directly.
    private static let objects: [AnyClass] = [
        CAAnimation.self, CAMediaTimingFunction.self, CAValueFunction.self, CALayer.self, NSString.self, NSNumber.self, NSData.self,
        NSDate.self,
        NSNull.self, NSUUID.self, NSURL.self,
    ]

    private static func isObject(_ value: Any) -> Bool {
        guard let object = value as? NSObject else { return false }
        return objects.contains { object.isKind(of: $0) }
    }

    private static func canHold(_ value: Any, depth: Int = 0) -> Bool {
        if let list = value as? [Any] { return depth < ArchiveCoding.depthLimit && list.allSatisfy { canHold($0, depth: depth + 1) } }
        if isObject(value) || value is CAFrameRateRange { return true }
        if case .object = Boxing.value(value) { return false }
        return true
    }

    // MARK: Coding

    func encode(with coder: NSCoder) {
        _ = ArchiveCoding.nested { encodeValue(coder) }
    }

    private func encodeValue(_ coder: NSCoder) {
        if let list = value as? [Any] {
            coder.encode("list", forKey: "kind")
            return coder.encodeList(list.compactMap { ArchivedValue($0, key: "") }, forKey: "items")
        }
        if Self.isObject(value), let object = value as? NSObject {
            coder.encode("object", forKey: "kind")
            return coder.encode(object, forKey: "object")
        }
        if let rates = value as? CAFrameRateRange {
            return put(coder, "frameRates", ([rates.minimum, rates.maximum] + (rates.preferred.map { [$0] } ?? [])).map { CGFloat($0) })
        }
        switch Boxing.value(value) {
        case .number(let n): put(coder, "number", [n])
        case .bool(let on): put(coder, "bool", [on ? 1 : 0])
        case .point(let p): put(coder, "point", [p.x, p.y])
        case .size(let s): put(coder, "size", [s.width, s.height])
        case .rect(let r): put(coder, "rect", [r.origin.x, r.origin.y, r.size.width, r.size.height])
        case .transform(let t): put(coder, "transform", t.elements)
        case .color(let color):
            put(coder, "color", color.components ?? [])
            if let name = color.colorSpace?.name { coder.encode(name, forKey: "text") }
        case .path(let path):
            put(coder, "path", path.points.flatMap { [$0.x, $0.y] })
            coder.encodeBytes(Data(path.verbs), forKey: "data")
        case .image(let image):
            put(coder, "image", [CGFloat(image.width), CGFloat(image.height)])
            let pixels = image.withPixels { Data(bytes: $0, count: image.width * image.height * 4) }
            coder.encodeBytes(pixels, forKey: "data")
        case .insets(let i): put(coder, "insets", [i.top, i.left, i.bottom, i.right])
        case .string(let text):
            coder.encode("string", forKey: "kind")
            coder.encode(text as NSString, forKey: "text")
        // Lists are handled above. An object that can't be archived never becomes an archived value.
        case .colors, .numbers, .object: break
        }
    }

    private func put(_ coder: NSCoder, _ kind: String, _ numbers: [CGFloat]) {
        coder.encode(kind as NSString, forKey: "kind")
        coder.encodeNumbers(numbers, forKey: "numbers")
    }

    /// Decodes a value. Returns nil if the archive is not valid for Agate: an unknown kind, too few numbers, or an invalid path.
    required init?(coder: NSCoder) {
        guard let kind = coder.stored(NSString.self, forKey: "kind"), let value = ArchiveCoding.nested({ Self.decode("\(kind)", coder) })
        else { return nil }
        self.value = value
    }

    private static func decode(_ kind: String, _ coder: NSCoder) -> Any? {
        switch kind {
        case "list":
            return coder.storedList(of: ArchivedValue.self, forKey: "items")?.map(\.value)
        case "object": return coder.stored(objects, forKey: "object")
        case "string": return coder.stored(NSString.self, forKey: "text").map { "\($0)" }
        default: break
        }
        guard let n = coder.storedNumbers(forKey: "numbers"), n.count >= (leastNumbers[kind] ?? .max) else { return nil }
        switch kind {
        case "number": return NSNumber(value: Double(n[0]))
        case "bool": return n[0] != 0
        case "point": return CGPoint(x: n[0], y: n[1])
        case "size": return CGSize(width: n[0], height: n[1])
        case "rect": return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
        case "frameRates": return CAFrameRateRange(minimum: Float(n[0]), maximum: Float(n[1]), preferred: n.count > 2 ? Float(n[2]) : nil)
        case "insets": return NSEdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3])
        case "transform": return CATransform3D(elements: n)
        case "color": return color(n, coder.stored(NSString.self, forKey: "text"))
        case "path": return coder.storedBytes(forKey: "data").flatMap { path(Array($0), n) }
        case "image": return coder.storedBytes(forKey: "data").flatMap { image($0, n) }
        default: return nil
        }
    }

    private static let leastNumbers = [
        "number": 1, "bool": 1, "point": 2, "size": 2, "rect": 4, "insets": 4, "transform": 16, "color": 2, "path": 0, "image": 2,
        "frameRates": 2,
    ]

    static func color(_ components: [CGFloat], _ space: NSString?) -> CGColor? {
        guard let space = space.flatMap({ CGColorSpace(name: $0) }), components.count == space.numberOfComponents + 1 else { return nil }
        return CGColor(colorSpace: space, components: components)
    }

    private static func path(_ verbs: [UInt8], _ numbers: [CGFloat]) -> CGPath? {
        var needed = 0
        for verb in verbs {
            guard let verb = PathVerb(rawValue: verb) else { return nil }
            needed += verb.pointCount
        }
        guard numbers.count == needed * 2 else { return nil }
        return CGPath(verbs: verbs, points: (0..<needed).map { CGPoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) })
    }

    private static func image(_ pixels: Data, _ size: [CGFloat]) -> CGImage? {
        guard let width = Int(exactly: size[0]), let height = Int(exactly: size[1]), CGImage.isAllowed(width: width, height: height),
            pixels.count == width * height * 4
        else { return nil }
        return CGImage(width: width, height: height, premultipliedBGRA: [UInt8](pixels))
    }
}

/// The classes that archives name.
enum ArchivedClass {
    private static let known = Locked<[ObjectIdentifier: AnyClass]>([:])

    /// Returns the class that an archive names. Foundation on Linux can only name classes that are at the top level of a module and are
    /// not private. For other classes, the nearest such superclass is used, with a diagnostic.
    static func of(_ object: NSObject) -> AnyClass {
        let key = ObjectIdentifier(type(of: object))
        if let known = known.withLock({ $0[key] }) { return known }
        var candidate: AnyClass = type(of: object)
        while let parent = _getSuperclass(candidate), !isNameable(candidate) { candidate = parent }
        if candidate != type(of: object) {
            Diagnostic.reportOnce(
                "archive.class", key: "\(type(of: object))",
                "\(type(of: object)) is a private or nested class, which an archive can't name; it is archived as a \(candidate)"
            )
        } else {
            known.withLock { $0[key] = candidate }
        }
        return candidate
    }

    private static func isNameable(_ type: AnyClass) -> Bool {
        let name = String(reflecting: type)
        return !name.contains("(") && name.split(separator: ".").count == 2
    }
}

extension NSCoder {
    /// Returns the object of a key; nil if the key is absent, which Foundation on Linux otherwise treats as corruption.
    func stored<Object: NSObject & NSSecureCoding>(_ type: Object.Type, forKey key: String) -> Object? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }

    func stored(_ classes: [AnyClass], forKey key: String) -> Any? {
        containsValue(forKey: key) ? decodeObject(of: classes, forKey: key) : nil
    }

    /// Encodes values under their keys. Values that can't be archived are left out with a diagnostic.
    func encodeArchived(_ values: [(key: String, value: Any)]) {
        for (key, value) in values {
            if let archived = ArchivedValue(value, key: key) { encode(archived, forKey: key) }
        }
    }

    func decodeArchived(_ key: String) -> Any? { stored(ArchivedValue.self, forKey: key)?.value }

    /// Encodes a dictionary of values with custom keys.
    func encodeOwn(_ values: [String: Any]) {
        let archived = values.compactMapValues { ArchivedValue($0, key: "") }
        guard !archived.isEmpty else { return }
        let keys = archived.keys.sorted()
        encodeList(keys.map { $0 as NSString }, forKey: "ownKeys")
        encodeList(keys.compactMap { archived[$0] }, forKey: "ownValues")
    }

    func decodeOwn() -> [String: Any] {
        guard let keys = storedList(of: NSString.self, forKey: "ownKeys"),
            let values = storedList(of: ArchivedValue.self, forKey: "ownValues"), keys.count == values.count
        else { return [:] }
        return Dictionary(zip(keys.map { "\($0)" }, values.map(\.value))) { first, _ in first }
    }
}
