import AgateDiagnostics
import CRuntimeHooks
import Foundation

/// Data that programs attach to objects of other owners: associated objects, locks, observers. The data have exactly the lifetime of the
/// object.
///
/// They are stored in a table by address. The class of each object in the table is watched (`CRuntimeHooks/object_watch.c`), so that an
/// object's entry leaves the table while the object is destroyed. The object's `deinit` still finds the entry, and its values are
/// released immediately afterwards, as on Apple's systems. A reused address can't have the values of a previous object. If classes can't
/// be watched in this build of Swift, the table retains the object forever for correctness.
final class ObjectAttachments {
    var associated: [UnsafeRawPointer: AssociatedValue] = [:]
    var monitor: ObjectMonitor?
    var observed: ObservedObject?
    /// The tokens of notifications that the object observes by selector.
    var notifications: [SelectorObservation] = []
    /// A strong reference to an object of a class that can't be watched.
    fileprivate var keeper: AnyObject?

    fileprivate init() {}
}

/// The table, and the objects that are being destroyed, each by one thread. Unchecked: accessed only under the lock.
private struct AttachmentTable: @unchecked Sendable {
    struct Dying {
        let address: UnsafeRawPointer
        let thread: pthread_t
        let attachments: ObjectAttachments
    }
    var entries: [UnsafeRawPointer: ObjectAttachments] = [:]
    var dying: [Dying] = []

    func find(_ address: UnsafeRawPointer) -> ObjectAttachments? {
        if let entry = entries[address] { return entry }
        // The memory may already be another thread's new object.
        if dying.isEmpty { return nil }
        let thread = pthread_self()
        return dying.last { $0.address == address && pthread_equal($0.thread, thread) != 0 }?.attachments
    }
}

private let table: Locked<AttachmentTable> = {
    agate_watch_objects(
        { address in ObjectAttachments.willDestroy(address!) },
        { address in ObjectAttachments.didDestroy(address!) }
    )
    return Locked(AttachmentTable())
}()

extension ObjectAttachments {
    /// Reads or changes an object's attachments, under the table's lock. `body` must not call other code, and must return the values that
    /// it removes, so that no `deinit` runs inside. Returns nil if there are no attachments.
    static func existing<Result>(_ object: AnyObject, _ body: (ObjectAttachments) -> Result) -> Result? {
        let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        return table.withLock { table in table.find(address).map(body) }
    }

    /// Reads or changes an object's attachments like ``existing(_:_:)``. Creates the attachments if there are none.
    static func of<Result>(_ object: AnyObject, _ body: (ObjectAttachments) -> Result) -> Result {
        let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        let isWatched = agate_watch_class(address.load(as: UnsafeRawPointer.self))
        if !isWatched {
            Diagnostic.reportOnce(
                "runtime.unwatched", key: "\(type(of: object))",
                "\(type(of: object)) can't be observed for deallocation in this build of Swift: instances that have attached objects are never freed"
            )
        }
        return table.withLock { table in
            if let attachments = table.find(address) { return body(attachments) }
            let attachments = ObjectAttachments()
            if !isWatched { attachments.keeper = object }
            table.entries[address] = attachments
            return body(attachments)
        }
    }

    fileprivate static func willDestroy(_ address: UnsafeRawPointer) -> Bool {
        table.withLock { table in
            guard let attachments = table.entries.removeValue(forKey: address) else { return false }
            table.dying.append(AttachmentTable.Dying(address: address, thread: pthread_self(), attachments: attachments))
            return true
        }
    }

    fileprivate static func didDestroy(_ address: UnsafeRawPointer) {
        let thread = pthread_self()
        let attachments = table.withLock { table -> ObjectAttachments? in
            guard let index = table.dying.lastIndex(where: { $0.address == address && pthread_equal($0.thread, thread) != 0 }) else {
                return nil
            }
            return table.dying.remove(at: index).attachments
        }
        guard let attachments else { return }
        for observation in attachments.notifications { observation.stop() }
        attachments.observed?.objectIsGone()
        // The values are released here, outside the lock.
    }

    /// The number of objects with attachments, for tests.
    package static var count: Int { table.withLock { $0.entries.count } }
}
