@testable import Agate
import FFmpeg
import Foundation
import ImageIO
import XCTest

/// A folder of its own for each test, and a small scene.
class RecordingTestCase: XCTestCase {
    private(set) var folder = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-films-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// What lies in the folder, hidden files too.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

    /// A half-transparent ring that turns about, a small box that moves, and a pause in the second half.
    func host(_ width: Int = 96, _ height: Int = 64, background: CGColor? = nil) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: width, height: height), background: background)
        host.perform {
            let ring = CALayer()
            ring.frame = CGRect(x: 8, y: 8, width: 48, height: 48)
            ring.cornerRadius = 24
            ring.borderWidth = 9
            ring.borderColor = CGColor(red: 0.9, green: 0.2, blue: 0.1, alpha: 1)
            ring.backgroundColor = CGColor(red: 0.1, green: 0.3, blue: 0.9, alpha: 0.5)
            let box = CALayer()
            box.frame = CGRect(x: 60, y: 10, width: 20, height: 12)
            box.backgroundColor = CGColor(red: 0.1, green: 0.8, blue: 0.2, alpha: 1)
            host.layer.addSublayer(ring)
            host.layer.addSublayer(box)
            let move = CABasicAnimation(keyPath: "position.y")
            move.fromValue = 16
            move.toValue = 50
            move.duration = 0.5
            move.fillMode = .forwards
            move.isRemovedOnCompletion = false
            box.add(move, forKey: "move")
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.fromValue = 1
            fade.toValue = 0.3
            fade.duration = 0.3
            ring.opacity = 0.3
            ring.add(fade, forKey: "fade")
        }
        return host
    }

    /// The frames as pictures made alone, each in a host of its own.
    func pictures(_ count: Int, fps: Double, background: CGColor? = nil) -> [CGImage] {
        (0..<count).map { host(background: background).image(at: Double($0) / fps) }
    }

    func read(_ url: URL) throws -> [(time: Double, image: CGImage)] {
        let reader = try FrameReader(url)
        var frames: [(Double, CGImage)] = []
        var pixels = [UInt32](repeating: 0, count: reader.width * reader.height)
        while let time = try pixels.withUnsafeMutableBufferPointer({ try reader.next(into: $0.baseAddress!) }) {
            let image = CGImage(width: reader.width, height: reader.height) { target in
                for index in target.indices { target[index] = pixels[index] }
            }
            frames.append((time, try XCTUnwrap(image)))
        }
        return frames
    }

    func assertSame(_ got: [CGImage], _ wanted: [CGImage], _ name: String = "", file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertEqual(got.count, wanted.count, name, file: file, line: line)
        for (index, (a, b)) in zip(got, wanted).enumerated() where !a.hasEqualPixels(to: b) {
            XCTFail("\(name): frame \(index) differs", file: file, line: line)
        }
    }
}
