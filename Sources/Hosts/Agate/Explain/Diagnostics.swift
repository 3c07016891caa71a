import AgateDiagnostics
import Synchronization

/// All diagnostics of Agate about errors from which it recovered.
///
///     let observation = Diagnostics.observe { print($0.identifier, $0.layer ?? "", $0.key ?? "", $0.message) }
///
/// Every kind has an identifier that is stable between versions; Documentation/Diagnostics.md lists them with their remedies. Diagnostics
/// without an observer are written as one warning line to the log of swift-log.
public enum Diagnostics {
    /// Calls `body` with every diagnostic from now on, on the thread that reports it. Any thread.
    /// - Parameters:
    ///   - identifiers: The kinds to observe; nil is all. While there is any observer, nothing is logged.
    ///   - body: The closure to call. It may report diagnostics and add observers itself.
    /// - Returns: The observation; it ends when it is released.
    public static func observe(
        _ identifiers: Set<String>? = nil, _ body: @escaping @Sendable (Diagnostic) -> Void
    ) -> DiagnosticObservation {
        DiagnosticObservation(
            Diagnostic.addObserver { diagnostic in
                if identifiers?.contains(diagnostic.identifier) ?? true { body(diagnostic) }
            })
    }
}

/// An observation of diagnostics. It ends when it is cancelled or released. Any thread.
public final class DiagnosticObservation: Sendable {
    private let token: ObserverToken

    init(_ token: ObserverToken) { self.token = token }

    deinit { cancel() }

    /// Ends the observation. A report in progress on another thread may still arrive once.
    public func cancel() { Diagnostic.removeObserver(token) }
}
