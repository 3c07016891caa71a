import Foundation
import QuartzCore
import RenderTree
import XCTest

/// Presentation copies and own animatable properties (P4 to P10).
final class LayerCopyTests: XCTestCase {
    private class Dial: CALayer {
        var note = "unset"
        @CAAnimatable("angle") var angle: CGFloat = 3
        @CAAnimatable("knob") var knob = CGPoint(x: 1, y: 1)
        @CAAnimatable("tint") var tint: CGColor? = nil
        @CAAnimatable("label") var label = "x"
        @CAAnimatable("count") var count = 1
        override init() { super.init() }
        override init(layer: Any) {
            super.init(layer: layer)
            if let dial = layer as? Dial {
                note = dial.note + " copied"
                // What existing sources do by habit; the copy must take it without a diagnostic.
                angle = dial.angle
                opacity = 0.1
            }
        }
        required init?(coder: NSCoder) { super.init(coder: coder) }
        override class func needsDisplay(forKey key: String) -> Bool { key == "angle" || super.needsDisplay(forKey: key) }
    }
    private final class SubDial: Dial {}
    private final class Inheriting: CAShapeLayer {
        var list = [1, 2, 3]
    }

    func testCopiesAreOfTheDynamicClass() {
        for dial in [Dial(), SubDial()] {
            dial.note = "hello"
            dial.angle = 9
            var shown = dial.state
            shown.values.opacity = 0.7
            let found = layerDiagnostics {
                let copy = dial.makeCopy(showing: shown)
                XCTAssertTrue(type(of: copy) == type(of: dial))
                XCTAssertEqual((copy as? Dial)?.note, "hello copied")
                XCTAssertEqual((copy as? Dial)?.angle, 9)
                XCTAssertEqual(copy.opacity, 0.7)
                XCTAssertTrue(copy.model() === dial)
                XCTAssertEqual(copy.id, dial.id)
            }
            XCTAssertEqual(found, [])
        }
        let shape = Inheriting()
        let copy = shape.makeCopy(showing: shape.state)
        XCTAssertEqual((copy as? Inheriting)?.list, [1, 2, 3])
        XCTAssertTrue(CAGradientLayer().makeCopy(showing: LayerState()) is CAGradientLayer)
        XCTAssertTrue(type(of: CALayer().makeCopy(showing: LayerState())) == CALayer.self)
    }

    func testCopiesAreReleased() {
        weak var copy: CALayer?
        weak var model: Dial?
        do {
            let dial = Dial()
            model = dial
            for _ in 0..<10 { copy = dial.makeCopy(showing: dial.state) }
        }
        XCTAssertNil(copy)
        XCTAssertNil(model)
    }

    // P6
    func testCopiesAreReadOnly() {
        let layer = CALayer()
        layer.addSublayer(CALayer())
        let copy = layer.makeCopy(showing: layer.state)
        let changes: [() -> Void] = [
            { copy.opacity = 0 }, { copy.position = CGPoint(x: 1, y: 1) }, { copy.frame.origin.x = 2 }, { copy.backgroundColor = .black },
            { copy.addSublayer(CALayer()) }, { copy.mask = CALayer() }, { copy.setValue(1, forKey: "own") },
            { copy.setValue(1, forKeyPath: "position.x") }, { copy.actions = [:] }, { copy.removeFromSuperlayer() },
            { CALayer().addSublayer(copy) }, { copy.isHidden = true }, { copy.style = [:] }, { copy.name = "x" },
        ]
        for (index, change) in changes.enumerated() {
            let found = layerDiagnostics(change)
            XCTAssertTrue(!found.isEmpty && found.allSatisfy { $0.identifier == "layer.read-only" }, "\(index): \(found)")
        }
        XCTAssertEqual(copy.opacity, 1)
        XCTAssertTrue(layerDiagnostics { copy.opacity = 0 }.first?.message.contains("attempting to modify read-only layer") ?? false)
    }

    // P7: called by a program, the base class copies nothing.
    func testInitLayerByAProgram() {
        let layer = CALayer()
        layer.opacity = 0.5
        let other = CALayer(layer: layer)
        XCTAssertEqual(other.opacity, 1)
        XCTAssertFalse(other.id == layer.id)
        other.opacity = 0.2
        XCTAssertEqual(other.opacity, 0.2)
    }

    func testAnimatableProperties() {
        let dial = Dial()
        XCTAssertEqual(dial.angle, 3)
        XCTAssertNil(dial.tint)
        var asked: [(String, Any?)] = []
        final class Delegate: NSObject, CALayerDelegate {
            var note: (CALayer, String) -> Void = { _, _ in }
            func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { note(layer, event); return nil }
        }
        let delegate = Delegate()
        delegate.note = { asked.append(($1, $0.value(forKey: $1))) }
        dial.delegate = delegate
        dial.angle = 5
        XCTAssertEqual(asked.map(\.0), ["angle"])
        XCTAssertEqual(asked.first?.1 as? CGFloat, 3, "the old value, even when it was the first")
        XCTAssertTrue(dial.needsDisplay())
        XCTAssertEqual(dial.value(forKey: "angle") as? Double, 5)
        dial.setValue(7, forKey: "angle")
        XCTAssertEqual(dial.angle, 7)
        dial.setValue(4, forKeyPath: "knob.x")
        dial.knob.y = 6
        XCTAssertEqual(dial.knob.y, 6)
        dial.tint = .black
        XCTAssertEqual(dial.tint, .black)
        dial.tint = nil
        XCTAssertNil(dial.tint)
        dial.label = "y"
        dial.count = 8
        XCTAssertEqual(dial.label, "y")
        XCTAssertEqual(dial.count, 8)
        asked = []
        dial.count = 8
        XCTAssertEqual(asked.count, 0)
    }
    func testSizeOfALayer() {
        XCTAssertLessThanOrEqual(class_getInstanceSize(CALayer()), 1024)
    }

    private func class_getInstanceSize(_ layer: CALayer) -> Int {
        // The size that the class's own metadata states.
        Int(unsafeBitCast(type(of: layer), to: UnsafeRawPointer.self).load(fromByteOffset: 24, as: UInt32.self))
    }
}
