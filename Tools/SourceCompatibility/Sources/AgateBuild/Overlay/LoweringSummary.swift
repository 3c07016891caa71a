import Lowering

/// What the lowering did, as far as people are reported.
struct LoweringSummary: Codable, Equatable {
    struct Excluded: Codable, Equatable {
        var path: String
        var reason: String
    }
    struct Problem: Codable, Equatable {
        var isError: Bool
        var rule: String
        var path: String
        var line: Int
        var column: Int
        var message: String

        /// As the compiler writes it.
        var text: String { "\(path):\(line):\(column): \(isError ? "error" : "warning"): \(message) [\(rule)]" }
    }

    var files = 0
    var lowered: [String] = []
    /// How often each rule was used, by rule and path.
    var rules: [String: [String: Int]] = [:]
    var excluded: [Excluded] = []
    var problems: [Problem] = []

    init() {}

    init(_ result: LoweringResult, files: Int) {
        self.files = files
        lowered = result.files.filter(\.changed).map(\.path)
        rules = result.ruleCounts
        excluded = result.excluded.map { Excluded(path: $0.path, reason: $0.reason) }
        problems = result.problems.map {
            Problem(isError: $0.severity == .error, rule: $0.rule, path: $0.path, line: $0.line, column: $0.column, message: $0.message)
        }
    }
}
