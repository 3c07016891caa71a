import CompositorScenes
import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import RenderTree

/// A filter without an object of a program.
final class PlainFilter: FilterSource {
    let filterSpec: FilterSpec
    init(_ type: String, _ change: (inout FilterSpec) -> Void = { _ in }) {
        var spec = FilterSpec(type: type)
        change(&spec)
        filterSpec = spec
    }
}

func filter(_ type: String, _ change: (inout FilterSpec) -> Void = { _ in }) -> OpaqueObject {
    OpaqueObject(filter: PlainFilter(type, change))
}

/// Trees with filters, backdrops and bitmaps, changed step by step: what is drawn of the damage is the picture that a new tree gives.
final class FilterSceneTests: XCTestCase {
    private typealias Random = RandomScene.Random

    private struct Node {
        var state: LayerState
        var children: [Int] = []
        var mask: Int?
        var layerClass = LayerClass.layer
    }

    private let viewport: Viewport = {
        var v = Viewport(width: 120, height: 100, rootGeometryFlipped: true)
        v.background = RGBA(1, 1, 1, 1)
        return v
    }()

    private func filters(_ r: inout Random, deep: Bool = true) -> [OpaqueObject]? {
        var list: [OpaqueObject] = []
        for _ in 0..<Int.random(in: 0...2, using: &r) {
            let v = r.number(0, 1)
            switch Int.random(in: 0..<9, using: &r) {
            case 0, 1: list.append(filter("gaussianBlur") { ($0.inputs.radius, $0.inputs.normalizesEdges) = (v * 6, v > 0.6) })
            case 2: list.append(filter("boxBlur") { $0.inputs.radius = v * 7 })
            case 3: list.append(filter("pixellate") { $0.inputs.scale = 1 + v * 9 })
            case 4: list.append(filter("colorInvert"))
            case 5: list.append(filter("colorHueRotate") { $0.inputs.angle = v * 6 })
            case 6: list.append(filter("CIExposureAdjust") { $0.inputs.exposure = v * 2 - 1 })
            case 7: list.append(filter("gaussianBlur") { $0.inputs.radius = 0 })
            default: list.append(filter("colorSaturate") { $0.inputs.amount = v * 2 })
            }
        }
        return list.isEmpty ? nil : list
    }

    private func change(_ s: inout LayerState, _ r: inout Random) {
        for _ in 0..<Int.random(in: 1...3, using: &r) {
            switch Int.random(in: 0..<16, using: &r) {
            case 0, 1, 2: s.values.position = CGPoint(x: r.number(0, 120), y: r.number(0, 100))
            case 3: s.values.bounds.size = CGSize(width: r.number(5, 70), height: r.number(5, 60))
            case 4: s.values.backgroundColor = r.color(); s.values.flags.insert(.hasBackgroundColor)
            case 5: s.values.opacity = Bool.random(using: &r) ? 1 : max(0, Float(r.number(-0.5, 1)))
            case 6: s.values.cornerRadius = r.number(0, 20)
            case 7: s.objects.filters = filters(&r)
            case 8, 9: s.objects.backgroundFilters = filters(&r)
            case 10: s.values.shadowOpacity = Bool.random(using: &r) ? 0 : 0.6; s.values.shadowRadius = r.number(0, 4)
            case 11: s.values.flags.formSymmetricDifference(.shouldRasterize)
            case 12: s.values.flags.formSymmetricDifference(.masksToBounds)
            case 13:
                s.values.transform = Bool.random(using: &r) ? CATransform3DIdentity : CATransform3DMakeRotation(r.number(0, 6), 0, 0, 1)
            case 14: s.objects.compositingFilter = Bool.random(using: &r) ? nil : OpaqueObject("screenBlendMode")
            default: s.values.flags.formSymmetricDifference(.hidden)
            }
        }
    }

    func testDamageDrawsWhatANewTreeDraws() {
        var backdrops = 0, bitmaps = 0, filtered = 0, patched = 0
        for seed in 0..<40 {
            var r = Random(state: UInt64(seed) &* 991 &+ 17)
            var nodes: [Node] = []
            func make(_ frame: CGRect, _ color: RGBA) -> Int {
                var s = LayerState()
                s.values.bounds = CGRect(origin: .zero, size: frame.size)
                s.values.position = CGPoint(x: frame.midX, y: frame.midY)
                s.values.backgroundColor = color
                s.values.flags.insert(.hasBackgroundColor)
                nodes.append(Node(state: s))
                return nodes.count - 1
            }
            _ = make(CGRect(x: 0, y: 0, width: 120, height: 100), RGBA(0.9, 0.9, 0.95, 1))
            for _ in 0..<Int.random(in: 4...14, using: &r) {
                let parent = Int.random(in: 0..<nodes.count, using: &r)
                let child = make(
                    CGRect(x: r.number(-10, 90), y: r.number(-10, 80), width: r.number(8, 60), height: r.number(8, 50)), r.color())
                change(&nodes[child].state, &r)
                if Int.random(in: 0..<8, using: &r) == 0, nodes[parent].mask == nil, parent > 0 {
                    nodes[parent].mask = child
                } else {
                    nodes[parent].children.append(child)
                }
            }
            func update(_ i: Int, links: Bool) -> LayerUpdate {
                var u = LayerUpdate(id: LayerID(rawValue: UInt64(i + 1)), layerClass: .layer, changed: .all, state: nodes[i].state)
                if links {
                    u.sublayers = nodes[i].children.map { LayerID(rawValue: UInt64($0 + 1)) }
                    u.mask = .some(nodes[i].mask.map { LayerID(rawValue: UInt64($0 + 1)) })
                }
                return u
            }
            func whole() -> Commit {
                var c = Commit()
                c.updates = nodes.indices.map { update($0, links: true) }
                c.root = .some(LayerID(rawValue: 1))
                return c
            }
            let tree = RenderTree(viewport: viewport)
            tree.apply(whole())
            let kept = Surface(width: 120, height: 100), compositor = Compositor()
            for step in 0..<14 {
                if step > 0 {
                    var c = Commit()
                    c.time = Double(step)
                    var touched: Set<Int> = []
                    for _ in 0..<Int.random(in: 1...2, using: &r) { touched.insert(Int.random(in: 1..<nodes.count, using: &r)) }
                    for i in touched.sorted() {
                        if Int.random(in: 0..<3, using: &r) == 0 {
                            change(&nodes[i].state, &r)
                        } else {
                            nodes[i].state.values.position.x += r.number(-15, 15)
                            nodes[i].state.values.position.y += r.number(-15, 15)
                        }
                        c.updates.append(update(i, links: false))
                    }
                    tree.apply(c)
                }
                let frame = tree.update(at: Double(step))
                if !frame.isRebuilt { patched += 1 }
                compositor.draw(tree.list, damage: frame.damage, into: kept)
                let fresh = RenderTree(viewport: viewport)
                fresh.apply(whole())
                _ = fresh.update(at: Double(step))
                let all = Surface(width: 120, height: 100)
                Compositor().draw(fresh.list, into: all)
                backdrops += tree.list.backdrops.count
                for op in tree.list.ops where op.kind == .beginGroup {
                    if op.flags.contains(.rasterized) { bitmaps += 1 }
                    if op.payload >= 0, case .group(let g) = tree.list.payloads[Int(op.payload)], !g.filters.isEmpty { filtered += 1 }
                }
                var worst = 0, at = (0, 0), count = 0
                for y in 0..<100 {
                    for x in 0..<120 {
                        let a = kept.pixel(x: x, y: y), b = all.pixel(x: x, y: y)
                        if a == b { continue }
                        count += 1
                        for s in [0, 8, 16, 24] as [UInt32] {
                            let d = abs(Int(a >> s & 255) - Int(b >> s & 255))
                            if d > worst { worst = d; at = (x, y) }
                        }
                    }
                }
                if count > 0 {
                    return XCTFail(
                        "seed \(seed) step \(step): \(count) pixels differ, by up to \(worst) at \(at); rebuilt \(frame.isRebuilt), damage \(frame.damage)\n"
                            + tree.list.ops.enumerated().map { "\($0.0) \($0.1.kind) \($0.1.flags.rawValue) \($0.1.bounds)" }.joined(
                                separator: "\n"))
                }
            }
        }
        XCTAssertGreaterThan(backdrops, 100)
        XCTAssertGreaterThan(bitmaps, 100)
        XCTAssertGreaterThan(filtered, 100)
        XCTAssertGreaterThan(patched, 100)
    }

    /// A rasterised layer that comes back with other contents is drawn from them.
    func testABitmapThatComesBack() {
        let tree = RenderTree(viewport: viewport), compositor = Compositor()
        let surface = Surface(width: 120, height: 100)
        var layer = LayerState(), child = LayerState()
        layer.values.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        layer.values.position = CGPoint(x: 40, y: 10)
        layer.values.flags.insert(.shouldRasterize)
        child.values.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        child.values.position = CGPoint(x: 10, y: 10)
        child.values.flags.insert(.hasBackgroundColor)
        child.values.backgroundColor = RGBA(1, 0, 0, 1)
        func show(_ links: Bool = false) {
            var commit = Commit()
            var updates = [LayerState(), layer, child].enumerated().map {
                LayerUpdate(id: LayerID(rawValue: UInt64($0 + 1)), layerClass: .layer, changed: .all, state: $1)
            }
            if links {
                updates[0].sublayers = [LayerID(rawValue: 2)]
                updates[1].sublayers = [LayerID(rawValue: 3)]
                commit.root = .some(LayerID(rawValue: 1))
            }
            commit.updates = updates
            tree.apply(commit)
            let frame = tree.update(at: 0)
            compositor.draw(tree.list, damage: frame.damage, into: surface)
        }
        show(true)
        XCTAssertEqual(surface.pixel(x: 40, y: 10), 0xFFFF_0000)
        layer.values.opacity = 0
        show()
        XCTAssertEqual(surface.pixel(x: 40, y: 10), 0xFFFF_FFFF)
        layer.values.opacity = 1
        child.values.position.x = 25
        child.values.backgroundColor = RGBA(0, 1, 0, 1)
        show()
        XCTAssertEqual(surface.pixel(x: 55, y: 10), 0xFF00_FF00)
    }
}
