// The render tree: from commits and time to a draw list and its damage
//
// The render tree holds the program's commits, as values, and returns for any time the ops to draw (`list`) and the pixels that differ from
// the last frame (`FrameUpdate.damage`). It has no reference to a layer of the program, so it can be used on a separate thread while the
// program is busy. The picture is a function of the commits and the time. No state accumulates from frame to frame that would make a frame
// depend on the frames before it, so a film can be rendered in parts on different machines.
//
// Stages, with values between them
//
//     Commit, time  ->  Timeline        ->  nodes that changed, each with its state  (`NodeTable.changes`)
//                       animations, committed states, time spaces, emitters, transitions
//                   ->  Scene           ->  layers in paint order, with the groups and clips around them
//                       order, depth, opacity groups, masks; patch, splice or rebuild
//                   ->  PartsWriter     ->  ops of one layer
//                       background, contents, shapes, border, shadow, particles
//                   ->  DrawListEditor  ->  `DrawList` and damage
//                       scopes, bounds, chunks, comparison with the list before
//                   ->  compositors     ->  pixels
//
// A frame is `apply(commit)` any number of times, then `update(at: time)`. This class only defines the order of these calls: `apply`
// passes each part of a commit to the stage that owns it. Each stage has an essay at the head of its file: Nodes/NodeTable.swift,
// Timeline/Timeline.swift, Scene/Scene.swift (which lists the types that the scene uses), Parts/PartsWriter.swift,
// DrawList/DrawListEditor.swift.
//
// Nodes
//     Layers are `RenderNode`s in one array (`NodeTable`), linked by 32-bit slot numbers. A node holds the state that shows. A layer with
//     animations has a record and its committed state in the timeline. Structure changes come as whole lists of sublayers; `change(of:by:)`
//     skips the sublayers that are equal at both ends, so one layer inserted among ten thousand costs one layer.
//
// Not built: a message for each property instead of whole states in commits (encoding three properties is more work than copying 450 bytes,
// and a commit could not be compared or printed as it is).
//
// Threads: the tree is owned by one thread at a time (the render thread, or a host's own). It takes no lock and calls nothing of the
// program; its reports are returned as `FrameUpdate.events`. See `TransactionThread.swift` for ownership.

import CoreGraphics

/// The render tree of one root layer: applies commits, evaluates animations, and keeps a draw list that describes the picture at the time
/// of the last update. The picture depends on the commits and the time alone, so time may also run backwards, as far as animations that
/// ended were not removed.
///
/// Owned by one thread at a time; has no reference to a layer of the program, only values.
package final class RenderTree {
    let nodes: NodeTable
    let timeline: Timeline
    let scene: Scene
    /// The last update's `nextFrameTime`.
    @exclusivity(unchecked) private var nextTime = -Double.infinity
    /// True if there was a commit or a new viewport since the last update.
    @exclusivity(unchecked) var hasChanges = true
    #if DEBUG || AGATE_CHECKED
    /// The number of updates, for checks that run now and then.
    @exclusivity(unchecked) var updateCount = 0
    #endif

    /// - Parameter clipsOwnDrawing: true for `render(in:)`; see `SceneSettings.clipsOwnDrawing`.
    package init(viewport: Viewport, antialiasing: EdgeAntialiasing = .always, clipsOwnDrawing: Bool = false) {
        nodes = NodeTable()
        timeline = Timeline(nodes: nodes)
        scene = Scene(
            nodes: nodes, timeline: timeline,
            settings: SceneSettings(viewport: viewport, antialiasing: antialiasing, clipsOwnDrawing: clipsOwnDrawing))
    }

    /// The operations to paint, in paint order; valid until the next `update`.
    package var list: DrawList {
        @inline(__always) _read { yield scene.editor.list }
    }

    package var viewport: Viewport { scene.settings.viewport }

    /// Changes the target; the next update damages all of it.
    package func setViewport(_ viewport: Viewport) {
        guard viewport != self.viewport else { return }
        scene.setViewport(viewport)
        hasChanges = true
    }

    /// True if the caller waits for each frame, so that picture sources may block.
    package var waitsForPictures: Bool {
        get { timeline.contents.waitsForPictures }
        set { timeline.contents.waitsForPictures = newValue }
    }

    /// Counts of the work done by updates, for tests that watch how work grows.
    package var work: TreeWork { nodes.work }

    /// The number of layers in the tree, old pictures of transitions included.
    package var nodeCount: Int { nodes.liveCount }

    /// The picture sources in the tree.
    package var pictureSources: [any PictureSource] { timeline.pictureSources }

    /// The first time after the last update at which an animation begins or ends, so that an event must be reported; infinity if there is
    /// none. The time of the update itself if a layer's time may run backwards, so that its end is unknown.
    package var nextEventTime: Double { timeline.nextEventTime }

    /// Brings the tree to a time: evaluates animations, and patches or rebuilds the list.
    package func update(at time: Double) -> FrameUpdate {
        // The same time again changes nothing, except for pictures that may have arrived meanwhile.
        if time == timeline.time, !hasChanges, timeline.contents.pictured.isEmpty {
            return FrameUpdate(damage: [], events: [], nextFrameTime: nextTime, isRebuilt: false)
        }
        hasChanges = false
        timeline.events.removeAll(keepingCapacity: true)
        var next = timeline.animate(at: time, lastFrame: scene.extents)
        scene.delayed.mark(in: nodes, at: time)
        next = min(next, timeline.fadeTiles(at: time), timeline.showPictures(at: time))
        timeline.markEmitters(at: time)
        let rebuilt = scene.refreshList()
        if rebuilt { timeline.sortAfterBuild() }
        scene.editor.damageBackdrops()
        next = min(next, scene.delayed.nextChange)
        for each in timeline.emitters.list { next = min(next, each.quietUntil) }
        nextTime = max(next, time)
        let damage = scene.editor.damage.rects
        scene.editor.damage.removeAll()
        #if DEBUG || AGATE_CHECKED
        verifySometimes()
        #endif
        return FrameUpdate(damage: damage, events: timeline.events, nextFrameTime: nextTime, isRebuilt: rebuilt)
    }
}
