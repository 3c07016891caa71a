import AgateDiagnostics
import CoreGraphics

/// What is known of the archives that a thread is making or reading at this time.
struct ArchiveCoding {
    /// Values inside each other, at most. Coders call themselves for each, so that more would end the program.
    static let depthLimit = 100
    /// Values in the lists of a list and in those in them, at most: each is an object of the archive.
    static let countLimit = 65_536
    private var depth = 0
    /// Objects that are being archived, inside each other.
    private var open: [ObjectIdentifier] = []
    private var lists: [(coder: ObjectIdentifier, layers: Set<ObjectIdentifier>)] = []

    /// Whether a layer stands in a list that an archive holds.
    func lists(_ layer: CALayer, _ coder: NSCoder) -> Bool {
        let coder = ObjectIdentifier(coder), layer = ObjectIdentifier(layer)
        return lists.contains { $0.coder == coder && $0.layers.contains(layer) }
    }
}

extension ArchiveCoding {
    /// Runs `body` while `layers` stand in a list of the archive.
    func list(_ layers: [CALayer], _ coder: NSCoder, _ body: () -> Void) {
        let thread = TransactionThread.current
        thread.coding.lists.append((ObjectIdentifier(coder), Set(layers.map { ObjectIdentifier($0) })))
        body()
        thread.coding.lists.removeLast()
    }

    /// Runs `body`, which archives the object. What is in it leaves it out: an object inside itself could not be read back.
    static func archive(_ object: AnyObject, _ body: () -> Void) {
        let thread = TransactionThread.current
        thread.coding.open.append(ObjectIdentifier(object))
        body()
        thread.coding.open.removeLast()
    }

    /// Whether the object is inside itself, with a diagnostic.
    static func isInItself(_ object: AnyObject) -> Bool {
        guard TransactionThread.current.coding.open.contains(ObjectIdentifier(object)) else { return false }
        Diagnostic.reportOnce(
            "archive.too-deep", key: "inside itself", "a \(type(of: object)) contains itself; the cycle is omitted from the archive")
        return true
    }

    /// Runs `body` one level deeper; nil, with a diagnostic, where that is too deep.
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
