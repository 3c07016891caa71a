import AgateDiagnostics
import CoreGraphics

/// The state of the archives that a thread is currently encoding or decoding.
struct ArchiveCoding {
    /// The maximum nesting depth of values. Coders recurse for each level, so that deeper nesting would overflow the stack.
    static let depthLimit = 100
    /// The maximum number of values in a list and the lists nested in it. Each value is an object of the archive.
    static let countLimit = 65_536
    private var depth = 0
    /// The objects that are being archived, the innermost last.
    private var open: [ObjectIdentifier] = []
    private var lists: [(coder: ObjectIdentifier, layers: Set<ObjectIdentifier>)] = []

    /// Returns whether a layer is in a list that an archive contains.
    func lists(_ layer: CALayer, _ coder: NSCoder) -> Bool {
        let coder = ObjectIdentifier(coder), layer = ObjectIdentifier(layer)
        return lists.contains { $0.coder == coder && $0.layers.contains(layer) }
    }
}

extension ArchiveCoding {
    /// Runs `body` while `layers` are in a list of the archive.
    func list(_ layers: [CALayer], _ coder: NSCoder, _ body: () -> Void) {
        let thread = TransactionThread.current
        thread.coding.lists.append((ObjectIdentifier(coder), Set(layers.map { ObjectIdentifier($0) })))
        body()
        thread.coding.lists.removeLast()
    }

    /// Runs `body`, which archives the object. Objects inside it leave it out: an object that contains itself could not be decoded.
    static func archive(_ object: AnyObject, _ body: () -> Void) {
        let thread = TransactionThread.current
        thread.coding.open.append(ObjectIdentifier(object))
        body()
        thread.coding.open.removeLast()
    }

    /// Returns whether the object contains itself, with a diagnostic if so.
    static func isInItself(_ object: AnyObject) -> Bool {
        guard TransactionThread.current.coding.open.contains(ObjectIdentifier(object)) else { return false }
        Diagnostic.reportOnce(
            "archive.too-deep", key: "inside itself", "a \(type(of: object)) contains itself; the cycle is omitted from the archive")
        return true
    }

    /// Runs `body` one level deeper. Returns nil, with a diagnostic, if that exceeds the limit.
    @discardableResult
    static func nested<Value>(_ body: () -> Value?) -> Value? {
        let thread = TransactionThread.current
        guard thread.coding.depth < depthLimit else {
            Diagnostic.reportOnce(
                "archive.too-deep", key: "", "values in an archive are nested more than \(depthLimit) deep; deeper values are omitted")
            return nil
        }
        thread.coding.depth += 1
        defer { thread.coding.depth -= 1 }
        return body()
    }
}
