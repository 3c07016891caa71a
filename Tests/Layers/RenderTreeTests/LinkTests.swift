import CoreGraphics
import XCTest

@testable import RenderTree

/// Links of layers that are new to a tree: those without sublayers and mask are not looked at again, unless the commit names them twice.
final class LinkTests: XCTestCase {
    private func update(_ id: UInt64, _ sublayers: [UInt64]?, mask: UInt64? = nil) -> LayerUpdate {
        var update = LayerUpdate(id: LayerID(rawValue: id), layerClass: .layer, changed: .all, state: LayerState())
        update.sublayers = sublayers?.map { LayerID(rawValue: $0) }
        update.mask = .some(mask.map { LayerID(rawValue: $0) })
        return update
    }

    private func tree(_ updates: [LayerUpdate]) -> RenderTree {
        let tree = RenderTree(viewport: Viewport(width: 8, height: 8))
        var commit = Commit()
        commit.updates = updates
        commit.root = .some(LayerID(rawValue: 1))
        tree.apply(commit)
        return tree
    }

    private func parent(_ id: UInt64, in tree: RenderTree) -> UInt64? {
        guard let node = tree.nodes.index[LayerID(rawValue: id)], tree.nodes[node].pointee.parent >= 0 else { return nil }
        return tree.nodes[tree.nodes[node].pointee.parent].pointee.id.rawValue
    }

    func testNewLayers() {
        let tree = tree([update(1, [2, 3]), update(2, []), update(3, [], mask: 4), update(4, [])])
        XCTAssertEqual([2, 3, 4].map { parent($0, in: tree) }, [1, 1, 3])
    }

    func testALayerThatACommitNamesTwice() {
        let later = tree([update(1, [2]), update(2, []), update(3, []), update(2, [3])])
        XCTAssertEqual(parent(3, in: later), 2)
        let masked = tree([update(1, [2]), update(2, []), update(3, []), update(2, [], mask: 3)])
        XCTAssertEqual(parent(3, in: masked), 2)
    }

    func testManyNewLayersGrowTheStorageOnce() {
        let ids = (2...1001).map { UInt64($0) }
        let tree = tree([update(1, ids)] + ids.map { update($0, []) })
        XCTAssertEqual(tree.nodes.liveCount, 1001)
        XCTAssertEqual(tree.nodes.growths, 1)
        var commit = Commit()
        commit.updates = [update(1, ids + [2000])] + [update(2000, [])]
        tree.apply(commit)
        XCTAssertLessThanOrEqual(tree.nodes.growths, 2)
    }
}
