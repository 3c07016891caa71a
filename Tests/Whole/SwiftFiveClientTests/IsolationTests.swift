import AVFoundation
import QuartzCore
import UIKit
import XCTest

// What packages in Swift 5 mode write about UIKit. None of it says an actor: that it compiles is most of the test. With Apple's system
// every UIKit declaration is `@preconcurrency @MainActor`, so these are warnings at most there, and must be here.

/// A subclass with a plain `deinit`, which touches what is its own and what is UIKit's.
class TickingView: UIView {
    var onRelease: (() -> Void)?
    private var timer: Timer?
    private var link: CADisplayLink?
    private let ring = CAShapeLayer()

    override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
        setUp()
    }

    deinit {
        timer?.invalidate()
        link?.invalidate()
        NotificationCenter.default.removeObserver(self)
        onRelease?()
    }

    private func setUp() {
        layer.addSublayer(ring)
        backgroundColor = .clear
    }

    override class var layerClass: AnyClass { CAShapeLayer.self }
    override func layoutSubviews() {
        super.layoutSubviews()
        ring.frame = bounds
    }
}

class PlainWindow: UIWindow {
    deinit { NotificationCenter.default.removeObserver(self) }
}

class PlainController: UIViewController {
    deinit { NotificationCenter.default.removeObserver(self) }
}

class PlainGesture: UITapGestureRecognizer {
    deinit { NotificationCenter.default.removeObserver(self) }
}

/// A class of no actor that adopts UIKit's protocols.
class Handler: NSObject, UIGestureRecognizerDelegate, UIScrollViewDelegate {
    var scrolled = 0

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { gestureRecognizer.view != nil }
    func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolled += Int(scrollView.contentOffset.y) }
}

/// A structure of no actor that makes and moves views.
struct Builder {
    let color: UIColor
    var duration: TimeInterval = 0.25

    func make() -> UIView {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
        view.backgroundColor = color
        view.addSubview(UILabel())
        view.layer.cornerRadius = 4
        return view
    }

    func fade(_ view: UIView, completion: ((Bool) -> Void)? = nil) {
        UIView.animate(withDuration: duration, delay: 0, options: [.curveEaseOut], animations: { view.alpha = 0 }, completion: completion)
    }
}

/// A protocol of no actor that views adopt, with a default of its own.
protocol Shakable {
    func shake()
    var amount: CGFloat { get }
}

extension Shakable where Self: UIView {
    func shake() { transform = CGAffineTransform(translationX: amount, y: 0) }
}

class ShakingView: UIView, Shakable {
    var amount: CGFloat { bounds.width / 10 }
}

/// Functions of no actor, at the top of a file.
func pin(_ view: UIView, to other: UIView) {
    view.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: other.topAnchor), view.leftAnchor.constraint(equalTo: other.leftAnchor),
    ])
}

let sharedRootView = UIView()
var lastController: UIViewController?

enum Defaults {
    static var screenWidth = UIScreen.main.bounds.width
    static let idiom = UIScreen.main.traitCollection.userInterfaceIdiom
}

final class IsolationTests: XCTestCase {
    func testAViewIsMadeMovedAndReleasedWithoutAnActor() {
        var released = 0
        autoreleased {
            let view = TickingView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
            view.onRelease = { released += 1 }
            view.addSubview(TickingView())
            (view.subviews[0] as? TickingView)?.onRelease = { released += 1 }
            view.layoutIfNeeded()
            XCTAssertTrue(view.layer is CAShapeLayer)
        }
        XCTAssertEqual(released, 2)
    }

    private func autoreleased(_ body: () -> Void) { body() }

    func testViewsReleasedOffTheMainThreadLeaveTheirSubviewsToIt() {
        let child = UIView()
        var parent: UIView? = UIView()
        parent?.addSubview(child)
        XCTAssertTrue(child.superview === parent)
        let box = Box(parent)
        parent = nil
        let done = expectation(description: "released")
        DispatchQueue.global().async {
            box.value = nil
            done.fulfill()
        }
        wait(for: [done], timeout: 10)
        XCTAssertNil(child.superview, "who is gone is nobody's superview")
    }

    private final class Box: @unchecked Sendable {
        var value: UIView?
        init(_ value: UIView?) { self.value = value }
    }

    func testAWindowThatIsReleasedLeavesItsScreen() {
        let host = UIScreen.main.host, before = host.layer.sublayers?.count ?? 0
        var window: UIWindow? = PlainWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        window?.isHidden = false
        XCTAssertEqual(host.layer.sublayers?.count, before + 1)
        window = nil
        XCTAssertEqual(host.layer.sublayers?.count ?? 0, before)
    }

    func testStructuresProtocolsAndFunctionsOfNoActorReachViews() {
        let view = Builder(color: .red).make()
        XCTAssertEqual(view.subviews.count, 1)
        Builder(color: .red).fade(view)
        XCTAssertEqual(view.alpha, 0)
        let shaking = ShakingView(frame: CGRect(x: 0, y: 0, width: 50, height: 5))
        shaking.shake()
        XCTAssertEqual(shaking.transform.tx, 5)
        pin(view, to: view)
        lastController = PlainController()
        XCTAssertNotNil(lastController?.view)
        XCTAssertGreaterThan(Defaults.screenWidth, 0)
        XCTAssertNotEqual(Defaults.idiom, .unspecified)
        XCTAssertNil(sharedRootView.superview)
    }

    func testDelegatesOfNoActorAreAsked() {
        let handler = Handler(), scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        scroll.contentSize = CGSize(width: 10, height: 100)
        scroll.delegate = handler
        scroll.contentOffset = CGPoint(x: 0, y: 7)
        XCTAssertEqual(handler.scrolled, 7)
        let tap = PlainGesture()
        tap.delegate = handler
        scroll.addGestureRecognizer(tap)
        XCTAssertTrue(handler.gestureRecognizerShouldBegin(tap))
    }

    func testPlayersBelongToTheMainActorInName() {
        let player = AVPlayer()
        player.rate = 1
        XCTAssertEqual(player.rate, 1)
        XCTAssertTrue(AVPlayerLayer(player: player).player === player)
    }
}
