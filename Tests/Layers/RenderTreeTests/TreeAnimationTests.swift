import CoreGraphics
import XCTest
@testable import RenderTree

final class TreeAnimationTests: XCTestCase {
    private let viewport = Viewport(width: 200, height: 200, rootGeometryFlipped: true)

    func testEventsAndNextFrameTimes() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red)
        scene.root(root)
        let id = scene.animate(root, basicSpec("opacity", .number(0), .number(1), begin: 2, duration: 1))
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        var frame = tree.update(at: 1)
        XCTAssertEqual(frame.events, [])
        XCTAssertEqual(frame.nextFrameTime, 2)
        frame = tree.update(at: 2)
        XCTAssertEqual(frame.events, [RenderEvent(layer: root, animation: id, kind: .started)])
        XCTAssertEqual(frame.nextFrameTime, 2)
        frame = tree.update(at: 2.5)
        XCTAssertEqual(frame.events, [])
        XCTAssertEqual(tree.state(of: root)?.values.opacity, 0.5)
        frame = tree.update(at: 3)
        XCTAssertEqual(frame.events, [])
        frame = tree.update(at: 3.01)
        XCTAssertEqual(frame.events, [RenderEvent(layer: root, animation: id, kind: .ended)])
        XCTAssertEqual(frame.nextFrameTime, .infinity)
        frame = tree.update(at: 4)
        XCTAssertEqual(frame.events, [])
        XCTAssertTrue(frame.damage.isEmpty)
    }

    func testStartedAndEndedComeOnceWhenFramesSkipAll() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red)
        scene.root(root)
        let id = scene.animate(root, basicSpec("opacity", .number(0), .number(1), removed: false))
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        XCTAssertEqual(tree.update(at: 7).events.map(\.kind), [.started, .ended])
        XCTAssertEqual(tree.update(at: 0.5).events, [])
        // Kept, so time may run back.
        XCTAssertEqual(tree.state(of: root)?.values.opacity, 0.5)
        scene.stop(root, id)
        tree.apply(scene.commit())
        _ = tree.update(at: 0.5)
        XCTAssertEqual(tree.state(of: root)?.values.opacity, 1)
    }

    func testPausedLayerStandsStillAndResumes() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red) {
            $0.extra.timing.speed = 0
            $0.extra.timing.timeOffset = 0.25
        }
        scene.root(root)
        scene.animate(root, basicSpec("opacity", .number(0), .number(1)))
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        var frame = tree.update(at: 100)
        XCTAssertEqual(tree.state(of: root)?.values.opacity, 0.25)
        XCTAssertEqual(frame.events, [])
        XCTAssertEqual(frame.nextFrameTime, .infinity)
        XCTAssertTrue(tree.update(at: 200).damage.isEmpty)
        // The recipe: speed 1, offset 0, begin at now less the time at the pause.
        scene.change(root) {
            $0.extra.timing.speed = 1; $0.extra.timing.timeOffset = 0; $0.extra.timing.beginTime = 200 - 0.25
        }
        tree.apply(scene.commit(at: 200))
        frame = tree.update(at: 200.25)
        XCTAssertEqual(tree.state(of: root)!.values.opacity, 0.5, accuracy: 1e-6)
        XCTAssertEqual(frame.events.map(\.kind), [.started])
    }

    func testReplicatorInstancesLag() {
        var scene = TreeScene()
        let root = scene.layer(.replicator, frame: CGRect(x: 0, y: 0, width: 200, height: 200)) {
            $0.extra.instanceCount = 3
            $0.extra.instanceDelay = 0.25
        }
        let dot = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: red, in: root)
        scene.root(root)
        var spec = basicSpec("position.x", .number(5), .number(105))
        spec.timing.repeatCount = .infinity
        spec.timing.fillMode = .both
        scene.animate(dot, spec)
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        var frame = tree.update(at: 0.5)
        XCTAssertEqual(tree.list.ops.map(\.bounds.x0), [50, 25, 0])
        frame = tree.update(at: 0.75)
        XCTAssertEqual(tree.list.ops.map(\.bounds.x0), [75, 50, 25])
        XCTAssertFalse(frame.isRebuilt)
        XCTAssertFalse(frame.damage.isEmpty)
        XCTAssertEqual(frame.nextFrameTime, 0.75)
        XCTAssertEqual(tree.state(of: dot)?.values.position.x, 80)
    }

    func testAnimatedGradientShowsInEveryInstance() {
        var scene = TreeScene()
        let root = scene.layer(.replicator, frame: CGRect(x: 0, y: 0, width: 200, height: 200)) {
            $0.extra.instanceCount = 2
            $0.extra.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
        }
        let first = [CGColor.black, CGColor.white], second = [CGColor.white, CGColor.black]
        let band = scene.layer(.gradient, frame: CGRect(x: 0, y: 0, width: 10, height: 10), in: root) { $0.objects.colors = first }
        scene.root(root)
        scene.animate(band, basicSpec("colors", .colors(first), .colors(second)))
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        for time in [0.1, 0.3, 0.6] {
            _ = tree.update(at: time)
            let drawn = tree.list.ops.filter { $0.kind == .gradient }.map { tree.list.payloads[Int($0.payload)] }
            XCTAssertEqual(drawn.count, 2)
            XCTAssertEqual(drawn.first, drawn.last, "at \(time)")
        }
    }

    func testFadeKeepsTheOldPictureUntilItEnds() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = scene.layer(frame: CGRect(x: 10, y: 10, width: 20, height: 20), color: red, in: root)
        scene.root(root)
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        scene.change(child) { $0.values.flags.insert(.hidden) }
        var spec = AnimationSpec(.transition(.init()))
        spec.timing.beginTime = 1
        spec.timing.duration = 1
        scene.animate(child, spec)
        tree.apply(scene.commit(at: 1))
        let frame = tree.update(at: 1.25)
        XCTAssertEqual(tree.kinds, [.beginGroup, .beginGroup, .fill, .endGroup, .beginGroup, .endGroup, .endGroup])
        XCTAssertEqual(tree.list.ops[1].opacity, 0.75)
        XCTAssertEqual(tree.list.ops[4].opacity, 0.25)
        XCTAssertEqual(frame.damage, [DeviceRect(10, 10, 30, 30)])
        XCTAssertFalse(tree.update(at: 1.5).isRebuilt)
        let last = tree.update(at: 2.5)
        XCTAssertEqual(tree.kinds, [])
        XCTAssertEqual(last.damage, [DeviceRect(10, 10, 30, 30)])
        XCTAssertEqual(tree.nodeCount, 2)
    }

    func testPushMovesBoth() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100), color: red)
        scene.root(root)
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        scene.change(root) { $0.values.backgroundColor = blue }
        var transition = AnimationSpec.Transition()
        transition.type = "push"
        var spec = AnimationSpec(.transition(transition))
        spec.timing.duration = 1
        scene.animate(root, spec)
        tree.apply(scene.commit(at: 0))
        _ = tree.update(at: 0.25)
        let fills = tree.list.ops.filter { $0.kind == .fill }
        XCTAssertEqual(fills.map(\.color), [red, blue])
        XCTAssertEqual(fills.map(\.bounds), [DeviceRect(25, 0, 125, 100), DeviceRect(0, 0, 25, 100)])
    }

    func testUnknownLayersRingsAndNothing() {
        var scene = TreeScene()
        let a = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red)
        let b = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: blue, in: a)
        scene.root(a)
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        var commit = Commit()
        let ghost = LayerID(rawValue: 999)
        commit.animations = [
            .add(ghost, AnimationID(rawValue: 1), basicSpec("opacity", .number(0), .number(1))), .remove(ghost, AnimationID(rawValue: 2)),
        ]
        var ring = LayerUpdate(id: b, layerClass: .layer, changed: [], state: scene.states[b]!.state)
        ring.sublayers = [a, ghost, b]
        ring.mask = .some(a)
        commit.updates = [ring]
        tree.apply(commit)
        _ = tree.update(at: 1)
        XCTAssertEqual(tree.kinds, [.fill, .fill])
        XCTAssertEqual(tree.nodeCount, 2)
        var gone = Commit()
        gone.root = .some(nil)
        tree.apply(gone)
        XCTAssertEqual(tree.update(at: 2).damage, [DeviceRect(0, 0, 20, 20)])
        XCTAssertEqual(tree.nodeCount, 0)
        XCTAssertNil(tree.state(of: b))
    }

    func testDeepNestingEnds() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        var last = root
        for _ in 0..<3000 { last = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red, in: last) }
        scene.root(root)
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        XCTAssertGreaterThan(tree.list.ops.count, 100)
        var gone = Commit()
        gone.root = .some(nil)
        tree.apply(gone)
        XCTAssertEqual(tree.nodeCount, 0)
    }

    /// The old picture moves with its layer during a transition, whichever value moves it.
    func testTheOldPictureMovesWithItsLayer() {
        let changes: [(String, (inout LayerValues) -> Void)] = [
            ("transform", { $0.transform = CATransform3DMakeRotation(0.4, 0, 0, 1) }),
            ("position", { $0.position = CGPoint(x: 60, y: 70) }),
            ("anchorPoint", { $0.anchorPoint = CGPoint(x: 0, y: 1) }),
            (
                "anchorPointZ",
                {
                    $0.anchorPointZ = 20
                    $0.transform = CATransform3DMakeRotation(0.4, 0, 1, 0)
                }
            ),
            ("opacity", { $0.opacity = 0.5 }),
        ]
        for (name, change) in changes {
            var scene = TreeScene()
            let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            let child = scene.layer(frame: CGRect(x: 20, y: 20, width: 40, height: 20), color: red, in: root)
            scene.root(root)
            let tree = RenderTree(viewport: viewport)
            tree.apply(scene.commit())
            _ = tree.update(at: 0)
            scene.change(child) { $0.values.backgroundColor = blue }
            var spec = AnimationSpec(.transition(.init()))
            spec.timing.duration = 1
            scene.animate(child, spec)
            tree.apply(scene.commit(at: 0))
            _ = tree.update(at: 0.25)
            scene.change(child) { change(&$0.values) }
            tree.apply(scene.commit(at: 0.25))
            _ = tree.update(at: 0.5)
            let fills = tree.list.ops.filter { $0.kind == .fill }
            XCTAssertEqual(fills.map(\.color), [red, blue], name)
            guard fills.count == 2 else { continue }
            XCTAssertEqual(fills[0].projection, fills[1].projection, name)
            XCTAssertEqual(fills[0].bounds, fills[1].bounds, name)
            let groups = tree.list.ops.filter { $0.kind == .beginGroup }.map(\.opacity)
            XCTAssertEqual(groups.suffix(2).map { $0 * fills[0].opacity }, groups.suffix(2).map { $0 * fills[1].opacity }, name)
        }
    }
}
