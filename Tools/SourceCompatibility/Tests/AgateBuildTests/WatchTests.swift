import XCTest
@testable import AgateBuild

/// `agate run --watch`: when it builds, what it looks at, and how the program ends.
final class WatchTests: XCTestCase {
    /// Looks at files eight times a second: one letter each, which changes with them.
    private func builds(_ looks: String) -> [Int] {
        var state = WatchState(built: Character("a")), builds: [Int] = []
        for (index, snapshot) in looks.enumerated() where state.look(snapshot, at: Double(index) / 8) {
            builds.append(index)
            state.begin(snapshot)
        }
        return builds
    }

    func testABuildBeginsWhenTheFilesAreAtRest() {
        XCTAssertEqual(builds("aaaaaa"), [], "nothing has changed")
        XCTAssertEqual(builds("abbbbbb"), [3], "once")
        XCTAssertEqual(builds("abcdefffffff"), [7], "a flood of saves is one build")
        XCTAssertEqual(builds("abaaaaa"), [], "changed and changed back")
        XCTAssertEqual(builds("abbbbaaaa"), [3, 7], "back after it was built")
        XCTAssertEqual(builds("abbbccc"), [3, 6])
        // Files that never rest: every two seconds.
        let restless = String((0..<60).map { Character(Unicode.Scalar(UInt8(98 + $0 % 20))) })
        XCTAssertEqual(builds("a" + restless).prefix(2), [17, 34])
    }

    func testAChangeDuringABuildLeadsToAnother() {
        var state = WatchState(built: 1)
        XCTAssertFalse(state.look(2, at: 0))
        XCTAssertTrue(state.look(2, at: 1))
        state.begin(2)
        XCTAssertFalse(state.isPending)
        XCTAssertFalse(state.look(3, at: 60), "the build took a minute, and a file changed meanwhile")
        XCTAssertTrue(state.look(3, at: 60.3))
    }

    func testEveryKindOfChangeIsSeen() throws {
        let folder = try temporaryFolder(["Package.swift": "", "S/a.swift": "1", "S/deep/b.txt": "2", "T/t.swift": ""])
        let files = WatchedFiles(places: [folder + "/Package.swift", folder + "/S"])
        var last = files.snapshot()
        XCTAssertEqual(Set(last.keys), [folder + "/Package.swift", folder + "/S/a.swift", folder + "/S/deep/b.txt"])
        func changes(_ name: String, _ isSeen: Bool = true, _ body: () throws -> Void) rethrows {
            try body()
            let next = files.snapshot()
            XCTAssertEqual(next != last, isSeen, name)
            last = next
        }
        try changes("a longer file") { try Data("11".utf8).write(to: URL(fileURLWithPath: folder + "/S/a.swift")) }
        try changes("the same length") {
            usleep(20_000)
            let file = try XCTUnwrap(FileHandle(forWritingAtPath: folder + "/S/a.swift"))
            try file.write(contentsOf: Data("22".utf8))
        }
        try changes("replaced by a rename") { try Files.write("33", to: folder + "/S/a.swift") }
        try changes("a new file") { try Files.write("", to: folder + "/S/deep/new/c.swift") }
        changes("a file that is gone") { unlink(folder + "/S/deep/b.txt") }
        changes("a folder that is gone") { Files.remove(folder + "/S/deep") }
        try changes("the manifest") { try Files.write("x", to: folder + "/Package.swift") }
        try changes("a test", false) { try Files.write("x", to: folder + "/T/t.swift") }
        try changes("an editor's own file", false) {
            try Files.write("x", to: folder + "/S/.a.swift.swp")
            try Files.write("x", to: folder + "/S/a.swift~")
        }
        changes("a link around the folder", false) { symlink(folder, folder + "/S/around") }
        changes("a link to nothing", false) { symlink("/nowhere", folder + "/S/broken") }
        changes("all is gone") { Files.remove(folder) }
        XCTAssertEqual(last, [:])
        XCTAssertTrue(files.covers(folder + "/S/x") && !files.covers(folder + "/Sx") && files.covers(folder + "/Package.swift"))
        XCTAssertEqual(WatchedFiles.interval(after: 0.05), 1, "reading takes a twentieth of the time")
    }

    func testProgramsEnd() throws {
        func wait(_ program: WatchedProgram) -> Int32? {
            for _ in 0..<500 {
                if let status = program.poll() { return status }
                usleep(10_000)
            }
            return nil
        }
        XCTAssertEqual(wait(try WatchedProgram("/bin/sh", ["-c", "exit $X"], environment: ["X": "7"])), 7)
        XCTAssertEqual(wait(try WatchedProgram("/bin/sh", ["-c", "kill -SEGV $$"])), 128 + SIGSEGV)
        let willing = try WatchedProgram("/bin/sh", ["-c", "sleep 60"])
        XCTAssertNil(willing.poll())
        willing.end()
        XCTAssertEqual(willing.poll(), 128 + SIGTERM)
        let stopped = try WatchedProgram("/bin/sh", ["-c", "kill -STOP $$; sleep 60"])
        usleep(200_000)
        stopped.end()
        XCTAssertEqual(stopped.poll(), 128 + SIGTERM)
        let unwilling = try WatchedProgram("/bin/sh", ["-c", "trap '' TERM; while :; do sleep 0.1; done"])
        usleep(300_000)
        unwilling.end()
        XCTAssertEqual(unwilling.poll(), 128 + SIGKILL)
        XCTAssertThrowsError(try WatchedProgram("/nowhere", []))
    }

    func testArguments() throws {
        let invocation = try Invocation(
            command: "run", arguments: ["--watch", "-c", "release", "-Xswiftc", "-g", "demo", "--watch", "x"], stopsAtName: true)
        XCTAssertTrue(invocation.has("--watch"))
        XCTAssertEqual(PackageCommand.programArguments(invocation.rest), ["--watch", "x"])
        XCTAssertEqual(PackageCommand.programArguments(["-Xswiftc", "-g"]), [])
        XCTAssertFalse(try Invocation(command: "build", arguments: ["--watch"]).has("--watch"), "SwiftPM says that it does not know it")
    }
}
