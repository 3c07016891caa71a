import AgateDiagnostics

/// Reports properties that exist for source compatibility only, but that would change the picture or the behavior on Apple's systems. Each
/// reports one diagnostic.
enum KeptProperty {
    /// Reports a property, or a method, once in the process.
    /// - Parameters:
    /// - name: The name, such as `UITableView.fillerRowHeight`.
    /// - changesPicture: Pass true if the current value would make a difference.
    /// - instead: A description of Agate's behavior.
    static func report(_ name: @autoclosure () -> String, _ changesPicture: Bool = true, _ instead: String = "") {
        guard changesPicture else { return }
        let name = name(), end = instead.isEmpty ? "" : ": \(instead)"
        Diagnostic.reportOnce("view.kept-property", key: name, "\(name) is stored but has no effect\(end)")
    }
}
