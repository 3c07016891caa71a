import AgateDiagnostics
import CoreGraphics
import RenderTree
import Synchronization

/// Connects a root layer to a render tree and a clock. The layers under the root are live from their first commit on.
///
/// Any thread may commit to it. Its variable state is accessed under the layer lock. It sends only values.
package final class LayerContext: @unchecked Sendable {
    package let clock: any MediaClock
    package let driver: any RenderDriver
    let inbox = RenderInbox()
    /// A number that distinguishes the context from all others, including released ones.
    let number = LayerContext.counter.add(1, ordering: .relaxed).newValue
    private static let counter = Atomic<UInt64>(0)
    /// The begin and end times of animations, if a host steps through time; otherwise nil.
    @exclusivity(unchecked) var schedule: AnimationSchedule?
    /// The number of layers that commits have examined, for tests that measure how work grows.
    @exclusivity(unchecked) package internal(set) var layersCommitted = 0
    /// The tiled layers in the tree.
    let tiles = TiledLayers()
    /// The layers in the tree that redraw each frame.
    let frameLayers = FrameDrawingLayers()
    /// The queue for the callbacks of this context's animations; nil for the thread that added the animation.
    @exclusivity(unchecked) package var queue: CallbackQueue?
    /// True if y grows downwards in the space of the root, as in a window of iOS.
    package let isGeometryFlipped: Bool
    /// Indicates whether animations continue after this context stops showing a root, because it received another root or was released. If
    /// true, they continue in the next context that shows their layers, as if they had been shown all the time. Otherwise they end
    /// unfinished, as on Apple's systems.
    package var keepsAnimations = true
    /// The observers of commits; usually empty.
    package var monitors: [any ContextMonitor] = []
    /// The root of the last commit.
    var committedRoot: CALayer?
    /// Records with presentation copies, which retain their layers. The copies are released with the context.
    private var presented: ContiguousArray<LiveRecord> = []
    private var nextTidying = 256

    package init(clock: any MediaClock, driver: any RenderDriver, geometryFlipped: Bool = false) {
        self.clock = clock
        isGeometryFlipped = geometryFlipped
        self.driver = driver
        driver.report(to: inbox)
    }

    deinit {
        var ends: [AnimationEnd] = []
        let root = committedRoot
        let copies = LayerLock.withLock {
            let copies = presented.compactMap(\.presentation)
            for record in presented { record.presentation = nil }
            // The layers may outlive the context; they are no longer shown.
            if let root { leave(root, keepsAnimations: keepsAnimations, &ends) }
            return copies
        }
        withExtendedLifetime(copies) {}
        guard root != nil else { return }
        AnimationEnd.post(ends)
        inbox.removeAll()
    }

    /// Notes that the record has a presentation copy.
    func notePresentation(of record: LiveRecord) {
        presented.append(record)
        guard presented.count >= nextTidying else { return }
        presented.removeAll { $0.presentation == nil }
        nextTidying = 256 + 2 * presented.count
    }

    /// The root layer. A change is committed with the current transaction.
    package var layer: CALayer? {
        get { LayerLock.withLock { root } }
        set {
            let thread = TransactionThread.opened
            let old = LayerLock.withLock {
                let old = root
                guard newValue !== old else { return old }
                root = newValue
                if let old, old !== committedRoot, old.live?.context === self { old.live = nil }
                if let newValue, newValue.live?.context !== self { newValue.live = LiveRecord(context: self) }
                if !thread.work.contexts.contains(identicalTo: self) { thread.work.contexts.append(self) }
                return old
            }
            withExtendedLifetime(old) {}
        }
    }
    private var root: CALayer?

    /// Removes a tree from the screen. Its running animations wait for the next tree, or end. Call under the lock.
    func leave(_ top: CALayer, keepsAnimations: Bool, _ ends: inout [AnimationEnd]) {
        var waiting = [(layer: top, keepsAnimations: keepsAnimations)]
        while let (layer, keepsAnimations) = waiting.popLast() {
            // While a context is being released, weak references to it are already nil.
            guard let live = layer.live, live.context === self || live.context == nil else { continue }
            live.presentation = nil
            layer.live = nil
            let keeps = keepsAnimations || layer.needs.contains(.keepsAnimations)
            if keeps {
                layer.animationStore?.suspend(inbox)
            } else {
                layer.animationStore?.end(inbox, &ends, TransactionThread.current.callbacks)
            }
            if let mask = layer.maskLayer { waiting.append((mask, keeps)) }
            for child in layer.children.reversed() { waiting.append((child, keeps)) }
        }
    }
}

// MARK: - Time

extension LayerContext {
    /// Returns the time of a layer's animations: media time converted through the time spaces of the layer and its ancestors.
    static func localTime(_ time: Double, on layer: CALayer) -> Double {
        let timings = LayerLock.withLock { hasTimings(above: layer) ? Self.timings(above: layer) : [] }
        if timings.isEmpty { return time }
        return timings.reversed().reduce(time) { $1.localTime(atParentTime: $0) }
    }

    /// Returns the inverse of `localTime`. Infinity for a layer whose time does not advance, or that wraps its time, so that there is no
    /// unique result.
    static func mediaTime(ofLocal time: Double, on layer: CALayer) -> Double {
        LayerLock.withLock { hasTimings(above: layer) ? timings(above: layer) : [] }.reduce(time) { time, timing in
            timing.speed == 0 || timing.wrapsTime ? .infinity : (time - timing.timeOffset) / Double(timing.speed) + timing.beginTime
        }
    }

    /// Returns whether the layer or an ancestor has a speed of 0 or less.
    static func mayRunBackwards(_ layer: CALayer) -> Bool {
        LayerLock.withLock { timings(above: layer) }.contains { $0.speed <= 0 }
    }

    /// Returns whether `timings(above:)` is not empty. Usually it is empty, and this check copies nothing.
    private static func hasTimings(above layer: CALayer) -> Bool {
        // Not retained: a superlayer keeps its sublayers, and the lock is held. Layers that animate have weak references, with which
        // counting takes a slower path.
        var next = Unmanaged.passUnretained(layer)
        while true {
            let above = next._withUnsafeGuaranteedRef { current -> Unmanaged<CALayer>?? in
                if let box = committedExtra(of: current), !box.value.timing.isPlain { return .none }
                return .some(current.parent.map { Unmanaged.passUnretained($0) })
            }
            guard let above else { return true }
            guard let above else { return false }
            next = above
        }
    }

    @inline(__always)
    private static func committedExtra(of layer: CALayer) -> Box<LayerExtra>? {
        if let committed = layer.live?.committed { return committed.value.extraBox }
        return layer.state.extraBox
    }

    /// Returns the nontrivial time spaces from the layer up to its root, as last committed.
    private static func timings(above layer: CALayer) -> [MediaTiming] {
        var result: [MediaTiming] = []
        var next: CALayer? = layer
        while let current = next {
            if let timing = committedExtra(of: current)?.value.timing, !timing.isPlain {
                result.append(timing)
            }
            next = current.parent
        }
        return result
    }
}
