import CoreGraphics
import Foundation
import RenderTree

#if GPU
import GLCompositor
import OpenGLES

/// The compositor on OpenGL ES: what it takes the processor, and, where a GPU can be had, whole frames at 3840x2160.
func gpuBenchmarks() {
    let context: GLContext
    do { context = try GLContext() } catch { return print("  no OpenGL ES: \(error)") }
    print("  renderer: \(context.info.renderer); \(context.info.version)")
    do {
        try encodingBenchmarks(context)
        if context.info.isSoftware {
            print("  this is no GPU: the frames at 3840x2160 are left out")
        } else {
            try frameBenchmarks(context)
        }
    } catch { print("  \(error)") }
}
#else
func gpuBenchmarks() { print("  built without the package trait GPU") }
#endif

#if GPU
private func box(_ i: Int, _ s: inout LayerState, _ width: Double, _ height: Double) {
    var random = UInt64(i) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next() -> Double {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(random >> 11) / Double(1 << 53)
    }
    s.values.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    s.values.position = CGPoint(x: next() * width, y: next() * height)
    s.values.cornerRadius = 8
    s.values.flags.insert(.hasBackgroundColor)
    s.values.backgroundColor = RGBA(Float(next()), Float(next()), Float(next()), 0.8)
}

private func move(_ step: Int, _ i: Int, _ s: inout LayerState) {
    s.values.position.x += (step + i) % 8 < 4 ? 1.137 : -1.137
}

/// Until the commands are ready for the driver.
private func encodingBenchmarks(_ context: GLContext) throws {
    func line(_ name: String, _ gl: GLCompositor, asked: Double, _ frame: () -> Void) {
        var best = Double.infinity
        for _ in 0..<6 {
            frame()
            best = min(best, gl.encodingTime)
        }
        print(Measure.padded(name) + String(format: "%9.4f ms (asked %g), %d draw calls", best * 1000, asked, gl.drawCalls))
    }
    let gl = try GLCompositor(context)
    let boxes = LayerScene(10_000, on: gl) { box($0, &$1, 1920, 1080) }
    line("10,000 moving rounded boxes", gl, asked: 1.5) { boxes.changing(nil, move) }
    line("10 of 10,000 move", gl, asked: 0.1) { boxes.changing(10, move) }
    let second = try GLCompositor(context)
    let rings = LayerScene(1000, .shape, on: second, ring)
    line("1,000 rings, strokeEnd changing", second, asked: 12) {
        rings.changing(nil) { step, i, s in s.extra.strokeEnd = CGFloat((step * 7 + i) % 100 + 1) / 101 }
    }
}

/// From the change to the last pixel, with the GPU waited for.
private func frameBenchmarks(_ context: GLContext) throws {
    func line(_ name: String, asked: Double, _ scene: LayerScene, _ change: (Int, Int, inout LayerState) -> Void) {
        for _ in 0..<5 { scene.changing(nil, change) }
        let best = Measure.bestWall(of: 30) {
            scene.changing(nil, change)
            glFinish()
        }
        print(Measure.padded(name) + String(format: "%9.4f ms (asked %g)", best, asked))
    }
    for (count, asked) in [(10_000, 1.5), (100_000, 8.3)] {
        let scene = LayerScene(count, width: 3840, height: 2160, on: try GLCompositor(context)) { box($0, &$1, 3840, 2160) }
        line("\(count) moving rounded boxes at 3840x2160", asked: asked, scene, move)
    }
}
#endif
