import AgateDiagnostics
import CRuntimeHooks
import Foundation

/// What programs attach to objects that are not theirs: associated objects, locks, observers. It lives as long as its object and not a time
/// longer.
///
/// A table by address. The class of each object in it is watched (`CKernels/object_watch.c`), so that an object's entry leaves the table
/// while the object is destroyed: its `deinit` still finds it, and what held the entry's values lets go of them just after, as on Apple's
/// systems. No address can come back to somebody else's values. Where this build of Swift can't be watched, the table keeps the object for
/// ever rather than be wrong.
final class ObjectAttachments {
    var associated: [UnsafeRawPointer: AssociatedValue] = [:]
    var monitor: ObjectMonitor?
    var observed: ObservedObject?
    /// Tokens of notifications that the object observes by selector.
    var notifications: [SelectorObservation] = []
    /// What keeps an object of a class that can't be watched.
    fileprivate var keeper: AnyObject?

    fileprivate init() {}
}

/// The table, and the objects that are being destroyed at this time, each by one thread. Unchecked: reached under the lock alone.
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
        // Memory may be another thread's new object already.
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
    /// Reads or changes what is attached to an object, under the table's lock: nothing may be called from `body`, and what it takes out
    /// must leave it, so that no `deinit` runs inside. Nil where nothing is attached.
    static func existing<Result>(_ object: AnyObject, _ body: (ObjectAttachments) -> Result) -> Result? {
        let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        return table.withLock { table in table.find(address).map(body) }
    }

    /// The same; what is attached is made where nothing is.
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
        // Its values are released here, outside the lock.
    }

    /// How many objects have something attached. For tests.
    package static var count: Int { table.withLock { $0.entries.count } }
}
