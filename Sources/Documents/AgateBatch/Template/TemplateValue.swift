import AgateFormats
import CoreGraphics
import Foundation
import ImageIO

/// Parses values from the text of tables and command lines.
package enum TemplateValue {
    /// Parses a CSS colour (`#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(255, 0, 0)`, a name), or `r,g,b[,a]` from 0 to 1; nil if it is invalid.
    package static func color(_ text: String) -> CGColor? {
        let text = text.trimmingCharacters(in: .whitespaces)
        let rgba: [Double]
        if let known = ColorText.rgba(text) {
            rgba = known
        } else {
            let numbers = text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
            guard numbers.count == 3 || numbers.count == 4, numbers.allSatisfy({ $0.map { (0...1).contains($0) } ?? false }) else {
                return nil
            }
            rgba = numbers.compactMap { $0 } + (numbers.count == 3 ? [1] : [])
        }
        return CGColor(srgbRed: rgba[0], green: rgba[1], blue: rgba[2], alpha: rgba[3])
    }

    /// Parses a finite number, with a decimal point.
    package static func number(_ text: String) -> Double? {
        Double(text.trimmingCharacters(in: .whitespaces)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Parses two numbers separated by a comma, a space or an x.
    package static func point(_ text: String) -> CGPoint? {
        let numbers = text.lowercased().split { $0 == "," || $0 == " " || $0 == "x" }.map { number(String($0)) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
        return CGPoint(x: x, y: y)
    }

    /// Parses colours separated by commas or semicolons, each with an optional `@` and location.
    package static func gradient(_ text: String) -> [LottieGradientStop]? {
        // Commas inside rgb(…) don't separate.
        var depth = 0
        let parts = text.split {
            depth += $0 == "(" ? 1 : $0 == ")" ? -1 : 0
            return depth == 0 && ($0 == ";" || $0 == ",")
        }.map { $0.split(separator: "@", maxSplits: 1) }
        guard parts.count > 1 else { return nil }
        var stops: [LottieGradientStop] = []
        for (index, part) in parts.enumerated() {
            let place = part.count == 2 ? number(String(part[1])) : Double(index) / Double(parts.count - 1)
            guard let first = part.first, let color = color(String(first)), let place, (0...1).contains(place) else { return nil }
            stops.append(LottieGradientStop(location: place, color: color))
        }
        return stops
    }

    /// Returns a colour as text that can be parsed again.
    package static func text(_ color: CGColor) -> String {
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let parts = color.converted(to: space, intent: .defaultIntent, options: nil)?.components, parts.count == 4
        else { return "" }
        let bytes = parts.map { Int((min(max(Double($0), 0), 1) * 255).rounded()) }
        return "#" + (bytes[3] == 255 ? bytes.dropLast() : bytes[...]).map { String(format: "%02x", $0) }.joined()
    }

    /// Returns a number without superfluous digits.
    package static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
}

/// The images that rows name. Each is read once while it is used repeatedly.
package final class TemplateImages {
    private let folder: URL
    private var kept: [String: CGImage] = [:]
    private var keptPixels = 0

    /// - Parameter folder: The folder for relative paths.
    package init(folder: URL) { self.folder = folder }

    /// Returns the image of a path or of a `data:` URL.
    /// - Throws: ``FilmInputError``, ImageError.
    package func image(_ text: String) throws -> CGImage {
        if text.hasPrefix("data:") {
            guard let comma = text.firstIndex(of: ","),
                let data = Data(base64Encoded: String(text[text.index(after: comma)...]), options: .ignoreUnknownCharacters)
            else {
                throw FilmInputError("the data: URL contains no image in base64")
            }
            return try ImageCodec.decode(data, name: "data:")
        }
        if let image = kept[text] { return image }
        let image = try ImageCodec.decode(contentsOf: url(text).path)
        // A logo occurs in each row again, a portrait does not.
        if keptPixels + image.width * image.height > 64 << 20 { (kept, keptPixels) = ([:], 0) }
        kept[text] = image
        keptPixels += image.width * image.height
        return image
    }

    /// Returns the file of a path.
    package func url(_ text: String) -> URL { URL(fileURLWithPath: text, relativeTo: folder) }
}
