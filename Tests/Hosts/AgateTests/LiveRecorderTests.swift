@testable import Agate
import Foundation
import ImageIO
import TestSupport
import XCTest

/// Recording what comes at uneven times.
final class LiveRecorderTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-live-\(UUID().uuidString)")

    override func setUpWithError() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func picture(_ color: UInt32) -> CGImage { CGImage(width: 8, height: 6) { $0.update(repeating: color) }! }

    private func give(_ recorder: LiveRecorder, _ color: UInt32, at time: Double, rows: Range<Int> = 0..<6) {
        picture(color).withPixels {
            recorder.take(
                FramePixels($0, width: 8, height: 6, stride: 8), at: time, [CGRect(x: 0, y: rows.lowerBound, width: 8, height: rows.count)])
        }
    }

    private func colors(_ name: String, x: Int = 0, y: Int = 0) throws -> [UInt32] {
        try ImageCodec.decodeFrames(Data(contentsOf: file(name))).map { $0.withPixels { $0[y * 8 + x] } }
    }

    func testFramesStandWhereTheyShowed() throws {
        let recorder = try LiveRecorder(to: .file(file("a.png")), size: CGSize(width: 8, height: 6), framesPerSecond: 10)
        let (a, b, c, d): (UInt32, UInt32, UInt32, UInt32) = (0xFF00_0001, 0xFF00_0002, 0xFF00_0003, 0xFF00_0004)
        give(recorder, a, at: 100)
        // At the very time of a frame; two within one frame time, of which the last counts; and a pause.
        give(recorder, b, at: 100.2)
        give(recorder, c, at: 100.31)
        give(recorder, d, at: 100.35)
        try recorder.finish(at: 101)
        XCTAssertEqual(try colors("a.png"), [a, a, b, b, d, d, d, d, d, d])
        XCTAssertEqual(recorder.droppedFrames, 0)
        give(recorder, a, at: 102)
        try recorder.finish()
    }

    func testOnlyTheRowsThatChangedAreTaken() throws {
        let recorder = try LiveRecorder(to: .file(file("a.png")), size: CGSize(width: 8, height: 6), framesPerSecond: 10)
        give(recorder, 0xFF00_0001, at: 0)
        give(recorder, 0xFF00_0002, at: 0.1, rows: 2..<4)
        give(recorder, 0xFF00_0003, at: 0.14, rows: 4..<5)
        try recorder.finish(at: 0.3)
        XCTAssertEqual(try colors("a.png", y: 0), [0xFF00_0001, 0xFF00_0001, 0xFF00_0001])
        XCTAssertEqual(try colors("a.png", y: 3), [0xFF00_0001, 0xFF00_0002, 0xFF00_0002])
        XCTAssertEqual(try colors("a.png", y: 4), [0xFF00_0001, 0xFF00_0001, 0xFF00_0003])
    }

    func testNothingCame() throws {
        let recorder = try LiveRecorder(to: .file(file("a.png")), size: CGSize(width: 8, height: 6))
        XCTAssertThrowsError(try recorder.finish())
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [])
        let one = try LiveRecorder(to: .file(file("a.png")), size: CGSize(width: 8, height: 6))
        give(one, 0xFF00_0001, at: 5)
        try one.finish(at: 5)
        XCTAssertEqual(try colors("a.png"), [0xFF00_0001])
    }

    /// An encoder that stands still must not stop the host, and the film keeps its length.
    func testSlowEncoder() throws {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let count = 8 * 6 * 4
        let recorder = try LiveRecorder(
            to: .descriptor(ends[1]), size: CGSize(width: 8, height: 6), framesPerSecond: 1000, options: FilmOptions(format: .raw))
        // A pipe holds 341 such frames.
        for n in 0..<2000 { give(recorder, 0xFF00_0000 | UInt32(n), at: Double(n) / 1000) }
        XCTAssertGreaterThan(recorder.droppedFrames, 1000)
        let reader = ends[0]
        let all = Locked<[UInt8]>([])
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            var part = [UInt8](repeating: 0, count: 65536)
            while true {
                let got = Foundation.read(reader, &part, part.count)
                if got <= 0 { break }
                all.withLock { $0 += part.prefix(got) }
            }
            done.signal()
        }
        thread.start()
        try recorder.finish(at: 2)
        close(ends[1])
        done.wait()
        close(ends[0])
        let bytes = all.withLock { $0 }
        XCTAssertEqual(bytes.count, 2000 * count)
        let numbers = (0..<2000).map { Int(bytes[$0 * count]) | Int(bytes[$0 * count + 1]) << 8 }
        // Never a picture before its time, and the last one at the end.
        XCTAssertTrue(numbers.enumerated().allSatisfy { $1 <= $0 })
        XCTAssertEqual(numbers, numbers.sorted())
        XCTAssertEqual(numbers.last, 1999)
        XCTAssertEqual(numbers.first, 0)
    }

    func testLiveHost() throws {
        let recorder = try LiveRecorder(to: .file(file("a.png")), size: CGSize(width: 40, height: 30), framesPerSecond: 50)
        let host = LiveHost(size: CGSize(width: 40, height: 30)) { recorder.take($0) }
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 30)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        host.layer.addSublayer(layer)
        CATransaction.flush()
        let move = CABasicAnimation(keyPath: "position.x")
        move.fromValue = 5
        move.toValue = 35
        move.duration = 0.3
        layer.add(move, forKey: "move")
        CATransaction.flush()
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.6))
        try recorder.finish()
        let places = try ImageCodec.decodeFrames(Data(contentsOf: file("a.png"))).map { frame in
            frame.withPixels { pixels -> Int in (0..<40).first(where: { pixels[$0] >> 16 & 255 > 128 }) ?? -1 }
        }
        XCTAssertGreaterThan(Set(places).count, 5, "\(places)")
    }
}
