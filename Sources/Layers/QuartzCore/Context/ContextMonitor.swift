import CoreGraphics
import RenderTree

/// Is notified of what a context sends to its render tree, and of the frames made of it: recordings and inspectors are monitors.
///
/// Commits come on the thread of the layers, under their lock, before the render tree has them: a monitor keeps the value and returns.
/// Frames come on the thread that makes them.
package protocol ContextMonitor: AnyObject, Sendable {
    func committed(_ commit: Commit)
    /// A frame was made; the renderer may be looked at during the call.
    func painted(_ frame: FrameReport, _ renderer: Renderer)
    func resized(_ viewport: Viewport)
}

/// What a frame took. Times in seconds.
package struct FrameReport: Sendable {
    /// The media time that it shows, and when the work on it began.
    package var time, began: Double
    /// Animations, layers and the draw list; then pixels; then what the host did with them.
    package var evaluation, painting, presenting: Double
    /// How long it may take; infinity where nobody waits for the next one.
    package var budget: Double
    /// The draw list was made anew.
    package var isRebuilt: Bool
    package var damage: ContiguousArray<DeviceRect>

    package init(
        time: Double, began: Double, evaluation: Double, painting: Double, presenting: Double = 0, budget: Double = .infinity,
        isRebuilt: Bool,
        damage: ContiguousArray<DeviceRect>
    ) {
        (self.time, self.began, self.evaluation, self.painting, self.presenting) = (time, began, evaluation, painting, presenting)
        (self.budget, self.isRebuilt, self.damage) = (budget, isRebuilt, damage)
    }
}

extension LayerContext {
    /// The one way to the render tree.
    func submit(_ commit: Commit) {
        for monitor in monitors { monitor.committed(commit) }
        driver.submit(commit)
    }

    /// One commit that makes the tree as it was last committed, with the animations that are in it: where a monitor begins. A transition
    /// that runs starts out from nothing in it, since what it shows is kept by the render tree alone.
    package func snapshot() -> Commit {
        var commit = Commit()
        commit.time = clock.now
        commit.root = .some(nil)
        LayerLock.withLock {
            guard let committedRoot else { return }
            commit.root = .some(committedRoot.id)
            var waiting = [committedRoot]
            while let layer = waiting.popLast() {
                guard let record = layer.live, record.context === self, record.isCommitted else { continue }
                let children = record.committedLinks?.children ?? layer.children
                let mask = record.committedLinks.map(\.mask) ?? layer.maskLayer
                var update = LayerUpdate(
                    id: layer.id, layerClass: layer.layerClass, changed: .all, state: record.committedState ?? layer.state)
                update.sublayers = children.map(\.id)
                update.mask = .some(mask?.id)
                commit.updates.append(update)
                for entry in layer.animationStore?.committed ?? [] where entry.isSent {
                    commit.animations.append(.add(layer.id, entry.id, entry.spec))
                }
                if let mask { waiting.append(mask) }
                waiting.append(contentsOf: children.reversed())
            }
        }
        return commit
    }
}
