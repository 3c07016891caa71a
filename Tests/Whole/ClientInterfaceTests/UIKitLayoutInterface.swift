import UIKit
import XCTest

/// What programs written for Apple's systems say of layout and of data in catalogues.
@MainActor final class UIKitLayoutInterface: XCTestCase {
    func testAnchors() async {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 80)), inner = UIView()
        outer.addSubview(inner)
        inner.translatesAutoresizingMaskIntoConstraints = false
        let x: NSLayoutXAxisAnchor = inner.leadingAnchor, y: NSLayoutYAxisAnchor = inner.topAnchor
        let constraint: NSLayoutConstraint = x.constraint(equalTo: outer.leadingAnchor)
        constraint.isActive = true
        y.constraint(equalTo: outer.topAnchor).isActive = true
        inner.trailingAnchor.constraint(equalTo: outer.trailingAnchor).isActive = true
        inner.bottomAnchor.constraint(equalTo: outer.bottomAnchor).isActive = true
        outer.layoutIfNeeded()
        XCTAssertEqual(inner.frame, outer.bounds)
    }

    func testDataAssetsAndSelectors() async {
        XCTAssertNil(NSDataAsset(name: "none", bundle: Bundle.main)?.data)
        let name = NSNotification.Name("UIKitLayoutInterface")
        NotificationCenter.default.addObserver(self, selector: "noted", name: name, object: nil)
        NotificationCenter.default.removeObserver(self)
    }
}
