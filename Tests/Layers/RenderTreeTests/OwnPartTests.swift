import CoreGraphics
import XCTest
@testable import RenderTree

/// What the ops of a layer's own parts take over from it: opacity, rectangle and bounds, for every part.
final class OwnPartTests: XCTestCase {
    private static let frame = CGRect(x: 20, y: 30, width: 40, height: 24)
    private static let path = CGPath(rect: CGRect(x: 4, y: 6, width: 10, height: 8), transform: nil)
    private static let image = PropertyValue.image(CGImage(width: 8, height: 8, premultipliedBGRA: [UInt8](repeating: 255, count: 256))!)

    private struct Part: Sendable {
        let kind: DrawOp.Kind
        var layerClass = LayerClass.layer
        var box = CGRect(origin: .zero, size: OwnPartTests.frame.size)
        /// How much larger the bounds may be: joins of strokes may have miters.
        var slack = 4
        let set: @Sendable (inout LayerState) -> Void
    }

    private static let parts = [
        Part(kind: .fill) {
            $0.values.backgroundColor = red
            $0.values.flags.insert(.hasBackgroundColor)
        },
        Part(kind: .border) { $0.values.borderWidth = 2 },
        Part(kind: .image) { $0.objects.contents = image },
        Part(kind: .gradient, layerClass: .gradient) { $0.objects.colors = [CGColor(rgba: red), CGColor(rgba: blue)] },
        Part(kind: .shapeFill, layerClass: .shape, box: path.boundingBox) { $0.objects.path = path },
        Part(kind: .shapeStroke, layerClass: .shape, box: path.boundingBox.insetBy(dx: -1, dy: -1), slack: 24) {
            $0.objects.path = path
            $0.extra.fillColor = RGBA(0, 0, 0, 0)
            $0.extra.hasStrokeColor = true
            $0.extra.strokeColor = green
            $0.extra.lineWidth = 2
        },
    ]

    private func ops(_ part: Part, in superlayer: LayerClass = .layer, _ change: (inout LayerState) -> Void) -> ContiguousArray<DrawOp> {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let parent = scene.layer(superlayer, frame: CGRect(x: 0, y: 0, width: 100, height: 100), in: root, change)
        // Two, so that a group would be needed where the superlayer's opacity is not each one's own.
        for _ in 0..<2 {
            _ = scene.layer(part.layerClass, frame: Self.frame, in: parent) {
                part.set(&$0)
                $0.values.opacity = 0.5
            }
        }
        scene.root(root)
        let tree = RenderTree(viewport: Viewport(width: 100, height: 100, rootGeometryFlipped: true))
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        return tree.list.ops.filter { $0.kind == part.kind && !$0.bounds.isEmpty }
    }

    func testOpacityAndPlaces() {
        for part in Self.parts {
            let ops = ops(part) { _ in }
            XCTAssertEqual(ops.count, 2, "\(part.kind)")
            for op in ops {
                XCTAssertEqual(op.opacity, 0.5, "\(part.kind)")
                if part.kind != .shapeStroke { XCTAssertEqual(op.rect, part.box, "\(part.kind)") }
                let place = part.box.offsetBy(dx: Self.frame.minX, dy: Self.frame.minY)
                let exact = DeviceRect(Int32(place.minX), Int32(place.minY), Int32(place.maxX), Int32(place.maxY))
                XCTAssertTrue(op.bounds.contains(exact), "\(part.kind): \(op.bounds)")
                XCTAssertLessThanOrEqual(op.bounds.width - exact.width, part.slack, "\(part.kind): \(op.bounds)")
                XCTAssertLessThanOrEqual(op.bounds.height - exact.height, part.slack, "\(part.kind): \(op.bounds)")
            }
        }
    }

    /// A transform layer draws no group: its opacity is that of each of its sublayers.
    func testSublayersOfTransformLayersAreTransparentOneByOne() {
        for part in Self.parts {
            XCTAssertEqual(ops(part, in: .transform) { $0.values.opacity = 0.5 }.map(\.opacity), [0.25, 0.25], "\(part.kind)")
            XCTAssertEqual(ops(part, in: .transform) { $0.values.opacity = 0 }.count, 0, "\(part.kind)")
            XCTAssertEqual(ops(part, in: .transform) { $0.values.flags.insert(.hidden) }.count, 0, "\(part.kind)")
        }
    }
}
