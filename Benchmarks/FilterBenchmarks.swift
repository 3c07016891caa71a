import Compositor
import CoreGraphics
import Foundation
import Raster
import RenderTree

/// A filter of some radius.
final class PlainFilter: FilterSource {
    let filterSpec: FilterSpec
    init(_ type: String, radius: Double) {
        var spec = FilterSpec(type: type)
        spec.inputs.radius = radius
        filterSpec = spec
    }
}

/// Coloured squares all over the picture.
private func scene(_ count: Int, _ make: (Int, inout LayerState) -> Void) -> LayerScene {
    LayerScene(count) { i, s in
        s.values.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
        s.values.position = CGPoint(x: 150 + i * 37 % 1600, y: 150 + i * 61 % 800)
        s.values.flags.insert(.hasBackgroundColor)
        s.values.backgroundColor = RGBA(Float(i % 7) / 7, Float(i % 5) / 5, Float(i % 3) / 3, 1)
        make(i, &s)
    }
}

/// Shadows, filters of what is behind, and layers that hide others: frames at 1920x1080, on one thread.
func filterBenchmarks() {
    let surface = Surface(width: 1920, height: 1080)
    let clear = Measure.median(of: 21) { memset(surface.pixels, 0x55, surface.stride * surface.height * 4) }
    func line(_ name: String, _ ms: Double) { Measure.line(name, ms, clear) }
    line("memset of 1920x1080", clear)

    let shadows = scene(100) { _, s in
        s.values.shadowOpacity = 0.5
        s.values.shadowRadius = 6
    }
    line(
        "100 layers of 200x200, shadows of radius 6, moving by whole pixels",
        shadows.median { step, i, s in
            s.values.position.x += (i + step) % 2 == 0 ? 3 : -3
        })
    line(
        "the same, moving by parts of pixels",
        shadows.median { _, i, s in
            s.values.position.x += i % 2 == 0 ? 1.37 : -1.29
            s.values.position.y += i % 3 == 0 ? 0.61 : -0.33
        })
    line("the same, changing shape", shadows.median { _, i, s in s.values.bounds.size.width += i % 2 == 0 ? 0.37 : -0.29 })
    let groups = scene(100) { _, s in
        s.values.shadowOpacity = 0.5
        s.values.shadowRadius = 6
        s.values.cornerRadius = 20
        s.objects.contents = .image(CGImage(width: 8, height: 8, premultipliedBGRA: [UInt8](repeating: 255, count: 256))!)
    }
    line("the same, shadows of the layers' own alpha", groups.median { _, i, s in s.values.position.y += i % 2 == 0 ? 1 : -1 })

    let behind = scene(200) { i, s in
        guard i == 199 else { return }
        s.values.bounds.size = CGSize(width: 1920, height: 1080)
        s.values.position = CGPoint(x: 960, y: 540)
        s.values.backgroundColor = RGBA(1, 1, 1, 0.2)
        s.objects.backgroundFilters = [OpaqueObject(filter: PlainFilter("gaussianBlur", radius: 20))]
    }
    line("blur of radius 20 of all that is behind, 1920x1080", Measure.median(of: 7) { behind.whole() })
    let recolored = scene(200) { i, s in
        guard i == 199 else { return }
        s.values.bounds.size = CGSize(width: 1920, height: 1080)
        s.values.position = CGPoint(x: 960, y: 540)
        s.values.backgroundColor = RGBA(0, 0, 0, 0)
        s.objects.backgroundFilters = [OpaqueObject(filter: PlainFilter("colorInvert", radius: 0))]
    }
    line("colours of all that is behind inverted", Measure.median(of: 7) { recolored.whole() })

    func cover(_ s: inout LayerState) {
        s.values.bounds.size = CGSize(width: 1920, height: 1080)
        s.values.position = CGPoint(x: 960, y: 540)
    }
    let alone = scene(1) { _, s in cover(&s) }, over = scene(1001) { i, s in if i == 1000 { cover(&s) } }
    line("one opaque layer of 1920x1080, alone", Measure.median(of: 15) { alone.whole() })
    line("the same over 1,000 layers of 200x200", Measure.median(of: 15) { over.whole() })

    let direct = rasterScene(rasterizes: false), kept = rasterScene(rasterizes: true)
    func turn(_ tree: RasterScene) -> Double { Measure.median(of: 15) { tree.turn() } }
    line("a layer with 300 sublayers and a shadow, turning", turn(direct))
    line("the same with shouldRasterize", turn(kept))
}

private final class RasterScene {
    let tree = RenderTree(viewport: Viewport(width: 1920, height: 1080, rootGeometryFlipped: true))
    let compositor = Compositor()
    let surface = Surface(width: 1920, height: 1080)
    var top = LayerState()
    var angle = 0.0

    func turn() {
        angle += 0.02
        top.values.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
        var commit = Commit()
        commit.updates = [LayerUpdate(id: LayerID(rawValue: 2), layerClass: .layer, changed: .all, state: top)]
        tree.apply(commit)
        let frame = tree.update(at: angle)
        compositor.draw(tree.list, damage: frame.damage, into: surface)
    }
}

private func rasterScene(rasterizes: Bool) -> RasterScene {
    let scene = RasterScene()
    scene.top.values.bounds = CGRect(x: 0, y: 0, width: 600, height: 600)
    scene.top.values.position = CGPoint(x: 960, y: 540)
    scene.top.values.shadowOpacity = 0.5
    scene.top.values.shadowRadius = 6
    if rasterizes { scene.top.values.flags.insert(.shouldRasterize) }
    var commit = Commit()
    var root = LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: LayerState())
    root.sublayers = [LayerID(rawValue: 2)]
    var top = LayerUpdate(id: LayerID(rawValue: 2), layerClass: .layer, changed: .all, state: scene.top)
    top.sublayers = (0..<300).map { LayerID(rawValue: UInt64($0 + 3)) }
    commit.updates = [root, top]
    for i in 0..<300 {
        var state = LayerState()
        state.values.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
        state.values.position = CGPoint(x: 30 + i * 37 % 540, y: 30 + i * 61 % 540)
        state.values.cornerRadius = 12
        state.values.flags.insert(.hasBackgroundColor)
        state.values.backgroundColor = RGBA(Float(i % 7) / 7, Float(i % 5) / 5, Float(i % 3) / 3, 0.8)
        commit.updates.append(LayerUpdate(id: LayerID(rawValue: UInt64(i + 3)), layerClass: .layer, changed: .all, state: state))
    }
    commit.root = .some(LayerID(rawValue: 1))
    scene.tree.apply(commit)
    scene.turn()
    return scene
}
