/// A growing buffer of bytes. Numbers are little endian.
package final class ByteWriter {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    package private(set) var count = 0

    package init(capacity: Int = 4096) {
        self.capacity = max(64, capacity)
        base = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { base.deallocate() }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    package func removeAll() { count = 0 }

    /// Reserves space for this number of additional bytes.
    @inline(__always)
    func reserve(_ more: Int) { if count + more > capacity { grow(more) } }

    @inline(never)
    private func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let bigger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        bigger.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = bigger
    }

    @inline(__always)
    func byte(_ value: UInt8) {
        reserve(1)
        base.storeBytes(of: value, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    @inline(__always)
    func word(_ value: UInt64) {
        reserve(8)
        base.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
        count += 8
    }

    @inline(__always)
    func half(_ value: UInt32) {
        reserve(4)
        base.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt32.self)
        count += 4
    }

    @inline(__always)
    func double(_ value: Double) { word(value.bitPattern) }

    /// Writes the number, or the nearest one that a reader accepts, so that the rest of the file remains readable.
    func finite(_ value: Double) {
        let largest = Double.greatestFiniteMagnitude
        double(value.isNaN ? 0 : min(max(value, -largest), largest))
    }

    @inline(__always)
    func float(_ value: Float) { half(value.bitPattern) }

    /// Writes seven bits per byte, the lowest first; the highest bit indicates that more follow.
    @inline(__always)
    func varint(_ value: UInt64) {
        reserve(10)
        var value = value
        while value >= 0x80 {
            base.storeBytes(of: UInt8(truncatingIfNeeded: value) | 0x80, toByteOffset: count, as: UInt8.self)
            count += 1
            value >>= 7
        }
        base.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: count, as: UInt8.self)
        count += 1
    }

    @inline(__always)
    func size(_ value: Int) { varint(UInt64(value)) }

    /// Writes a signed number, so that numbers near 0 are short.
    @inline(__always)
    func signed(_ value: Int64) { varint(UInt64(bitPattern: value << 1 ^ value >> 63)) }

    func raw(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).copyMemory(from: start, byteCount: bytes.count)
        count += bytes.count
    }

    func string(_ text: String) {
        var text = text
        text.withUTF8 {
            size($0.count)
            raw(UnsafeRawBufferPointer($0))
        }
    }

    @inline(__always)
    private static func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
        let a = a.loadUnaligned(as: SIMD8<UInt64>.self)
        let b = b.loadUnaligned(as: SIMD8<UInt64>.self)
        let difference = a ^ b
        let half = difference.lowHalf | difference.highHalf
        return (half.lowHalf | half.highHalf) == .zero
    }

    /// Writes the words that differ from their defaults: a mask of 64 bits for each 64 words, followed by those words.
    @inline(__always)
    func sparse(_ words: UnsafePointer<UInt64>, _ defaults: UnsafePointer<UInt64>, _ wordCount: Int) {
        sparse(words, upTo: wordCount, then: words, defaults, wordCount)
    }

    /// - Parameters:
    ///   - words: The address of the first words.
    ///   - split: The number of words at that address, a multiple of 8, or all.
    ///   - rest: The address of the other words, each at its own index.
    @inline(__always)
    func sparse(
        _ words: UnsafeRawPointer, upTo split: Int, then rest: UnsafeRawPointer, _ defaults: UnsafePointer<UInt64>, _ wordCount: Int
    ) {
        var first = 0
        while first < wordCount {
            let end = min(first + 64, wordCount)
            reserve(8 * (end - first + 1))
            let maskAt = count
            var at = count + 8
            var mask: UInt64 = 0
            var i = first
            while i < end {
                // Most words of a layer have their defaults, so eight are compared at once.
                let from = i < split ? words : rest
                if i + 8 <= end, Self.areEqual(from + 8 * i, defaults + i) {
                    i += 8
                    continue
                }
                let next = min(i + 8, end)
                defer { i = next }
                for i in i..<next {
                    // Always written, and kept only if it differs, which avoids a branch.
                    let word = from.load(fromByteOffset: 8 * i, as: UInt64.self)
                    base.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt64.self)
                    let differs: UInt64 = word == defaults[i] ? 0 : 1
                    mask |= differs &<< UInt64(i - first)
                    at += Int(differs) * 8
                }
            }
            base.storeBytes(of: mask.littleEndian, toByteOffset: maskAt, as: UInt64.self)
            count = at
            first = end
        }
    }
}
