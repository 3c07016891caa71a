import Foundation
import ImageIO
import XCTest

/// Where the program writes: devices, pipes, links and folders stay what they are, every failure is one line and its code.
final class CommandOutputTests: CommandTestCase {
    private func status(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    func testStillIntoAPipeThatHasAName() throws {
        XCTAssertEqual(mkfifo(file("pipe").path, 0o600), 0)
        let answer = try shell("cat pipe > got.png & $agate render $scene --time 0.1 -o pipe; code=$?; wait; exit $code")
        XCTAssertEqual(answer.status, 0, answer.message)
        XCTAssertEqual(status(file("pipe").path), S_IFIFO)
        XCTAssertEqual(try ImageCodec.decode(contentsOf: file("got.png").path).width, 60)
    }

    func testStillAndManifestIntoADevice() throws {
        try XCTSkipIf(geteuid() != 0, "only root makes devices")
        // A device of this test's own: the null device by another name.
        for (arguments, name) in [(["--time", "0.1"], "one"), (["--frames", "0-1", "--format", "gif"], "two")] {
            try XCTSkipIf(mknod(file(name).path, S_IFCHR | 0o666, dev_t(1 << 8 | 3)) != 0, "no devices here")
            let answer = try agate(["render", scene, "-o", file(name).path] + arguments)
            XCTAssertEqual(answer.status, 0, answer.message)
            XCTAssertEqual(status(file(name).path), S_IFCHR, name)
        }
        try XCTSkipIf(mknod(file("three").path, S_IFCHR | 0o666, dev_t(1 << 8 | 3)) != 0, "no devices here")
        XCTAssertEqual(try agate("render", scene, "-o", file("a.gif").path, "--frames", "0-1", "--manifest", file("three").path).status, 0)
        XCTAssertEqual(status(file("three").path), S_IFCHR)
        XCTAssertEqual(try agate("render", scene, "--time", "0", "-o", file("a.png").path).status, 0)
        XCTAssertEqual(try agate("diff", file("a.png").path, file("a.png").path, "-o", file("three").path).status, 0)
        XCTAssertEqual(status(file("three").path), S_IFCHR)
    }

    func testLinksAreFollowed() throws {
        let manager = FileManager.default
        try manager.createDirectory(at: file("far"), withIntermediateDirectories: true)
        try Data("before".utf8).write(to: file("far/old.png"))
        for (link, target) in [("a.png", "far/old.png"), ("b.png", "far/new.png"), ("c.png", "b.png")] {
            try manager.createSymbolicLink(atPath: file(link).path, withDestinationPath: target)
        }
        for link in ["a.png", "b.png", "c.png"] {
            XCTAssertEqual(try agate("render", scene, "--time", "0.1", "-o", file(link).path).status, 0)
            XCTAssertEqual(status(file(link).path), S_IFLNK, link)
            XCTAssertEqual(try ImageCodec.decode(contentsOf: file(link).path).width, 60)
        }
        XCTAssertEqual(try manager.contentsOfDirectory(atPath: file("far").path).sorted(), ["new.png", "old.png"])
    }

    func testFoldersAreRefused() throws {
        try FileManager.default.createDirectory(at: file("folder"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: file("folder.gif"), withIntermediateDirectories: true)
        for arguments in [
            ["--time", "0.1", "-o", file("folder").path], ["-o", file("folder.gif").path],
            ["--frames", "0-1", "-o", file("a.gif").path, "--manifest", file("folder").path],
        ] {
            let answer = try agate(["render", scene] + arguments)
            XCTAssertEqual(answer.status, 2)
            XCTAssertTrue(answer.message.hasSuffix(": this is a folder") && !answer.message.contains("\n"), answer.message)
        }
    }

    func testNamesThatSayAnotherFormat() throws {
        for (name, word) in [("x.bmp", "as .png"), ("x.mp4", "omit --time"), ("x.jpg", "as .png"), ("x.tiff", "as .png")] {
            let answer = try agate("render", scene, "--time", "0.1", "-o", file(name).path)
            XCTAssertEqual(answer.status, 2, name)
            XCTAssertTrue(answer.message.contains(word), answer.message)
        }
        XCTAssertEqual(try agate("render", scene, "-o", file("x.bmp").path).status, 2)
        XCTAssertEqual(files, ["Scene.caml"])
        // For whoever insists, the bytes are PNG.
        XCTAssertEqual(try agate("render", scene, "--time", "0.1", "--format", "png", "-o", file("x.bin").path).status, 0)
    }

    func testNoNameSaysWhatIsWritten() throws {
        let still = try shell("$agate render $scene")
        XCTAssertEqual(still.status, 0)
        XCTAssertEqual(still.message, "agate: wrote Scene.png")
        let film = try shell("$agate render $scene --frames 2-3")
        XCTAssertEqual(film.message, "agate: wrote Scene-%04d.png")
        XCTAssertEqual(files, ["Scene-0002.png", "Scene-0003.png", "Scene.caml", "Scene.png"])
    }

    func testFullStandardOutput() throws {
        for line in [
            "render $scene --time 0.1 -o -", "render $scene -o - --frames 0-3", "info $scene", "info $scene --json", "--help", "--version",
            "help render",
            "diff a.png a.png", "render $scene -o - --format gif --frames 0-2",
        ] {
            if line.hasPrefix("diff") { XCTAssertEqual(try agate("render", scene, "--time", "0", "-o", file("a.png").path).status, 0) }
            let answer = try shell("$agate \(line) > /dev/full")
            XCTAssertEqual(answer.status, 75, line)
            XCTAssertEqual(answer.message, "agate: standard output: No space left on device", line)
        }
    }

    func testReaderThatStopsReading() throws {
        for line in [
            "render $scene --time 0.1 -o - --scale 40", "render $scene -o - --duration 100", "info $scene", "--help",
            "render $scene -o - --format png --frames 0-2",
        ] {
            let answer = try shell("{ $agate \(line); echo $? > code; } | true; cat code")
            XCTAssertEqual(answer.text, "141\n", line)
            XCTAssertEqual(answer.message, "", line)
        }
        _ = try installed()
        let answer = try shell(
            "{ $agate render $scene -o - --format mp4 --duration 60 --scale 4; echo $? > code; } | head -c 10 > /dev/null; cat code")
        XCTAssertEqual(answer.text, "141\n")
        XCTAssertEqual(answer.message, "")
        // Nobody reads the messages: no reason to stop.
        XCTAssertEqual(try shell("{ $agate render $scene; echo $? > code; } 2> >(true); cat code").text, "0\n")
    }

    func testCodes() throws {
        XCTAssertEqual(try agate("render", scene, "-o", file("a.gif").path, "--frames", "0-1").status, 0)
        XCTAssertEqual(try agate("render", file("none.caml").path, "-o", file("b.gif").path).status, 2)
        XCTAssertEqual(try agate("render", scene, "-o", file("none/b.gif").path).status, 2)
        XCTAssertEqual(try agate("render", scene, "--no-such-option").status, 64)
        XCTAssertEqual(try agate("render", scene, "--fps", "-5").status, 64)
        XCTAssertEqual(try agate("nonsense").status, 64)
        XCTAssertEqual(try agate("render", scene, "-o", "/dev/full", "--format", "webp", "--frames", "0-1").status, 75)
    }

    func testConvertOnAFullDisk() throws {
        let answer = try shell("ulimit -f 0; $agate convert $scene -o a.ca")
        XCTAssertEqual(answer.status, 75, answer.message)
        XCTAssertEqual(files, ["Scene.caml"])
    }
}
