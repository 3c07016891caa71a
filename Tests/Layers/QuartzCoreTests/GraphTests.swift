import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// Graphs that a program can build of objects that hold each other: inside themselves, shared at each of forty levels (two to the fortieth
/// paths), and 50,000 deep. Each is added, committed, drawn, shown, archived, copied and let go of; a bound ends it, and a diagnostic
/// says so.
final class GraphTests: XCTestCase {
    private enum Shape: String, CaseIterable { case inItself, inItselfTwice, throughAnother, sharedAtEachLevel, deep }

    /// Agate may not call itself for each level. Foundation and the runtime do, when such a container goes: what tests make of containers
    /// stays until the process ends.
    nonisolated(unsafe) private static var kept: [Unmanaged<Kept>] = []
    private final class Kept {
        let value: Any
        init(_ value: Any) { self.value = value }
    }

    /// What was said since the first of these tests: some is said once in a process.
    private static let heard = Locked<Set<String>>([])
    private static let token = Diagnostic.addObserver { diagnostic in heard.withLock { _ = $0.insert(diagnostic.identifier) } }

    override func setUp() { _ = Self.token }

    private func assertHeard(_ identifier: String, line: UInt = #line) {
        XCTAssertTrue(Self.heard.withLock { $0.contains(identifier) }, identifier, line: line)
    }

    /// - Parameters:
    ///   - make: a new node.
    ///   - fill: puts nodes into a node.
    private func graph<Node>(_ shape: Shape, _ make: () -> Node, _ fill: (Node, [Node]) -> Void) -> Node {
        let top = make()
        switch shape {
        case .inItself: fill(top, [top])
        case .inItselfTwice: fill(top, [top, top])
        case .throughAnother:
            let other = make()
            fill(other, [top, other])
            fill(top, [other])
        case .sharedAtEachLevel, .deep:
            var inner = top
            for _ in 0..<(shape == .deep ? 50_000 : 40) {
                let outer = make()
                fill(outer, shape == .deep ? [inner] : [inner, inner])
                inner = outer
            }
            return inner
        }
        return top
    }

    // MARK: Groups

    final class OwnGroup: CAAnimationGroup {}
    /// A copy that is no copy.
    final class SelfCopyingGroup: CAAnimationGroup {
        override func copy(with zone: NSZone? = nil) -> Any { self }
    }

    func testAnimationGroups() throws {
        for (name, make) in [
            ("group", { CAAnimationGroup() }), ("own class", { OwnGroup() }), ("copies as itself", { SelfCopyingGroup() }),
        ] as [(String, () -> CAAnimationGroup)] {
            for shape in Shape.allCases where name != "copies as itself" || shape != .deep {
                let what = "\(name) \(shape)"
                let group = graph(shape, make) { $0.animations = $1 }
                group.duration = 1
                // It goes as soon as the test is over with it.
                defer { if shape != .deep, shape != .sharedAtEachLevel { group.animations = nil } }
                let copy = try XCTUnwrap(group.copy() as? CAAnimationGroup, what)
                if name == "group" { XCTAssertLessThanOrEqual(count(copy), shape == .deep ? 50_001 : 70_000, what) }
                let layer = CALayer(), host = OffscreenHost(size: CGSize(width: 4, height: 4))
                host.perform {
                    host.layer.addSublayer(layer)
                    layer.add(group, forKey: "graph")
                    layer.actions = ["opacity": group]
                    layer.opacity = 0.5
                }
                _ = host.image(at: 0.5)
                XCTAssertNotNil(layer.presentation(), what)
                XCTAssertEqual(layer.animationKeys()?.isEmpty, false, what)
                XCTAssertNotNil(layer.animation(forKey: "graph")?.copy(), what)
                _ = group.description
                if let archive = try? NSKeyedArchiver.archivedData(withRootObject: group, requiringSecureCoding: false) {
                    XCTAssertFalse(archive.isEmpty, what)
                    if name == "group", shape != .deep {
                        XCTAssertNotNil(try? NSKeyedUnarchiver.unarchivedObject(ofClass: CAAnimationGroup.self, from: archive), what)
                    }
                }
                host.perform { layer.removeAllAnimations() }
            }
        }
    }

    /// What a copy holds, each object once for each place.
    private func count(_ group: CAAnimationGroup) -> Int {
        var waiting = [group], count = 0
        while let next = waiting.popLast() {
            count += 1
            waiting += next.animations?.compactMap { $0 as? CAAnimationGroup } ?? []
        }
        return count
    }

    func testGroupsSayWhatIsLeftOut() {
        let layer = CALayer()
        let group = graph(.inItself, { CAAnimationGroup() }) { $0.animations = $1 }
        layer.add(group, forKey: nil)
        group.animations = nil
        assertHeard("animation.too-deep")
        let inner = CAAnimationGroup(), outer = CAAnimationGroup()
        inner.animations = Array(repeating: CABasicAnimation(keyPath: "opacity"), count: 1000)
        outer.animations = Array(repeating: inner, count: 1000)
        let copies = (outer.copy() as? CAAnimationGroup)?.animations?.compactMap { ($0 as? CAAnimationGroup)?.animations?.count } ?? []
        XCTAssertLessThan(copies.reduce(0, +), 67_000)
        assertHeard("animation.too-many")
        // What the program made once is copied, however much it is.
        let wide = CAAnimationGroup()
        wide.animations = (0..<100_000).map { _ in CABasicAnimation(keyPath: "opacity") }
        XCTAssertEqual((wide.copy() as? CAAnimationGroup)?.animations?.count, 100_000)
    }

    // MARK: Cells

    func testCells() throws {
        for shape in Shape.allCases {
            let cell = graph(shape, { CAEmitterCell() }) {
                ($0.birthRate, $0.lifetime) = (1, 1)
                $0.emitterCells = $1
            }
            defer { if shape != .deep, shape != .sharedAtEachLevel { cell.emitterCells = nil } }
            let layer = CAEmitterLayer(), host = OffscreenHost(size: CGSize(width: 4, height: 4))
            host.perform {
                layer.emitterCells = [cell]
                host.layer.addSublayer(layer)
            }
            _ = host.image(at: 0.5)
            XCTAssertNotNil(layer.presentation(), "\(shape)")
            let archive = try NSKeyedArchiver.archivedData(withRootObject: cell, requiringSecureCoding: false)
            if shape != .deep { XCTAssertNotNil(try? NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterCell.self, from: archive)) }
        }
        // One cell in many.
        let inner = CAEmitterCell(), middle = CAEmitterCell(), outer = CAEmitterCell()
        inner.emitterCells = Array(repeating: CAEmitterCell(), count: 300)
        middle.emitterCells = Array(repeating: inner, count: 300)
        outer.emitterCells = Array(repeating: middle, count: 300)
        let layer = CAEmitterLayer()
        layer.emitterCells = [outer]
        XCTAssertEqual(layer.emitterCells?.count, 1)
    }

    // MARK: Values

    /// A container of a program, by shape; nil where there is none of that kind.
    private func containers(_ shape: Shape) -> [(String, Any)] {
        var made: [(String, Any)] = []
        switch shape {
        case .inItself, .inItselfTwice, .throughAnother:
            made = [
                ("NSMutableArray", graph(shape, { NSMutableArray() }) { $0.addObjects(from: $1) }),
                (
                    "NSMutableDictionary",
                    graph(shape, { NSMutableDictionary() }) { node, inner in
                        for (n, each) in inner.enumerated() { node.setObject(each, forKey: "\(n)" as NSString) }
                    }
                ),
            ]
        case .sharedAtEachLevel, .deep:
            var array: Any = [Any](), dictionary: Any = [String: Any](), optional: Any = [Any](), list: Any = NSMutableArray()
            for _ in 0..<(shape == .deep ? 50_000 : 40) {
                let isShared = shape == .sharedAtEachLevel
                array = isShared ? [array, array] : [array]
                dictionary = isShared ? ["a": dictionary, "b": dictionary] : ["a": dictionary]
                optional = [Optional.some(optional) as Any]
                let next = NSMutableArray()
                next.add(list)
                if isShared { next.add(list) }
                list = next
            }
            made = [("Array", array), ("Dictionary", dictionary), ("Optional", optional)]
            // Foundation itself can't reach into its own arrays when they are so deep.
            if shape != .deep { made.append(("NSMutableArray", list)) } else { Self.kept.append(.passRetained(Kept(list))) }
        }
        for (_, value) in made { Self.kept.append(.passRetained(Kept(value))) }
        return made
    }

    func testValuesOfKeys() throws {
        for shape in Shape.allCases {
            for ((name, value), (_, other)) in zip(containers(shape), containers(shape)) {
                let what = "\(name) \(shape)"
                let layer = CALayer(), text = CATextLayer(), host = OffscreenHost(size: CGSize(width: 4, height: 4))
                host.perform {
                    host.layer.addSublayer(layer)
                    host.layer.addSublayer(text)
                }
                for target in [layer, text] {
                    host.perform { set(value, other, on: target) }
                    _ = host.image(at: host.now + 0.1)
                    XCTAssertNotNil(target.presentation(), what)
                    XCTAssertNotNil(target.value(forKey: "own"), what)
                }
                animate(layer, value, host)
                objects(value)
                for object in [layer, text] as [CALayer] {
                    object.style = nil
                    XCTAssertNotNil(try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false), what)
                }
            }
        }
        assertHeard("archive.too-deep")
    }

    private func set(_ value: Any, _ other: Any, on layer: CALayer) {
        let keys = ["own", "contents", "opacity", "position", "style", "actions", "filters", "sublayers", "mask", "string", "font"]
        for key in keys {
            layer.setValue(value, forKey: key)
            // Compared with the last one.
            layer.setValue(other, forKey: key)
            layer.setValue(value, forKey: key)
            _ = layer.value(forKey: key)
        }
        layer.contents = value
        layer.filters = [value]
        layer.style = ["opacity": value, "style": value]
        layer.setValue(value, forKeyPath: "position.x")
        layer.setValue(value, forKeyPath: "own.part.of.it")
    }

    private func animate(_ layer: CALayer, _ value: Any, _ host: OffscreenHost) {
        let basic = CABasicAnimation(keyPath: "own"), keyframe = CAKeyframeAnimation(keyPath: "position")
        (basic.fromValue, basic.toValue, basic.byValue) = (value, value, value)
        keyframe.values = [value, value]
        for animation in [basic, keyframe] as [CAAnimation] {
            animation.setValue(value, forKey: "own")
            for key in ["duration", "timingFunction", "keyPath", "fromValue", "values", "delegate"] {
                let copy = animation.copy() as? CAAnimation
                copy?.setValue(value, forKey: key)
            }
            XCTAssertNotNil(try? NSKeyedArchiver.archivedData(withRootObject: animation, requiringSecureCoding: false))
            host.perform { layer.add(animation, forKey: "\(type(of: animation))") }
        }
        _ = host.image(at: host.now + 0.1)
        host.perform { layer.removeAllAnimations() }
    }

    private func objects(_ value: Any) {
        let filter = CAFilter(type: "gaussianBlur"), cell = CAEmitterCell()
        for key in ["own", "inputRadius", "inputColor", "name"] { filter.setValue(value, forKey: key) }
        for key in ["own", "birthRate", "contents", "color", "name", "emitterCells", "style"] { cell.setValue(value, forKey: key) }
        cell.contents = value
        let behavior = CAEmitterBehavior(type: "wave")
        for key in ["own", "frequency", "force", "name"] { behavior.setValue(value, forKey: key) }
        let emitter = CAEmitterLayer()
        emitter.emitterCells = [cell]
        emitter.setValue(value, forKey: "emitterCells")
        emitter.setValue(value, forKey: "emitterBehaviors")
        _ = (filter.copy(), cell.isEqual(filter))
    }

    /// A layer that is its own contents, value, mask of an animation: what holds what is not walked.
    func testLayersInThemselves() throws {
        let layer = CALayer(), host = OffscreenHost(size: CGSize(width: 4, height: 4))
        host.perform {
            host.layer.addSublayer(layer)
            layer.contents = layer
            layer.setValue(layer, forKey: "own")
            layer.setValue(host.layer, forKey: "above")
            layer.mask = layer
            layer.addSublayer(layer)
            let animation = CABasicAnimation(keyPath: "own")
            (animation.fromValue, animation.toValue) = (layer, animation)
            animation.setValue(animation, forKey: "own")
            layer.add(animation, forKey: nil)
        }
        _ = host.image(at: 0.1)
        XCTAssertNotNil(layer.presentation())
        XCTAssertFalse(try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: false).isEmpty)
        layer.contents = nil
        layer.setValue(nil, forKey: "own")
        layer.setValue(nil, forKey: "above")
        layer.removeAllAnimations()
    }

    /// Containers that programs use stay what they are: compared by their values, archived, read back.
    func testUsualContainers() throws {
        let layer = CALayer()
        let nested: [Any] = [[1, 2] as [Any], ["a": [3] as [Any]] as [String: Any], "x"]
        layer.setValue(nested, forKey: "own")
        XCTAssertEqual((layer.value(forKey: "own") as? [Any])?.count, 3)
        layer.setValue([[1, 2], [3, 4]] as [Any], forKey: "lists")
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: false)
        let back = try XCTUnwrap(NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
        XCTAssertEqual(((back.value(forKey: "lists") as? [Any])?.last as? [Any])?.count, 2)
        // Boundaries: 100 levels are compared, 101 are not.
        func nest(_ depth: Int) -> Any { (1..<depth).reduce([1] as Any) { inner, _ in [inner] as NSArray } }
        XCTAssertTrue(ContainerDepth.isBounded(nest(100)))
        XCTAssertFalse(ContainerDepth.isBounded(nest(101)))
        XCTAssertEqual(OpaqueObject(nest(3)), OpaqueObject(nest(3)))
        XCTAssertNotEqual(OpaqueObject(nest(101)), OpaqueObject(nest(101)))
    }
}
