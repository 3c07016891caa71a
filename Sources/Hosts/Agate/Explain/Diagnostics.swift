import AgateDiagnostics
import Synchronization

/// All that Agate has to say about mistakes that it survived: one place to hear of them.
///
///     let observation = Diagnostics.observe { print($0.identifier, $0.layer ?? "", $0.key ?? "", $0.message) }
///
/// Every kind has an identifier that stays the same between versions; Documentation/Diagnostics.md lists them with their cures. What
/// nobody observes is one warning line in the log of swift-log.
public enum Diagnostics {
    /// Calls `body` with every diagnostic from now on, on whatever thread reports it. Any thread.
    /// - Parameters:
    ///   - identifiers: the kinds to hear of; nil is all. While anybody observes any, nothing is logged.
    ///   - body: may report and observe itself.
    /// - Returns: keep it; the observation ends with it.
    public static func observe(
        _ identifiers: Set<String>? = nil, _ body: @escaping @Sendable (Diagnostic) -> Void
    ) -> DiagnosticObservation {
        DiagnosticObservation(
            Diagnostic.addObserver { diagnostic in
                if identifiers?.contains(diagnostic.identifier) ?? true { body(diagnostic) }
            })
    }
}

/// An observation of diagnostics: ends when it is cancelled or let go of. Any thread.
public final class DiagnosticObservation: Sendable {
    private let token: ObserverToken

    init(_ token: ObserverToken) { self.token = token }

    deinit { cancel() }

    /// Ends it. A report under way on another thread may still arrive once.
    public func cancel() { Diagnostic.removeObserver(token) }
}
