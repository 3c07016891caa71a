import XCTest
@testable import Lowering

final class MetatypeRuleTests: XCTestCase {
    func testGenericParameters() {
        XCTAssertEqual(
            lowered("import UIKit\nfunc make<T: UIView>() -> T { T() }\n"), "import UIKit\nfunc make<T: UIView>() -> T { T._made() }\n")
        XCTAssertEqual(
            lowered("import UIKit\nclass A<T: CALayer> { let b = T() }\n"), "import UIKit\nclass A<T: CALayer> { let b = T._made() }\n")
        XCTAssertEqual(
            lowered("import UIKit\nfunc f<T>(_ r: CGRect) -> T where T: UILabel & P { T.init(frame: r) }\n"),
            "import UIKit\nfunc f<T>(_ r: CGRect) -> T where T: UILabel & P { T._made(frame: r) }\n")
        XCTAssertTrue(
            lowered("import UIKit\nstruct A<T: UIView> {}\nextension A { func f() -> T { T() } }\n").contains("T._made()"))
    }

    func testSelfAndMetatypes() {
        XCTAssertTrue(lowered("import UIKit\nextension UIView { class func made() -> Self { Self() } }\n").contains("Self._made()"))
        XCTAssertTrue(
            lowered("import UIKit\nextension P where Self: UIView { static func made() -> Self { Self(frame: .zero) } }\n")
                .contains("Self._made(frame: .zero)"))
        XCTAssertTrue(
            lowered("import UIKit\nclass A: UIView { func twin() -> UIView { type(of: self).init(frame: frame) } }\n")
                .contains("type(of: self)._made(frame: frame)"))
        XCTAssertTrue(
            lowered("import UIKit\nfunc f(_ kind: UIView.Type) -> UIView { kind.init() }\n").contains("kind._made()"))
    }

    /// `T.init` without a call is a function.
    func testReferences() {
        let text = lowered(
            "import UIKit\ntypealias Shown = UIView\nprotocol Makes { associatedtype V: Shown }\nprotocol Model {}\n"
                + "extension Model where Self: Makes { var make: () -> V { V.init } }\n")
        XCTAssertTrue(text.contains("{ { V._made() } }"), text)
        XCTAssertNil(change("import UIKit\nlet make: () -> UIView = UIView.init, b = 1 & 2\n"))
    }

    /// Names of classes, initialisers that a class asks for, values and protocols.
    func testOthersStay() {
        XCTAssertNil(change("import UIKit\nlet a = UIView(), b = UIView.init(frame: .zero)\n"))
        XCTAssertNil(
            change(
                "import UIKit\nclass A: UIView { required override init(frame: CGRect) { super.init(frame: frame) } }\n"
                    + "func f<T: A>() -> T { T(frame: .zero) }\n"))
        XCTAssertNil(change("protocol P { init() }\nfunc f<T: P>() -> T { T() }\nstruct S { func f() -> Self { Self() } }\n"))
        XCTAssertNil(change("import UIKit\nfunc f<T: UIView>(_ c: NSCoder) -> T? { T(coder: c) }\n"))
    }

    func testPreviewsGo() {
        XCTAssertEqual(kept("import UIKit\n#Preview {\n    UIView()\n}\nlet a = 1\n"), ["import UIKit", "let a = 1"])
        XCTAssertEqual(kept("import UIKit\n@available(iOS 17, *)\n#Preview(\"A\") { UIView() }\n"), ["import UIKit"])
    }

    func testMethodsOfCategories() {
        // Views have them as methods of their own, other objects as those of a category.
        XCTAssertTrue(
            lowered("import UIKit\nclass A: NSObject { override func awakeFromNib() {} }\n").contains("{          func awakeFromNib() {} }")
        )
        XCTAssertNil(change("import UIKit\nclass A: UIView { override func awakeFromNib() { super.awakeFromNib() } }\n"))
        let moved = lowered(
            "import UIKit\nclass A: UIView {}\nextension A {\n    override open func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) {}\n}\n"
        )
        XCTAssertFalse(moved.contains("override"), moved)
        XCTAssertTrue(moved.contains("class A: UIView, KeyValueObserver"), moved)
    }

    func testTypesOfCasts() {
        XCTAssertTrue(
            lowered("import Foundation\nfunc f(_ p: UnsafeRawPointer) -> Float { unsafeBitCast(p, to: AnyObject.self).floatValue }\n")
                .contains("NSNumber"))
    }
}
