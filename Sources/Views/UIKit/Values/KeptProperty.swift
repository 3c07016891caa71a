import AgateDiagnostics

/// Properties that are kept so that sources compile, and that would change the picture, or the behaviour, on Apple's systems: each says so
/// once.
enum KeptProperty {
    /// Reports a property, or a method, once in the process.
    /// - Parameters:
    ///   - name: as `UITableView.fillerRowHeight`.
    ///   - changesPicture: whether the value that it has now would make a difference.
    ///   - instead: what Agate does.
    static func report(_ name: @autoclosure () -> String, _ changesPicture: Bool = true, _ instead: String = "") {
        guard changesPicture else { return }
        let name = name(), end = instead.isEmpty ? "" : ": \(instead)"
        Diagnostic.reportOnce("view.kept-property", key: name, "\(name) is stored but has no effect\(end)")
    }
}
