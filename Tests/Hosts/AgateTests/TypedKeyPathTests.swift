import Agate
import RenderTree
import RendererSupport
import XCTest

/// Each animatable row of the property table has a typed key path, by which `animate` animates it.
final class TypedKeyPathTests: XCTestCase {
    /// Animatable rows without an accessor: Apple's are private, and animated by key.
    private static let withoutAccessor: Set<String> = ["contentsMultiplyColor", "spinBias"]

    func testEachAnimatableRow() throws {
        for row in PropertyTable.rows {
            let paths = LayerKeyPaths.keys(of: type(of: CALayer.make(row.owner))).filter { $0.value == row.key }.map(\.key)
            if row.isAnimatable { XCTAssertEqual(paths.isEmpty, Self.withoutAccessor.contains(row.key), row.key) }
            for path in paths {
                let typed = try XCTUnwrap(path as? any TypedPath, "\(row.key) can't be set by its key path")
                let stage = Stage(CALayer.make(row.owner))
                let target = RowSamples.value(row, 1)
                var isSet = false
                let found = diagnostics {
                    stage.perform {
                        CATransaction.setDisableActions(true)
                        // Colours alone are animated from nil.
                        stage.layer.setValue(RowSamples.value(row, 0), forKey: row.key)
                        isSet = typed.animate(stage.layer, to: target, of: row)
                    }
                }
                XCTAssertTrue(isSet, "\(row.key) is set by its key path")
                XCTAssertEqual(stage.layer.animationKeys() ?? [], row.isAnimatable ? [row.key] : [], row.key)
                XCTAssertEqual(found.contains { $0.identifier == "animation.not-animatable" }, !row.isAnimatable, row.key)
            }
        }
    }

    /// The properties that could not be animated by their key paths before, and parts of values, by literals.
    func testLiterals() {
        let text = CATextLayer(), emitter = CAEmitterLayer(), gradient = CAGradientLayer()
        // The text drawn anew would fade in, as Apple's does.
        text.actions = ["contents": NSNull()]
        let ofText = Stage(text), ofEmitter = Stage(emitter), ofGradient = Stage(gradient)
        ofText.perform {
            text.animate(\.fontSize, to: 12, .linear(1))
            text.animate(\.foregroundColor, to: CGColor(gray: 0.5, alpha: 1), .linear(1))
            text.animate(\.contentsRect.size.width, to: 0.5, .linear(1))
        }
        ofEmitter.perform {
            emitter.animate(\.birthRate, to: 3, .linear(1))
            emitter.animate(\.emitterPosition.x, to: 30, .linear(1))
        }
        ofGradient.perform { gradient.animate(\.endPoint.y, to: 0, .linear(1)) }
        XCTAssertEqual(text.animationKeys(), ["fontSize", "foregroundColor", "contentsRect.size.width"])
        XCTAssertEqual(emitter.animationKeys(), ["birthRate", "emitterPosition.x"])
        for stage in [ofText, ofEmitter, ofGradient] { stage.advance(by: 0.5) }
        XCTAssertEqual(ofText.shown { ($0 as? CATextLayer)?.fontSize ?? 0 }, 24, accuracy: 1e-6)
        XCTAssertEqual(ofText.shown { $0.contentsRect.size.width }, 0.75, accuracy: 1e-6)
        XCTAssertEqual(ofEmitter.shown { ($0 as? CAEmitterLayer)?.birthRate ?? 0 }, 2, accuracy: 1e-6)
        XCTAssertEqual(ofEmitter.shown { ($0 as? CAEmitterLayer)?.emitterPosition.x ?? 0 }, 15, accuracy: 1e-6)
        XCTAssertEqual(ofGradient.shown { ($0 as? CAGradientLayer)?.endPoint.y ?? 1 }, 0.5, accuracy: 1e-6)
    }
}

/// A key path of any layer class that sets its property, opened to its types.
private protocol TypedPath {
    func animate(_ layer: CALayer, to target: Any, of row: PropertyRow) -> Bool
}

extension ReferenceWritableKeyPath: TypedPath where Root: AnimatableLayer {
    /// Animates to a value that key-value access takes. Returns true if an animatable property has it afterwards.
    fileprivate func animate(_ layer: CALayer, to target: Any, of row: PropertyRow) -> Bool {
        guard let layer = layer as? Root else { return false }
        let before = layer.value(forKey: row.key)
        layer.setValue(target, forKey: row.key)
        let value = layer[keyPath: self], wanted = layer.currentState.value(of: row.property)
        layer.setValue(before, forKey: row.key)
        layer.animate(self, to: value, .linear(1))
        return !row.isAnimatable || layer.currentState.value(of: row.property) == wanted
    }
}
