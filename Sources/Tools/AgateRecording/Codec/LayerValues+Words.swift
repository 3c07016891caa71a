import CoreGraphics
import RenderTree

/// `LayerValues` as 45 words. Every layer has them, so they are copied directly from memory instead of field by field.
enum LayerWords {
    static let count = 45
    /// The number of words that are copied directly: 36 doubles, then pairs of floats.
    private static let plainCount = 43
    private static let doubleCount = 36
    /// The number of words that are compared in place; the others are assembled first.
    private static let inPlaceCount = 40

    private struct Places: @unchecked Sendable { let bytes: UnsafePointer<Int> }

    /// The offset of each word in the structure.
    private static let places: Places = {
        var list: [Int] = []
        func add(_ path: PartialKeyPath<LayerValues>, _ words: Int) {
            let start = MemoryLayout<LayerValues>.offset(of: path)!
            for i in 0..<words { list.append(start + 8 * i) }
        }
        add(\.transform, 16)
        add(\.bounds, 4)
        add(\.position, 2)
        add(\.anchorPoint, 2)
        add(\.zPosition, 1)
        add(\.anchorPointZ, 1)
        add(\.cornerRadius, 1)
        add(\.borderWidth, 1)
        add(\.contentsRect, 4)
        add(\.contentsScale, 1)
        add(\.shadowOffset, 2)
        add(\.shadowRadius, 1)
        add(\.backgroundColor, 2)
        add(\.borderColor, 2)
        add(\.shadowColor, 2)
        add(\.opacity, 1)
        precondition(list.count == plainCount)
        // So they can be compared without being gathered first.
        precondition(list.indices.allSatisfy { list[$0] == 8 * $0 }, "the words lie in the order of the format")
        precondition(MemoryLayout<LayerValues>.offset(of: \.shadowOpacity)! == MemoryLayout<LayerValues>.offset(of: \.opacity)! + 4)
        let bytes = UnsafeMutablePointer<Int>.allocate(capacity: list.count)
        bytes.initialize(from: list, count: list.count)
        return Places(bytes: UnsafePointer(bytes))
    }()

    private struct Defaults: @unchecked Sendable { let words: UnsafePointer<UInt64> }
    private static let usual: Defaults = {
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
        var values = LayerValues()
        for i in 0..<plainCount { words[i] = withUnsafeBytes(of: &values) { $0.load(fromByteOffset: places.bytes[i], as: UInt64.self) } }
        packEnd(&values, words)
        return Defaults(words: UnsafePointer(words))
    }()

    @inline(__always)
    private static func packEnd(_ values: UnsafePointer<LayerValues>, _ words: UnsafeMutablePointer<UInt64>) {
        let base = UnsafeRawPointer(values)
        for i in inPlaceCount..<plainCount { words[i] = base.load(fromByteOffset: 8 * i, as: UInt64.self) }
        let v = values
        let flags = UInt64(v.pointee.flags.rawValue) | UInt64(v.pointee.maskedCorners) << 32 | UInt64(v.pointee.edgeAntialiasingMask) << 40
        words[43] = flags | UInt64(v.pointee.contentsGravity.rawValue) << 48 | UInt64(v.pointee.minificationFilter.rawValue) << 56
        words[44] =
            UInt64(v.pointee.magnificationFilter.rawValue) | UInt64(v.pointee.contentsFormat.rawValue) << 8
            | UInt64(v.pointee.cornerCurve.rawValue) << 16
    }

    /// - Parameter words: Space for 45 words, of which the last are used.
    @inline(__always)
    static func write(_ values: UnsafePointer<LayerValues>, _ words: UnsafeMutablePointer<UInt64>, to out: ByteWriter) {
        packEnd(values, words)
        out.sparse(values, upTo: inPlaceCount, then: words, usual.words, count)
    }

    /// Writes the words in the input over the defaults.
    @inline(__always)
    static func read(_ values: UnsafeMutablePointer<LayerValues>, from input: inout ByteReader) {
        let base = UnsafeMutableRawPointer(values)
        let places = places.bytes
        var flags = usual.words[43]
        var choices = usual.words[44]
        var mask = input.word()
        if mask >> UInt64(count) != 0 { input.damage() }
        while mask != 0, !input.isDamaged {
            let i = mask.trailingZeroBitCount
            mask &= mask - 1
            let word = input.word()
            switch i {
            case 0..<plainCount:
                if isFinite(word, i) { base.storeBytes(of: word, toByteOffset: places[i], as: UInt64.self) } else { input.damage() }
            case 43: flags = word
            default: choices = word
            }
        }
        if flags != usual.words[43] || choices != usual.words[44], !set(flags, choices, values) { input.damage() }
    }

    /// Returns true if the double, or both floats, are finite.
    @inline(__always)
    private static func isFinite(_ word: UInt64, _ i: Int) -> Bool {
        let double: UInt64 = 0x7FF0_0000_0000_0000
        let float: UInt64 = 0x7F80_0000
        return i < doubleCount ? word & double != double : word & float != float && word >> 32 & float != float
    }

    private static func set(_ a: UInt64, _ b: UInt64, _ values: UnsafeMutablePointer<LayerValues>) -> Bool {
        values.pointee.flags = LayerFlags(rawValue: UInt32(truncatingIfNeeded: a))
        values.pointee.maskedCorners = UInt8(truncatingIfNeeded: a >> 32)
        values.pointee.edgeAntialiasingMask = UInt8(truncatingIfNeeded: a >> 40)
        guard let gravity = ContentsGravity(rawValue: UInt8(truncatingIfNeeded: a >> 48)),
            let minification = ContentsFilter(rawValue: UInt8(truncatingIfNeeded: a >> 56)),
            let magnification = ContentsFilter(rawValue: UInt8(truncatingIfNeeded: b)),
            let format = ContentsFormat(rawValue: UInt8(truncatingIfNeeded: b >> 8)),
            let curve = CornerCurve(rawValue: UInt8(truncatingIfNeeded: b >> 16)), b >> 24 == 0
        else { return false }
        values.pointee.contentsGravity = gravity
        values.pointee.minificationFilter = minification
        values.pointee.magnificationFilter = magnification
        values.pointee.contentsFormat = format
        values.pointee.cornerCurve = curve
        return true
    }
}
