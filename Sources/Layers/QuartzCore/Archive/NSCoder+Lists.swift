import Foundation

/// Lists, numbers and bytes in archives, encoded so that the cost of an archive is proportional to its contents. Foundation looks up
/// archived objects by hash. The hash of a list is its count, and the hash of data is computed from its first 80 bytes, so that each of a
/// thousand similar objects would be compared with all others.
extension NSCoder {
    /// Encodes objects one by one.
    package func encodeList(_ items: [NSObject], forKey key: String) {
        encode(items.count, forKey: key + ".count")
        for (i, item) in items.enumerated() { encode(item, forKey: "\(key).\(i)") }
    }

    /// Returns the list that `encodeList` encoded. Nil if the key is absent, or an item can't be decoded.
    package func storedList<Item: NSObject & NSSecureCoding>(of type: Item.Type, forKey key: String) -> [Item]? {
        // The format of older archives.
        guard containsValue(forKey: key + ".count") else { return stored([NSArray.self, type], forKey: key) as? [Item] }
        var items: [Item] = []
        for i in 0..<max(0, decodeInteger(forKey: key + ".count")) {
            guard let item = stored(type, forKey: "\(key).\(i)") else { return nil }
            items.append(item)
        }
        return items
    }

    /// Encodes bytes after an eight-byte hash of them, so that different bytes also differ at their beginning.
    ///
    /// Foundation's archiver stores them as they are. As an `NSData`, they would be an object, which Foundation looks up by a hash for
    /// which it copies the bytes several times, one by one.
    package func encodeBytes(_ bytes: Data, forKey key: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        bytes.withUnsafeBytes { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
        var marked = withUnsafeBytes(of: hash.littleEndian) { Data($0) }
        marked.append(bytes)
        guard self is NSKeyedArchiver else { return encode(marked as NSData, forKey: key + ".bytes") }
        marked.withUnsafeBytes { encodeBytes($0.bindMemory(to: UInt8.self).baseAddress, length: $0.count, forKey: key + ".raw") }
    }

    /// Returns the bytes that `encodeBytes` encoded, also in older archives. Nil if the key is absent.
    package func storedBytes(forKey key: String) -> Data? {
        if self is NSKeyedUnarchiver, containsValue(forKey: key + ".raw") {
            return withDecodedUnsafeBytes(forKey: key + ".raw") { bytes in
                bytes.flatMap { $0.count >= 8 ? Data($0.dropFirst(8)) : nil }
            }
        }
        guard let marked = stored(NSData.self, forKey: key + ".bytes") else {
            return stored(NSData.self, forKey: key).map { Data(copying: $0) }
        }
        return marked.length >= 8 ? Data(copying: marked).dropFirst(8) : nil
    }

    /// Encodes numbers as the bytes of doubles.
    package func encodeNumbers(_ numbers: [CGFloat], forKey key: String) {
        var bytes = Data(capacity: 8 * numbers.count)
        for number in numbers { withUnsafeBytes(of: Double(number).bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
        encodeBytes(bytes, forKey: key)
    }

    /// Returns the numbers that `encodeNumbers` encoded. Nil if the key is absent, or the length is not a multiple of a double's.
    package func storedNumbers(forKey key: String) -> [CGFloat]? {
        guard containsValue(forKey: key + ".raw") || containsValue(forKey: key + ".bytes") else {
            guard let boxes = stored([NSArray.self, NSNumber.self], forKey: key) as? [NSNumber] else { return nil }
            return boxes.map { CGFloat($0.doubleValue) }
        }
        guard let bytes = storedBytes(forKey: key).map({ [UInt8]($0) }), bytes.count % 8 == 0 else { return nil }
        return stride(from: 0, to: bytes.count, by: 8).map { place in
            CGFloat(Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }))
        }
    }
}
