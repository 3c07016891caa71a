import Agate
import XCTest

@testable import UIKit

/// Constraints between a view and an ancestor of its superview, which has a frame of its own, as the content views of cells have.
@MainActor final class OuterConstraintTests: XCTestCase {
    private final class Content: UIView {
        override var intrinsicContentSize: CGSize { CGSize(width: 40, height: 40) }
    }

    func testSubviewsKeepThePlacesOfAnAncestorsConstraints() async {
        for (usesMargins, depth) in [(false, 1), (true, 1), (false, 2), (true, 2)] {
            let scene = Scene(CGSize(width: 200, height: 200)), outer = UIView(frame: CGRect(x: 0, y: 0, width: 74, height: 74))
            var inner = outer
            for _ in 0..<depth {
                let view = UIView(frame: inner.bounds)
                view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
                inner.addSubview(view)
                inner = view
            }
            let content = Content(), beside = Content()
            for view in [content, beside] {
                view.translatesAutoresizingMaskIntoConstraints = false
                inner.addSubview(view)
            }
            let area: any UILayoutAnchored = usesMargins ? outer.layoutMarginsGuide : outer
            NSLayoutConstraint.activate([
                content.leadingAnchor.constraint(equalTo: area.leadingAnchor),
                content.trailingAnchor.constraint(equalTo: area.trailingAnchor),
                content.topAnchor.constraint(equalTo: area.topAnchor), content.bottomAnchor.constraint(equalTo: area.bottomAnchor),
                beside.leadingAnchor.constraint(equalTo: inner.leadingAnchor, constant: 3),
                beside.topAnchor.constraint(equalTo: inner.topAnchor, constant: 5),
            ])
            scene.add(outer)
            scene.advance(to: 0.1)
            let inset: CGFloat = usesMargins ? 8 : 0, note = "\(usesMargins) \(depth)"
            XCTAssertEqual(content.frame, CGRect(x: inset, y: inset, width: 74 - 2 * inset, height: 74 - 2 * inset), note)
            XCTAssertEqual(beside.frame, CGRect(x: 3, y: 5, width: 40, height: 40), note)
            scene.turn { outer.frame.size = CGSize(width: 100, height: 90) }
            XCTAssertEqual(content.frame, CGRect(x: inset, y: inset, width: 100 - 2 * inset, height: 90 - 2 * inset), note)
            // The subview that has constraints inside alone still follows them.
            scene.turn { inner.constraints.first { $0.firstAttribute == .top && $0.firstItem === beside }?.constant = 9 }
            XCTAssertEqual(beside.frame.minY, 9, note)
            scene.turn { beside.widthAnchor.constraint(equalToConstant: 11).isActive = true }
            XCTAssertEqual(beside.frame.width, 11, note)
            // Without constraints of the ancestor, the inner view places its subviews itself.
            scene.turn { NSLayoutConstraint.deactivate(outer.constraints) }
            scene.turn { content.leadingAnchor.constraint(equalTo: inner.leadingAnchor, constant: 30).isActive = true }
            XCTAssertEqual(content.frame.minX, 30, note)
            XCTAssertEqual(content.frame.width, 40, note)
        }
    }
}
