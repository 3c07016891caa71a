import Foundation

/// A line of the compiler that says where something is wrong.
struct CompilerDiagnostic: Hashable {
    enum Severity: String { case error, warning }

    let path: String
    let line: Int
    let column: Int
    let severity: Severity
    let message: String

    /// `path:line:column: error: message [#Group]`; nil for all other lines.
    init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        for severity in [Severity.error, .warning] {
            guard let range = text.range(of: ": \(severity.rawValue): ") else { continue }
            let place = text[..<range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
            guard place.count >= 3, let line = Int(place[place.count - 2]), let column = Int(place[place.count - 1]) else { continue }
            path = place.dropLast(2).joined(separator: ":")
            self.line = line
            self.column = column
            self.severity = severity
            var message = text[range.upperBound...]
            // Swift 6 names the group of a diagnostic behind it.
            if message.hasSuffix("]"), let open = message.range(of: " [#", options: .backwards) { message = message[..<open.lowerBound] }
            self.message = String(message)
            return
        }
        return nil
    }
}
