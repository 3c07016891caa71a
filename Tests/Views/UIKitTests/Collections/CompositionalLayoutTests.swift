import Agate
import UIKit
import XCTest

@MainActor final class CompositionalLayoutTests: XCTestCase {
    private func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension) -> NSCollectionLayoutSize {
        NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
    }
    private func frames(_ view: UICollectionView, _ section: Int = 0) -> [CGRect] {
        (0..<view.numberOfItems(inSection: section)).map {
            view.layoutAttributesForItem(at: IndexPath(item: $0, section: section))?.frame ?? .null
        }
    }
    private func collection(
        _ items: CollectionItems, _ layout: UICollectionViewLayout, _ extent: CGSize = CGSize(width: 300, height: 400)
    ) -> (Scene, UICollectionView) {
        let scene = Scene(extent), view = UICollectionView(frame: CGRect(origin: .zero, size: extent), collectionViewLayout: layout)
        items.register(in: view)
        view.dataSource = items
        view.delegate = items
        scene.add(view)
        scene.advance(to: 0.1)
        return (scene, view)
    }

    func testAGridOfShares() async {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1 / 3), .fractionalHeight(1)))
        item.contentInsets = NSDirectionalEdgeInsets(top: 2, leading: 2, bottom: 2, trailing: 2)
        let group = NSCollectionLayoutGroup.horizontal(layoutSize: size(.fractionalWidth(1), .fractionalWidth(1 / 3)), subitems: [item])
        let section = NSCollectionLayoutSection(group: group)
        section.contentInsets = NSDirectionalEdgeInsets(top: 10, leading: 15, bottom: 20, trailing: 15)
        section.interGroupSpacing = 5
        let (_, view) = collection(CollectionItems([7]), UICollectionViewCompositionalLayout(section: section))
        let found = frames(view)
        XCTAssertEqual(found[0], CGRect(x: 17, y: 12, width: 86, height: 86))
        XCTAssertEqual(found[2], CGRect(x: 197, y: 12, width: 86, height: 86))
        XCTAssertEqual(found[3], CGRect(x: 17, y: 107, width: 86, height: 86))
        XCTAssertEqual(found[6], CGRect(x: 17, y: 202, width: 86, height: 86))
        XCTAssertEqual(view.contentSize, CGSize(width: 300, height: 10 + 3 * 90 + 2 * 5 + 20))
        XCTAssertEqual(view.visibleCells.count, 7)
        XCTAssertEqual(view.cellForItem(at: IndexPath(item: 3, section: 0))?.frame, found[3])
    }

    func testEqualSharesSpacingAndNestedGroups() async {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
        let pair = NSCollectionLayoutGroup.vertical(
            layoutSize: size(.fractionalWidth(0.25), .fractionalHeight(1)), subitem: item, count: 2)
        pair.interItemSpacing = .fixed(10)
        let large = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.75), .fractionalHeight(1)))
        let group = NSCollectionLayoutGroup.horizontal(layoutSize: size(.fractionalWidth(1), .absolute(100)), subitems: [large, pair])
        let (_, view) = collection(
            CollectionItems([5]), UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        XCTAssertEqual(
            frames(view),
            [
                CGRect(x: 0, y: 0, width: 225, height: 100), CGRect(x: 225, y: 0, width: 75, height: 45),
                CGRect(x: 225, y: 55, width: 75, height: 45), CGRect(x: 0, y: 100, width: 225, height: 100),
                CGRect(x: 225, y: 100, width: 75, height: 45),
            ])
        XCTAssertEqual(view.contentSize.height, 200)
    }

    /// Room that is left goes between items, or around them; a last group that is not full stands as full ones do.
    func testFlexibleSpacing() async {
        let item = NSCollectionLayoutItem(layoutSize: size(.absolute(80), .absolute(20)))
        let group = NSCollectionLayoutGroup.horizontal(layoutSize: size(.fractionalWidth(1), .absolute(40)), subitems: [item])
        group.interItemSpacing = .flexible(10)
        item.edgeSpacing = NSCollectionLayoutEdgeSpacing(leading: nil, top: .flexible(0), trailing: nil, bottom: .flexible(0))
        let (_, view) = collection(
            CollectionItems([4]), UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        XCTAssertEqual(frames(view).map(\.minX), [0, 110, 220, 0])
        XCTAssertEqual(frames(view).map(\.minY), [10, 10, 10, 50])
    }

    func testRepeatedAndCustomGroups() async {
        let item = NSCollectionLayoutItem(layoutSize: size(.absolute(40), .absolute(30)))
        let row = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(30)), repeatingSubitem: item, count: 2)
        let custom = NSCollectionLayoutGroup.custom(layoutSize: size(.fractionalWidth(1), .absolute(50))) { environment in
            let width = environment.container.effectiveContentSize.width
            return [
                NSCollectionLayoutGroupCustomItem(frame: CGRect(x: width - 10, y: 0, width: 10, height: 50)),
                NSCollectionLayoutGroupCustomItem(frame: CGRect(x: 0, y: 5, width: 20, height: 20), zIndex: 3),
            ]
        }
        let sections = [NSCollectionLayoutSection(group: row), NSCollectionLayoutSection(group: custom)]
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        configuration.interSectionSpacing = 7
        let layout = UICollectionViewCompositionalLayout(sectionProvider: { section, _ in sections[section] }, configuration: configuration)
        let (_, view) = collection(CollectionItems([3, 3]), layout)
        XCTAssertEqual(frames(view).map(\.origin), [CGPoint(x: 0, y: 0), CGPoint(x: 40, y: 0), CGPoint(x: 0, y: 30)])
        XCTAssertEqual(frames(view, 1).map(\.origin), [CGPoint(x: 290, y: 67), CGPoint(x: 0, y: 72), CGPoint(x: 290, y: 117)])
        XCTAssertEqual(view.layoutAttributesForItem(at: IndexPath(item: 1, section: 1))?.zIndex, 3)
        XCTAssertEqual(view.contentSize.height, 167)
    }

    func testHeadersFootersBadgesAndBackgrounds() async {
        let badge = NSCollectionLayoutSupplementaryItem(
            layoutSize: size(.absolute(20), .absolute(20)), elementKind: "badge",
            containerAnchor: NSCollectionLayoutAnchor(edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.5, y: -0.5)))
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)), supplementaryItems: [badge])
        let group = NSCollectionLayoutGroup.horizontal(layoutSize: size(.fractionalWidth(1), .absolute(300)), subitems: [item])
        let section = NSCollectionLayoutSection(group: group)
        section.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
        let header = NSCollectionLayoutBoundarySupplementaryItem(
            layoutSize: size(.fractionalWidth(1), .absolute(40)), elementKind: "header", alignment: .top)
        header.pinToVisibleBounds = true
        let footer = NSCollectionLayoutBoundarySupplementaryItem(
            layoutSize: size(.fractionalWidth(0.5), .absolute(30)), elementKind: "footer", alignment: .bottomTrailing)
        section.boundarySupplementaryItems = [header, footer]
        let background = NSCollectionLayoutDecorationItem.background(elementKind: "background")
        background.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        section.decorationItems = [background]
        let layout = UICollectionViewCompositionalLayout(section: section)
        layout.register(UICollectionReusableView.self, forDecorationViewOfKind: "background")
        let (scene, view) = collection(CollectionItems([2, 2]), layout)
        let length: CGFloat = 40 + 5 + 300 + 5 + 30
        XCTAssertEqual(view.contentSize.height, 2 * length)
        XCTAssertEqual(frames(view)[1], CGRect(x: 150, y: 45, width: 140, height: 300))
        func frame(_ kind: String, _ item: Int, _ section: Int) -> CGRect? {
            view.layoutAttributesForSupplementaryElement(ofKind: kind, at: IndexPath(item: item, section: section))?.frame
        }
        XCTAssertEqual(frame("header", 0, 0), CGRect(x: 10, y: 0, width: 280, height: 40))
        XCTAssertEqual(frame("footer", 0, 1), CGRect(x: 150, y: 2 * length - 30, width: 140, height: 30))
        XCTAssertEqual(frame("badge", 1, 0), CGRect(x: 280, y: 35, width: 20, height: 20))
        XCTAssertEqual(
            layout.layoutAttributesForDecorationView(ofKind: "background", at: IndexPath(item: 0, section: 0))?.frame,
            CGRect(x: 2, y: 1, width: 294, height: length - 4))
        XCTAssertEqual(view.visibleSupplementaryViews(ofKind: "badge").count, 2)
        scene.turn { view.contentOffset.y = 100 }
        XCTAssertEqual(frame("header", 0, 0)?.minY, 100, "it stays at the edge")
        XCTAssertEqual(view.supplementaryView(forElementKind: "header", at: IndexPath(item: 0, section: 0))?.frame.minY, 100)
        scene.turn { view.contentOffset.y = 360 }
        XCTAssertEqual(frame("header", 0, 0)?.minY, length - 40, "not longer than its section")
    }

    /// Cells that say themselves how large they are: as many go into a row as fit, and rows are as high as the highest.
    func testEstimates() async {
        let item = NSCollectionLayoutItem(layoutSize: size(.estimated(50), .estimated(10)))
        let group = NSCollectionLayoutGroup.horizontal(layoutSize: size(.fractionalWidth(1), .estimated(10)), subitems: [item])
        group.interItemSpacing = .fixed(10)
        let section = NSCollectionLayoutSection(group: group), items = CollectionItems([5])
        items.sizes = [
            CGSize(width: 100, height: 20), CGSize(width: 120, height: 40), CGSize(width: 90, height: 30), CGSize(width: 290, height: 10),
            CGSize(width: 10, height: 10),
        ]
        let (_, view) = collection(items, UICollectionViewCompositionalLayout(section: section))
        XCTAssertEqual(
            frames(view),
            [
                CGRect(x: 0, y: 0, width: 100, height: 20), CGRect(x: 110, y: 0, width: 120, height: 40),
                CGRect(x: 0, y: 40, width: 90, height: 30), CGRect(x: 0, y: 70, width: 290, height: 10),
                CGRect(x: 0, y: 80, width: 10, height: 10),
            ])
        XCTAssertEqual(view.contentSize.height, 90)
        for index in 0..<5 {
            XCTAssertEqual(view.cellForItem(at: IndexPath(item: index, section: 0))?.frame, frames(view)[index])
        }
    }

    /// A flow layout with an estimate measures its cells, too, by their constraints.
    func testAFlowLayoutMeasures() async {
        let layout = UICollectionViewFlowLayout(), items = CollectionItems([2])
        layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
        items.constrained = [CGSize(width: 70, height: 30), CGSize(width: 60, height: 90)]
        let (_, view) = collection(items, layout)
        XCTAssertEqual(frames(view).map(\.size), items.constrained)
        XCTAssertEqual(view.contentSize.height, 90)
    }

    func testChangesKeepWhatWasMeasured() async {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .estimated(10)))
        let group = NSCollectionLayoutGroup.vertical(layoutSize: size(.fractionalWidth(1), .estimated(10)), subitems: [item])
        let items = CollectionItems([3])
        items.sizes = [CGSize(width: 1, height: 20), CGSize(width: 1, height: 30), CGSize(width: 1, height: 40)]
        let (scene, view) = collection(items, UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        XCTAssertEqual(frames(view).map(\.height), [20, 30, 40])
        scene.turn {
            items.counts = [4]
            items.sizes.insert(CGSize(width: 1, height: 50), at: 0)
            view.insertItems(at: [IndexPath(item: 0, section: 0)])
        }
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(frames(view).map(\.height), [50, 20, 30, 40])
        XCTAssertEqual(frames(view).map(\.minY), [0, 50, 70, 100])
        scene.turn {
            items.counts = [3]
            items.sizes.remove(at: 1)
            view.deleteItems(at: [IndexPath(item: 1, section: 0)])
        }
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(frames(view).map(\.height), [50, 30, 40])
        XCTAssertEqual(view.visibleCells.map(\.frame.minY), [0, 50, 80])
    }

    func testAwkwardSizes() async {
        for item in [
            NSCollectionLayoutItem(layoutSize: size(.absolute(0), .absolute(0))),
            NSCollectionLayoutItem(layoutSize: size(.absolute(.nan), .fractionalHeight(-1))),
            NSCollectionLayoutItem(layoutSize: size(.absolute(5000), .absolute(10))),
        ] {
            let group = NSCollectionLayoutGroup.horizontal(layoutSize: size(.fractionalWidth(1), .absolute(10)), subitems: [item])
            let (_, view) = collection(
                CollectionItems([3]), UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
            XCTAssertEqual(view.contentSize.height, 30, "one to a group")
        }
        let empty = NSCollectionLayoutGroup.horizontal(layoutSize: size(.fractionalWidth(1), .absolute(10)), subitems: [])
        let (_, view) = collection(
            CollectionItems([3, 0]), UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: empty)))
        XCTAssertEqual(view.contentSize.height, 0)
        XCTAssertEqual(view.visibleCells.count, 0)
        let (_, none) = collection(CollectionItems([3]), UICollectionViewCompositionalLayout { _, _ in nil })
        XCTAssertEqual(none.contentSize.height, 0)
    }
}

/// Counts of items, with cells of some size.
@MainActor final class CollectionItems: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
    final class Cell: UICollectionViewCell {
        var own: CGSize?
        let box = UIView()
        override func sizeThatFits(_ size: CGSize) -> CGSize { own ?? super.sizeThatFits(size) }
    }

    var counts: [Int]
    /// What `sizeThatFits` of the cells answers.
    var sizes: [CGSize] = []
    /// What the constraints of the cells say.
    var constrained: [CGSize] = []
    var notes: [String] = []

    init(_ counts: [Int]) { self.counts = counts }

    func register(in view: UICollectionView) {
        view.register(Cell.self, forCellWithReuseIdentifier: "cell")
        for kind in ["badge", "header", "footer"] {
            view.register(UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "view")
        }
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { counts[section] }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath) as! Cell
        cell.own = sizes.isEmpty ? nil : sizes[indexPath.item]
        cell.contentView.backgroundColor = [UIColor.red, .green, .blue][indexPath.item % 3]
        if !constrained.isEmpty {
            cell.box.translatesAutoresizingMaskIntoConstraints = false
            cell.contentView.addSubview(cell.box)
            NSLayoutConstraint.activate([
                cell.box.widthAnchor.constraint(equalToConstant: constrained[indexPath.item].width),
                cell.box.heightAnchor.constraint(equalToConstant: constrained[indexPath.item].height),
                cell.box.leadingAnchor.constraint(equalTo: cell.contentView.leadingAnchor),
                cell.box.trailingAnchor.constraint(equalTo: cell.contentView.trailingAnchor),
                cell.box.topAnchor.constraint(equalTo: cell.contentView.topAnchor),
                cell.box.bottomAnchor.constraint(equalTo: cell.contentView.bottomAnchor),
            ])
        }
        return cell
    }
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "view", for: indexPath)
    }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        notes.append("chose \(indexPath.section),\(indexPath.item)")
    }
}
