import CoreGraphics
import TestSupport
import XCTest
@testable import RenderTree

/// Layers that move with their superlayer outside of the visible region: they are placed when they come into view.
final class DeferredPlacementTests: XCTestCase {
    private let viewport = Viewport(width: 160, height: 160, rootGeometryFlipped: true)

    /// A clip of 100 by 100 points over rows of 10 points.
    private struct Rows {
        var scene = TreeScene()
        let tree: RenderTree
        let clip: LayerID
        var rows: [LayerID] = []
        private var offset: CGFloat = 0

        init(_ count: Int, _ viewport: Viewport) {
            let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 160, height: 160))
            clip = scene.layer(frame: CGRect(x: 10, y: 10, width: 100, height: 100), in: root) {
                $0.values.flags.insert(.masksToBounds)
            }
            scene.root(root)
            for i in 0..<count {
                let row = scene.layer(frame: CGRect(x: 5, y: CGFloat(i) * 10, width: 80, height: 8), in: clip)
                _ = scene.layer(frame: CGRect(x: 2, y: 1, width: 20, height: 6), color: red, in: row)
                rows.append(row)
            }
            tree = RenderTree(viewport: viewport)
            tree.apply(scene.commit())
            _ = tree.update(at: 0)
        }

        /// Scrolls by an offset, and returns the work of the update.
        mutating func scroll(by distance: CGFloat) -> TreeWork {
            offset += distance
            let offset = offset
            scene.change(clip) { $0.values.bounds.origin.y = offset }
            return update()
        }

        mutating func update() -> TreeWork {
            let before = tree.work
            tree.apply(scene.commit())
            _ = tree.update(at: 0)
            return tree.work - before
        }
    }

    private func assertSame(_ tree: RenderTree, _ scene: TreeScene, _ message: String, file: StaticString = #filePath, line: UInt = #line) {
        let new = RenderTree(viewport: viewport)
        for commit in scene.commits { new.apply(commit) }
        _ = new.update(at: 0)
        XCTAssertTrue(ListComparison.areSame(tree.list, new.list), message, file: file, line: line)
    }

    private func isClose(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
        abs(a.m11 - b.m11) + abs(a.m12 - b.m12) + abs(a.m21 - b.m21) + abs(a.m22 - b.m22) + abs(a.m41 - b.m41) + abs(a.m42 - b.m42) < 1e-6
    }

    func testAScrolledFrameMakesWhatShows() {
        var made: [Int] = []
        for count in [100, 200, 400, 800] {
            var rows = Rows(count, viewport)
            for _ in 0..<3 { _ = rows.scroll(by: 3) }
            let work = rows.scroll(by: 3)
            XCTAssertEqual(work.builds, 0)
            made.append(work.nodesMade)
            assertSame(rows.tree, rows.scene, "\(count) rows")
        }
        XCTAssertEqual(made, Array(repeating: made[0], count: 4), "layers made in a scrolled frame")
        // The rows that show, each with a sublayer, and the clip.
        XCTAssertLessThan(made[0], 2 * 13 + 2)
    }

    func testAMoveBeyondWhatShowedMakesBothPlaces() {
        var rows = Rows(400, viewport)
        for _ in 0..<3 { _ = rows.scroll(by: 3) }
        let work = rows.scroll(by: 2_000)
        XCTAssertLessThan(work.nodesMade, 2 * 26 + 2)
        assertSame(rows.tree, rows.scene, "far away")
        _ = rows.scroll(by: -1_990)
        assertSame(rows.tree, rows.scene, "and back")
    }

    func testADeferredLayerIsPlacedWhenSomethingInItChanges() throws {
        var rows = Rows(200, viewport)
        for _ in 0..<3 { _ = rows.scroll(by: 3) }
        let row = rows.rows[150], inner = try XCTUnwrap(rows.scene.sublayers[row]?.first)
        // Its sublayer now reaches up to the rows that show.
        rows.scene.change(inner) { $0.values.bounds.size.height = 4_000 }
        XCTAssertLessThan(rows.update().nodesMade, 4)
        assertSame(rows.tree, rows.scene, "it shows without a move")
        _ = rows.scroll(by: 3)
        assertSame(rows.tree, rows.scene, "it moves along")
        rows.scene.change(inner) { $0.values.bounds.size.height = 6 }
        _ = rows.update()
        _ = rows.scroll(by: 3)
        assertSame(rows.tree, rows.scene, "it is outside again")
    }

    func testSublayersComeAndLeaveWhileOthersAreDeferred() {
        var rows = Rows(200, viewport)
        for _ in 0..<3 { _ = rows.scroll(by: 3) }
        var list = rows.rows
        for step in 0..<10 {
            let new = rows.scene.layer(frame: CGRect(x: 5, y: CGFloat(step) * 40, width: 30, height: 30), color: green)
            list.insert(new, at: list.count / 2)
            rows.scene.link(rows.clip, list)
            _ = rows.update()
            list.remove(at: step * 3)
            rows.scene.link(rows.clip, list)
            let work = rows.scroll(by: 7)
            XCTAssertEqual(work.builds, 0)
            XCTAssertLessThan(work.nodesMade, 60)
            assertSame(rows.tree, rows.scene, "step \(step)")
        }
        // A sublayer of a layer that is deferred.
        let inner = rows.scene.layer(frame: CGRect(x: 0, y: -1_000, width: 10, height: 3_000), color: blue)
        rows.scene.link(list[120], (rows.scene.sublayers[list[120]] ?? []) + [inner])
        _ = rows.update()
        assertSame(rows.tree, rows.scene, "below a deferred layer")
    }

    func testInspectionPlacesDeferredLayers() {
        var rows = Rows(200, viewport)
        for _ in 0..<5 { _ = rows.scroll(by: 3) }
        let new = RenderTree(viewport: viewport)
        for commit in rows.scene.commits { new.apply(commit) }
        _ = new.update(at: 0)
        for (a, b) in zip(rows.tree.inspect(), new.inspect()) { XCTAssertTrue(isClose(a.matrix, b.matrix), "\(a.id)") }
    }

    /// Random trees that scroll: nested layers with indexes, masks, groups, clips, animations, arrivals and removals.
    func testRandomScrollsDrawWhatANewTreeDraws() {
        var deferred = 0
        for seed in 0..<60 {
            let animates = seed % 2 == 0
            var r = SeededGenerator(seed: UInt64(seed))
            var scene = TreeScene()
            let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 160, height: 160), color: RGBA(1, 1, 1, 1))
            scene.root(root)
            let clip = scene.layer(frame: CGRect(x: 10, y: 20, width: 120, height: 100), in: root) {
                $0.values.flags.insert(.masksToBounds)
            }
            let content = r.chance(0.5) ? clip : scene.layer(frame: CGRect(x: 0, y: 0, width: 400, height: 600), in: clip)
            var ids = [clip, content]
            func grow(_ parent: LayerID, _ r: inout SeededGenerator) -> LayerID {
                let far = parent == content
                let frame = CGRect(
                    x: r.number(-20...(far ? 300 : 30)), y: r.number(-50...(far ? 600 : 40)), width: r.number(0...50),
                    height: r.number(0...40))
                // A transform layer among them would sort all by depth.
                let c = r.any([LayerClass.layer, .layer, .layer, .shape, .replicator] + (far ? [] : [.transform]))
                var random = r
                let id = scene.layer(c, frame: frame, color: random.chance(0.8) ? red : nil, in: parent) { s in
                    if random.chance(0.1) { s.values.opacity = 0.5 }
                    if random.chance(0.1) { s.values.shadowOpacity = 0.5; s.values.shadowRadius = random.number(0...5) }
                    if random.chance(0.2) { s.values.flags.insert(.masksToBounds) }
                    if random.chance(0.1) { s.values.transform = CATransform3DMakeRotation(random.number(0...6), 0, 0, 1) }
                    if random.chance(0.1) { s.values.flags.insert(.hidden) }
                    if random.chance(0.1) { s.values.flags.insert(.geometryFlipped) }
                    if c == .replicator { s.extra.instanceCount = 2; s.extra.instanceTransform = CATransform3DMakeTranslation(0, 60, 0) }
                    if c == .shape { s.objects.path = CGPath(ellipseIn: CGRect(x: 0, y: -30, width: 30, height: 90), transform: nil) }
                }
                r = random
                if r.chance(0.05) { scene.setMask(scene.layer(frame: CGRect(x: 0, y: 0, width: 30, height: 30), color: blue), of: id) }
                ids.append(id)
                return id
            }
            for _ in 0..<60 {
                let id = grow(content, &r)
                if r.chance(0.4) { for _ in 0..<Int.random(in: 1...8, using: &r) { _ = grow(id, &r) } }
            }
            let tree = RenderTree(viewport: viewport)
            tree.scene.indexes.minimum = 4
            tree.apply(scene.commit())
            _ = tree.update(at: 0)
            var time = 0.0
            for step in 0..<40 {
                time += 0.05
                if r.chance(0.8) {
                    let mover = r.any([clip, clip, content, r.any(ids)]), x = r.number(-30...30), y = r.number(-60...60)
                    scene.change(mover) { s in
                        s.values.bounds.origin.x += x
                        s.values.bounds.origin.y += y
                    }
                }
                for _ in 0..<(r.chance(0.4) ? 2 : 0) {
                    let id = r.any(ids), x = r.number(-30...100), kind = Int.random(in: 0..<7, using: &r)
                    scene.change(id) { s in
                        switch kind {
                        case 0: s.values.position.x = x
                        case 1: s.values.bounds.size.height += x
                        case 2: s.values.backgroundColor = green; s.values.flags.insert(.hasBackgroundColor)
                        case 3: s.values.zPosition = x > 30 ? 1 : 0
                        case 4: s.values.flags.formSymmetricDifference(.hidden)
                        case 5: s.values.opacity = x > 30 ? 1 : 0.5
                        default: s.values.flags.formSymmetricDifference(.masksToBounds)
                        }
                    }
                }
                if r.chance(0.15), animates {
                    scene.animate(
                        r.any(ids),
                        basicSpec(
                            "position", .point(CGPoint(x: r.number(0...100), y: r.number(-300...300))), .point(CGPoint(x: 50, y: 50)),
                            begin: time, duration: 10))
                }
                if r.chance(0.15) { _ = grow(r.any([content, r.any(ids)]), &r) }
                if r.chance(0.15), var list = scene.sublayers[content], list.count > 10 {
                    let left = list.remove(at: Int.random(in: list.indices, using: &r))
                    scene.link(content, list)
                    var gone: [LayerID] = [left], k = 0
                    while k < gone.count { gone += scene.sublayers[gone[k]] ?? []; k += 1 }
                    ids.removeAll { gone.contains($0) }
                }
                tree.apply(scene.commit(at: time))
                _ = tree.update(at: time)
                let new = RenderTree(viewport: viewport)
                for commit in scene.commits { new.apply(commit) }
                _ = new.update(at: time)
                if let difference = ListComparison.difference(tree.list, new.list) {
                    return XCTFail("seed \(seed) step \(step), built \(tree.work.builds) times: \(difference)")
                }
                for id in ids { if let node = tree.nodes.index[id], tree.scene.indexes.isDeferred(node) { deferred += 1 } }
                // Layers with animations that can't be seen are not placed.
                if animates { continue }
                for (a, b) in zip(tree.inspect(), new.inspect()) where !a.ops.isEmpty && !isClose(a.matrix, b.matrix) {
                    return XCTFail("seed \(seed) step \(step): \(a.id) is at \(a.matrix) and not at \(b.matrix)")
                }
            }
        }
        XCTAssertGreaterThan(deferred, 1_000, "the test defers layers")
    }

    #if DEBUG || AGATE_CHECKED
    func testADeferredLayerThatDrawsIsNamed() throws {
        var rows = Rows(200, viewport)
        for _ in 0..<3 { _ = rows.scroll(by: 3) }
        XCTAssertNil(rows.tree.violation(of: .deferredDrawNothing))
        let node = try XCTUnwrap(rows.tree.nodes.index[rows.rows[150]])
        XCTAssertTrue(rows.tree.scene.indexes.isDeferred(node))
        rows.tree.scene.editor.list.ops[Int(rows.tree.nodes[node].pointee.opStart)].bounds = DeviceRect(0, 0, 1, 1)
        XCTAssertNotNil(rows.tree.violation(of: .deferredDrawNothing))
    }
    #endif
}
