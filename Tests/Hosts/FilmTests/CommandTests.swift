@testable import Agate
import AgateFormats
@testable import FFmpeg
import Foundation
import ImageIO
import XCTest

/// The program `agate` from outside: films, parts, manifests, and what it says when it can't.
final class CommandTests: CommandTestCase {
    private struct Manifest: Decodable {
        struct Frame: Decodable, Equatable {
            let frame: Int
            let time: Double
            let hash: String
        }
        let engine: String, hash: String, sceneHash: String
        let width: Int, height: Int
        let framesPerSecond: Double
        let frames: [Frame]
    }

    private func manifest(_ name: String) throws -> Manifest { try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file(name))) }

    func testPartsAreTheWhole() throws {
        _ = try installed()
        XCTAssertEqual(
            try agate(
                "render", scene, "-o", file("whole.mkv").path, "--fps", "25", "--duration", "0.8", "--manifest", file("whole.json").path
            ).status, 0)
        let whole = try manifest("whole.json")
        XCTAssertEqual(whole.frames.map(\.frame), Array(0..<20))
        XCTAssertEqual([whole.width, whole.height], [60, 40])
        XCTAssertEqual(whole.hash, "xxh64")
        var frames: [Manifest.Frame] = [], arguments = ["join"]
        for part in 1...3 {
            let name = "part\(part)"
            let answer = try agate(
                "render", scene, "-o", file("\(name).mkv").path, "--fps", "25", "--duration", "0.8", "--chunk", "\(part)/3", "--manifest",
                file("\(name).json").path)
            XCTAssertEqual(answer.status, 0, answer.message)
            frames += try manifest("\(name).json").frames
            XCTAssertEqual(try manifest("\(name).json").sceneHash, whole.sceneHash)
            arguments.append(file("\(name).mkv").path)
        }
        XCTAssertEqual(frames, whole.frames)
        // Their manifests don't lie beside them.
        let join = try agate(arguments + ["--without-manifests", "-o", file("joined.mkv").path])
        XCTAssertEqual(join.status, 0, join.message)
        // What comes out of the films are the frames that the manifest names, and those of single times.
        for name in ["whole.mkv", "joined.mkv"] {
            let hashes = try read(file(name)).map { frame in
                frame.image.withPixels { XXHash64.text(XXHash64.hash(UnsafeRawBufferPointer(start: $0, count: 60 * 40 * 4))) }
            }
            XCTAssertEqual(hashes, whole.frames.map(\.hash), name)
        }
        XCTAssertEqual(try agate("render", scene, "-o", file("one.png").path, "--time", "0.2").status, 0)
        let one = try ImageCodec.decode(contentsOf: file("one.png").path)
        XCTAssertEqual(
            one.withPixels { XXHash64.text(XXHash64.hash(UnsafeRawBufferPointer(start: $0, count: 60 * 40 * 4))) }, whole.frames[5].hash)
    }

    func testNamesSayTheFormat() throws {
        for name in ["a.gif", "a.webp", "a.y4m", "f-%03d.png"] {
            XCTAssertEqual(try agate("render", scene, "-o", file(name).path, "--frames", "3-6").status, 0, name)
        }
        XCTAssertEqual(files, ["Scene.caml", "a.gif", "a.webp", "a.y4m", "f-003.png", "f-004.png", "f-005.png", "f-006.png"])
        XCTAssertEqual(try ImageCodec.frameCount(Data(contentsOf: file("a.gif"))), 4)
        // A length makes a PNG move; none, and it is a picture.
        XCTAssertEqual(try agate("render", scene, "-o", file("a.png").path, "--duration", "0.1", "--fps", "30", "--loop", "2").status, 0)
        XCTAssertEqual(try ImageCodec.frameCount(Data(contentsOf: file("a.png"))), 3)
        XCTAssertEqual(try agate("render", scene, "-o", file("b.png").path).status, 0)
        XCTAssertEqual(try ImageCodec.frameCount(Data(contentsOf: file("b.png"))), 1)
        // As long as the animation.
        XCTAssertEqual(try agate("render", scene, "-o", file("c.y4m").path, "--fps", "10").status, 0)
        XCTAssertEqual(
            try Data(contentsOf: file("c.y4m")).count,
            4 * (60 * 40 * 3 / 2 + 6) + Data("YUV4MPEG2 W60 H40 F10:1 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n".utf8).count)
    }

    func testStandardOutput() throws {
        let raw = try agate("render", scene, "-o", "-", "--frames", "0-1")
        XCTAssertEqual(raw.output.count, 2 * 60 * 40 * 4)
        let picture = try agate("render", scene, "-o", "-", "--time", "0.1", "--scale", "0.5")
        XCTAssertEqual(try ImageCodec.decode(picture.output, name: "-").width, 30)
    }

    func testWhatCantBe() throws {
        for (arguments, word) in [
            (["-o", file("a.mp4").path, "--codec", "vp9"], "h264"), (["-o", file("a.xyz").path], "format"),
            (["-o", file("none/a.gif").path], "No such file"),
            (["-o", "/dev/full", "--format", "webp"], "No space left"), (["-o", file("a.gif").path, "--fps", "60"], "50"),
            (["-o", file("a.gif").path, "--frames", "5-5", "--chunk", "1/2"], "no frames"),
            (["-o", file("a.gif").path, "--chunk", "3/2"], "chunk"), (["-o", file("a.gif").path, "--quality", "7"], "quality"),
        ] {
            let child = try ChildProcess(program(), ["render", scene] + arguments, hasInput: false, output: .none)
            XCTAssertThrowsError(try child.finish(), "\(arguments)") {
                XCTAssertTrue("\($0)".contains(word), "\($0)")
            }
            XCTAssertEqual(child.wait(), word == "No space left" ? 75 : ["chunk", "quality"].contains(word) ? 64 : 2, "\(arguments)")
        }
        XCTAssertEqual(files, ["Scene.caml"])
    }

    func testInterrupted() throws {
        _ = try installed()
        for (name, signal) in [("a.mp4", SIGINT), ("a.gif", SIGTERM)] {
            let child = try ChildProcess(
                program(), ["render", scene, "-o", file(name).path, "--scale", "4", "--duration", "20000", "--fps", "50"], hasInput: false,
                output: .none)
            for _ in 0..<2000 where !files.contains(where: { $0.hasSuffix(".part") }) { usleep(5000) }
            XCTAssertTrue(files.contains { $0.hasSuffix(".part") }, "a film in the making")
            usleep(100_000)
            child.send(signal)
            XCTAssertEqual(child.wait(), 128 + signal)
            XCTAssertEqual(files, ["Scene.caml"], name)
        }
    }

    func testHash() {
        for (text, hash) in [
            ("", "ef46db3751d8e999"), ("a", "d24ec4f1a98c6e5b"), ("abc", "44bc2cf5ad770999"),
            ("Nobody inspects the spammish repetition", "fbcea83c8a378bf1"),
        ] { XCTAssertEqual(XXHash64.text(XXHash64.hash(Data(text.utf8))), hash) }
    }
}
