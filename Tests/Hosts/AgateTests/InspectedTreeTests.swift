import Agate
import QuartzCore
import RenderTree
import XCTest

/// What the render tree says of itself is what was committed, in every order of painting.
final class InspectedTreeTests: XCTestCase {
    private func host(_ layers: [CALayer]) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: 60, height: 60))
        host.perform { for layer in layers { host.layer.addSublayer(layer) } }
        _ = host.image()
        return host
    }

    private func box(_ z: CGFloat = 0, tilt: CGFloat = 0) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: 10, y: 10, width: 30, height: 30)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        layer.zPosition = z
        if tilt != 0 { layer.transform = CATransform3DMakeRotation(tilt, 0, 1, 0) }
        return layer
    }

    /// Each layer once, under its superlayer: transform layers, whose sublayers are sorted among their siblings, and cut layers, too.
    func testEveryLayerIsReportedOnceHoweverItIsSorted() {
        let inside = CATransformLayer(), inner = box(4, tilt: 0.4)
        inside.addSublayer(inner)
        let turned = CATransformLayer()
        turned.transform = CATransform3DMakeRotation(0.5, 1, 0, 0)
        turned.addSublayer(inside)
        for layers in [
            [box(), box()], [box(3), box(1)], [box(tilt: 0.6), box(tilt: -0.6)], [box(), turned, box(2)], [turned],
            [CATransformLayer(), box()],
        ] {
            let host = host(layers)
            var expected: [LayerID: LayerID?] = [:], waiting: [(CALayer, LayerID?)] = [(host.layer, nil)]
            while let (layer, parent) = waiting.popLast() {
                expected[layer.id] = parent
                for each in layer.sublayers ?? [] { waiting.append((each, layer.id)) }
            }
            let reports = host.inspect()
            XCTAssertEqual(reports.count, expected.count)
            for report in reports { XCTAssertEqual(expected[report.id], report.parent) }
            for layer in layers { layer.removeFromSuperlayer() }
        }
    }

    func testPaintOrderIsReported() {
        let (high, low) = (box(3), box(1))
        XCTAssertEqual(host([high, low]).inspect().dropFirst().map(\.id), [low.id, high.id])
        // Sorted by depth: the nearer one is painted last.
        let (near, far) = (box(5, tilt: 0.1), box(-5, tilt: 0.1))
        XCTAssertEqual(host([near, far]).inspect().dropFirst().map(\.id), [far.id, near.id])
    }

    /// Keys that no property stands for, changed alone in a transaction.
    func testOwnKeysAloneAreCommitted() {
        let layer = box()
        let host = host([layer])
        for value in [5.0, 7, 11] {
            host.perform { layer.setValue(value, forKey: "own") }
            XCTAssertEqual(host.inspect().last?.committed.objects.custom?["own"], .number(value))
        }
        host.perform {
            let animation = CABasicAnimation(keyPath: "own")
            animation.byValue = 2
            animation.duration = 1
            layer.add(animation, forKey: nil)
        }
        host.advance(by: 0.5)
        XCTAssertEqual(layer.presentation()?.value(forKey: "own") as? Double, 12)
        XCTAssertEqual(host.inspect().last?.state.objects.custom?["own"], .number(12), "what the render tree animates begins there, too")
        // While it is animated.
        host.perform { layer.setValue(21.0, forKey: "own") }
        XCTAssertEqual(host.inspect().last?.committed.objects.custom?["own"], .number(21))
        host.perform {
            layer.removeAllAnimations()
            layer.setValue(nil, forKey: "own")
        }
        XCTAssertNil(host.inspect().last?.committed.objects.custom?["own"])
    }

    /// A program's notes on a layer draw nothing.
    func testOwnKeysDamageNothing() {
        let layer = box()
        let host = host([layer])
        host.perform { layer.setValue("a note", forKey: "own") }
        XCTAssertEqual(host.paint(at: host.now), [])
    }
}
