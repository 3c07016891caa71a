#if GPU
import Agate
import OpenGLES
import QuartzCore
import TestSupport
import XCTest

/// A host that a GPU draws for.
final class GPUHostTests: XCTestCase {
    private static func host(_ renderer: FrameRenderer) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: 80, height: 60), scale: 2, background: CGColor(gray: 1, alpha: 1), renderer: renderer)
        let layer = CALayer()
        host.perform {
            layer.frame = CGRect(x: 10, y: 10, width: 40, height: 30)
            layer.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
            layer.cornerRadius = 8
            layer.shadowOpacity = 0.6
            host.layer.addSublayer(layer)
        }
        host.perform { layer.position.x = 60 }
        return host
    }

    private func most(_ a: CGImage, _ b: CGImage) -> Int { difference(a, b).max }

    func testItDrawsThePicture() throws {
        guard (try? GLContext()) != nil else { throw XCTSkip("no OpenGL ES: no context") }
        let processor = Self.host(.cpu), gpu = Self.host(.gpu)
        for time in [0.0, 0.1, 0.2, 0.4] {
            XCTAssertLessThanOrEqual(most(processor.image(at: time), gpu.image(at: time)), 2, "at \(time) s")
        }
    }

    /// From the frame in which the context is lost on, the processor draws, and all of the picture is there.
    func testALostContextIsSurvived() throws {
        guard let context = try? GLContext.ofThisThread() else { throw XCTSkip("no OpenGL ES: no context") }
        let processor = Self.host(.cpu), gpu = Self.host(.gpu)
        _ = (processor.image(at: 0.1), gpu.image(at: 0.1))
        let noted = Locked<Int>(0)
        let observation = Diagnostics.observe { diagnostic in
            if diagnostic.identifier == "compositor.lost" { noted.withLock { $0 += 1 } }
        }
        defer { observation.cancel() }
        context.simulateLoss()
        XCTAssertEqual(most(processor.image(at: 0.2), gpu.image(at: 0.2)), 0)
        XCTAssertEqual(most(processor.image(at: 0.3), gpu.image(at: 0.3)), 0)
        XCTAssertEqual(noted.withLock { $0 }, 1)
    }

    /// Frames of a film, as the recorder got them.
    private func film(_ host: OffscreenHost, _ onFrame: (Int) -> Void = { _ in }) throws -> [[UInt32]] {
        var frames: [[UInt32]] = []
        try host.record(frames: 2..<12, from: 0, to: .descriptor(Self.null), framesPerSecond: 30, options: FilmOptions(format: .raw)) {
            pixels, progress in
            XCTAssertEqual(progress.frame, frames.count + 1)
            frames.append(
                (0..<pixels.height).flatMap { Array(UnsafeBufferPointer(start: pixels.pixels + $0 * pixels.stride, count: pixels.width)) })
            onFrame(frames.count)
        }
        return frames
    }
    private static let null = open("/dev/null", O_WRONLY)
    private func image(_ pixels: [UInt32]) throws -> CGImage {
        try XCTUnwrap(CGImage(width: 160, height: 120) { target in for i in pixels.indices { target[i] = pixels[i] } })
    }

    /// Each frame is brought to memory while the next one is drawn.
    func testFilmsHaveTheFramesThatShow() throws {
        guard (try? GLContext()) != nil else { throw XCTSkip("no OpenGL ES: no context") }
        let frames = try film(Self.host(.gpu)), other = Self.host(.gpu)
        XCTAssertEqual(frames.count, 10)
        for (i, frame) in frames.enumerated() {
            let image = other.image(at: Double(i + 2) / 30)
            XCTAssertEqual(
                frame, image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }, "frame \(i)")
        }
    }

    /// A frame that was being brought to memory is drawn again.
    func testAFilmSurvivesALostContext() throws {
        guard let context = try? GLContext.ofThisThread() else { throw XCTSkip("no OpenGL ES: no context") }
        let lost = try film(Self.host(.gpu)) { if $0 == 4 { context.simulateLoss() } }
        let processor = try film(Self.host(.cpu))
        XCTAssertEqual(lost.count, processor.count)
        for (i, (a, b)) in zip(lost, processor).enumerated() {
            XCTAssertLessThanOrEqual(most(try image(a), try image(b)), i < 4 ? 2 : 0, "frame \(i)")
        }
    }

    func testWithoutOpenGLESTheProcessorDraws() throws {
        GLAvailability.current = .none
        defer { GLAvailability.current = .automatic }
        let processor = Self.host(.cpu)
        // A thread of its own has no context yet.
        let other = Locked<CGImage?>(nil)
        let thread = Thread {
            let image = Self.host(.gpu).image(at: 0.2)
            other.withLock { $0 = image }
        }
        thread.stackSize = 8 << 20
        thread.start()
        for _ in 0..<1000 where other.withLock({ $0 == nil }) { usleep(10_000) }
        XCTAssertEqual(most(processor.image(at: 0.2), try XCTUnwrap(other.withLock { $0 })), 0)
    }
}
#endif
