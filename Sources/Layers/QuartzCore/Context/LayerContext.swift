import CoreGraphics
import RenderTree
import Synchronization

/// Ties a root layer to a render tree and a clock. The layers under the root are live from their first commit on.
///
/// Any thread may commit to it; what changes of it changes under the layers' lock. What it sends is values.
package final class LayerContext: @unchecked Sendable {
    package let clock: any MediaClock
    package let driver: any RenderDriver
    let inbox = RenderInbox()
    /// Distinguished by it from all other contexts, also from those that went away.
    let number = LayerContext.counter.add(1, ordering: .relaxed).newValue
    private static let counter = Atomic<UInt64>(0)
    /// When animations begin and end, where a host steps through time; else nil.
    var schedule: AnimationSchedule?
    /// Layers that commits have looked at, for tests that watch how work grows.
    package internal(set) var layersCommitted = 0
    /// The tiled layers in the tree.
    let tiles = TiledLayers()
    /// The layers in the tree that draw each frame anew.
    let frameLayers = FrameDrawingLayers()
    /// Where callbacks of this context's animations go; nil sends them to the thread that added the animation.
    package var queue: CallbackQueue?
    /// Whether y grows downwards where the root stands, as in a window of iOS.
    package let isGeometryFlipped: Bool
    /// What becomes of the animations under a root that this context shows no more, because it got another root or went away itself: kept,
    /// they go on in the next context that shows their layers, as if they had been shown all the time; otherwise they end unfinished, as on
    /// Apple's systems.
    package var keepsAnimations = true
    /// Who is notified of commits; mostly nobody.
    package var monitors: [any ContextMonitor] = []
    /// The root of the last commit.
    var committedRoot: CALayer?
    /// Records that keep presentation copies, which hold their layers: let go of when the context goes.
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
            // The layers may live on; they are not shown any more.
            if let root { leave(root, keepsAnimations: keepsAnimations, &ends) }
            return copies
        }
        withExtendedLifetime(copies) {}
        guard root != nil else { return }
        AnimationEnd.post(ends)
        inbox.removeAll()
    }

    /// The record keeps a presentation copy.
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
                if !thread.work.contexts.contains(where: { $0 === self }) { thread.work.contexts.append(self) }
                return old
            }
            withExtendedLifetime(old) {}
        }
    }
    private var root: CALayer?

    /// Takes a tree off the screen. What runs there waits for the next one, or ends. Under the lock.
    func leave(_ top: CALayer, keepsAnimations: Bool, _ ends: inout [AnimationEnd]) {
        var waiting = [(layer: top, keepsAnimations: keepsAnimations)]
        while let (layer, keepsAnimations) = waiting.popLast() {
            // While a context goes away, nobody finds it any more.
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
    /// The time that a layer's animations run on: media time through the time spaces of the layers above and its own.
    static func localTime(_ time: Double, on layer: CALayer) -> Double {
        let timings = LayerLock.withLock { hasTimings(above: layer) ? Self.timings(above: layer) : [] }
        if timings.isEmpty { return time }
        return timings.reversed().reduce(time) { $1.localTime(atParentTime: $0) }
    }

    /// The other way; infinity out of a layer that stands still, and out of one that wraps its time, where a time has no one answer.
    static func mediaTime(ofLocal time: Double, on layer: CALayer) -> Double {
        LayerLock.withLock { timings(above: layer) }.reduce(time) { time, timing in
            timing.speed == 0 || timing.wrapsTime ? .infinity : (time - timing.timeOffset) / Double(timing.speed) + timing.beginTime
        }
    }

    /// Whether the layer or one above it has a speed below 0.
    static func mayRunBackwards(_ layer: CALayer) -> Bool {
        LayerLock.withLock { timings(above: layer) }.contains { $0.speed <= 0 }
    }

    /// Whether there are any of `timings(above:)`: mostly not, and then nothing is copied to find out.
    private static func hasTimings(above layer: CALayer) -> Bool {
        var next: CALayer? = layer
        while let current = next {
            if let live = current.live, live.committedState != nil {
                if let box = live.committedState?.extraBox, !box.value.timing.isPlain { return true }
            } else if let box = current.state.extraBox, !box.value.timing.isPlain {
                return true
            }
            next = current.parent
        }
        return false
    }

    /// The time spaces from the layer up to its root that are not plain, as last committed.
    private static func timings(above layer: CALayer) -> [MediaTiming] {
        var result: [MediaTiming] = []
        var next: CALayer? = layer
        while let current = next {
            let box = current.live?.committedState.map(\.extraBox) ?? current.state.extraBox
            if let timing = box?.value.timing, !timing.isPlain {
                result.append(timing)
            }
            next = current.parent
        }
        return result
    }
}
