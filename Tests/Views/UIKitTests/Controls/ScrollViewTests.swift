import Agate
import XCTest

@testable import UIKit

@MainActor final class ScrollViewTests: XCTestCase {
    private final class Noting: NSObject, UIScrollViewDelegate {
        var notes: [String] = []
        var target: CGPoint?, chosen: CGPoint?
        var zoomed: UIView?
        func scrollViewDidScroll(_ scrollView: UIScrollView) { if notes.last != "scroll" { notes.append("scroll") } }
        func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { notes.append("will drag") }
        func scrollViewWillEndDragging(
            _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
        ) {
            notes.append("will end")
            target = targetContentOffset.pointee
            if let chosen { targetContentOffset.pointee = chosen }
        }
        func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) { notes.append("did end \(decelerate)") }
        func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { notes.append("will slow") }
        func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { notes.append("did stop") }
        func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { notes.append("did animate") }
        func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomed }
    }

    private let scene = Scene(CGSize(width: 200, height: 200))
    private let delegate = Noting()
    private lazy var view: UIScrollView = {
        let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        view.contentSize = CGSize(width: 200, height: 1000)
        view.delegate = delegate
        return scene.add(view)
    }()

    /// Moves a finger in steps of a 50th of a second.
    private func drag(_ from: CGPoint, by step: CGVector, _ count: Int, rest: Double = 0.02) {
        scene.touch(.began, from.x, from.y, at: scene.time + 0.1)
        for i in 1...count { scene.touch(.moved, from.x + step.dx * CGFloat(i), from.y + step.dy * CGFloat(i), at: scene.time + 0.02) }
        scene.touch(.ended, from.x + step.dx * CGFloat(count), from.y + step.dy * CGFloat(count), at: scene.time + rest)
    }

    /// Content that lies in an inset moves to the new edge when the inset shrinks, animated in a block; other offsets stay.
    func testAnInsetThatShrinks() async {
        let scene = Scene(CGSize(width: 100, height: 100)), view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        view.contentSize = CGSize(width: 300, height: 300)
        scene.add(view)
        let cases: [(old: UIEdgeInsets, new: UIEdgeInsets, offset: CGPoint, moved: CGPoint)] = [
            (UIEdgeInsets(top: 60, left: 0, bottom: 0, right: 0), .zero, CGPoint(x: 0, y: -60), .zero),
            (
                UIEdgeInsets(top: 60, left: 0, bottom: 0, right: 0), UIEdgeInsets(top: 20, left: 0, bottom: 0, right: 0),
                CGPoint(x: 5, y: -40), CGPoint(x: 5, y: -20)
            ),
            (UIEdgeInsets(top: 0, left: 30, bottom: 0, right: 0), .zero, CGPoint(x: -30, y: 10), CGPoint(x: 0, y: 10)),
            (UIEdgeInsets(top: 0, left: 0, bottom: 50, right: 40), .zero, CGPoint(x: 240, y: 250), CGPoint(x: 200, y: 200)),
            (UIEdgeInsets(top: 60, left: 0, bottom: 0, right: 0), .zero, CGPoint(x: 0, y: 20), CGPoint(x: 0, y: 20)),
            (UIEdgeInsets(top: 10, left: 0, bottom: 0, right: 0), .zero, CGPoint(x: 0, y: -80), CGPoint(x: 0, y: -80)),
            (.zero, UIEdgeInsets(top: 60, left: 0, bottom: 0, right: 0), .zero, .zero),
        ]
        for (old, new, offset, moved) in cases {
            scene.turn {
                view.contentInset = old
                view.contentOffset = offset
            }
            scene.turn { UIView.animate(withDuration: 1) { view.contentInset = new } }
            XCTAssertEqual(view.contentOffset, moved, "\(old) \(new)")
            scene.advance(to: scene.time + 0.5)
            let shown = view.layer.presentation()?.bounds.origin ?? .zero
            XCTAssertEqual(shown.y, (offset.y + moved.y) / 2, accuracy: 1)
            XCTAssertEqual(shown.x, (offset.x + moved.x) / 2, accuracy: 1)
            scene.advance(to: scene.time + 1)
        }
    }

    /// Content that shrinks does not leave the view beyond its end; what a finger holds stays where it is.
    func testContentThatShrinks() async {
        view.contentOffset = CGPoint(x: 0, y: 700)
        view.contentSize.height = 900
        XCTAssertEqual(view.contentOffset.y, 700, "all that shows is content")
        view.contentSize.height = 500
        XCTAssertEqual(view.contentOffset.y, 300)
        view.contentInset.bottom = 40
        view.contentOffset.y = 340
        view.contentSize.height = 450
        XCTAssertEqual(view.contentOffset.y, 290)
        view.contentOffset.y = -30
        view.contentSize.height = 100
        XCTAssertEqual(view.contentOffset.y, -30, "before the content")
        view.contentSize.height = 1000
        scene.touch(.began, 100, 180, at: scene.time + 0.1)
        for i in 1...6 { scene.touch(.moved, 100, 180 - 15 * CGFloat(i), at: scene.time + 0.02) }
        let held = view.contentOffset
        XCTAssertTrue(view.isDragging)
        view.contentSize.height = 10
        XCTAssertEqual(view.contentOffset, held)
        // Let go in motion, it goes on, bounces at the new end, and stops where that is far back.
        view.contentSize.height = 3000
        scene.touch(.ended, 100, 80, at: scene.time + 0.02)
        scene.advance(to: scene.time + 0.1)
        XCTAssertTrue(view.isDecelerating)
        scene.turn { view.contentSize.height = 2900 }
        XCTAssertTrue(view.isDecelerating)
        scene.turn { view.contentSize.height = 260 }
        XCTAssertTrue(view.isDecelerating)
        scene.advance(to: scene.time + 3)
        XCTAssertEqual(view.contentOffset.y, 100)
        view.contentSize.height = 3000
        scene.turn { view.setContentOffset(CGPoint(x: 0, y: 2000), animated: true) }
        scene.advance(to: scene.time + 0.25)
        scene.turn { view.contentSize.height = 240 }
        XCTAssertFalse(view.isDecelerating)
        XCTAssertEqual(view.contentOffset.y, 80)
    }

    func testDragging() async {
        _ = view
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -15), 6, rest: 0.5)
        // The first 15 points are what it takes to be a drag.
        XCTAssertEqual(view.contentOffset, CGPoint(x: 0, y: 75))
        XCTAssertEqual(delegate.notes, ["will drag", "scroll", "will end", "did end false"])
        XCTAssertFalse(view.isDragging || view.isDecelerating || view.isTracking)
        // Across there is nothing to move.
        drag(CGPoint(x: 180, y: 100), by: CGVector(dx: -15, dy: 0), 6, rest: 0.5)
        XCTAssertEqual(view.contentOffset, CGPoint(x: 0, y: 75))
        view.isScrollEnabled = false
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -15), 6, rest: 0.5)
        XCTAssertEqual(view.contentOffset.y, 75)
    }

    func testSlowingDown() async throws {
        _ = view
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -10), 10)
        XCTAssertTrue(view.isDecelerating)
        let start = view.contentOffset.y
        let target = try XCTUnwrap(delegate.target)
        // 500 points a second lead 250 points further.
        XCTAssertEqual(target.y, start + 249.75, accuracy: 1)
        scene.advance(to: scene.time + 0.35)
        XCTAssertEqual(view.contentOffset.y, (start + target.y) / 2, accuracy: 4)
        scene.advance(to: scene.time + 5)
        XCTAssertEqual(view.contentOffset, target)
        XCTAssertEqual(delegate.notes, ["will drag", "scroll", "will end", "did end true", "will slow", "scroll", "did stop"])
        // A finger stops it.
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -10), 10)
        scene.advance(to: scene.time + 0.1)
        scene.touch(.began, 100, 100)
        let stopped = view.contentOffset
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(view.contentOffset, stopped)
        scene.touch(.ended, 100, 100)
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(view.contentOffset, stopped)
    }

    func testEdges() async {
        _ = view
        scene.touch(.began, 100, 20, at: 1)
        scene.touch(.moved, 100, 40, at: 1.1)
        scene.touch(.moved, 100, 140, at: 1.2)
        XCTAssertEqual(view.contentOffset.y, -ScrollMotion.rubberBand(100, length: 200), accuracy: 0.5)
        scene.touch(.ended, 100, 140, at: 2)
        scene.advance(to: 4)
        XCTAssertEqual(view.contentOffset.y, 0)
        // Caught on its way back and let go, it goes on.
        scene.touch(.began, 100, 20, at: 5)
        scene.touch(.moved, 100, 40, at: 5.1)
        scene.touch(.moved, 100, 140, at: 5.2)
        scene.touch(.ended, 100, 140, at: 6)
        scene.touch(.began, 100, 100, at: 6.1)
        let caught = view.contentOffset.y
        XCTAssertLessThan(caught, -1)
        scene.touch(.ended, 100, 100, at: 6.2)
        scene.advance(to: 8)
        XCTAssertEqual(view.contentOffset.y, 0)
        view.bounces = false
        scene.touch(.began, 100, 20, at: 9)
        scene.touch(.moved, 100, 40, at: 9.1)
        scene.touch(.moved, 100, 140, at: 9.2)
        XCTAssertEqual(view.contentOffset.y, 0)
        scene.touch(.ended, 100, 140, at: 9.3)
        view.contentInset = UIEdgeInsets(top: 30, left: 0, bottom: 20, right: 0)
        XCTAssertEqual(view.verticalRange, -30...820)
    }

    func testPaging() async {
        _ = view
        view.isPagingEnabled = true
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -10), 10)
        scene.advance(to: scene.time + 3)
        XCTAssertEqual(view.contentOffset.y, 200)
        // A slow finger that did not come to the half goes back.
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -10), 6, rest: 0.5)
        scene.advance(to: scene.time + 3)
        XCTAssertEqual(view.contentOffset.y, 200)
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -15), 11, rest: 0.5)
        scene.advance(to: scene.time + 3)
        XCTAssertEqual(view.contentOffset.y, 400)
    }

    func testTheDelegateChoosesWhereToRest() async {
        _ = view
        delegate.chosen = CGPoint(x: 0, y: 300)
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -10), 10)
        scene.advance(to: scene.time + 5)
        XCTAssertEqual(view.contentOffset, CGPoint(x: 0, y: 300))
    }

    func testSettingTheOffset() async {
        _ = view
        scene.turn { view.contentOffset = CGPoint(x: 0, y: 120) }
        XCTAssertEqual(delegate.notes, ["scroll"])
        XCTAssertEqual(view.bounds.origin.y, 120)
        delegate.notes = []
        scene.turn { view.setContentOffset(CGPoint(x: 0, y: 320), animated: true) }
        scene.advance(to: scene.time + 0.15)
        XCTAssertEqual(view.contentOffset.y, 220, accuracy: 10)
        scene.advance(to: scene.time + 0.3)
        XCTAssertEqual(view.contentOffset.y, 320)
        XCTAssertEqual(delegate.notes, ["scroll", "did animate"])
        view.setContentOffset(CGPoint(x: CGFloat.nan, y: 0), animated: false)
        XCTAssertEqual(view.contentOffset.y, 320)
        scene.turn { view.scrollRectToVisible(CGRect(x: 0, y: 600, width: 10, height: 50), animated: false) }
        XCTAssertEqual(view.contentOffset.y, 450)
        scene.turn { view.scrollRectToVisible(CGRect(x: 0, y: 500, width: 10, height: 50), animated: false) }
        XCTAssertEqual(view.contentOffset.y, 450)
        scene.turn { view.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 50), animated: false) }
        XCTAssertEqual(view.contentOffset.y, 0)
    }

    func testWheel() async {
        _ = view
        let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        inner.contentSize = CGSize(width: 100, height: 130)
        scene.turn { view.addSubview(inner) }
        func turn(_ y: CGFloat) {
            scene.host.send(InputEvent(time: scene.time, .scroll(at: CGPoint(x: 50, y: 50), by: CGSize(width: 0, height: y))))
        }
        turn(20)
        XCTAssertEqual([inner.contentOffset.y, view.contentOffset.y], [20, 0])
        turn(20)
        XCTAssertEqual([inner.contentOffset.y, view.contentOffset.y], [30, 0])
        // The inner one is at its end: the outer one moves.
        turn(20)
        XCTAssertEqual([inner.contentOffset.y, view.contentOffset.y], [30, 20])
    }

    func testNestedOnesMoveAlongTheirOwnAxis() async {
        _ = view
        let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        inner.contentSize = CGSize(width: 800, height: 200)
        scene.turn { view.addSubview(inner) }
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -15), 6, rest: 0.5)
        XCTAssertEqual([inner.contentOffset.x, view.contentOffset.y], [0, 75])
        drag(CGPoint(x: 180, y: 100), by: CGVector(dx: -15, dy: 0), 6, rest: 0.5)
        XCTAssertEqual([inner.contentOffset.x, view.contentOffset.y], [75, 75])
    }

    func testContentHearsOfFingersThatRest() async {
        _ = view
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        var taps = 0
        button.addHandler(for: .touchUpInside) { taps += 1 }
        scene.turn { view.addSubview(button) }
        scene.touch(.began, 100, 100, at: 1)
        XCTAssertFalse(button.isHighlighted)
        scene.advance(to: 1.2)
        XCTAssertTrue(button.isHighlighted)
        scene.touch(.ended, 100, 100, at: 1.3)
        XCTAssertEqual(taps, 1)
        // A quick tap is heard when the finger goes up.
        scene.touch(.began, 100, 100, at: 2)
        scene.touch(.ended, 100, 100, at: 2.05)
        XCTAssertEqual(taps, 2)
        // A drag is no tap, whether it begins at once or later.
        drag(CGPoint(x: 100, y: 180), by: CGVector(dx: 0, dy: -15), 6, rest: 0.5)
        scene.touch(.began, 100, 100, at: 10)
        scene.advance(to: 10.5)
        XCTAssertTrue(button.isHighlighted)
        scene.touch(.moved, 100, 60, at: 10.6)
        XCTAssertFalse(button.isHighlighted)
        scene.touch(.ended, 100, 60, at: 11.5)
        XCTAssertEqual(taps, 2)
        XCTAssertGreaterThan(view.contentOffset.y, 0)
        // A slider keeps its finger.
        let slider = UISlider(frame: CGRect(x: 0, y: view.contentOffset.y + 150, width: 200, height: 34))
        scene.turn { view.addSubview(slider) }
        let offset = view.contentOffset
        scene.touch(.began, 16, 167, at: 20)
        scene.advance(to: 20.5)
        scene.touch(.moved, 60, 120, at: 20.6)
        XCTAssertTrue(slider.isTracking)
        XCTAssertEqual(view.contentOffset, offset)
        scene.touch(.ended, 60, 120, at: 20.7)
        XCTAssertGreaterThan(slider.value, 0)
    }

    func testZooming() async {
        _ = view
        let content = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        scene.turn { view.addSubview(content) }
        view.contentSize = CGSize(width: 200, height: 200)
        delegate.zoomed = content
        XCTAssertNil(view.pinchGestureRecognizer)
        view.maximumZoomScale = 3
        XCTAssertNotNil(view.pinchGestureRecognizer)
        scene.turn { view.zoomScale = 2 }
        XCTAssertEqual(view.contentSize, CGSize(width: 400, height: 400))
        XCTAssertEqual(content.frame, CGRect(x: 0, y: 0, width: 400, height: 400))
        XCTAssertEqual(view.contentOffset, CGPoint(x: 100, y: 100))
        scene.turn { view.zoomScale = 9 }
        XCTAssertEqual(view.zoomScale, 3)
        scene.turn { view.zoom(to: CGRect(x: 0, y: 0, width: 100, height: 100), animated: false) }
        XCTAssertEqual(view.zoomScale, 2)
        XCTAssertEqual(view.contentOffset, .zero)
        scene.turn { view.zoomScale = 1 }
        // Two fingers: the point between them stays.
        scene.touch(.began, 80, 100, id: 1, at: 1)
        scene.touch(.began, 120, 100, id: 2, at: 1)
        scene.touch(.moved, 60, 100, id: 1, at: 1.1)
        scene.touch(.moved, 140, 100, id: 2, at: 1.2)
        XCTAssertTrue(view.isZooming)
        XCTAssertEqual(view.zoomScale, 2, accuracy: 1e-6)
        scene.touch(.ended, 140, 100, id: 2, at: 1.3)
        scene.touch(.ended, 60, 100, id: 1, at: 1.4)
        XCTAssertFalse(view.isZooming)
    }

    func testIndicatorsComeAndGo() async {
        _ = view
        scene.turn { view.backgroundColor = .white }
        let empty = scene.host.image().rgbas
        scene.turn { view.contentOffset.y = 100 }
        XCTAssertEqual(scene.host.image().rgbas, empty)
        scene.turn { view.flashScrollIndicators() }
        scene.advance(to: scene.time + 0.1)
        XCTAssertNotEqual(scene.host.image().rgbas, empty)
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(scene.host.image().rgbas, empty)
        scene.touch(.began, 100, 180)
        scene.touch(.moved, 100, 150, at: scene.time + 0.02)
        scene.touch(.moved, 100, 120, at: scene.time + 0.02)
        XCTAssertNotEqual(scene.host.image().rgbas, empty)
        scene.touch(.ended, 100, 120, at: scene.time + 1)
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(scene.host.image().rgbas, empty)
    }

    func testANewInsetLaysOutWithoutSuper() async {
        final class Quiet: UIScrollView {
            var layouts = 0, changes = 0
            override func adjustedContentInsetDidChange() { changes += 1 }
            override func layoutSubviews() {
                super.layoutSubviews()
                layouts += 1
            }
        }
        let scene = Scene(), view = scene.add(Quiet(frame: CGRect(x: 0, y: 0, width: 100, height: 50)))
        scene.advance(to: 0.1)
        let before = view.layouts
        scene.turn { view.contentInset.top = 5 }
        XCTAssertEqual(view.changes, 1)
        XCTAssertGreaterThan(view.layouts, before)
    }
}
