import Compositor
import CoreGraphics
import Foundation
import Raster
import RenderTree

/// Kinds of layers that no other suite measures, as whole frames at 1920x1080 on one thread: from a change to pixels.
/// Boxes are in "frame", shadows, filters and hidden layers in "filters", particles in "emitter".
func kindBenchmarks() {
    let surface = Surface(width: 1920, height: 1080)
    let clear = Measure.median(of: 21) { memset(surface.pixels, 0x55, surface.stride * surface.height * 4) }
    func line(_ name: String, _ ms: Double) { Measure.line(name, ms, clear) }
    line("memset of 1920x1080", clear)

    let drawn = LayerScene(1000, .shape, ring)
    line(
        "1,000 rings of 100x100, strokeEnd changing",
        drawn.median { step, i, s in
            s.extra.strokeEnd = 0.2 + 0.6 * Double((step * 7 + i) % 100) / 100
        })
    let whole = LayerScene(1000, .shape, ring)
    line("1,000 rings that move by whole pixels", whole.median { step, _, s in s.values.position.x += step % 8 < 4 ? 3 : -3 })
    let parts = LayerScene(1000, .shape, ring)
    line("1,000 rings that move by parts of pixels", parts.median { step, _, s in s.values.position.x += step % 8 < 4 ? 3.137 : -3.137 })
    let filled = LayerScene(1000, .shape, blob)
    line("1,000 filled blobs that move by whole pixels", filled.median { step, _, s in s.values.position.y += step % 8 < 4 ? 2 : -2 })
    let standing = LayerScene(1000, .shape, ring)
    line("1,000 rings that stand, and all is drawn anew", Measure.median(of: 15) { standing.whole() })

    let scrolled = tiledScene()
    line("a tiled layer scrolling by whole pixels", Measure.median(of: 21) { scrolled.scroll(by: 5) })
    let slid = tiledScene()
    line("a tiled layer scrolling by parts of pixels", Measure.median(of: 21) { slid.scroll(by: 5.3) })
}

private func place(_ i: Int, _ s: inout LayerState) {
    s.values.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    s.values.position = CGPoint(x: Double(60 + i * 37 % 1800), y: Double(60 + i * 61 % 960))
}

func ring(_ i: Int, _ s: inout LayerState) {
    place(i, &s)
    s.objects.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 90, height: 90), transform: nil)
    s.extra.hasFillColor = false
    s.extra.hasStrokeColor = true
    s.extra.strokeColor = color(i)
    s.extra.lineWidth = 4
}

private func blob(_ i: Int, _ s: inout LayerState) {
    place(i, &s)
    let path = CGMutablePath()
    for k in 0..<20 {
        let t = Double(k) / 20 * 2 * Double.pi, r = 40 + Double((k * 7 + i) % 10)
        let p = CGPoint(x: 50 + r * cos(t), y: 50 + r * sin(t))
        if k == 0 { path.move(to: p) } else { path.addLine(to: p) }
    }
    path.closeSubpath()
    s.objects.path = path
    s.extra.fillColor = color(i)
}

private func color(_ i: Int) -> RGBA { RGBA(Float(i % 7) / 7, Float(i % 5) / 5, Float(i % 3) / 3, 1) }

private final class TiledScene {
    let tree = RenderTree(viewport: Viewport(width: 1920, height: 1080, rootGeometryFlipped: true))
    let compositor = Compositor()
    let surface = Surface(width: 1920, height: 1080)
    var root = LayerState()
    private var step = 0

    func scroll(by points: Double) {
        step += 1
        root.values.bounds.origin.y += step % 20 < 10 ? points : -points
        var commit = Commit()
        commit.updates = [LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: root)]
        tree.apply(commit)
        let frame = tree.update(at: Double(step) / 60)
        compositor.draw(tree.list, damage: frame.damage, into: surface)
    }
}

/// Tiles of 256x256 that fill more than the picture.
private func tiledScene() -> TiledScene {
    let scene = TiledScene()
    scene.root.values.bounds = CGRect(x: 0, y: 0, width: 1920, height: 1080)
    scene.root.values.position = CGPoint(x: 960, y: 540)
    var random = SteadyRandom(state: 3)
    let images = (0..<8).compactMap { _ in
        CGImage(width: 256, height: 256) { out in for i in 0..<out.count { out[i] = 0xFF00_0000 | UInt32(random.next() * 16_777_215) } }
    }
    var pieces = ContiguousArray<LayerTiles.Piece>()
    for y in 0..<8 {
        for x in 0..<8 {
            let picture = LayerTiles.Picture(image: images[(x + y * 3) % 8], source: CGRect(x: 0, y: 0, width: 256, height: 256))
            pieces.append(LayerTiles.Piece(rect: CGRect(x: x * 256, y: y * 256, width: 256, height: 256), picture: picture, outerEdges: 0))
        }
    }
    var state = LayerState()
    state.values.bounds = CGRect(x: 0, y: 0, width: 2048, height: 2048)
    state.values.position = CGPoint(x: 1024, y: 1024)
    state.objects.tiles = LayerTiles(pieces, isFlipped: true, fadeDuration: 0)
    var commit = Commit()
    var root = LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: scene.root)
    root.sublayers = [LayerID(rawValue: 2)]
    commit.updates = [root, LayerUpdate(id: LayerID(rawValue: 2), layerClass: .tiled, changed: .all, state: state)]
    commit.root = .some(LayerID(rawValue: 1))
    scene.tree.apply(commit)
    for _ in 0..<3 { scene.scroll(by: 4) }
    return scene
}
