import QuartzCore
import XCTest

/// Layout (LY1 to LY8).
final class LayerLayoutTests: XCTestCase {
    private final class Logging: CALayer {
        nonisolated(unsafe) static var log: [String] = []
        var onLayout: () -> Void = {}
        override func layoutSublayers() { Self.log.append(name ?? "?"); super.layoutSublayers(); onLayout() }
    }

    private func make(_ name: String, in parent: CALayer? = nil) -> Logging {
        let layer = Logging()
        layer.name = name
        parent?.addSublayer(layer)
        return layer
    }

    private func clean(_ layers: CALayer...) {
        for layer in layers { layer.layoutIfNeeded() }
        Logging.log = []
    }

    // layout-autoresize-three-flex, layout-autoresize-height
    func testAutoresizing() {
        let parent = CALayer(), child = CALayer()
        parent.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        parent.addSublayer(child)
        child.frame = CGRect(x: 10, y: 15, width: 20, height: 25)
        child.autoresizingMask = [.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin, .layerHeightSizable]
        parent.bounds.size = CGSize(width: 200, height: 160)
        assertClose(numbers(child.frame), [43, 15, 54, 85], 1e-6, "autoresize")
    }

    // layout-constraint, layout-constraint-edges
    func testConstraints() {
        let container = CALayer(), child = CALayer()
        container.bounds = CGRect(x: 20, y: 30, width: 200, height: 100)
        container.layoutManager = CAConstraintLayoutManager()
        container.addSublayer(child)
        child.bounds = CGRect(x: 7, y: 9, width: 20, height: 30)
        child.anchorPoint = CGPoint(x: 0.25, y: 0.75)
        child.addConstraint(CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX, offset: 10))
        child.addConstraint(CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .width, scale: 0.5, offset: 0))
        child.addConstraint(CAConstraint(attribute: .minY, relativeTo: "superlayer", attribute: .minY, offset: 5))
        child.addConstraint(CAConstraint(attribute: .height, relativeTo: "superlayer", attribute: .height, scale: 0.5, offset: 0))
        container.layoutIfNeeded()
        assertClose(numbers(child.frame), [30, 35, 100, 50], 1e-9, "layout-constraint")
        assertClose(numbers(child.position), [55, 72.5], 1e-9, "layout-constraint")

        container.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
        let edge = CALayer()
        container.addSublayer(edge)
        edge.frame = CGRect(x: 50, y: 12, width: 20, height: 30)
        edge.constraints = [
            CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX, offset: 10),
            CAConstraint(attribute: .maxX, relativeTo: "superlayer", attribute: .maxX, offset: -20),
        ]
        container.layoutIfNeeded()
        assertClose(numbers(edge.frame), [10, 12, 170, 30], 1e-9, "layout-constraint-edges")
    }

    /// LY8: every order of three and of four relations of an axis, none of which agree. The last one counts, with the lowest of the others.
    func testMoreRelationsThanAnAxisNeeds() {
        // Minimum, middle, maximum, size.
        let values: [CGFloat] = [12, 61, 95, 36]
        func expected(_ a: Int, _ b: Int) -> (CGFloat, CGFloat) {
            let (low, high) = (min(a, b), max(a, b)), first = values[low], second = values[high]
            switch (low, high) {
            case (0, 1): return (first, (second - first) * 2)
            case (0, 2): return (first, second - first)
            case (0, 3): return (first, second)
            case (1, 2): return (first * 2 - second, (second - first) * 2)
            case (1, 3): return (first - second / 2, second)
            default: return (first - second, second)
            }
        }
        var orders: [[Int]] = [[]]
        for _ in 0..<4 { orders = orders + orders.flatMap { order in (0..<4).filter { !order.contains($0) }.map { order + [$0] } } }
        let horizontal: [CAConstraintAttribute] = [.minX, .midX, .maxX, .width],
            vertical: [CAConstraintAttribute] = [.minY, .midY, .maxY, .height]
        for order in Set(orders) where order.count >= 2 {
            let container = CALayer(), child = CALayer()
            container.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
            container.layoutManager = CAConstraintLayoutManager()
            child.bounds = CGRect(x: 0, y: 0, width: 5, height: 6)
            container.addSublayer(child)
            // An earlier relation of the last attribute has no effect.
            for i in [order[order.count - 1]] + order {
                let isEarly = child.constraints?.isEmpty ?? true
                for (attributes, source) in [(horizontal, CAConstraintAttribute.minX), (vertical, .minY)] {
                    child.addConstraint(
                        CAConstraint(
                            attribute: attributes[i], relativeTo: "superlayer", attribute: source, offset: isEarly ? 77 : values[i]))
                }
            }
            container.layoutIfNeeded()
            let last = order[order.count - 1], (origin, length) = expected(last, order.dropLast().min() ?? last)
            assertClose(numbers(child.frame), [origin, origin, length, length].map(Double.init), 1e-9, "\(order)")
        }
    }

    func testConstraintsBetweenSiblingsAndInCircles() {
        let container = CALayer(), a = CALayer(), b = CALayer()
        container.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        container.layoutManager = CAConstraintLayoutManager()
        container.sublayers = [b, a]
        a.name = "a"; b.name = "b"
        a.frame = CGRect(x: 5, y: 0, width: 10, height: 10)
        b.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        b.addConstraint(CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX, offset: 3))
        b.addConstraint(CAConstraint(attribute: .minY, relativeTo: "nobody", attribute: .maxY))
        a.addConstraint(CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .midX))
        container.layoutIfNeeded()
        XCTAssertEqual(b.frame, CGRect(x: 63, y: 0, width: 10, height: 10))
        a.constraints = [CAConstraint(attribute: .minX, relativeTo: "b", attribute: .maxX)]
        container.layoutIfNeeded()
        XCTAssertTrue(a.frame.minX.isFinite)
    }

    // LY1, LY5
    func testWhatMarks() {
        let parent = make("p"), child = make("c", in: parent)
        clean(parent)
        child.position = CGPoint(x: 4, y: 4)
        child.opacity = 0.5
        XCTAssertFalse(child.needsLayout() || parent.needsLayout())
        child.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
        XCTAssertTrue(child.needsLayout() && parent.needsLayout())
        clean(parent)
        child.transform = CATransform3DMakeScale(2, 2, 2)
        XCTAssertTrue(child.needsLayout() && parent.needsLayout())
        clean(parent)
        parent.addSublayer(CALayer())
        XCTAssertTrue(parent.needsLayout())
        XCTAssertFalse(child.needsLayout())
        clean(parent)
        parent.layoutManager = CAConstraintLayoutManager()
        XCTAssertTrue(parent.needsLayout())
    }

    // LY2
    func testLayoutIfNeededClimbsAndGoesDown() {
        let root = make("root"), middle = make("middle", in: root), leaf = make("leaf", in: middle)
        clean(root)
        for layer in [leaf, middle, root] { layer.setNeedsLayout() }
        leaf.layoutIfNeeded()
        XCTAssertEqual(Logging.log, ["root", "middle", "leaf"])
        Logging.log = []
        leaf.setNeedsLayout()
        root.setNeedsLayout()
        leaf.layoutIfNeeded()
        XCTAssertEqual(Logging.log, ["leaf"], "the superlayer needs none, so its superlayer is not asked")
        clean(root)
        leaf.setNeedsLayout()
        root.layoutIfNeeded()
        XCTAssertEqual(Logging.log, ["leaf"])
    }

    func testOwnLayoutMarksNothingButSublayersDo() {
        let root = make("root"), leaf = make("leaf", in: root)
        clean(root)
        root.onLayout = { [unowned root, unowned leaf] in
            root.bounds.size.width += 1
            leaf.bounds.size.width = 10
        }
        root.setNeedsLayout()
        root.layoutIfNeeded()
        XCTAssertEqual(Logging.log, ["root", "leaf"])
    }

    func testEndlessLayoutEnds() {
        let root = make("root"), leaf = make("leaf", in: root)
        clean(root)
        leaf.onLayout = { [unowned root] in root.setNeedsLayout() }
        root.onLayout = { [unowned leaf] in leaf.setNeedsLayout() }
        root.setNeedsLayout()
        let found = layerDiagnostics { root.layoutIfNeeded() }
        XCTAssertEqual(found.map(\.identifier), ["layer.endless-layout"])
    }

    // LY2
    func testASublayersLayoutInALayersOwnLayoutDoesNotBeginThatAgain() {
        let root = make("root"), middle = make("middle", in: root), leaf = make("leaf", in: middle)
        for caller in [root, middle] {
            clean(root)
            var isFirst = true
            caller.onLayout = { [unowned root, unowned middle, unowned leaf] in
                guard isFirst else { return }
                isFirst = false
                for layer in [root, middle, leaf] { layer.setNeedsLayout() }
                leaf.layoutIfNeeded()
                Logging.log.append("done")
            }
            root.setNeedsLayout()
            middle.setNeedsLayout()
            root.layoutIfNeeded()
            XCTAssertEqual(Logging.log.prefix(4), ["root", "middle", "leaf", "done"], caller.name!)
            XCTAssertTrue(Logging.log.dropFirst(4).contains(caller.name!), "its own mark is served afterwards")
            caller.onLayout = {}
        }
    }

    func testLayoutThatBeginsItselfEnds() {
        let root = make("root"), leaf = make("leaf", in: root)
        for asked in [root, leaf] {
            clean(root)
            root.onLayout = { [unowned root] in
                root.setNeedsLayout()
                asked.setNeedsLayout()
                asked.layoutIfNeeded()
            }
            root.setNeedsLayout()
            let found = layerDiagnostics { root.layoutIfNeeded() }
            XCTAssertEqual(Set(found.map(\.identifier)), ["layer.endless-layout"], asked.name!)
            XCTAssertLessThan(Logging.log.count, 2000)
        }
        root.onLayout = {}
        clean(root)
        root.setNeedsLayout()
        root.layoutIfNeeded()
        XCTAssertEqual(Logging.log, ["root"], "and is as before")
    }

    // LY3
    func testDelegateGoesBeforeTheManager() {
        final class Manager: NSObject, CALayoutManager {
            var count = 0
            func layoutSublayers(of layer: CALayer) { count += 1 }
            func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 3, height: 4) }
        }
        final class Silent: NSObject, CALayerDelegate {}
        final class Speaking: NSObject, CALayerDelegate {
            var count = 0
            func layoutSublayers(of layer: CALayer) { count += 1 }
        }
        let layer = CALayer(), manager = Manager(), silent = Silent(), speaking = Speaking()
        layer.layoutManager = manager
        layer.delegate = silent
        layer.layoutIfNeeded()
        XCTAssertEqual(manager.count, 1)
        layer.delegate = speaking
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        XCTAssertEqual(manager.count, 1)
        XCTAssertEqual(speaking.count, 1)
        XCTAssertEqual(layer.preferredFrameSize(), CGSize(width: 3, height: 4))
    }

    // LY4
    func testPreferredFrameSize() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
        layer.transform = CATransform3DMakeScale(2, 3, 1)
        XCTAssertEqual(layer.preferredFrameSize(), CGSize(width: 20, height: 60))
    }

    // LY6
    func testOnLayoutIsAsked() {
        let layer = CALayer()
        var ran = 0
        layer.actions = ["onLayout": NotedAction { _, _ in ran += 1 }]
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        XCTAssertEqual(ran, 1)
    }
}
