import RenderTree
import TestSupport
import XCTest

@testable import QuartzCore

/// Copies of all classes that are `NSCopying`: a copy is of the receiver's own class, which a program may have written, and equal to it.
final class ObjectCopyTests: XCTestCase {
    private final class OwnAnimation: CAAnimation { let mark = "made" }
    private final class OwnPropertyAnimation: CAPropertyAnimation { let mark = "made" }
    private final class OwnBasicAnimation: CABasicAnimation { let mark = "made" }
    private final class OwnSpringAnimation: CASpringAnimation { let mark = "made" }
    private final class OwnKeyframeAnimation: CAKeyframeAnimation { let mark = "made" }
    private final class OwnAnimationGroup: CAAnimationGroup { let mark = "made" }
    private final class OwnTransition: CATransition { let mark = "made" }
    /// Without initialisers of its own.
    private final class OwnFilter: CAFilter { let mark = "made" }
    private final class OwnBehavior: CAEmitterBehavior { let mark = "made" }
    /// With initialisers, a stored property and another superclass in between.
    private class Named: CAFilter {
        var types: [String]
        override init(type: String) {
            types = [type]
            super.init(type: type)
            name = "from init"
        }
    }
    private final class Renamed: Named {
        init(radius: Double) {
            super.init(type: "gaussianBlur")
            setValue(radius, forKey: "inputRadius")
        }
        override init(type: String) { super.init(type: type) }
    }
    private final class Pull: CAEmitterBehavior {
        let log: NSMutableArray
        override init(type: String) {
            log = [type]
            super.init(type: type)
            name = "from init"
        }
        required init?(coder: NSCoder) { nil }
    }

    /// An object of each class and one of a subclass, and values for keys.
    private struct Sample {
        let objects: [NSObject & NSCopying]
        let values: [String: Any]
    }

    private let samples: [String: Sample] = {
        let shared: [String: Any] = ["duration": 2.5, "speed": 0.5, "repeatCount": 3, "fillMode": "both", "ownKey": "own"]
        func with(_ more: [String: Any]) -> [String: Any] { shared.merging(more) { $1 } }
        let property: [String: Any] = ["keyPath": "position", "additive": 1, "cumulative": 1]
        let basic = property.merging(["fromValue": 1.0, "toValue": 2.0, "byValue": 3.0]) { $1 }
        return [
            "CAAnimation": Sample(objects: [CAAnimation(), OwnAnimation()], values: shared),
            "CAPropertyAnimation": Sample(objects: [CAPropertyAnimation(), OwnPropertyAnimation()], values: with(property)),
            "CABasicAnimation": Sample(objects: [CABasicAnimation(), OwnBasicAnimation()], values: with(basic)),
            "CASpringAnimation": Sample(
                objects: [CASpringAnimation(), OwnSpringAnimation()],
                values: with(basic.merging(["mass": 2.0, "stiffness": 50.0, "damping": 7.0, "initialVelocity": 4.0]) { $1 })),
            "CAKeyframeAnimation": Sample(
                objects: [CAKeyframeAnimation(), OwnKeyframeAnimation()],
                values: with(property.merging(["values": [1.0, 2.0], "keyTimes": [0.0, 1.0], "calculationMode": "paced"]) { $1 })),
            "CAAnimationGroup": Sample(objects: [CAAnimationGroup(), OwnAnimationGroup()], values: shared),
            "CATransition": Sample(
                objects: [CATransition(), OwnTransition()],
                values: with(["type": "push", "subtype": "fromLeft", "startProgress": 0.25, "endProgress": 0.75])),
            "CAFilter": Sample(
                objects: [
                    CAFilter(type: "gaussianBlur"), OwnFilter(type: "gaussianBlur"), Named(type: "gaussianBlur"), Renamed(radius: 9),
                ],
                values: ["name": "soft", "enabled": 0, "inputRadius": 3.5, "ownKey": "own"]),
            "CAEmitterBehavior": Sample(
                objects: [CAEmitterBehavior(type: "attractor"), OwnBehavior(type: "attractor"), Pull(type: "attractor")],
                values: ["name": "pull", "enabled": 0, "stiffness": 9.0, "radius": 4.0, "position": CGPoint(x: 1, y: 2)]),
        ]
    }()

    private func value(_ object: NSObject, _ key: String) -> Any? {
        switch object {
        case let animation as CAAnimation: animation.value(forKey: key)
        case let filter as CAFilter: filter.value(forKey: key)
        case let behavior as CAEmitterBehavior: behavior.value(forKey: key)
        default: nil
        }
    }

    private func set(_ object: NSObject, _ value: Any?, _ key: String) {
        switch object {
        case let animation as CAAnimation: animation.setValue(value, forKey: key)
        case let filter as CAFilter: filter.setValue(value, forKey: key)
        case let behavior as CAEmitterBehavior: behavior.setValue(value, forKey: key)
        default: XCTFail("\(type(of: object)) is not known to this test")
        }
    }

    func testCopiesAreOfTheirOwnClassAndEqual() throws {
        for (name, sample) in samples {
            for object in sample.objects {
                var standard: [String: Any] = [:]
                for key in sample.values.keys { standard[key] = value(object, key) }
                for (key, value) in sample.values { set(object, value, key) }
                let found = layerDiagnostics {
                    for copy in [object.copy(), object.copy(with: nil)] {
                        guard let copy = copy as? NSObject else { return XCTFail("\(name): \(copy)") }
                        XCTAssertFalse(copy === object, name)
                        XCTAssertTrue(type(of: copy) == type(of: object), "\(type(of: object)) is copied as \(type(of: copy))")
                        for (key, value) in sample.values {
                            let given = Boxing.value(self.value(object, key) as Any), copied = Boxing.value(self.value(copy, key) as Any)
                            XCTAssertEqual(copied, given, "\(type(of: object)).\(key)")
                            XCTAssertEqual(given, Boxing.value(value), "\(type(of: object)).\(key) is not what was set")
                            // Independent of the original.
                            self.set(copy, standard[key], key)
                            XCTAssertEqual(Boxing.value(self.value(object, key) as Any), given, "\(type(of: object)).\(key)")
                        }
                    }
                }
                XCTAssertEqual(found.map(\.identifier), [], "\(type(of: object))")
            }
        }
    }

    func testSubclassesAreCreatedByTheirInitialisers() throws {
        XCTAssertEqual((OwnFilter(type: "boxBlur").copy() as? OwnFilter)?.mark, "made")
        XCTAssertEqual((OwnBehavior(type: "wave").copy() as? OwnBehavior)?.mark, "made")
        XCTAssertEqual((OwnTransition().copy() as? OwnTransition)?.mark, "made")
        let long = "a type of filter whose name is too long to be stored inside of a string"
        let filter = Named(type: long)
        filter.types = ["changed"]
        let copy = try XCTUnwrap(filter.copy() as? Named)
        XCTAssertEqual(copy.types, [long], "as the initialiser sets it")
        XCTAssertEqual(copy.type, long)
        XCTAssertEqual(copy.name, "from init")
        XCTAssertEqual((Renamed(radius: 4).copy() as? Renamed)?.value(forKey: "inputRadius") as? Double, 4)
        let pull = try XCTUnwrap(Pull(type: "drag").copy() as? Pull)
        XCTAssertEqual(pull.log, ["drag"])
        XCTAssertEqual(pull.type, "drag")
    }

    func testCopiesAreReleased() {
        weak var filter: CAFilter?
        weak var behavior: CAEmitterBehavior?
        do {
            for _ in 0..<10 {
                filter = Renamed(radius: 4).copy() as? CAFilter
                behavior =
                    Pull(type: "a type of behaviour whose name is too long to be stored inside of a string").copy() as? CAEmitterBehavior
            }
        }
        XCTAssertNil(filter)
        XCTAssertNil(behavior)
    }

    /// A filter of a layer that a key path changed is a copy of the program's object.
    func testFiltersThatTheLayerChangesKeepTheirClass() throws {
        let layer = CALayer(), filter = Named(type: "gaussianBlur"), behind = Named(type: "gaussianBlur")
        let mixed = OwnFilter(type: "multiplyBlendMode")
        filter.setValue("own", forKey: "ownKey")
        layer.filters = [filter]
        layer.backgroundFilters = [behind]
        layer.compositingFilter = mixed
        layer.setValue(20, forKeyPath: "filters.from init.inputRadius")
        layer.setValue(30, forKeyPath: "backgroundFilters.from init.inputRadius")
        let changed = try XCTUnwrap(layer.filters?.first as? Named)
        XCTAssertFalse(changed === filter)
        XCTAssertEqual(changed.value(forKey: "inputRadius") as? Double, 20)
        XCTAssertEqual(changed.value(forKey: "ownKey") as? String, "own")
        XCTAssertEqual(filter.value(forKey: "inputRadius") as? Double, 10, "the program's object is not changed")
        XCTAssertEqual((layer.backgroundFilters?.first as? Named)?.value(forKey: "inputRadius") as? Double, 30)
        XCTAssertTrue(layer.compositingFilter as? OwnFilter === mixed)
    }

    func testWithoutASlotACopyIsOfTheBaseClass() {
        XCTAssertNotNil(CAFilter.initializerOffset)
        XCTAssertNotNil(CAEmitterBehavior.initializerOffset)
        let found = layerDiagnostics { XCTAssertNil(DynamicObject.make(Renamed.self, named: "boxBlur", slot: nil)) }
        XCTAssertEqual(found.map(\.identifier), ["class.unavailable"])
    }

    /// The classes of this module that are `NSCopying`, also by inheritance, each have a sample above.
    func testEachClassHasASample() throws {
        var supers: [String: String] = [:], copied: Set<String> = []
        for file in Repository.files(below: "Sources/Layers/QuartzCore", ["swift"]) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /(?m)^(?:public|open) (?:final )?class (\w+): (\w+)([^{]*)/) {
                supers[String(match.1)] = String(match.2)
                if match.3.contains("NSCopying") { copied.insert(String(match.1)) }
            }
        }
        while let more = supers.first(where: { copied.contains($0.value) && !copied.contains($0.key) }) { copied.insert(more.key) }
        XCTAssertEqual(copied, Set(samples.keys))
    }
}
