import Agate
import Foundation
import XCTest

/// The code of `Guides/Films.md`.
final class FilmsGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 160, height: 90), scale: 1, background: .white)
        let layer = CALayer()
        host.perform {
            layer.frame = CGRect(x: 10, y: 30, width: 30, height: 30)
            layer.backgroundColor = CGColor(red: 0.95, green: 0.41, blue: 0.36, alpha: 1)
            host.layer.addSublayer(layer)
        }
        host.perform { layer.animate(\.position, to: CGPoint(x: 135, y: 45), .easeInOut(1)) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("guide-film.apng")
        try host.record(to: .file(file), until: 1, framesPerSecond: 20)
        XCTAssertGreaterThan(try Data(contentsOf: file).count, 500)
        keep(file, "films.png")
        try FileManager.default.removeItem(at: file)
        let frames = OffscreenHost(size: CGSize(width: 16, height: 16)).frames(to: 1, fps: 4)
        let times = frames.map(\.time)
        XCTAssertEqual(times.count, 4)
    }
}
