import Agate
import AgateBatch
import AgateFormats
import Foundation
import XCTest

/// The code of `Guides/LottieTemplates.md`.
final class LottieTemplatesGuide: XCTestCase {
    func testGuide() throws {
        let url = repository.appendingPathComponent("Examples/Sunrise.json")
        let scene = try LottieScene(url: url)
        let host = OffscreenHost(size: scene.size, scale: 1, background: .white)
        host.perform {
            host.layer.addSublayer(scene.rootLayer)
            scene.play(loopMode: .loop)
        }
        host.advance(by: scene.duration / 2)
        XCTAssertGreaterThan(scene.duration, 0)
        picture(host.image(), "lottie-templates")
        let paths = scene.keyPaths()
        let color = CGColor(red: 0.16, green: 0.62, blue: 0.56, alpha: 1)
        let count = paths.first { $0.hasSuffix("Color") }.map { scene.setValue(.color(color), forKeyPath: $0) } ?? 0
        XCTAssertGreaterThan(paths.count, 3)
        if paths.contains(where: { $0.hasSuffix("Color") }) { XCTAssertGreaterThan(count, 0) }
        let process = ProcessInfo.processInfo.processIdentifier
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("guide-films-\(process)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var batch = FilmBatch(template: url, output: folder.path + "/{id}.gif")
        batch.framesPerSecond = 5
        batch.duration = 0.4
        let table = try DataTable(Data("id\nanna\nben\n".utf8), isLines: false)
        let report = try batch.run(table)
        XCTAssertEqual(report.made, 2, "\(report.failures)")
        try FileManager.default.removeItem(at: folder)
    }
}
