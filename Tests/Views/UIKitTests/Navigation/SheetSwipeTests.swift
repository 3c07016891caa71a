import Agate
import UIKit
import XCTest

@MainActor final class SheetSwipeTests: XCTestCase {
    private final class Delegate: NSObject, UIAdaptivePresentationControllerDelegate {
        var notes: [String] = []
        var allows = true
        func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
            notes.append("should")
            return allows
        }
        func presentationControllerWillDismiss(_ presentationController: UIPresentationController) { notes.append("will") }
        func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { notes.append("did") }
        func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) { notes.append("attempt") }
    }

    private func present(_ delegate: Delegate) -> (Scene, UIViewController, UIViewController) {
        let scene = Scene(CGSize(width: 400, height: 600)), root = UIViewController(), sheet = UIViewController()
        sheet.modalPresentationStyle = .pageSheet
        scene.turn { scene.window.rootViewController = root }
        scene.turn { root.present(sheet, animated: true) }
        sheet.presentationController?.delegate = delegate
        scene.advance(to: 1)
        return (scene, root, sheet)
    }

    private func drag(_ scene: Scene, by way: CGFloat) {
        scene.touch(.began, 200, 100)
        for step in 1...10 { scene.touch(.moved, 200, 100 + way * CGFloat(step) / 10, at: scene.time + 0.05) }
        scene.touch(.ended, 200, 100 + way, at: scene.time + 0.3)
    }

    func testASwipeTakesASheetAway() async {
        let delegate = Delegate(), (scene, root, sheet) = present(delegate), home = sheet.view.center
        drag(scene, by: 100)
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(delegate.notes, [], "not far enough")
        XCTAssertEqual(sheet.view.center, home)
        drag(scene, by: 400)
        XCTAssertEqual(delegate.notes, ["should", "will"])
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(delegate.notes, ["should", "will", "did"])
        XCTAssertNil(root.presentedViewController)
        XCTAssertNil(sheet.view.window)
    }

    func testASheetThatMayNotGoStays() async {
        let delegate = Delegate(), (scene, root, sheet) = present(delegate), home = sheet.view.center
        delegate.allows = false
        drag(scene, by: 400)
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(delegate.notes, ["should", "attempt"])
        sheet.isModalInPresentation = true
        drag(scene, by: 490)
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(delegate.notes, ["should", "attempt", "attempt"], "the delegate is not asked")
        XCTAssertEqual(sheet.view.center, home)
        XCTAssertTrue(root.presentedViewController === sheet)
    }

    func testAProgramsDismissalAsksNobody() async {
        let delegate = Delegate(), (scene, root, _) = present(delegate)
        scene.turn { root.dismiss(animated: true) }
        scene.advance(to: scene.time + 1)
        XCTAssertNil(root.presentedViewController)
        XCTAssertEqual(delegate.notes, [])
    }
}
