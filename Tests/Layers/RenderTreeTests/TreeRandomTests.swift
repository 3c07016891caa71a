import CoreGraphics
import TestSupport
import XCTest
@testable import RenderTree

/// Random scenes, changed step by step: the patched list is the list that a new tree makes, and all that differs is damage.
final class TreeRandomTests: XCTestCase {
    private let viewport = Viewport(width: 160, height: 160, rootGeometryFlipped: true)
    private static let picture = PropertyValue.image(CGImage(width: 8, height: 8, premultipliedBGRA: [UInt8](repeating: 255, count: 256))!)

    private func randomize(_ s: inout LayerState, _ c: LayerClass, _ r: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...3, using: &r) {
            switch Int.random(in: 0..<17, using: &r) {
            case 0, 1: s.values.position = CGPoint(x: r.number(0...160), y: r.number(0...160))
            case 2: s.values.bounds.size = CGSize(width: r.number(0...80), height: r.number(0...80))
            case 3: s.values.backgroundColor = r.color(); s.values.flags.insert(.hasBackgroundColor)
            case 4: s.values.opacity = r.chance(0.3) ? 1 : (r.chance(0.2) ? 0 : Float(r.number(0...1)))
            case 5: if r.chance(0.5) { s.values.flags.formSymmetricDifference(.hidden) }
            case 6: s.values.flags.formSymmetricDifference(.masksToBounds); s.values.cornerRadius = r.number(0...20)
            case 7: s.values.borderWidth = r.chance(0.5) ? 0 : 2
            case 8: s.values.zPosition = r.chance(0.6) ? 0 : r.number(-3...3).rounded()
            case 9: s.values.transform = CATransform3DMakeRotation(r.number(0...6), r.chance(0.3) ? 1 : 0, r.chance(0.3) ? 1 : 0, 1)
            case 10: s.values.shadowOpacity = r.chance(0.5) ? 0 : 0.5; s.values.shadowRadius = r.number(0...4)
            case 11: s.values.flags.formSymmetricDifference(.geometryFlipped)
            case 12: s.objects.contents = r.chance(0.5) ? nil : Self.picture
            case 13: s.values.flags.formSymmetricDifference(.allowsGroupOpacity)
            case 14: s.extra.sublayerTransform = r.chance(0.5) ? CATransform3DIdentity : CATransform3DMakeScale(0.8, 0.7, 1)
            case 15: s.values.flags.formSymmetricDifference(.doubleSided)
            default:
                switch c {
                case .replicator:
                    s.extra.instanceCount = CGFloat(Int.random(in: 1...3, using: &r))
                    s.extra.instanceTransform = CATransform3DMakeTranslation(15, 3, 0)
                    s.extra.instanceDelay = r.chance(0.5) ? 0 : 0.2
                    s.extra.instanceAlphaOffset = r.chance(0.5) ? 0 : -0.2
                case .shape:
                    s.objects.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: r.number(1...50), height: 20), transform: nil)
                    s.extra.hasStrokeColor = r.chance(0.5)
                    s.extra.strokeColor = r.color()
                case .gradient:
                    s.objects.colors = r.chance(0.3) ? nil : [CGColor(rgba: r.color()), CGColor(rgba: r.color())]
                default: s.objects.compositingFilter = r.chance(0.5) ? nil : OpaqueObject("multiplyBlendMode")
                }
            }
        }
    }

    private func randomAnimation(_ time: Double, _ r: inout SeededGenerator) -> AnimationSpec {
        let begin = time + (r.chance(0.5) ? 0 : 0.3), duration = r.number(0.1...1)
        let removed = r.chance(0.7)
        switch Int.random(in: 0..<10, using: &r) {
        case 7, 8:
            // Out of the picture, over its edge, or somewhere in a superlayer that may show it.
            func place(_ r: inout SeededGenerator) -> CGPoint { CGPoint(x: r.number(150...400), y: r.number(-80...240)) }
            var spec = basicSpec("position", .point(place(&r)), .point(place(&r)), begin: begin, duration: duration, removed: removed)
            spec.timingCurve = r.chance(0.5) ? nil : TimingCurve(0.3, -0.6, 0.6, 1.7)
            return spec
        case 9:
            let path = CGMutablePath()
            path.move(to: CGPoint(x: r.number(150...300), y: 20))
            path.addQuadCurve(to: CGPoint(x: 300, y: r.number(0...160)), control: CGPoint(x: 350, y: 80))
            var keyframe = AnimationSpec.Keyframe()
            keyframe.path = path
            if r.chance(0.5) { keyframe.rotationMode = .auto }
            var spec = AnimationSpec(.keyframe(.init(keyPath: "position"), keyframe))
            (spec.timing.beginTime, spec.timing.duration, spec.isRemovedOnCompletion) = (begin, duration, removed)
            return spec
        case 0: return basicSpec("opacity", .number(1), .number(0), begin: begin, duration: duration, removed: removed)
        case 1:
            return basicSpec("position", .point(.zero), .point(CGPoint(x: 160, y: 90)), begin: begin, duration: duration, removed: removed)
        case 2: return basicSpec("transform.rotation.z", .number(0), .number(3), begin: begin, duration: duration, removed: removed)
        case 3:
            return basicSpec(
                "backgroundColor", .color(CGColor(rgba: r.color())), .color(CGColor(rgba: r.color())), begin: begin, duration: duration,
                removed: removed)
        case 4: return basicSpec("zPosition", .number(-2), .number(2), begin: begin, duration: duration, removed: removed)
        case 5: return basicSpec("bounds.size.width", .number(0), .number(60), begin: begin, duration: duration, removed: removed)
        default: return basicSpec("sublayerTransform.scale", .number(0.5), .number(1.5), begin: begin, duration: duration, removed: removed)
        }
    }

    func testPatchedListIsTheListOfANewTree() {
        for seed in 0..<60 {
            var r = SeededGenerator(seed: UInt64(seed))
            var scene = TreeScene()
            let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 160, height: 160), color: RGBA(1, 1, 1, 1))
            scene.root(root)
            var ids = [root]
            var masks: Set<LayerID> = []
            var gone: Set<LayerID> = []
            let classes: [LayerClass] = [.layer, .layer, .layer, .shape, .gradient, .transform, .replicator]
            func grow(_ count: Int, _ r: inout SeededGenerator) {
                for _ in 0..<count {
                    let c = classes.randomElement(using: &r)!
                    let alive = ids.filter { !gone.contains($0) }
                    let parent = alive.randomElement(using: &r)!
                    var random = r
                    let id = scene.layer(c, frame: CGRect(x: 20, y: 20, width: 40, height: 40), color: red, in: parent) {
                        self.randomize(&$0, c, &random)
                    }
                    r = random
                    ids.append(id)
                }
            }
            grow(Int.random(in: 3...25, using: &r), &r)
            let patched = RenderTree(viewport: viewport)
            patched.apply(scene.commit())
            _ = patched.update(at: 0)
            var running: [(LayerID, AnimationID)] = []
            var last = fresh(scene, at: 0)
            var before = signatures(last)
            var time = 0.0
            for step in 0..<25 {
                time += r.number(0...0.15)
                if r.chance(0.6) {
                    let alive = ids.filter { !gone.contains($0) }
                    for _ in 0..<Int.random(in: 1...3, using: &r) {
                        let id = alive.randomElement(using: &r)!
                        var random = r
                        let layerClass = scene.states[id]!.class
                        scene.change(id) { self.randomize(&$0, layerClass, &random) }
                        r = random
                    }
                    if r.chance(0.4) {
                        let id = alive.randomElement(using: &r)!
                        running.append((id, scene.animate(id, randomAnimation(time, &r))))
                    }
                    if r.chance(0.1), let stop = running.randomElement(using: &r) { scene.stop(stop.0, stop.1) }
                    if r.chance(0.2) { grow(1, &r) }
                    if r.chance(0.15), let parent = alive.first(where: { (scene.sublayers[$0]?.count ?? 0) > 1 }) {
                        var list = scene.sublayers[parent]!
                        if r.chance(0.5) { list.shuffle(using: &r) } else { forget(list.removeLast(), scene, &gone) }
                        scene.link(parent, list)
                    }
                    if r.chance(0.15) {
                        let owner = alive.randomElement(using: &r)!
                        let mask = scene.layer(frame: CGRect(x: 0, y: 0, width: 50, height: 30), color: blue)
                        masks.insert(mask)
                        scene.setMask(r.chance(0.3) ? nil : mask, of: owner)
                    }
                    patched.apply(scene.commit(at: time))
                }
                let frame = patched.update(at: time)
                let new = fresh(scene, at: time)
                guard ListComparison.areSame(patched.list, new.list) else {
                    return XCTFail("seed \(seed) step \(step): \(patched.list.ops.count) steps against \(new.list.ops.count)")
                }
                let after = signatures(new)
                for (point, (a, b)) in zip(before, after).enumerated() where a != b {
                    let x = Int32(point % 40 * 4 + 2), y = Int32(point / 40 * 4 + 2)
                    if !frame.damage.contains(where: { $0.contains(DeviceRect(x, y, x + 1, y + 1)) }) {
                        func list(_ t: RenderTree) -> String {
                            t.list.ops.enumerated().filter { $0.1.bounds.contains(DeviceRect(x, y, x + 1, y + 1)) }
                                .map { "\($0.0) \($0.1.kind) \($0.1.opacity) \($0.1.bounds) \($0.1.color)" }.joined(separator: "\n")
                        }
                        return XCTFail(
                            """
                            seed \(seed) step \(step): \(x),\(y) differs outside of \(frame.damage), rebuilt \(frame.isRebuilt)
                            \(list(last)) \(last.kinds)
                            now
                            \(list(new)) \(new.kinds)
                            """)
                    }
                }
                before = after
                last = new
            }
        }
    }

    private func forget(_ id: LayerID, _ scene: TreeScene, _ gone: inout Set<LayerID>) {
        gone.insert(id)
        for child in scene.sublayers[id] ?? [] { forget(child, scene, &gone) }
    }

    private func fresh(_ scene: TreeScene, at time: Double) -> RenderTree {
        let tree = RenderTree(viewport: viewport)
        for commit in scene.commits { tree.apply(commit) }
        _ = tree.update(at: time)
        return tree
    }

    /// For a grid of points, what touches each, in order.
    private func signatures(_ tree: RenderTree) -> [[Int]] {
        var all: [[Int]] = []
        for point in 0..<1600 {
            let x = Int32(point % 40 * 4 + 2), y = Int32(point / 40 * 4 + 2)
            all.append(touching(tree, 0..<tree.list.ops.count, [], x, y))
        }
        return all
    }

    private func touching(_ tree: RenderTree, _ range: Range<Int>, _ reaches: [ShadowReach], _ x: Int32, _ y: Int32) -> [Int] {
        var all: [Int] = []
        var i = range.lowerBound
        while i < range.upperBound {
            var op = tree.list.ops[i]
            let isBegin = op.kind == .beginGroup || op.kind == .beginClip
            let end = Int(op.end)
            var r = op.bounds
            for reach in reaches.reversed() { r = r.union(reach.shadow(of: r)) }
            if op.kind != .beginMask, r.contains(DeviceRect(x, y, x + 1, y + 1)) {
                let payload = op.payload >= 0 ? tree.list.payloads[Int(op.payload)] : nil
                op.payload = -1
                op.end = -1
                if op.kind == .beginGroup { op.bounds = .empty }
                if isBegin {
                    var inner = reaches
                    if case .group(let g)? = payload, let s = g.shadow {
                        inner.append(op.projection.shadowReach(radius: s.radius, offset: s.offset, around: op.rect))
                    }
                    // A group or clip of nothing is nothing.
                    let content = touching(tree, (i + 1)..<end, inner, x, y)
                    if !content.isEmpty { all += [op.hashValue, payload.hashValue] + content + [0] }
                } else {
                    all += [op.hashValue, payload.hashValue]
                }
            } else if op.kind == .beginMask {
                // Nothing to mask, or nothing masks it.
                if all.isEmpty { return [] }
                let mask = touching(tree, (i + 1)..<range.upperBound, reaches, x, y)
                return mask.isEmpty ? [] : all + [1] + mask
            }
            i = isBegin ? end + 1 : i + 1
        }
        return all
    }
}

extension SeededGenerator {
    fileprivate mutating func color() -> RGBA {
        RGBA(Float(number(0...1)), Float(number(0...1)), Float(number(0...1)), chance(0.7) ? 1 : (chance(0.3) ? 0 : 0.5))
    }
}
