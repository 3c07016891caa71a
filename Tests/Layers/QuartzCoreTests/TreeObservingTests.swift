import CoreGraphics
import QuartzCore
import XCTest

/// Observing by key path literals: of subclasses, of parts, of the tree, with all options.
final class TreeObservingTests: XCTestCase {
    /// The names of properties whose observers were called.
    private final class Calls {
        var list: [String] = []
        var observations: [NSKeyValueObservation] = []

        func add<L: CALayer, Value>(_ layer: L, _ path: KeyPath<L, Value>, _ name: String) {
            observations.append(layer.observe(path) { [unowned self] _, _ in list.append(name) })
        }

        func take() -> [String] {
            defer { list = [] }
            return list.sorted()
        }
    }

    func testLiteralsOfAllClasses() {
        class Ring: CAShapeLayer {
            override var strokeEnd: CGFloat {
                get { super.strokeEnd }
                set { super.strokeEnd = newValue }
            }
        }
        let calls = Calls(), path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
        let ring = Ring(), gradient = CAGradientLayer(), replicator = CAReplicatorLayer(), text = CATextLayer()
        let emitter = CAEmitterLayer(), tiled = CATiledLayer(), scroll = CAScrollLayer()
        calls.add(ring, \.path, "path")
        calls.add(ring, \.strokeEnd, "strokeEnd")
        calls.add(ring, \.bounds.size.width, "width")
        calls.add(ring, \.filters, "filters")
        calls.add(gradient, \.colors, "colors")
        calls.add(gradient, \.type, "type")
        calls.add(replicator, \.instanceCount, "instanceCount")
        calls.add(text, \.fontSize, "fontSize")
        calls.add(text, \.isWrapped, "isWrapped")
        calls.add(emitter, \.birthRate, "birthRate")
        calls.add(emitter, \.emitterPosition.x, "emitterPosition.x")
        calls.add(tiled, \.tileSize, "tileSize")
        calls.add(scroll, \.scrollMode, "scrollMode")
        ring.path = path
        ring.strokeEnd = 0.5
        ring.bounds.size.width = 7
        ring.filters = [CAFilter(type: "gaussianBlur")]
        gradient.colors = [CGColor(gray: 0, alpha: 1)]
        gradient.type = .radial
        replicator.instanceCount = 3
        text.fontSize = 9
        text.isWrapped = true
        emitter.birthRate = 2
        emitter.emitterPosition.x = 5
        tiled.tileSize = CGSize(width: 64, height: 64)
        scroll.scrollMode = .vertically
        XCTAssertEqual(
            calls.take(),
            [
                "birthRate", "colors", "emitterPosition.x", "filters", "fontSize", "instanceCount", "isWrapped", "path", "scrollMode",
                "strokeEnd", "tileSize", "type", "width",
            ])
        scroll.scrollMode = .vertically
        ring.path = path
        XCTAssertEqual(calls.take(), [], "equal values change nothing")
    }

    /// Swift names the property that a final class overrides by the overriding getter, not by the overridden property.
    func testAnOverrideInAFinalClassNeedsAName() throws {
        final class Ring: CAShapeLayer {
            override var strokeEnd: CGFloat {
                get { super.strokeEnd }
                set { super.strokeEnd = newValue }
            }
        }
        let calls = Calls(), ring = Ring()
        let found = layerDiagnostics { calls.add(ring, \.strokeEnd, "without a name") }
        XCTAssertEqual(found.map(\.identifier), ["kvo.key-path"])
        calls.add(ring as CAShapeLayer, \.strokeEnd, "by the superclass")
        calls.add(ring, keyPathNamed(\.strokeEnd, "strokeEnd"), "named")
        ring.strokeEnd = 0.5
        XCTAssertEqual(calls.take(), ["by the superclass", "named"])
    }

    func testOptions() {
        let layer = CAShapeLayer()
        var lines: [String] = []
        let observation = layer.observe(\.strokeEnd, options: [.initial, .prior, .old, .new]) { _, change in
            func text(_ value: CGFloat?) -> String { value.map { "\($0)" } ?? "-" }
            lines.append("\(change.isPrior ? "prior" : "change") \(text(change.oldValue)) \(text(change.newValue))")
        }
        layer.strokeEnd = 0.5
        XCTAssertEqual(lines, ["change - 1.0", "prior 1.0 -", "change 1.0 0.5"])
        observation.invalidate()
        layer.strokeEnd = 0
        XCTAssertEqual(lines.count, 3)
    }

    func testOldAndNewMasks() {
        let layer = CALayer(), first = CALayer(), second = CALayer()
        var seen: [CALayer?] = []
        let observation = layer.observe(\.mask, options: [.old, .new]) { _, change in
            seen += [change.oldValue ?? nil, change.newValue ?? nil]
        }
        layer.mask = first
        layer.mask = first
        layer.mask = second
        second.removeFromSuperlayer()
        XCTAssertEqual(seen, [nil, first, first, second, second, nil])
        withExtendedLifetime(observation) {}
    }

    func testTheTreeIsObserved() {
        let a = CALayer(), b = CALayer(), one = CALayer(), two = CALayer(), calls = Calls()
        calls.add(a, \.sublayers, "a.sublayers")
        calls.add(b, \.sublayers, "b.sublayers")
        calls.add(a, \.mask, "a.mask")
        calls.add(b, \.mask, "b.mask")
        calls.add(one, \.superlayer, "one.superlayer")
        calls.add(two, \.superlayer, "two.superlayer")
        a.addSublayer(one)
        XCTAssertEqual(calls.take(), ["a.sublayers", "one.superlayer"])
        a.addSublayer(one)
        XCTAssertEqual(calls.take(), [], "it keeps its place")
        a.insertSublayer(two, at: 0)
        XCTAssertEqual(calls.take(), ["a.sublayers", "two.superlayer"])
        a.addSublayer(two)
        XCTAssertEqual(calls.take(), ["a.sublayers"], "another place")
        b.addSublayer(two)
        XCTAssertEqual(calls.take(), ["a.sublayers", "b.sublayers", "two.superlayer"])
        b.mask = two
        XCTAssertEqual(calls.take(), ["b.mask", "b.sublayers"])
        a.mask = two
        XCTAssertEqual(calls.take(), ["a.mask", "b.mask", "two.superlayer"])
        a.replaceSublayer(one, with: two)
        XCTAssertEqual(calls.take(), ["a.mask", "a.sublayers", "one.superlayer"])
        b.sublayers = [one, two]
        XCTAssertEqual(calls.take(), ["a.sublayers", "b.sublayers", "one.superlayer", "two.superlayer"])
        b.sublayers = [two, one]
        XCTAssertEqual(calls.take(), ["b.sublayers"])
        b.sublayers = nil
        XCTAssertEqual(calls.take(), ["b.sublayers", "one.superlayer", "two.superlayer"])
        b.mask = one
        one.removeFromSuperlayer()
        XCTAssertEqual(calls.take(), ["b.mask", "b.mask", "one.superlayer", "one.superlayer"])
        // A cycle is refused.
        _ = layerDiagnostics { one.addSublayer(one) }
        XCTAssertEqual(calls.take(), [])
    }

    func testOwnPropertiesAndAnimations() {
        final class Dial: CALayer {
            @CAAnimatable("angle") var angle: CGFloat = 0
            var degrees: CGFloat { angle * 180 / .pi }
        }
        let dial = Dial(), calls = Calls()
        calls.add(dial, \.angle, "angle")
        calls.add(dial, \.degrees, "degrees")
        dial.angle = 2
        XCTAssertEqual(calls.take(), ["angle", "degrees"])

        let spring = CASpringAnimation(keyPath: "opacity"), frames = CAKeyframeAnimation(), group = CAAnimationGroup()
        let fade = CATransition()
        var names: [String] = []
        let observations = [
            spring.observe(\.stiffness) { _, _ in names.append("stiffness") },
            spring.observe(\.toValue) { _, _ in names.append("toValue") },
            spring.observe(\.isAdditive, options: .new) { _, change in names.append("isAdditive \(change.newValue!)") },
            frames.observe(\.values) { _, _ in names.append("values") },
            group.observe(\.animations) { _, _ in names.append("animations") },
            fade.observe(\.subtype) { _, _ in names.append("subtype") },
        ]
        spring.stiffness = 50
        spring.toValue = 1
        spring.isAdditive = true
        frames.values = [1, 2]
        group.animations = [spring]
        fade.subtype = .fromLeft
        XCTAssertEqual(names, ["stiffness", "toValue", "isAdditive true", "values", "animations", "subtype"])
        withExtendedLifetime(observations) {}
    }

    func testChangesByKeyPathReachObserversByName() {
        final class Watcher: NSObject, KeyValueObserver {
            var count = 0
            func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
            ) { count += 1 }
        }
        final class Pie: CAShapeLayer {}
        let pie = Pie(), watcher = Watcher()
        pie.addObserver(watcher, forKeyPath: "hidden", options: [], context: nil)
        pie.willChangeValue(for: \.isHidden)
        pie.didChangeValue(for: \.isHidden)
        XCTAssertEqual(watcher.count, 1)
    }
}
