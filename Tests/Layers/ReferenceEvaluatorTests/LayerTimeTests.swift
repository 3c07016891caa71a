import CoreGraphics
import RenderTree
import XCTest

/// Time spaces of layers, down a tree (5.5, 5.6): what animations show in a render tree, and the conversion of times.
final class LayerTimeTests: XCTestCase {
    private struct Node {
        var id: LayerID
        var parent: Int?
        var isMask = false
        var timing: MediaTiming
        var spec: AnimationSpec?
        var animation: AnimationID?
    }

    /// Made of powers of two, so that a time is the same number on any way to it.
    private func timing(_ random: inout RandomSource) -> MediaTiming {
        var t = MediaTiming()
        t.duration = .infinity
        if random.chance(30) { return t }
        t.beginTime = random.pick([0, 0, 0.5, 1, -2, 4])
        t.speed = random.pick([1, 1, 2, 0.5, 0, -1, 4])
        t.timeOffset = random.pick([0, 0, 0.25, 3, -1])
        return t
    }

    private func animation(_ random: inout RandomSource) -> AnimationSpec {
        var b = AnimationSpec.Basic()
        b.from = .number(0)
        b.to = .number(64)
        var spec = AnimationSpec(.basic(AnimationSpec.Target(keyPath: "zPosition"), b))
        spec.isRemovedOnCompletion = false
        spec.timing.duration = random.pick([1, 2, 4])
        spec.timing.beginTime = random.pick([0, 0, 1, -1, 0.5])
        spec.timing.speed = random.pick([1, 1, 0.5, -1, 2])
        spec.timing.repeatCount = random.pick([0, 2.5, .infinity])
        spec.timing.fillMode = random.pick(FillMode.allCases)
        spec.timing.autoreverses = random.chance(25)
        return spec
    }

    private func commit(_ nodes: [Node]) -> Commit {
        var commit = Commit()
        commit.root = .some(nodes[0].id)
        for (i, node) in nodes.enumerated() {
            var state = LayerState()
            state.values.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
            state.values.zPosition = -7
            if node.timing != LayerExtra().timing { state.extra.timing = node.timing }
            var update = LayerUpdate(id: node.id, layerClass: .layer, changed: .all, state: state)
            update.sublayers = nodes.filter { $0.parent == i && !$0.isMask }.map(\.id)
            if let mask = nodes.first(where: { $0.parent == i && $0.isMask }) { update.mask = .some(mask.id) }
            commit.updates.append(update)
            if let spec = node.spec, let animation = node.animation { commit.animations.append(.add(node.id, animation, spec)) }
        }
        return commit
    }

    /// A layer's time is its superlayer's through its own timing; a mask's superlayer is the masked layer. Running animations go by the
    /// plain formula: the zero of V2 is for `convertTime` alone.
    private func local(_ i: Int, _ nodes: [Node], _ time: Double) -> Double {
        let t = nodes[i].parent.map { local($0, nodes, time) } ?? time
        return (t - nodes[i].timing.beginTime) * Double(nodes[i].timing.speed) + nodes[i].timing.timeOffset
    }

    private func expected(_ node: Node, _ local: Double) -> Double {
        guard let spec = node.spec else { return -7 }
        var layer = ReferenceEvaluator.Layer(layerClass: .layer)
        let root = PropertyKeyPath("zPosition", of: .layer)!.root
        layer.set(root, .number(-7))
        var evaluator = ReferenceEvaluator()
        evaluator.apply([spec], at: local, to: &layer)
        guard case .number(let n)? = layer.value(root) else { return .nan }
        return n
    }

    func testAnimationsRunInTheirLayersTime() {
        var random = RandomSource(seed: 21)
        var deep = 0, masks = 0, paused = 0, backwards = 0
        for run in 0..<5000 {
            var nodes: [Node] = []
            for i in 0..<(2 + random.below(5)) {
                var node = Node(id: LayerID(rawValue: UInt64(i + 1)), parent: i == 0 ? nil : random.below(i), timing: timing(&random))
                if i > 0, random.chance(20), !nodes.contains(where: { $0.isMask && $0.parent == node.parent }) { node.isMask = true }
                if random.chance(70) { node.spec = animation(&random); node.animation = AnimationID(rawValue: UInt64(i + 1)) }
                nodes.append(node)
            }
            let tree = RenderTree(viewport: Viewport(width: 16, height: 16))
            tree.apply(commit(nodes))
            // Times may jump back: nothing is removed.
            for _ in 0..<4 {
                let time = random.pick([0, 1, 2, random.between(-4, 12), Double(random.below(64)) / 4])
                _ = tree.update(at: time)
                for (i, node) in nodes.enumerated() {
                    let t = local(i, nodes, time), wanted = expected(node, t)
                    guard let got = tree.state(of: node.id)?.values.zPosition else { XCTFail("run \(run): a layer is missing"); return }
                    if abs(got - wanted) > 1e-7 {
                        XCTFail(
                            "run \(run), layer \(i) at \(time) (its own time \(t)): \(got), not \(wanted); timings \(nodes.map { text($0.timing) })"
                        )
                        return
                    }
                    if node.spec == nil { continue }
                    if let parent = node.parent, nodes[parent].parent != nil { deep += 1 }
                    if node.isMask { masks += 1 }
                    if nodes.contains(where: { $0.timing.speed == 0 }) { paused += 1 }
                    if node.timing.speed < 0 { backwards += 1 }
                }
            }
        }
        for count in [deep, masks, paused, backwards] { XCTAssertGreaterThan(count, 2000) }
    }

    /// Pausing and resuming as Apple's recipe says (5.6), again and again, with another time space above: the animation stands still in
    /// between and goes on where it stood.
    func testPauseAndResume() {
        var random = RandomSource(seed: 22)
        for run in 0..<1000 {
            var above = MediaTiming(), own = MediaTiming()
            above.speed = random.pick([1, 2, 0.5])
            above.beginTime = random.pick([0, -2])
            above.timeOffset = random.pick([0, 1])
            var spec = animation(&random)
            spec.timing = MediaTiming()
            spec.timing.duration = 1024
            var nodes = [Node(id: LayerID(rawValue: 1), timing: above), Node(id: LayerID(rawValue: 2), parent: 0, timing: own)]
            let below = random.chance(50)
            // The animation may be the paused layer's or one's below it.
            if below { nodes.append(Node(id: LayerID(rawValue: 3), parent: 1, timing: MediaTiming())) }
            nodes[nodes.count - 1].spec = spec
            nodes[nodes.count - 1].animation = AnimationID(rawValue: 1)
            let tree = RenderTree(viewport: Viewport(width: 16, height: 16))
            tree.apply(commit(nodes))
            var now = 4.0, stood = 0.0
            func change() {
                nodes[1].timing = own
                var commit = commit(nodes)
                commit.animations = []
                tree.apply(commit)
            }
            func check(_ wanted: Double) {
                _ = tree.update(at: now)
                let got = tree.state(of: nodes.last!.id)!.values.zPosition
                XCTAssertEqual(got, 64 * wanted / 1024, accuracy: 1e-9, "run \(run) at \(now)")
            }
            func aloft(_ t: Double) -> Double { above.convertedTime(fromParent: t) }
            check(aloft(now))
            for _ in 0..<3 {
                // Pause.
                now += random.between(0.1, 5)
                let t0 = own.convertedTime(fromParent: aloft(now))
                own.speed = 0
                own.timeOffset = t0
                change()
                check(aloft(now) - stood)
                let held = aloft(now) - stood
                let begun = now
                now += random.between(0.1, 5)
                check(held)
                // Resume.
                own = MediaTiming()
                own.beginTime = own.convertedTime(fromParent: aloft(now)) - t0
                change()
                check(held)
                stood += aloft(now) - aloft(begun)
                now += random.between(0.1, 5)
                check(aloft(now) - stood)
            }
        }
    }

    /// One step of `convertTime` each way, and there and back.
    func testConversion() {
        var random = RandomSource(seed: 23)
        for _ in 0..<20_000 {
            let t = timing(&random), time = random.pick([t.beginTime, t.beginTime.nextDown, random.between(-9, 9)])
            XCTAssertEqual(t.convertedTime(fromParent: time), ReferenceTime.intoLayer(t, time), accuracy: 1e-12)
            XCTAssertEqual(t.convertedTime(toParent: time), ReferenceTime.outOfLayer(t, time), accuracy: 1e-12)
            if t.speed != 0, time >= t.beginTime {
                XCTAssertEqual(t.convertedTime(toParent: t.convertedTime(fromParent: time)), time, accuracy: 1e-12)
            }
        }
    }
}
