import AgateDiagnostics

/// A value of a document that can't be read: its property keeps the default, a diagnostic says so, and the rest of the document counts.
///
/// Errors (``CAMLError``) are for a broken structure and for bounds that are exceeded.
struct CAMLBadValue: Error {
    let place: XMLPlace
    let reason: String

    init(place: XMLPlace, reason: String) { (self.place, self.reason) = (place, reason) }
    init(_ property: CAMLProperty, _ reason: String) {
        self.init(place: XMLPlace(line: property.line, column: property.column), reason: reason)
    }

    /// Nil where it has been said, or where more has been said than anybody reads.
    func diagnostic(_ file: String, after diagnostics: [Diagnostic]) -> Diagnostic? {
        let made = Diagnostic(identifier: "caml.bad-value", message: "\(file):\(place.line):\(place.column): \(reason)")
        return diagnostics.count < 256 && !diagnostics.contains(made) ? made : nil
    }
}
