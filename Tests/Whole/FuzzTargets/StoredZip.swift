import Foundation

/// Zip archives whose files are stored as they are, with the sums that belong to them.
enum StoredZip {
    static func archive(_ files: [(name: String, data: Data)]) -> Data {
        var body = Data(), directory = Data()
        for (name, data) in files {
            let sum = checksum(data), name = Data(name.utf8), offset = body.count
            let common =
                little(20, 2) + little(0, 8) + little(sum, 4) + little(data.count, 4) + little(data.count, 4) + little(name.count, 2)
                + little(0, 2)
            body += Data([0x50, 0x4B, 3, 4]) + common + name + data
            directory += Data([0x50, 0x4B, 1, 2]) + little(20, 2) + common + little(0, 10) + little(offset, 4) + name
        }
        let start = body.count
        body += directory + Data([0x50, 0x4B, 5, 6]) + little(0, 4) + little(files.count, 2) + little(files.count, 2)
        return body + little(directory.count, 4) + little(start, 4) + little(0, 2)
    }

    private static func little(_ value: Int, _ bytes: Int) -> Data {
        Data((0..<bytes).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 })
    }

    /// CRC-32.
    private static func checksum(_ data: Data) -> Int {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}
