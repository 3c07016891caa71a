import QuartzCore
import XCTest

/// Editing the tree (TM1 to TM10).
final class LayerTreeTests: XCTestCase {
    private let p = CALayer(), q = CALayer()
    private lazy var a = named("a")
    private lazy var b = named("b")
    private lazy var c = named("c")

    private func named(_ name: String) -> CALayer {
        let layer = CALayer()
        layer.name = name
        return layer
    }

    private func names(_ layer: CALayer) -> [String]? { layer.sublayers.map { $0.map { $0.name ?? "?" } } }

    /// Every vector of the area, by its words.
    func testVectors() throws {
        for vector in try LayerVectors.area("tree") {
            let p = CALayer(), q = CALayer(), owner = named("owner"), x = CALayer()
            var layers: [String: CALayer] = [:]
            for name in ["a", "b", "c", "m"] { layers[name] = named(name) }
            guard let a = layers["a"], let b = layers["b"], let c = layers["c"], let m = layers["m"] else { return }
            var got: Any?
            switch vector.id {
            case "tree-add": p.addSublayer(a); p.addSublayer(b); p.insertSublayer(c, at: 1); got = names(p)
            case "tree-insert-below": p.sublayers = [a, b]; p.insertSublayer(c, below: a); got = names(p)
            case "tree-insert-above": p.sublayers = [a, b]; p.insertSublayer(c, above: a); got = names(p)
            case "tree-reparent": p.sublayers = [a, b, c]; q.addSublayer(a); got = names(p)
            case "tree-below-nonsibling": p.sublayers = [a, b]; p.insertSublayer(c, below: x); got = names(p)
            case "tree-below-nil": p.sublayers = [a, b]; p.insertSublayer(c, below: nil); got = names(p)
            case "tree-above-nil": p.sublayers = [a, b]; p.insertSublayer(c, above: nil); got = names(p)
            case "tree-index-clamp": p.sublayers = [a, b]; p.insertSublayer(c, at: 99); got = names(p)
            case "tree-empty": p.addSublayer(a); a.removeFromSuperlayer(); got = names(p)
            case "tree-mask-superlayer": owner.mask = m; got = m.superlayer?.name
            case "tree-mask-remove": owner.mask = m; m.removeFromSuperlayer(); got = owner.mask
            default: continue
            }
            if let wanted = vector.expected as? [String] {
                XCTAssertEqual(got as? [String], wanted, vector.id)
            } else if let wanted = vector.expected as? String {
                XCTAssertEqual(got as? String, wanted, vector.id)
            } else {
                XCTAssertNil(got, vector.id)
            }
        }
    }

    func testMovingWithinTheSuperlayer() {
        p.sublayers = [a, b, c]
        p.addSublayer(a)
        XCTAssertEqual(names(p), ["b", "c", "a"])
        p.insertSublayer(a, at: 0)
        XCTAssertEqual(names(p), ["a", "b", "c"])
        p.insertSublayer(c, above: a)
        XCTAssertEqual(names(p), ["a", "c", "b"])
        p.insertSublayer(a, below: b)
        XCTAssertEqual(names(p), ["c", "a", "b"])
    }

    func testReplace() {
        p.sublayers = [a, b]
        p.replaceSublayer(a, with: c)
        XCTAssertEqual(names(p), ["c", "b"])
        XCTAssertNil(a.superlayer)
        p.replaceSublayer(c, with: b)
        XCTAssertEqual(names(p), ["b"])
        let found = layerDiagnostics { p.replaceSublayer(q, with: a) }
        XCTAssertEqual(found.map(\.identifier), ["layer.not-a-sublayer"])
        XCTAssertEqual(names(p), ["b"])
    }

    // TM5: refused with a diagnostic, where Apple raises.
    func testCyclesAreRefused() {
        p.addSublayer(q)
        q.addSublayer(a)
        let found = layerDiagnostics {
            a.addSublayer(p)
            p.addSublayer(p)
            a.mask = p
            a.sublayers = [p]
            q.replaceSublayer(a, with: p)
        }
        XCTAssertEqual(found.map(\.identifier), Array(repeating: "layer.cycle", count: 5))
        XCTAssertNil(a.sublayers)
        XCTAssertNil(a.mask)
        XCTAssertTrue(a.superlayer === q)
    }

    // TM7
    func testAssigningSublayersReparents() {
        q.sublayers = [a, b]
        p.sublayers = [c, a, c]
        XCTAssertEqual(names(p), ["c", "a"])
        XCTAssertEqual(names(q), ["b"])
        p.sublayers = nil
        XCTAssertNil(p.sublayers)
        XCTAssertNil(a.superlayer)
    }

    // S2, TM1
    func testMaskAndSublayerExcludeEachOther() {
        p.addSublayer(a)
        q.mask = a
        XCTAssertNil(p.sublayers)
        XCTAssertTrue(a.superlayer === q)
        q.addSublayer(a)
        XCTAssertNil(q.mask)
        XCTAssertEqual(names(q), ["a"])
        q.mask = a
        XCTAssertNil(q.sublayers)
        XCTAssertTrue(q.mask === a)
        q.mask = nil
        XCTAssertNil(a.superlayer)
    }

    // A12
    func testOrderOfEvents() {
        var log: [String] = []
        final class Delegate: NSObject, CALayerDelegate {
            var note: (String, String) -> Void = { _, _ in }
            func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
                note(layer.name ?? "?", event)
                return NSNull()
            }
        }
        let delegate = Delegate()
        delegate.note = { log.append("\($0) \($1)") }
        p.name = "p"; q.name = "q"
        let m = named("m")
        for layer in [p, q, a, b, c, m] { layer.delegate = delegate }
        func expect(_ wanted: [String], line: UInt = #line, _ body: () -> Void) {
            log = []
            body()
            XCTAssertEqual(log.filter { !$0.hasSuffix("onLayout") }, wanted, line: line)
        }
        expect(["p sublayers", "a onOrderIn"]) { p.addSublayer(a) }
        expect(["p sublayers", "b onOrderIn"]) { p.addSublayer(b) }
        expect(["p sublayers"]) { p.addSublayer(a) }
        expect(["p sublayers", "q sublayers", "a onOrderIn"]) { q.addSublayer(a) }
        expect(["q sublayers", "a onOrderOut"]) { a.removeFromSuperlayer() }
        expect(["p sublayers", "b onOrderOut", "a onOrderIn"]) { p.replaceSublayer(b, with: a) }
        expect(["p sublayers", "a onOrderOut", "b onOrderIn", "c onOrderIn"]) { p.sublayers = [b, c] }
        expect(["p mask", "m onOrderIn"]) { p.mask = m }
        expect(["p mask"]) { p.mask = nil }
    }

    func testSuperlayerIsForgottenWhenItGoes() {
        var owner: CALayer? = CALayer()
        owner?.addSublayer(a)
        owner?.mask = b
        owner = nil
        XCTAssertNil(a.superlayer)
        XCTAssertNil(b.superlayer)
    }

    func testDeepTreesAreReleased() {
        var top: CALayer? = CALayer()
        var layer = top
        for _ in 0..<200_000 {
            let next = CALayer()
            layer?.addSublayer(next)
            layer = next
        }
        layer = nil
        top = nil
    }
}
