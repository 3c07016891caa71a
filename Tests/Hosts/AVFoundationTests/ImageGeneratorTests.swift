import AVFoundation
import Agate
import XCTest

/// Pictures at times.
@MainActor final class ImageGeneratorTests: MediaTestCase {
    private func level(_ image: CGImage) -> Int { Int(image.withPixels { $0[0] } >> 16 & 255) }

    func testExactTimes() async throws {
        let asset = AVURLAsset(url: try film("a.mov", seconds: 2, first: 4, step: 5)), generator = AVAssetImageGenerator(asset: asset)
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        for time in [0, 0.01, 0.04, 1.5, 1.52, 1.6, 1.6, 0.2, 1.99, 2] {
            let (image, actual) = try await generator.image(at: seconds(time)), frame = min(49, Int(time * 25 + 1e-9))
            XCTAssertEqual(level(image), 4 + 5 * frame, "at \(time)")
            XCTAssertEqual(actual, CMTime(value: Int64(frame), timescale: 25), "at \(time)")
        }
        var actual = CMTime.invalid
        XCTAssertEqual(level(try generator.copyCGImage(at: seconds(0.5), actualTime: &actual)), 64)
        XCTAssertEqual(actual, CMTime(value: 12, timescale: 25))
        for bad in [seconds(-1), seconds(3), .invalid, .positiveInfinity] {
            XCTAssertThrowsError(try generator.copyCGImage(at: bad, actualTime: nil)) {
                XCTAssertEqual(($0 as? AVError)?.code, .noImageAtTime)
            }
        }
    }

    func testTolerantTimesAreKeyFrames() async throws {
        let url = file("a.mp4")
        try ffmpeg([
            "-i", try film("a.mov", seconds: 2, first: 20, step: 4).path, "-c:v", "libx264", "-g", "20", "-keyint_min", "20",
            "-sc_threshold", "0", "-pix_fmt", "yuv420p", url.path,
        ])
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        let (_, actual) = try await generator.image(at: seconds(1.3))
        XCTAssertEqual(actual.seconds, 0.8, accuracy: 1e-6)
        generator.requestedTimeToleranceBefore = seconds(0.1)
        let (image, near) = try await generator.image(at: seconds(1.3))
        XCTAssertEqual(near.seconds, 1.28, accuracy: 1e-6, "the key frame is too far away")
        XCTAssertEqual(level(image), 20 + 4 * 32, accuracy: 4)
    }

    func testSizesAndTransforms() async throws {
        let plain = try film("plain.mp4", width: 64, height: 48, arguments: ["-c:v", "libx264", "-pix_fmt", "yuv420p"]),
            url = file("turned.mp4")
        try ffmpeg(["-i", plain.path, "-c", "copy", "-metadata:s:v", "rotate=90", url.path])
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        func size() async throws -> [Int] {
            let image = try await generator.image(at: .zero).image
            return [image.width, image.height]
        }
        var found = try await size()
        XCTAssertEqual(found, [64, 48])
        generator.appliesPreferredTrackTransform = true
        found = try await size()
        XCTAssertEqual(found, [48, 64])
        generator.maximumSize = CGSize(width: 0, height: 32)
        found = try await size()
        XCTAssertEqual(found, [24, 32])
        generator.maximumSize = CGSize(width: 500, height: 500)
        found = try await size()
        XCTAssertEqual(found, [48, 64], "not enlarged")
    }

    func testCompositionsAndLayers() async throws {
        let asset = AVURLAsset(url: try film("a.mov", first: 10, step: 5)), composition = AVMutableComposition()
        let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
        try track.insertTimeRange(range(0.4, 0.4), of: asset.tracks[0], at: .zero)
        let generator = AVAssetImageGenerator(asset: composition)
        let (image, actual) = try await generator.image(at: seconds(0.13))
        XCTAssertEqual(level(image), 10 + 5 * 13)
        XCTAssertEqual(actual, CMTime(value: 3, timescale: 25))
        let video = AVMutableVideoComposition(propertiesOf: composition), root = CALayer(), layer = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 32, height: 16)
        layer.frame = CGRect(x: 16, y: 0, width: 16, height: 16)
        root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        root.addSublayer(layer)
        video.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayers: [layer], in: root)
        generator.videoComposition = video
        generator.cancelAllCGImageGeneration()
        let drawn = try await generator.image(at: seconds(0.2)).image
        XCTAssertEqual(level(drawn), 255)
        XCTAssertEqual(Int(drawn.withPixels { $0[20] } >> 16 & 255), 10 + 5 * 15)
    }

    func testManyTimes() async throws {
        let asset = AVURLAsset(url: try film("a.mov", first: 4, step: 5)), generator = AVAssetImageGenerator(asset: asset)
        generator.requestedTimeToleranceBefore = .zero
        let times = [0.2, 0.8, 5, 0.4]
        let done = expectation(description: "done"), found = Locked<[(Int, AVAssetImageGenerator.Result)]>([])
        done.expectedFulfillmentCount = 4
        generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: seconds($0)) }) { _, image, _, result, error in
            XCTAssertEqual(error == nil, result == .succeeded)
            found.withLock { $0.append((image.map { Int($0.withPixels { $0[0] } >> 16 & 255) } ?? -1, result)) }
            done.fulfill()
        }
        await fulfillment(of: [done], timeout: 30)
        XCTAssertEqual(found.withLock { $0.map(\.0) }, [29, 104, -1, 54])
        XCTAssertEqual(found.withLock { $0.map(\.1) }, [.succeeded, .succeeded, .failed, .succeeded])
        var levels: [Int] = []
        for await element in generator.images(for: times.map(seconds)) {
            if let image = try? element.image { levels.append(level(image)) } else { levels.append(-1) }
        }
        XCTAssertEqual(levels, [29, 104, -1, 54])
        let one = expectation(description: "one")
        generator.generateCGImageAsynchronously(for: seconds(0.4)) { image, time, error in
            XCTAssertNotNil(image)
            XCTAssertEqual(time, CMTime(value: 10, timescale: 25))
            XCTAssertNil(error)
            one.fulfill()
        }
        await fulfillment(of: [one], timeout: 30)
    }
}
