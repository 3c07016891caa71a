import XCTest
@testable import Lowering

final class UncalledRuleTests: XCTestCase {
    func testMethodsThatNobodyCallsAreNamed() {
        XCTAssertEqual(
            problems(
                """
                class List: UITableViewController {
                    override func viewDidLoad() {}
                    override func tableView(_ t: UITableView, commit s: UITableViewCell.EditingStyle, forRowAt p: IndexPath) {}
                    override func tableView(_ t: UITableView, didSelectRowAt p: IndexPath) {}
                }
                """),
            [
                "test.swift:3:5: warning: tableView(_:commit:forRowAt:) is never called: rows show no controls for editing; "
                    + "offer swipe actions or buttons of your own [uncalled]"
            ])
    }

    func testExtensionsAndProtocolsOfThePackage() {
        XCTAssertEqual(
            problems(
                """
                protocol Grid: UICollectionViewDelegateFlowLayout {}
                class Board: NSObject { override init() {} }
                extension Board: Grid {
                    func collectionView(_ v: V, contextMenuConfigurationForItemsAt i: [IndexPath], point: CGPoint) -> X? { nil }
                }
                """),
            [
                "test.swift:4:5: warning: collectionView(_:contextMenuConfigurationForItemsAt:point:) is never called: "
                    + "menus are not shown [uncalled]"
            ])
    }

    func testOverrides() {
        XCTAssertEqual(
            problems("class Base: UITableViewCell {}\nclass Own: Base { override func willTransition(to s: StateMask) {} }\n"),
            [
                "test.swift:2:19: warning: willTransition(to:) is never called: rows show no controls for editing [uncalled]"
            ])
        XCTAssertEqual(problems("class Own: UITextField { override func drawPlaceholder(in rect: CGRect) {} }\n"), [])
        XCTAssertEqual(problems("class Own: UILabel { override func drawText(in rect: CGRect) {} }\n"), [])
    }

    func testOtherMethodsOfTheSameNameAreTheirOwn() {
        XCTAssertEqual(
            problems(
                """
                class Text: NSObject { override init() {}; func indexTitles(for v: Int) {} }
                struct S: UITableViewDelegate { func sectionIndexTitles(for t: UITableView) -> [String]? { nil } }
                """), [])
    }
}
