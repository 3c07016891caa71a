import Foundation
import XCTest

/// `agate build`, `test`, `run` and `toolset` up to the program that does the work: where what is built is kept, what decides that it is
/// built again, and what of it is whole after a kill or on a full disk. A script stands in for the compiler and counts what it builds.
final class BuildVerbTests: CommandTestCase {
    private var checkout: String { file("checkout").path }
    private var package: String { file("package").path }
    private var cache: String { file("xdg").path + "/agate" }

    override func setUpWithError() throws {
        try super.setUpWithError()
        try write("Tools/SourceCompatibility/Package.swift", "manifest")
        try write("Tools/SourceCompatibility/Sources/AgateBuild/a.swift", "one")
        try write("Tools/SourceCompatibility/Tests/LoweringTests/t.swift", "test")
        for name in ["package", "xdg", "home", "bin"] {
            try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: true)
        }
        try Data("manifest".utf8).write(to: file("package/Package.swift"))
        // $before is done in the middle of a build, before the program is there.
        let swift = """
            #!/bin/sh
            if [ "$1" = --version ]; then echo "Swift version ${COMPILER:-1}"; exit; fi
            if [ "$1" = -print-target-info ]; then echo '{}'; exit; fi
            echo build >>'\(file("builds").path)'
            while [ $# -gt 0 ]; do
                case "$1" in --scratch-path) scratch=$2 ;; --package-path) source=$2 ;; esac
                shift
            done
            eval "$BEFORE"
            mkdir -p "$scratch/release"
            {
                echo '#!/bin/sh'
                echo 'echo "cache=$AGATE_CACHE home=$HOME compiler=$(echo $AGATE_COMPILER) source='"$(cat "$source"/Sources/AgateBuild/*)"' $*"'
            } >"$scratch/release/agate-build"
            chmod +x "$scratch/release/agate-build"
            """
        for name in ["swift", "swiftc"] {
            try Data(swift.utf8).write(to: file("bin/" + name))
            chmod(file("bin/" + name).path, 0o755)
        }
    }

    private func write(_ path: String, _ text: String) throws {
        let url = URL(fileURLWithPath: checkout + "/" + path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Runs `agate` in the package's folder with these variables.
    private func build(_ variables: String = "HOME='$f/home' XDG_CACHE_HOME='$f/xdg'", _ arguments: String = "build -v") throws -> Answer {
        let variables = variables.replacingOccurrences(of: "$f", with: folder.path)
        return try shell(
            "cd package && env \(variables) PATH='\(folder.path)/bin':\"$PATH\" AGATE_CHECKOUT='\(checkout)' $agate \(arguments); exit $?")
    }

    private var builds: Int { (try? String(contentsOf: file("builds"), encoding: .utf8))?.split(separator: "\n").count ?? 0 }

    func testWhereItIsKept() throws {
        let xdg = cache, home = file("home").path + "/.cache/agate", own = package + "/.build/agate/cache", given = file("home").path
        try Data().write(to: file("blocked"))
        for (variables, arguments, place, homeThen) in [
            ("HOME='$f/home' XDG_CACHE_HOME='$f/xdg'", "build", xdg, given),
            ("HOME='$f/home' XDG_CACHE_HOME=", "build", home, given),
            ("HOME='$f/home' XDG_CACHE_HOME=relative", "build", home, given),
            ("-u XDG_CACHE_HOME HOME='$f/home'", "toolset --prefix x", home, given),
            ("HOME= XDG_CACHE_HOME='$f/xdg'", "build", xdg, xdg + "/home"),
            ("HOME= XDG_CACHE_HOME=", "build", own, own + "/home"),
            ("-u HOME -u XDG_CACHE_HOME", "test --filter x", own, own + "/home"),
            ("HOME=. XDG_CACHE_HOME=", "run x --package-path /nowhere", own, own + "/home"),
            ("HOME= XDG_CACHE_HOME=", "build --scratch-path='\(package)/s'", package + "/s/agate/cache", package + "/s/agate/cache/home"),
            // What is in the way of a folder is what nobody can write to, not even root.
            ("HOME='$f/home' XDG_CACHE_HOME='$f/blocked'", "build", home, given),
            ("HOME='$f/blocked' XDG_CACHE_HOME='$f/blocked'", "build", own, file("blocked").path),
            ("HOME='$f/home' XDG_CACHE_HOME='$f/new/deep'", "build", file("new/deep").path + "/agate", given),
        ] {
            let answer = try build(variables, arguments)
            XCTAssertEqual(answer.status, 0, answer.message)
            XCTAssertEqual(
                answer.text.trimmingCharacters(in: .whitespacesAndNewlines),
                "cache=\(place) home=\(homeThen) compiler=Swift version 1 source=one \(arguments.replacingOccurrences(of: "'", with: ""))",
                variables)
        }
        for (variables, arguments) in [
            ("HOME= XDG_CACHE_HOME=", "toolset"), ("-u HOME -u XDG_CACHE_HOME", "build --package-path /"),
            ("HOME='$f/blocked' XDG_CACHE_HOME=", "toolset"),
        ] {
            let answer = try build(variables, arguments)
            XCTAssertEqual(answer.status, 2)
            XCTAssertEqual(answer.message.split(separator: "\n").count, 1, answer.message)
            XCTAssertTrue(answer.message.contains("XDG_CACHE_HOME"), answer.message)
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: checkout + "/Tools/SourceCompatibility").sorted()
        XCTAssertEqual(
            names.filter { $0.hasSuffix(".swift") || $0.contains(".c") || $0.contains(".build") },
            ["Package.swift", "Sources/AgateBuild/a.swift", "Tests/LoweringTests/t.swift"], "nothing is written into the checkout")
    }

    func testWhatDecidesThatItIsBuiltAgain() throws {
        XCTAssertTrue(try build().text.contains("source=one"))
        XCTAssertTrue(try build().text.contains("source=one"))
        XCTAssertEqual(builds, 1)
        let sources = "Tools/SourceCompatibility/Sources/AgateBuild/"
        let tool = try XCTUnwrap(FileManager.default.contentsOfDirectory(atPath: cache).first { $0.hasPrefix("tool-") })
        let changes: [(String, String, () throws -> Void)] = [
            ("a source", "two", { try self.write(sources + "a.swift", "two") }),
            ("a source that comes", "twothree", { try self.write(sources + "b.swift", "three") }),
            ("a source that goes", "two", { try FileManager.default.removeItem(atPath: "\(self.checkout)/\(sources)b.swift") }),
            ("the manifest", "two", { try self.write("Tools/SourceCompatibility/Package.swift", "another") }),
            ("a program that is torn", "two", { truncate("\(self.cache)/\(tool)/agate-build", 20) }),
            ("a program that is gone", "two", { unlink("\(self.cache)/\(tool)/agate-build") }),
            ("a stamp that is torn", "two", { truncate("\(self.cache)/\(tool)/stamp", 3) }),
            ("a stamp that is gone", "two", { unlink("\(self.cache)/\(tool)/stamp") }),
        ]
        for (index, (name, source, change)) in changes.enumerated() {
            try change()
            for _ in 0..<2 { XCTAssertTrue(try build().text.contains("source=\(source) "), name) }
            XCTAssertEqual(builds, index + 2, name)
        }
        XCTAssertTrue(try build("HOME='$f/home' XDG_CACHE_HOME='$f/xdg' COMPILER=2").text.contains("compiler=Swift version 2"))
        XCTAssertEqual(builds, changes.count + 2, "the compiler")
    }

    func testTwoAtOnceBuildItOnce() throws {
        let one = "env PATH='\(folder.path)/bin':\"$PATH\" AGATE_CHECKOUT='\(checkout)' HOME='\(folder.path)/home' XDG_CACHE_HOME="
        let answer = try shell("cd package; export BEFORE='sleep 0.3'; for i in 1 2 3; do \(one) $agate build $i & done; wait")
        XCTAssertEqual(answer.text.split(separator: "\n").count, 3, answer.message)
        XCTAssertEqual(builds, 1, answer.message)
    }

    func testWhatEndsInTheMiddleIsMadeByTheNext() throws {
        let usual = "HOME='$f/home' XDG_CACHE_HOME='$f/xdg'"
        for (before, status) in [
            ("kill -KILL $PPID", 137), ("kill -TERM $PPID; sleep 20", 143), ("kill -INT $PPID; sleep 20", 130),
            ("echo \"ld: No space left on device\" >&2; exit 1", 75), ("exit 1", 2),
        ] as [(String, Int32)] {
            try write("Tools/SourceCompatibility/Sources/AgateBuild/a.swift", before)
            let answer = try build("\(usual) BEFORE='\(before)'")
            XCTAssertEqual(answer.status, status, "\(before): \(answer.message)")
            XCTAssertEqual(answer.text, "")
            try write("Tools/SourceCompatibility/Sources/AgateBuild/a.swift", "good")
            XCTAssertTrue(try build().text.contains("source=good"), before)
        }
    }

    /// A cache in an image that nobody may write to serves as long as it holds what is wanted.
    func testACacheThatCannotBeWritten() throws {
        XCTAssertEqual(try build().status, 0)
        let script = """
            mount --bind '\(folder.path)/xdg' '\(folder.path)/xdg' && mount -o remount,bind,ro '\(folder.path)/xdg' || exit 99
            cd package; export PATH='\(folder.path)/bin':"$PATH" AGATE_CHECKOUT='\(checkout)' HOME='\(folder.path)/home' XDG_CACHE_HOME='\(folder.path)/xdg'
            "$AGATE" build; echo three >'\(checkout)/Tools/SourceCompatibility/Sources/AgateBuild/a.swift'; "$AGATE" build
            """
        let answer = try run(
            "/bin/bash", ["-c", "cd '\(folder.path)'; unshare -m bash -c \"$SCRIPT\""],
            environment: ["SCRIPT": script, "AGATE": try program()])
        try XCTSkipIf(answer.status == 99 || answer.status == 1, "folders can't be mounted here")
        let places = answer.text.split(separator: "\n").map { $0.split(separator: " ")[0] }
        XCTAssertEqual(places, ["cache=\(cache)", "cache=\(file("home").path)/.cache/agate"], answer.message)
    }
}
