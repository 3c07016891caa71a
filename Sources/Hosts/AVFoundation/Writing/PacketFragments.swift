import Foundation

/// A film of one track of compressed samples, in fragments of one sample each, which the last step of a writer joins with the others.
///
/// Fragments have the exact times of each sample, whatever their order, and the codec's description is in the film as it is.
struct PacketFragments {
    /// A sample's times in ticks, since the first sample is decoded.
    struct Sample {
        var decoding: Int64, offset: Int64, duration: Int64
        var isKey: Bool
        var byteCount: Int
    }

    /// Returns the bytes before the first sample.
    /// - Parameters:
    ///   - entry: The codec's entry in the table of descriptions.
    ///   - timescale: The ticks in a second.
    static func header(isPicture: Bool, width: Int, height: Int, timescale: Int, entry: Data) -> [UInt8] {
        let matrix = numbers([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000])
        let film = numbers([0, 0, 0, 1000, 0, 0x1_0000]) + half([0x100, 0]) + numbers([0, 0]) + matrix + numbers([0, 0, 0, 0, 0, 0, 2])
        let track =
            numbers([7, 0, 0, 1, 0, 0, 0, 0]) + half([0, 0, isPicture ? 0 : 0x100, 0]) + matrix + numbers([width << 16, height << 16])
        let media = numbers([0, 0, 0, timescale, 0]) + half([0x7FFF, 0])
        let handler = numbers([0]) + Array((isPicture ? "mhlrvide" : "mhlrsoun").utf8) + numbers([0, 0, 0]) + [0]
        let kind = isPicture ? box("vmhd", numbers([1, 0, 0])) : box("smhd", numbers([0, 0]))
        let place = box("dinf", box("dref", numbers([0, 1]) + box("url ", numbers([1]))))
        let tables =
            box("stsd", numbers([0, 1]) + Array(entry)) + box("stts", numbers([0, 0])) + box("stsc", numbers([0, 0]))
            + box("stsz", numbers([0, 0, 0])) + box("stco", numbers([0, 0]))
        let inside = kind + place + box("stbl", tables)
        let all = box("mdhd", media) + box("hdlr", handler) + box("minf", inside)
        let defaults = box("mvex", box("trex", numbers([0, 1, 1, 0, 0, 0])))
        let moov = box("mvhd", film) + box("trak", box("tkhd", track) + box("mdia", all)) + defaults
        return box("ftyp", Array("qt  ".utf8) + numbers([0x200]) + Array("qt  ".utf8)) + box("moov", moov)
    }

    /// Returns the bytes before a sample's.
    static func header(_ sample: Sample, number: Int) -> [UInt8] {
        func fragment(_ offset: Int) -> [UInt8] {
            let track =
                box("tfhd", numbers([0x2_0000, 1]))
                + box("tfdt", numbers([0x100_0000, Int(sample.decoding >> 32), Int(truncatingIfNeeded: sample.decoding & 0xFFFF_FFFF)]))
                + box(
                    "trun",
                    numbers([
                        0x100_0F01, 1, offset, Int(sample.duration), sample.byteCount, sample.isKey ? 0x200_0000 : 0x101_0000,
                        Int(sample.offset),
                    ]))
            return box("moof", box("mfhd", numbers([0, number])) + box("traf", track))
        }
        // The offset has the same size, whatever it is.
        return fragment(fragment(0).count + 8) + numbers([sample.byteCount + 8]) + Array("mdat".utf8)
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] { numbers([content.count + 8]) + Array(name.utf8) + content }
    private static func numbers(_ values: [Int]) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    }
    private static func half(_ values: [Int]) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
}
