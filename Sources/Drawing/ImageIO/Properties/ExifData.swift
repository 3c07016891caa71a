import Foundation

/// A camera's information about a picture, read from the embedded TIFF file of JPEG, PNG and WebP. The data are not trusted: an entry
/// outside the bytes is left out.
struct ExifData: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case number(Double)
        case numbers([Double])
        case text(String)
    }

    /// The values by Apple's keys of the TIFF and of the Exif dictionary.
    private(set) var tiff: [String: Value] = [:]
    private(set) var exif: [String: Value] = [:]

    init() {}

    init(tiff bytes: [UInt8]) {
        let reader = TIFFReader(bytes)
        guard let first = reader.firstDirectory else { return }
        tiff = reader.directory(first, ExifData.tiffKeys)
        if let sub = reader.directory(first, [0x8769: "exif"])["exif"], case .number(let at) = sub {
            exif = reader.directory(Int(at), ExifData.exifKeys)
        }
    }

    /// The orientation 1...8, or nil if it is missing or invalid.
    var orientation: Int? {
        guard case .number(let value) = tiff["Orientation"], (1...8).contains(value) else { return nil }
        return Int(value)
    }

    /// The dots per inch.
    var dpi: SIMD2<Double>? {
        guard case .number(let x) = tiff["XResolution"], case .number(let y) = tiff["YResolution"], x > 0, y > 0 else { return nil }
        if case .number(3) = tiff["ResolutionUnit"] { return SIMD2(x, y) * 2.54 }
        return SIMD2(x, y)
    }

    private static let tiffKeys: [Int: String] = [
        0x010E: "ImageDescription", 0x010F: "Make", 0x0110: "Model", 0x0112: "Orientation", 0x011A: "XResolution",
        0x011B: "YResolution", 0x0128: "ResolutionUnit", 0x0131: "Software", 0x0132: "DateTime", 0x013B: "Artist",
        0x8298: "Copyright",
    ]
    private static let exifKeys: [Int: String] = [
        0x829A: "ExposureTime", 0x829D: "FNumber", 0x8822: "ExposureProgram", 0x8827: "ISOSpeedRatings", 0x9003: "DateTimeOriginal",
        0x9004: "DateTimeDigitized", 0x9201: "ShutterSpeedValue", 0x9202: "ApertureValue", 0x9203: "BrightnessValue",
        0x9204: "ExposureBiasValue", 0x9207: "MeteringMode", 0x9209: "Flash", 0x920A: "FocalLength", 0xA001: "ColorSpace",
        0xA002: "PixelXDimension", 0xA003: "PixelYDimension", 0xA405: "FocalLenIn35mmFilm", 0xA433: "LensMake",
        0xA434: "LensModel",
    ]

    /// Returns a TIFF file with only an orientation, for writing.
    static func orientationOnly(_ orientation: Int) -> [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(min(max(orientation, 1), 8)), 0, 0]
            + [0, 0, 0, 0]
    }
}

private struct TIFFReader {
    private let bytes: [UInt8]
    private let isBig: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isBig = bytes.first == 0x4D
    }

    var firstDirectory: Int? {
        guard bytes.count >= 8, bytes[0] == bytes[1], isBig || bytes[0] == 0x49, number(2, 2) == 42 else { return nil }
        return number(4, 4)
    }

    private func number(_ at: Int, _ size: Int) -> Int? {
        guard at >= 0, at <= bytes.count - size else { return nil }
        var value = 0
        for index in 0..<size { value |= Int(bytes[at + index]) << (8 * (isBig ? size - 1 - index : index)) }
        return value
    }

    func directory(_ at: Int, _ keys: [Int: String]) -> [String: ExifData.Value] {
        var found: [String: ExifData.Value] = [:]
        guard let count = number(at, 2) else { return found }
        for index in 0..<min(count, 512) {
            let entry = at + 2 + 12 * index
            guard let tag = number(entry, 2) else { break }
            if let key = keys[tag], let value = value(entry) { found[key] = value }
        }
        return found
    }

    private func value(_ entry: Int) -> ExifData.Value? {
        guard let type = number(entry + 2, 2), let count = number(entry + 4, 4), count > 0, count <= 4096,
            let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 9: 4, 10: 8][type]
        else { return nil }
        guard let at = size * count <= 4 ? entry + 8 : number(entry + 8, 4), at <= bytes.count - size * count else { return nil }
        if type == 2 {
            let text = String(decoding: bytes[at..<at + count].prefix { $0 != 0 }, as: UTF8.self)
            return .text(text.trimmingCharacters(in: .whitespaces))
        }
        let all = (0..<min(count, 16)).compactMap { index -> Double? in
            let place = at + index * size
            func signed(_ at: Int) -> Double? { number(at, 4).map { Double(Int32(truncatingIfNeeded: $0)) } }
            switch type {
            case 5:
                guard let a = number(place, 4), let b = number(place + 4, 4), b != 0 else { return nil }
                return Double(a) / Double(b)
            case 9: return signed(place)
            case 10:
                guard let a = signed(place), let b = signed(place + 4), b != 0 else { return nil }
                return a / b
            default: return number(place, size).map(Double.init)
            }
        }
        return all.count == 1 ? .number(all[0]) : all.isEmpty ? nil : .numbers(all)
    }
}
