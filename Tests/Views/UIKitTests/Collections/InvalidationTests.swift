import Agate
import UIKit
import XCTest

@MainActor final class InvalidationTests: XCTestCase {
    private final class Context: UICollectionViewLayoutInvalidationContext { var note = "bounds" }
    private final class Layout: UICollectionViewLayout {
        var notes: [String] = []
        override class var invalidationContextClass: AnyClass { Context.self }
        override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { newBounds.width != 100 }
        override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
            super.invalidateLayout(with: context)
            notes.append(context.invalidateEverything ? "all" : (context as? Context)?.note ?? "other")
        }
        override func prepare() { notes.append("prepare") }
    }

    /// Layouts keep what they worked out until a context says that it no longer holds.
    func testLayoutsGetContextsOfTheirClass() async {
        let scene = Scene(), layout = Layout(),
            view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 50), collectionViewLayout: layout)
        scene.add(view)
        scene.advance(to: 0.1)
        layout.notes = []
        scene.turn { view.reloadData() }
        XCTAssertEqual(layout.notes, ["all", "prepare"])
        layout.notes = []
        scene.turn { view.frame.size.width = 80 }
        XCTAssertEqual(layout.notes, ["bounds", "prepare"])
        layout.notes = []
        scene.turn { view.frame.size.width = 100 }
        XCTAssertEqual(layout.notes, [], "its own answer")
        XCTAssertTrue(
            UICollectionViewFlowLayout().invalidationContext(forBoundsChange: .zero) is UICollectionViewFlowLayoutInvalidationContext)
    }

    private final class Tall: UICollectionViewLayout {
        var notes: [String] = []
        private var width: CGFloat = 0
        override var collectionViewContentSize: CGSize { CGSize(width: width, height: 1000) }
        override func prepare() { width = collectionView?.bounds.width ?? 0 }
        override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { newBounds.width != width }
        override func prepare(forAnimatedBoundsChange oldBounds: CGRect) { notes.append("from \(Int(oldBounds.width))") }
        override func finalizeAnimatedBoundsChange() { notes.append("done") }
    }

    func testContextsAdjustOffsetAndSize() async {
        let scene = Scene(), layout = Tall(),
            view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 50), collectionViewLayout: layout)
        scene.add(view)
        scene.turn { view.contentOffset.y = 100 }
        let context = UICollectionViewLayoutInvalidationContext()
        context.contentOffsetAdjustment = CGPoint(x: 0, y: 30)
        context.contentSizeAdjustment = CGSize(width: 0, height: 200)
        scene.turn {
            layout.invalidateLayout(with: context)
            XCTAssertEqual(view.contentOffset, CGPoint(x: 0, y: 130))
            XCTAssertEqual(view.contentSize, CGSize(width: 100, height: 1200))
        }
        XCTAssertEqual(view.contentOffset, CGPoint(x: 0, y: 130))
        XCTAssertEqual(view.contentSize, CGSize(width: 100, height: 1000), "the layout was asked again")
        // A scroll in progress goes on from there.
        scene.turn { view.setContentOffset(CGPoint(x: 0, y: 400), animated: true) }
        scene.advance(to: scene.time + 0.1)
        scene.turn { layout.invalidateLayout(with: context) }
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(view.contentOffset, CGPoint(x: 0, y: 430))
    }

    func testLayoutsAreNotifiedOfAnimatedBounds() async {
        let scene = Scene(), layout = Tall(),
            view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 50), collectionViewLayout: layout)
        scene.add(view)
        scene.advance(to: 0.1)
        scene.turn {
            UIView.animate(withDuration: 0.3) {
                view.frame.size.width = 80
                view.layoutIfNeeded()
            }
        }
        XCTAssertEqual(layout.notes, ["from 100", "done"])
        scene.turn { UIView.animate(withDuration: 0.3) { view.bounds.size.width = 90 } }
        XCTAssertEqual(layout.notes, ["from 100", "done", "from 80", "done"])
        layout.notes = []
        scene.turn { view.frame.size.width = 60 }
        XCTAssertEqual(layout.notes, [])
    }
}
