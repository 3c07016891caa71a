import XCTest
@testable import Lowering

/// Methods that Objective-C finds by their selectors, although Swift calls Apple's by shorter names.
final class ImportedNameTests: XCTestCase {
    private func lines(_ member: String, conforming: String = "UIViewController, UICollectionViewDelegate") -> String {
        lowered("import UIKit\npublic class A: \(conforming) { @objc \(member) }\n")
    }

    func testWordsOfTypesAreLeftOut() {
        let cases = [
            (
                "func tableView(_ t: UITableView, heightForRowAtIndexPath p: IndexPath) -> CGFloat { 1 }",
                "public func tableView(_ _0: UITableView, heightForRowAt _1: IndexPath) -> CGFloat { self.tableView(_0, heightForRowAtIndexPath: _1) }"
            ),
            (
                "func tableView(_ t: UITableView, willDisplayCell c: UITableViewCell, forRowAtIndexPath p: IndexPath) {}",
                "func tableView(_ _0: UITableView, willDisplay _1: UITableViewCell, forRowAt _2: IndexPath) {"
            ),
            (
                "func gestureRecognizer(_ g: UIGestureRecognizer, shouldReceiveTouch t: UITouch) -> Bool { true }",
                "func gestureRecognizer(_ _0: UIGestureRecognizer, shouldReceive _1: UITouch) -> Bool {"
            ),
        ]
        for (member, expected) in cases {
            let text = lines(member)
            XCTAssertTrue(text.contains(expected), text)
        }
    }

    /// Objective-C asks a flow layout's delegate for the selector, not for the protocol.
    func testADelegateOfAFlowLayout() {
        let old = lines(
            "func collectionView(_ c: UICollectionView, layout l: UICollectionViewLayout, sizeForItemAtIndexPath p: IndexPath) -> CGSize { .zero }"
        )
        XCTAssertTrue(old.contains("extension A: UICollectionViewDelegateFlowLayout { public func collectionView("), old)
        XCTAssertTrue(old.contains("sizeForItemAt _2: IndexPath) -> CGSize {"), old)
        let new =
            "func collectionView(_ c: UICollectionView, layout l: UICollectionViewLayout, sizeForItemAt p: IndexPath) -> CGSize { .zero }"
        XCTAssertTrue(lines(new).contains("extension A: UICollectionViewDelegateFlowLayout {}"), lines(new))
        let known = lines(new, conforming: "UIViewController, UICollectionViewDelegateFlowLayout")
        XCTAssertFalse(known.contains("extension A: UICollectionViewDelegateFlowLayout"), known)
    }

    /// Other methods, and those whose requirement the class implements as well, stay as they are.
    func testOthersStay() {
        XCTAssertFalse(lines("func show(_ t: UITableView, atIndexPath p: IndexPath) {}").contains("at _1"))
        let both = lines(
            "func tableView(_ t: UITableView, heightForRowAtIndexPath p: IndexPath) -> CGFloat { 1 }\n"
                + "func tableView(_ t: UITableView, heightForRowAt p: IndexPath) -> CGFloat { 2 }")
        XCTAssertFalse(both.contains("_1: IndexPath) -> CGFloat { self"), both)
    }
}
