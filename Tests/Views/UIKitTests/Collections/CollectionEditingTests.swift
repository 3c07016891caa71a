import Agate
import UIKit
import XCTest

@MainActor final class CollectionEditingTests: XCTestCase {
    private final class Items: NSObject, UICollectionViewDataSource {
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
        func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
            collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        }
    }

    func testSelectionWhileEditing() async {
        let scene = Scene(), items = Items()
        let view = UICollectionView(frame: scene.window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        view.dataSource = items
        scene.add(view)
        scene.advance(to: 0.1)
        func tap(_ x: CGFloat) {
            scene.touch(.began, x, 20, at: scene.time + 1)
            scene.touch(.ended, x, 20, at: scene.time + 0.1)
        }
        var selected: [Int] { (view.indexPathsForSelectedItems ?? []).map(\.item).sorted() }
        view.isEditing = true
        tap(20)
        XCTAssertEqual(selected, [])
        view.allowsSelectionDuringEditing = true
        tap(20)
        XCTAssertEqual(selected, [0])
        tap(100)
        XCTAssertEqual(selected, [1], "one at a time")
        view.allowsMultipleSelectionDuringEditing = true
        tap(20)
        XCTAssertEqual(selected, [0, 1])
        tap(100)
        XCTAssertEqual(selected, [0])
        view.isEditing = false
        tap(100)
        XCTAssertEqual(selected, [1])
    }
}
