import Agate
import XCTest

@testable import UIKit

/// Insets, headers without a size, decorations, and cells that are measured.
@MainActor final class FlowEdgeTests: XCTestCase {
    private func collection(_ layout: UICollectionViewLayout, _ counts: [Int] = [5]) -> (Scene, UICollectionView, CollectionItems) {
        let scene = Scene(CGSize(width: 200, height: 200)), items = CollectionItems(counts)
        let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 200, height: 200), collectionViewLayout: layout)
        items.register(in: view)
        (view.dataSource, view.delegate) = (items, items)
        scene.add(view)
        scene.advance(to: 0.1)
        return (scene, view, items)
    }

    func testSectionInsetsInBothDirections() async {
        for direction in [UICollectionView.ScrollDirection.vertical, .horizontal] {
            let layout = UICollectionViewFlowLayout()
            layout.scrollDirection = direction
            layout.sectionInset = UIEdgeInsets(top: 7, left: 20, bottom: 30, right: 40)
            (layout.itemSize, layout.minimumInteritemSpacing, layout.minimumLineSpacing) = (CGSize(width: 30, height: 25), 5, 3)
            let (_, view, _) = collection(layout, [10])
            let frames = (0..<10).compactMap { layout.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))?.frame }
            XCTAssertEqual(frames.map(\.minX).min(), 20)
            XCTAssertEqual(frames.map(\.minY).min(), 7)
            if direction == .vertical {
                XCTAssertEqual(frames[0], CGRect(x: 20, y: 7, width: 30, height: 25))
                XCTAssertEqual(frames[3], CGRect(x: 130, y: 7, width: 30, height: 25), "the line ends at the right inset")
                XCTAssertEqual(view.contentSize, CGSize(width: 200, height: 7 + 3 * 25 + 2 * 3 + 30))
            } else {
                XCTAssertEqual(frames[0], CGRect(x: 20, y: 7, width: 30, height: 25))
                XCTAssertEqual(frames[4], CGRect(x: 20, y: 170 - 25, width: 30, height: 25), "the column ends at the bottom inset")
                XCTAssertEqual(view.contentSize, CGSize(width: 20 + 2 * 30 + 3 + 40, height: 200))
            }
        }
    }

    /// The only item of a line is in its middle, in the last line as well; one of several that would fit is at the line's beginning.
    func testOneItemALine() async {
        for direction in [UICollectionView.ScrollDirection.vertical, .horizontal] {
            let layout = UICollectionViewFlowLayout()
            layout.scrollDirection = direction
            layout.itemSize = CGSize(width: 150, height: 150)
            for (counts, place) in [([1], 25), ([3], 25)] as [([Int], CGFloat)] {
                _ = collection(layout, counts)
                for item in 0..<counts[0] {
                    let frame = layout.layoutAttributesForItem(at: IndexPath(item: item, section: 0))?.frame
                    XCTAssertEqual(direction == .vertical ? frame?.minX : frame?.minY, place, "\(direction) \(item)")
                }
            }
            layout.itemSize = CGSize(width: 90, height: 90)
            _ = collection(layout, [3])
            let last = layout.layoutAttributesForItem(at: IndexPath(item: 2, section: 0))?.frame
            XCTAssertEqual(direction == .vertical ? last?.minX : last?.minY, 0)
        }
    }

    func testHeadersWithoutASizeAreNone() async {
        for (header, footer) in [(CGSize.zero, CGSize(width: 0, height: 12)), (CGSize(width: 50, height: 10), .zero), (.zero, .zero)] {
            let layout = UICollectionViewFlowLayout()
            (layout.headerReferenceSize, layout.footerReferenceSize) = (header, footer)
            let (_, view, _) = collection(layout)
            let kinds = [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter]
            for (kind, size) in zip(kinds, [header, footer]) {
                let found = layout.layoutAttributesForSupplementaryView(ofKind: kind, at: IndexPath(item: 0, section: 0))
                XCTAssertEqual(found?.frame.height, size.height > 0 ? size.height : nil)
                XCTAssertEqual(view.visibleSupplementaryViews(ofKind: kind).count, size.height > 0 ? 1 : 0)
                XCTAssertEqual(view.indexPathsForVisibleSupplementaryElements(ofKind: kind).count, size.height > 0 ? 1 : 0)
            }
            XCTAssertEqual(view.contentSize.height, header.height + 110 + footer.height)
        }
    }

    func testDecorationsAreFoundByTheirKind() async {
        let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(20))
        let section = NSCollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)]))
        let inner = NSCollectionLayoutDecorationItem.background(elementKind: "inner"),
            outer = NSCollectionLayoutDecorationItem.background(elementKind: "outer")
        inner.contentInsets = NSDirectionalEdgeInsets(top: 2, leading: 3, bottom: 2, trailing: 3)
        section.decorationItems = [outer, inner]
        let layout = UICollectionViewCompositionalLayout(section: section)
        for kind in ["inner", "outer"] { layout.register(UICollectionReusableView.self, forDecorationViewOfKind: kind) }
        _ = collection(layout)
        let path = IndexPath(item: 0, section: 0)
        XCTAssertEqual(
            layout.layoutAttributesForDecorationView(ofKind: "outer", at: path)?.frame, CGRect(x: 0, y: 0, width: 200, height: 100))
        XCTAssertEqual(
            layout.layoutAttributesForDecorationView(ofKind: "inner", at: path)?.frame, CGRect(x: 3, y: 2, width: 194, height: 96))
        XCTAssertNil(layout.layoutAttributesForDecorationView(ofKind: "none", at: path))
        XCTAssertNil(layout.layoutAttributesForDecorationView(ofKind: "inner", at: IndexPath(item: 7, section: 0)))
        XCTAssertNil(layout.layoutAttributesForDecorationView(ofKind: "inner", at: IndexPath(item: 0, section: 7)))
    }

    private final class Fit: UICollectionViewCell {
        var asked: [CGSize] = []
        override func sizeThatFits(_ size: CGSize) -> CGSize {
            asked.append(size)
            return size
        }
    }

    func testMeasuredCellsKeepTheLengthsThatAreNotGiven() async {
        let cell = Fit(frame: CGRect(x: 0, y: 0, width: 70, height: 30))
        for (target, wanted) in [
            (CGSize(width: 0, height: 0), CGSize(width: 70, height: 30)), (CGSize(width: 50, height: 0), CGSize(width: 50, height: 30)),
            (CGSize(width: 0, height: 20), CGSize(width: 70, height: 20)), (CGSize(width: 5, height: 6), CGSize(width: 5, height: 6)),
        ] {
            let found = cell.systemLayoutSizeFitting(
                target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
            XCTAssertEqual(found, wanted)
            XCTAssertEqual(cell.asked.last, wanted)
        }
    }

    /// The first and the last group of a centered section can be in its middle.
    func testCenteredSectionsBeginInTheMiddle() async throws {
        let size = NSCollectionLayoutSize(widthDimension: .absolute(80), heightDimension: .absolute(50))
        let section = NSCollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)]))
        section.orthogonalScrollingBehavior = .groupPagingCentered
        let (scene, view, items) = collection(UICollectionViewCompositionalLayout(section: section), [4])
        let first = try XCTUnwrap(view.cellForItem(at: IndexPath(item: 0, section: 0)))
        XCTAssertEqual(first.convert(first.bounds, to: view).midX, 100)
        let scroll = try XCTUnwrap(
            sequence(first: first as UIView, next: \.superview).first { $0 is UIScrollView && $0 !== view } as? UIScrollView)
        XCTAssertEqual(scroll.contentInset, UIEdgeInsets(top: 0, left: 60, bottom: 0, right: 60))
        scene.turn { scroll.setContentOffset(CGPoint(x: 4 * 80 - 140, y: 0), animated: false) }
        let last = try XCTUnwrap(view.cellForItem(at: IndexPath(item: 3, section: 0)))
        XCTAssertEqual(last.convert(last.bounds, to: view).midX, 100)
        scene.turn { view.frame.size.width = 120 }
        XCTAssertEqual(scroll.contentInset.left, 20, "the insets follow the width")
        withExtendedLifetime(items) {}
    }

    private final class Restless: UICollectionViewFlowLayout {
        var depth = 0, deepest = 0
        override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
        override func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(forBoundsChange: newBounds)
            context.contentOffsetAdjustment = CGPoint(x: 0, y: 1)
            return context
        }
        override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
            depth += 1
            deepest = max(deepest, depth)
            if depth < 20 { super.invalidateLayout(with: context) }
            depth -= 1
        }
    }

    /// The adjustment of an invalidation changes the bounds, for which the layout may invalidate itself with another adjustment.
    func testAdjustmentsDoNotFollowThemselves() async {
        let layout = Restless(), (scene, view, _) = collection(layout, [60])
        layout.deepest = 0
        scene.turn { view.contentOffset.y = 50 }
        XCTAssertEqual(view.contentOffset.y, 51)
        XCTAssertLessThan(layout.deepest, 4)
    }
}
