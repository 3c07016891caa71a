import Foundation

/// A 128-bit digest of contents (two FNV-1a sums with different starts): tells whether something changed, nothing about who changed it.
struct Digest {
    private var first: UInt64 = 0xcbf2_9ce4_8422_2325
    private var second: UInt64 = 0x6c62_272e_07bb_0142

    mutating func add(_ bytes: some Sequence<UInt8>) {
        var (a, b) = (first, second)
        for byte in bytes {
            a = (a ^ UInt64(byte)) &* 0x100_0000_01b3
            b = (b ^ UInt64(byte ^ 0xa5)) &* 0x100_0000_01b3
        }
        // What follows is a part of its own: "ab" + "c" is not "a" + "bc".
        (first, second) = ((a ^ 0xff) &* 0x100_0000_01b3, (b ^ 0x5a) &* 0x100_0000_01b3)
    }

    mutating func add(_ text: String) { add(text.utf8) }

    var text: String {
        func hex(_ value: UInt64) -> String {
            String(repeating: "0", count: 16 - String(value, radix: 16).count) + String(value, radix: 16)
        }
        return hex(first) + hex(second)
    }

    static func of(_ text: String) -> String {
        var digest = Digest()
        digest.add(text)
        return digest.text
    }
}
