import Compositor
import CoreGraphics
import Foundation
import Raster
import RenderTree

private struct Emitters {
    let tree = RenderTree(viewport: Viewport(width: 1920, height: 1080, rootGeometryFlipped: true))
    var time = 10.0

    init(rate: Double, _ change: (inout EmitterCellSpec) -> Void = { _ in }, layer: (inout EmitterValues) -> Void = { _ in }) {
        // Soft, of the size that confetti and sparks have.
        let image = CGImage(width: 24, height: 24) { out in
            for i in 0..<out.count {
                let x = Double(i % 24) - 11.5, y = Double(i / 24) - 11.5
                let a = UInt32(max(0, min(1, (12 - (x * x + y * y).squareRoot()) / 4)) * 255)
                out[i] = a << 24 | a << 16 | a << 8 | a
            }
        }
        var cell = EmitterCellSpec()
        cell.contents = image.map { .image($0) }
        cell.numbers.birthRate = rate
        cell.numbers.lifetime = 1
        cell.numbers.velocity = 100
        cell.numbers.emissionRange = 2 * .pi
        cell.numbers.scaleRange = 0.66
        cell.numbers.redRange = 0.8
        change(&cell)
        var state = LayerState()
        state.values.bounds = CGRect(x: 0, y: 0, width: 1920, height: 1080)
        state.values.position = CGPoint(x: 960, y: 540)
        state.objects.emitterCells = [cell]
        state.extra.emitter.shape = .rectangle
        state.extra.emitter.numbers.position = CGPoint(x: 960, y: 540)
        state.extra.emitter.numbers.size = CGSize(width: 1700, height: 860)
        layer(&state.extra.emitter)
        var commit = Commit()
        commit.updates = [LayerUpdate(id: LayerID(rawValue: 1), layerClass: .emitter, changed: .all, state: state)]
        commit.root = .some(LayerID(rawValue: 1))
        tree.apply(commit)
        _ = tree.update(at: time)
    }

    mutating func step() {
        time += 1.0 / 60
        _ = tree.update(at: time)
    }
}

/// Prints what emitters cost a frame: finding the particles of a time, and drawing them, on one thread.
func emitterBenchmarks() {
    let surface = Surface(width: 1920, height: 1080)
    let clear = Measure.median(of: 40) { memset(surface.pixels, 0x55, surface.stride * surface.height * 4) }
    Measure.line("memset of 1920x1080", clear, clear)
    let compositor = Compositor()
    func measure(_ name: String, _ emitters: Emitters) {
        var emitters = emitters
        for _ in 0..<5 { emitters.step() }
        let finding = Measure.median(of: 30) { emitters.step() }
        let drawing = Measure.median(of: 15) { compositor.draw(emitters.tree.list, into: surface) }
        Measure.line("\(name): found", finding, clear)
        Measure.line("\(name): drawn", drawing, clear)
        Measure.line("\(name): a frame", finding + drawing, clear)
    }
    measure("5,000 upright, 16-32 px", Emitters(rate: 5000))
    measure(
        "5,000 that spin",
        Emitters(rate: 5000) {
            $0.numbers.spinRange = 6; $0.numbers.rotationRange = 6
        })
    measure("5,000 additive", Emitters(rate: 5000, layer: { $0.renderMode = .additive }))
    measure("5,000 by depth", Emitters(rate: 5000, layer: { $0.renderMode = .backToFront }))
    measure(
        "50,000 of 4 px",
        Emitters(rate: 50_000) {
            $0.numbers.scale = 0.16; $0.numbers.scaleRange = 0
        })
}
