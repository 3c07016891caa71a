import CoreGraphics
import Foundation

/// A colour profile of the simple kind: a curve each for red, green and blue and a matrix, or one curve for gray.
/// Profiles with tables of many dimensions are not read; such files are taken for sRGB.
struct ICCProfile {
    let conversion: ColorConversion?

    /// Nil where the profile is damaged, of another kind, or, if `isGray` is given, not for such images.
    init?(_ bytes: [UInt8], isGray: Bool? = nil) {
        let reader = ICCReader(bytes)
        guard bytes.count >= 132 else { return nil }
        switch reader.text(16) {
        case "GRAY":
            guard isGray != false, let curve = reader.curve("kTRC") else { return nil }
            conversion = ColorConversion(red: curve, green: curve, blue: curve, matrix: nil)
        case "RGB ":
            guard isGray != true, let red = reader.curve("rTRC"), let green = reader.curve("gTRC"),
                let blue = reader.curve("bTRC"), let redXYZ = reader.color("rXYZ"),
                let greenXYZ = reader.color("gXYZ"), let blueXYZ = reader.color("bXYZ")
            else { return nil }
            let matrix = ColorMatrix.profileXYZToSRGB.after(
                ColorMatrix(red: redXYZ, green: greenXYZ, blue: blueXYZ))
            conversion = ColorConversion(red: red, green: green, blue: blue, matrix: matrix)
        default:
            return nil
        }
    }
}

private struct ICCReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func text(_ at: Int) -> String {
        at + 4 <= bytes.count ? String(decoding: bytes[at..<at + 4], as: UTF8.self) : ""
    }

    private func number(_ at: Int) -> Int? {
        guard at >= 0, at + 4 <= bytes.count else { return nil }
        return Int(bytes[at]) << 24 | Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
    }

    private func fixed(_ at: Int) -> Double? {
        number(at).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }

    private func tag(_ name: String) -> Int? {
        guard let count = number(128) else { return nil }
        for index in 0..<min(count, 256) where text(132 + 12 * index) == name {
            return number(136 + 12 * index)
        }
        return nil
    }

    func color(_ name: String) -> SIMD3<Double>? {
        guard let at = tag(name), text(at) == "XYZ ", let x = fixed(at + 8), let y = fixed(at + 12),
            let z = fixed(at + 16)
        else { return nil }
        return SIMD3(x, y, z)
    }

    /// Light for each of 256 values.
    func curve(_ name: String) -> [Double]? {
        guard let at = tag(name) else { return nil }
        switch text(at) {
        case "curv": return table(at)
        case "para": return parametric(at)
        default: return nil
        }
    }

    private func table(_ at: Int) -> [Double]? {
        guard let count = number(at + 8), at + 12 + 2 * count <= bytes.count else { return nil }
        let entries = (0..<count).map { Int(bytes[at + 12 + 2 * $0]) << 8 | Int(bytes[at + 13 + 2 * $0]) }
        if count == 0 { return (0...255).map { Double($0) / 255 } }
        if count == 1 { return (0...255).map { pow(Double($0) / 255, Double(entries[0]) / 256) } }
        return (0...255).map { value in
            let position = Double(value) / 255 * Double(count - 1)
            let low = min(Int(position), count - 2)
            let part = position - Double(low)
            return (Double(entries[low]) * (1 - part) + Double(entries[low + 1]) * part) / 65535
        }
    }

    private func parametric(_ at: Int) -> [Double]? {
        guard let kind = number(at + 8).map({ $0 >> 16 }), (0...4).contains(kind) else { return nil }
        let values = (0..<[1, 3, 4, 5, 7][kind]).compactMap { fixed(at + 12 + 4 * $0) }
        guard values.count == [1, 3, 4, 5, 7][kind] else { return nil }
        func value(_ index: Int, _ other: Double) -> Double { index < values.count ? values[index] : other }
        let (g, a, b, c) = (values[0], value(1, 1), value(2, 0), value(3, 0))
        let curve = (0...255).map { index -> Double in
            let x = Double(index) / 255
            switch kind {
            case 0: return pow(x, g)
            case 1: return a * x + b >= 0 ? pow(a * x + b, g) : 0
            case 2: return a * x + b >= 0 ? pow(a * x + b, g) + c : c
            default:
                let isCurved = x >= value(4, 0)
                return isCurved ? pow(max(0, a * x + b), g) + value(5, 0) : c * x + value(6, 0)
            }
        }
        return curve.allSatisfy(\.isFinite) ? curve : nil
    }
}
