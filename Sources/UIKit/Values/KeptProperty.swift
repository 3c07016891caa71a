import AgateDiagnostics

/// Properties that are kept so that sources compile, and that would change the picture on Apple's systems: each says so once.
enum KeptProperty {
    static func report(_ name: @autoclosure () -> String, _ changesPicture: Bool) {
        guard changesPicture else { return }
        let name = name()
        Diagnostic.reportOnce("view.kept-property", key: name, "\(name) is kept, and the picture stays as it is without")
    }
}
