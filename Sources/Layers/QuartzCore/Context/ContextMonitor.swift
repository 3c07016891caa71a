import CoreGraphics
import RenderTree

/// An observer of a context's commits and the frames made from them, such as a recording or an inspector.
///
/// Commits are reported on the thread of the layers, under their lock, before the render tree receives them: a monitor must store the
/// value and return. Frames are reported on the thread that makes them.
package protocol ContextMonitor: AnyObject, Sendable {
    func committed(_ commit: Commit)
    /// Called after a frame was made. The renderer may be inspected during the call.
    func painted(_ frame: FrameReport, _ renderer: Renderer)
    func resized(_ viewport: Viewport)
}

/// The time that a frame took. Times are in seconds.
package struct FrameReport: Sendable {
    /// The media time that the frame shows, and the time at which the work on it began.
    package var time, began: Double
    /// The time for animations, layers and the draw list; for the pixels; and for the host's work.
    package var evaluation, painting, presenting: Double
    /// The time available for the frame; infinity if no next frame is due.
    package var budget: Double
    /// True if the draw list was rebuilt.
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
    /// Sends a commit. All commits to the render tree pass through here.
    func submit(_ commit: Commit) {
        for monitor in monitors { monitor.committed(commit) }
        driver.submit(commit)
    }

    /// Returns one commit that recreates the tree as last committed, with its animations. A monitor starts with it. A running transition
    /// starts from an empty picture in it, since only the render tree has the old picture.
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
                    id: layer.id, layerClass: layer.layerClass, changed: .all, state: record.committed?.value ?? layer.state)
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
