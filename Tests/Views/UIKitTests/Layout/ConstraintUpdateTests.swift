import Agate
import AgateDiagnostics
import UIKit
import XCTest

@MainActor final class ConstraintUpdateTests: XCTestCase {
    /// A view that places its content by constraints, and requests an update of them in each layout, as for a new orientation.
    private final class Follower: UIView {
        let box = UIView()
        private(set) var layouts = 0, updates = 0
        private lazy var width = box.widthAnchor.constraint(equalToConstant: 0)

        override func updateConstraints() {
            updates += 1
            if box.superview == nil {
                box.translatesAutoresizingMaskIntoConstraints = false
                addSubview(box)
                NSLayoutConstraint.activate([
                    width, box.heightAnchor.constraint(equalToConstant: 10), box.leadingAnchor.constraint(equalTo: leadingAnchor),
                    box.topAnchor.constraint(equalTo: topAnchor),
                ])
            }
            width.constant = bounds.width / 2
            super.updateConstraints()
        }
        override func layoutSubviews() {
            super.layoutSubviews()
            layouts += 1
            setNeedsUpdateConstraints()
        }
    }

    /// A view that makes its constraints anew in each layout: its own, and those in a subview with a frame.
    private final class Maker: UIView {
        let label = UIView(), track = UIView(), inner = UIView()
        var inset: CGFloat = 5, activatesFirst = false
        private(set) var layouts = 0
        private var made: [NSLayoutConstraint] = []

        override func layoutSubviews() {
            super.layoutSubviews()
            layouts += 1
            if track.superview == nil {
                for view in [label, track] { addSubview(view) }
                track.addSubview(inner)
            }
            track.frame = bounds
            var new: [NSLayoutConstraint] = []
            for view in [label, inner] {
                view.translatesAutoresizingMaskIntoConstraints = false
                guard let above = view.superview else { continue }
                new += [
                    view.topAnchor.constraint(equalTo: above.topAnchor, constant: inset),
                    view.leftAnchor.constraint(equalTo: above.leftAnchor), view.heightAnchor.constraint(equalToConstant: 10),
                    view.widthAnchor.constraint(equalTo: above.widthAnchor, multiplier: 0.5),
                ]
            }
            if activatesFirst { NSLayoutConstraint.activate(new) }
            NSLayoutConstraint.deactivate(made)
            if !activatesFirst { NSLayoutConstraint.activate(new) }
            made = new
        }
    }

    /// Equal constraints in place of others are no reason for another layout; different ones are.
    func testConstraintsMadeAnewInEachLayout() async {
        for activatesFirst in [false, true] {
            let scene = Scene(CGSize(width: 200, height: 100)), view = Maker(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
            view.activatesFirst = activatesFirst
            let reported = reports {
                scene.add(view)
                scene.advance(to: 0.1)
            }
            XCTAssertEqual(reported.filter { $0 == "layer.endless-layout" }, [])
            let frame = CGRect(x: 0, y: 5, width: 50, height: 10)
            XCTAssertEqual([view.label.frame, view.inner.frame], [frame, frame])
            XCTAssertLessThanOrEqual(view.layouts, 4)
            let before = view.layouts
            scene.turn { view.setNeedsLayout() }
            scene.advance(to: 0.2)
            XCTAssertEqual(view.layouts, before + 1, "nothing has changed")
            view.inset = 8
            scene.turn { view.setNeedsLayout() }
            scene.advance(to: 0.3)
            XCTAssertEqual([view.label.frame.minY, view.inner.frame.minY], [8, 8])
        }
    }

    private final class Marquee: UILabel {
        var layouts = 0
        var nextText: String?

        override func layoutSubviews() {
            super.layoutSubviews()
            layouts += 1
            if let nextText { text = nextText }
            nextText = nil
            invalidateIntrinsicContentSize()
        }
    }

    /// A content size that is invalidated in each layout, and is the same, is no reason for another one; another size is.
    func testContentSizesInvalidatedInEachLayout() async {
        for lines in [1, 0] {
            let scene = Scene(CGSize(width: 200, height: 100)), label = Marquee(), below = UIView()
            label.numberOfLines = lines
            label.text = "one"
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            for each in [label, below] {
                each.translatesAutoresizingMaskIntoConstraints = false
                view.addSubview(each)
            }
            NSLayoutConstraint.activate([
                label.leftAnchor.constraint(equalTo: view.leftAnchor), label.topAnchor.constraint(equalTo: view.topAnchor),
                label.widthAnchor.constraint(lessThanOrEqualToConstant: 60), below.topAnchor.constraint(equalTo: label.bottomAnchor),
                below.leftAnchor.constraint(equalTo: label.rightAnchor), below.widthAnchor.constraint(equalToConstant: 10),
                below.heightAnchor.constraint(equalToConstant: 10),
            ])
            let reported = reports {
                scene.add(view)
                scene.advance(to: 0.1)
            }
            XCTAssertEqual(reported.filter { $0 == "layer.endless-layout" }, [])
            XCTAssertLessThanOrEqual(label.layouts, 3)
            let before = label.layouts, size = label.frame.size
            scene.turn { label.setNeedsLayout() }
            scene.advance(to: 0.2)
            XCTAssertEqual(label.layouts, before + 1, "nothing has changed")
            label.nextText = "one and two and three"
            scene.turn { label.setNeedsLayout() }
            scene.advance(to: 0.3)
            XCTAssertEqual(label.frame.width, 60, accuracy: 2)
            if lines == 0 { XCTAssertGreaterThan(label.frame.height, 2 * size.height - 1) }
            XCTAssertEqual(below.frame.origin, CGPoint(x: label.frame.maxX, y: label.frame.maxY), "what follows the label follows it")
        }
    }

    /// The identifiers that are reported while something runs.
    private func reports(_ body: () -> Void) -> [String] {
        final class List: @unchecked Sendable { var identifiers: [String] = [] }
        // Unchecked: all of it happens on the main thread.
        let list = List()
        let token = Diagnostic.addObserver { list.identifiers.append($0.identifier) }
        defer { Diagnostic.removeObserver(token) }
        body()
        return list.identifiers
    }

    func testAnUpdateRequestedInALayoutEnds() async {
        let scene = Scene(CGSize(width: 200, height: 100)), view = Follower(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        let reported = reports {
            scene.add(view)
            scene.advance(to: 0.1)
        }
        XCTAssertEqual(reported.filter { $0 == "layer.endless-layout" }, [])
        XCTAssertEqual(view.box.frame, CGRect(x: 0, y: 0, width: 100, height: 10))
        XCTAssertLessThanOrEqual(view.layouts, 3)
        let before = (view.layouts, view.updates)
        scene.advance(to: 0.5)
        XCTAssertEqual(view.layouts, before.0, "an unchanged view isn't laid out")
        XCTAssertEqual(view.updates, before.1)
        // A new size is a layout, whose update changes the constraint, which is another layout.
        view.frame.size.width = 120
        scene.advance(to: 0.6)
        XCTAssertEqual(view.box.frame.width, 60)
        XCTAssertLessThanOrEqual(view.layouts - before.0, 2)
        XCTAssertFalse(view.needsUpdateConstraints())
    }

    func testAnUpdateRequestedByTheControllerEnds() async {
        final class Controller: UIViewController {
            var updates = 0
            override func viewDidLayoutSubviews() { view.setNeedsUpdateConstraints() }
        }
        let scene = Scene(CGSize(width: 200, height: 100)), controller = Controller()
        let reported = reports {
            controller.view.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
            scene.add(controller.view)
            scene.advance(to: 0.1)
        }
        XCTAssertEqual(reported.filter { $0 == "layer.endless-layout" }, [])
    }

    func testARequestOutsideOfALayoutIsServedInTheNextOne() async {
        let view = Follower(frame: CGRect(x: 0, y: 0, width: 80, height: 40))
        view.setNeedsUpdateConstraints()
        XCTAssertTrue(view.needsUpdateConstraints())
        view.layoutIfNeeded()
        XCTAssertEqual(view.box.frame.width, 40)
    }

    func testConstraintsAffectingAnAxis() async {
        let outer = UIView(), view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        outer.addSubview(view)
        let width = view.widthAnchor.constraint(equalToConstant: 5), top = outer.topAnchor.constraint(equalTo: view.topAnchor)
        let off = view.heightAnchor.constraint(equalToConstant: 3)
        NSLayoutConstraint.activate([width, top])
        XCTAssertEqual(view.constraintsAffectingLayout(for: .horizontal), [width])
        XCTAssertEqual(view.constraintsAffectingLayout(for: .vertical), [top])
        off.isActive = true
        XCTAssertEqual(Set(view.constraintsAffectingLayout(for: .vertical)), [top, off])
        XCTAssertEqual(outer.constraintsAffectingLayout(for: .horizontal), [])
    }
}
