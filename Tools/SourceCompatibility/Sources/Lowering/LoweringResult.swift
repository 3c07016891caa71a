/// What the rules made of the sources.
public struct LoweringResult: Sendable {
    /// Every file that was given, in the order given.
    public var files: [LoweredFile] = []
    /// Files that can't be compiled on Linux, because they import what can't be had. Each is in ``files`` too, with a comment in place of
    /// its text.
    public var excluded: [ExcludedFile] = []
    /// How often each rule was used, by rule and path.
    public var ruleCounts: [String: [String: Int]] = [:]
    /// What no rule could lower, in the order of files and lines.
    public var problems: [Problem] = []
}

/// One file after the rules. Its lines stand where they stood; what was added stands behind the last one.
public struct LoweredFile: Sendable, Equatable {
    public var path: String
    public var text: String
    /// False where the text is the author's.
    public var changed: Bool
}

/// A file that is left out, and why.
public struct ExcludedFile: Sendable, Equatable {
    public var path: String
    public var reason: String
    /// The modules that can't be had.
    public var modules: [String]
}

/// Something that the rules saw and could not lower.
public struct Problem: Sendable, Equatable, CustomStringConvertible {
    public enum Severity: String, Sendable {
        /// The file will not compile, or would not do what it says.
        case error
        /// The file compiles; something in it does less than on Apple's platforms.
        case warning
    }

    public var severity: Severity
    /// The rule that saw it, or the one that is missing.
    public var rule: String
    public var path: String
    /// Counted from one, in the original file.
    public var line: Int
    /// Counted from one, in UTF-8 bytes, as the compiler counts.
    public var column: Int
    public var message: String

    /// As the compiler writes it: `path:line:column: error: message [rule]`.
    public var description: String { "\(path):\(line):\(column): \(severity.rawValue): \(message) [\(rule)]" }
}
