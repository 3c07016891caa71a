@testable import Agate
import FFmpeg
import Foundation
import XCTest

/// Sounds of films: their samples, the length of the track, and the errors.
final class SoundtrackTests: CommandTestCase {
    /// Writes a file of 48,000 samples a second in stereo.
    private func sound(_ name: String, _ samples: [Float]) throws -> URL {
        let url = file(name)
        let writer = try FrameWriter(
            try installed(), ["-f", "f32le", "-ar", "48000", "-ac", "2", "-i", "pipe:0", "-c:a", "pcm_f32le", "-y", "file:\(url.path)"])
        try samples.withUnsafeBytes { try writer.write($0) }
        try writer.finish()
        return url
    }

    /// A tone that grows, so that each sample is at one time only.
    private func tone(_ seconds: Double, _ frequency: Double = 440, scale: Double = 0.3) -> [Float] {
        let count = Int((seconds * 48000).rounded())
        return (0..<count).flatMap { index -> [Float] in
            let time = Double(index) / 48000, value = Float(sin(2 * .pi * frequency * time) * scale * (0.2 + 0.8 * time / seconds))
            return [value, value / 2]
        }
    }

    private func samples(_ url: URL) throws -> [Float] {
        let answer = try run(
            installed().path,
            ["-v", "error", "-i", url.path, "-map", "0:a:0", "-f", "f32le", "-ar", "48000", "-ac", "2", "pipe:1"])
        XCTAssertEqual(answer.status, 0, answer.message)
        return answer.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    private func assertEqual(_ got: [Float], _ wanted: [Float], _ name: String, line: UInt = #line) {
        guard got.count == wanted.count else { return XCTFail("\(name): \(got.count) samples, not \(wanted.count)", line: line) }
        let most = zip(got, wanted).map { abs($0 - $1) }.max() ?? 0
        XCTAssertLessThan(most, 3e-7, "\(name): FLAC has 24 bits", line: line)
    }

    private func silence(_ samples: Int) -> [Float] { [Float](repeating: 0, count: max(0, samples) * 2) }

    /// Every sample of the track, for sounds that begin early, late, never, and end before or after the film.
    func testEverySample() throws {
        let short = tone(0.5), long = tone(3, 523), a = try sound("a.wav", short), b = try sound("b.wav", long)
        let length = 48000
        func placed(_ samples: [Float], _ start: Int) -> [Float] {
            let all = start < 0 ? Array(samples.dropFirst(-start * 2)) : silence(start) + samples
            return Array((all + silence(length)).prefix(length * 2))
        }
        for (name, sounds, wanted) in [
            ("silence after the end", [FilmSound(a)], placed(short, 0)),
            ("a later start", [FilmSound(a, at: 0.25)], placed(short, 12000)),
            ("between two samples", [FilmSound(a, at: 0.1 + 0.4 / 48000)], placed(short, 4800)),
            ("cut at the end", [FilmSound(b)], placed(long, 0)),
            ("an earlier start", [FilmSound(b, at: -1.5)], placed(long, -72000)),
            ("over before the film", [FilmSound(a, at: -9)], placed([], 0)),
            ("after the film", [FilmSound(a, at: 9)], placed([], 0)),
            ("a volume", [FilmSound(b, volume: 0.5)], placed(long.map { $0 / 2 }, 0)),
            ("two are added", [FilmSound(a, at: 0.25), FilmSound(b)], zip(placed(short, 12000), placed(long, 0)).map { $0 + $1 }),
        ] as [(String, [FilmSound], [Float])] {
            let url = file("film.mkv")
            try host().record(to: .file(url), until: 1, framesPerSecond: 10, options: FilmOptions(sounds: sounds))
            assertEqual(try samples(url), wanted, name)
            XCTAssertEqual(try read(url).count, 10, name)
        }
    }

    /// The track has the film's length whatever the codec and the frame rate, and segments leave no trace.
    func testLengthsOfFormats() throws {
        let b = try sound("b.wav", tone(3))
        for (name, options, slack) in [
            ("a.mp4", FilmOptions(), 1024), ("segments.mp4", FilmOptions(segmentLength: 4), 1024), ("a.mov", FilmOptions(), 0),
            ("h.mov", FilmOptions(codec: .h264), 1024), ("a.webm", FilmOptions(effort: .fast), 1024), ("a.mkv", FilmOptions(), 0),
        ] as [(String, FilmOptions, Int)] {
            var options = options
            options.sounds = [FilmSound(b)]
            let url = file(name)
            try host().record(to: .file(url), until: 31 * 1001 / 30000, framesPerSecond: 29.97, options: options)
            let wanted = FilmSoundtrack.samples(frames: 31, try XCTUnwrap(FilmRate(29.97)))
            XCTAssertEqual(wanted, 49650)
            XCTAssertEqual(Double(try samples(url).count / 2), Double(wanted), accuracy: Double(slack), name)
            XCTAssertEqual(try read(url).count, 31, name)
        }
        // One segment or eight: the same sound, byte for byte.
        let whole = try run(installed().path, ["-v", "error", "-i", file("a.mp4").path, "-map", "0:a", "-c", "copy", "-f", "md5", "-"])
        let parts = try run(
            installed().path, ["-v", "error", "-i", file("segments.mp4").path, "-map", "0:a", "-c", "copy", "-f", "md5", "-"])
        XCTAssertEqual(whole.text, parts.text)
        XCTAssertFalse(whole.text.isEmpty)
    }

    func testLoudness() throws {
        let quiet = try sound("quiet.wav", tone(8, 1000, scale: 0.02))
        let url = file("film.mkv")
        try host().record(
            to: .file(url), until: 8, framesPerSecond: 1, options: FilmOptions(sounds: [FilmSound(quiet)], loudness: -20))
        let answer = try run(installed().path, ["-hide_banner", "-nostats", "-i", url.path, "-af", "ebur128", "-f", "null", "-"])
        let line = try XCTUnwrap(answer.message.split(separator: "\n").last { $0.contains("I:") }, answer.message)
        let value = try XCTUnwrap(line.split(separator: " ").compactMap { Double($0) }.first)
        XCTAssertEqual(value, -20, accuracy: 0.1)
        let heard = try samples(url)
        XCTAssertEqual(heard.count, 8 * 96000)
        // Peaks bound the gain: a click in silence does not become as loud as it should.
        var click = silence(8 * 48000)
        for index in 0..<4800 { click[index] = index % 2 == 0 ? 0.5 : -0.5 }
        let url2 = file("click.mkv"), none = file("none.mkv")
        try host().record(
            to: .file(url2), until: 8, framesPerSecond: 1,
            options: FilmOptions(sounds: [FilmSound(try sound("click.wav", click))], loudness: -5))
        XCTAssertEqual(try samples(url2).map { abs($0) }.max() ?? 0, Float(pow(10, -1.5 / 20)), accuracy: 0.001)
        try host().record(
            to: .file(none), until: 8, framesPerSecond: 1,
            options: FilmOptions(sounds: [FilmSound(try sound("none.wav", silence(4800)))], loudness: -5))
        XCTAssertEqual(try samples(none), silence(8 * 48000))
    }

    /// Whatever can't be heard is an error before anything is drawn, and nothing is left.
    func testErrors() throws {
        let a = try sound("a.wav", tone(0.1)), text = file("text.wav"), silent = file("silent.mkv")
        try Data("no sound".utf8).write(to: text)
        try host().record(to: .file(silent), until: 0.2, framesPerSecond: 10)
        let before = files
        for (name, options, part) in [
            ("a.mp4", FilmOptions(sounds: [FilmSound(file("missing.wav"))]), "missing.wav: No such file"),
            ("a.mp4", FilmOptions(sounds: [FilmSound(text)]), "text.wav: the file has no sound"),
            ("a.mp4", FilmOptions(sounds: [FilmSound(silent)]), "silent.mkv: the file has no sound"),
            ("a.mp4", FilmOptions(sounds: [FilmSound(a, at: .nan)]), "the start nan"),
            ("a.mp4", FilmOptions(sounds: [FilmSound(a, at: .infinity)]), "the start inf"),
            ("a.mp4", FilmOptions(sounds: [FilmSound(a, volume: -1)]), "the volume -1.0"),
            ("a.mp4", FilmOptions(sounds: [FilmSound(a, volume: .nan)]), "the volume nan"),
            ("a.mp4", FilmOptions(sounds: [FilmSound(a)], loudness: 3), "the loudness 3.0"),
            ("a.mp4", FilmOptions(loudness: -16), "a loudness needs a sound"),
            ("a.mp4", FilmOptions(sounds: [FilmSound(try XCTUnwrap(URL(string: "https://example.org/a.wav")))]), "only from files"),
            ("a.gif", FilmOptions(sounds: [FilmSound(a)]), "gif does not support sound"),
            ("a.webp", FilmOptions(sounds: [FilmSound(a)]), "webp does not support sound"),
            ("a-%d.png", FilmOptions(sounds: [FilmSound(a)]), "png does not support sound"),
            ("a.y4m", FilmOptions(sounds: [FilmSound(a)]), "y4m does not support sound"),
        ] as [(String, FilmOptions, String)] {
            XCTAssertThrowsError(
                try FilmRecorder(to: .file(file(name)), width: 16, height: 16, framesPerSecond: 10, options: options), part
            ) {
                XCTAssertTrue("\($0)".contains(part), "\($0) has no '\(part)'")
                XCTAssertEqual(($0 as? FilmError)?.isTransient, false, part)
            }
            XCTAssertEqual(files, before, part)
        }
        XCTAssertThrowsError(
            try FilmRecorder(
                to: .descriptor(1), width: 16, height: 16, options: FilmOptions(format: .matroska, sounds: [FilmSound(a)]))
        ) { XCTAssertTrue("\($0)".contains("stream"), "\($0)") }
    }

    /// A film that is made in parts has the sound of the whole, and parts of the scene's time have its part of the sound.
    func testTheCommand() throws {
        let long = tone(3), b = try sound("b.wav", long)
        let whole = try agate("render", scene, "-o", file("w.mkv").path, "--fps", "10", "--duration", "2", "--audio", "\(b.path)@0.5")
        XCTAssertEqual(whole.status, 0, whole.message)
        let heard = try samples(file("w.mkv"))
        assertEqual(heard, Array((silence(24000) + long).prefix(192_000)), "the whole")
        let answer = try shell(
            """
            for i in 1 2 3; do "$agate" render "$scene" --chunk $i/3 -o part$i.mkv --fps 10 --duration 2 || exit; done
            "$agate" join part2.mkv part1.mkv part3.mkv -o joined.mkv --audio b.wav@0.5
            """)
        XCTAssertEqual(answer.status, 0, answer.message)
        XCTAssertEqual(try samples(file("joined.mkv")), heard)
        let later = try agate(
            "render", scene, "-o", file("l.mkv").path, "--fps", "10", "--frames", "10-19", "--audio", "\(b.path)@0.5")
        XCTAssertEqual(later.status, 0, later.message)
        assertEqual(try samples(file("l.mkv")), Array(heard.dropFirst(96000)), "the second half")
        // What is kept depends on the sound.
        let kept = ["render", scene, "-o", file("k.mkv").path, "--fps", "10", "--duration", "1", "--skip-existing", "--audio"]
        XCTAssertEqual(try agate(kept + [b.path]).status, 0)
        XCTAssertTrue(try agate(kept + [b.path]).message.contains("already exists"))
        XCTAssertFalse(try agate(kept + ["\(b.path)@0.1"]).message.contains("already exists"))
        for (arguments, status, part) in [
            (["render", scene, "-o", file("p.mkv").path, "--chunk", "1/2", "--audio", b.path], 64, "agate join"),
            (["render", scene, "-o", file("p.gif").path, "--duration", "1", "--audio", b.path], 2, "gif does not support sound"),
            (["render", scene, "-o", file("p.mkv").path, "--loudness", "-16"], 64, "--loudness needs --audio"),
            (["render", scene, "-o", b.path, "--format", "mkv", "--duration", "1", "--audio", b.path], 64, "a sound"),
            (["join", "part1.mkv", "-o", file("j.mkv").path, "--without-manifests", "--audio", b.path], 64, "manifests"),
        ] as [([String], Int32, String)] {
            let answer = try agate(arguments)
            XCTAssertEqual(answer.status, status, "\(arguments): \(answer.message)")
            XCTAssertTrue(answer.message.contains(part), "\(answer.message) has no '\(part)'")
        }
        XCTAssertEqual(try samples(b), long, "the sound is untouched")
        // Of an array's tasks, too.
        let task = try agate(
            ["render", scene, "-o", file("t.mkv").path, "--fps", "10", "--duration", "2", "--audio", b.path],
            environment: ["AGATE_CHUNK": "1/2"])
        XCTAssertEqual(task.status, 2, task.message)
        XCTAssertTrue(task.message.contains("agate join"), task.message)
    }

    /// The column of a table, relative to the table; a row without a sound has none, and one whose sound is missing fails alone.
    func testSoundsOfTables() throws {
        let long = tone(2)
        _ = try sound("b.wav", long)
        try Data("id,audio\na,b.wav\nb,b.wav@0.5\nc,\nd,missing.wav\n".utf8).write(to: file("rows.csv"))
        let answer = try shell(
            """
            cd /; "$agate" render "$scene" --data "$OLDPWD/rows.csv" -o "$OLDPWD/{id}.mkv" --fps 10 --duration 1
            """)
        XCTAssertEqual(answer.status, 2, answer.message)
        XCTAssertTrue(answer.message.contains("row 4: ") && answer.message.contains("missing.wav: No such file"), answer.message)
        XCTAssertFalse(answer.message.contains("unused"), answer.message)
        assertEqual(try samples(file("a.mkv")), Array(long.prefix(96000)), "a")
        assertEqual(try samples(file("b.mkv")), Array((silence(24000) + long).prefix(96000)), "b")
        XCTAssertEqual(try MediaProbe(file("c.mkv")).streams.map(\.kind), [.video])
        XCTAssertFalse(files.contains("d.mkv"))
        let louder = try shell(
            "\"$agate\" render \"$scene\" --data rows.csv --rows 1-3 -o 'l-{id}.mkv' --fps 10 --duration 1 --loudness -16")
        XCTAssertEqual(louder.status, 0, louder.message)
        // The sound of a row is an input, which no film replaces.
        try Data("id,audio\nx,x.mkv\n".utf8).write(to: file("own.csv"))
        try Data(contentsOf: file("a.mkv")).write(to: file("x.mkv"))
        let own = try shell("\"$agate\" render \"$scene\" --data own.csv -o '{id}.mkv' --fps 10 --duration 1")
        XCTAssertEqual(own.status, 64, own.message)
        XCTAssertEqual(try Data(contentsOf: file("x.mkv")), try Data(contentsOf: file("a.mkv")))
    }

    /// Parts of sounds, speeds and levels, to the sample.
    func testRangesSpeedsAndLevels() throws {
        let long = tone(3), b = try sound("b.wav", long)
        var part = FilmSound(b, at: 0.25, range: 0.5..<0.75)
        try host().record(to: .file(file("range.mkv")), until: 1, framesPerSecond: 10, options: FilmOptions(sounds: [part]))
        assertEqual(
            try samples(file("range.mkv")), silence(24000) + Array(long[24000..<48000]) + silence(12000), "the second quarter")
        part.range = 0.1..<0.2
        part.levels = [.init(time: 0, value: 0), .init(time: 1, value: 1), .init(time: 2, value: 1)]
        try host().record(
            to: .file(file("level.mkv")), until: 1, framesPerSecond: 10,
            options: FilmOptions(
                sounds: [FilmSound(b), part].map {
                    var one = $0; one.levels = part.levels; return one
                }))
        let heard = try samples(file("level.mkv"))
        for index in stride(from: 0, to: heard.count, by: 997) {
            let time = Double(index / 2) / 48000
            XCTAssertEqual(Double(heard[index]), Double(long[index]) * min(1, time), accuracy: 0.001, "\(index)")
        }
        try host().record(
            to: .file(file("speed.mkv")), until: 2, framesPerSecond: 10, options: FilmOptions(sounds: [FilmSound(b, at: 1, speed: 2)]))
        let fast = try samples(file("speed.mkv")), left = stride(from: 96000, to: fast.count, by: 2).map { fast[$0] }
        XCTAssertEqual(Array(fast[..<95000]), silence(47500))
        let crossings = zip(left, left.dropFirst()).filter { $0.0 < 0 && $0.1 >= 0 }.count
        XCTAssertEqual(Double(crossings), 880, accuracy: 2)
        for bad in [FilmSound(b, speed: 0), FilmSound(b, speed: .nan), FilmSound(b, range: 0..<1e9)] {
            XCTAssertThrowsError(
                try FilmRecorder(to: .file(file("x.mkv")), width: 16, height: 16, framesPerSecond: 10, options: FilmOptions(sounds: [bad])))
        }
    }

    /// A Lottie file's audio layers are heard in its films, in those of tables, and in films that are joined.
    func testSoundsOfLottieFiles() throws {
        let long = tone(3), b = try sound("b.wav", long)
        let animation = file("a.json")
        try Data(
            """
            {"v":"5","w":16,"h":16,"fr":10,"ip":0,"op":20,"assets":[{"id":"s","p":"b.wav","u":"","e":0}],"layers":[
            {"ty":6,"nm":"L","refId":"s","ip":5,"op":15,"st":5,"ks":{},"au":{"lv":{"a":0,"k":50}}},
            {"ty":1,"nm":"T","sw":16,"sh":16,"sc":"#ff0000","ip":0,"op":20,"st":0,"ks":{}}]}
            """.utf8
        ).write(to: animation)
        let wanted = silence(24000) + Array(long[..<96000]).map { $0 / 2 } + silence(24000)
        let plain = try agate("render", animation.path, "-o", file("p.mkv").path)
        XCTAssertEqual(plain.status, 0, plain.message)
        assertEqual(try samples(file("p.mkv")), wanted, "the film")
        let none = try agate("render", animation.path, "-o", file("n.mkv").path, "--no-scene-audio")
        XCTAssertEqual(none.status, 0, none.message)
        XCTAssertEqual(try MediaProbe(file("n.mkv")).streams.map(\.kind), [.video])
        XCTAssertEqual(try agate("render", animation.path, "-o", file("g.gif").path).status, 0, "a GIF has no sound")
        let more = try agate("render", animation.path, "-o", file("m.mkv").path, "--audio", "\(b.path)@1.9")
        XCTAssertEqual(more.status, 0, more.message)
        let heard = try samples(file("m.mkv"))
        assertEqual(Array(heard.suffix(9600)), Array(long[..<9600]), "two sounds")
        let later = try agate("render", animation.path, "-o", file("l.mkv").path, "--frames", "10-19")
        XCTAssertEqual(later.status, 0, later.message)
        assertEqual(try samples(file("l.mkv")), Array(wanted.dropFirst(96000)), "the second half")
        try Data("id\nx\n".utf8).write(to: file("rows.csv"))
        let answer = try shell(
            """
            "$agate" render a.json --data rows.csv -o 'row-{id}.mkv' || exit
            for i in 1 2; do "$agate" render a.json --chunk $i/2 -o part$i.mkv || exit; done
            "$agate" join part1.mkv part2.mkv -o joined.mkv --audio a.json || exit
            "$agate" submit --engine parallel --parts 2 --dry-run a.json -o farm.mkv || exit
            for i in 1 2; do farm.mkv.farm/part.sh $i || exit; done
            farm.mkv.farm/join.sh
            """)
        XCTAssertEqual(answer.status, 0, answer.message)
        for name in ["row-x.mkv", "joined.mkv", "farm.mkv"] { assertEqual(try samples(file(name)), wanted, name) }
        let wrong = try agate("join", "part1.mkv", "-o", file("w.mkv").path, "--audio", scene)
        XCTAssertNotEqual(wrong.status, 0)
    }

    /// A track of captions, in each container, cut at the film's end, also of films in parts.
    func testATrackOfCaptions() throws {
        try Data(
            "1\n00:00:00,500 --> 00:00:01,000\nHi\nthere\n\n2\n00:00:01,500 --> 00:00:09,000\nBye\n\n3\n00:00:05,000 --> 00:00:06,000\nlate\n"
                .utf8
        )
        .write(to: file("a.srt"))
        func track(_ name: String) throws -> String {
            let answer = try run(
                installed().path, ["-v", "error", "-i", file(name).path, "-map", "0:s:0", "-f", "srt", "pipe:1"])
            return answer.text.replacingOccurrences(of: "\r\n", with: "\n").trimmingCharacters(in: .newlines)
        }
        func codec(_ name: String) throws -> [String] {
            try MediaProbe(file(name)).streams.filter { $0.kind == .subtitle }.map(\.codec)
        }
        let wanted = "1\n00:00:00,500 --> 00:00:01,000\nHi\nthere\n\n2\n00:00:01,500 --> 00:00:02,000\nBye"
        for (name, kind) in [("a.mp4", "mov_text"), ("a.mov", "mov_text"), ("a.webm", "webvtt"), ("a.mkv", "subrip")] {
            let answer = try agate(
                "render", scene, "-o", file(name).path, "--fps", "10", "--duration", "2", "--captions-track", file("a.srt").path)
            XCTAssertEqual(answer.status, 0, answer.message)
            XCTAssertEqual(try codec(name), [kind], name)
            XCTAssertEqual(try track(name), wanted, name)
            XCTAssertEqual(try read(file(name)).count, 20, name)
            XCTAssertEqual(try MediaProbe(file(name)).duration ?? 0, 2, accuracy: 0.05, name)
        }
        let b = try sound("b.wav", tone(3))
        let answer = try shell(
            """
            for i in 1 2; do "$agate" render "$scene" --chunk $i/2 -o part$i.mkv --fps 10 --duration 2 || exit; done
            "$agate" join part1.mkv part2.mkv -o joined.mkv --captions-track a.srt --audio b.wav || exit
            "$agate" render "$scene" -o later.mkv --fps 10 --frames 10-19 --captions-track a.srt
            """)
        XCTAssertEqual(answer.status, 0, answer.message)
        XCTAssertEqual(try track("joined.mkv"), wanted)
        XCTAssertEqual(try samples(file("joined.mkv")).count, 192_000)
        XCTAssertEqual(try track("later.mkv"), "1\n00:00:00,500 --> 00:00:01,000\nBye")
        withExtendedLifetime(b) {}
        // Captions without any in the film's time make no track, and those that are no captions are errors.
        let none = FilmOptions(captions: [
            FilmCaption("late", from: 9, to: 10), FilmCaption("never", from: 1, to: 1), FilmCaption("", from: 0, to: 1),
            FilmCaption("nan", from: .nan, to: 1),
        ])
        try host().record(to: .file(file("none.mkv")), until: 1, framesPerSecond: 10, options: none)
        XCTAssertEqual(try codec("none.mkv"), [])
        for (arguments, status, part) in [
            (["render", scene, "-o", file("x.mkv").path, "--duration", "1", "--captions-track", scene], 2, "no captions"),
            (
                ["render", scene, "-o", file("x.gif").path, "--duration", "1", "--captions-track", file("a.srt").path], 2,
                "a track of captions"
            ),
            (
                ["render", scene, "-o", file("x.png").path, "--time", "1", "--captions-track", file("a.srt").path], 2,
                "no track of captions"
            ),
            (["render", scene, "-o", file("x.mkv").path, "--chunk", "1/2", "--captions-track", file("a.srt").path], 64, "agate join"),
            (
                ["join", "part1.mkv", "-o", file("j.mkv").path, "--without-manifests", "--captions-track", file("a.srt").path], 64,
                "manifests"
            ),
            (
                ["render", scene, "-o", file("a.srt").path, "--format", "mkv", "--duration", "1", "--captions-track", file("a.srt").path],
                64, "captions"
            ),
        ] as [([String], Int32, String)] {
            let answer = try agate(arguments)
            XCTAssertEqual(answer.status, status, "\(arguments): \(answer.message)")
            XCTAssertTrue(answer.message.contains(part), "\(answer.message) has no '\(part)'")
        }
    }

    /// HEVC has ten bits, the same bytes in every run, and the frames of the whole in parts.
    func testHEVC() throws {
        for name in ["a.mp4", "b.mp4", "c.mov", "d.mkv"] {
            try host().record(
                to: .file(file(name)), until: 0.6, framesPerSecond: 10, options: FilmOptions(codec: .hevc, segmentLength: 3))
            let probe = try FilmProbe(file(name))
            XCTAssertEqual([probe.codec, probe.pixelFormat], ["hevc", "yuv420p10le"], name)
            XCTAssertEqual(try read(file(name)).count, 6, name)
        }
        XCTAssertEqual(try Data(contentsOf: file("a.mp4")), try Data(contentsOf: file("b.mp4")))
        XCTAssertThrowsError(
            try FilmRecorder(to: .file(file("x.mp4")), width: 16, height: 16, options: FilmOptions(codec: .hevc, keepsAlpha: true)))
        XCTAssertThrowsError(try FilmRecorder(to: .file(file("x.webm")), width: 16, height: 16, options: FilmOptions(codec: .hevc)))
    }

    func testSubmittedFilmsAreJoinedWithTheirSound() throws {
        let b = try sound("b.wav", tone(3))
        let answer = try shell(
            """
            "$agate" submit --engine parallel --parts 2 --dry-run "$scene" -o film.mkv --fps 10 --duration 2 --audio 'b.wav@0.5' || exit
            for i in 1 2; do film.mkv.farm/part.sh $i || exit; done
            film.mkv.farm/join.sh && grep -c -- --audio film.mkv.farm/part.sh film.mkv.farm/join.sh
            """)
        XCTAssertTrue(answer.text.contains("part.sh:0") && answer.text.contains("join.sh:1"), answer.text + answer.message)
        XCTAssertEqual(try samples(file("film.mkv")).count, 192_000)
        withExtendedLifetime(b) {}
    }

    /// Captions are a part of the picture: in stills, in films, in their parts, and in what is kept.
    func testCaptions() throws {
        try Data("1\n00:00:00,500 --> 00:00:01,000\nHi\n".utf8).write(to: file("a.srt"))
        func still(_ time: String, _ more: String...) throws -> Data {
            let answer = try agate(["render", scene, "--time", time, "-o", file("s.png").path, "--size", "240x160"] + more)
            XCTAssertEqual(answer.status, 0, answer.message)
            return try Data(contentsOf: file("s.png"))
        }
        let path = file("a.srt").path
        XCTAssertEqual(try still("0.4", "--captions", path), try still("0.4"))
        XCTAssertNotEqual(try still("0.5", "--captions", path), try still("0.5"))
        XCTAssertEqual(try still("1", "--captions", path), try still("1"))
        let answer = try shell(
            """
            "$agate" render "$scene" --captions a.srt -o w.mkv --fps 10 --duration 2 --size 240x160 || exit
            for i in 1 2; do "$agate" render "$scene" --captions a.srt --chunk $i/2 -o part$i.mkv --fps 10 --duration 2 --size 240x160 || exit; done
            "$agate" join part1.mkv part2.mkv -o joined.mkv && "$agate" verify joined.mkv
            """)
        XCTAssertEqual(answer.status, 0, answer.message)
        assertSame(try read(file("joined.mkv")).map(\.image), try read(file("w.mkv")).map(\.image), "parts")
        for (arguments, status, part) in [
            (["--captions", scene], 2, "no captions"), (["--captions", file("b.srt").path], 2, "b.srt: "),
        ] as [([String], Int32, String)] {
            let answer = try agate(["render", scene, "-o", file("x.mkv").path, "--duration", "1"] + arguments)
            XCTAssertEqual(answer.status, status, "\(arguments): \(answer.message)")
            XCTAssertTrue(answer.message.contains(part), "\(answer.message) has no '\(part)'")
        }
        let own = try agate("render", scene, "-o", path, "--format", "mkv", "--duration", "1", "--captions", path)
        XCTAssertEqual(own.status, 64, own.message)
        XCTAssertTrue(own.message.contains("the captions"), own.message)
    }
}
