import QuartzCore
import XCTest

/// Frame, bounds, position and conversion between spaces (G1 to G18).
final class LayerGeometryTests: XCTestCase {
    func testFrameVectors() throws {
        for vector in try LayerVectors.area("frame") {
            let layer = LayerVectors.layer(vector.input)
            if let key = vector.input["set"] as? String, let rect = LayerVectors.rect(vector.input["value"]) {
                if key == "frame" { layer.frame = rect } else { layer.bounds = rect }
            }
            if let wanted = vector.expected as? [String: Any] {
                for (key, value) in wanted {
                    let got: [Double]
                    switch key {
                    case "position": got = numbers(layer.position)
                    case "anchorPoint": got = numbers(layer.anchorPoint)
                    case "bounds": got = numbers(layer.bounds)
                    case "frame": got = numbers(layer.frame)
                    case "boundsSize": got = Array(numbers(layer.bounds)[2...])
                    default: XCTFail("\(vector.id): unknown key \(key)"); continue
                    }
                    assertClose(got, LayerVectors.numbers(value), vector.tolerance, vector.id)
                }
            } else {
                assertClose(numbers(layer.frame), LayerVectors.numbers(vector.expected), vector.tolerance, vector.id)
            }
        }
    }

    func testConvertVectors() throws {
        var ran = 0
        for vector in try LayerVectors.area("convert") {
            let input = vector.input
            var layers: [String: CALayer] = [:]
            for key in ["root", "parent", "child", "a", "b", "layer", "g0", "g1", "g2", "u1", "u2"] where input[key] != nil {
                layers[key] = LayerVectors.layer(input[key])
            }
            let op = input["op"] as? String ?? ""
            for key in ["parent", "child"] where op.contains(key) && layers[key] == nil { layers[key] = LayerVectors.layer(input) }
            if op.contains("root"), layers["root"] == nil { layers["root"] = CALayer() }
            if let t = LayerVectors.transform(input["childTransform"]) { layers["child"]?.transform = t }
            if let t = LayerVectors.transform(input["sublayerTransform"]) { layers["parent"]?.sublayerTransform = t }
            if let p = LayerVectors.point(input["parentBoundsOrigin"]) { layers["parent"]?.bounds.origin = p }
            if let p = LayerVectors.point(input["parentAnchor"]) { layers["parent"]?.anchorPoint = p }
            if let p = LayerVectors.point(input["childAnchor"]) { layers["child"]?.anchorPoint = p }
            if let p = LayerVectors.point(input["childPosition"]) { layers["child"]?.position = p }
            if !(input["note"] as? String ?? "").contains("removed") {
                if let child = layers["child"] { layers["parent"]?.addSublayer(child) }
            }
            for key in ["a", "b"] { if let layer = layers[key] { layers["parent"]?.addSublayer(layer) } }
            if let inner = layers["g1"], let innermost = layers["g2"] { layers["g0"]?.addSublayer(inner); inner.addSublayer(innermost) }
            if let root = layers["root"], let top = layers["parent"] ?? layers["layer"] { root.addSublayer(top) }

            let words = op.split(separator: " ").map(String.init)
            var from: CALayer?, to: CALayer?
            if op.hasPrefix("to nil") {
                from = layers["layer"]
            } else if op.hasPrefix("from nil") {
                to = layers["layer"]
            } else if op.contains(" from ") {
                to = layers[words[0]]; from = layers[words[2]]
            } else if let arrow = words.first(where: { $0.contains("->") }) {
                let ends = arrow.components(separatedBy: "->")
                from = layers[ends[0]] ?? layers[words[0]]
                to = layers[ends[1]]
                if from == nil { XCTFail("\(vector.id): no layer to convert from"); continue }
            }
            ran += 1
            if let p = LayerVectors.point(input["p"]) {
                let got = from.map { $0.convert(p, to: to) } ?? to?.convert(p, from: nil) ?? p
                assertClose(numbers(got), LayerVectors.numbers(vector.expected), vector.tolerance, vector.id)
                if let to, from != nil {
                    assertClose(numbers(to.convert(p, from: from)), LayerVectors.numbers(vector.expected), vector.tolerance, vector.id)
                }
            } else if let r = LayerVectors.rect(input["r"]) {
                let got = from.map { $0.convert(r, to: to) } ?? to?.convert(r, from: nil) ?? r
                assertClose(numbers(got), LayerVectors.numbers(vector.expected), vector.tolerance, vector.id)
            } else {
                XCTFail("\(vector.id): nothing to convert")
            }
        }
        XCTAssertGreaterThanOrEqual(ran, 31)
    }

    func testContainsVectors() throws {
        for vector in try LayerVectors.area("contains") {
            let layer = LayerVectors.layer(vector.input)
            XCTAssertEqual(layer.contains(LayerVectors.point(vector.input["p"]) ?? .zero), vector.expected as? Bool, vector.id)
        }
    }

    /// A frame that is set is the frame that is read, wherever a size exists.
    func testFrameReadsBackWhatWasSet() {
        let wanted = CGRect(x: 10, y: 20, width: 90, height: 60)
        for t in [CATransform3DMakeScale(-2, 3, 1), CATransform3DMakeRotation(.pi / 2, 0, 0, 1), CATransform3DMakeRotation(0.2, 0, 0, 1)] {
            let layer = CALayer()
            layer.transform = t
            layer.frame = wanted
            assertClose(numbers(layer.frame), numbers(wanted), 1e-9, "\(t)")
        }
        let mirrored = CALayer()
        mirrored.anchorPoint = CGPoint(x: 0.25, y: 1)
        mirrored.transform = CATransform3DMakeScale(-1, -2, 1)
        mirrored.frame = wanted
        assertClose(numbers(mirrored.frame), numbers(wanted), 1e-9, "mirrored")
    }

    func testFrameOfDegenerateTransforms() {
        let flat = CALayer()
        flat.transform = CATransform3DMakeScale(0, 2, 1)
        flat.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
        XCTAssertEqual(flat.bounds.size, CGSize(width: 0, height: 10))
        // The cosine of a right angle isn't exactly 0.
        for axis in [(1, 0), (0, 1)] as [(CGFloat, CGFloat)] {
            let edgeOn = CALayer()
            edgeOn.transform = CATransform3DMakeRotation(.pi / 2, axis.0, axis.1, 0)
            edgeOn.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
            XCTAssertEqual(edgeOn.bounds.size, CGSize(width: axis.1 == 1 ? 0 : 10, height: axis.0 == 1 ? 0 : 20))
        }
        let turned = CALayer()
        turned.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
        turned.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        XCTAssertTrue(turned.bounds.width.isFinite && turned.bounds.width > 0)
        assertClose(numbers(turned.frame), [0, 0, 10, 10], 1e-9, "45 degrees")
    }

    /// The plane of a layer that is seen from its edge has no inverse; the answer is a number all the same.
    func testConversionThroughAnEdgeOnLayer() {
        let parent = CALayer(), child = CALayer()
        parent.addSublayer(child)
        child.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        child.transform = CATransform3DMakeScale(0, 1, 1)
        let p = child.convert(CGPoint(x: 3, y: 4), from: parent)
        XCTAssertTrue(p.x.isFinite && p.y.isFinite)
    }

    func testRoundTripUnderPerspective() {
        let root = CALayer(), parent = CALayer(), child = CALayer()
        root.addSublayer(parent)
        parent.addSublayer(child)
        parent.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
        parent.position = CGPoint(x: 40, y: 70)
        parent.sublayerTransform.m34 = -1 / 300
        child.bounds = CGRect(x: 3, y: 4, width: 50, height: 60)
        child.position = CGPoint(x: 30, y: 20)
        child.zPosition = 12
        child.transform = CATransform3DMakeRotation(0.7, 0.3, 1, 0.2)
        let p = CGPoint(x: 11, y: 13)
        assertClose(numbers(child.convert(child.convert(p, to: root), from: root)), numbers(p), 1e-9, "there and back")
    }

    /// A transform layer keeps depth: a child behind it is drawn smaller than one that an ordinary layer has flattened.
    func testTransformLayerKeepsDepth() {
        func width(_ middle: CALayer) -> CGFloat {
            let root = CALayer(), child = CALayer()
            root.sublayerTransform.m34 = -1 / 100
            root.addSublayer(middle)
            middle.addSublayer(child)
            child.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
            child.zPosition = -100
            return child.convert(child.bounds, to: root).width
        }
        XCTAssertEqual(width(CALayer()), 10, accuracy: 1e-9)
        XCTAssertEqual(width(CATransformLayer()), 5, accuracy: 1e-9)
    }

    /// A struct this large once came back half overwritten when it was read through a box.
    func testLargeStructsSurviveReading() {
        let layer = CALayer(), replicator = CAReplicatorLayer()
        XCTAssertEqual(layer.sublayerTransform, CATransform3DIdentity)
        layer.sublayerTransform.m34 = 0.5
        XCTAssertEqual(layer.sublayerTransform.m11, 1)
        replicator.instanceTransform.m41 = 3
        XCTAssertEqual(replicator.instanceTransform, CATransform3DMakeTranslation(3, 0, 0))
    }

    func testContentsAreFlippedCountsFlips() {
        let root = CALayer(), child = CALayer()
        root.addSublayer(child)
        XCTAssertFalse(child.contentsAreFlipped())
        root.isGeometryFlipped = true
        XCTAssertTrue(child.contentsAreFlipped())
        child.isGeometryFlipped = true
        XCTAssertFalse(child.contentsAreFlipped())
        XCTAssertTrue(root.contentsAreFlipped())
    }

    func testAffineTransform() {
        let layer = CALayer()
        let m = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        layer.setAffineTransform(m)
        XCTAssertEqual(layer.affineTransform(), m)
        XCTAssertEqual(layer.transform.m41, 5)
        layer.transform.m34 = 0.1
        XCTAssertEqual(layer.affineTransform(), .identity)
    }

    // V1 to V4
    func testTimeConversion() {
        let parent = CALayer(), child = CALayer()
        parent.addSublayer(child)
        child.speed = 0.5
        child.timeOffset = 7
        child.beginTime = 8
        XCTAssertEqual(child.convertTime(7, from: parent), 0)
        XCTAssertEqual(child.convertTime(8, from: parent), 7)
        XCTAssertEqual(child.convertTime(10, from: parent), 8)
        XCTAssertEqual(child.convertTime(8, to: parent), 10)
        child.speed = 0
        XCTAssertEqual(child.convertTime(8, to: parent), 0)
        parent.speed = 2
        XCTAssertEqual(parent.convertTime(3, from: nil), 6)
        XCTAssertEqual(child.convertTime(5, from: child), 5)
    }

    func testPauseAndResume() {
        let layer = CALayer()
        let paused = layer.convertTime(100, from: nil)
        layer.speed = 0
        layer.timeOffset = paused
        XCTAssertEqual(layer.convertTime(123, from: nil), 100)
        layer.speed = 1
        layer.timeOffset = 0
        layer.beginTime = 0
        layer.beginTime = layer.convertTime(130, from: nil) - paused
        XCTAssertEqual(layer.convertTime(131, from: nil), 101)
    }
}
