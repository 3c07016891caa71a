import CoreGraphics
import RenderTree

/// Visits the fields of a structure in the order of the format, a word of 64 bits each, to write or to read them. One list of fields is
/// used for both.
protocol WordCoder {
    mutating func word(_ value: inout UInt64)
    /// Records that the value that was read is invalid for the field.
    mutating func refuse()
}

struct WordWriter: WordCoder {
    var next: UnsafeMutablePointer<UInt64>

    @inline(__always)
    mutating func word(_ value: inout UInt64) {
        next.pointee = value
        next += 1
    }
    mutating func refuse() {}
}

struct WordReader: WordCoder {
    var next: UnsafePointer<UInt64>
    var isDamaged = false

    @inline(__always)
    mutating func word(_ value: inout UInt64) {
        value = next.pointee
        next += 1
    }
    mutating func refuse() { isDamaged = true }
}

extension WordCoder {
    @inline(__always)
    mutating func number(_ value: inout Double) {
        var bits = value.bitPattern
        word(&bits)
        value = Double(bitPattern: bits)
        if !value.isFinite { refuse() }
    }

    @inline(__always)
    mutating func number(_ value: inout CGFloat) {
        var double = Double(value)
        number(&double)
        value = CGFloat(double)
    }

    /// Codes a number that may be infinite.
    @inline(__always)
    mutating func time(_ value: inout Double) {
        var bits = value.bitPattern
        word(&bits)
        value = Double(bitPattern: bits)
        if value.isNaN { refuse() }
    }

    @inline(__always)
    mutating func number(_ value: inout Float) {
        var bits = UInt64(value.bitPattern)
        word(&bits)
        value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
        if value.isNaN { refuse() }
    }

    @inline(__always)
    mutating func flag(_ value: inout Bool) {
        var bits: UInt64 = value ? 1 : 0
        word(&bits)
        value = bits != 0
    }

    @inline(__always)
    mutating func choice<Choice: RawRepresentable>(_ value: inout Choice) where Choice.RawValue == UInt8 {
        var bits = UInt64(value.rawValue)
        word(&bits)
        if bits <= 255, let choice = Choice(rawValue: UInt8(bits)) { value = choice } else { refuse() }
    }

    @inline(__always)
    mutating func color(_ value: inout SIMD4<Float>) {
        var low = UInt64(value.x.bitPattern) | UInt64(value.y.bitPattern) << 32
        var high = UInt64(value.z.bitPattern) | UInt64(value.w.bitPattern) << 32
        word(&low)
        word(&high)
        value = SIMD4(
            Float(bitPattern: UInt32(truncatingIfNeeded: low)), Float(bitPattern: UInt32(truncatingIfNeeded: low >> 32)),
            Float(bitPattern: UInt32(truncatingIfNeeded: high)), Float(bitPattern: UInt32(truncatingIfNeeded: high >> 32))
        )
        if !(value.x.isFinite && value.y.isFinite && value.z.isFinite && value.w.isFinite) { refuse() }
    }

    mutating func point(_ value: inout CGPoint) {
        number(&value.x)
        number(&value.y)
    }

    mutating func size(_ value: inout CGSize) {
        number(&value.width)
        number(&value.height)
    }

    mutating func rect(_ value: inout CGRect) {
        point(&value.origin)
        size(&value.size)
    }

    mutating func transform(_ m: inout CATransform3D) {
        number(&m.m11)
        number(&m.m12)
        number(&m.m13)
        number(&m.m14)
        number(&m.m21)
        number(&m.m22)
        number(&m.m23)
        number(&m.m24)
        number(&m.m31)
        number(&m.m32)
        number(&m.m33)
        number(&m.m34)
        number(&m.m41)
        number(&m.m42)
        number(&m.m43)
        number(&m.m44)
    }
}

/// A structure that is stored as its differences from the default.
protocol WordCoded {
    static var wordCount: Int { get }
    mutating func code<Coder: WordCoder>(_ coder: inout Coder)
}

extension ByteWriter {
    /// - Parameter usual: The value that the reader assumes for omitted words.
    func sparse<Value: WordCoded>(_ value: Value, usual: Value) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Value.wordCount * 2) { buffer in
            guard let words = buffer.baseAddress else { return }
            var value = value
            var usual = usual
            var coder = WordWriter(next: words)
            value.code(&coder)
            coder.next = words + Value.wordCount
            usual.code(&coder)
            sparse(words, words + Value.wordCount, Value.wordCount)
        }
    }
}

extension ByteReader {
    mutating func sparse<Value: WordCoded>(_ value: inout Value) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Value.wordCount) { buffer in
            guard let words = buffer.baseAddress else { return }
            var writer = WordWriter(next: words)
            value.code(&writer)
            sparse(words, Value.wordCount)
            var reader = WordReader(next: words)
            value.code(&reader)
            if reader.isDamaged { damage() }
        }
    }
}
