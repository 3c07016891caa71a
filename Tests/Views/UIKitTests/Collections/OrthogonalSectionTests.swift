import Agate
import UIKit
import XCTest

/// Sections that scroll by themselves, across the direction of their collection.
@MainActor final class OrthogonalSectionTests: XCTestCase {
    private func layout(
        _ behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior,
        _ handler: NSCollectionLayoutSectionVisibleItemsInvalidationHandler? = nil
    ) -> UICollectionViewCompositionalLayout {
        UICollectionViewCompositionalLayout { section, _ in
            let item = NSCollectionLayoutItem(
                layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
            let group = NSCollectionLayoutGroup.horizontal(
                layoutSize: NSCollectionLayoutSize(widthDimension: .absolute(section == 0 ? 100 : 300), heightDimension: .absolute(80)),
                subitems: [item])
            let made = NSCollectionLayoutSection(group: group)
            made.contentInsets = NSDirectionalEdgeInsets(top: 10, leading: 20, bottom: 10, trailing: 20)
            made.interGroupSpacing = 10
            if section == 0 { (made.orthogonalScrollingBehavior, made.visibleItemsInvalidationHandler) = (behavior, handler) }
            return made
        }
    }

    private func collection(_ layout: UICollectionViewLayout, _ items: CollectionItems) -> (Scene, UICollectionView) {
        let scene = Scene(CGSize(width: 300, height: 300))
        let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 300, height: 300), collectionViewLayout: layout)
        items.register(in: view)
        (view.dataSource, view.delegate) = (items, items)
        scene.add(view)
        scene.advance(to: 0.1)
        return (scene, view)
    }

    private func x(_ view: UICollectionView, _ item: Int) -> CGFloat? {
        view.cellForItem(at: IndexPath(item: item, section: 0)).map { view.convert($0.bounds, from: $0).minX }
    }

    private func drag(_ scene: Scene, from start: CGPoint, by moved: CGPoint, pause: Double = 0.3) {
        scene.touch(.began, start.x, start.y)
        for step in 1...10 {
            let part = CGFloat(step) / 10
            scene.touch(.moved, start.x + moved.x * part, start.y + moved.y * part, at: scene.time + 0.02)
        }
        scene.touch(.ended, start.x + moved.x, start.y + moved.y, at: scene.time + pause)
        scene.advance(to: scene.time + 2)
    }

    func testASectionScrollsByItself() async {
        let items = CollectionItems([6, 6]), (scene, view) = collection(layout(.continuous), items)
        XCTAssertEqual(view.contentSize, CGSize(width: 300, height: 100 + 20 + 6 * 80 + 5 * 10))
        XCTAssertEqual([x(view, 0), x(view, 1), x(view, 2)], [20, 130, 240])
        XCTAssertNil(x(view, 3), "out of view: no cell")
        drag(scene, from: CGPoint(x: 200, y: 50), by: CGPoint(x: -160, y: 0))
        XCTAssertEqual(view.contentOffset, .zero)
        let moved = x(view, 2)
        XCTAssertEqual(moved ?? 0, 80, accuracy: 17, "with the finger, less what it takes to begin")
        XCTAssertNil(x(view, 0))
        XCTAssertNotNil(x(view, 3))
        // What is tapped is what stands there.
        let place = (moved ?? 0) + 50
        scene.touch(.began, place, 50)
        scene.touch(.ended, place, 50, at: scene.time + 0.2)
        scene.advance(to: scene.time + 0.5)
        XCTAssertEqual(items.notes, ["chose 0,2"])
        XCTAssertEqual(view.indexPathForItem(at: CGPoint(x: place, y: 50)), IndexPath(item: 2, section: 0))
        // A finger that goes down moves the whole.
        drag(scene, from: CGPoint(x: 150, y: 50), by: CGPoint(x: 0, y: -40))
        XCTAssertEqual(view.contentOffset.y, 40, accuracy: 13)
        XCTAssertEqual(x(view, 2), moved)
        // It stays where it is while it is out of view.
        scene.turn { view.contentOffset.y = 300 }
        XCTAssertNil(x(view, 2))
        scene.turn { view.contentOffset.y = 0 }
        XCTAssertEqual(x(view, 2), moved)
    }

    func testScrollingToAnItem() async {
        let (scene, view) = collection(layout(.continuous), CollectionItems([6, 6]))
        scene.turn { view.scrollToItem(at: IndexPath(item: 3, section: 0), at: .centeredHorizontally, animated: false) }
        XCTAssertEqual(x(view, 3), 100)
        XCTAssertEqual(view.contentOffset, .zero)
        scene.turn { view.scrollToItem(at: IndexPath(item: 5, section: 0), at: .left, animated: true) }
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(x(view, 5), 180, "at the end")
    }

    func testGroupsComeToRestAtTheirPlaces() async {
        let (scene, view) = collection(layout(.groupPaging), CollectionItems([6, 6]))
        drag(scene, from: CGPoint(x: 200, y: 50), by: CGPoint(x: -90, y: 0), pause: 0.01)
        XCTAssertEqual(x(view, 1), 20, "thrown: the next one")
        drag(scene, from: CGPoint(x: 100, y: 50), by: CGPoint(x: 30, y: 0))
        XCTAssertEqual(x(view, 1), 20, "not far enough: back")
        let (other, centered) = collection(layout(.groupPagingCentered), CollectionItems([6, 6]))
        XCTAssertEqual(x(centered, 0), 100)
        drag(other, from: CGPoint(x: 200, y: 50), by: CGPoint(x: -90, y: 0), pause: 0.01)
        XCTAssertEqual(x(centered, 1), 100)
        let (third, leading) = collection(layout(.continuousGroupLeadingBoundary), CollectionItems([6, 6]))
        drag(third, from: CGPoint(x: 200, y: 50), by: CGPoint(x: -198, y: 0))
        XCTAssertEqual(x(leading, 2), 20)
    }

    /// A carousel: what is in view is changed as it moves.
    func testAHandlerChangesWhatIsInView() async {
        nonisolated(unsafe) var offsets: [CGFloat] = []
        let (scene, view) = collection(
            layout(.continuous) { items, offset, environment in
                offsets.append(offset.x)
                for item in items where item.representedElementCategory == .cell {
                    let middle = offset.x + environment.container.contentSize.width / 2
                    item.alpha = 1 - min(1, abs(item.center.x - middle) / 300)
                    item.transform = CGAffineTransform(scaleX: item.alpha, y: item.alpha)
                }
            }, CollectionItems([6, 6]))
        let before = view.cellForItem(at: IndexPath(item: 2, section: 0))?.alpha ?? 0
        XCTAssertEqual(before, 1 - 140 / 300, accuracy: 0.001)
        drag(scene, from: CGPoint(x: 200, y: 50), by: CGPoint(x: -100, y: 0))
        let after = view.cellForItem(at: IndexPath(item: 2, section: 0))?.alpha ?? 0
        XCTAssertGreaterThan(after, before + 0.2)
        XCTAssertEqual(view.cellForItem(at: IndexPath(item: 2, section: 0))?.transform.a ?? 0, after, accuracy: 0.001)
        XCTAssertEqual(offsets.last ?? 0, 95, accuracy: 11)
    }
}
