import CoreGraphics
import XCTest
@testable import RenderTree

/// Layers that move where nobody sees them cost a frame nothing, and stand where they should when they are seen or asked for.
final class DistantLayerTests: XCTestCase {
    private var scene = TreeScene()
    private let tree = RenderTree(viewport: Viewport(width: 100, height: 100, rootGeometryFlipped: true))
    private var root = LayerID(rawValue: 0), holder = LayerID(rawValue: 0)

    private func start(_ make: (LayerID) -> Void) {
        root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        holder = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100), in: root)
        scene.root(root)
        make(holder)
        tree.apply(scene.commit())
        for frame in 0..<3 { _ = tree.update(at: Double(frame) / 60) }
    }

    private func mover(_ spec: AnimationSpec, size: Double = 10, _ configure: (inout LayerState) -> Void = { _ in }) -> LayerID {
        let layer = scene.layer(frame: CGRect(x: 300, y: 10, width: size, height: size), color: red, in: holder, configure)
        scene.animate(layer, spec)
        return layer
    }

    private func path(_ from: Double, _ to: Double) -> AnimationSpec {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: from, y: 10))
        path.addQuadCurve(to: CGPoint(x: to, y: 10), control: CGPoint(x: (from + to) / 2, y: 90))
        var keyframe = AnimationSpec.Keyframe()
        keyframe.path = path
        var spec = AnimationSpec(.keyframe(.init(keyPath: "position"), keyframe))
        spec.timing.duration = 10
        return spec
    }

    private func evaluations(of frames: Int, from time: Double) -> Int {
        let before = tree.work
        for frame in 0..<frames { _ = tree.update(at: time + Double(frame) / 60) }
        return (tree.work - before).evaluations
    }

    func testWhatStaysOutsideIsNotEvaluated() {
        start { _ in
            for _ in 0..<20 {
                _ = mover(path(200, 400))
                _ = mover(basicSpec("position.x", .number(150), .number(300), duration: 10))
                _ = mover(basicSpec("opacity", .number(0), .number(1), duration: 10))
                _ = mover(basicSpec("backgroundColor", nil, .color(CGColor(rgba: green)), duration: 10))
            }
        }
        XCTAssertEqual(evaluations(of: 30, from: 1), 0)
        XCTAssertEqual(tree.update(at: 5).damage, [])
        // They end on time.
        let events = tree.update(at: 11).events
        XCTAssertEqual(events.filter { $0.kind == .ended }.count, 80)
    }

    func testWhatMayComeInIsEvaluated() {
        var spring = AnimationSpec.Basic()
        spring.from = .number(400)
        spring.to = .number(150)
        var bounce = AnimationSpec(.spring(.init(keyPath: "position.x"), spring, .init()))
        bounce.timing.duration = 10
        var overshoot = basicSpec("position.x", .number(200), .number(130), duration: 10)
        overshoot.timingCurve = TimingCurve(0.3, 0, 0.7, 3)
        var relative = AnimationSpec.Basic()
        relative.by = .number(10)
        var by = AnimationSpec(.basic(.init(keyPath: "position.x"), relative))
        by.timing.duration = 10
        start { _ in
            _ = mover(path(104, 300))
            _ = mover(bounce)
            _ = mover(overshoot)
            _ = mover(by)
            // Turned about a corner, a long layer reaches further.
            var turned = path(160, 300)
            if case .keyframe(let property, var keyframe) = turned.content {
                keyframe.rotationMode = .auto
                turned.content = .keyframe(property, keyframe)
            }
            _ = mover(turned, size: 100) { $0.values.anchorPoint = .zero }
            _ = mover(path(200, 400)) {
                $0.values.shadowOpacity = 1; $0.values.shadowRadius = 100
            }
        }
        XCTAssertEqual(evaluations(of: 10, from: 1), 60)
    }

    func testSeenAgainItStandsWhereItsTimeHasBroughtIt() throws {
        var layer = LayerID(rawValue: 0)
        start { _ in layer = mover(path(200, 400)) }
        XCTAssertEqual(evaluations(of: 10, from: 1), 0)
        // Scrolled into the picture.
        scene.change(holder) { $0.values.bounds.origin.x = 250 }
        tree.apply(scene.commit(at: 5))
        _ = tree.update(at: 5)
        let fill = try XCTUnwrap(tree.list.ops.last { $0.kind == .fill })
        XCTAssertEqual(fill.bounds, DeviceRect(45, 45, 55, 55))
        // And out again, asked for there.
        scene.change(holder) { $0.values.bounds.origin.x = -500 }
        tree.apply(scene.commit(at: 6))
        for time in [6, 6.1, 6.2] { _ = tree.update(at: time) }
        XCTAssertEqual(evaluations(of: 10, from: 7), 0)
        XCTAssertEqual(try XCTUnwrap(tree.state(of: layer)).values.position.x, 200 + 200 * CGFloat(7 + 9.0 / 60) / 10, accuracy: 0.01)
    }

    func testMovedToAnotherSuperlayerItIsSeen() throws {
        var layer = LayerID(rawValue: 0)
        start { _ in layer = mover(path(200, 400)) }
        let other = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100), in: root) { $0.values.bounds.origin.x = 250 }
        scene.link(holder, [])
        scene.link(other, [layer])
        tree.apply(scene.commit(at: 5))
        _ = tree.update(at: 5)
        let fill = try XCTUnwrap(tree.list.ops.last { $0.kind == .fill && !$0.bounds.isEmpty })
        XCTAssertEqual(fill.bounds, DeviceRect(45, 45, 55, 55))
    }

    /// A layer that its transform makes longer, wider or moves reaches as far as its corners do.
    func testTransformedLayersReachFurther() {
        var sheared = CATransform3DIdentity
        sheared.m21 = 60
        let transforms = [
            CATransform3DMakeScale(60, 1, 1), CATransform3DMakeScale(1, 60, 1), CATransform3DMakeTranslation(-100, 0, 0), sheared,
            // Its corners reach into the picture, its edges do not.
            CATransform3DScale(CATransform3DMakeRotation(.pi / 4, 0, 0, 1), 7.5, 7.5, 1),
        ]
        start { _ in
            for transform in transforms {
                var spec = path(160, 300)
                if case .keyframe(let property, var keyframe) = spec.content {
                    keyframe.rotationMode = .auto
                    spec.content = .keyframe(property, keyframe)
                }
                _ = mover(spec) { $0.values.transform = transform }
            }
        }
        XCTAssertEqual(evaluations(of: 10, from: 0.1), 10 * transforms.count)
    }
}
