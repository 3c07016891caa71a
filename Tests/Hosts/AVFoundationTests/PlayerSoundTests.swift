import Agate
import XCTest

@testable import AVFoundation

/// The sound of players, as SDL's disk driver records it: levels, onsets, drift.
@MainActor final class PlayerSoundTests: MediaTestCase {
    private nonisolated var recording: URL { folder.appendingPathComponent("recorded.raw") }

    override func setUpWithError() throws {
        try super.setUpWithError()
        // A device that writes what it plays to a file, at its own pace: 21 ms for each block of 21.33 ms.
        setenv("SDL_AUDIODRIVER", "disk", 1)
        setenv("SDL_DISKAUDIOFILE", recording.path, 1)
        SoundStage.shared.close()
    }

    override func tearDown() {
        SoundStage.shared.close()
        unsetenv("SDL_AUDIODRIVER")
        unsetenv("SDL_DISKAUDIOFILE")
        super.tearDown()
    }

    /// A film with silent pictures and a sound.
    private func film(_ name: String, seconds: Double, sound expression: String) throws -> URL {
        let url = file(name)
        try ffmpeg([
            "-f", "lavfi", "-i", "color=gray:size=16x16:rate=10:duration=\(seconds)", "-f", "lavfi", "-i",
            "aevalsrc='\(expression)':s=48000:d=\(seconds)", "-c:v", "qtrle", "-c:a", "pcm_s16le", url.path,
        ])
        return url
    }

    /// Runs the run loop, with the display links of the players.
    private func wait(_ seconds: Double) async {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { try? await Task.sleep(nanoseconds: 5_000_000) }
    }

    /// Waits until what was played so far is as expected. A loaded machine takes longer than another, so that no time is fixed.
    private func hear(_ what: String, line: UInt = #line, _ holds: ([Float]) -> Bool) async {
        let end = Date(timeIntervalSinceNow: 120)
        repeat {
            if let heard = try? played(), holds(heard) { return }
            await wait(0.02)
        } while Date() < end
        XCTFail("not heard: \(what)", line: line)
    }

    /// Waits until the last tenth of a second has a level.
    private func hear(level expected: Double, accuracy: Double, _ what: String, line: UInt = #line) async {
        await hear("\(what), \(expected)", line: line) { heard in
            heard.count > 9600 && abs(level(heard.suffix(4800)) - expected) < accuracy
        }
    }

    private func recorded() throws -> [Float] {
        SoundStage.shared.close()
        return try played()
    }

    /// The left channel of what was played.
    private func played() throws -> [Float] {
        let data = try Data(contentsOf: recording)
        return data.withUnsafeBytes { bytes in
            let all = bytes.bindMemory(to: Float.self)
            return stride(from: 0, to: all.count - 1, by: 2).map { all[$0] }
        }
    }

    private func level(_ samples: ArraySlice<Float>) -> Double {
        samples.isEmpty ? 0 : (samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)).squareRoot()
    }

    /// The frames of 10 ms that are louder than a tenth of a full sine.
    private func loud(_ samples: [Float]) -> [Bool] {
        stride(from: 0, to: samples.count, by: 480).map { level(samples[$0..<min($0 + 480, samples.count)]) > 0.02 }
    }

    func testLevelsVolumeMuteAndPause() async throws {
        let asset = AVURLAsset(url: try film("tone.mov", seconds: 20, sound: "0.5*sin(2*PI*440*t)"))
        let player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
        XCTAssertEqual(player.volume, 1)
        let full = 0.5 / 2.0.squareRoot()
        player.play()
        await hear(level: full, accuracy: 0.02, "played")
        player.volume = 0.25
        await hear(level: full / 4, accuracy: 0.01, "a quarter of the volume")
        player.isMuted = true
        await hear(level: 0, accuracy: 0.001, "muted")
        player.isMuted = false
        player.volume = 7
        XCTAssertEqual(player.volume, 1, "clamped")
        player.volume = .nan
        XCTAssertEqual(player.volume, 1, "ignored")
        await hear(level: full, accuracy: 0.02, "full volume")
        // The tone has its pitch, within the changes of speed that the loop may make.
        await hear("440 Hz") { heard in
            let part = heard.suffix(12000)
            let crossings = zip(part, part.dropFirst()).filter { $0.0 < 0 && $0.1 >= 0 }.count
            return abs(Double(crossings) / 0.25 - 440) < 24
        }
        player.pause()
        await hear(level: 0, accuracy: 0.001, "paused")
    }

    func testSeeksAndRates() async throws {
        // Silence for the first half, a tone after it.
        let asset = AVURLAsset(url: try film("late.mov", seconds: 20, sound: "if(gte(t,10),0.5*sin(2*PI*440*t),0)"))
        let player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
        player.play()
        await hear("the beginning") { $0.count > 14400 }
        XCTAssertFalse(loud(try played()).contains(true), "the silent half")
        player.seek(to: seconds(12))
        await hear("the tone") { loud($0).suffix(10).allSatisfy { $0 } }
        player.seek(to: seconds(2))
        await hear("silence again") { !loud($0).suffix(10).contains(true) }
        let silent = try played().count
        player.rate = -1
        await hear("the way back") { $0.count > silent + 14400 }
        XCTAssertFalse(loud(Array(try played()[silent...])).contains(true), "backwards")
        player.seek(to: seconds(12))
        player.rate = 2
        await hear("the tone at twice the speed") { loud($0).suffix(10).allSatisfy { $0 } }
        player.rate = 0
        await hear("no rate") { !loud($0).suffix(10).contains(true) }
    }

    /// Plays until enough is heard. Returns the samples from the first loud one on, with their times since the film's begin. Those are the
    /// times for which the samples were made, so that a loaded machine, whose device stops for a while, changes nothing.
    private func samples(_ player: AVPlayer, seconds: Double) async throws -> [(time: Double, value: Float)] {
        SoundStage.shared.made = []
        defer { SoundStage.shared.made = nil }
        player.play()
        await hear("the begin") { loud($0).contains(true) }
        // The tightest of some readings, since the thread may be interrupted between the two clocks.
        let readings = (0..<20).map { _ -> (begin: Double, width: Double) in
            let before = MonotonicClock.shared.now, time = player.currentTime().seconds, after = MonotonicClock.shared.now
            return ((before + after) / 2 - time, after - before)
        }
        let begin = readings.min { $0.width < $1.width }!.begin
        await hear("\(seconds) s") { Double($0.drop { abs($0) < 0.1 }.count) > seconds * 48000 }
        player.pause()
        // What the device played is what was made, after any silence of its own: it may play some before it is asked to begin.
        let values = try recorded(), made = SoundStage.shared.made ?? []
        let first = try XCTUnwrap(values.firstIndex { $0 != 0 }), begun = try XCTUnwrap(made.firstIndex { $0.value != 0 })
        XCTAssertTrue(zip(values[first...], made[begun...]).allSatisfy { $0 == $1.value }, "the device's samples are those that were made")
        return made.drop { abs($0.value) < 0.1 }.map { ($0.time - begin, $0.value) }
    }

    /// The clicks of a film are heard at their times, whatever the pace of the device.
    func testOnsets() async throws {
        let asset = AVURLAsset(url: try film("clicks.mov", seconds: 60, sound: "if(lt(mod(t,0.5),0.02),0.7*sin(2*PI*1000*t),0)"))
        let heard = try await samples(AVPlayer(playerItem: AVPlayerItem(asset: asset)), seconds: 6)
        var onsets: [Double] = [], last = -1.0
        for (time, value) in heard where abs(value) > 0.1 {
            if time - last > 0.2 { onsets.append(time) }
            last = time
        }
        XCTAssertGreaterThanOrEqual(onsets.count, 5)
        let off = onsets.map { abs($0 / 0.5 - ($0 / 0.5).rounded()) * 0.5 }
        // Of a click that is decoded too late the end is heard, so the median.
        XCTAssertLessThan(off.sorted()[off.count / 2], 0.004, "\(off)")
    }

    /// The sound of a loop's next round begins with the sample after the last one.
    func testLoopsHaveNoGap() async throws {
        let url = try film("loop.mov", seconds: 0.8, sound: "0.5*sin(2*PI*400*t)")
        let player = AVQueuePlayer(), looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(asset: AVURLAsset(url: url)))
        player.play()
        var gaps: [Int64] = []
        await hear("three rounds") { _ in
            let spans = player.voice.spans
            if spans.count == 2 { gaps.append(spans[1].lowerBound - spans[0].upperBound) }
            return looper.loopCount >= 3
        }
        player.pause()
        XCTAssertFalse(gaps.isEmpty)
        XCTAssertTrue(gaps.allSatisfy { abs($0) <= 1 }, "\(gaps)")
    }

    func testRunsFollowWithoutAGap() throws {
        let item = AVPlayerItem(asset: AVURLAsset(url: try film("loop.mov", seconds: 0.8, sound: "0.5*sin(2*PI*400*t)")))
        let begins = [1000.0, 1000.8]
        let runs = try begins.map { begin in
            var timeline = PlayerTimeline()
            (timeline.begin, timeline.rate, timeline.end) = (begin, 1, 0.8)
            return try XCTUnwrap(SoundRun(.init(item: ObjectIdentifier(item), timeline: timeline), item.soundTracks))
        }
        let deadline = Date(timeIntervalSinceNow: 120)
        while !runs.allSatisfy({ $0.holds(38400) }), Date() < deadline { usleep(1000) }
        var samples = [Float](repeating: 0, count: 2 * 76800)
        samples.withUnsafeMutableBufferPointer { all in
            for run in runs { run.add(to: all, from: runs[0].begin, gain: (1, 1)) }
        }
        for frame in 0..<76800 {
            XCTAssertEqual(samples[frame * 2], 0.5 * Float(sin(2 * Double.pi * 400 * Double(frame) / 48000)), accuracy: 0.001, "\(frame)")
        }
    }

    func testSeveralPlayers() async throws {
        let a = AVPlayer(url: try film("a.mov", seconds: 5, sound: "0.3*sin(2*PI*300*t)"))
        let b = AVPlayer(url: try film("b.mov", seconds: 5, sound: "0.3*sin(2*PI*900*t)"))
        a.play()
        b.play()
        await hear(level: 0.3, accuracy: 0.03, "both")
        withExtendedLifetime((a, b)) {}
    }

    func testAnAudioMix() async throws {
        let asset = AVURLAsset(url: try film("mix.mov", seconds: 10, sound: "0.5*sin(2*PI*300*t)")), item = AVPlayerItem(asset: asset)
        let parameters = AVMutableAudioMixInputParameters(track: asset.tracks(withMediaType: .audio)[0]), mix = AVMutableAudioMix()
        parameters.setVolume(0.2, at: .zero)
        mix.inputParameters = [parameters]
        let player = AVPlayer(playerItem: item)
        player.play()
        await hear(level: 0.5 / 2.0.squareRoot(), accuracy: 0.02, "without a mix")
        item.audioMix = mix
        item.audioTimePitchAlgorithm = .varispeed
        XCTAssertEqual(item.audioTimePitchAlgorithm, .varispeed)
        await hear(level: 0.1 / 2.0.squareRoot(), accuracy: 0.01, "mixed")
    }

    /// A released player, an item that is replaced, a film without sound, and a host whose time is virtual are silent.
    func testSilence() async throws {
        let url = try film("tone.mov", seconds: 20, sound: "0.5*sin(2*PI*440*t)")
        var player: AVPlayer? = AVPlayer(url: url)
        let full = 0.5 / 2.0.squareRoot()
        player?.play()
        await hear(level: full, accuracy: 0.02, "a player")
        player = nil
        await hear(level: 0, accuracy: 0.001, "released")
        let other = AVPlayer(url: url)
        other.play()
        await hear(level: full, accuracy: 0.02, "another")
        other.replaceCurrentItem(with: nil)
        await hear(level: 0, accuracy: 0.001, "without an item")
        SoundStage.shared.close()
        try FileManager.default.removeItem(at: recording)
        let host = OffscreenHost(size: CGSize(width: 16, height: 16))
        host.perform {
            let virtual = AVPlayer(url: url)
            host.layer.addSublayer(AVPlayerLayer(player: virtual))
            virtual.play()
        }
        _ = host.image(at: 1)
        await wait(0.2)
        XCTAssertFalse(FileManager.default.fileExists(atPath: recording.path), "no device was opened")
    }

    func testWithoutADevice() async throws {
        setenv("SDL_AUDIODRIVER", "none-such", 1)
        SoundStage.shared.close()
        Diagnostic.forgetReported()
        let seen = Locked<[String]>([]), token = Diagnostic.addObserver { one in seen.withLock { $0.append(one.identifier) } }
        defer { Diagnostic.removeObserver(token) }
        let player = AVPlayer(url: try film("tone.mov", seconds: 5, sound: "0.5*sin(2*PI*440*t)"))
        player.play()
        await wait(0.2)
        player.seek(to: seconds(1))
        player.pause()
        player.play()
        XCTAssertEqual(seen.withLock { $0 }.filter { $0 == "av.no-sound-device" }.count, 1)
        XCTAssertEqual(player.rate, 1)
        XCTAssertGreaterThan(player.currentTime().seconds, 0.9)
    }

    // MARK: The clock

    /// An hour of devices that are fast or slow, and call unevenly: the time of their samples stays within 20 ms of media time.
    func testDriftInAnHour() async throws {
        for (name, pace) in [("exact", 1.0), ("fast", 1 / 1.0005), ("slow", 1.0005), ("very fast", 1 / 1.016), ("very slow", 1.016)] {
            var clock = MixClock(), random = SystemRandom(seed: 7), real = 100.0, most = 0.0, speeds = (1.0, 1.0)
            let block = 1024.0 / 48000
            for count in 0..<Int(3600 / block) {
                // Each block takes the device's own time; the call comes up to 8 ms late.
                real += block * pace
                let place = clock.next(now: real + random.next() * 0.008, seconds: block)
                // Heard one block after it is made.
                if count > 1000 {
                    most = max(most, abs(place.start - (real + block)))
                    speeds = (min(speeds.0, place.speed), max(speeds.1, place.speed))
                }
            }
            XCTAssertLessThan(most, 0.02, name)
            XCTAssertLessThan(speeds.1 - speeds.0, 0.004 + abs(1 - pace), "\(name): the speed hardly changes")
        }
    }

    func testDevicesThatStop() {
        var clock = MixClock()
        _ = clock.next(now: 10, seconds: 0.02)
        _ = clock.next(now: 10.02, seconds: 0.02)
        XCTAssertEqual(clock.next(now: 99, seconds: 0.02).start, 99.02, accuracy: 1e-9, "it jumps")
        // A device that fills its buffers at once.
        var filling = MixClock(), starts: [Double] = []
        for _ in 0..<5 { starts.append(filling.next(now: 5, seconds: 0.02).start) }
        for (number, start) in starts.enumerated() { XCTAssertEqual(start, 5.02 + 0.02 * Double(number), accuracy: 0.003) }
    }

    func testResampling() {
        let source = (0..<400).flatMap { index -> [Float] in
            let value = Float(sin(Double(index) * 0.05))
            return [value, -value]
        }
        for speed in [0.95, 1.0, 1.05] {
            var input = source, output = [Float](repeating: 0, count: 600)
            input.withUnsafeMutableBufferPointer { input in
                output.withUnsafeMutableBufferPointer { SoundStage.resample(input, to: $0, from: 1.3, speed: speed) }
            }
            for frame in 0..<300 {
                let wanted = sin((1.3 + Double(frame) * speed) * 0.05)
                XCTAssertEqual(Double(output[frame * 2]), wanted, accuracy: 1e-4)
                XCTAssertEqual(Double(output[frame * 2 + 1]), -wanted, accuracy: 1e-4)
            }
        }
    }
}

/// Numbers from 0 to 1, the same in every run.
private struct SystemRandom {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53)
    }
}
