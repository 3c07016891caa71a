import QuartzCore
import XCTest

@testable import UIKit

/// Views without actions of their own are not asked outside animation blocks; all others are.
@MainActor final class QuietDelegateTests: XCTestCase {
    private final class Asked: UIView {
        var events: [String] = []
        override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
            events.append(event)
            return super.action(for: layer, forKey: event)
        }
    }

    private final class Delegate: NSObject, CALayerDelegate {
        var events: [String] = []
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
            events.append(event)
            return NSNull()
        }
    }

    private final class Action: NSObject, CAAction {
        var events: [String] = []
        func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) { events.append(event) }
    }

    func testClassWithItsOwnActionsIsAsked() async {
        let view = Asked()
        view.events = []
        view.alpha = 0.5
        view.addSubview(Asked())
        XCTAssertEqual(view.events, ["opacity", "sublayers"])
    }

    func testAnotherDelegateIsAsked() async {
        let view = UIView(), delegate = Delegate()
        view.layer.delegate = delegate
        view.alpha = 0.5
        XCTAssertEqual(delegate.events, ["opacity"])
        view.layer.delegate = view
        view.alpha = 1
        XCTAssertEqual(delegate.events, ["opacity"])
    }

    /// The layer of a released view is a plain layer: its other steps are asked.
    func testLayerThatOutlivesItsView() async {
        let action = Action()
        func layer() -> CALayer {
            let view = UIView(), layer = view.layer
            layer.actions = ["opacity": action]
            view.alpha = 0.5
            return layer
        }
        let kept = layer()
        XCTAssertEqual(action.events, [], "the view's answer comes first")
        kept.opacity = 0.25
        XCTAssertEqual(action.events, ["opacity"])
    }

    func testBlocksAnimate() async {
        let view = UIView()
        UIView.animate(withDuration: 1) { view.alpha = 0.5 }
        XCTAssertEqual(view.layer.animationKeys(), ["opacity"])
        view.alpha = 0.25
        XCTAssertEqual(view.layer.animationKeys(), ["opacity"])
        let other = UIView()
        other.alpha = 0.25
        XCTAssertNil(other.layer.animationKeys())
    }
}
