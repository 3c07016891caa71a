import CText

/// A table of an OpenType file: big-endian numbers at offsets that may be out of range.
struct FontTable {
    let bytes: [UInt8]

    init(_ face: OpaquePointer, _ tag: StaticString) {
        self.init(face, tag: FontTable.tag(tag))
    }

    init(_ face: OpaquePointer, tag: UInt32) {
        let blob = hb_face_reference_table(face, tag)
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let start = hb_blob_get_data(blob, &length), length > 0 else {
            bytes = []
            return
        }
        bytes = start.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { Array(UnsafeBufferPointer(start: $0, count: Int(length))) }
    }

    var isEmpty: Bool { bytes.isEmpty }

    func uint16(_ offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }

    func int16(_ offset: Int) -> Int? {
        uint16(offset).map { $0 < 0x8000 ? $0 : $0 - 0x10000 }
    }

    /// Returns a number with 16 bits before the point and 16 after.
    func fixed(_ offset: Int) -> Double? {
        guard let high = int16(offset), let low = uint16(offset + 2) else { return nil }
        return Double(high) + Double(low) / 65536
    }

    static func tag(_ name: StaticString) -> UInt32 {
        precondition(name.utf8CodeUnitCount == 4)
        return (0..<4).reduce(0) { $0 << 8 | UInt32(name.utf8Start[$1]) }
    }
}
