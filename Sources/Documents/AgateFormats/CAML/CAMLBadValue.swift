import AgateDiagnostics

/// A value of a document that can't be read: its property keeps the default, a diagnostic reports it, and the rest of the document is read.
///
/// Errors (``CAMLError``) are for a broken structure and for exceeded limits.
struct CAMLBadValue: Error {
    let place: XMLPlace
    let reason: String

    init(place: XMLPlace, reason: String) { (self.place, self.reason) = (place, reason) }
    init(_ property: CAMLProperty, _ reason: String) {
        self.init(place: XMLPlace(line: property.line, column: property.column), reason: reason)
    }

    /// Returns the diagnostic; nil if it was already reported, or if there are already 256 diagnostics.
    func diagnostic(_ file: String, after diagnostics: [Diagnostic]) -> Diagnostic? {
        let made = Diagnostic(identifier: "caml.bad-value", message: "\(file):\(place.line):\(place.column): \(reason)")
        return diagnostics.count < 256 && !diagnostics.contains(made) ? made : nil
    }
}
