import Agate
import XCTest

/// Frames of another renderer: which one shows when, and what becomes of their memory.
final class FrameQueueTests: XCTestCase {
    private let size = CGSize(width: 8, height: 6)

    private func image(_ pixel: UInt32) -> CGImage {
        CGImage(width: 8, height: 6, premultipliedBGRA: (0..<48).flatMap { _ in (0..<4).map { UInt8(pixel >> (8 * $0) & 255) } })!
    }

    private func color(_ number: Int) -> UInt32 { 0xFF00_0000 | UInt32(number * 20 + 10) << 16 | UInt32(number) }

    private func shown(_ host: OffscreenHost, _ time: Double) -> UInt32 { host.image(at: time).withPixels { $0[8 * 3 + 4] } }

    private func host(_ layer: CALayer) -> OffscreenHost {
        let host = OffscreenHost(size: size)
        host.perform {
            layer.frame = CGRect(origin: .zero, size: size)
            host.layer.addSublayer(layer)
        }
        return host
    }

    func testTheFrameOfATimeIsTheSameAloneAndInSequence() {
        func make() -> OffscreenHost {
            let layer = FrameQueueLayer(), host = host(layer)
            // Not in order.
            for number in [3, 0, 2, 1] { XCTAssertTrue(layer.frames.enqueue(image(color(number)), at: 0.1 + Double(number) * 0.1)) }
            return host
        }
        let times = stride(from: 0.05, to: 0.6, by: 0.04).map { $0 }
        let sequence = make()
        let expected = times.map { shown(sequence, $0) }
        XCTAssertEqual(expected.first, 0)
        XCTAssertEqual(expected.last, color(3))
        XCTAssertEqual(Set(expected).count, 5)
        for (time, pixel) in zip(times, expected) { XCTAssertEqual(shown(make(), time), pixel, "alone at \(time)") }
        for (time, pixel) in zip(times, expected).reversed() { XCTAssertEqual(shown(sequence, time), pixel, "back at \(time)") }
    }

    func testALayersOwnTimeCounts() {
        let layer = FrameQueueLayer(), host = host(layer)
        host.perform {
            layer.speed = 0.5
            layer.timeOffset = 1
        }
        for number in 0..<4 { layer.frames.enqueue(image(color(number)), at: 1 + Double(number)) }
        for (time, number) in [(0.0, 0), (1.9, 0), (2.1, 1), (3.9, 1), (4.1, 2), (7, 3)] {
            XCTAssertEqual(shown(host, time), color(number), "\(time)")
        }
    }

    func testAsSoonAsPossibleAndFlushes() {
        let layer = FrameQueueLayer(), host = host(layer)
        layer.frames.enqueue(image(color(1)))
        layer.frames.enqueue(image(color(2)))
        XCTAssertEqual(shown(host, 0), color(2))
        layer.frames.enqueue(image(color(5)), at: 2)
        layer.frames.enqueue(image(color(3)))
        XCTAssertEqual(shown(host, 1), color(3))
        layer.frames.flush()
        XCTAssertEqual(shown(host, 3), color(3))
        layer.frames.flushAndRemoveImage()
        XCTAssertEqual(shown(host, 3), 0)
        XCTAssertFalse(layer.frames.enqueue(image(0), at: .nan))
    }

    func testAFullQueueRefuses() {
        let frames = FrameQueue(capacity: 3), layer = FrameQueueLayer(frames), host = host(layer)
        for number in 0..<3 { XCTAssertTrue(frames.enqueue(image(color(number)), at: 1 + Double(number))) }
        XCTAssertFalse(frames.isReadyForMoreFrames)
        XCTAssertFalse(frames.enqueue(image(color(9)), at: 1.5))
        XCTAssertEqual(shown(host, 2.5), color(1))
        // The first one is over.
        XCTAssertTrue(frames.isReadyForMoreFrames)
        XCTAssertTrue(frames.enqueue(image(color(4)), at: 4))
        XCTAssertEqual(frames.droppedFrames, 1, "the first one never showed")
        XCTAssertEqual([3.5, 4.5].map { shown(host, $0) }, [color(2), color(4)])
    }

    func testDrawablesAreDrawnInPlaceAndUsedAgain() {
        let layer = FrameQueueLayer(), host = host(layer)
        XCTAssertEqual(layer.drawableSize, size)
        var memories = Set<UnsafeMutablePointer<UInt32>>()
        for number in 0..<12 {
            guard let drawable = layer.nextDrawable() else { return XCTFail("no drawable for frame \(number)") }
            XCTAssertEqual([drawable.width, drawable.height], [8, 6])
            drawable.withPixels { pixels, width, height, stride in
                memories.insert(pixels)
                for y in 0..<height { for x in 0..<width { pixels[y * stride + x] = color(number) } }
            }
            XCTAssertTrue(drawable.present(at: Double(number)))
            XCTAssertFalse(drawable.present(), "once")
            XCTAssertNil(drawable.withPixels { _, _, _, _ in 0 })
            XCTAssertEqual(shown(host, Double(number)), color(number))
        }
        XCTAssertLessThanOrEqual(memories.count, 3)
    }

    func testDrawablesAreBounded() {
        let frames = FrameQueue()
        XCTAssertNil(frames.nextDrawable(), "no size")
        frames.drawableSize = CGSize(width: 4, height: 4)
        let held = (0..<3).compactMap { _ in frames.nextDrawable() }
        XCTAssertEqual(held.count, 3)
        XCTAssertNil(frames.nextDrawable())
        held[0].present(at: 1)
        XCTAssertNil(frames.nextDrawable(), "it waits")
        frames.maximumDrawableCount = 4
        XCTAssertNotNil(frames.nextDrawable())
        frames.flushAndRemoveImage()
        XCTAssertNotNil(frames.nextDrawable())
        frames.drawableSize = CGSize(width: CGFloat.nan, height: -3)
        XCTAssertEqual(frames.drawableSize, .zero)
        withExtendedLifetime(held) {}
    }

    func testFramesOfOtherThreadsShowWithoutThisOne() throws {
        let seen = Locked<[UInt32]>([])
        let host = LiveHost(size: size, framesPerSecond: 200) { frame in
            let pixel = frame.withPixels { pixels, _, _, stride in pixels[stride * 3 + 4] }
            seen.withLock { $0.append(pixel) }
        }
        let layer = FrameQueueLayer()
        layer.frame = CGRect(origin: .zero, size: size)
        host.layer.addSublayer(layer)
        CATransaction.flush()
        let frames = layer.frames, colors = (0..<5).map(color)
        // This thread only sleeps meanwhile: it commits nothing.
        Thread.detachNewThread {
            for color in colors {
                while true {
                    guard let drawable = frames.nextDrawable() else { usleep(1000); continue }
                    drawable.withPixels { pixels, width, height, _ in for i in 0..<(width * height) { pixels[i] = color } }
                    drawable.present()
                    break
                }
                usleep(30_000)
            }
        }
        let deadline = Date(timeIntervalSinceNow: 20)
        while seen.withLock({ $0.last }) != colors.last, Date() < deadline { usleep(5000) }
        let pixels = seen.withLock { $0 }
        XCTAssertEqual(pixels.last, colors.last)
        XCTAssertEqual(pixels.filter(colors.contains), colors.filter(pixels.contains), "in their order")
        withExtendedLifetime(host) {}
    }

    func testCopiesAndArchives() throws {
        let layer = FrameQueueLayer()
        XCTAssertTrue(layer.isOpaque)
        XCTAssertTrue(FrameQueueLayer(layer: layer).frames === layer.frames)
        layer.drawableSize = CGSize(width: 100, height: 50)
        layer.bounds.size = CGSize(width: 3, height: 3)
        XCTAssertEqual(layer.drawableSize, CGSize(width: 100, height: 50))
        layer.drawableSize = .zero
        layer.contentsScale = 2
        XCTAssertEqual(layer.drawableSize, CGSize(width: 6, height: 6))
    }
}
