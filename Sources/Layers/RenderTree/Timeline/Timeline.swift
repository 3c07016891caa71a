// The timeline: from committed states, animations and time to the visible states
//
// The timeline owns the animation data of commits: animations, committed states of animated layers (`bases`), time spaces, emitters,
// transitions, and contents from other sources. `animate(at:)` writes the states of one time into the nodes and notes which nodes
// changed (`NodeTable.changes`); it returns the next time at which something changes. The result is a function of commits and time: each
// evaluation begins with the base, so animations that end or are removed leave no trace, and time may run backwards.
//
// A layer with animations has a record (`AnimatedNode`). It is evaluated in one of four ways, which changes with the state of its
// animations:
//
// - Steady (Timeline+Steady, `SteadyAnimations`): all animations are active and depend on time alone. They are stored in arrays by kind
//   (pairs, colours, rotations, …) in node order and write straight into the nodes' values. No branch depends on which animation is next to
//   which. A lane that leaves its interval fails, and the record takes the slow path for that frame.
// - Quick (`sampleQuickly`): active, but not of a kind that has an array, or in a time space of its own. Nothing to report, nothing to
//   remove.
// - Slow (`sample`): an animation begins, ends or is removed; transitions; time that is stopped or runs backwards. Posts events.
// - Waiting (Timeline+Waiting): the state is known until some time. The record leaves the frame's list and waits in a heap. Layers that
//   can't be seen (below a hidden layer or an empty clip, or moving outside of the target) wait, too: they are evaluated when they show or
//   are queried; the begin and end of their animations are still reported on time.
//
// AnimatedNode.swift has the states of a record and the rules of the choice.
//
// What invalidates what
//     | change                                           | consequence                                                      |
//     |--------------------------------------------------|------------------------------------------------------------------|
//     | committed state of an animated layer             | its base is replaced, its record invalidated                     |
//     | animation added or removed                       | its record is invalidated and evaluated in the next update       |
//     | timing of a layer (speed, beginTime, timeOffset) | time spaces below it (`settleTiming`), records in them           |
//     | link to another superlayer                       | the same, if either has a time space                             |
//     | time that runs backwards                         | every record is woken: states known for later times are invalid  |
//     | a layer is drawn that was not drawn before       | sleepers below it are evaluated (`wakeSleepers`)                 |
//
// What was tried, with figures
//     - Local times computed through all ancestors of each layer: 8,000 animated layers of which one had a speed cost 14 s a commit, now
//       27 ms, since time spaces leave the other layers on the fast path.
//     - Visiting all records in each frame, whether or not they may change: 2,000 staggered animations cost 17.7 s over 60 frames,
//       with the heap 44 ms.
//     - One generic evaluation for each layer: 17 to 26 ns an animation, and more in large trees. By kind it is 17 to 19 ns in trees of
//       1,000 and of 100,000 layers.
//
// The timeline reads the last frame's results on the nodes (`stamp`, `environment`) and asks `LayerExtents` what a layer covers and whether
// it drew nothing; it does not know the scene. The scene asks the timeline for the states of another time while it makes an instance of a
// replicator.

/// Animations of a render tree, evaluated into its nodes. Owned by one thread at a time, as the tree is.
final class Timeline {
    let nodes: NodeTable
    @exclusivity(unchecked) var animated: ContiguousArray<AnimatedNode> = []
    /// The committed state of each record's layer. The node's own state is this one with the animations applied.
    @exclusivity(unchecked) var bases: ContiguousArray<LayerState> = []
    @exclusivity(unchecked) var freeAnimated: [Int32] = []
    /// Animations that are evaluated by kind.
    @exclusivity(unchecked) var steady = SteadyAnimations()
    @exclusivity(unchecked) var steadyRecords = SteadyRecords()
    let agenda = Agenda()
    let spaces = TimeSpaces()
    let transitions = Transitions()
    let emitters = Emitters()
    @exclusivity(unchecked) var contents = TimedContents()
    /// The events of the current update.
    @exclusivity(unchecked) var events: [RenderEvent] = []
    /// The time of the last evaluation.
    @exclusivity(unchecked) var time = -Double.infinity

    init(nodes: NodeTable) { self.nodes = nodes }

    /// The number of layers with animations.
    var animatedCount: Int { animated.count - freeAnimated.count }
}

/// Layers whose contents change with time although no animation changes them.
struct TimedContents {
    /// Tiled layers with pieces that fade in.
    var fading: ContiguousArray<Int32> = []
    /// Layers whose contents come from a `PictureSource`.
    var pictured: ContiguousArray<Int32> = []
    /// True if the caller waits for each frame, so that picture sources may block.
    var waitsForPictures = false
}
