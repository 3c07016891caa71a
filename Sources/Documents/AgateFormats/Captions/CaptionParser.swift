import Foundation

/// Reads SubRip and WebVTT, whose cues have the same form: a line of times, and lines of text up to an empty one.
///
///     00:00:01,000 --> 00:00:02,500        SubRip
///     00:01.000 --> 00:02.500 align:start  WebVTT: hours may be left out, settings may follow
enum CaptionParser {
    private static let arrow = "-->"

    static func parse(_ text: String) throws(CaptionsError) -> [Captions.Cue] {
        var cues: [Captions.Cue] = [], lines: [Substring] = []
        let isWebVTT = text.hasPrefix("WEBVTT")
        var times: (start: Double, end: Double)?
        func close() {
            guard let open = times else { return }
            let text = plain(lines.joined(separator: "\n"), isWebVTT: isWebVTT)
            cues.append(Captions.Cue(text, from: open.start, to: open.end))
            (times, lines) = (nil, [])
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if let found = line.range(of: Self.arrow) {
                // A SubRip file may lack the empty line; what is before the times is then their number.
                if times != nil, !isWebVTT, lines.last.map({ $0.allSatisfy(\.isNumber) }) == true { lines.removeLast() }
                close()
                let end = line[found.upperBound...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
                guard let start = Self.time(line[..<found.lowerBound]), let end = Self.time(end) else {
                    throw CaptionsError(reason: "\"\(line.prefix(80))\" is not a line of times", line: index + 1)
                }
                times = (start, end)
            } else if line.allSatisfy(\.isWhitespace) {
                close()
            } else if times != nil {
                lines.append(line)
            }
        }
        close()
        return cues
    }

    /// Returns the seconds of `hours:minutes:seconds.fraction`, where hours may be left out.
    static func time(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        let seconds = last.split(whereSeparator: { $0 == "," || $0 == "." })
        let numbers = parts.dropLast().map { Self.number($0) } + [seconds.first.flatMap { Self.number($0) }]
        guard (1...2).contains(seconds.count), numbers.allSatisfy({ $0 != nil }) else { return nil }
        var fraction = 0.0
        if seconds.count == 2 {
            guard let digits = Self.number(seconds[1]) else { return nil }
            fraction = digits / pow(10, Double(seconds[1].count))
        }
        return numbers.reduce(0) { $0 * 60 + ($1 ?? 0) } + fraction
    }

    private static func number(_ text: some StringProtocol) -> Double? {
        guard (1...9).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Double(text)
    }

    /// Returns a text without tags, such as `<i>` and `{\an8}`, and with the characters that WebVTT escapes.
    private static func plain(_ text: String, isWebVTT: Bool) -> String {
        var plain = text.replacingOccurrences(of: #"</?[A-Za-z0-9.:][^<>]*>|\{\\[^{}]*\}"#, with: "", options: .regularExpression)
        if isWebVTT {
            for (name, character) in [
                ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"), ("&amp;", "&"),
            ] { plain = plain.replacingOccurrences(of: name, with: character) }
        }
        return plain.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
