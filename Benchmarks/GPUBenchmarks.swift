import Agate
import CoreGraphics
import Foundation
import RenderTree
import TourCards

#if GPU
import GLCompositor
import OpenGLES

/// The compositor on OpenGL ES: what it takes the processor, and, where a GPU can be had, whole frames at 3840x2160. With
/// `AGATE_BENCH_SOFTWARE=1` a software rasteriser draws those, too: a check of the harness, not a measurement.
func gpuBenchmarks() {
    let context: GLContext
    do { context = try GLContext.ofThisThread() } catch { return print("  no OpenGL ES: \(error)") }
    print("  renderer: \(context.info.renderer); \(context.info.version)")
    do {
        try encodingBenchmarks(context)
        try processorBenchmark(context)
        try uploadBenchmark(context)
        if context.info.isSoftware, ProcessInfo.processInfo.environment["AGATE_BENCH_SOFTWARE"] == nil {
            print("  this is no GPU: the frames at 3840x2160 are left out")
        } else {
            try frameBenchmarks(context)
        }
    } catch { print("  \(error)") }
}
#else
func gpuBenchmarks() { print("  built without the package trait GPU") }
func gpuStartBenchmark() { print("  built without the package trait GPU") }
func processorFrameBenchmark() {}
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

/// What frames of a large window take the processor but for the driver: evaluation of the animations, and encoding, in milliseconds.
private func processorFrame(_ count: Int, _ context: GLContext) throws -> (evaluation: Double, encoding: Double) {
    let gl = try GLCompositor(context)
    let scene = LayerScene(count, width: 3840, height: 2160, on: gl) { box($0, &$1, 3840, 2160) }
    scene.animatePositions()
    var update = Double.infinity, encoding = Double.infinity
    for _ in 0..<(context.info.isSoftware ? 3 : 30) {
        scene.frame()
        encoding = min(encoding, gl.encodingTime * 1000)
    }
    // A software rasteriser would draw meanwhile.
    glFinish()
    for _ in 0..<12 {
        scene.frame(draws: false)
        update = min(update, scene.updateTime)
    }
    return (update, encoding)
}

/// `bench processor-frame`: 100,000 animated layers, as lines of a name, a tab and milliseconds. Nothing without OpenGL ES.
func processorFrameBenchmark() {
    guard let context = try? GLContext.ofThisThread(), let frame = try? processorFrame(100_000, context) else { return }
    print(String(format: "evaluation\t%.4f\nencoding\t%.4f", frame.evaluation, frame.encoding))
}

private func processorBenchmark(_ context: GLContext) throws {
    for (count, asked) in [(10_000, 1.5), (100_000, 8.3)] {
        let (update, encoding) = try processorFrame(count, context)
        print(
            Measure.padded("\(count) animated rounded boxes at 3840x2160")
                + String(format: "%9.3f ms evaluation, %.3f ms encoding (asked %g, GPU and all)", update, encoding, asked))
    }
}

/// From nothing to the first frame: loading the driver, a context, the shaders of the scene. Once in a process, and it differs where the
/// user's cache has the shaders.
func gpuStartBenchmark() {
    func first(_ renderer: FrameRenderer, _ make: @MainActor (CALayer) throws -> Void) -> Double {
        Measure.bestWall(of: 1) {
            MainActor.assumeIsolated {
                let host = OffscreenHost(size: tourSize, renderer: renderer)
                host.perform { try? make(host.layer) }
                host.withPixels(at: 0.5) { _, _, _, _ in }
            }
        }
    }
    @MainActor func plain(_ root: CALayer) {
        let card = CALayer()
        card.frame = CGRect(x: 40, y: 40, width: 300, height: 200)
        card.cornerRadius = 20
        card.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 0.8)
        root.addSublayer(card)
    }
    // What both need, such as fonts, is loaded by the first.
    _ = first(.cpu, dealCards)
    let driver = Measure.bestWall(of: 1) { _ = try? GLContext.ofThisThread() }
    print(Measure.padded("the driver and a context") + String(format: "%9.1f ms", driver))
    for (name, make) in [("a card", plain), ("the tour", dealCards)] as [(String, @MainActor (CALayer) throws -> Void)] {
        let processor = first(.cpu, make), gpu = first(.gpu, make)
        // Drawing is no part of a start, and takes a software rasteriser long.
        let again = first(.gpu, make)
        print(
            Measure.padded("\(name), first frame")
                + String(
                    format: "%9.1f ms, in another host %.1f ms; by the processor %.1f ms (asked at most 150 more, driver included)", gpu,
                    again,
                    processor))
    }
    let compiled = (try? GLCompositor(GLContext.ofThisThread()))?.compiledPrograms ?? 0
    print("  \(compiled) shader programs were compiled, the others taken from the user's cache")
}

/// A 4K image appears in a scene that moves: the longest that it holds up the thread that draws in a frame.
private func uploadBenchmark(_ context: GLContext) throws {
    for waits in [true, false] {
        let gl = try GLCompositor(context, waitsForImages: waits)
        let images = (0..<2).map { seed in
            CGImage(width: 3840, height: 2160) { target in
                for i in target.indices { target[i] = 0xFF00_0000 | UInt32(truncatingIfNeeded: (i + seed) &* 2_654_435_761) & 0xFF_FFFF }
            }
        }
        var longest = 0.0, storage = 0.0, frames = 0
        let scene = LayerScene(2, on: gl) { i, s in
            s.values.bounds = CGRect(x: 0, y: 0, width: 1920, height: 1080)
            s.values.position = CGPoint(x: 960, y: 540)
            if i == 0 { s.objects.contents = .image(images[0]!) } else { box(i, &s, 1920, 1080) }
        }
        while gl.isUploading { scene.changing(2, move) }
        for step in 0..<200 {
            scene.changing(2) { frame, i, s in
                if i == 0, step == 0 { s.objects.contents = .image(images[1]!) }
                if i == 1 { move(frame, i, &s) }
            }
            longest = max(longest, gl.uploadingTime * 1000)
            storage = max(storage, gl.storageTime * 1000)
            frames += 1
            if step > 0, !gl.isUploading { break }
            glFinish()
        }
        print(
            Measure.padded(waits ? "a 4K image, waited for" : "a 4K image over several frames")
                + String(
                    format: "%9.3f ms in the longest of %d frames, and %.3f ms of the driver's for the texture's memory", longest, frames,
                    storage) + (waits ? "" : " (asked 2)"))
    }
}

/// Time of the device, by its own clock.
private struct DeviceTimer {
    private let query: GLuint

    /// Nil where the driver measures no times.
    init?(_ info: GLInfo) {
        guard info.extensions.contains("GL_EXT_disjoint_timer_query") else { return nil }
        var query: GLuint = 0
        glGenQueriesEXT(1, &query)
        self.query = query
    }

    /// In milliseconds; nil where something else disturbed the measurement.
    func time(_ body: () -> Void) -> Double? {
        var isDisjoint: GLint = 0
        glGetIntegerv(GLenum(GL_GPU_DISJOINT_EXT), &isDisjoint)
        glBeginQueryEXT(GLenum(GL_TIME_ELAPSED_EXT), query)
        body()
        glEndQueryEXT(GLenum(GL_TIME_ELAPSED_EXT))
        var nanoseconds: GLuint64 = 0
        glGetQueryObjectui64vEXT(query, GLenum(GL_QUERY_RESULT_EXT), &nanoseconds)
        glGetIntegerv(GLenum(GL_GPU_DISJOINT_EXT), &isDisjoint)
        return isDisjoint == 0 ? Double(nanoseconds) / 1e6 : nil
    }
}

/// From the change to the last pixel, with the GPU waited for, and the GPU's own time.
private func frameBenchmarks(_ context: GLContext) throws {
    let timer = DeviceTimer(context.info), runs = context.info.isSoftware ? 2 : 30
    func line(_ name: String, asked: Double, _ frame: () -> Void) {
        for _ in 0..<(runs > 2 ? 5 : 1) { frame() }
        var onDevice = Double.infinity, encoding = Double.infinity
        let best = Measure.bestWall(of: runs) {
            frame()
            glFinish()
        }
        for _ in 0..<runs { onDevice = min(onDevice, timer?.time(frame) ?? .infinity) }
        // Without waiting for the device: what the processor does.
        for _ in 0..<runs {
            glFinish()
            encoding = min(encoding, Measure.milliseconds(frame))
        }
        let device = onDevice.isFinite ? String(format: "%.3f ms", onDevice) : "no timer"
        print(Measure.padded(name) + String(format: "%9.3f ms, GPU %@, processor %.3f ms (asked %g)", best, device, encoding, asked))
    }
    for (count, asked) in [(10_000, 1.5), (100_000, 8.3)] {
        let bound = try PlainQuads(context, count)
        line("the device's limit: \(count) plain quads of that size", asked: asked) { bound.draw() }
        let plain = LayerScene(count, width: 3840, height: 2160, on: try GLCompositor(context)) {
            box($0, &$1, 3840, 2160)
            $1.values.cornerRadius = 0
        }
        line("\(count) boxes with square corners, drawn again", asked: asked) { plain.whole() }
        let scene = LayerScene(count, width: 3840, height: 2160, on: try GLCompositor(context)) { box($0, &$1, 3840, 2160) }
        line("\(count) rounded boxes, drawn again", asked: asked) { scene.whole() }
        scene.animatePositions()
        line("\(count) animated rounded boxes at 3840x2160", asked: asked) { scene.frame() }
    }
    // Panes over boxes that move; each blurs what is behind it.
    let panes = LayerScene(1100, width: 3840, height: 2160, on: try GLCompositor(context)) { i, s in
        box(i, &s, 3840, 2160)
        s.values.bounds.size = CGSize(width: 120, height: 120)
        guard i >= 1000 else { return }
        s.values.position = CGPoint(x: 192 + Double(i % 10) * 384, y: 108 + Double(i % 100 / 10) * 216)
        s.values.bounds.size = CGSize(width: 300, height: 180)
        s.values.backgroundColor = RGBA(1, 1, 1, 0.2)
        s.objects.backgroundFilters = [OpaqueObject(filter: PlainFilter("gaussianBlur", radius: 20))]
    }
    line("100 background blurs of radius 20 at 3840x2160", asked: 8.3) { panes.changing(1000, move) }
    MainActor.assumeIsolated {
        let host = OffscreenHost(size: tourSize, scale: 4, renderer: .gpu)
        host.perform { try? dealCards(on: host.layer) }
        var time = 2.0
        line("the tour at 3840x2400", asked: 2) {
            time += 1.0 / 60
            host.paint(at: time)
        }
    }
    try readingBenchmark(context)
}

/// A whole frame into memory, as films take it, beside a copy of as many bytes.
private func readingBenchmark(_ context: GLContext) throws {
    let gl = try GLCompositor(context), bytes = 3840 * 2160 * 4
    let scene = LayerScene(100, width: 3840, height: 2160, on: gl) { box($0, &$1, 3840, 2160) }
    let other = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    defer { other.deallocate() }
    var reading = Double.infinity, copying = Double.infinity
    for _ in 0..<6 {
        scene.whole()
        glFinish()
        reading = min(reading, Measure.milliseconds { gl.withPixels { _, _, _, _ in } })
        gl.withPixels { pixels, _, _, _ in
            copying = min(copying, Measure.milliseconds { other.copyMemory(from: pixels, byteCount: bytes) })
        }
    }
    print(
        Measure.padded("reading back a frame of 3840x2160")
            + String(format: "%9.3f ms; a copy of as many bytes %.3f ms", reading, copying))
}

/// As many quads of 40x40 over 3840x2160, blended, by a shader that does nothing else: no compositor is faster on a device.
private final class PlainQuads {
    private let context: GLContext
    private let count: Int
    private var program: GLuint = 0, framebuffer: GLuint = 0

    init(_ context: GLContext, _ count: Int) throws {
        (self.context, self.count) = (context, count)
        try context.makeCurrent()
        // Places by a hash of the instance's number: no memory is read.
        program = link(
            """
            #version 300 es
            void main() {
                uint h = uint(gl_InstanceID) * 747796405u + 2891336453u;
                h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
                vec2 p = vec2(h & 4095u, (h >> 12u) & 4095u) / 4096.0 * vec2(3840.0, 2160.0);
                p += vec2(gl_VertexID & 1, gl_VertexID >> 1) * 40.0;
                gl_Position = vec4(p / vec2(1920.0, 1080.0) - 1.0, 0.0, 1.0);
            }
            """,
            """
            #version 300 es
            precision highp float;
            out vec4 result;
            void main() { result = vec4(0.2, 0.4, 0.1, 0.8); }
            """)
        var texture: GLuint = 0
        glGenTextures(1, &texture)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), 3840, 2160)
        glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
    }

    private func link(_ vertex: String, _ fragment: String) -> GLuint {
        let program = glCreateProgram()
        for (kind, text) in [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)] {
            let shader = glCreateShader(GLenum(kind))
            text.withCString { source in
                var source: UnsafePointer<CChar>? = source
                glShaderSource(shader, 1, &source, nil)
            }
            glCompileShader(shader)
            glAttachShader(program, shader)
        }
        glLinkProgram(program)
        return program
    }

    func draw() {
        try? context.makeCurrent()
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glViewport(0, 0, 3840, 2160)
        glDisable(GLenum(GL_SCISSOR_TEST))
        glEnable(GLenum(GL_BLEND))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        glBindVertexArray(0)
        glUseProgram(program)
        glDrawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(count))
    }
}
#endif
