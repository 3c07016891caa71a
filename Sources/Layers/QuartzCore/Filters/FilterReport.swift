import AgateDiagnostics

enum FilterReport {
    static func wrongValue(_ filter: CAFilter, _ key: String, _ value: Any?) {
        let given = value.map { "a \(type(of: $0))" } ?? "nil"
        Diagnostic.report("filter.wrong-value", "\(filter): \(key) can't be set to \(given); the previous value is kept")
    }
}
