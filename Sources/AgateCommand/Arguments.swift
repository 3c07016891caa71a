import ArgumentParser
import CoreGraphics
import Foundation

/// `WIDTHxHEIGHT` in points.
struct SizeArgument: ExpressibleByArgument {
    let size: CGSize

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x").map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        size = CGSize(width: width, height: height)
    }
}

/// A colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, `r,g,b[,a]` from 0 to 1, or a name.
struct ColorArgument: ExpressibleByArgument {
    let color: CGColor

    init?(argument: String) {
        let names: [String: [Double]] = [
            "clear": [0, 0, 0, 0], "transparent": [0, 0, 0, 0], "black": [0, 0, 0, 1], "white": [1, 1, 1, 1], "gray": [0.5, 0.5, 0.5, 1],
            "red": [1, 0, 0, 1], "green": [0, 1, 0, 1], "blue": [0, 0, 1, 1], "yellow": [1, 1, 0, 1], "cyan": [0, 1, 1, 1], "magenta": [1, 0, 1, 1],
        ]
        let rgba: [Double]
        if let named = names[argument.lowercased()] {
            rgba = named
        } else if argument.hasPrefix("#") {
            var digits = argument.dropFirst().compactMap(\.hexDigitValue)
            guard digits.count == argument.count - 1 else { return nil }
            if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
            guard digits.count == 6 || digits.count == 8 else { return nil }
            let bytes = stride(from: 0, to: digits.count, by: 2).map { Double(digits[$0] * 16 + digits[$0 + 1]) / 255 }
            rgba = bytes.count == 3 ? bytes + [1] : bytes
        } else {
            let numbers = argument.split(separator: ",").map { Double($0) }
            guard numbers.count == 3 || numbers.count == 4, numbers.allSatisfy({ $0.map { (0...1).contains($0) } ?? false }) else { return nil }
            rgba = numbers.compactMap { $0 } + (numbers.count == 3 ? [1] : [])
        }
        color = CGColor(srgbRed: rgba[0], green: rgba[1], blue: rgba[2], alpha: rgba[3])
    }
}

/// `A-B`, both included, or one frame.
struct FramesArgument: ExpressibleByArgument {
    let range: ClosedRange<Int>

    init?(argument: String) {
        let parts = argument.split(separator: "-").map { Int($0) }
        guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1], first >= 0, last >= first else { return nil }
        range = first...last
    }
}

/// Where pictures go: one file, or a pattern with a frame number such as `OUT-%04d.png`.
struct OutputName {
    private let before: String, after: String
    private let width: Int?

    init(_ text: String) throws {
        guard let percent = text.firstIndex(of: "%") else {
            (before, after, width) = (text, "", nil)
            return
        }
        let rest = text[text.index(after: percent)...]
        let digits = rest.prefix { $0.isNumber }
        let tail = rest.dropFirst(digits.count)
        guard tail.first == "d", digits.isEmpty || digits.first == "0" || digits.count == 1, (Int(digits) ?? 0) <= 20, !tail.dropFirst().contains("%") else {
            throw InputError("-o \(text): the number of a frame is written as in OUT-%04d.png")
        }
        before = String(text[..<percent])
        after = String(tail.dropFirst())
        width = Int(digits) ?? 0
    }

    var isPattern: Bool { width != nil }

    func path(frame: Int) -> String {
        guard let width else { return before }
        let digits = String(frame)
        return before + String(repeating: "0", count: max(width - digits.count, 0)) + digits + after
    }
}
