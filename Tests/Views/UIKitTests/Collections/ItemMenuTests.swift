import Agate
import UIKit
import XCTest

@MainActor final class ItemMenuTests: XCTestCase {
    private final class Source: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
        var asked: [IndexPath] = [], chosen: [IndexPath] = []
        var hasMenus = true
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
        func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
            collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        }
        func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) { chosen.append(indexPath) }
        func collectionView(_ collectionView: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath, point: CGPoint)
            -> UIContextMenuConfiguration?
        {
            asked.append(indexPath)
            return hasMenus ? UIContextMenuConfiguration() : nil
        }
    }

    func testLongPressesAskForMenus() async {
        let scene = Scene(), source = Source(), layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 80, height: 40)
        let view = scene.add(UICollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout))
        scene.turn {
            view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
            (view.dataSource, view.delegate) = (source, source)
        }
        scene.advance(to: 0.1)
        let item = IndexPath(item: 0, section: 0)
        scene.touch(.began, 20, 20)
        scene.touch(.ended, 20, 20, at: 0.2)
        XCTAssertEqual(source.chosen, [item])
        XCTAssertEqual(source.asked, [])
        // Once in the process: another test may have had it said already.
        scene.touch(.began, 20, 20, at: 1)
        scene.touch(.ended, 20, 20, at: 2)
        XCTAssertEqual(source.asked, [item])
        XCTAssertEqual(source.chosen, [item])
        source.hasMenus = false
        scene.touch(.began, 20, 20, at: 3)
        scene.touch(.ended, 20, 20, at: 4)
        XCTAssertEqual(source.chosen, [item, item])
    }
}
