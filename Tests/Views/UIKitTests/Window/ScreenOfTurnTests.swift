import Agate
@testable import UIKit
import XCTest

/// The main screen in a host's own turn is that of the host.
@MainActor final class ScreenOfTurnTests: XCTestCase {
    private func shown(_ scale: CGFloat, width: CGFloat = 120) -> (host: OffscreenHost, window: UIWindow) {
        let host = OffscreenHost(size: CGSize(width: width, height: 80), scale: scale)
        return (host, UIWindow(host: host))
    }

    func testTheMainScreenIsThatOfTheTurn() async {
        let before = UIScreen.main, (host, window) = shown(3)
        withExtendedLifetime(window) {
            XCTAssertTrue(UIScreen.main === before, "a window alone changes nothing")
            host.perform {
                XCTAssertTrue(UIScreen.main === window.screen)
                XCTAssertEqual(UIScreen.main.bounds.size, CGSize(width: 120, height: 80))
                XCTAssertEqual(UIScreen.main.scale, 3)
                XCTAssertEqual(UITraitCollection.current.displayScale, 3)
                XCTAssertEqual(UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { _ in }.scale, 3)
                XCTAssertTrue(UIWindow(frame: .zero).screen === window.screen)
                XCTAssertTrue(UIScreen.screens == [before], "the list of screens is that of the program")
            }
            XCTAssertTrue(UIScreen.main === before)
            XCTAssertEqual(UITraitCollection.current.displayScale, before.scale)
        }
    }

    func testTurnsOfOthersInsideATurn() async {
        let (outer, first) = shown(1), (inner, second) = shown(3, width: 50)
        outer.perform {
            inner.perform { XCTAssertTrue(UIScreen.main === second.screen) }
            XCTAssertTrue(UIScreen.main === first.screen)
        }
        struct Failure: Error {}
        XCTAssertThrowsError(try inner.perform { throw Failure() })
        XCTAssertFalse(UIScreen.main === second.screen, "after an error, too")
    }

    func testCallbacksFramesAndInputAreTurns() async {
        final class View: UIView {
            var seen: [UIScreen] = []
            override func layoutSubviews() { seen.append(.main) }
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { seen.append(.main) }
            override func draw(_ rect: CGRect) { seen.append(.main) }
        }
        let (host, window) = shown(2), view = View(frame: CGRect(x: 0, y: 0, width: 120, height: 80))
        var later: UIScreen?
        window.addSubview(view)
        window.isHidden = false
        _ = host.image()
        host.send(InputEvent(time: 0, .touch(InputEvent.Touch(id: 1, .began, at: CGPoint(x: 5, y: 5)))))
        host.perform {
            UIView.animate(withDuration: 0.2) {
                view.alpha = 0.5
            } completion: { _ in
                later = .main
            }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { view.seen.append(.main) }
        }
        host.advance(to: 1)
        XCTAssertGreaterThanOrEqual(view.seen.count, 3)
        XCTAssertTrue(view.seen.allSatisfy { $0 === window.screen })
        XCTAssertTrue(later === window.screen)
    }

    func testAHostWithoutWindowsChangesNothing() async {
        let before = UIScreen.main, host = OffscreenHost(size: CGSize(width: 10, height: 10))
        host.perform {
            XCTAssertTrue(UIScreen.main === before)
            XCTAssertNil(host.onInput, "and has no screen of its own because of the question")
        }
    }

    func testOnlyTheProgramsScreenClosesTheProgram() async {
        let (host, window) = shown(1)
        var closed = 0
        let before = UIApplication.shared.onClose
        UIApplication.shared.onClose = { closed += 1 }
        defer { UIApplication.shared.onClose = before }
        withExtendedLifetime(window) { host.send(InputEvent(time: 0, .closeRequested)) }
        XCTAssertEqual(closed, 0)
    }
}
