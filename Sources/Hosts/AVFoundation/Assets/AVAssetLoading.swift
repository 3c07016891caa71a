import Foundation
import QuartzCore

/// The states of a property that is loaded on another thread.
public enum AVKeyValueStatus: Int, Sendable {
    /// Not requested yet.
    case unknown
    /// Requested, and not known yet.
    case loading
    /// Known: reading the property does not wait.
    case loaded
    /// The file can't be read.
    case failed
    /// `cancelLoading` was called before the property was known.
    case cancelled
}

/// The requests for an asset's properties that are not answered yet.
struct PendingLoads {
    var handlers: [@Sendable () -> Void] = []
    var isCancelled = false
}

extension AVAsset {
    /// Loads properties on another thread: the file is probed, and all of them are known at once.
    ///
    /// - Parameters:
    ///   - keys: The names of the properties. They make no difference: unknown names are not reported.
    ///   - handler: Called on another thread when the properties are known, when the file can't be read, and after `cancelLoading`.
    public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)? = nil) {
        nonisolated(unsafe) let handler = handler ?? {}
        loads.withLock { loads in
            loads.isCancelled = false
            loads.handlers.append { handler() }
        }
        Background.run { [self] in
            _ = failure
            answerLoads(isCancelled: false)
        }
    }

    /// Returns the state of a property, without waiting.
    /// - Parameters:
    ///   - key: The name of the property. All properties have the same state.
    ///   - outError: Receives the reason for which the file can't be read.
    public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        outError?.pointee = nil
        guard isProbed else { return loads.withLock { $0.isCancelled ? .cancelled : $0.handlers.isEmpty ? .unknown : .loading } }
        guard let failure else { return .loaded }
        outError?.pointee = failure as NSError
        return .failed
    }

    /// Calls the handlers of all requests, whose properties remain unknown unless the file has been probed already.
    public func cancelLoading() { Background.run { [self] in answerLoads(isCancelled: true) } }

    private func answerLoads(isCancelled: Bool) {
        let handlers = loads.withLock { loads in
            if isCancelled, !loads.handlers.isEmpty { loads.isCancelled = true }
            defer { loads.handlers = [] }
            return loads.handlers
        }
        for handler in handlers { handler() }
    }
}

extension AVAssetTrack {
    /// Calls the handler on another thread; the properties of a track are known from the beginning.
    public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)? = nil) {
        nonisolated(unsafe) let handler = handler
        Background.run { handler?() }
    }

    /// Returns `loaded`.
    public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        outError?.pointee = nil
        return .loaded
    }
}
