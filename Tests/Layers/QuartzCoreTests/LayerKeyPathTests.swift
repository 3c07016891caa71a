import CoreGraphics
import RenderTree
import RendererSupport
import TestSupport
import XCTest

@testable import QuartzCore

/// The list of key paths against the property table, against the public properties of the classes, and against what observing them does.
final class LayerKeyPathTests: XCTestCase {
    /// Rows without a key path, and the reason.
    private static let withoutAccessor = [
        "contentsMultiplyColor": "Apple's is private: set by key only", "spinBias": "Apple's is private: set by key only",
        "emitterBehaviors": "accessed by key-value access only, as Apple's",
    ]

    /// Public properties without a key path, and the reason.
    private static let notListed = ["visibleRect": "follows from the scroll layer and from all layers between"]

    private let layers: [CALayer] = LayerClass.allCases.map { CALayer.make($0) } + [CAEAGLLayer()]

    private func keys(_ layer: CALayer) -> [AnyKeyPath: String] { LayerKeyPaths.keys(of: type(of: layer)) }

    func testEachRowHasAKeyPathThatIsObserved() throws {
        for row in PropertyTable.rows {
            let paths = keys(CALayer.make(row.owner)).filter { $0.value == row.key }.map(\.key)
            if let reason = Self.withoutAccessor[row.key] {
                XCTAssertEqual(paths.count, 0, "\(row.key) is an exception (\(reason)) and has a key path")
                continue
            }
            XCTAssertFalse(paths.isEmpty, "\(row.key) of \(row.owner.name) has no line in LayerKeyPaths+Lists.swift")
            for path in paths {
                let layer = CALayer.make(row.owner)
                try assertObserved(layer, path, row.key) {
                    let isOn = row.kind == .bool ? (layer.value(forKey: row.key) as? NSNumber)?.boolValue : nil
                    layer.setValue(isOn.map { !$0 } ?? RowSamples.value(row, 0), forKey: row.key)
                }
            }
        }
    }

    /// The setter of a property, key-value access and documents must accept the same numbers.
    func testKeysAcceptTheNumbersThatSettersAccept() {
        for row in PropertyTable.rows where row.kind == .number {
            for number in [Double.infinity, -.infinity, .nan] {
                for case let path as any NumberPath in keys(CALayer.make(row.owner)).filter({ $0.value == row.key }).map(\.key) {
                    let bySetter = CALayer.make(row.owner), byKey = CALayer.make(row.owner)
                    guard path.set(number, of: bySetter) else { continue }
                    byKey.setValue(number, forKey: row.key)
                    XCTAssertEqual(
                        byKey.value(forKey: row.key) as? NSNumber, bySetter.value(forKey: row.key) as? NSNumber, "\(row.key) = \(number)")
                    let kept = (byKey.value(forKey: row.key) as? NSNumber)?.doubleValue ?? .nan
                    XCTAssertFalse(kept.isNaN, row.key)
                    if !number.isNaN { XCTAssertEqual(kept == number, row.mayBeInfinite, "\(row.key) = \(number)") }
                }
            }
        }
    }

    /// The other keys: what changes each of them.
    private lazy var changes: [String: (CALayer) -> Void] = [
        "frame": { $0.frame = CGRect(x: 1, y: 2, width: 3, height: 4) },
        "superlayer": { [above] in above.addSublayer($0) },
        "sublayers": { $0.setValue([CALayer()], forKey: "sublayers") },
        "mask": { $0.setValue(CALayer(), forKey: "mask") },
        "autoresizingMask": { $0.setValue(18, forKey: "autoresizingMask") },
        "layoutManager": { $0.setValue(CAConstraintLayoutManager(), forKey: "layoutManager") },
        "constraints": {
            let constraint = CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .width)
            $0.setValue([constraint], forKey: "constraints")
        },
        "delegate": { [delegate] in $0.setValue(delegate, forKey: "delegate") },
        "actions": { $0.setValue(["opacity": NSNull()], forKey: "actions") },
        "style": { $0.setValue(["opacity": 0.5], forKey: "style") },
        "contentsHeadroom": { $0.setValue(2, forKey: "contentsHeadroom") },
        "toneMapMode": { $0.setValue("never", forKey: "toneMapMode") },
        "preferredDynamicRange": { $0.setValue("high", forKey: "preferredDynamicRange") },
        "scrollMode": { $0.setValue("vertically", forKey: "scrollMode") },
        "drawableProperties": { ($0 as? CAEAGLLayer)?.drawableProperties = ["mine": true] },
        "presentsWithTransaction": { ($0 as? CAEAGLLayer)?.presentsWithTransaction = true },
    ]

    private final class Delegate: NSObject, CALayerDelegate {}
    // Layers retain neither.
    private let delegate = Delegate(), above = CALayer()

    func testEachOtherKeyPathIsObserved() throws {
        var seen: Set<String> = []
        for layer in layers {
            for (path, key) in keys(layer) where !key.contains(".") && PropertyTable.row(forKey: key, of: layer.layerClass) == nil {
                let change = try XCTUnwrap(changes[key], "\(key) needs a change in this test")
                guard seen.insert(key).inserted else { continue }
                try assertObserved(layer, path, key) { change(layer) }
            }
        }
        XCTAssertEqual(seen, Set(changes.keys))
    }

    /// Each key leads to a property, and its documentation says whether it animates.
    func testEachPublicPropertyIsListedAndDocumented() throws {
        let names = Dictionary(grouping: try Declaration.all(), by: \.owner)
        XCTAssertEqual(Set(names.keys), Set(LayerClass.allCases.map(\.name) + ["CAEAGLLayer"]).subtracting(["CATransformLayer"]))
        for layer in layers {
            let listed = Set(keys(layer).values)
            for property in names["\(type(of: layer))"] ?? [] where Self.notListed[property.key] == nil {
                XCTAssertTrue(listed.contains(property.key), "\(property) has no line in LayerKeyPaths+Lists.swift")
                guard let row = PropertyTable.row(forKey: property.key, of: layer.layerClass) else { continue }
                // Flags, masks and filters are called animatable by Apple's documentation: by a transition.
                guard row.isAnimatable || row.kind != .bool && row.implicit != .transition else { continue }
                XCTAssertEqual(property.isCalledAnimatable, row.isAnimatable, "\(property): \"Animatable\" in its documentation")
            }
        }
    }

    func testPartsAreListed() {
        for layer in layers {
            let listed = keys(layer)
            for row in PropertyTable.rows(of: layer.layerClass) where listed.values.contains(row.key) {
                let parts: [String] =
                    switch row.kind {
                    case .point: ["x", "y"]
                    case .size: ["width", "height"]
                    case .rect: ["origin", "origin.x", "origin.y", "size", "size.width", "size.height"]
                    default: []
                    }
                for part in parts { XCTAssertTrue(listed.values.contains("\(row.key).\(part)"), "\(row.key).\(part)") }
            }
        }
        XCTAssertEqual(LayerKeyPaths.keys(of: NSObject.self), [:])
    }

    func testStandardClassesAreThoseOfTheTable() {
        for kind in LayerClass.allCases {
            let layer = CALayer.make(kind)
            XCTAssertEqual("\(type(of: layer))", kind.name)
            XCTAssertEqual(LayerClass(name: kind.name), kind)
            XCTAssertEqual(layer.layerClass, kind)
            XCTAssertTrue(layer.classInfo.isStandard, kind.name)
        }
    }

    // MARK: Observing

    /// Observes a key path, makes a change, and expects one call with the values before and after; none after the invalidation.
    private func assertObserved(_ layer: CALayer, _ path: AnyKeyPath, _ key: String, _ change: () -> Void) throws {
        let observed = try XCTUnwrap(path as? any ObservedPath, key)
        var calls: [(old: Any?, new: Any?)] = []
        let observation = try XCTUnwrap(observed.observe(layer) { calls.append(($0, $1)) }, key)
        let before = observed.read(layer)
        change()
        let after = observed.read(layer)
        XCTAssertFalse(isSame(before, after), "\(key): the key path reads another property")
        XCTAssertEqual(calls.count, 1, "\(key): calls of the observer")
        XCTAssertTrue(isSame(calls.first?.old, before), "\(key): the old value")
        XCTAssertTrue(isSame(calls.first?.new, after), "\(key): the new value")
        observation.invalidate()
        layer.setValue(nil, forKey: key)
        XCTAssertEqual(calls.count, 1, "\(key): calls after the invalidation")
        XCTAssertFalse(layer.needs.contains(.isObserved), key)
    }

    private func isSame(_ a: Any?, _ b: Any?) -> Bool {
        switch (a.flatMap(plain), b.flatMap(plain)) {
        case let (a as any RawRepresentable, b as any RawRepresentable): return "\(a.rawValue)" == "\(b.rawValue)"
        case let (a as CAFilter, b as CAFilter): return a.spec == b.spec
        case let (a as [Any], b as [Any]): return a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
        // The values have no equality.
        case let (a as [AnyHashable: Any], b as [AnyHashable: Any]): return Set(a.keys) == Set(b.keys)
        default: return Boxing.value(a as Any) == Boxing.value(b as Any)
        }
    }

    /// Unwraps optionals in `Any`.
    private func plain(_ value: Any) -> Any? {
        guard let optional = value as? any OptionalValue else { return value }
        return optional.content.flatMap(plain)
    }
}

/// A key path of any layer class, opened to its types.
private protocol ObservedPath {
    func observe(_ layer: CALayer, _ handler: @escaping (_ old: Any?, _ new: Any?) -> Void) -> NSKeyValueObservation?
    func read(_ layer: CALayer) -> Any?
}

extension KeyPath: ObservedPath where Root: CALayer {
    fileprivate func observe(_ layer: CALayer, _ handler: @escaping (Any?, Any?) -> Void) -> NSKeyValueObservation? {
        (layer as? Root)?.observe(self, options: [.old, .new]) { _, change in
            handler(change.oldValue.map { $0 as Any }, change.newValue.map { $0 as Any })
        }
    }

    fileprivate func read(_ layer: CALayer) -> Any? { (layer as? Root).map { $0[keyPath: self] as Any } }
}

/// A key path of any layer class to a floating-point number.
private protocol NumberPath { func set(_ number: Double, of layer: CALayer) -> Bool }

extension ReferenceWritableKeyPath: NumberPath where Root: CALayer {
    fileprivate func set(_ number: Double, of layer: CALayer) -> Bool {
        guard let layer = layer as? Root else { return false }
        switch Value.self {
        case is Double.Type: layer[keyPath: self] = number as! Value
        case is CGFloat.Type: layer[keyPath: self] = CGFloat(number) as! Value
        case is Float.Type: layer[keyPath: self] = Float(number) as! Value
        default: return false
        }
        return true
    }
}

/// A public property of a layer class, as its source declares it.
private struct Declaration: CustomStringConvertible {
    let owner: String
    let key: String
    let isCalledAnimatable: Bool
    var description: String { "\(owner).\(key)" }

    static func all() throws -> [Declaration] {
        let folder = try XCTUnwrap(Repository.targetFolders().first { $0.hasSuffix("/QuartzCore") })
        var found: [Declaration] = []
        for file in Repository.files(below: folder, ["swift"]) {
            var owner: String?, comment = ""
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
                if let match = line.firstMatch(of: /^open class (CA\w*Layer): CALayer\b/) ?? line.firstMatch(of: /^open class (CALayer):/) {
                    owner = String(match.1)
                } else if line.hasPrefix("}") {
                    owner = nil
                } else if line.hasPrefix("    ///") {
                    comment += line
                } else {
                    if let owner, let match = line.firstMatch(of: /^    open (?:weak )?var (\w+)/) {
                        let name = String(match.1)
                        let plain = name.hasPrefix("is") ? name.dropFirst(2).prefix(1).lowercased() + name.dropFirst(3) : name
                        found.append(Declaration(owner: owner, key: plain, isCalledAnimatable: comment.contains("Animatable")))
                    }
                    comment = ""
                }
            }
        }
        return found
    }
}
