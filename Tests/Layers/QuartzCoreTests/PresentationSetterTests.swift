import CoreGraphics
import RenderTree
import RendererSupport
import XCTest

@testable import QuartzCore

/// A presentation copy refuses every change with the diagnostic `layer.read-only` (P6): each setter, each key, each method that edits.
final class PresentationSetterTests: XCTestCase {
    private final class Delegate: NSObject, CALayerDelegate {}
    private final class Manager: NSObject, CALayoutManager {}
    // Layers retain neither.
    private let delegate = Delegate(), manager = Manager()

    private let classes: [() -> CALayer] = LayerClass.allCases.map { kind in { CALayer.make(kind) } } + [{ CAEAGLLayer() }]

    /// A layer whose properties all differ from a new layer's.
    private func changed(_ make: () -> CALayer) -> CALayer {
        let layer = make()
        for row in PropertyTable.rows(of: layer.layerClass) {
            let isOn = row.kind == .bool ? (layer.value(forKey: row.key) as? NSNumber)?.boolValue : nil
            layer.setValue(isOn.map { !$0 } ?? RowSamples.value(row, 0), forKey: row.key)
        }
        layer.sublayers = [CALayer()]
        layer.mask = CALayer()
        layer.autoresizingMask = .layerWidthSizable
        layer.layoutManager = manager
        layer.constraints = [CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .width)]
        layer.delegate = delegate
        layer.actions = ["opacity": NSNull()]
        layer.style = ["opacity": 0.5]
        layer.contentsHeadroom = 2
        layer.toneMapMode = .never
        layer.preferredDynamicRange = .high
        (layer as? CAScrollLayer)?.scrollMode = .vertically
        (layer as? CAEAGLLayer)?.drawableProperties = ["mine": true]
        (layer as? CAEAGLLayer)?.presentsWithTransaction = true
        return layer
    }

    private func assertRefused(_ copy: CALayer, _ name: String, _ change: () -> Void) {
        let before = copy.state, model = copy.model(), beforeModel = model.state
        let found = layerDiagnostics(change)
        XCTAssertFalse(found.isEmpty, "\(name) is set without a diagnostic")
        XCTAssertEqual(Set(found.map(\.identifier)).subtracting(["layer.read-only"]), [], "\(name): \(found.map(\.message))")
        XCTAssertTrue(copy.state == before, "\(name) changed the copy")
        XCTAssertTrue(model.state == beforeModel, "\(name) changed the model layer")
    }

    func testEachSetterIsRefused() throws {
        for make in classes {
            let layer = make(), copy = layer.makeCopy(showing: layer.state), other = changed(make)
            var count = 0
            for (path, key) in LayerKeyPaths.keys(of: type(of: layer)) {
                guard let setter = path as? any Setter else {
                    XCTAssertEqual(key, "superlayer", "\(key) can't be set")
                    continue
                }
                count += 1
                let before = setter.text(copy)
                assertRefused(copy, "\(type(of: layer)).\(key)") { setter.assign(from: other, to: copy) }
                XCTAssertEqual(setter.text(copy), before, "\(type(of: layer)).\(key)")
            }
            XCTAssertGreaterThan(count, 90)
        }
    }

    func testEachKeyIsRefused() {
        for make in classes {
            let layer = make(), copy = layer.makeCopy(showing: layer.state), other = changed(make)
            let rows = PropertyTable.rows(of: layer.layerClass).map(\.key)
            let keys = Set(LayerKeyPaths.keys(of: type(of: layer)).values).union(rows).union(["own", "own.key", "frame.size.width"])
            for key in keys.subtracting(["superlayer"]) {
                let value = key.hasPrefix("own") ? "value" : other.value(forKeyPath: key)
                assertRefused(copy, "\(type(of: layer)) \(key)") { copy.setValue(value, forKeyPath: key) }
                assertRefused(copy, "\(type(of: layer)) \(key) = nil") { copy.setValue(nil, forKeyPath: key) }
                if !key.contains(".") { assertRefused(copy, "\(type(of: layer)) \(key)") { copy.setValue(value, forKey: key) } }
            }
        }
    }

    func testEachMethodThatEditsIsRefused() {
        let layer = CAScrollLayer(), child = CALayer()
        layer.addSublayer(child)
        layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
        let copy = layer.makeCopy(showing: layer.state), constraint = CAConstraint(attribute: .width, relativeTo: "a", attribute: .width)
        let edits: [(String, (CAScrollLayer) -> Void)] = [
            ("addSublayer", { $0.addSublayer(CALayer()) }), ("insertSublayer at", { $0.insertSublayer(CALayer(), at: 0) }),
            ("insertSublayer below", { $0.insertSublayer(CALayer(), below: nil) }),
            ("insertSublayer above", { $0.insertSublayer(CALayer(), above: nil) }),
            ("replaceSublayer", { $0.replaceSublayer(child, with: CALayer()) }), ("removeFromSuperlayer", { $0.removeFromSuperlayer() }),
            ("addConstraint", { $0.addConstraint(constraint) }), ("add", { $0.add(CABasicAnimation(keyPath: "opacity"), forKey: "x") }),
            ("removeAnimation", { $0.removeAnimation(forKey: "fade") }), ("removeAllAnimations", { $0.removeAllAnimations() }),
            ("setAffineTransform", { $0.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2)) }),
            ("scroll to a point", { $0.scroll(to: CGPoint(x: 1, y: 1)) }), ("an empty list", { $0.sublayers = nil }),
        ]
        guard let scroll = copy as? CAScrollLayer else { return XCTFail("\(copy)") }
        for (name, edit) in edits { assertRefused(copy, name) { edit(scroll) } }
        XCTAssertTrue(layer.sublayers?.first === child)
        XCTAssertEqual(layer.animationKeys(), ["fade"])
    }

    /// While `init(layer:)` creates the copy, a subclass may set properties as existing sources do.
    func testTheInitialiserOfACopyMaySet() {
        final class Setting: CALayer {
            override init() { super.init() }
            override init(layer: Any) {
                super.init(layer: layer)
                delegate = (layer as? CALayer)?.delegate
                frame = CGRect(x: 1, y: 2, width: 3, height: 4)
                autoresizingMask = .layerHeightSizable
            }
            required init?(coder: NSCoder) { nil }
        }
        let layer = Setting()
        layer.delegate = delegate
        XCTAssertEqual(layerDiagnostics { _ = layer.makeCopy(showing: layer.state) }.map(\.identifier), [])
    }
}

/// A key path of any layer class that can be set.
private protocol Setter {
    func assign(from other: CALayer, to copy: CALayer)
    /// The value as text, or nothing for an object, which has no text of its own.
    func text(_ layer: CALayer) -> String
}

extension ReferenceWritableKeyPath: Setter where Root: CALayer {
    fileprivate func assign(from other: CALayer, to copy: CALayer) {
        guard let other = other as? Root, let copy = copy as? Root else { return XCTFail("\(Root.self)") }
        copy[keyPath: self] = other[keyPath: self]
    }

    fileprivate func text(_ layer: CALayer) -> String { (layer as? Root).map { "\($0[keyPath: self])" } ?? "" }
}
