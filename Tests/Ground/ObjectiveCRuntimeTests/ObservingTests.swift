import Foundation
import ObjectiveCRuntime
import XCTest

/// Classes as `agate build` writes them.
private class Account: NSObject {
    var amount: Int = 0 {
        willSet { willChangeValue(forKey: "amount", amount) }
        didSet { didChangeValue(forKey: "amount", amount) }
    }
    var owner: Person? {
        willSet { willChangeValue(forKey: "owner", owner) }
        didSet { didChangeValue(forKey: "owner", owner) }
    }
    var isOpen = false {
        willSet { willChangeValue(forKey: "isOpen", isOpen) }
        didSet { didChangeValue(forKey: "isOpen", isOpen) }
    }
}

private final class Person: NSObject {
    var name: String
    var friend: Person? {
        willSet { willChangeValue(forKey: "friend", friend) }
        didSet { didChangeValue(forKey: "friend", friend) }
    }
    init(_ name: String) { self.name = name }
    func rename(_ new: String) {
        willChangeValue(forKey: "name")
        name = new
        didChangeValue(forKey: "name")
    }
}

private final class Savings: Account {}

private final class Watcher: NSObject, KeyValueObserver {
    var changes: [(path: String?, change: [NSKeyValueChangeKey: Any])] = []
    var onChange: (() -> Void)?
    func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?)
    {
        changes.append((keyPath, change ?? [:]))
        onChange?()
    }
}

final class ObservingTests: XCTestCase {
    func testAClosureIsGivenWhatItAskedFor() {
        let account = Account()
        var lines: [String] = []
        let observation = account.observe(keyPathNamed(\.amount, "amount"), options: [.initial, .new, .old, .prior]) { object, change in
            XCTAssertTrue(object === account)
            lines.append(
                "\(change.isPrior ? "prior " : "")\(change.oldValue.map(String.init) ?? "-") \(change.newValue.map(String.init) ?? "-")")
        }
        account.amount = 1
        account.amount = 5
        XCTAssertEqual(lines, ["- 0", "prior 0 -", "0 1", "prior 1 -", "1 5"])
        observation.invalidate()
        account.amount = 6
        XCTAssertEqual(lines.count, 5)
    }

    func testNothingIsReadThatNobodyAskedFor() {
        let account = Account()
        var count = 0
        let observation = account.observe(keyPathNamed(\.amount, "amount")) { _, change in
            XCTAssertNil(change.newValue)
            XCTAssertNil(change.oldValue)
            count += 1
        }
        account.amount = 3
        XCTAssertEqual(count, 1)
        withExtendedLifetime(observation) {}
    }

    func testAnObservationEndsWithItsToken() {
        let account = Account()
        var count = 0
        var observation: NSKeyValueObservation? = account.observe(keyPathNamed(\.amount, "amount")) { _, _ in count += 1 }
        account.amount = 1
        XCTAssertNotNil(observation)
        observation = nil
        account.amount = 2
        XCTAssertEqual(count, 1)
    }

    func testSubclassesAndBooleans() {
        let savings = Savings()
        var values: [Bool?] = []
        let observation = savings.observe(keyPathNamed(\.isOpen, "isOpen"), options: .new) { _, change in values.append(change.newValue) }
        savings.isOpen = true
        XCTAssertEqual(values, [true])
        let watcher = Watcher()
        savings.addObserver(watcher, forKeyPath: "open", options: .new, context: nil)
        savings.isOpen = false
        XCTAssertEqual(watcher.changes.first?.change[.newKey] as? Bool, false)
        savings.removeObserver(watcher, forKeyPath: "open")
        withExtendedLifetime(observation) {}
    }

    func testPathsFollowTheObjectsOnTheWay() {
        let account = Account(), anna = Person("Anna"), bert = Person("Bert"), carl = Person("Carl")
        _ = keyPathName(\Account.owner, "owner")
        _ = keyPathName(\Person.friend, "friend")
        var names: [String?] = []
        let observation = account.observe(keyPathNamed(\.owner?.friend?.name, "owner.friend.name"), options: .new) { _, change in
            names.append(change.newValue ?? nil)
        }
        account.owner = anna
        anna.friend = bert
        bert.rename("Berta")
        anna.friend = carl
        bert.rename("Bert")
        carl.rename("Carla")
        account.owner = nil
        carl.rename("Carl")
        XCTAssertEqual(names, [nil, "Bert", "Berta", "Carl", "Carla", nil])
        withExtendedLifetime(observation) {}
    }

    func testAnObserverByKeyPath() {
        let account = Account(), watcher = Watcher()
        var context = 0
        let path = keyPathName(\Account.amount, "amount")
        account.addObserver(watcher, forKeyPath: path, options: [.initial, .new, .old], context: &context)
        account.amount = 4
        XCTAssertEqual(watcher.changes.count, 2)
        XCTAssertEqual(watcher.changes[0].change[.newKey] as? Int, 0)
        XCTAssertNil(watcher.changes[0].change[.oldKey])
        XCTAssertEqual(watcher.changes[1].path, "amount")
        XCTAssertEqual(watcher.changes[1].change[.newKey] as? Int, 4)
        XCTAssertEqual(watcher.changes[1].change[.oldKey] as? Int, 0)
        XCTAssertEqual(watcher.changes[1].change[.kindKey] as? UInt, NSKeyValueChange.setting.rawValue)
        account.removeObserver(watcher, forKeyPath: path, context: &context)
        account.amount = 5
        XCTAssertEqual(watcher.changes.count, 2)
        XCTAssertEqual(diagnostics { account.removeObserver(watcher, forKeyPath: path) }, ["kvo.not-observed"])
        account.addObserver(watcher, forKeyPath: "owner", options: .new, context: nil)
        account.owner = nil
        XCTAssertTrue(watcher.changes[2].change[.newKey] is NSNull)
    }

    func testObserversMayEndThemselvesAndOthersWhileTheyAreCalled() {
        let account = Account()
        var first: NSKeyValueObservation?, second: NSKeyValueObservation?
        var calls: [String] = []
        first = account.observe(keyPathNamed(\.amount, "amount")) { _, _ in calls.append("first") }
        second = account.observe(keyPathNamed(\.amount, "amount")) { account, _ in
            calls.append("second")
            first?.invalidate()
            second?.invalidate()
            if calls.count < 3 { account.amount += 1 }
        }
        account.amount = 1
        account.amount = 7
        XCTAssertEqual(calls, ["second"])
        let watcher = Watcher()
        account.addObserver(watcher, forKeyPath: "amount", options: [], context: nil)
        watcher.onChange = { account.removeObserver(watcher, forKeyPath: "amount") }
        account.amount = 8
        account.amount = 9
        XCTAssertEqual(watcher.changes.count, 1)
    }

    func testObjectsAndObserversMayGoAnyTime() {
        weak var gone: Account?
        var count = 0
        var observation: NSKeyValueObservation?
        do {
            let account = Account()
            gone = account
            observation = account.observe(keyPathNamed(\.amount, "amount")) { _, _ in count += 1 }
            account.addObserver(Watcher(), forKeyPath: "amount", options: [], context: nil)
            account.amount = 1
        }
        XCTAssertNil(gone)
        XCTAssertEqual(count, 1)
        observation?.invalidate()
        observation = nil
        // An object on the way that goes.
        let account = Account()
        var person: Person? = Person("Dora")
        let path = account.observe(keyPathNamed(\.owner?.name, "owner.name"), options: .new) { _, _ in count += 1 }
        account.owner = person
        account.owner = nil
        person = nil
        XCTAssertEqual(count, 3)
        withExtendedLifetime(path) {}
    }

    func testWhoHasNoNameOrNoMethodIsADiagnostic() {
        let account = Account()
        XCTAssertEqual(diagnostics { _ = account.observe(\.description) { _, _ in } }, ["kvo.key-path"])
        XCTAssertEqual(diagnostics { account.addObserver(NSObject(), forKeyPath: "amount", options: [], context: nil) }, ["kvo.observer"])
        XCTAssertEqual(diagnostics { account.setValue(1, forKey: "no such key") }, ["kvc.unknown-key"])
    }

    func testKeyValueCodingOfNamedKeyPaths() {
        let account = Account(), anna = Person("Anna")
        _ = keyPathNamed(\Account.amount, "amount")
        _ = keyPathName(\Account.owner, "owner")
        _ = keyPathNamed(\Person.name, "name")
        account.setValue(NSNumber(value: 12), forKey: "amount")
        XCTAssertEqual(account.amount, 12)
        XCTAssertEqual(account.value(forKey: "amount") as? Int, 12)
        XCTAssertNil(account.value(forKey: "nothing"))
        account.setValue(anna, forKey: "owner")
        account.setValue("Anne", forKeyPath: "owner.name")
        XCTAssertEqual(anna.name, "Anne")
        XCTAssertEqual(account.value(forKeyPath: "owner.name") as? String, "Anne")
    }
}
