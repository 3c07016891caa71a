import Agate
import ObjectiveCRuntime
import XCTest

@testable import AVFoundation

/// What programs that play films ask of players and items besides play, pause and seek.
@MainActor final class PlaybackTests: MediaTestCase {
    private func player(_ url: URL) -> (AVPlayer, AVPlayerItem, OffscreenHost, AVPlayerLayer) {
        let player = AVPlayer(url: url), host = OffscreenHost(size: CGSize(width: 32, height: 16)), layer = AVPlayerLayer(player: player)
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 32, height: 16)
            host.layer.addSublayer(layer)
        }
        return (player, player.currentItem!, host, layer)
    }

    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

    /// Which frame shows; -1 for none.
    private func frame(_ host: OffscreenHost, _ time: Double) -> Int {
        let pixel = host.image(at: time).withPixels { $0[8 * 32 + 16] }
        return pixel == 0 ? -1 : (Int(pixel & 255) - 8) / 4
    }

    func testValuesLoadOnAnotherThread() async throws {
        let asset = AVURLAsset(url: try film("a.mkv"))
        var error: NSError?
        XCTAssertEqual(asset.statusOfValue(forKey: "tracks", error: &error), .unknown)
        let loaded = expectation(description: "loaded")
        asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) {
            XCTAssertFalse(Thread.isMainThread)
            loaded.fulfill()
        }
        await fulfillment(of: [loaded], timeout: 60)
        XCTAssertEqual(asset.statusOfValue(forKey: "tracks", error: &error), .loaded)
        XCTAssertNil(error)
        XCTAssertEqual(asset.tracks.count, 1)
        XCTAssertFalse(asset.hasProtectedContent)
        let track = asset.tracks[0], trackLoaded = expectation(description: "loaded")
        track.loadValuesAsynchronously(forKeys: ["naturalSize"]) { trackLoaded.fulfill() }
        await fulfillment(of: [trackLoaded], timeout: 60)
        XCTAssertEqual(track.statusOfValue(forKey: "naturalSize", error: nil), .loaded)

        let missing = AVURLAsset(url: file("none.mkv")), failed = expectation(description: "failed")
        missing.loadValuesAsynchronously(forKeys: ["tracks"]) { failed.fulfill() }
        await fulfillment(of: [failed], timeout: 60)
        XCTAssertEqual(missing.statusOfValue(forKey: "tracks", error: &error), .failed)
        XCTAssertEqual(error?.domain, AVFoundationErrorDomain)
    }

    /// Each request is answered once, however it ends.
    func testLoadingCanBeCancelled() async throws {
        let asset = AVURLAsset(url: try film("a.mkv")), answered = expectation(description: "answered")
        answered.expectedFulfillmentCount = 20
        answered.assertForOverFulfill = true
        for _ in 0..<20 { asset.loadValuesAsynchronously(forKeys: ["duration"]) { answered.fulfill() } }
        asset.cancelLoading()
        await fulfillment(of: [answered], timeout: 60)
        XCTAssertNotEqual(asset.statusOfValue(forKey: "duration", error: nil), .loading)
    }

    /// Programs wait for the status of an item before they play it.
    func testTheStatusOfAnItemIsAnnounced() async throws {
        let ready = expectation(description: "ready"), item = AVPlayerItem(url: try film("a.mkv"))
        ready.assertForOverFulfill = false
        let observation = item.observe(keyPathNamed(\.status, "status")) { item, _ in
            MainActor.assumeIsolated { if item.status == .readyToPlay { ready.fulfill() } }
        }
        let player = AVPlayer(playerItem: item)
        await fulfillment(of: [ready], timeout: 60)
        observation.invalidate()
        XCTAssertEqual(player.status, .readyToPlay)
        XCTAssertNil(player.error)
        XCTAssertEqual(item.loadedTimeRanges.map(\.timeRangeValue.duration.seconds), [1])
        XCTAssertEqual(item.seekableTimeRanges.map(\.timeRangeValue.start), [.zero])
        XCTAssertTrue(item.isPlaybackLikelyToKeepUp)
        XCTAssertFalse(item.isPlaybackBufferEmpty || item.isPlaybackBufferFull)
        let all = [
            item.canPlayFastForward, item.canPlaySlowForward, item.canPlayReverse, item.canPlaySlowReverse, item.canPlayFastReverse,
            item.canStepForward, item.canStepBackward,
        ]
        XCTAssertEqual(Set(all), [true])

        let missing = AVPlayerItem(asset: AVURLAsset(url: file("none.mkv")), automaticallyLoadedAssetKeys: ["tracks"])
        XCTAssertEqual(missing.automaticallyLoadedAssetKeys, ["tracks"])
        XCTAssertTrue(missing.loadedTimeRanges.isEmpty)
        XCTAssertFalse(missing.isPlaybackLikelyToKeepUp || missing.canPlayReverse)
    }

    /// Each observer of a value that programs wait for is called once: whether it requests the initial value or not, by its own path or by
    /// that of the player, and however often the item is inserted into a queue.
    func testEachObserverIsCalledOnce() async throws {
        let item = AVPlayerItem(url: try film("a.mkv")), queue = AVQueuePlayer()
        nonisolated(unsafe) var calls: [String: Int] = [:], tokens: [NSKeyValueObservation] = []
        func watch<Value>(_ name: String, _ path: KeyPath<AVPlayerItem, Value>, _ options: NSKeyValueObservingOptions) {
            let own = "\(name) \(options.rawValue)"
            calls[own] = 0
            tokens.append(
                item.observe(keyPathNamed(path, name), options: options) { _, change in
                    calls[own, default: 0] += 1
                    XCTAssertEqual(change.newValue != nil, options.contains(.new), own)
                })
        }
        for options in [[], .new, .initial, [.initial, .new], [.old, .new]] as [NSKeyValueObservingOptions] {
            watch("status", \.status, options)
            watch("duration", \.duration, options)
            watch("presentationSize", \.presentationSize, options)
            watch("loadedTimeRanges", \.loadedTimeRanges, options)
            watch("isPlaybackLikelyToKeepUp", \.isPlaybackLikelyToKeepUp, options)
            let own = "player \(options.rawValue)"
            calls[own] = 0
            tokens.append(queue.observe(keyPathNamed(\.status, "status"), options: options) { _, _ in calls[own, default: 0] += 1 })
        }
        XCTAssertEqual(Set(calls.filter { $0.value > 0 }.keys.map { $0.suffix(1) }), ["4", "5"], "the initial calls")
        func settle() async throws {
            for _ in 0..<200 where calls.values.contains(0) { try await Task.sleep(nanoseconds: 5_000_000) }
            try await Task.sleep(nanoseconds: 50_000_000)
        }
        queue.insert(item, after: nil)
        try await settle()
        XCTAssertEqual(calls.filter { $0.value != 1 }, [:])
        // An item that comes into the queue again, as those of a looper do, has nothing new.
        for _ in 0..<3 {
            queue.remove(item)
            queue.insert(item, after: nil)
            try await settle()
        }
        XCTAssertEqual(calls.filter { $0.value != 1 }, [:])
        // An observer that comes later is called by the next player, unless it has asked for the value.
        watch("status", \.status, [.initial, .prior])
        queue.remove(item)
        queue.insert(item, after: nil)
        try await settle()
        XCTAssertEqual(calls["status 12"], 1)
        tokens.forEach { $0.invalidate() }
    }

    func testRates() async throws {
        let (player, _, host, _) = player(try film("a.mkv", seconds: 2))
        nonisolated(unsafe) var changes = 0
        let token = NotificationCenter.default.addObserver(forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil) { _ in
            changes += 1
        }
        defer { NotificationCenter.default.removeObserver(token) }
        player.defaultRate = 2
        player.defaultRate = .nan
        XCTAssertEqual(player.defaultRate, 2)
        host.perform { player.play() }
        XCTAssertEqual(player.rate, 2)
        XCTAssertEqual(frame(host, 0.5), 25)
        host.perform { player.pause() }
        host.perform { player.playImmediately(atRate: 0.5) }
        XCTAssertEqual(player.rate, 0.5)
        XCTAssertEqual(changes, 3)
        // At 1.5 s of the host it is at 0.2 s, and runs at 1 from there.
        host.perform { player.setRate(1, time: self.time(0.2), atHostTime: self.time(1.5)) }
        XCTAssertEqual([1, 1.49, 1.7].map { frame(host, $0) }, [5, 5, 10])
        // At 1.6 s it was at 1 s.
        host.perform { player.setRate(0.5, time: self.time(1), atHostTime: self.time(1.6)) }
        XCTAssertEqual(frame(host, 1.82), 27)
        host.perform { player.setRate(1, time: .invalid, atHostTime: .invalid) }
        XCTAssertEqual(frame(host, 2.03), 33)
        host.perform { player.setRate(.nan, time: .zero, atHostTime: .zero) }
        XCTAssertEqual(player.rate, 1)
        XCTAssertTrue(player.automaticallyWaitsToMinimizeStalling && player.allowsExternalPlayback)
        XCTAssertFalse(player.isExternalPlaybackActive)
        XCTAssertNil(player.reasonForWaitingToPlay)
        XCTAssertNotEqual(AVPlayer.WaitingReason.toMinimizeStalls, .evaluatingBufferingRate)
        XCTAssertNotEqual(AVPlayer.WaitingReason.toMinimizeStalls, .noItemToPlay)
        let prerolled = expectation(description: "prerolled")
        player.preroll(atRate: 1) { isReady in
            XCTAssertTrue(isReady)
            prerolled.fulfill()
        }
        await fulfillment(of: [prerolled], timeout: 60)
        player.cancelPendingPrerolls()
    }

    func testBoundaries() async throws {
        let (player, _, host, _) = player(try film("a.mkv", seconds: 2))
        var times: [Double] = []
        let observer = player.addBoundaryTimeObserver(
            forTimes: [0.25, 0.5, 1.5].map { NSValue(time: time($0)) }, queue: .main
        ) { times.append(player.currentTime().seconds) }
        host.perform { player.play() }
        host.advance(to: 0.7)
        XCTAssertEqual(times.count, 2, "\(times)")
        for (time, expected) in zip(times, [0.25, 0.5]) { XCTAssertEqual(time, expected, accuracy: 0.02) }
        host.perform { player.seek(to: self.time(1.7)) }
        host.advance(to: 0.8)
        XCTAssertEqual(times.count, 2, "seeking over a time does not call")
        host.perform { player.rate = -1 }
        host.advance(to: 1.2)
        XCTAssertEqual(times.count, 3, "backwards over 1.5")
        player.removeTimeObserver(observer)
        host.advance(to: 2.5)
        XCTAssertEqual(times.count, 3)
    }

    func testTheEndOfPlaybackAndSteps() async throws {
        let (player, item, host, _) = player(try film("a.mkv", seconds: 2))
        nonisolated(unsafe) var ends = 0, jumps = 0
        let tokens = [
            NotificationCenter.default.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil) { _ in
                ends += 1
            },
            NotificationCenter.default.addObserver(forName: .AVPlayerItemTimeJumped, object: item, queue: nil) { _ in
                jumps += 1
            },
        ]
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        XCTAssertNotEqual(NSNotification.Name.AVPlayerItemFailedToPlayToEndTime, .AVPlayerItemPlaybackStalled)
        XCTAssertEqual(AVPlayerItem.timeJumpedNotification, .AVPlayerItemTimeJumped)
        XCTAssertEqual(AVPlayerItem.didPlayToEndTimeNotification, .AVPlayerItemDidPlayToEndTime)
        host.perform {
            item.forwardPlaybackEndTime = self.time(0.6)
            player.play()
        }
        host.advance(to: 1)
        XCTAssertEqual(ends, 1)
        XCTAssertEqual(player.rate, 0)
        XCTAssertEqual(frame(host, 1), 15)
        host.perform { item.forwardPlaybackEndTime = .invalid }
        host.perform { item.step(byCount: 3) }
        XCTAssertEqual(frame(host, 1.1), 18)
        host.perform { item.step(byCount: -8) }
        XCTAssertEqual(frame(host, 1.2), 10)
        host.perform { item.step(byCount: -100) }
        XCTAssertEqual(frame(host, 1.3), 0)
        XCTAssertEqual(jumps, 3)
        nonisolated(unsafe) var isDone = false
        host.perform { item.seek(to: self.time(1), toleranceBefore: .zero, toleranceAfter: .zero) { isDone = $0 } }
        XCTAssertTrue(isDone)
        XCTAssertEqual(frame(host, 1.4), 25)
        item.cancelPendingSeeks()
        (item.preferredForwardBufferDuration, item.preferredPeakBitRate, item.preferredMaximumResolution) = (1, 1, .zero)
    }

    func testTracksOfItems() async throws {
        let (player, item, host, _) = player(try film("a.mkv", tone: 440))
        XCTAssertEqual(item.tracks.map(\.assetTrack?.mediaType), [.video, .audio])
        XCTAssertTrue(item.tracks[0] === item.tracks[0])
        XCTAssertEqual(item.tracks[0].currentVideoFrameRate, 0)
        host.perform { player.rate = 2 }
        XCTAssertEqual(item.tracks[0].currentVideoFrameRate, 50)
        XCTAssertEqual(item.tracks[1].currentVideoFrameRate, 0)
        host.perform { player.rate = 0 }
        XCTAssertNotEqual(frame(host, 0.1), -1)
        host.perform { item.tracks[0].isEnabled = false }
        XCTAssertEqual(frame(host, 0.2), -1)
        host.perform { item.tracks[0].isEnabled = true }
        XCTAssertNotEqual(frame(host, 0.3), -1)
        XCTAssertEqual(item.soundTracks.count, 1)
        item.tracks[1].isEnabled = false
        XCTAssertEqual(item.soundTracks.count, 0)
    }

    /// The pictures of an output are those of the film, each once.
    /// The delegate of an output is called once for each request: at once while the item plays, and otherwise when it plays or jumps.
    func testTheDelegateOfAnOutput() async throws {
        final class Delegate: AVPlayerItemOutputPullDelegate, @unchecked Sendable {
            // Unchecked: called on the main queue.
            var changes = 0, flushes = 0
            func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) { changes += 1 }
            func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { flushes += 1 }
        }
        let (player, item, host, _) = player(try film("a.mkv")), delegate = Delegate(), output = AVPlayerItemVideoOutput()
        func settle() async throws { try await Task.sleep(nanoseconds: 50_000_000) }
        output.setDelegate(delegate, queue: .main)
        XCTAssertTrue(output.delegate === delegate && output.delegateQueue?.label == DispatchQueue.main.label)
        item.add(output)
        output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0.1)
        try await settle()
        XCTAssertEqual([delegate.changes, delegate.flushes], [0, 0], "nothing changes while it is paused")
        host.perform { player.play() }
        try await settle()
        XCTAssertEqual([delegate.changes, delegate.flushes], [1, 0])
        host.perform { player.pause() }
        host.perform { player.seek(to: self.time(0.4)) }
        try await settle()
        XCTAssertEqual([delegate.changes, delegate.flushes], [1, 1], "one call for each request")
        output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0.1)
        host.perform { player.seek(to: self.time(0.6)) }
        try await settle()
        XCTAssertEqual([delegate.changes, delegate.flushes], [2, 2])
        host.perform { player.play() }
        output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0.1)
        try await settle()
        XCTAssertEqual(delegate.changes, 3, "it plays already")
        output.setDelegate(nil, queue: nil)
        host.perform { player.seek(to: self.time(0.1)) }
        try await settle()
        XCTAssertEqual(delegate.flushes, 2)
    }

    /// The picture of a layer is that of the current time.
    func testTheDisplayedPicture() async throws {
        let (player, _, host, layer) = player(try film("a.mkv"))
        XCTAssertNil(AVPlayerLayer().copyDisplayedPixelBuffer())
        XCTAssertNil(layer.pixelBufferAttributes)
        host.perform { player.seek(to: self.time(0.5)) }
        func level() throws -> Int {
            let buffer = try XCTUnwrap(host.perform { layer.copyDisplayedPixelBuffer() })
            XCTAssertEqual(CVPixelBufferGetPixelFormatType(buffer), kCVPixelFormatType_32BGRA)
            CVPixelBufferLockBaseAddress(buffer, [.readOnly])
            defer { CVPixelBufferUnlockBaseAddress(buffer, [.readOnly]) }
            return Int((CVPixelBufferGetBaseAddress(buffer)?.load(as: UInt32.self) ?? 0) & 255)
        }
        XCTAssertEqual((try level() - 8) / 4, 12)
        host.perform {
            player.seek(to: self.time(0.82))
            layer.pixelBufferAttributes = [
                kCVPixelBufferWidthKey as String: 8, kCVPixelBufferHeightKey as String: 6,
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            ]
        }
        let small = try XCTUnwrap(host.perform { layer.copyDisplayedPixelBuffer() })
        XCTAssertEqual([CVPixelBufferGetWidth(small), CVPixelBufferGetHeight(small), CVPixelBufferGetPlaneCount(small)], [8, 6, 2])
        nonisolated(unsafe) var said: [String] = []
        let observation = Diagnostic.addObserver { said.append($0.identifier) }
        defer { Diagnostic.removeObserver(observation) }
        host.perform { layer.pixelBufferAttributes = [kCVPixelBufferPixelFormatTypeKey as String: 7] }
        XCTAssertEqual((try level() - 8) / 4, 20)
        XCTAssertEqual(said, ["av.output"])
    }

    func testVideoOutputs() async throws {
        let (player, item, host, _) = player(try film("a.mkv"))
        let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
        ])
        XCTAssertNil(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil), "it belongs to no item")
        XCTAssertEqual(output.itemTime(forHostTime: 1), .invalid)
        item.add(output)
        item.add(output)
        XCTAssertEqual(item.outputs.count, 1)
        host.perform { player.play() }
        for n in [3, 4, 20] {
            let time = host.perform { output.itemTime(forHostTime: (Double(n) + 0.5) / 25) }
            XCTAssertEqual(time.seconds, (Double(n) + 0.5) / 25, accuracy: 1e-5)
            var shown = CMTime.invalid
            let buffer = try XCTUnwrap(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown))
            XCTAssertEqual(shown, time)
            CVPixelBufferLockBaseAddress(buffer, [.readOnly])
            let pixel = CVPixelBufferGetBaseAddress(buffer)?.load(as: UInt32.self) ?? 0
            CVPixelBufferUnlockBaseAddress(buffer, [.readOnly])
            XCTAssertEqual((Int(pixel & 255) - 8) / 4, n)
            XCTAssertFalse(output.hasNewPixelBuffer(forItemTime: time), "it was copied")
        }
        let other = host.perform { output.itemTime(forMachAbsoluteTime: 100_000_000) }
        XCTAssertEqual(other.seconds, 0.1, accuracy: 1e-5)
        _ = output.copyPixelBuffer(forItemTime: time(0.5), itemTimeForDisplay: nil)
        _ = item.outputs.isEmpty
        XCTAssertTrue(output.hasNewPixelBuffer(forItemTime: time(0.54)))
        let small = AVPlayerItemVideoOutput(outputSettings: [
            kCVPixelBufferWidthKey as String: 8, kCVPixelBufferHeightKey as String: 4,
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        ])
        item.add(small)
        let buffer = try XCTUnwrap(small.copyPixelBuffer(forItemTime: time(0.5), itemTimeForDisplay: nil))
        XCTAssertEqual([CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer), CVPixelBufferGetPlaneCount(buffer)], [8, 4, 2])
        item.remove(output)
        XCTAssertNil(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil))
        nonisolated(unsafe) var said: [String] = []
        let observation = Diagnostic.addObserver { said.append($0.identifier) }
        small.suppressesPlayerRendering = true
        Diagnostic.removeObserver(observation)
        XCTAssertEqual(said, ["av.output"])
    }
}
