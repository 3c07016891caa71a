import CoreGraphics
import Raster

// Parts: what one layer draws itself
//
// A layer draws up to nine parts, always in the same order (Behaviour 4.5): shadow, background, gradient, contents, shape fill and stroke,
// sublayers, border, particles. The writer turns each part into ops of the editor: placement by gravity, corner shape, payloads, bounds. It
// sees one node and the environment that its superlayer passed down, and never another node; the scene decides which groups and clips are
// open around the parts, and in which order layers are drawn.
//
// Parts of a layer that animates keep their ops when they happen to be transparent or without size (`keeps`): appearing and disappearing
// is then a patch.

/// Writes the parts of one layer as ops.
final class PartsWriter {
    let editor: DrawListEditor
    /// For particles and fading tiles, which depend on time.
    let timeline: Timeline
    let antialiasing: EdgeAntialiasing
    let clipsOwnDrawing: Bool
    /// True while a further piece of a layer is drawn: payloads that the first piece found unchanged may not be reused.
    @exclusivity(unchecked) var repeats = false
    /// The particles of the emitter being drawn.
    @exclusivity(unchecked) var particles = ParticleFrame()

    init(editor: DrawListEditor, timeline: Timeline, antialiasing: EdgeAntialiasing, clipsOwnDrawing: Bool) {
        self.editor = editor
        self.timeline = timeline
        self.antialiasing = antialiasing
        self.clipsOwnDrawing = clipsOwnDrawing
    }

    /// Makes the ops of `body` in a separate group.
    func inGroup(_ environment: DrawEnvironment, opacity: Float, blendMode: PixelBlendMode, _ body: (DrawEnvironment) -> Void) {
        var env = environment
        var op = DrawOp(kind: .beginGroup)
        op.opacity = min(1, max(0, opacity))
        var group = GroupDraw()
        group.blendMode = blendMode
        op.payload = editor.placePayload(.group(group), scope: env.scope)
        let opened = editor.open(op, scope: env.scope, clip: env.clip, reach: nil)
        env.scope = opened.scope
        env.ignoresBlendMode = true
        if !editor.pass.hasFailed { body(env) }
        editor.close(opened, .endGroup)
    }
}
