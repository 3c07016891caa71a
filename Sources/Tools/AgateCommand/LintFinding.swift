import AgateDiagnostics
import AgateFormats
import Foundation

/// The output of `lint` for all documents, for programs.
struct LintReport: Encodable {
    var files = 0
    var findings: [LintFinding] = []
    var hasErrors: Bool { findings.contains { $0.severity == .error } }
}

/// An error, or an unsupported feature.
struct LintFinding: Encodable, Hashable {
    enum Severity: String, Encodable, CaseIterable { case error, warning }

    /// The document, as given.
    var file: String
    var severity: Severity
    /// An identifier that is stable between versions, such as `caml.bad-value`.
    var identifier: String
    /// The line in a .caml file, from 1.
    var line: Int?
    var column: Int?
    /// For a Lottie file: the path through its JSON, such as `layers[3].ks`.
    var path: String?
    var message: String

    init(file: String, severity: Severity, identifier: String, message: String) {
        (self.file, self.severity, self.identifier, self.message) = (file, severity, identifier, message)
    }

    /// The error for which a document can't be shown.
    init(_ error: any Error, in file: String) {
        self.init(file: file, severity: .error, identifier: "lint.unreadable", message: "\(error)")
        switch error {
        case let error as CAMLError: (identifier, line, column, message) = ("caml.error", error.line, error.column, error.reason)
        case let error as LottieError:
            (identifier, message) = ("lottie.error", error.reason)
            path = error.place.isEmpty ? nil : error.place
        default: removeName()
        }
    }

    /// The readers' messages begin with the location, in the format of compilers: `FILE:LINE:COLUMN: ` of CAML, `FILE: PATH: ` of Lottie.
    init(_ diagnostic: Diagnostic, in file: String) {
        self.init(file: file, severity: .warning, identifier: diagnostic.identifier, message: diagnostic.message)
        if let match = message.wholeMatch(of: #/[^\n]*?\.(?:caml|xml):(\d+):(?:(\d+):)? (.*)/#.dotMatchesNewlines()) {
            (line, column) = (Int(match.1), match.2.flatMap { Int($0) })
            message = String(match.3)
        } else {
            removeName()
            guard let match = message.wholeMatch(of: #/([A-Za-z_]\w*(?:\[\d+\]|\.\w+)+): (.*)/#.dotMatchesNewlines()) else { return }
            (path, message) = (String(match.1), String(match.2))
        }
    }

    private mutating func removeName() {
        let name = "\(file): "
        if message.hasPrefix(name) { message.removeFirst(name.count) }
    }

    /// The finding in the format of compilers.
    var text: String {
        let place = [line.map(String.init), line == nil ? nil : column.map(String.init)].compactMap { $0 }.map { ":\($0)" }.joined()
        return "\(file)\(place): \(severity.rawValue): \(path.map { "\($0): " } ?? "")\(message) [\(identifier)]"
    }
}
