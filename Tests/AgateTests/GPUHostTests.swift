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
