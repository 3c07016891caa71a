@testable import Agate
import AgateBatch
@testable import FFmpeg
import Foundation
import ImageIO
import XCTest

/// Parts of films: numbered by engines, joined to the very frames of the whole, checked, and kept.
final class PartTests: CommandTestCase {
    func testEnginesNumberParts() throws {
        for (variables, expected) in [
            (["AGATE_CHUNK": "2/8"], "2/8"),
            (["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1"], "1/8"),
            (["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "0"], "1/8"),
            (["SLURM_ARRAY_TASK_ID": "107", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "100"], "8/8"),
            (
                ["SLURM_ARRAY_TASK_ID": "30", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "10"],
                "3/3"
            ),
            (["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETION_COUNT": "5"], "1/5"),
            (["JOB_COMPLETION_INDEX": "4", "JOB_COMPLETION_COUNT": "5"], "5/5"),
            (["AGATE_CHUNK": "3/4", "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "8"], "3/4"), ([:], nil),
            (["AGATE_CHUNK": "1/1"], nil),
            (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "1", "SLURM_ARRAY_TASK_MIN": "3"], nil),
        ] as [([String: String], String?)] {
            XCTAssertEqual(try FilmChunk.given(by: variables).map { "\($0.index)/\($0.count)" }, expected, "\(variables)")
        }
        for variables in [
            ["AGATE_CHUNK": "9/8"], ["AGATE_CHUNK": "two"],
            ["SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1"],
            ["JOB_COMPLETION_INDEX": "0"], ["JOB_COMPLETION_INDEX": "x", "JOB_COMPLETION_COUNT": "2"], ["SLURM_ARRAY_TASK_ID": "1"],
        ] { XCTAssertThrowsError(try FilmChunk.given(by: variables), "\(variables)") }
    }

    func testPartsAreAllFramesOnce() {
        for (frames, count, unit) in [(0..<20, 3, 1), (0..<10_000, 8, 240), (7..<1000, 16, 240), (0..<5, 8, 1), (0..<241, 2, 240)] {
            let parts = (1...count).map { FilmChunk(index: $0, count: count).part(of: frames, unit: unit) }
            XCTAssertEqual(parts.flatMap(Array.init), Array(frames))
            // The first one that is not empty begins where the film does.
            for part in parts where !part.isEmpty && part.lowerBound != frames.lowerBound { XCTAssertEqual(part.lowerBound % unit, 0) }
        }
        XCTAssertEqual(FilmChunk(index: 3, count: 16).output("out/film.v2.mkv"), "out/film.v2.part-03-of-16.mkv")
        XCTAssertEqual(FilmChunk(index: 3, count: 8).output("a-{chunk}.mp4"), "a-3.mp4")
    }

    func testNamesSortByNumber() {
        let names = ["part10.mkv", "part9.mkv", "part1.mkv", "part02.mkv"]
        XCTAssertTrue(NaturalOrder.areNumbered(names))
        XCTAssertEqual(names.sorted(by: NaturalOrder.isBefore), ["part1.mkv", "part02.mkv", "part9.mkv", "part10.mkv"])
        XCTAssertFalse(NaturalOrder.areNumbered(["main.mp4", "intro.mp4"]))
    }

    /// The promise itself, for every codec: parts made apart and joined decode to the frames of the whole, and those have the right times.
    /// Where the row says so, they are the whole film byte for byte; the parts of QuickTime Animation have key frames of their own.
    func testJoinedPartsDecodeToTheWhole() throws {
        _ = try installed()
        for (name, options, isByteEqual) in [
            ("h264.mp4", "", true), ("h264.mov", "--codec h264", true), ("h264.mkv", "--codec h264 --full-color", true),
            ("vp9.webm", "--effort fast", true), ("alpha.webm", "--alpha --effort fast", true),
            ("vp8.webm", "--codec vp8 --effort fast", true),
            ("vp9.mkv", "--codec vp9 --effort fast", true), ("prores.mov", "", true), ("animation.mov", "--codec qtrle", false),
            ("ffv1.mkv", "", true), ("av1.mp4", "--codec av1 --effort fast --scale 2", true),
            ("pq.mp4", "--codec hevc --effort fast --dynamic-range pq", true),
        ] {
            let command = "$agate render $scene --frames 0-69 --fps 25 --segment 20 \(options)"
            let (stem, ending) = (name.prefix { $0 != "." }, name.drop { $0 != "." }.dropFirst())
            let made = try shell(
                """
                set -e; \(command) -o whole-\(name)
                for i in 3 1 2; do AGATE_CHUNK=$i/3 \(command) -o \(stem).\(ending); done
                $agate join \(stem).part-*.\(ending) -o joined-\(name)
                """)
            XCTAssertEqual(made.status, 0, "\(name): \(made.message)")
            let whole = try read(file("whole-\(name)")), joined = try read(file("joined-\(name)"))
            XCTAssertEqual(whole.count, 70, name)
            assertSame(joined.map(\.image), whole.map(\.image), name)
            for (index, pair) in zip(whole, joined).enumerated() {
                XCTAssertEqual(pair.0.time, Double(index) / 25, accuracy: 0.0011, "\(name), frame \(index)")
                XCTAssertEqual(pair.1.time, Double(index) / 25, accuracy: 0.0011, "\(name), frame \(index), joined")
            }
            XCTAssertEqual(
                try Data(contentsOf: file("whole-\(name)")) == Data(contentsOf: file("joined-\(name)")), isByteEqual,
                "\(name): equal byte for byte")
            XCTAssertEqual(try agate("verify", file("joined-\(name)").path).status, 0, name)
        }
    }

    func testSegmentsAreOnlyForFiles() throws {
        _ = try installed()
        let answer = try shell("$agate render $scene --frames 0-49 --fps 25 --segment 10 --format mp4 -o - > a.mp4")
        XCTAssertEqual(answer.status, 0, answer.message)
        XCTAssertEqual(try read(file("a.mp4")).count, 50)
        // One key frame each; and parts that would be empty say why.
        let empty = try agate("render", scene, "-o", file("b.mp4").path, "--frames", "0-49", "--chunk", "2/8")
        XCTAssertEqual(empty.status, 2)
        XCTAssertTrue(empty.message.contains("50 frames are 1 segments of 240"), empty.message)
    }

    func testJoinGoesByManifests() throws {
        _ = try installed()
        let render = "$agate render $scene --frames 0-29 --fps 25"
        XCTAssertEqual(
            try shell(
                "\(render) -o whole.mkv; for i in 1 2 3; do \(render) --chunk $i/3 -o p$((9 - i)).mkv; done; $agate join p*.mkv -o a.mkv"
            ).status, 0)
        assertSame(try read(file("a.mkv")).map(\.image), try read(file("whole.mkv")).map(\.image))
        let gap = try shell("$agate join p8.mkv p6.mkv -o b.mkv")
        XCTAssertEqual(gap.status, 2)
        XCTAssertEqual(gap.message, "agate: frames 10 to 19 are missing")
        let double = try shell("cp p7.mkv q.mkv; cp p7.mkv.json q.mkv.json; $agate join p*.mkv q.mkv -o b.mkv")
        XCTAssertEqual(double.status, 2)
        XCTAssertTrue(double.message.contains("frames 10 to 19 are duplicates"), double.message)
        let other = try shell("$agate render $scene --frames 0-29 --fps 25 --scale 2 --chunk 2/3 -o p7.mkv; $agate join p*.mkv -o b.mkv")
        XCTAssertTrue(other.message.contains("a different film"), other.message)
        XCTAssertFalse(files.contains("b.mkv"))
        // Without manifests, by number, but only where that is asked for.
        let bare = try shell(
            "for i in 1 2 3; do \(render) --chunk $i/3 -o n$((i + 8)).mkv; done; rm n*.json; $agate join n10.mkv n11.mkv n9.mkv -o c.mkv")
        XCTAssertEqual(bare.status, 2)
        XCTAssertEqual(
            bare.message, "agate: n10.mkv.json: No such file or directory; use --without-manifests to join parts without checking them")
        XCTAssertFalse(files.contains("c.mkv"))
        XCTAssertEqual(try shell("$agate join --without-manifests n10.mkv n11.mkv n9.mkv -o c.mkv").status, 0)
        assertSame(try read(file("c.mkv")).map(\.image), try read(file("whole.mkv")).map(\.image))
        XCTAssertFalse(files.contains("c.mkv.json"), "nothing is known of the whole")
    }

    /// What can be wrong with one manifest of three. None of it may switch the checks off.
    func testJoinDropsNoCheck() throws {
        _ = try installed()
        let render = "$agate render $scene --frames 0-29 --fps 25"
        XCTAssertEqual(try shell("for i in 1 2 3; do \(render) --chunk $i/3 -o p$i.mkv; done").status, 0)
        let films = files.filter { $0.hasSuffix(".mkv") }, json = try String(contentsOf: file("p2.mkv.json"), encoding: .utf8)
        func changed(_ old: String, _ new: String) -> String {
            XCTAssertTrue(json.contains(old), old)
            return json.replacingOccurrences(of: old, with: new)
        }
        for (what, text, word) in [
            ("absent", nil, "No such file"), ("empty", "", "the file is empty"),
            ("cut short", String(json.prefix(json.count / 2)), "truncated"),
            ("another thing", "[]", "not a film manifest"), ("null", "null", "not a film manifest"),
            ("of another scene", changed("\"content\" : \"", "\"content\" : \"0"), "a different film"),
            ("of a film of another length", changed("\"count\" : 30", "\"count\" : 31"), "a different film"),
            ("a gap", changed("\"first\" : 10", "\"first\" : 11"), "are missing"),
            ("a double", changed("\"first\" : 10", "\"first\" : 9"), "are duplicates"),
            ("fewer frames than it says", changed("\"frame\" : 12,", "\"frame\" : 13,"), "exactly once"),
            ("interrupted", changed("\"isComplete\" : true", "\"isComplete\" : false"), "interrupted"),
            ("no hash", changed("\"outputHash\"", "\"other\""), "no file hash"),
            ("another hash", changed("\"outputHash\" : \"", "\"outputHash\" : \"0"), "hash differs"),
            ("fewer than no frames", changed("\"count\" : 10", "\"count\" : -10"), "not a film manifest"),
            ("more frames than there are numbers", changed("\"count\" : 10", "\"count\" : 9223372036854775807"), "not a film manifest"),
            ("beyond all memory", changed("\"count\" : 10", "\"count\" : 9223372036854775000"), "are duplicates"),
        ] as [(String, String?, String)] {
            try? FileManager.default.removeItem(at: file("p2.mkv.json"))
            if let text { try Data(text.utf8).write(to: file("p2.mkv.json")) }
            let answer = try shell("$agate join p1.mkv p2.mkv p3.mkv -o a.mkv")
            XCTAssertEqual(answer.status, 2, "\(what): \(answer.message)")
            XCTAssertTrue(answer.message.contains(word), "\(what): \(answer.message)")
            XCTAssertEqual(files.filter { $0.hasSuffix(".mkv") }, films, what)
            let verified = try shell("$agate verify --sample 0 p2.mkv")
            XCTAssertTrue([1, 2].contains(verified.status), "\(what): \(verified.status), \(verified.text)\(verified.message)")
        }
        // A part that is not there is no matter of manifests.
        XCTAssertEqual(try shell("$agate join p1.mkv none.mkv -o a.mkv").message, "agate: none.mkv: No such file or directory")
    }

    func testVerifyFindsWhatIsWrong() throws {
        _ = try installed()
        XCTAssertEqual(try shell("for i in 1 2 3; do $agate render $scene --frames 0-29 --fps 25 --chunk $i/3 -o p$i.mkv; done").status, 0)
        let well = try shell("$agate verify p*.mkv")
        XCTAssertEqual(well.status, 0, well.text)
        XCTAssertEqual(well.text, "3 files, 30 frames: 30 decoded, 9 rendered again, all well\n")
        let gap = try shell("$agate verify p1.mkv p3.mkv")
        XCTAssertEqual(gap.status, 1)
        XCTAssertTrue(gap.text.contains("frames 10 to 19 are missing"), gap.text)
        // Another part's frames under this one's name.
        let swapped = try shell("cp p1.mkv save; cp p2.mkv p1.mkv; $agate verify p*.mkv; code=$?; mv save p1.mkv; exit $code")
        XCTAssertEqual(swapped.status, 1)
        XCTAssertTrue(swapped.text.contains("hash differs") && swapped.text.contains("the pixels of frame 0 differ"), swapped.text)
        // A hash that no frame has, in a manifest that fits otherwise.
        let planted = try shell(
            "sed -i '0,/\"hash\" : \"[0-9a-f]*\"/s//\"hash\" : \"0000000000000000\"/' p2.mkv.json; $agate verify p2.mkv --sample 10")
        XCTAssertEqual(planted.status, 1)
        XCTAssertTrue(planted.text.contains("rendered again, differ"), planted.text)
        let scene = try shell("sed -i 's/\"0.4\"/\"0.5\"/' Scene.caml; $agate verify p1.mkv")
        XCTAssertTrue(scene.text.contains("is not the scene"), scene.text)
        XCTAssertEqual(try shell("$agate verify Scene.caml").status, 2)
    }

    func testWhatIsThereIsKept() throws {
        let render = "$agate render $scene -o a.y4m --frames 0-9 --skip-existing"
        XCTAssertEqual(try shell(render).status, 0)
        let first = try Data(contentsOf: file("a.y4m"))
        let again = try shell(render)
        XCTAssertEqual(again.message, "agate: a.y4m already exists")
        // Another scene, another option, a damaged file: made anew.
        for change in ["sed -i 's/\"0.4\"/\"0.5\"/' Scene.caml; \(render)", "\(render) --scale 2", "\(render); echo >> a.y4m; \(render)"] {
            let answer = try shell(change)
            XCTAssertEqual(answer.status, 0)
            XCTAssertEqual(answer.message, "", change)
        }
        XCTAssertNotEqual(try Data(contentsOf: file("a.y4m")), first)
        XCTAssertEqual(try shell("\(render) | wc -l; cmp a.y4m a.y4m").message, "agate: a.y4m already exists")
    }

    func testNumberedPicturesGoOn() throws {
        let render = "$agate render $scene -o f-%03d.png --frames 0-99 --scale 4 --resume"
        let cut = try shell(
            "\(render) & pid=$!; for i in $(seq 2000); do [ -e f-020.png ] && break; sleep 0.005; done; kill -KILL $pid; wait $pid")
        XCTAssertEqual(cut.status, 137)
        // What is there is whole.
        let there = files.filter { $0.hasPrefix("f-") && $0.hasSuffix(".png") }
        XCTAssertTrue(there.count >= 20 && there.count < 100, "\(there.count)")
        for name in there { XCTAssertEqual(try ImageCodec.decode(contentsOf: file(name).path).width, 240) }
        let before = try FileManager.default.attributesOfItem(atPath: file("f-000.png").path)[.modificationDate] as? Date
        let rest = try shell(render)
        XCTAssertEqual(rest.status, 0, rest.message)
        XCTAssertEqual(try FileManager.default.attributesOfItem(atPath: file("f-000.png").path)[.modificationDate] as? Date, before)
        XCTAssertEqual(files.filter { $0.hasPrefix("f-") && $0.hasSuffix(".png") }.count, 100)
        XCTAssertEqual(files.filter { $0.hasPrefix(".") }, [])
        let verified = try shell("$agate verify f-000-099.json --sample 100")
        XCTAssertEqual(verified.status, 0, verified.text)
        // Pictures of another scene are never taken for ours.
        XCTAssertEqual(try shell("sed -i 's/\"0.4\"/\"0.5\"/' Scene.caml; \(render); $agate verify f-000-099.json --sample 100").status, 0)
    }

    func testProgressForPrograms() throws {
        let answer = try shell("$agate render $scene -o a.gif --frames 0-9 --progress json --metrics m.prom")
        XCTAssertEqual(answer.status, 0)
        let lines = try answer.message.split(separator: "\n").map {
            try XCTUnwrap(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        XCTAssertEqual(lines.first?["event"] as? String, "frame")
        XCTAssertEqual(lines.last?["event"] as? String, "end")
        XCTAssertEqual(lines.last?["frames_done"] as? Int, 10)
        let metrics = try String(contentsOf: file("m.prom"), encoding: .utf8)
        XCTAssertTrue(metrics.contains("\nagate_frames_total 10\n") && metrics.hasSuffix("# EOF\n"), metrics)
        let failed = try shell("$agate render $scene -o /dev/full --format gif --frames 0-9 --progress json")
        XCTAssertTrue(failed.message.contains("\"status\":75"), failed.message)
    }
}
