import CoreGraphics
import TestSupport
import XCTest
@testable import RenderTree

/// A frame of usual animations allocates nothing.
final class AllocationTests: XCTestCase {
    override func setUpWithError() throws {
        #if DEBUG
        throw XCTSkip("a build that is not optimised boxes what it passes around")
        #endif
    }

    func testTheWatchSeesWhatIsFreedAgain() throws {
        var kept = 0
        let count = try XCTUnwrap(AllocationWatch.objects { for i in 0..<5 { kept += Array(repeating: i, count: i + 2 + kept % 2).count } })
        XCTAssertGreaterThanOrEqual(count, 5)
        XCTAssertEqual(AllocationWatch.objects {}, 0)
    }

    private func usual() -> [AnimationSpec] {
        func point(_ x: Double, _ y: Double) -> PropertyValue { .point(CGPoint(x: x, y: y)) }
        let red = PropertyValue.color(CGColor(rgba: RGBA(1, 0, 0, 1))), blue = PropertyValue.color(CGColor(rgba: RGBA(0, 0, 1, 1)))
        let flat = PropertyValue.transform(CATransform3DMakeRotation(1, 0, 0, 1)),
            tilted = PropertyValue.transform(CATransform3DMakeRotation(1, 1, 2, 3))
        var specs = [
            basic("position", from: point(0, 0), to: point(9, 9)), basic("opacity", from: .number(0), to: .number(1)),
            basic("opacity", to: .number(1)), basic("position", by: point(3, 4)) { $0.isAdditive = true },
            basic("backgroundColor", from: red, to: blue), basic("transform", from: flat, to: .transform(CATransform3DMakeScale(2, 2, 1))),
            basic("transform", from: flat, to: tilted), basic("transform.rotation.z", from: .number(0), to: .number(3)),
            basic("transform.rotation.x", from: .number(0), to: .number(3)), basic("transform.scale", from: .number(1), to: .number(3)),
            basic("transform.translation.x", from: .number(0), to: .number(3)),
            keyframes("position", (0..<8).map { point(Double($0), 1) }),
            keyframes("position", (0..<8).map { point(Double($0), 1) }) {
                $0.mode = .cubic; $0.timingCurves = [.easeIn, .easeOut]
            },
            keyframes("transform", [flat, tilted, flat]), keyframes("position", []) { $0.path = CGPath(svg: "M0,0 L4,4 C1,2 3,4 5,6") },
        ]
        var ends = AnimationSpec.Basic()
        ends.to = point(4, 5)
        specs.append(AnimationSpec(.spring(.init(keyPath: "position"), ends, .init())))
        specs.append(AnimationSpec(.group([specs[0], specs[1]])))
        for i in specs.indices {
            specs[i].timing.duration = 10
            specs[i].timingCurve = .easeInEaseOut
        }
        return specs
    }

    func testEvaluationAllocatesNothing() {
        for spec in usual() {
            let list = ContiguousArray([CompiledAnimation(spec: spec, id: AnimationID(rawValue: 1), layerClass: .layer)])
            var state = LayerState()
            LayerAnimations.apply(list, at: 0.5, to: &state)
            let count = AllocationWatch.objects { for i in 0..<100 { LayerAnimations.apply(list, at: Double(i) / 10, to: &state) } }
            XCTAssertEqual(count, 0, "\(spec)")
        }
    }

    func testTheTreeFindsItsStatesWithoutAllocating() {
        let tree = RenderTree(viewport: Viewport(width: 64, height: 64))
        var commit = Commit()
        var root = LayerState()
        root.values.flags.insert(.hidden)
        var top = LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: root)
        top.sublayers = []
        for (i, spec) in usual().enumerated() {
            let id = LayerID(rawValue: UInt64(i + 2))
            top.sublayers?.append(id)
            commit.updates.append(LayerUpdate(id: id, layerClass: .layer, changed: .all, state: LayerState()))
            commit.animations.append(.add(id, AnimationID(rawValue: UInt64(i)), spec))
        }
        commit.updates.append(top)
        commit.root = .some(top.id)
        tree.apply(commit)
        for i in 0..<4 { _ = tree.timeline.animate(at: Double(i), lastFrame: tree.scene.extents) }
        var next = 0.0
        XCTAssertEqual(
            AllocationWatch.objects { for i in 4..<9 { next = tree.timeline.animate(at: Double(i), lastFrame: tree.scene.extents) } }, 0)
        // All hangs on a hidden layer, so that nothing is due before the first of the animations ends.
        XCTAssertEqual(next, 10)
    }

    func testAnimationsArePlainAndSmall() {
        XCTAssertTrue(_isPOD(AnimationCore.self))
        XCTAssertLessThanOrEqual(MemoryLayout<AnimationCore>.size, 128)
        XCTAssertLessThanOrEqual(MemoryLayout<RunningAnimation>.stride, 160)
    }
}
