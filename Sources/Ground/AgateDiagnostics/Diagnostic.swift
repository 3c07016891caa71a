import Logging

/// One thing that a program or a file got wrong and that Agate survived.
///
/// Apple prints such messages to the console or raises an Objective-C exception; Agate reports a value, so that tests
/// and tools can read it. Where nobody observes, the message is one warning line on standard error.
public struct Diagnostic: Sendable, Equatable {
    /// What kind of mistake this is, stable between versions, such as `"layer.refused-value"`.
    public let identifier: String
    /// One sentence for people, naming the object, the key and the value.
    public let message: String
    /// The layer that it is about, by class, name and number; nil where it is about none.
    public let layer: String?
    /// The key, or key path, of that layer that it is about.
    public let key: String?

    /// Makes a diagnostic without reporting it.
    public init(identifier: String, message: String, layer: String? = nil, key: String? = nil) {
        self.identifier = identifier
        self.message = message
        self.layer = layer
        self.key = key
    }
}

/// Names one observer of diagnostics; hand it to ``Diagnostic/removeObserver(_:)``.
public struct ObserverToken: Sendable, Hashable {
    fileprivate let number: UInt64
}

extension Diagnostic {
    /// Reports a diagnostic to every observer, or to the log when there is none.
    ///
    /// Safe on any thread. Observers are called on the calling thread, in the order in which they were added; an
    /// observer may report, add and remove observers itself.
    /// - Parameters:
    ///   - identifier: the stable name of the kind of mistake.
    ///   - message: one sentence for people.
    public static func report(_ identifier: String, _ message: @autoclosure () -> String) {
        report(identifier, layer: nil, key: nil, message())
    }

    /// The same for what is about a layer, and perhaps a key of it.
    public static func report(_ identifier: String, layer: String?, key: String?, _ message: @autoclosure () -> String) {
        deliver(Diagnostic(identifier: identifier, message: message(), layer: layer, key: key))
    }

    /// Reports a diagnostic the first time it is met, and never again in this process for the same identifier and key.
    ///
    /// Safe on any thread. The message is only made when it is reported.
    /// - Parameters:
    ///   - identifier: the stable name of the kind of mistake.
    ///   - key: what tells one such mistake from another, such as an element's name.
    ///   - message: one sentence for people.
    public static func reportOnce(_ identifier: String, key: String, _ message: @autoclosure () -> String) {
        reportOnce(identifier, key: key, layer: nil, property: nil, message())
    }

    /// The same for what is about a layer, and perhaps a key of it.
    public static func reportOnce(
        _ identifier: String, key: String, layer: String?, property: String?, _ message: @autoclosure () -> String
    ) {
        let isNew = registry.withLock { registry in
            // Keys may come out of files, so the memory that remembers them has an end: past it, silence about this kind of mistake. Others
            // are still reported.
            guard registry.reported[identifier]?.count ?? 0 < Registry.rememberedLimit else { return false }
            return registry.reported[identifier, default: []].insert(key).inserted
        }
        if isNew { deliver(Diagnostic(identifier: identifier, message: message(), layer: layer, key: property)) }
    }

    /// What was reported once may be reported again: for tests that make thousands of mistakes, beside others that wait for one.
    package static func forgetReported() { registry.withLock { $0.reported = [:] } }

    /// Says something once in this process that is no mistake, such as which of two ways is taken: one line of information in the log.
    /// Observers of diagnostics don't get it. Safe on any thread.
    package static func informOnce(_ identifier: String, _ message: @autoclosure () -> String) {
        let isNew = registry.withLock { $0.informed.insert(identifier).inserted }
        if isNew { logger.info("\(identifier): \(message())") }
    }

    /// Whether it has been said.
    package static func hasInformed(_ identifier: String) -> Bool { registry.withLock { $0.informed.contains(identifier) } }

    /// Calls `body` with every diagnostic from now on. While there is an observer, nothing is logged.
    ///
    /// Safe on any thread; `body` runs on whichever thread reports.
    /// - Returns: the token that ends the observation.
    public static func addObserver(_ body: @escaping @Sendable (Diagnostic) -> Void) -> ObserverToken {
        registry.withLock { registry in
            registry.lastNumber += 1
            let token = ObserverToken(number: registry.lastNumber)
            registry.observers.append((token, body))
            return token
        }
    }

    /// Ends an observation. A token that was removed before is ignored. A report under way on another thread may still
    /// reach the observer once.
    public static func removeObserver(_ token: ObserverToken) {
        registry.withLock { registry in
            registry.observers.removeAll { $0.token == token }
        }
    }

    private static func deliver(_ diagnostic: Diagnostic) {
        // Copied out first: no lock is held while foreign code runs.
        let observers = registry.withLock { $0.observers }
        if observers.isEmpty {
            logger.warning("\(diagnostic.identifier): \(diagnostic.message)")
        } else {
            for observer in observers { observer.body(diagnostic) }
        }
    }
}

private struct Registry {
    /// Keys of each identifier.
    static let rememberedLimit = 16_384
    var lastNumber: UInt64 = 0
    var observers: [(token: ObserverToken, body: @Sendable (Diagnostic) -> Void)] = []
    /// By identifier.
    var reported: [String: Set<String>] = [:]
    var informed: Set<String> = []
}

private let registry = Locked(Registry())

// Made at the first use, so that a program that sets its own log back end at its start is heard. Without one, swift-log
// writes to standard error, which matters: standard output may be carrying a picture.
private let logger = Logger(label: "agate")
