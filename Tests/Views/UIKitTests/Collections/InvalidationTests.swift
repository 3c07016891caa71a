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
}
