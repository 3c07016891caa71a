import AgateDiagnostics
import Foundation
import FoundationCompatibility
import ObjectiveCRuntime
import XCTest

final class PredicateTests: XCTestCase {
    private class Animal: NSObject {
        let name: String
        init(_ name: String) { self.name = name }
    }
    private final class Dog: Animal {
        let age: Int?
        init(_ name: String, _ age: Int?) {
            self.age = age
            super.init(name)
        }
    }

    private func passes(_ format: String, _ object: Any?, _ arguments: [Any] = []) -> Bool {
        NSPredicate(format: format, argumentArray: arguments).evaluate(with: object)
    }

    func testAddressesByARegularExpression() {
        let predicate = NSPredicate(format: "SELF MATCHES %@", "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}")
        XCTAssertTrue(predicate.evaluate(with: "ann@example.org"))
        // The expression describes the whole text.
        XCTAssertFalse(predicate.evaluate(with: "to ann@example.org"))
        XCTAssertFalse(predicate.evaluate(with: "ann@example.org\n"))
        XCTAssertFalse(predicate.evaluate(with: nil))
        XCTAssertFalse(predicate.evaluate(with: 7))
    }

    func testEachComparison() {
        let dog = Dog("Zoë", 3)
        let isTrue: [(String, [Any])] = [
            ("age == 3", []), ("age = %d", [3]), ("age != 4", []), ("age <> 4", []), ("age < 3.5", []), ("age <= 3", []), ("age =< 3", []),
            ("age > %@", [2]), ("age >= 3", []), ("age => 3", []), ("age BETWEEN {1, 3}", []), ("age IN {2, 3}", []),
            ("age IN %@", [[3, 4]]),
            ("name == 'Zoë'", []), ("name ==[c] \"zoË\"", []), ("name ==[cd] 'zoe'", []), ("name BEGINSWITH 'Zo'", []),
            ("name BEGINSWITH[cd] 'ZOE'", []), ("name ENDSWITH 'ë'", []), ("name CONTAINS 'o'", []), ("name contains[c] %@", ["O"]),
            ("name LIKE 'Z*'", []), ("name LIKE 'Z?ë'", []), ("name LIKE[c] 'z*'", []), ("name MATCHES 'Z..'", []),
            ("name MATCHES[cd] 'zo.'", []),
            ("%K == %@", ["name", "Zoë"]), ("SELF.name == 'Zoë'", []), ("name.length == 3", []), ("NOT age == 4", []), ("!(age == 4)", []),
            ("age == 3 AND name == 'Zoë'", []), ("age == 4 || name == 'Zoë' && age == 3", []), ("TRUEPREDICATE", []),
            ("missing == nil", []), ("missing == NULL", []), ("age != nil", []), ("'b' > 'a'", []), ("-1 < 0", []),
            ("'it\\'s' == \"it's\"", []),
        ]
        for (format, arguments) in isTrue { XCTAssertTrue(passes(format, dog, arguments), format) }
        let isFalse: [(String, [Any])] = [
            ("age == 4", []), ("age < 3", []), ("age > 3", []), ("age BETWEEN {4, 9}", []), ("age IN {}", []), ("name == 'zoë'", []),
            ("name BEGINSWITH 'oë'", []), ("name ENDSWITH 'Zo'", []), ("name LIKE 'Zo'", []), ("name MATCHES 'Zo'", []),
            ("FALSEPREDICATE", []),
            ("age == nil", []), ("missing > 1", []), ("missing == 1", []), ("age > 'a'", []),
            // NOT binds more tightly than AND, and AND than OR.
            ("NOT age == 3 AND age == 3", []), ("age == 3 AND age == 4 OR age == 5", []),
        ]
        for (format, arguments) in isFalse { XCTAssertFalse(passes(format, dog, arguments), format) }
    }

    func testCollectionsDictionariesAndVariables() {
        let owner: [String: Any] = ["name": "Ann", "dogs": [Dog("a", 1), Dog("b", 9)], "nothing": NSNull()]
        XCTAssertTrue(passes("ANY dogs.age > 8", owner))
        XCTAssertFalse(passes("ALL dogs.age > 8", owner))
        XCTAssertTrue(passes("NONE dogs.age > 9", owner))
        XCTAssertTrue(passes("dogs.@count == 2", owner))
        XCTAssertTrue(passes("dogs.name CONTAINS 'b'", owner))
        XCTAssertTrue(passes("nothing == nil", owner))
        XCTAssertTrue(passes("ALL missing > 1", owner), "no element contradicts")
        let segment = NSPredicate(format: "$segments != 'Sport'")
        XCTAssertFalse(segment.evaluate(with: nil, substitutionVariables: ["segments": "Sport"]))
        XCTAssertTrue(segment.evaluate(with: nil, substitutionVariables: ["segments": NSNull()]))
        XCTAssertTrue(passes("SELF > %@", Date(timeIntervalSinceReferenceDate: 5), [Date(timeIntervalSinceReferenceDate: 4)]))
        XCTAssertFalse(passes("SELF == %@", Double.nan, [Double.nan]))
        let list = NSArray(array: ["b", "ab", "a"])
        XCTAssertEqual(list.filtered(using: NSPredicate(format: "SELF BEGINSWITH 'a'")) as? [String], ["ab", "a"])
    }

    func testMistakesAreReportedAndNeverTrue() {
        final class List: @unchecked Sendable { var messages: [String] = [] }
        // Unchecked: all of it happens on one thread.
        let list = List()
        let token = Diagnostic.addObserver { if $0.identifier == "predicate.format" { list.messages.append($0.message) } }
        defer { Diagnostic.removeObserver(token) }
        let wrong = [
            "", "age", "age ==", "== 3", "age == 3 AND", "(age == 3", "age == 3)", "age + 1 == 4", "age == %@", "age MATCHES '('",
            "age == 'a",
            "SUBQUERY(dogs, $d, $d.age > 1).@count > 0", "age == 3 %", "%K == 1",
        ]
        for format in wrong { XCTAssertFalse(NSPredicate(format: format).evaluate(with: ["age": 3]), format) }
        XCTAssertEqual(list.messages.count, wrong.count)
        XCTAssertTrue(list.messages[0].contains("never true"))
    }

    func testSortingByKeys() {
        let dogs = NSArray(array: [Dog("b", 2), Dog("A", 3), Dog("a", 2), Dog("c", nil)])
        func names(_ descriptors: NSSortDescriptor...) -> [String] {
            dogs.sortedArray(using: descriptors).compactMap { ($0 as? Dog)?.name }
        }
        XCTAssertEqual(names(NSSortDescriptor(key: "name", ascending: true)), ["A", "a", "b", "c"])
        XCTAssertEqual(
            names(NSSortDescriptor(key: "age", ascending: true), NSSortDescriptor(key: "name", ascending: false)), ["c", "b", "a", "A"])
        XCTAssertEqual(
            names(NSSortDescriptor(key: "age", ascending: false), NSSortDescriptor(key: "name", ascending: true)), ["A", "a", "b", "c"])
        let numbers = NSArray(array: [3, 1, 2])
        XCTAssertEqual(numbers.sortedArray(using: [NSSortDescriptor(key: "self", ascending: true)]) as? [Int], [1, 2, 3])
        XCTAssertEqual(numbers.sortedArray(using: [NSSortDescriptor(key: nil, ascending: false)]) as? [Int], [3, 2, 1])
        let byLength = NSSortDescriptor(key: "name", ascending: true) { one, other in
            ("\(one)".count as NSNumber).compare("\(other)".count as NSNumber)
        }
        XCTAssertEqual(NSArray(array: [["name": "bb"], ["name": "a"]]).sortedArray(using: [byLength]).count, 2)
        let folded = NSSortDescriptor(key: "name", ascending: true, selector: Selector("caseInsensitiveCompare:"))
        XCTAssertEqual(folded.compare(["name": "B"], to: ["name": "a"]), .orderedDescending)
        XCTAssertEqual(folded.compare(["name": "a"], to: ["name": "A"]), .orderedSame)
    }
}
