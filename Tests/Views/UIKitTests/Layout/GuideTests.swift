import Agate
import XCTest

@testable import UIKit

/// Guides, margins, scroll views' contents, stacks, right-to-left and formats: what constraints make of them.
@MainActor final class GuideTests: XCTestCase {
    private func view(_ superview: UIView, _ width: CGFloat? = nil, _ height: CGFloat? = nil) -> UIView {
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        superview.addSubview(view)
        if let width { view.widthAnchor.constraint(equalToConstant: width).isActive = true }
        if let height { view.heightAnchor.constraint(equalToConstant: height).isActive = true }
        return view
    }

    func testFreeGuidesArePlacedLikeViews() async {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100)), a = view(root, 40, 20)
        let guide = UILayoutGuide()
        root.addLayoutGuide(guide)
        XCTAssertTrue(guide.owningView === root)
        NSLayoutConstraint.activate([
            guide.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 30), guide.widthAnchor.constraint(equalToConstant: 100),
            guide.topAnchor.constraint(equalTo: root.topAnchor, constant: 10), guide.bottomAnchor.constraint(equalTo: root.bottomAnchor),
            a.centerXAnchor.constraint(equalTo: guide.centerXAnchor), a.centerYAnchor.constraint(equalTo: guide.centerYAnchor),
        ])
        root.layoutIfNeeded()
        XCTAssertEqual(guide.layoutFrame, CGRect(x: 30, y: 10, width: 100, height: 90))
        XCTAssertEqual(a.frame, CGRect(x: 60, y: 45, width: 40, height: 20))
        root.removeLayoutGuide(guide)
        XCTAssertNil(guide.owningView)
        XCTAssertEqual(root.layoutGuides.count, 0)
        XCTAssertFalse(root.constraints.contains { $0.firstItem === guide || $0.secondItem === guide })
    }

    func testMarginsAreAttributes() async {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), a = view(root)
        root.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        for (own, other) in [
            (NSLayoutConstraint.Attribute.left, NSLayoutConstraint.Attribute.leftMargin), (.right, .rightMargin), (.top, .topMargin),
            (.bottom, .bottomMargin),
        ] {
            NSLayoutConstraint(item: a, attribute: own, relatedBy: .equal, toItem: root, attribute: other, multiplier: 1, constant: 0)
                .isActive = true
        }
        root.layoutIfNeeded()
        XCTAssertEqual(a.frame, CGRect(x: 2, y: 1, width: 94, height: 96))
    }

    func testEdgesOfAScrollViewAreThoseOfItsContent() async {
        for usesGuide in [false, true] {
            let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 80)), scroll = UIScrollView(frame: root.bounds)
            root.addSubview(scroll)
            let page = view(scroll, nil, 300)
            let guide = scroll.contentLayoutGuide
            NSLayoutConstraint.activate(
                usesGuide
                    ? [
                        page.topAnchor.constraint(equalTo: guide.topAnchor), page.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
                        page.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
                        page.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
                        page.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
                    ]
                    : [
                        page.topAnchor.constraint(equalTo: scroll.topAnchor), page.bottomAnchor.constraint(equalTo: scroll.bottomAnchor),
                        page.leadingAnchor.constraint(equalTo: scroll.leadingAnchor),
                        page.trailingAnchor.constraint(equalTo: scroll.trailingAnchor),
                        page.widthAnchor.constraint(equalTo: scroll.widthAnchor),
                    ])
            root.layoutIfNeeded()
            XCTAssertEqual(page.frame, CGRect(x: 0, y: 0, width: 100, height: 300), "\(usesGuide)")
            XCTAssertEqual(scroll.contentSize, CGSize(width: 100, height: 300), "\(usesGuide)")
            // Scrolled, the content stays where it is in the scroll view's space.
            scroll.contentOffset.y = 50
            root.setNeedsLayout()
            root.layoutIfNeeded()
            XCTAssertEqual(page.frame.minY, 0)
            XCTAssertEqual(scroll.contentSize.height, 300)
        }
    }

    func testStacksShareTheRoom() async {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 60))
        let stack = UIStackView()
        stack.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.leadingAnchor.constraint(equalTo: root.leadingAnchor), stack.trailingAnchor.constraint(equalTo: root.trailingAnchor),
            stack.topAnchor.constraint(equalTo: root.topAnchor), stack.bottomAnchor.constraint(equalTo: root.bottomAnchor),
        ])
        let parts = (0..<3).map { _ in UIView() }
        for part in parts { stack.addArrangedSubview(part) }
        stack.distribution = .fillEqually
        stack.spacing = 15
        root.layoutIfNeeded()
        XCTAssertEqual(parts.map(\.frame), [0, 105, 210].map { CGRect(x: $0, y: 0, width: 90, height: 60) })
        // A hidden one takes no room.
        parts[1].isHidden = true
        root.layoutIfNeeded()
        XCTAssertEqual([parts[0], parts[2]].map(\.frame.width), [142.5, 142.5])
        parts[1].isHidden = false
        stack.axis = .vertical
        stack.spacing = 0
        root.layoutIfNeeded()
        XCTAssertEqual(parts.map(\.frame.minY), [0, 20, 40])
        XCTAssertEqual(parts.map(\.frame.width), [300, 300, 300])
        stack.removeArrangedSubview(parts[2])
        root.layoutIfNeeded()
        XCTAssertEqual(parts[0].frame.height, 30)
    }

    func testAStackIsAsLargeAsItsViews() async {
        let stack = UIStackView(arrangedSubviews: [view(UIView(), 40, 10), view(UIView(), 20, 30)])
        stack.spacing = 6
        stack.alignment = .center
        stack.translatesAutoresizingMaskIntoConstraints = false
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        root.addSubview(stack)
        stack.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 5).isActive = true
        stack.topAnchor.constraint(equalTo: root.topAnchor, constant: 5).isActive = true
        root.layoutIfNeeded()
        XCTAssertEqual(stack.frame, CGRect(x: 5, y: 5, width: 66, height: 30))
        XCTAssertEqual(stack.arrangedSubviews[0].frame, CGRect(x: 0, y: 10, width: 40, height: 10))
        stack.setCustomSpacing(20, after: stack.arrangedSubviews[0])
        root.layoutIfNeeded()
        XCTAssertEqual(stack.frame.width, 80)
        XCTAssertEqual(stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize), CGSize(width: 80, height: 30))
    }

    func testEqualSpacing() async {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
        let stack = UIStackView(arrangedSubviews: [view(UIView(), 10), view(UIView(), 30), view(UIView(), 20)])
        stack.distribution = .equalSpacing
        stack.frame = root.bounds
        root.addSubview(stack)
        root.layoutIfNeeded()
        XCTAssertEqual(stack.arrangedSubviews.map(\.frame.minX), [0, 30, 80])
    }

    /// The room between grows, not the views, which ask for the size of their content.
    func testEqualSpacingLeavesViewsTheirOwnSizes() async {
        for count in 2...4 {
            let root = UIView(frame: CGRect(x: 0, y: 0, width: 350, height: 40))
            let stack = UIStackView(arrangedSubviews: (0..<count).map { _ in UISwitch() })
            stack.distribution = .equalSpacing
            stack.alignment = .center
            stack.spacing = 12
            stack.frame = root.bounds
            root.addSubview(stack)
            root.layoutIfNeeded()
            XCTAssertEqual(stack.arrangedSubviews.map(\.frame.width), Array(repeating: 51, count: count))
            XCTAssertEqual(stack.arrangedSubviews.last?.frame.maxX, 350)
            XCTAssertEqual(stack.arrangedSubviews[1].frame.minX, 51 + CGFloat(350 - 51 * count) / CGFloat(count - 1), accuracy: 0.5)
        }
    }

    func testLeadingIsOnTheRightWhereOneReadsFromThere() async {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 20)), a = view(root, 30, 10)
        a.semanticContentAttribute = .forceRightToLeft
        a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 8).isActive = true
        a.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
        root.layoutIfNeeded()
        XCTAssertEqual(a.frame.maxX, 92)
        XCTAssertEqual(a.effectiveUserInterfaceLayoutDirection, .rightToLeft)
    }

    func testLabelsWrapInTheWidthThatTheyGet() async {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 400)), label = UILabel()
        label.text = "Several words that need more than one line"
        label.numberOfLines = 0
        label.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(label)
        let below = view(root, 10, 10)
        NSLayoutConstraint.activate([
            label.leadingAnchor.constraint(equalTo: root.leadingAnchor), label.trailingAnchor.constraint(equalTo: root.trailingAnchor),
            label.topAnchor.constraint(equalTo: root.topAnchor), below.topAnchor.constraint(equalTo: label.bottomAnchor),
        ])
        root.layoutIfNeeded()
        let wanted = label.sizeThatFits(CGSize(width: 80, height: 0)).height
        XCTAssertGreaterThan(wanted, 3 * label.font.lineHeight)
        XCTAssertEqual(label.frame.height, wanted, accuracy: 0.5)
        XCTAssertEqual(below.frame.minY, label.frame.maxY)
    }

    func testVisualFormats() async {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100)), a = view(root), b = view(root)
        let views = ["a": a, "b": b]
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "H:|-10-[a(40)]-gap-[b]-|", options: .alignAllTop, metrics: ["gap": 12], views: views)
                + NSLayoutConstraint.constraints(withVisualFormat: "V:|[a(==b)]", metrics: nil, views: views)
                + NSLayoutConstraint.constraints(withVisualFormat: "V:[b(30@900,>=20)]", metrics: nil, views: views)
        )
        root.layoutIfNeeded()
        XCTAssertEqual(a.frame, CGRect(x: 10, y: 0, width: 40, height: 30))
        XCTAssertEqual(b.frame, CGRect(x: 62, y: 0, width: 130, height: 30))
        XCTAssertEqual(
            NSLayoutConstraint.constraints(withVisualFormat: "H:|-[c]", metrics: nil, views: views), [], "an unknown name makes none")
        XCTAssertEqual(NSLayoutConstraint.constraints(withVisualFormat: "H:[a", metrics: nil, views: views), [])
    }
}
