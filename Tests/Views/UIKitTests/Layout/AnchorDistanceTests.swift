import Agate
import XCTest

@testable import UIKit

/// Distances of anchors in constraints: constants, other dimensions, two distances, negative ones, right-to-left, other subtrees.
@MainActor final class AnchorDistanceTests: XCTestCase {
    private let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))

    private func box(_ width: CGFloat, in superview: UIView? = nil) -> UIView {
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        (superview ?? root).addSubview(view)
        NSLayoutConstraint.activate([
            view.widthAnchor.constraint(equalToConstant: width), view.heightAnchor.constraint(equalToConstant: 10),
            view.topAnchor.constraint(equalTo: root.topAnchor),
        ])
        return view
    }

    func testADistanceIsAConstant() async {
        let a = box(20), b = box(30)
        a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 5).isActive = true
        let distance = a.trailingAnchor.anchorWithOffset(to: b.leadingAnchor).constraint(equalToConstant: 12)
        distance.isActive = true
        root.layoutIfNeeded()
        XCTAssertEqual(b.frame.minX, 37)
        // Behind the other anchor.
        distance.constant = -25
        root.layoutIfNeeded()
        XCTAssertEqual(b.frame.minX, 0)
        XCTAssertTrue(distance.firstItem === b)
    }

    func testADistanceIsADimension() async {
        let a = box(20), b = box(30)
        a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10).isActive = true
        let half = a.leadingAnchor.anchorWithOffset(to: b.leadingAnchor).constraint(equalTo: root.widthAnchor, multiplier: 0.5, constant: 3)
        half.isActive = true
        root.layoutIfNeeded()
        XCTAssertEqual(b.frame.minX, 113)
        half.constant = 0
        root.layoutIfNeeded()
        XCTAssertEqual(b.frame.minX, 110)
        root.bounds.size.width = 100
        root.layoutIfNeeded()
        XCTAssertEqual(b.frame.minX, 60)
        // A view that leaves takes the constraint along.
        a.removeFromSuperview()
        XCTAssertFalse(half.isActive)
        XCTAssertTrue(root.rare.touching.allSatisfy { $0 !== half })
    }

    /// The middle of two gaps: both are distances.
    func testTwoDistancesAreEqual() async {
        let a = box(20), b = box(20), c = box(20)
        NSLayoutConstraint.activate([
            a.leftAnchor.constraint(equalTo: root.leftAnchor), c.rightAnchor.constraint(equalTo: root.rightAnchor),
            a.rightAnchor.anchorWithOffset(to: b.leftAnchor).constraint(
                equalTo: b.rightAnchor.anchorWithOffset(to: c.leftAnchor), multiplier: 1),
        ])
        root.layoutIfNeeded()
        XCTAssertEqual(b.frame, CGRect(x: 90, y: 0, width: 20, height: 10))
    }

    func testReadingFromTheRight() async {
        root.semanticContentAttribute = .forceRightToLeft
        let a = box(20), b = box(20)
        for view in [a, b] { view.semanticContentAttribute = .forceRightToLeft }
        NSLayoutConstraint.activate([
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            a.trailingAnchor.anchorWithOffset(to: b.leadingAnchor).constraint(equalTo: root.heightAnchor, multiplier: 0.1),
        ])
        root.layoutIfNeeded()
        XCTAssertEqual([a.frame.minX, b.frame.minX], [180, 150])
    }

    func testHeightsFollowVerticalDistances() async {
        let a = UIView(), guide = UILayoutGuide()
        a.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(a)
        root.addLayoutGuide(guide)
        NSLayoutConstraint.activate([
            a.topAnchor.constraint(equalTo: root.topAnchor), a.leftAnchor.constraint(equalTo: root.leftAnchor),
            a.widthAnchor.constraint(equalToConstant: 10),
            guide.topAnchor.constraint(equalTo: root.topAnchor, constant: 40), guide.heightAnchor.constraint(equalToConstant: 5),
            guide.leftAnchor.constraint(equalTo: root.leftAnchor), guide.widthAnchor.constraint(equalToConstant: 5),
            a.heightAnchor.constraint(equalTo: root.topAnchor.anchorWithOffset(to: guide.bottomAnchor), multiplier: 2),
        ])
        root.layoutIfNeeded()
        XCTAssertEqual(a.frame.height, 90)
    }
}
