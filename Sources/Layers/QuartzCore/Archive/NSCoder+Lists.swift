import Foundation

/// Lists, numbers and bytes in archives, so that an archive costs what is in it. Foundation finds what it archived before by hash; the hash
/// of a list there is its count, and that of data comes from its first 80 bytes, so that a thousand alike would each be compared with
/// all.
extension NSCoder {
    /// Keeps objects one by one.
    package func encodeList(_ items: [NSObject], forKey key: String) {
        encode(items.count, forKey: key + ".count")
        for (i, item) in items.enumerated() { encode(item, forKey: "\(key).\(i)") }
    }

    /// Returns the list that `encodeList` kept. Nil where the key is absent, or an item can't be read.
    package func storedList<Item: NSObject & NSSecureCoding>(of type: Item.Type, forKey key: String) -> [Item]? {
        // As archives had it before.
        guard containsValue(forKey: key + ".count") else { return stored([NSArray.self, type], forKey: key) as? [Item] }
        var items: [Item] = []
        for i in 0..<max(0, decodeInteger(forKey: key + ".count")) {
            guard let item = stored(type, forKey: "\(key).\(i)") else { return nil }
            items.append(item)
        }
        return items
    }

    /// Keeps bytes behind eight others that differ where they do.
    package func encodeBytes(_ bytes: Data, forKey key: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var marked = withUnsafeBytes(of: hash.littleEndian) { Data($0) }
        marked.append(bytes)
        encode(marked as NSData, forKey: key + ".bytes")
    }

    /// Returns the bytes that `encodeBytes` kept. Nil where the key is absent.
    package func storedBytes(forKey key: String) -> Data? {
        guard let marked = stored(NSData.self, forKey: key + ".bytes") else {
            return stored(NSData.self, forKey: key).map { Data(copying: $0) }
        }
        return marked.length >= 8 ? Data(copying: marked).dropFirst(8) : nil
    }

    /// Keeps numbers as the bytes of doubles.
    package func encodeNumbers(_ numbers: [CGFloat], forKey key: String) {
        var bytes = Data(capacity: 8 * numbers.count)
        for number in numbers { withUnsafeBytes(of: Double(number).bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
        encodeBytes(bytes, forKey: key)
    }

    /// Returns the numbers that `encodeNumbers` kept. Nil where the key is absent, or the bytes are no whole doubles.
    package func storedNumbers(forKey key: String) -> [CGFloat]? {
        guard containsValue(forKey: key + ".bytes") else {
            guard let boxes = stored([NSArray.self, NSNumber.self], forKey: key) as? [NSNumber] else { return nil }
            return boxes.map { CGFloat($0.doubleValue) }
        }
        guard let bytes = storedBytes(forKey: key).map({ [UInt8]($0) }), bytes.count % 8 == 0 else { return nil }
        return stride(from: 0, to: bytes.count, by: 8).map { place in
            CGFloat(Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }))
        }
    }
}
