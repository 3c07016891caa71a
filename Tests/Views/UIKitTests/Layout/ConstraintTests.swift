import Agate
import UIKit
import XCTest

@MainActor final class ConstraintTests: XCTestCase {
    private class Sized: UIView {
        var size = CGSize(width: 30, height: 12) { didSet { invalidateIntrinsicContentSize() } }
        override var intrinsicContentSize: CGSize { size }
    }

    private func make<View: UIView>(_ view: View, in outer: UIView) -> View {
        view.translatesAutoresizingMaskIntoConstraints = false
        outer.addSubview(view)
        return view
    }

    private let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))

    func testEdges() async {
        let view = make(UIView(), in: outer)
        let all = [
            view.leadingAnchor.constraint(equalTo: outer.leadingAnchor), view.topAnchor.constraint(equalTo: outer.topAnchor, constant: 5),
            view.trailingAnchor.constraint(equalTo: outer.trailingAnchor, constant: -10),
            outer.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        ]
        XCTAssertFalse(all[0].isActive)
        NSLayoutConstraint.activate(all)
        XCTAssertTrue(all[0].isActive)
        XCTAssertEqual(outer.constraints, all)
        outer.layoutIfNeeded()
        XCTAssertEqual(view.frame, CGRect(x: 0, y: 5, width: 90, height: 55))
        outer.bounds.size = CGSize(width: 50, height: 20)
        outer.layoutIfNeeded()
        XCTAssertEqual(view.frame, CGRect(x: 0, y: 5, width: 40, height: 15))
        all[1].constant = 7
        outer.layoutIfNeeded()
        XCTAssertEqual(view.frame.minY, 7)
        view.removeFromSuperview()
        XCTAssertFalse(all[0].isActive)
        XCTAssertEqual(outer.constraints, [])
    }

    func testSizesMiddlesAndSiblings() async {
        let a = make(UIView(), in: outer), b = make(UIView(), in: outer)
        NSLayoutConstraint.activate([
            a.widthAnchor.constraint(equalToConstant: 20), a.heightAnchor.constraint(equalTo: a.widthAnchor, multiplier: 0.5),
            a.centerXAnchor.constraint(equalTo: outer.centerXAnchor), a.centerYAnchor.constraint(equalTo: outer.centerYAnchor),
            b.leftAnchor.constraint(equalTo: a.rightAnchor, constant: 2), b.topAnchor.constraint(equalTo: a.topAnchor),
            b.widthAnchor.constraint(equalTo: a.widthAnchor, multiplier: 2, constant: -10),
            b.heightAnchor.constraint(equalTo: a.heightAnchor),
        ])
        outer.layoutIfNeeded()
        XCTAssertEqual(a.frame, CGRect(x: 40, y: 25, width: 20, height: 10))
        XCTAssertEqual(b.frame, CGRect(x: 62, y: 25, width: 30, height: 10))
    }

    /// Sizes come from inside, through views that say nothing themselves.
    func testIntrinsicSizesGoUp() async {
        let box = make(UIView(), in: outer), text = make(Sized(), in: box)
        NSLayoutConstraint.activate([
            box.leadingAnchor.constraint(equalTo: outer.leadingAnchor, constant: 3), box.topAnchor.constraint(equalTo: outer.topAnchor),
            text.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 4),
            text.topAnchor.constraint(equalTo: box.topAnchor, constant: 4),
            box.trailingAnchor.constraint(equalTo: text.trailingAnchor, constant: 4),
            box.bottomAnchor.constraint(equalTo: text.bottomAnchor, constant: 4),
        ])
        outer.layoutIfNeeded()
        XCTAssertEqual(box.frame, CGRect(x: 3, y: 0, width: 38, height: 20))
        XCTAssertEqual(text.frame, CGRect(x: 4, y: 4, width: 30, height: 12))
        XCTAssertEqual(box.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize), CGSize(width: 38, height: 20))
        text.size.width = 50
        outer.layoutIfNeeded()
        XCTAssertEqual(box.frame.width, 58)
    }

    func testInequalitiesAndPriorities() async {
        let text = make(Sized(), in: outer)
        text.size.width = 200
        let width = text.widthAnchor.constraint(equalToConstant: 40)
        width.priority = .defaultLow
        NSLayoutConstraint.activate([
            text.leadingAnchor.constraint(equalTo: outer.leadingAnchor), text.topAnchor.constraint(equalTo: outer.topAnchor),
            text.trailingAnchor.constraint(lessThanOrEqualTo: outer.trailingAnchor), width,
        ])
        outer.layoutIfNeeded()
        // Its content wants 200, the edge allows 100, a weak wish for 40 does not count.
        XCTAssertEqual(text.frame, CGRect(x: 0, y: 0, width: 100, height: 12))
        text.size.width = 10
        text.setContentHuggingPriority(.init(100), for: .horizontal)
        outer.layoutIfNeeded()
        XCTAssertEqual(text.frame.width, 40)
    }

    func testContradictionsAreReportedOnceAndLeftOut() async {
        var reported: [String] = []
        let token = Diagnostic.addObserver { diagnostic in MainActor.assumeIsolated { reported.append(diagnostic.identifier) } }
        defer { Diagnostic.removeObserver(token) }
        let view = make(UIView(), in: outer)
        NSLayoutConstraint.activate([
            view.widthAnchor.constraint(equalToConstant: 20), view.widthAnchor.constraint(equalToConstant: 30),
            view.leftAnchor.constraint(equalTo: outer.leftAnchor),
        ])
        outer.layoutIfNeeded()
        outer.setNeedsLayout()
        outer.layoutIfNeeded()
        XCTAssertEqual(view.frame.width, 20)
        XCTAssertEqual(reported, ["layout.unsatisfiable"])
        view.leftAnchor.constraint(equalTo: UIView().leftAnchor).isActive = true
        let stranger = UIView()
        let lost = view.leftAnchor.constraint(equalTo: stranger.leftAnchor)
        lost.isActive = true
        XCTAssertFalse(lost.isActive)
        XCTAssertEqual(reported.last, "layout.no-common-view")
    }

    /// Rule 26
    func testEdgesComeToWholePixels() async {
        let scene = Scene(CGSize(width: 100, height: 100), scale: 3)
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        scene.turn {
            scene.window.addSubview(view)
            NSLayoutConstraint.activate([
                view.leftAnchor.constraint(equalTo: scene.window.leftAnchor, constant: 24.5),
                view.topAnchor.constraint(equalTo: scene.window.topAnchor),
                view.widthAnchor.constraint(equalToConstant: 10), view.heightAnchor.constraint(equalToConstant: 10),
            ])
        }
        XCTAssertEqual(view.frame.minX, 24 + 2.0 / 3, accuracy: 1e-9)
    }

    func testGuides() async {
        let view = make(UIView(), in: outer)
        outer.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let margins = outer.layoutMarginsGuide
        NSLayoutConstraint.activate([
            view.leadingAnchor.constraint(equalTo: margins.leadingAnchor), view.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
            view.topAnchor.constraint(equalTo: margins.topAnchor),
            view.bottomAnchor.constraint(equalTo: outer.safeAreaLayoutGuide.bottomAnchor),
        ])
        outer.layoutIfNeeded()
        XCTAssertEqual(view.frame, CGRect(x: 2, y: 1, width: 94, height: 59))
        XCTAssertEqual(margins.layoutFrame, CGRect(x: 2, y: 1, width: 94, height: 56))
    }

    func testChangesOfConstraintsAnimate() async {
        let scene = Scene()
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        let left = view.leftAnchor.constraint(equalTo: scene.window.leftAnchor)
        scene.turn {
            scene.window.addSubview(view)
            NSLayoutConstraint.activate([
                left, view.topAnchor.constraint(equalTo: scene.window.topAnchor), view.widthAnchor.constraint(equalToConstant: 10),
                view.heightAnchor.constraint(equalToConstant: 10),
            ])
        }
        scene.turn {
            left.constant = 50
            UIView.animate(withDuration: 1) { scene.window.layoutIfNeeded() }
        }
        XCTAssertNotNil(view.layer.animation(forKey: "position"))
        XCTAssertEqual(view.frame.minX, 50)
    }

    /// Constraints place the middle of a view's rectangle at `center`, wherever the anchor point is; what is drawn goes along with the
    /// anchor point.
    func testAnchorPoints() async {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        view.layer.anchorPoint = CGPoint(x: 0.5, y: 1)
        outer.addSubview(view)
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: outer.topAnchor, constant: 30), view.heightAnchor.constraint(equalToConstant: 20),
            view.leadingAnchor.constraint(equalTo: outer.leadingAnchor), view.trailingAnchor.constraint(equalTo: outer.trailingAnchor),
        ])
        outer.layoutIfNeeded()
        XCTAssertEqual(view.center, CGPoint(x: 50, y: 40))
        XCTAssertEqual(view.frame, CGRect(x: 0, y: 20, width: 100, height: 20))
        // Another layout finds it in place.
        outer.setNeedsLayout()
        outer.layoutIfNeeded()
        XCTAssertEqual(view.center, CGPoint(x: 50, y: 40))
    }
}
