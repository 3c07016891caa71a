import CoreGraphics
import TestSupport
@testable import RenderTree

/// Builds commits by hand, as a program's layers would.
struct TreeScene {
    private(set) var states: [LayerID: (class: LayerClass, state: LayerState)] = [:]
    private(set) var commits: [Commit] = []
    private var pending = Commit()
    private var nextLayer: UInt64 = 1
    private var nextAnimation: UInt64 = 1

    mutating func layer(
        _ layerClass: LayerClass = .layer, frame: CGRect = .zero, color: RGBA? = nil, in parent: LayerID? = nil,
        _ configure: (inout LayerState) -> Void = { _ in }
    ) -> LayerID {
        let id = LayerID(rawValue: nextLayer)
        nextLayer += 1
        var state = LayerState()
        state.values.bounds = CGRect(origin: .zero, size: frame.size)
        state.values.position = CGPoint(x: frame.midX, y: frame.midY)
        if let color { state.values.backgroundColor = color; state.values.flags.insert(.hasBackgroundColor) }
        configure(&state)
        states[id] = (layerClass, state)
        pending.updates.append(LayerUpdate(id: id, layerClass: layerClass, changed: .all, state: state))
        if let parent { sublayers[parent, default: []].append(id); link(parent, sublayers[parent]!) }
        return id
    }

    private(set) var sublayers: [LayerID: [LayerID]] = [:]

    mutating func link(_ parent: LayerID, _ children: [LayerID]) {
        sublayers[parent] = children
        let at = update(parent)
        pending.updates[at].sublayers = children
    }

    mutating func setMask(_ mask: LayerID?, of layer: LayerID) {
        let at = update(layer)
        pending.updates[at].mask = .some(mask)
    }

    mutating func root(_ id: LayerID?) { pending.root = .some(id) }

    mutating func change(_ id: LayerID, _ body: (inout LayerState) -> Void) {
        body(&states[id]!.state)
        let at = update(id)
        pending.updates[at].state = states[id]!.state
        pending.updates[at].changed = .all
    }

    @discardableResult
    mutating func animate(_ id: LayerID, _ spec: AnimationSpec) -> AnimationID {
        let animation = AnimationID(rawValue: nextAnimation)
        nextAnimation += 1
        pending.animations.append(.add(id, animation, spec))
        return animation
    }

    mutating func stop(_ id: LayerID, _ animation: AnimationID) { pending.animations.append(.remove(id, animation)) }

    private mutating func update(_ id: LayerID) -> Int {
        if let at = pending.updates.firstIndex(where: { $0.id == id }) { return at }
        let known = states[id]!
        pending.updates.append(LayerUpdate(id: id, layerClass: known.class, changed: [], state: known.state))
        return pending.updates.count - 1
    }

    mutating func commit(at time: Double = 0) -> Commit {
        pending.time = time
        let commit = pending
        commits.append(commit)
        pending = Commit()
        return commit
    }
}

func basicSpec(
    _ keyPath: String, _ from: PropertyValue?, _ to: PropertyValue?, begin: Double = 0, duration: Double = 1, removed: Bool = true
) -> AnimationSpec {
    var basic = AnimationSpec.Basic()
    basic.from = from
    basic.to = to
    var spec = AnimationSpec(.basic(.init(keyPath: keyPath), basic))
    spec.timing.beginTime = begin
    spec.timing.duration = duration
    spec.isRemovedOnCompletion = removed
    return spec
}

let red = RGBA(1, 0, 0, 1), green = RGBA(0, 1, 0, 1), blue = RGBA(0, 0, 1, 1)

extension RenderTree {
    var kinds: [DrawOp.Kind] { list.ops.map(\.kind) }
}

extension SeededGenerator {
    mutating func chance(_ p: Double) -> Bool { Double.random(in: 0..<1, using: &self) < p }
    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
    mutating func any<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &self)] }
}
