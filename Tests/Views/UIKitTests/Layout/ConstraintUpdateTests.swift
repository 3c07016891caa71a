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
