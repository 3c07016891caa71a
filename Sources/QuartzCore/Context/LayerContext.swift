import CoreGraphics
import RenderTree

/// Ties a root layer to a render tree and a clock. The layers under the root are live from their first commit on.
///
/// Used on one thread, the one that owns the layers; what it sends is values.
package final class LayerContext {
    package let clock: any MediaClock
    package let driver: any RenderDriver
    let inbox = RenderInbox()
    /// Where callbacks of this context's animations go; nil sends them to the thread that added the animation.
    package var queue: CallbackQueue?
    /// Whether y grows downwards where the root stands, as in a window of iOS.
    package let isGeometryFlipped: Bool
    /// The root of the last commit.
    var committedRoot: CALayer?

    package init(clock: any MediaClock, driver: any RenderDriver, geometryFlipped: Bool = false) {
        self.clock = clock
        isGeometryFlipped = geometryFlipped
        self.driver = driver
        driver.report(to: inbox)
    }

    deinit {
        // The layers may live on; they are not shown any more.
        if let committedRoot { Self.forget(committedRoot) }
        inbox.removeAll()
    }

    /// The root layer. A change is committed with the current transaction.
    package var layer: CALayer? {
        didSet {
            guard layer !== oldValue else { return }
            let thread = TransactionThread.current
            thread.ensureTransaction()
            if let oldValue, oldValue !== committedRoot, oldValue.live?.context === self { oldValue.live = nil }
            if let layer, layer.live?.context !== self { layer.live = LiveRecord(context: self) }
            if !thread.work.contexts.contains(where: { $0 === self }) { thread.work.contexts.append(self) }
        }
    }

    private static func forget(_ layer: CALayer) {
        layer.live = nil
        layer.animationStore = nil
        for child in layer.children { forget(child) }
        if let mask = layer.maskLayer { forget(mask) }
    }
}

// MARK: - Time

extension LayerContext {
    /// The time that a layer's animations run on: media time through the time spaces of the layers above and its own.
    static func localTime(_ time: Double, on layer: CALayer) -> Double {
        let timings = timings(above: layer)
        if timings.isEmpty { return time }
        return timings.reversed().reduce(time) { $1.localTime(atParentTime: $0) }
    }

    /// The other way; infinity out of a layer that stands still.
    static func mediaTime(ofLocal time: Double, on layer: CALayer) -> Double {
        timings(above: layer).reduce(time) { time, timing in
            timing.speed == 0 ? .infinity : (time - timing.timeOffset) / Double(timing.speed) + timing.beginTime
        }
    }

    /// The time spaces from the layer up to its root that are not plain, as last committed.
    private static func timings(above layer: CALayer) -> [MediaTiming] {
        var result: [MediaTiming] = []
        var next: CALayer? = layer
        while let current = next {
            let box = current.live?.committedState.map(\.extraBox) ?? current.state.extraBox
            if let timing = box?.value.timing, timing.beginTime != 0 || timing.speed != 1 || timing.timeOffset != 0 {
                result.append(timing)
            }
            next = current.parent
        }
        return result
    }
}
