import Logging

/// An error in a program or a file from which Agate recovered.
///
/// Apple prints such messages to the console or raises an Objective-C exception. Agate reports a value, so that tests and tools can read
/// it. If there are no observers, the message is one warning line on standard error.
public struct Diagnostic: Sendable, Equatable {
    /// The kind of the error, stable between versions, such as `"layer.refused-value"`.
    public let identifier: String
    /// One sentence for people that states the object, the key and the value.
    public let message: String
    /// The affected layer, by class, name and number, or nil if no layer is affected.
    public let layer: String?
    /// The affected key, or key path, of that layer.
    public let key: String?

    /// Creates a diagnostic without reporting it.
    public init(identifier: String, message: String, layer: String? = nil, key: String? = nil) {
        self.identifier = identifier
        self.message = message
        self.layer = layer
        self.key = key
    }
}

/// A token for one observer of diagnostics. Pass it to ``Diagnostic/removeObserver(_:)``.
public struct ObserverToken: Sendable, Hashable {
    fileprivate let number: UInt64
}

extension Diagnostic {
    /// Reports a diagnostic to every observer, or to the log if there is none.
    ///
    /// Thread-safe. Observers are called on the calling thread, in the order in which they were added. An observer may itself report
    /// diagnostics and add and remove observers.
    /// - Parameters:
    ///   - identifier: the stable name of the kind of error.
    ///   - message: one sentence for people.
    public static func report(_ identifier: String, _ message: @autoclosure () -> String) {
        report(identifier, layer: nil, key: nil, message())
    }

    /// Reports a diagnostic that affects a layer, and optionally a key of the layer.
    public static func report(_ identifier: String, layer: String?, key: String?, _ message: @autoclosure () -> String) {
        deliver(Diagnostic(identifier: identifier, message: message(), layer: layer, key: key))
    }

    /// Reports a diagnostic on its first occurrence, and never again in this process for the same identifier and key.
    ///
    /// Thread-safe. The message is created only if it is reported.
    /// - Parameters:
    ///   - identifier: the stable name of the kind of error.
    ///   - key: a value that distinguishes errors of that kind, such as an element's name.
    ///   - message: one sentence for people.
    public static func reportOnce(_ identifier: String, key: String, _ message: @autoclosure () -> String) {
        reportOnce(identifier, key: key, layer: nil, property: nil, message())
    }

    /// Reports a diagnostic that affects a layer, and optionally a key of the layer, on its first occurrence.
    public static func reportOnce(
        _ identifier: String, key: String, layer: String?, property: String?, _ message: @autoclosure () -> String
    ) {
        let isNew = registry.withLock { registry in
            // Keys may come from files, so the memory for them is limited. Beyond the limit, further errors of this kind are not
            // reported. Other kinds still are.
            guard registry.reported[identifier]?.count ?? 0 < Registry.rememberedLimit else { return false }
            return registry.reported[identifier, default: []].insert(key).inserted
        }
        if isNew { deliver(Diagnostic(identifier: identifier, message: message(), layer: layer, key: property)) }
    }

    /// Allows all errors to be reported again, for tests that cause thousands of errors, beside others that wait for one.
    package static func forgetReported() { registry.withLock { $0.reported = [:] } }

    /// Reports information once in this process, such as the choice between two implementations, as one line of information in the log.
    /// Observers of diagnostics don't receive it. Thread-safe.
    package static func informOnce(_ identifier: String, _ message: @autoclosure () -> String) {
        let isNew = registry.withLock { $0.informed.insert(identifier).inserted }
        if isNew { logger.info("\(identifier): \(message())") }
    }

    /// Returns whether the information has been reported.
    package static func hasInformed(_ identifier: String) -> Bool { registry.withLock { $0.informed.contains(identifier) } }

    /// Calls `body` with every diagnostic from now on. While there is an observer, nothing is logged.
    ///
    /// Thread-safe. `body` runs on the reporting thread.
    /// - Returns: the token that ends the observation.
    public static func addObserver(_ body: @escaping @Sendable (Diagnostic) -> Void) -> ObserverToken {
        registry.withLock { registry in
            registry.lastNumber += 1
            let token = ObserverToken(number: registry.lastNumber)
            registry.observers.append((token, body))
            return token
        }
    }

    /// Ends an observation. A token that was already removed is ignored. A report in progress on another thread may still reach the
    /// observer once.
    public static func removeObserver(_ token: ObserverToken) {
        registry.withLock { registry in
            registry.observers.removeAll { $0.token == token }
        }
    }

    private static func deliver(_ diagnostic: Diagnostic) {
        // Copied first: no lock is held while foreign code runs.
        let observers = registry.withLock { $0.observers }
        if observers.isEmpty {
            logger.warning("\(diagnostic.identifier): \(diagnostic.message)")
        } else {
            for observer in observers { observer.body(diagnostic) }
        }
    }
}

private struct Registry {
    /// The maximum number of keys of each identifier.
    static let rememberedLimit = 16_384
    var lastNumber: UInt64 = 0
    var observers: [(token: ObserverToken, body: @Sendable (Diagnostic) -> Void)] = []
    /// The reported keys by identifier.
    var reported: [String: Set<String>] = [:]
    var informed: Set<String> = []
}

private let registry = Locked(Registry())

// Created on first use, so that a log back end that a program sets at its start is used. Without one, swift-log writes to standard error.
// This is essential, because standard output may carry a picture.
private let logger = Logger(label: "agate")
