import AgateDiagnostics
import Foundation
import OSCompatibility
import Prelude
import XCTest

final class PreludeTests: XCTestCase {
    private final class Item: NSObject {
        let name: String
        init(_ name: String) { self.name = name }
        override func isEqual(_ object: Any?) -> Bool { (object as? Item)?.name == name }
        override var hash: Int { name.hashValue }
    }

    func testWeakHashTablesLetGo() {
        let table = NSHashTable<Item>.weakObjects()
        var items: [Item]? = (0..<100).map { Item("\($0)") }
        for item in items! { table.add(item) }
        let kept = items![7]
        XCTAssertEqual(table.count, 100)
        XCTAssertEqual(table.allObjects.map(\.name), items!.map(\.name))
        XCTAssertTrue(table.contains(Item("8")))
        items = nil
        XCTAssertEqual(table.allObjects, [kept])
        XCTAssertFalse(table.contains(Item("8")))
        var names: [String] = []
        for item in (table.copy() as! NSHashTable<AnyObject>).objectEnumerator() { names.append((item as! Item).name) }
        XCTAssertEqual(names, ["7"])
        table.remove(kept)
        XCTAssertNil(table.anyObject)
    }

    func testStrongAndPointerHashTables() {
        let strong = NSHashTable<Item>()
        strong.add(Item("a"))
        strong.add(Item("a"))
        XCTAssertEqual(strong.count, 1)
        let byIdentity = NSHashTable<Item>(options: [.weakMemory, .objectPointerPersonality])
        let a = Item("a"), b = Item("a")
        byIdentity.add(a)
        byIdentity.add(b)
        byIdentity.add(b)
        XCTAssertEqual(byIdentity.count, 2)
        byIdentity.removeAllObjects()
        XCTAssertEqual(byIdentity.count, 0)
        withExtendedLifetime((a, b)) {}
    }

    func testMapTables() {
        let table = NSMapTable<Item, Item>.weakToStrongObjects()
        var key: Item? = Item("key")
        let other = Item("other")
        table.setObject(Item("value"), forKey: key)
        table.setObject(Item("second"), forKey: other)
        table.setObject(Item("third"), forKey: other)
        XCTAssertEqual(table.object(forKey: Item("key"))?.name, "value")
        XCTAssertEqual(table.count, 2)
        key = nil
        XCTAssertEqual(table.count, 1)
        XCTAssertEqual((table.objectEnumerator()?.allObjects as? [Item])?.map(\.name), ["third"])
        table.removeObject(forKey: other)
        XCTAssertEqual(table.count, 0)
        let toWeak = NSMapTable<NSString, Item>.strongToWeakObjects()
        var value: Item? = Item("value")
        toWeak.setObject(value, forKey: "k")
        XCTAssertEqual(toWeak.object(forKey: "k"), value)
        value = nil
        XCTAssertNil(toWeak.object(forKey: "k"))
    }

    func testConstantsAndClocks() {
        XCTAssertEqual(HUGE, MAXFLOAT)
        XCTAssertEqual(NSEC_PER_SEC, 1_000_000_000)
        XCTAssertEqual(CFAbsoluteTimeGetCurrent(), Date.timeIntervalSinceReferenceDate, accuracy: 60)
        XCTAssertEqual(kCFBooleanTrue as NSNumber, true)
        XCTAssertTrue(kCFBooleanFalse === kCFBooleanFalse)
        XCTAssertEqual(CFGetTypeID("a" as NSString), CFStringGetTypeID())
        XCTAssertEqual(CFGetTypeID(NSMutableString(string: "a")), CFStringGetTypeID())
        XCTAssertNotEqual(CFGetTypeID(NSArray()), CFStringGetTypeID())
        var info = mach_timebase_info()
        mach_timebase_info(&info)
        XCTAssertEqual(info.numer / info.denom, 1)
        let first = mach_absolute_time()
        XCTAssertLessThanOrEqual(first, mach_absolute_time())
        XCTAssertEqual(autoreleasepool { 3 }, 3)
    }

    func testMethodsCantBeExchanged() {
        let heard = Locked<[String]>([])
        let token = Diagnostic.addObserver { diagnostic in heard.withLock { $0.append(diagnostic.identifier) } }
        defer { Diagnostic.removeObserver(token) }
        XCTAssertNil(class_getInstanceMethod(Item.self, "name"))
        XCTAssertNil(class_getInstanceMethod(Item.self, "name"))
        XCTAssertEqual(heard.withLock { $0 }, ["runtime.swizzling"])
    }

    func testLogs() {
        let log = OSLog(subsystem: "agate.tests", category: "prelude")
        os_log("plain", log: log, type: .debug)
        os_log("%{public}d of %d", log: log, type: .error, 3, 4)
        let logger = OSCompatibility.Logger(subsystem: "agate.tests", category: "prelude")
        logger.debug("a \(3, privacy: .public) b \(2.5, format: .fixed(precision: 1)) \("secret", privacy: .private)")
        os_signpost(.begin, log: log, name: "work")
        let lock = OSAllocatedUnfairLock(initialState: 3)
        lock.withLock { $0 += 1 }
        XCTAssertEqual(lock.withLock { $0 }, 4)
        var plain = os_unfair_lock()
        os_unfair_lock_lock(&plain)
        XCTAssertFalse(os_unfair_lock_trylock(&plain))
        os_unfair_lock_unlock(&plain)
    }
}
