import Agate
import CoreGraphics
import Foundation
import QuartzCore

extension FuzzTarget {
    private static let classes: [AnyClass] = [CALayer.self, CAAnimation.self, CAMediaTimingFunction.self, CAEmitterCell.self]

    /// What Agate's own `init(coder:)` makes of any answers of a coder. Bytes of archives are no inputs: Foundation's `NSKeyedUnarchiver`
    /// itself ends the process on nearly every one that is damaged, with nothing of Agate's on the stack.
    static let archive = FuzzTarget("archive", words: codedKeys, seeds: { archiveSeeds }) { data in
        let coder = ByteCoder(data)
        guard let object = coder.object(of: classes) else { return false }
        let host = OffscreenHost(size: CGSize(width: 24, height: 24))
        host.perform {
            if let layer = object as? CALayer { host.layer.addSublayer(layer) }
            if let animation = object as? CAAnimation { host.layer.add(animation, forKey: "coded") }
        }
        _ = host.image(at: 0.2)
        return true
    }

    private static let codedKeys = [
        "values", "treeLayers", "treeLinks", "ownKeys", "ownValues", "actions", "actionsNames", "autoresizingMask", "kind", "numbers",
        "items", "object", "text",
        "data",
    ]

    private static let archiveSeeds: [Data] = (0..<8).map { seed in
        Data((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ seed &* 91 ^ $0 >> 2) })
    }
}

/// A coder that answers out of bytes: whether there is a value, of which of the classes that were asked for, and which.
private final class ByteCoder: NSCoder {
    private let bytes: [UInt8]
    private var at = 0, depth = 0

    init(_ data: Data) { bytes = [UInt8](data) }

    private func byte() -> Int {
        guard at < bytes.count else { return 0 }
        at += 1
        return Int(bytes[at - 1])
    }

    private func block(_ limit: Int) -> Data {
        let count = min(byte() % limit, bytes.count - at)
        at += count
        return Data(bytes[(at - count)..<at])
    }

    private static let kinds = [
        "number", "bool", "point", "size", "rect", "transform", "color", "path", "image", "insets", "string", "list", "object",
        "frameRates", "none",
    ]
    private static let numbers: [Double] = [0, 1, -1, 0.5, 24, 2, 3, 100, 1e9, -1e300, .nan, .infinity, 0.1, 16, 65536, 255]

    /// An object of one of the classes, or nil where they have none.
    func object(of classes: [AnyClass]) -> Any? {
        guard depth < 8, at < bytes.count, !classes.isEmpty else { return nil }
        depth += 1
        defer { depth -= 1 }
        let first = byte() % classes.count
        // A list is asked for together with what is in it.
        if classes.contains(where: { $0 == NSArray.self }), byte() % 8 != 0 {
            let inside = classes.filter { $0 != NSArray.self }
            return (0..<(byte() % 6)).compactMap { _ in object(of: inside) } as NSArray
        }
        switch classes[first] {
        case is NSString.Type: return Self.kinds[byte() % Self.kinds.count] as NSString
        case is NSNumber.Type: return NSNumber(value: Self.numbers[byte() % Self.numbers.count])
        case is NSData.Type: return (byte() % 2 == 0 ? packed() : block(64)) as NSData
        case is CALayer.Type:
            return [
                CALayer.self, CAShapeLayer.self, CAGradientLayer.self, CAReplicatorLayer.self, CATextLayer.self,
                CAEmitterLayer.self,
            ][byte() % 6].init(coder: self)
        case is CAAnimation.Type:
            return [
                CABasicAnimation.self, CAKeyframeAnimation.self, CASpringAnimation.self, CAAnimationGroup.self,
                CATransition.self,
            ][byte() % 5].init(coder: self)
        case let type as any NSSecureCoding.Type where String(reflecting: type).hasPrefix("QuartzCore."): return type.init(coder: self)
        default: return nil
        }
    }

    /// Values of properties by name, as layers pack them.
    private func packed() -> Data {
        let keys = [
            "bounds", "position", "transform", "opacity", "hidden", "cornerRadius", "speed", "instanceCount", "birthRate", "lineWidth",
        ]
        var data = Data()
        for _ in 0..<(byte() % 6) {
            let key = keys[byte() % keys.count]
            data.append(UInt8(key.utf8.count))
            data.append(contentsOf: key.utf8)
            data.append(UInt8(byte() % 16))
            for _ in 0..<(byte() % 17) {
                withUnsafeBytes(of: Self.numbers[byte() % Self.numbers.count].bitPattern.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        return data
    }

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { byte() % 4 != 0 }
    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? { object(of: classes ?? []) }
    override func decodeObject<Object: NSCoding>(of type: Object.Type, forKey key: String) -> Object? where Object: NSObject {
        object(of: [type]) as? Object
    }
    override func decodeObject(forKey key: String) -> Any? { nil }
    override func decodeDouble(forKey key: String) -> Double { Self.numbers[byte() % Self.numbers.count] }
    override func decodeFloat(forKey key: String) -> Float { Float(Self.numbers[byte() % Self.numbers.count]) }
    override func decodeInteger(forKey key: String) -> Int { byte() }
    override func decodeBool(forKey key: String) -> Bool { byte() % 2 == 0 }
}
