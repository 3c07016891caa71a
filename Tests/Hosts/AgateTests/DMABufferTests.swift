import Agate
import Foundation
import RendererSupport
import XCTest

/// Frames in memory that a descriptor stands for. A file stands for the DMA-BUF: it is mapped in the same way.
final class DMABufferTests: XCTestCase {
    /// A file without a name.
    private func file(_ bytes: [UInt8]) throws -> Int32 {
        var path = Array((NSTemporaryDirectory() + "/agate-buffer-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw XCTSkip("no temporary file can be made") }
        unlink(path)
        XCTAssertEqual(write(descriptor, bytes, bytes.count), bytes.count)
        return descriptor
    }

    private var openDescriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }

    private func show(_ buffer: DMABuffer, _ renderer: FrameRenderer = .cpu) throws -> CGImage {
        let host = OffscreenHost(size: CGSize(width: buffer.width, height: buffer.height), renderer: renderer), layer = FrameQueueLayer()
        host.perform {
            layer.isOpaque = false
            layer.frame = CGRect(x: 0, y: 0, width: buffer.width, height: buffer.height)
            host.layer.addSublayer(layer)
        }
        XCTAssertTrue(try layer.frames.enqueue(buffer))
        return host.image(at: 0)
    }

    func testPixels() throws {
        // Two pixels a row, ten bytes from one to the next, behind five others.
        let rows: [UInt8] = [10, 20, 30, 40, 50, 60, 70, 80, 0, 0, 11, 21, 31, 41, 255, 0, 0, 128]
        let descriptor = try file([9, 9, 9, 9, 9] + rows)
        defer { close(descriptor) }
        let wanted: [(String, [UInt32])] = [
            ("XR24", [0xFF1E_140A, 0xFF46_3C32, 0xFF1F_150B, 0xFF00_00FF]), ("XB24", [0xFF0A_141E, 0xFF32_3C46, 0xFF0B_151F, 0xFFFF_0000]),
            ("AR24", [0x281E_140A, 0x5046_3C32, 0x291F_150B, 0x8000_0080]), ("AB24", [0x280A_141E, 0x5032_3C46, 0x290B_151F, 0x8080_0000]),
        ]
        for renderer in everyRenderer {
            for (name, pixels) in wanted {
                let buffer = DMABuffer(
                    width: 2, height: 2, fourCC: DMABuffer.fourCC(name),
                    planes: [DMABuffer.Plane(descriptor: descriptor, offset: 5, bytesPerRow: 10)])
                XCTAssertEqual(try show(buffer, renderer).withPixels { p in (0..<4).map { p[$0] } }, pixels, "\(name) \(renderer)")
            }
        }
    }

    func testPlanesShowAsThoseInMemory() throws {
        let luma = (0..<35).map { UInt8($0 * 7) }, blue = (0..<12).map { UInt8($0 * 20) }, red = (0..<12).map { UInt8(255 - $0 * 20) }
        let descriptor = try file(luma + blue + red)
        defer { close(descriptor) }
        var buffer = DMABuffer(
            width: 7, height: 5, fourCC: DMABuffer.fourCC("YU12"),
            planes: [
                .init(descriptor: descriptor, bytesPerRow: 7), .init(descriptor: descriptor, offset: 35, bytesPerRow: 4),
                .init(descriptor: descriptor, offset: 47, bytesPerRow: 4),
            ])
        (buffer.matrix, buffer.range, buffer.siting) = (.bt601, .full, .center)
        let frame = try FramePlanes(
            width: 7, height: 5, format: .planar420,
            planes: [.init(luma, bytesPerRow: 7), .init(blue, bytesPerRow: 4), .init(red, bytesPerRow: 4)], matrix: .bt601, range: .full,
            siting: .center)
        for renderer in everyRenderer {
            let host = OffscreenHost(size: CGSize(width: 7, height: 5)), layer = FrameQueueLayer()
            host.perform {
                layer.frame = CGRect(x: 0, y: 0, width: 7, height: 5)
                host.layer.addSublayer(layer)
            }
            layer.frames.enqueue(frame)
            let wanted = host.image(at: 0), got = try show(buffer, renderer)
            XCTAssertTrue(got.hasEqualPixels(to: wanted), "\(renderer)")
        }
    }

    func testDescriptorsAreClosedWhenTheFrameShowsNoMore() throws {
        let descriptor = try file([UInt8](repeating: 7, count: 64))
        let buffer = DMABuffer(
            width: 4, height: 4, fourCC: DMABuffer.fourCC("XR24"), planes: [.init(descriptor: descriptor, bytesPerRow: 16)])
        // Drivers open files of their own when they are loaded, and, on threads of theirs, when they first draw.
        for renderer in everyRenderer { _ = try show(buffer, renderer) }
        usleep(300_000)
        let before = openDescriptors
        for renderer in everyRenderer {
            let frames = FrameQueue()
            for number in 0..<20 { XCTAssertTrue(try frames.enqueue(buffer, at: Double(number))) }
            XCTAssertEqual(openDescriptors, before + 20, "duplicates")
            frames.flushAndRemoveImage()
            XCTAssertEqual(openDescriptors, before)
            // Once on the screen, and then another.
            let host = OffscreenHost(size: CGSize(width: 4, height: 4), renderer: renderer), layer = FrameQueueLayer()
            host.perform {
                layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
                host.layer.addSublayer(layer)
            }
            let empty = openDescriptors
            XCTAssertTrue(try layer.frames.enqueue(buffer))
            _ = host.image(at: 0)
            XCTAssertEqual(openDescriptors, empty + 1)
            layer.frames.flushAndRemoveImage()
            _ = host.image(at: 0.1)
            _ = host.image(at: 0.2)
            XCTAssertEqual(openDescriptors, empty, "\(renderer)")
        }
        // The caller may close its own at once.
        let frames = FrameQueue()
        XCTAssertTrue(try frames.enqueue(buffer, at: 0))
        close(descriptor)
        XCTAssertEqual(try XCTUnwrap(frames.picture(at: 0, waits: true).image).withPixels { $0[15] }, 0xFF07_0707)
    }

    func testWhatIsRefused() throws {
        let descriptor = try file([UInt8](repeating: 0, count: 100))
        defer { close(descriptor) }
        let before = openDescriptors, frames = FrameQueue()
        func error(_ change: (inout DMABuffer) -> Void) -> DMABufferError? {
            var buffer = DMABuffer(
                width: 5, height: 5, fourCC: DMABuffer.fourCC("XR24"), planes: [.init(descriptor: descriptor, bytesPerRow: 20)])
            change(&buffer)
            do throws(DMABufferError) {
                _ = try frames.enqueue(buffer)
                return nil
            } catch { return error }
        }
        XCTAssertNil(error { _ in })
        frames.flushAndRemoveImage()
        XCTAssertEqual(error { $0.width = 0 }, .size(width: 0, height: 5))
        XCTAssertEqual(error { $0.fourCC = 1 }, .format(1))
        XCTAssertEqual(error { $0.modifier = 0x0100_0000_0000_0001 }, .modifier(0x0100_0000_0000_0001))
        XCTAssertEqual(error { $0.fourCC = DMABuffer.fourCC("NV12") }, .planeCount(1, needed: 2))
        XCTAssertEqual(error { $0.planes[0].offset = -1 }, .layout(plane: 0))
        XCTAssertEqual(error { $0.planes[0].bytesPerRow = 19 }, .layout(plane: 0))
        XCTAssertEqual(error { $0.planes[0].bytesPerRow = .max }, .layout(plane: 0))
        XCTAssertEqual(error { $0.planes[0].offset = 1 }, .bytes(100, plane: 0, needed: 101))
        XCTAssertEqual(error { $0.planes[0].descriptor = -1 }, .notMappable(plane: 0, code: EBADF))
        XCTAssertEqual(DMABuffer.fourCC("NV123"), 0)
        XCTAssertEqual(frames.count, 0)
        XCTAssertEqual(openDescriptors, before)
    }
}
