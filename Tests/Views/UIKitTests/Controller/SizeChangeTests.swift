import Agate
import UIKit
import XCTest

@MainActor final class SizeChangeTests: XCTestCase {
    private final class Noting: UIViewController {
        var notes: [String] = []
        override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
            notes.append("to \(Int(size.width)) from \(Int(view.bounds.width)), \(coordinator.isAnimated)")
            coordinator.animate { _ in
                self.notes.append("along \(Int(self.view.bounds.width))")
            } completion: { context in
                self.notes.append("done \(Int(self.view.bounds.width)), \(context.isCancelled)")
            }
            super.viewWillTransition(to: size, with: coordinator)
        }
        override func willTransition(to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator) {
            notes.append(newCollection.horizontalSizeClass == .compact ? "compact" : "regular")
            super.willTransition(to: newCollection, with: coordinator)
        }
        override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
            notes.append("wants \(Int(container.preferredContentSize.width))")
        }
    }

    private func resize(_ scene: Scene, _ size: CGSize) {
        scene.host.send(InputEvent(time: scene.host.clock.now, .resized(size, scale: 1)))
    }

    func testControllersHearOfAnotherSize() async {
        let scene = Scene(CGSize(width: 800, height: 600)), root = Noting(), child = Noting(), fixed = Noting()
        scene.turn {
            for one in [child, fixed] { root.addChild(one) }
            root.view.frame = CGRect(x: 0, y: 0, width: 800, height: 600)
            child.view.frame = CGRect(x: 0, y: 0, width: 800, height: 600)
            child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            root.view.addSubview(child.view)
            scene.window.rootViewController = root
            _ = fixed.view
        }
        resize(scene, CGSize(width: 400, height: 600))
        XCTAssertEqual(root.notes, ["compact", "to 400 from 800, false", "along 400", "done 400, false"])
        XCTAssertEqual(child.notes, ["compact", "to 400 from 800, false", "along 400", "done 400, false"])
        XCTAssertEqual(fixed.notes, ["compact"], "its view does not show")
        root.notes = []
        resize(scene, CGSize(width: 400, height: 600))
        XCTAssertEqual(root.notes, [])
    }

    func testPresentedControllersThatFillTheWindow() async {
        let scene = Scene(CGSize(width: 800, height: 600)), root = UIViewController(), shown = Noting(), form = Noting()
        scene.turn { scene.window.rootViewController = root }
        shown.modalPresentationStyle = .overFullScreen
        form.modalPresentationStyle = .formSheet
        scene.turn { root.present(shown, animated: false) }
        scene.turn { shown.present(form, animated: false) }
        resize(scene, CGSize(width: 700, height: 600))
        XCTAssertEqual(shown.notes.first, "to 700 from 800, false")
        XCTAssertEqual(form.notes, [])
    }

    func testPreferredSizes() async {
        let parent = Noting(), child = Noting()
        parent.addChild(child)
        child.preferredContentSize = CGSize(width: 30, height: 40)
        child.preferredContentSize = CGSize(width: 30, height: 40)
        XCTAssertEqual(parent.notes, ["wants 30"])
    }
}
