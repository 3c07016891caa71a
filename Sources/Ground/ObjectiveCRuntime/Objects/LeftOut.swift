import AgateDiagnostics

/// The error of a function whose body was left out of lowered sources, because it needs what does not exist on Linux.
///
/// `agate build` puts it into functions that can say so: those that throw throw it; others report it once and return nil or nothing.
public struct LeftOut: Error, CustomStringConvertible, Sendable {
    public let description: String

    /// Creates the error of a function.
    /// - Parameters:
    ///   - function: the function's name.
    ///   - name: what it needs.
    public init(_ function: String, needs name: String) { description = "\(function) does nothing on Linux: it needs \(name)" }

    /// Reports a call of a function, once for each function.
    public static func report(_ function: String, needs name: String) {
        Diagnostic.reportOnce("lowering.left-out", key: "\(function) \(name)", "\(LeftOut(function, needs: name))")
    }
}
