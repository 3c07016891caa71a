import Foundation

/// The 64-bit hash of the xxHash family (seed 0): a checksum, fast enough for every frame. `xxhsum -H1` prints the same for a file.
package enum XXHash64 {
    private static let p1: UInt64 = 0x9E37_79B1_85EB_CA87, p2: UInt64 = 0xC2B2_AE3D_27D4_EB4F, p3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let p4: UInt64 = 0x85EB_CA77_C2B2_AE63, p5: UInt64 = 0x27D4_EB2F_1656_67C5

    package static func hash(_ data: Data) -> UInt64 { data.withUnsafeBytes { hash($0) } }

    package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var at = 0
        func word(_ offset: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at + offset, as: UInt64.self)) }
        var hash: UInt64
        if bytes.count >= 32 {
            var lanes = (p1 &+ p2, p2, UInt64(0), 0 &- p1)
            while at + 32 <= bytes.count {
                lanes.0 = round(lanes.0, word(0))
                lanes.1 = round(lanes.1, word(8))
                lanes.2 = round(lanes.2, word(16))
                lanes.3 = round(lanes.3, word(24))
                at += 32
            }
            hash = rotate(lanes.0, 1) &+ rotate(lanes.1, 7) &+ rotate(lanes.2, 12) &+ rotate(lanes.3, 18)
            for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { hash = (hash ^ round(0, lane)) &* p1 &+ p4 }
        } else {
            hash = p5
        }
        hash &+= UInt64(bytes.count)
        while at + 8 <= bytes.count {
            hash = rotate(hash ^ round(0, word(0)), 27) &* p1 &+ p4
            at += 8
        }
        if at + 4 <= bytes.count {
            hash =
                rotate(hash ^ UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))) &* p1, 23) &* p2 &+ p3
            at += 4
        }
        while at < bytes.count {
            hash = rotate(hash ^ UInt64(bytes[at]) &* p5, 11) &* p1
            at += 1
        }
        hash = (hash ^ hash >> 33) &* p2
        hash = (hash ^ hash >> 29) &* p3
        return hash ^ hash >> 32
    }

    /// Returns the hash as sixteen digits.
    package static func text(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 { rotate(lane &+ word &* p2, 31) &* p1 }
    @inline(__always)
    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }
}
