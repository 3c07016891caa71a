import UIKit
import XCTest

/// A protocol of a package, with an extension that has names of UIKit's objects.
@MainActor private protocol Described: AnyObject {
    var title: String? { get set }
    var accessibilityLabel: String? { get set }
    var accessibilityHint: String? { get set }
    var accessibilityValue: String? { get set }
    var accessibilityIdentifier: String? { get set }
}

extension Described {
    var accessibilityLabel: String? {
        get { "the protocol's" }
        set {}
    }
    var accessibilityHint: String? {
        get { "the protocol's" }
        set {}
    }
    var accessibilityValue: String? {
        get { "the protocol's" }
        set {}
    }
    var accessibilityIdentifier: String? {
        get { "the protocol's" }
        set {}
    }
}

extension UINavigationItem: Described {}
extension UIBarItem: Described {}

/// Members of UIKit's items go before those of a protocol's extension.
@MainActor final class ExtendedProtocolTests: XCTestCase {
    func testItemsHaveTheirOwnMembers() async {
        let items: [any Described] = [UINavigationItem(title: "a"), UIBarButtonItem(), UITabBarItem()]
        for item in items {
            (item.accessibilityLabel, item.accessibilityHint) = ("label", "hint")
            (item.accessibilityValue, item.accessibilityIdentifier) = ("value", "identifier")
            let object = item as! NSObject
            XCTAssertEqual([item.accessibilityLabel, item.accessibilityHint], ["label", "hint"], "\(type(of: item))")
            XCTAssertEqual([item.accessibilityValue, item.accessibilityIdentifier], ["value", "identifier"], "\(type(of: item))")
            XCTAssertEqual([object.accessibilityLabel, object.accessibilityIdentifier], ["label", "identifier"], "\(type(of: item))")
        }
    }
}
