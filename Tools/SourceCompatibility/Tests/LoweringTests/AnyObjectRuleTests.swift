import XCTest
@testable import Lowering

final class AnyObjectRuleTests: XCTestCase {
    func testMembersOfThePackage() {
        let text = lowered(
            """
            class Board: NSObject { @objc func refresh(_ x: Int) -> Int { x }; @objc var size = 1 }
            class Small: Board { override func refresh(_ x: Int) -> Int { x } }
            @objc protocol P { @objc optional func did(); @objc optional func did(_ x: Int, with y: Int) }
            class A {
                var target: AnyObject?
                func f(_ sender: AnyObject) {
                    _ = (target as AnyObject).refresh?(1)
                    target?.did?()
                    sender.did!(1, with: 2)
                    print(sender.size, sender.tag!, sender.size ?? 1)
                    if let size = sender.size { print(size) }
                    let sender = Board(); sender.size
                }
            }

            """)
        XCTAssertTrue(text.contains("_ = ((target as AnyObject) as? Board)?.refresh (1)\n"), text)
        XCTAssertTrue(text.contains("(target as? any P)?.did_0?()\n"), text)
        XCTAssertTrue(text.contains("(sender as? any P)?.did_with!(1,       2)\n"), text)
        XCTAssertTrue(text.contains("print((sender as! Board).size, ((sender as? UIView)?.tag)!, (sender as? Board)?.size ?? 1)\n"), text)
        XCTAssertTrue(text.contains("if let size = (sender as? Board)?.size { print(size) }"), text)
        XCTAssertTrue(text.contains("let sender = Board(); sender.size\n"), text)
    }

    /// The member comes from a protocol, the object from a property, in closures too.
    func testPropertiesInClosures() {
        let text = lowered(
            """
            @objc protocol MenuDelegate { @objc optional func opened(_ menu: Menu); @objc optional func menu(_ menu: Menu, at index: Int) }
            class Menu: UIView {
                weak var delegate: AnyObject?
                func open() {
                    self.delegate?.menu?(self, at: 1)
                    animate { [weak self] in self?.delegate?.menu?(Menu(), at: 2) }
                    run(completion: { self.delegate?.opened?(self) })
                    guard let target = self.delegate else { return }
                    target.opened?(self)
                }
            }

            """)
        XCTAssertTrue(text.contains("(self.delegate as? any MenuDelegate)?.menu_at?(self,     1)"), text)
        XCTAssertTrue(text.contains("(self?.delegate as? any MenuDelegate)?.menu_at?(Menu(),     2)"), text)
        XCTAssertTrue(text.contains("{ (self.delegate as? any MenuDelegate)?.opened?(self) }"), text)
        XCTAssertTrue(text.contains("(target as? any MenuDelegate)?.opened?(self)"), text)
    }

    /// Classes that have nothing in common but a protocol that asks for the member.
    func testUnrelatedClasses() {
        let text = lowered(
            """
            protocol Layable: AnyObject { func layOut() }
            class Header: UIView, Layable { @objc func layOut() {} }
            class Footer: UIView { @objc func other() {} }
            extension Footer: Layable { @objc func layOut() {} }
            class Third: UIView { @objc func other() {} }
            func f(_ a: Header, _ b: Footer) { [a, b].forEach { ($0 as AnyObject).layOut() } }

            """)
        XCTAssertTrue(text.contains("(($0 as AnyObject) as! any Layable).layOut()"), text)
        XCTAssertEqual(
            problems("class A: NSObject { @objc func x() {} }\nclass B: NSObject { @objc func x() {} }\nfunc f(_ o: AnyObject) { o.x() }\n")
                .count, 1)
    }

    func testElementsOfArrays() {
        let text = lowered(
            """
            extension View { var all: [AnyObject] { [] } }
            func f(_ v: View, _ list: [AnyObject]) {
                print(v.all.first?.priority, list[0].constant, list.last!.priority, v.subviews.first?.priority)
            }

            """)
        XCTAssertTrue(
            text.contains(
                "print((v.all.first as? NSLayoutConstraint)?.priorityOfObject(), (list[0] as! NSLayoutConstraint).constant"
            ), text)
        XCTAssertTrue(text.contains("v.subviews.first?.priority)"), text)
    }

    func testAnchors() {
        XCTAssertEqual(
            lowered("func f(_ x: AnyObject) -> Any { x.topAnchor }; let s = a as AnyObject?\n"),
            "func f(_ x: AnyObject) -> Any { (x as! any UILayoutAnchored).topAnchor }; let s = a as AnyObject?\n")
    }

    /// The values of geometry, as observers ask changes for them.
    func testGeometryInObjects() {
        for name in [
            "cgPointValue", "cgSizeValue", "cgRectValue", "cgVectorValue", "cgAffineTransformValue", "uiEdgeInsetsValue", "uiOffsetValue",
            "directionalEdgeInsetsValue", "caTransform3DValue", "rangeValue",
        ] {
            XCTAssertTrue(
                lowered("import UIKit\nfunc f(_ x: Any) { use((x as AnyObject).\(name)) }\n").contains("as! NSValue).\(name)"), name)
        }
    }

    func testNamesOfClasses() {
        XCTAssertEqual(
            lowered("func f(_ x: AnyObject) -> String { type(of: x).description() + x.description }\n"),
            "func f(_ x: AnyObject) -> String { Swift.String(reflecting: type(of: x)) + (x as! NSObject).description }\n"
        )
    }

    func testOthersStay() {
        XCTAssertNil(
            change("func f(_ x: AnyObject, _ y: String) { if let x = x as? String { print(x.count) }; print(y.count, x === x) }\n"))
    }

    func testUnknownMembers() {
        XCTAssertEqual(
            problems("func f(_ x: AnyObject) {\n    x.strange?(1)\n}\n"),
            [
                "test.swift:2:7: error: no class is known that has strange(_:): AnyObject finds no members on Linux [AnyObject]"
            ])
    }
}
