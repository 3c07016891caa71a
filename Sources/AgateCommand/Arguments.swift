import Agate
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

/// `I/N`: the part number I of N, from 1.
struct ChunkArgument: ExpressibleByArgument {
    let index: Int, count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], index >= 1, index <= count, count <= 1_000_000 else { return nil }
        (self.index, self.count) = (index, count)
    }

    /// The part of some frames: all parts together are all frames, and no two differ by more than one.
    func part(of frames: Range<Int>) -> Range<Int> {
        func bound(_ index: Int) -> Int { frames.lowerBound + frames.count * index / count }
        return bound(index - 1)..<bound(index)
    }
}

extension FilmFormat: ExpressibleByArgument {}
extension FilmCodec: ExpressibleByArgument {}
extension FilmOptions.Effort: ExpressibleByArgument {}
