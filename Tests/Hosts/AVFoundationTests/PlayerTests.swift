import AVFoundation
import Agate
import Compositor
import FFmpeg
import OpenGLES
import TestSupport
import XCTest

/// Films that ffmpeg makes of a colour that changes with time, played by layers.
@MainActor final class PlayerTests: XCTestCase {
    nonisolated(unsafe) private var folder = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        guard Self.program != nil else { throw XCTSkip("there is no ffmpeg program on the PATH") }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-player-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    nonisolated private static let program: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
        .map { URL(fileURLWithPath: "\($0)/ffmpeg") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }

    /// Frame n is grey 4n + 8, without loss.
    private func film(_ name: String = "a.mkv", rate: Int = 25, seconds: Double = 2, sound: Bool = false) throws -> URL {
        let url = folder.appendingPathComponent(name)
        let process = Process()
        process.executableURL = Self.program
        var arguments = [
            "-v", "error", "-f", "lavfi", "-i",
            "color=black:size=32x16:rate=\(rate):duration=\(seconds),format=gbrp,geq=r='4*N+8':g='4*N+8':b='4*N+8'",
        ]
        if sound { arguments += ["-f", "lavfi", "-i", "sine=duration=\(seconds)", "-c:a", "pcm_s16le"] }
        process.arguments = arguments + ["-c:v", "ffv1", "-pix_fmt", "gbrp", url.path]
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
        return url
    }

    private func host(_ player: AVPlayer) -> (OffscreenHost, AVPlayerLayer) {
        let host = OffscreenHost(size: CGSize(width: 32, height: 32))
        let layer = AVPlayerLayer(player: player)
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
            host.layer.addSublayer(layer)
        }
        return (host, layer)
    }

    /// Which frame shows; -1 for none.
    private func frame(_ host: OffscreenHost, _ time: Double) -> Int {
        let pixel = host.image(at: time).withPixels { $0[16 * 32 + 16] }
        return pixel == 0 ? -1 : (Int(pixel & 255) - 8) / 4
    }

    func testTheFrameAtATimeIsThatOfTheFilm() async throws {
        let url = try film()
        func make() -> OffscreenHost {
            let player = AVPlayer(url: url), (host, _) = host(player)
            host.perform { player.play() }
            return host
        }
        let sequence = make()
        let times = [0, 0.039, 0.04, 0.5, 0.99, 1, 1.7, 1.99, 2.5]
        let expected = [0, 0, 1, 12, 24, 25, 42, 49, 49]
        XCTAssertEqual(times.map { frame(sequence, $0) }, expected)
        XCTAssertEqual(times.reversed().map { frame(sequence, $0) }, expected.reversed(), "looking back")
        for (time, number) in zip(times, expected).dropFirst(3) { XCTAssertEqual(frame(make(), time), number, "alone at \(time)") }
    }

    /// In planes, without loss: moving pictures, or bars.
    private func planarFilm(_ name: String, _ arguments: [String], of source: String = "testsrc2", width: Int = 70) throws -> URL {
        let url = folder.appendingPathComponent(name)
        let process = Process()
        process.executableURL = Self.program
        process.arguments =
            ["-v", "error", "-f", "lavfi", "-i", "\(source)=size=\(width)x46:rate=10:duration=1", "-c:v", "ffv1"] + arguments + [url.path]
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
        return url
    }

    private func host(of url: URL, _ renderer: FrameRenderer, width: Int = 70) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: width, height: 46), renderer: renderer), player = AVPlayer(url: url)
        host.perform {
            let layer = AVPlayerLayer(player: player)
            layer.frame = host.layer.bounds
            host.layer.addSublayer(layer)
            player.play()
        }
        return host
    }

    /// Films come as the planes that they have; what the file says of them counts. Where colours change, ffmpeg's own conversion is
    /// another.
    func testFilmsInPlanesHaveTheirColours() async throws {
        for (name, arguments) in [
            ("601", ["-pix_fmt", "yuv420p", "-colorspace", "smpte170m", "-color_range", "tv"]),
            ("709", ["-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "tv"]),
            ("full", ["-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "pc"]),
            ("centred", ["-pix_fmt", "yuv420p", "-chroma_sample_location", "center"]),
        ] {
            let url = try planarFilm("\(name).mkv", arguments, of: "smptebars", width: 350), probe = try FilmProbe(url)
            XCTAssertNotNil(probe.planes, name)
            let reader = try FrameReader(url)
            var wanted = [UInt32](repeating: 0, count: 350 * 46)
            _ = try reader.next(into: &wanted)
            let image = host(of: url, .cpu, width: 350).image(at: 0.05)
            // In the middle of each bar.
            for x in stride(from: 25, to: 350, by: 50) {
                let pixel = image.withPixels { $0[12 * 350 + x] }, expected = wanted[12 * 350 + x]
                for shift in [0, 8, 16] as [UInt32] {
                    let off = abs(Int(pixel >> shift & 255) - Int(expected >> shift & 255))
                    XCTAssertLessThanOrEqual(off, 2, "\(name), \(x): \(String(pixel, radix: 16)), not \(String(expected, radix: 16))")
                }
            }
        }
        XCTAssertNil(try FilmProbe(try film("plain.mkv")).planes)
        XCTAssertNil(try FilmProbe(try planarFilm("444.mkv", ["-pix_fmt", "yuv444p"])).planes)
    }

    #if GPU
    /// A GPU converts them: the same pixels, and the processor none.
    func testAGPUTakesThePlanesOfFilms() async throws {
        guard (try? GLContext()) != nil else { throw XCTSkip("no OpenGL ES: no context") }
        let url = try planarFilm("a.mkv", ["-pix_fmt", "yuv420p"])
        let gpu = host(of: url, .gpu), times = [0.05, 0.25, 0.75]
        let before = PlanarPicture.conversionCount
        let drawn = times.map { gpu.image(at: $0) }
        XCTAssertEqual(PlanarPicture.conversionCount, before)
        let processor = host(of: url, .cpu)
        for (time, image) in zip(times, drawn) {
            XCTAssertLessThanOrEqual(difference(image, processor.image(at: time)).max, 1, "at \(time) s")
        }
        XCTAssertGreaterThan(PlanarPicture.conversionCount, before)
    }
    #endif

    func testRatesSeeksAndPauses() async throws {
        let player = AVPlayer(url: try film()), (host, _) = host(player)
        XCTAssertEqual(frame(host, 0.5), 0, "paused at first")
        host.perform { player.rate = 2 }
        XCTAssertEqual(frame(host, 0.75), 12)
        host.perform { player.pause() }
        XCTAssertEqual(frame(host, 3), 12)
        host.perform { player.seek(to: CMTime(seconds: 1.5, preferredTimescale: 600)) }
        XCTAssertEqual(frame(host, 3.1), 37)
        XCTAssertEqual(host.perform { player.currentTime().seconds }, 1.5)
        host.perform { player.rate = -1 }
        XCTAssertEqual([3.2, 3.35, 3.6, 4.1].map { frame(host, $0) }, [35, 31, 25, 12])
        XCTAssertEqual(frame(host, 6), 0)
        XCTAssertEqual(player.rate, 0, "it has come to the beginning")
        host.perform { player.seek(to: .positiveInfinity) }
        XCTAssertEqual(frame(host, 6.1), 49)
        host.perform { player.seek(to: .invalid) }
        XCTAssertEqual(frame(host, 6.2), 49)
    }

    func testEndsAreReportedAndLoopsWork() async throws {
        let player = AVPlayer(url: try film(seconds: 1)), (host, _) = host(player)
        let item = try XCTUnwrap(player.currentItem)
        // Posted on this thread alone.
        nonisolated(unsafe) var ends = 0
        let token = NotificationCenter.default.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil) { _ in
            ends += 1
            MainActor.assumeIsolated {
                guard ends < 3 else { return }
                player.seek(to: .zero)
                player.play()
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        host.perform { player.play() }
        host.advance(to: 2.5)
        XCTAssertEqual(ends, 2)
        XCTAssertEqual(frame(host, 2.5), 12, "the third time through")
        host.advance(to: 5)
        XCTAssertEqual(ends, 3)
        XCTAssertEqual(player.timeControlStatus, .paused)
        XCTAssertEqual(frame(host, 5), 24)
    }

    func testQueuesGoOnWithoutAGap() async throws {
        let url = try film(seconds: 1), items = (0..<3).map { _ in AVPlayerItem(url: url) }
        let player = AVQueuePlayer(items: [items[0], items[1], items[0]]), (host, _) = host(player)
        XCTAssertEqual(player.items().count, 2, "an item is in a queue once")
        XCTAssertFalse(player.canInsert(items[2], after: items[2]))
        player.insert(items[2], after: items[0])
        host.perform { player.play() }
        host.advance(to: 0.5)
        XCTAssertTrue(player.currentItem === items[0])
        XCTAssertEqual(frame(host, 0.5), 12)
        host.advance(to: 1.5)
        XCTAssertTrue(player.currentItem === items[2])
        XCTAssertEqual(frame(host, 1.5), 12, "it began at the very end of the first")
        XCTAssertEqual(player.rate, 1)
        host.perform { player.advanceToNextItem() }
        XCTAssertTrue(player.currentItem === items[1])
        host.advance(to: 4)
        XCTAssertEqual(player.rate, 0, "nothing follows the last")
        XCTAssertEqual(frame(host, 4), 24)
        host.perform { player.removeAllItems() }
        XCTAssertNil(player.currentItem)
    }

    func testLoopersRepeatAPart() async throws {
        let player = AVQueuePlayer(), (host, _) = host(player)
        let range = CMTimeRange(
            start: CMTime(seconds: 0.4, preferredTimescale: 600), duration: CMTime(seconds: 0.4, preferredTimescale: 600))
        let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: try film(seconds: 1)), timeRange: range)
        XCTAssertEqual(looper.status, .ready)
        host.perform { player.play() }
        host.advance(to: 1.02)
        XCTAssertEqual(frame(host, 1.02), 10 + 5, "0.22 s into the third time")
        XCTAssertEqual(looper.loopCount, 2)
        host.advance(to: 3.02)
        XCTAssertEqual(looper.loopCount, 7)
        XCTAssertEqual(player.items().count, 3)
        host.perform { looper.disableLooping() }
        host.advance(to: 5)
        XCTAssertEqual(player.rate, 0)
        XCTAssertEqual(frame(host, 5), 20, "it stays at the end of the part")
        let missing = AVPlayerLooper(
            player: player, templateItem: AVPlayerItem(url: folder.appendingPathComponent("none.mkv")))
        XCTAssertEqual(missing.status, .failed)
        XCTAssertNotNil(missing.error)
    }

    func testObservers() async throws {
        let player = AVPlayer(url: try film(seconds: 1)), (host, _) = host(player)
        var times: [Double] = []
        let observer = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 5), queue: .main) {
            times.append($0.seconds)
        }
        host.perform { player.play() }
        host.advance(to: 0.75)
        XCTAssertEqual(times.count, 4, "at the start, and at 0.2, 0.4 and 0.6: \(times)")
        for (time, expected) in zip(times, [0, 0.2, 0.4, 0.6]) { XCTAssertEqual(time, expected, accuracy: 0.02) }
        player.removeTimeObserver(observer)
        host.advance(to: 0.9)
        XCTAssertEqual(times.count, 4)
    }

    func testGravity() async throws {
        let player = AVPlayer(url: try film()), (host, layer) = host(player)
        func corner() -> UInt32 { host.image().withPixels { $0[2 * 32 + 16] } }
        XCTAssertEqual(corner(), 0)
        XCTAssertEqual(layer.videoRect, CGRect(x: 0, y: 8, width: 32, height: 16))
        host.perform { layer.videoGravity = .resize }
        XCTAssertNotEqual(corner(), 0)
        XCTAssertEqual(layer.videoRect, layer.bounds)
        host.perform { layer.videoGravity = .resizeAspectFill }
        XCTAssertEqual(layer.videoRect, CGRect(x: -16, y: 0, width: 64, height: 32))
        XCTAssertTrue(layer.isReadyForDisplay)
    }

    func testItems() async throws {
        let item = AVPlayerItem(url: try film(rate: 50, seconds: 1.5, sound: true))
        XCTAssertEqual(item.status, .readyToPlay)
        XCTAssertEqual(item.duration.seconds, 1.5, accuracy: 0.03)
        XCTAssertEqual(item.presentationSize, CGSize(width: 32, height: 16))
        XCTAssertNil(item.error)
        let player = AVPlayer(playerItem: item), (host, _) = host(player)
        host.perform { player.play() }
        XCTAssertEqual(frame(host, 1.01), 50)
        let other = AVPlayerItem(url: try film("b.mkv"))
        host.perform { player.replaceCurrentItem(with: other) }
        XCTAssertEqual(frame(host, 1.51), 12)
        host.perform { player.replaceCurrentItem(with: nil) }
        XCTAssertEqual(frame(host, 1.6), -1)
    }

    func testWhatCantBePlayedSaysSo() async throws {
        let text = folder.appendingPathComponent("no.mkv")
        try Data("this is no film".utf8).write(to: text)
        for url in [text, folder.appendingPathComponent("missing.mov")] {
            let player = AVPlayer(url: url), (host, layer) = host(player)
            let item = try XCTUnwrap(player.currentItem)
            host.perform { player.play() }
            XCTAssertEqual(frame(host, 0.5), -1)
            XCTAssertEqual(item.status, .failed)
            XCTAssertTrue("\(try XCTUnwrap(item.error))".contains(url.lastPathComponent))
            XCTAssertTrue(item.duration.isIndefinite)
            XCTAssertFalse(layer.isReadyForDisplay)
            XCTAssertFalse(item.asset.isPlayable)
        }
    }

    /// In a window nothing waits for the decoder.
    func testALivePlayerGoesThroughTheFilm() async throws {
        let seen = Locked<[Int]>([])
        let host = LiveHost(size: CGSize(width: 32, height: 32), framesPerSecond: 100) { frame in
            let pixel = frame.withPixels { pixels, _, _, stride in pixels[stride * 16 + 16] }
            if pixel != 0 { seen.withLock { $0.append((Int(pixel & 255) - 8) / 4) } }
        }
        let player = AVPlayer(url: try film()), layer = AVPlayerLayer(player: player)
        layer.frame = host.layer.bounds
        host.layer.addSublayer(layer)
        player.play()
        CATransaction.flush()
        let deadline = Date(timeIntervalSinceNow: 30)
        while seen.withLock({ $0.last }) != 49, Date() < deadline { turn() }
        let frames = seen.withLock { $0 }
        XCTAssertEqual(frames.last, 49)
        XCTAssertEqual(frames, frames.sorted())
        XCTAssertGreaterThan(Set(frames).count, 5)
    }

    private func turn() { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.02)) }
}
