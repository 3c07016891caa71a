import CoreGraphics
import XCTest
@testable import RenderTree

/// The parts of the scene on their own: values in, values out.
final class ScenePartTests: XCTestCase {
    private var scene = TreeScene()
    private let tree = RenderTree(viewport: Viewport(width: 100, height: 100, rootGeometryFlipped: true))

    private func slot(_ id: LayerID) -> Int32 { tree.nodes.index[id]! }

    private func layers(_ slots: ContiguousArray<Int32>) -> [LayerID] { slots.map { tree.nodes[$0].pointee.id } }

    // MARK: order

    func testSiblingsAreOrderedByZPosition() {
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let siblings = [2, 1, .nan, 1].map { z in scene.layer(in: root) { $0.values.zPosition = z } }
        scene.root(root)
        tree.apply(scene.commit())
        let order = SiblingOrder(nodes: tree.nodes), p = tree.nodes[slot(root)]
        order.sort(slot(root))
        XCTAssertEqual(layers(p.pointee.paintOrder), [2, 1, 3, 0].map { siblings[$0] }, "NaN first, equal ones as in the array")

        tree.nodes[slot(siblings[2])].pointee.state.values.zPosition = 0
        tree.nodes[slot(siblings[0])].pointee.state.values.zPosition = 0.5
        XCTAssertFalse(order.holds(slot(root)))
        order.sort(slot(root))
        XCTAssertEqual(layers(p.pointee.paintOrder), [2, 0, 1, 3].map { siblings[$0] })

        tree.nodes[slot(siblings[2])].pointee.state.values.zPosition = 1
        let moved = order.move(slot(siblings[2]), in: slot(root))
        XCTAssertEqual(moved?.old, 0)
        XCTAssertEqual(moved?.new, 2, "behind the equal one before it in the array, before the equal one after it")
        XCTAssertEqual(layers(p.pointee.paintOrder), [0, 1, 2, 3].map { siblings[$0] })
    }

    func testSiblingsInTheArraysOrderStoreNone() {
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        for z in [-1.0, 0, 0, 4] { _ = scene.layer(in: root) { $0.values.zPosition = z } }
        scene.root(root)
        tree.apply(scene.commit())
        SiblingOrder(nodes: tree.nodes).sort(slot(root))
        XCTAssertEqual(tree.nodes[slot(root)].pointee.paintOrder, [])
        XCTAssertTrue(SiblingOrder(nodes: tree.nodes).holds(slot(root)))
    }

    func testTiltedSiblingsAreCutWithoutDrawing() {
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let frame = CGRect(x: 20, y: 20, width: 60, height: 60)
        let flat = scene.layer(frame: frame, color: red, in: root)
        let box = scene.layer(.transform, frame: CGRect(x: 0, y: 0, width: 100, height: 100), in: root)
        let tilted = scene.layer(frame: frame, color: green, in: box) { $0.values.transform = CATransform3DMakeRotation(0.5, 0, 1, 0) }
        scene.root(root)
        tree.apply(scene.commit())
        let sorter = tree.scene.depthSorter, n = tree.nodes[slot(root)]
        XCTAssertTrue(sorter.wantsSorting(n))
        XCTAssertFalse(sorter.wantsSorting(tree.nodes[slot(box)]), "a single sublayer")
        let environment = DrawEnvironment(clip: DeviceRect(0, 0, 100, 100), flipped: true)
        let order = sorter.order(sublayersOf: slot(root), in: CATransform3DIdentity, environment)
        XCTAssertEqual(order.items.map(\.node), [slot(flat), slot(tilted)])
        XCTAssertEqual(order.containers, [slot(box)])
        XCTAssertEqual(order.pieces.count, 3)
        XCTAssertEqual(layers(order.paintOrder()).first, layers(order.paintOrder()).last, "one is cut by the other")
        XCTAssertEqual(order.pieces[1].clip, [])
        XCTAssertTrue(tree.list.ops.isEmpty)
    }

    // MARK: places

    func testInstances() {
        let id = scene.layer(.replicator, frame: CGRect(x: 0, y: 0, width: 10, height: 10)) {
            $0.extra.instanceTransform = CATransform3DMakeTranslation(7, 0, 3)
            $0.extra.instanceDelay = 0.25
            $0.extra.instanceRedOffset = -0.5
        }
        scene.root(id)
        tree.apply(scene.commit())
        var instances = InstanceSequence(tree.nodes[slot(id)], in: CATransform3DMakeTranslation(1, 2, 0), count: 4)
        XCTAssertTrue(instances.hasDelays)
        let all = (0..<instances.count).map { _ in instances.next() }
        XCTAssertEqual(all.map(\.space.m41), [1, 8, 15, 22])
        XCTAssertEqual(all.map(\.space.m43), [0, 0, 0, 0], "flattened")
        XCTAssertEqual(all.map(\.delay), [0, 0.25, 0.5, 0.75])
        XCTAssertEqual(all.map(\.tint), [nil, RGBA(0.5, 1, 1, 1), RGBA(0, 1, 1, 1), RGBA(0, 1, 1, 1)])
        XCTAssertFalse(InstanceSequence(tree.nodes[slot(id)], in: CATransform3DIdentity, count: 1).hasDelays)
    }

    func testTransitionsAreMovedByWholePixels() {
        func layout(_ type: String, at progress: Double, scale: Double = 1) -> TransitionLayout {
            var spec = AnimationSpec.Transition()
            spec.type = type
            var transition = TransitionPicture(node: 0, ghost: -1, animation: AnimationID(rawValue: 1), spec: spec)
            transition.progress = progress
            return TransitionLayout(
                transition, size: CGSize(width: 10, height: 20), flipped: false,
                plane: Projection(plane: CATransform3DMakeScale(scale, scale, 1)))
        }
        let fade = layout("fade", at: 0.25)
        XCTAssertFalse(fade.moves)
        XCTAssertTrue(fade.lower.isOld)
        XCTAssertEqual([fade.lower.opacity, fade.upper.opacity], [0.75, 0.25])
        XCTAssertEqual(fade.upper.blendMode, .plusLighter)
        XCTAssertEqual([fade.lower.shift, fade.upper.shift], [.zero, .zero])

        let push = layout("push", at: 0.33)
        XCTAssertTrue(push.moves)
        XCTAssertEqual([push.lower.shift.width, push.upper.shift.width], [3, -7], "3.3 points, rounded")
        XCTAssertEqual(layout("push", at: 0.33, scale: 2).lower.shift.width, 3.5, "7 pixels")
        XCTAssertEqual(layout("moveIn", at: 0.5).lower.shift, .zero)
        XCTAssertEqual(layout("moveIn", at: 0.5).upper.shift.width, -5)
        XCTAssertFalse(layout("reveal", at: 0.5).lower.isOld, "the new picture is revealed below the old one")
        XCTAssertEqual(layout("reveal", at: 0.5).upper.shift.width, 5)
    }

    func testBitmapsHaveALimit() {
        let id = scene.layer(frame: CGRect(x: 0, y: 0, width: 1024, height: 10)) {
            $0.values.flags.insert(.shouldRasterize)
            $0.extra.rasterizationScale = 4
        }
        scene.root(id)
        tree.apply(scene.commit())
        let n = tree.nodes[slot(id)]
        XCTAssertTrue(BitmapSpace.fits(n))
        let space = BitmapSpace(n, placedBy: Projection(m11: 1, m12: 0, m13: 0, m21: 0, m22: -1, m23: 0, m31: 0, m32: 0, m33: 1))
        XCTAssertEqual([space.raster.scaleX, space.raster.scaleY], [4, -4], "mirrored as the layer is")
        XCTAssertEqual(space.clip, DeviceRect(-1024, -40 - 1024, 4096 + 1024, 1024))
        n.pointee.state.extra.rasterizationScale = 5
        XCTAssertFalse(BitmapSpace.fits(n))
    }

    func testASublayerBeforeAllOthersKeepsTheArraysOrder() {
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let first = scene.layer(in: root), second = scene.layer(in: root)
        scene.root(root)
        tree.apply(scene.commit())
        let order = SiblingOrder(nodes: tree.nodes), p = tree.nodes[slot(root)]
        XCTAssertEqual(order.insert(slot(first), of: slot(root)), slot(second))
        XCTAssertEqual(p.pointee.paintOrder, [], "it is painted first, and is the first of the array")
        XCTAssertEqual(order.insert(slot(second), of: slot(root)), -1)
        XCTAssertEqual(p.pointee.paintOrder, [])
    }

    /// More than are moved one by one, of several superlayers, in turns.
    func testManySiblingsOfSeveralSuperlayersAreReordered() {
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let parents = (0..<3).map { _ in scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100), in: root) }
        var layers: [LayerID] = []
        for i in 0..<90 {
            layers.append(
                scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: RGBA(Float(i) / 100, 0, 0, 1), in: parents[i % 3]) {
                    $0.values.zPosition = Double(i)
                })
        }
        scene.root(root)
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        for changed in [0..<90, 30..<90, 89..<90] {
            for i in changed { scene.change(layers[i]) { $0.values.zPosition = -$0.values.zPosition } }
            tree.apply(scene.commit())
            _ = tree.update(at: 0)
            let fresh = RenderTree(viewport: Viewport(width: 100, height: 100, rootGeometryFlipped: true))
            for commit in scene.commits { fresh.apply(commit) }
            _ = fresh.update(at: 0)
            XCTAssertEqual(tree.list.ops.map(\.color), fresh.list.ops.map(\.color), "\(changed)")
        }
    }

    /// The root is detached from the superlayer that it has, whichever of the two was made first.
    func testARootWithASuperlayer() {
        for parentComesFirst in [false, true] {
            var scene = TreeScene()
            let frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            let first = scene.layer(frame: frame, color: red), second = scene.layer(frame: frame, color: blue)
            let (parent, root) = parentComesFirst ? (first, second) : (second, first)
            scene.link(parent, [root])
            scene.root(parent)
            let tree = RenderTree(viewport: Viewport(width: 100, height: 100, rootGeometryFlipped: true))
            tree.apply(scene.commit())
            _ = tree.update(at: 0)
            scene.root(root)
            tree.apply(scene.commit())
            _ = tree.update(at: 0)
            XCTAssertEqual(tree.nodes[tree.nodes.root].pointee.parent, -1)
            XCTAssertEqual(tree.list.ops.map(\.color), [parentComesFirst ? blue : red])
        }
    }
}
