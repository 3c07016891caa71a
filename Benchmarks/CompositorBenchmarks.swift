import Compositor
import CoreGraphics
import Foundation
import Raster
import RenderTree

private func boxes(_ count: Int, alpha: Float, _ change: (inout DrawOp) -> Void = { _ in }) -> DrawList {
    var list = DrawList()
    list.width = 1920
    list.height = 1080
    list.background = RGBA(0, 0, 0, 1)
    var random = SteadyRandom(state: 1)
    let all = DeviceRect(0, 0, 1920, 1080)
    for _ in 0..<count {
        var op = DrawOp(kind: .fill)
        op.flags = [.antialiased]
        op.rect = CGRect(x: 0, y: 0, width: 40, height: 40)
        op.cornerRadius = 8
        op.projection = Projection(
            m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: random.next() * 1870 + 2, m32: random.next() * 1030 + 2, m33: 1)
        op.color = RGBA(Float(random.next()), Float(random.next()), Float(random.next()), alpha)
        op.bounds = op.projection.deviceBounds(of: op.rect, in: all)
        change(&op)
        list.ops.append(op)
    }
    index(&list)
    return list
}

private func index(_ list: inout DrawList) {
    for c in 0..<((list.ops.count + DrawList.chunkSize - 1) / DrawList.chunkSize) {
        let s = c * DrawList.chunkSize
        list.chunkBounds.append(list.ops[s..<min(s + DrawList.chunkSize, list.ops.count)].reduce(.empty) { $0.union($1.bounds) })
        list.chunkSpans.append(list.span(ofChunk: c))
    }
}

/// Prints what a frame costs from draw list to pixels, on one thread.
func compositorBenchmarks() {
    let surface = Surface(width: 1920, height: 1080)
    let clear = Measure.best(of: 40) { memset(surface.pixels, 0x55, surface.stride * surface.height * 4) }
    func line(_ name: String, _ ms: Double) { Measure.line(name, ms, clear) }
    line("memset of 1920x1080", clear)
    let compositor = Compositor()
    for alpha: Float in [1, 0.5] {
        let list = boxes(10_000, alpha: alpha)
        line("10,000 rounded 40x40 boxes, alpha \(alpha)", Measure.best(of: 9) { compositor.draw(list, into: surface) })
    }
    let team = Compositor(threads: 2), list = boxes(10_000, alpha: 1)
    line("10,000 rounded 40x40 boxes, alpha 1, two threads (wall)", Measure.bestWall(of: 9) { team.draw(list, into: surface) })
    var known = boxes(10_000, alpha: 1) { $0.flags.insert(.occludes) }
    known.indexOps()
    line("10,000 where the list says what hides what is under it", Measure.best(of: 9) { compositor.draw(known, into: surface) })
    line("10,000 of these, two threads (wall)", Measure.bestWall(of: 9) { team.draw(known, into: surface) })
    let turned = boxes(10_000, alpha: 1) { op in
        op.projection = Projection(
            m11: 0.8, m12: 0.6, m13: 0, m21: -0.6, m22: 0.8, m23: 0, m31: op.projection.m31, m32: op.projection.m32, m33: 1)
        op.bounds = op.projection.deviceBounds(of: op.rect, in: DeviceRect(0, 0, 1920, 1080))
    }
    line("10,000 the same, rotated", Measure.best(of: 5) { compositor.draw(turned, into: surface) })
    let hidden = boxes(10_000, alpha: 0)
    line("10,000 that draw nothing: dispatch alone", Measure.best(of: 9) { compositor.draw(hidden, into: surface) })
    let many = boxes(100_000, alpha: 1)
    let spot = [DeviceRect(900, 500, 940, 540)]
    line("a 40x40 damage among 100,000 scattered boxes", Measure.best(of: 9) { compositor.draw(many, damage: spot, into: surface) })
    let shadows = boxes(1000, alpha: 0.4) { op in
        op.kind = .shadow
        op.width = 6
        op.bounds = DeviceRect(op.bounds.x0 - 20, op.bounds.y0 - 20, op.bounds.x1 + 20, op.bounds.y1 + 20)
    }
    line("1000 shadows of radius 6, standing", Measure.best(of: 5) { compositor.draw(shadows, into: surface) })
}
