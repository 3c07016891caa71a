/// Reads untrusted bytes. Missing data is read as zero and marks the reader as damaged; callers must check this before they use a value.
package struct ByteReader {
    private let base: UnsafeRawPointer
    private let end: Int
    package private(set) var at = 0
    package private(set) var isDamaged = false

    private static let nothing = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)).asSendable

    /// The bytes must outlive the reader.
    package init(_ bytes: UnsafeRawBufferPointer) {
        base = bytes.baseAddress ?? Self.nothing.pointer
        end = bytes.count
    }

    package var remaining: Int { end - at }
    package var isAtEnd: Bool { at >= end }

    @inline(__always)
    mutating func damage() { isDamaged = true }

    /// Returns true if this number of bytes is available; otherwise marks the reader as damaged.
    @inline(__always)
    private mutating func has(_ count: Int) -> Bool {
        if count <= end - at { return true }
        at = end
        isDamaged = true
        return false
    }

    @inline(__always)
    mutating func byte() -> UInt8 {
        guard has(1) else { return 0 }
        defer { at += 1 }
        return base.load(fromByteOffset: at, as: UInt8.self)
    }

    @inline(__always)
    mutating func word() -> UInt64 {
        guard has(8) else { return 0 }
        defer { at += 8 }
        return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }

    @inline(__always)
    mutating func half() -> UInt32 {
        guard has(4) else { return 0 }
        defer { at += 4 }
        return UInt32(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }

    /// Reads a finite number.
    @inline(__always)
    mutating func double() -> Double {
        let value = Double(bitPattern: word())
        if !value.isFinite {
            isDamaged = true
            return 0
        }
        return value
    }

    /// Reads a time, which may be infinite.
    @inline(__always)
    mutating func time() -> Double {
        let value = Double(bitPattern: word())
        if value.isNaN {
            isDamaged = true
            return 0
        }
        return value
    }

    @inline(__always)
    mutating func float() -> Float {
        let value = Float(bitPattern: half())
        if !value.isFinite {
            isDamaged = true
            return 0
        }
        return value
    }

    @inline(__always)
    mutating func varint() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            let next = byte()
            value |= UInt64(next & 0x7F) &<< shift
            if next < 0x80 { return value }
            shift += 7
        }
        isDamaged = true
        return 0
    }

    @inline(__always)
    mutating func signed() -> Int64 {
        let value = varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// Reads a count of elements, each of which has at least this number of bytes. Counts that exceed the remaining bytes are refused.
    @inline(__always)
    mutating func size(eachAtLeast bytes: Int = 1) -> Int {
        let value = varint()
        guard value <= UInt64(remaining / max(1, bytes)) else {
            isDamaged = true
            at = end
            return 0
        }
        return Int(value)
    }

    mutating func raw(_ count: Int) -> UnsafeRawBufferPointer {
        guard count >= 0, has(count) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        defer { at += count }
        return UnsafeRawBufferPointer(start: base + at, count: count)
    }

    mutating func string() -> String { String(decoding: raw(size()), as: UTF8.self) }

    /// Reads the number of an enum case.
    @inline(__always)
    mutating func choice<Choice: RawRepresentable>(_ fallback: Choice) -> Choice where Choice.RawValue == UInt8 {
        if let choice = Choice(rawValue: byte()) { return choice }
        isDamaged = true
        return fallback
    }

    /// Reads a sparse list over words that contain the defaults.
    @inline(__always)
    mutating func sparse(_ words: UnsafeMutablePointer<UInt64>, _ wordCount: Int) {
        var first = 0
        while first < wordCount {
            var mask = word()
            let count = min(64, wordCount - first)
            if count < 64, mask >> UInt64(count) != 0 {
                isDamaged = true
                return
            }
            guard has(mask.nonzeroBitCount * 8) else { return }
            while mask != 0 {
                words[first + mask.trailingZeroBitCount] = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                at += 8
                mask &= mask - 1
            }
            first += 64
        }
    }
}

private struct SendablePointer: @unchecked Sendable { let pointer: UnsafeRawPointer }
extension UnsafeRawPointer {
    fileprivate var asSendable: SendablePointer { SendablePointer(pointer: self) }
}
