import FFmpeg
import Foundation
import ImageIO
import TestSupport
import XCTest

/// Documentation/ForAgents.md: each of its commands runs, and the film that it promises comes out.
final class ForAgentsTests: CommandTestCase {
    private func blocks() throws -> [String] {
        let page = try String(contentsOf: Repository.root.appendingPathComponent("Documentation/ForAgents.md"), encoding: .utf8)
        return page.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    func testEveryCommandRuns() throws {
        _ = try installed()
        let blocks = try blocks()
        XCTAssertGreaterThan(blocks.count, 5)
        let answer = try shell("set -e; agate() { \"$agate\" \"$@\"; }\n" + blocks.joined(separator: "\n"))
        XCTAssertEqual(answer.status, 0, answer.message)
        for (name, seconds) in [("film.mp4", 10.0), ("title.mp4", 10)] {
            let frames = try read(file(name))
            XCTAssertEqual(frames.count, Int(seconds * 25), name)
            XCTAssertEqual(frames[0].image.width, 640)
        }
        // The title fades in: nothing of it at 0, all of it at 9.
        func light(_ name: String) throws -> Int {
            try ImageCodec.decode(contentsOf: file(name).path).withPixels { pixels in
                (0..<640 * 360).reduce(0) { $0 + (pixels[$1] & 255 > 200 ? 1 : 0) }
            }
        }
        XCTAssertEqual(try light("shot-0.png"), 0)
        XCTAssertGreaterThan(try light("shot-9.png"), 500)
        XCTAssertGreaterThan(try light("title-5.png"), 500)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: file("films").path).sorted(), ["a.gif", "b.gif"])
    }

    /// The commands of the table, too.
    func testTheTableNamesOptionsThatExist() throws {
        let page = try String(contentsOf: Repository.root.appendingPathComponent("Documentation/ForAgents.md"), encoding: .utf8)
        for verb in ["info", "schema", "lint", "render", "diff", "mcp"] {
            XCTAssertTrue(page.contains("agate \(verb)"), verb)
            XCTAssertEqual(try agate("help", verb).status, 0, verb)
        }
        let options = try agate("help", "render").text + agate("help", "info").text + agate("help", "lint").text
        for option in Set(page.matches(of: /--[a-z][a-z-]+/).map { String($0.0) }) { XCTAssertTrue(options.contains(option), option) }
    }
}
