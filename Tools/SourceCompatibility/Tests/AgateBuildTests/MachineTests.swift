import XCTest
@testable import AgateBuild

/// Files, locks, programs and places: whole or not at all, one after the other, and one line with a number for what the machine refuses.
final class MachineTests: XCTestCase {
    func testFilesAreReplacedAsAWhole() throws {
        let folder = try temporaryFolder(["a": "old", "linked": "old"])
        XCTAssertEqual(symlink(folder + "/linked", folder + "/link"), 0)
        XCTAssertEqual(link(folder + "/a", folder + "/hard"), 0)
        try Files.write("new", to: folder + "/a")
        try Files.write("new", to: folder + "/link")
        XCTAssertEqual(try ["a", "linked", "hard"].map { try Files.text("\(folder)/\($0)") }, ["new", "new", "old"])
        XCTAssertEqual(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link"), folder + "/linked")
        XCTAssertThrowsError(try Files.write("x", to: folder + "/a/b")) { XCTAssertEqual(ExitStatus.of($0), ExitStatus.badInput) }
        XCTAssertNoThrow(try Files.write("x", to: "/dev/null"))
        try Files.write("left", to: folder + "/deep/" + AtomicFile.prefix + "1-1")
        AtomicFile.removeTemporaries(below: folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        XCTAssertEqual(names, ["a", "deep", "hard", "link", "linked"])
    }

    /// A file that may grow no further stands for a full disk: the same errors by the same way.
    func testAFullDiskIsOneLineAndLeavesTheOldFile() throws {
        let folder = try temporaryFolder(["a": "old"])
        XCTAssertThrowsError(try AtomicFile.write(Data("x".utf8), to: "/dev/full")) { error in
            XCTAssertEqual(ExitStatus.of(error), ExitStatus.transient)
            XCTAssertEqual(BuildError.text(of: error), "/dev/full can't be written: No space left on device")
        }
        var limit = rlimit()
        let before = signal(SIGXFSZ, SIG_IGN), kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        getrlimit(kind, &limit)
        var small = limit
        small.rlim_cur = 1000
        setrlimit(kind, &small)
        let error = Result { try Files.write(String(repeating: "x", count: 2000), to: folder + "/a") }
        setrlimit(kind, &limit)
        signal(SIGXFSZ, before)
        XCTAssertThrowsError(try error.get()) { XCTAssertEqual(ExitStatus.of($0), ExitStatus.transient) }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder), ["a"])
        XCTAssertEqual(try Files.text(folder + "/a"), "old")
    }

    func testWhatToolsSayOfAFullDisk() throws {
        for (text, isFull) in [
            ("error: unable to write: No space left on device", true), ("fatal: sqlite: database or disk is full", true),
            ("cp: Disk quota exceeded", true), ("error: cannot find 'disk' in scope", false),
            ("12 | let text = \"No space left on device\"", false), ("   7 |     // the disk is full", false),
        ] { XCTAssertEqual(FullDisk.sign(in: text) != nil, isFull, text) }
        let script = "echo one; echo 'ld: No space left on device' >&2; exit 1"
        for run in [
            { _ = try Program.capture("/bin/sh", ["-c", script]) }, { _ = try Program.lines("/bin/sh", ["-c", script]) { _ in } },
            { _ = try Program.run("/bin/sh", ["-c", script]) },
        ] { XCTAssertThrowsError(try run()) { XCTAssertEqual(ExitStatus.of($0), ExitStatus.transient) } }
        XCTAssertEqual(try Program.capture("/bin/sh", ["-c", "echo 'No space left on device'"]).status, 0, "it went well all the same")
    }

    func testProgramsAnswer() throws {
        let result = try Program.capture("/bin/sh", ["-c", "yes | head -c 300000; yes n | head -c 300000 >&2; exit 7"])
        XCTAssertEqual([result.output.count, result.errors.count, Int(result.status)], [300_000, 300_000, 7])
        var lines: [String] = []
        XCTAssertEqual(try Program.lines("/bin/sh", ["-c", "printf 'a\\nb'; printf c >&2; kill -9 $$"]) { lines.append($0) }, 137)
        XCTAssertEqual(lines, ["a", "bc"])
        XCTAssertThrowsError(try Program.capture("/not/there", []))
    }

    /// A lock keeps others out, also while a program that was started under it still runs.
    func testLocks() throws {
        let folder = try temporaryFolder([:]), path = folder + "/deep/lock"
        try XCTSkipIf((try? Program.find("flock")) == nil, "flock is not installed")
        let lock = try FileLock(path)
        XCTAssertFalse(try isFreeOutside(path))
        try lock.change(to: .shared)
        XCTAssertFalse(try isFreeOutside(path))
        XCTAssertTrue(try isFreeOutside(path, "-s"))
        lock.release()
        XCTAssertTrue(try isFreeOutside(path))
        let child: FileHandle
        do {
            let held = try FileLock(path)
            // It goes on when this program has long let go.
            child = try heldByAChild(folder)
            held.release()
        }
        XCTAssertFalse(try isFreeOutside(path), "the child holds it")
        try child.close()
        var rounds = 0
        while try !isFreeOutside(path), rounds < 200 {
            usleep(10_000)
            rounds += 1
        }
        XCTAssertLessThan(rounds, 200, "the child is gone, and so is its lock")
        // A lock whose file is gone is none: the next one makes another.
        let gone = try FileLock(path)
        Files.remove(folder + "/deep")
        let next = try FileLock(path)
        XCTAssertFalse(try isFreeOutside(path))
        withExtendedLifetime((gone, next)) {}
    }

    /// Asked by a program that inherits nothing: its own descriptor decides.
    private func isFreeOutside(_ path: String, _ kind: String = "-x") throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try Program.find("flock"))
        process.arguments = [kind, "-n", path, "true"]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// A program in the background that ends when the pipe is closed.
    private func heldByAChild(_ folder: String) throws -> FileHandle {
        let pipe = folder + "/pipe"
        XCTAssertEqual(mkfifo(pipe, 0o600), 0)
        _ = try Program.run("/bin/sh", ["-c", "exec >/dev/null 2>&1; cat <'\(pipe)' &"])
        return try XCTUnwrap(FileHandle(forWritingAtPath: pipe))
    }

    func testWhereAPackageIsBuilt() throws {
        let folder = try temporaryFolder(["p/Package.swift": "", "file": ""])
        setenv("AGATE_CACHE", folder + "/cache", 1)
        defer { unsetenv("AGATE_CACHE") }
        XCTAssertEqual(try PackageCommand.scratch(of: folder + "/p", asked: nil), folder + "/p/.build")
        XCTAssertEqual(try PackageCommand.scratch(of: folder + "/p", asked: folder + "/s"), folder + "/s")
        // A file in the way of a folder is what root can't write through either.
        XCTAssertTrue(try PackageCommand.scratch(of: folder + "/file", asked: nil).hasPrefix(folder + "/cache/packages/"))
        XCTAssertThrowsError(try PackageCommand.scratch(of: folder + "/p", asked: folder + "/file"))
    }

    func testLinksInACircleEnd() throws {
        let folder = try temporaryFolder(["a/one": "", "a/b/two": ""])
        XCTAssertEqual(symlink("..", folder + "/a/b/up"), 0)
        XCTAssertEqual(symlink(folder + "/a/b", folder + "/a/again"), 0)
        XCTAssertEqual(Files.below(folder), ["a/again/two", "a/b/two", "a/one"])
    }
}
