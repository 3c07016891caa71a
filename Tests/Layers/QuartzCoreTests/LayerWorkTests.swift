import CoreGraphics
import Foundation
import XCTest

@testable import QuartzCore
@testable import RenderTree

/// What a shown layer keeps.
final class LayerWorkTests: XCTestCase {
    private final class TreeDriver: RenderDriver, @unchecked Sendable {
        let tree = RenderTree(viewport: Viewport(width: 64, height: 64))
        func submit(_ commit: Commit) { tree.apply(commit) }
        func report(to inbox: RenderInbox) {}
    }

    private final class StillClock: MediaClock {
        let now = 1.0
    }

    private func scene(_ count: Int) -> (context: LayerContext, root: CALayer, layers: [CALayer]) {
        let context = LayerContext(clock: StillClock(), driver: TreeDriver()), root = CALayer()
        context.layer = root
        let layers = (0..<count).map { i in
            let layer = CALayer()
            layer.frame = CGRect(x: i, y: 0, width: 4, height: 4)
            root.addSublayer(layer)
            return layer
        }
        CATransaction.flush()
        return (context, root, layers)
    }

    func testTheRecordOfALayerIsSmallAndKeepsItsStateOnlyWhileItDiffers() throws {
        let (context, _, layers) = scene(1)
        let record = try XCTUnwrap(layers[0].live)
        XCTAssertNil(record.committed)
        let symbol = try XCTUnwrap(dlsym(nil, "malloc_usable_size"))
        let size = unsafeBitCast(symbol, to: (@convention(c) (UnsafeMutableRawPointer) -> Int).self)
        XCTAssertLessThanOrEqual(size(Unmanaged.passUnretained(record).toOpaque()), 192)
        CATransaction.setDisableActions(true)
        let before = layers[0].position
        layers[0].position = CGPoint(x: 30, y: 30)
        XCTAssertEqual(record.committed?.value.values.position, before)
        XCTAssertEqual(layers[0].presentation()?.position, before)
        CATransaction.flush()
        XCTAssertNil(record.committed)
        XCTAssertEqual(layers[0].presentation()?.position, CGPoint(x: 30, y: 30))
        withExtendedLifetime(context) {}
    }
}
