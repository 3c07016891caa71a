import Foundation

/// Uncompressed frames with their times, as ffmpeg reads them from a pipe: a Matroska stream without an end, of one track.
struct RawFrames: Sendable {
    /// The four characters of the pixel format, in ffmpeg's list.
    let code: [UInt8]
    let width: Int, height: Int
    /// The frame rate that encoders expect; the times of frames may differ.
    var rate = 30.0

    /// The bytes before the first frame. Times are in microseconds.
    var header: [UInt8] {
        let head =
            Self.number([0x42, 0x86], 1) + Self.number([0x42, 0xF7], 1) + Self.number([0x42, 0xF2], 4) + Self.number([0x42, 0xF3], 8)
            + Self.element([0x42, 0x82], Array("matroska".utf8)) + Self.number([0x42, 0x87], 4) + Self.number([0x42, 0x85], 2)
        let info =
            Self.number([0x2A, 0xD7, 0xB1], 1000) + Self.element([0x4D, 0x80], Array("agate".utf8))
            + Self.element([0x57, 0x41], Array("agate".utf8))
        let video = Self.number([0xB0], width) + Self.number([0xBA], height) + Self.element([0x2E, 0xB5, 0x24], code)
        let track =
            Self.number([0xD7], 1) + Self.number([0x73, 0xC5], 1) + Self.number([0x83], 1)
            + Self.number([0x23, 0xE3, 0x83], Int(1e9 / rate)) + Self.element([0x86], Array("V_UNCOMPRESSED".utf8))
            + Self.element([0xE0], video)
        // A segment of unknown length.
        let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7)
        return Self.element([0x1A, 0x45, 0xDF, 0xA3], head) + segment + Self.element([0x15, 0x49, 0xA9, 0x66], info)
            + Self.element([0x16, 0x54, 0xAE, 0x6B], Self.element([0xAE], track))
    }

    /// Returns the bytes before a frame's pixels.
    static func frameHeader(microseconds: Int64, byteCount: Int) -> [UInt8] {
        let time = number([0xE7], Int(microseconds))
        let block: [UInt8] = [0xA3] + size(byteCount + 4) + [0x81, 0, 0, 0x80]
        return [0x1F, 0x43, 0xB6, 0x75] + size(time.count + block.count + byteCount) + time + block
    }

    private static func size(_ count: Int) -> [UInt8] { [1] + (0..<7).map { UInt8(truncatingIfNeeded: count >> (48 - 8 * $0)) } }
    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] { id + size(content.count) + content }
    private static func number(_ id: [UInt8], _ value: Int) -> [UInt8] {
        element(id, (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) })
    }
}
