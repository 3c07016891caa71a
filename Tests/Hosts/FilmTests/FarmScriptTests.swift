import AgateBatch
import Foundation
import XCTest

/// The scripts that `agate submit` writes, run with names that a shell, YAML and Python read in their own way.
final class FarmScriptTests: CommandTestCase {
    /// In the name of the film, of the scene, and of the folder.
    private static let names = [
        "my film", "it's \"$number\" $(touch pwned) `touch pwned` \\ #;&|*?[x]!~ $$", "-\u{E4} 😀\u{202E}\u{9B}\nnew line=${HOME}{}",
    ]
    private static let engines = ["slurm", "kubernetes", "ray", "snakemake", "parallel"]

    /// In the place of agate: writes down its arguments, and makes the file that they name.
    private static let stub = """
        #!/bin/sh
        { printf '%s\\0' "$@"; printf '\\001\\0'; } >> "$RECORD"
        for word in "$@"; do case $word in --output=*) mkdir -p "$(dirname "${word#--output=}")"; : > "${word#--output=}";; esac; done
        """
    /// In the place of GNU parallel: `parallel OPTIONS COMMAND ::: NUMBERS`, where the command goes through a shell.
    private static let parallel = """
        #!/bin/sh
        while :; do case $1 in --halt|--joblog|--jobs|--env) shift 2;; --*) shift;; *) break;; esac; done
        command=$1; shift 2
        for number in "$@"; do sh -c "$(printf '%s' "$command" | sed "s/{}/$number/")" || exit 1; done
        """
    private static let ray = """
        class exceptions:
            class RayTaskError(Exception): pass
        def remote(**options):
            def wrap(function):
                function.remote = function
                return function
            return wrap
        def init(**options): pass
        def get(values): return values
        """

    private func install(_ text: String, _ name: String) throws -> String {
        let path = file(name).path
        try FileManager.default.createDirectory(at: file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
        return path
    }

    /// The calls that the stub has seen, and a clean slate.
    private func calls() throws -> [[String]] {
        let data = FileManager.default.contents(atPath: file("record").path) ?? Data()
        try? FileManager.default.removeItem(at: file("record"))
        return data.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
            .split(separator: "\u{1}").map(Array.init)
    }

    /// A text between double quotes, of Python or YAML.
    private func unquoted(_ line: Substring) throws -> String {
        var result = String.UnicodeScalarView(), rest = line.drop { $0 != "\"" }.unicodeScalars.dropFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
            guard scalar == "\\", let kind = rest.popFirst() else {
                result.append(scalar)
                continue
            }
            switch kind {
            case "n": result.append("\n")
            case "u", "U":
                let count = kind == "u" ? 4 : 8
                result.append(
                    try XCTUnwrap(UInt32(String(String.UnicodeScalarView(rest.prefix(count))), radix: 16).flatMap(Unicode.Scalar.init)))
                rest = rest.dropFirst(count)
            default: result.append(kind)
            }
        }
        return String(result)
    }

    private func line(of text: String, _ start: String) throws -> Substring {
        try XCTUnwrap(text.split(separator: "\n").first { $0.drop { $0 == " " }.hasPrefix(start) }, "\(start) in \(text)")
    }

    func testScriptsOfAllEngines() throws {
        _ = try installed()
        let agate = try install(Self.stub, "bin/agate")
        _ = try install(Self.parallel, "bin/parallel")
        _ = try install(Self.ray, "python/ray.py")
        let environment = [
            "AGATE": agate, "RECORD": file("record").path,
            "PATH": "\(file("bin").path):\(try XCTUnwrap(ProcessInfo.processInfo.environment["PATH"]))",
            "PYTHONPATH": file("python").path,
        ]
        let hasPython = try shell("command -v python3").status == 0
        for name in Self.names {
            let work = file("at \(name)"), film = "\(name).mp4", scene = "\(name).caml"
            try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: self.scene, toPath: work.appendingPathComponent(scene).path)
            for engine in Self.engines where engine != "ray" || hasPython {
                let label = "\(engine): \(name)"
                // A folder with a plain name in one with none, and the other way about.
                let job = work.appendingPathComponent("\(engine) \(name)").path
                let options = ["--frames", "0-3", "--fps", "25", "--segment", "2"]
                let submit = try run(
                    "/usr/bin/env",
                    ["-C", work.path, try program(), "submit", "--engine", engine, "--parts", "2", "--folder", job, "--dry-run"] + options
                        + ["--output=\(film)", "--", scene])
                XCTAssertEqual(submit.status, 0, "\(label): \(submit.message)")
                let scripts = try FileManager.default.contentsOfDirectory(atPath: job).filter {
                    $0.hasSuffix("sh") || $0.hasSuffix("sbatch")
                }
                for script in scripts { XCTAssertEqual(try run("/bin/bash", ["-n", "\(job)/\(script)"]).status, 0, "\(label): \(script)") }
                try runAll(engine, job, environment, label)
                let calls = try self.calls().filter { $0.first != "status" }
                func part(_ number: Int) -> String { "./\(engine) \(name)/parts/\(name).part-\(number)-of-2.mp4" }
                let render = (1...2).map { number in
                    [
                        "render", "--chunk", "\(number)/2", "--output=\(part(number))", "--skip-existing", "--metrics",
                        "\(job)/state/part-\(number).prom",
                    ] + options + ["--", scene]
                }
                // Absolute, since a shell finds them.
                let join = ["join", part(1), part(2), "--output=./\(film)"]
                XCTAssertEqual(calls, render + [join], label)
                XCTAssertEqual(
                    try FileManager.default.contentsOfDirectory(atPath: "\(job)/parts").sorted(),
                    (1...2).map { "\(name).part-\($0)-of-2.mp4" }, label)
                // Both ended with 0 and made nothing that counts: no failure, and nothing that is done.
                let status = try self.agate("status", job)
                XCTAssertEqual(status.status, 75, "\(label): \(status.text)")
                XCTAssertFalse(status.text.contains("failed"), status.text)
                XCTAssertTrue(status.text.contains("part 1: missing (0)"), status.text)
            }
        }
        XCTAssertEqual(FileManager.default.subpaths(atPath: folder.path)?.filter { $0.hasSuffix("pwned") }, [])
    }

    /// What the engine would do.
    private func runAll(_ engine: String, _ job: String, _ environment: [String: String], _ label: String) throws {
        func check(_ answer: Answer) { XCTAssertEqual(answer.status, 0, "\(label): \(answer.message)") }
        func text(_ name: String) throws -> String { try String(contentsOfFile: "\(job)/\(name)", encoding: .utf8) }
        switch engine {
        case "slurm":
            for task in ["1", "2"] {
                check(try run("/bin/bash", ["\(job)/job.sbatch"], environment: environment.merging(["SLURM_ARRAY_TASK_ID": task]) { $1 }))
            }
            check(try run("/bin/bash", ["\(job)/join.sbatch"], environment: environment))
            // What Slurm itself reads are plain words.
            for line in try text("job.sbatch").split(separator: "\n") where line.hasPrefix("#SBATCH") {
                XCTAssertTrue(line.dropFirst(8).allSatisfy { $0.isLetter || $0.isNumber || "-_=/.%".contains($0) }, "\(line)")
            }
        case "kubernetes":
            let yaml = try text("job.yaml")
            for (index, document) in yaml.components(separatedBy: "\n---\n").enumerated() {
                // Kubernetes takes two signs for one.
                let script = try unquoted(line(of: document, "args: [")).replacingOccurrences(of: "$$", with: "$")
                let folder = try unquoted(line(of: document, "workingDir: "))
                XCTAssertEqual(folder, URL(fileURLWithPath: job).deletingLastPathComponent().path, label)
                for number in 0..<(index == 0 ? 2 : 1) {
                    let variables = environment.merging(["JOB_COMPLETION_INDEX": "\(number)"]) { $1 }
                    check(try run("/usr/bin/env", ["-C", folder, "/bin/sh", "-c", script], environment: variables))
                }
            }
        case "ray": check(try run("/usr/bin/env", ["python3", "\(job)/job_ray.py"], environment: environment))
        case "snakemake":
            let snakefile = try text("Snakefile"), folder = try unquoted(line(of: snakefile, "workdir: "))
            XCTAssertEqual(folder, job, label)
            // The rest is the same for every name.
            XCTAssertEqual(
                snakefile.components(separatedBy: URL(fileURLWithPath: job).lastPathComponent).count, 1 + (job.hasSuffix("my film") ? 1 : 0)
            )
            for shell in ["./retry.sh 1", "./retry.sh 2", "./join.sh"] {
                check(try run("/usr/bin/env", ["-C", folder, "/bin/sh", "-c", shell], environment: environment))
            }
        default: check(try run("/bin/sh", ["\(job)/job.sh"], environment: environment))
        }
    }

    /// The same with agate itself: the film is there, whole, and no part counts as failed.
    func testAJobWithAHostileName() throws {
        _ = try installed()
        let name = Self.names[1]
        let submit = try agate(
            "submit", "--engine", "parallel", "--parts", "2", "--folder", file("job \(name)").path, "--dry-run", "--frames", "0-3", "--fps",
            "25",
            "--segment", "2", "--output=\(file(name + ".mkv").path)", "--codec", "h264", scene)
        XCTAssertEqual(submit.status, 0, submit.message)
        let job = file("job \(name)").path
        for script in ["part.sh", "part.sh", "join.sh"].enumerated() {
            let answer = try run("\(job)/\(script.element)", ["\(script.offset + 1)"])
            XCTAssertEqual(answer.status, 0, answer.message)
        }
        XCTAssertEqual(try agate("verify", file("\(name).mkv").path).status, 0)
        let status = try agate("status", job)
        XCTAssertEqual(status.status, 0, status.text)
        XCTAssertTrue(status.text.contains("2 of 2 parts done, joined"), status.text)
        // A part that is lost is made again, and is no failure meanwhile.
        try FileManager.default.removeItem(atPath: "\(job)/parts/\(name).part-1-of-2.mkv")
        let lost = try agate("status", job, "--wait")
        XCTAssertEqual(lost.status, 75, lost.text)
        XCTAssertTrue(lost.text.contains("part 1: missing (0)") && !lost.text.contains("failed"), lost.text)
        XCTAssertEqual(try run("\(job)/part.sh", ["1"]).status, 0)
        XCTAssertEqual(try agate("status", job).status, 0)
    }

    func testJobsThatWouldBeLost() throws {
        _ = try installed()
        for (arguments, word) in [
            (["--folder", file("100%").path, scene, "-o", "a.mp4"], "%"),
            ([scene, "-o", "film", "--format", "mp4"], "can be rendered in parts"),
            ([scene, "-o", "a.mp4", "--whole"], "chosen by the job"),
        ] {
            let answer = try agate(["submit", "--engine", "ray", "--dry-run"] + arguments)
            XCTAssertNotEqual(answer.status, 0, answer.message)
            XCTAssertTrue(answer.message.contains(word), answer.message)
        }
    }
}
