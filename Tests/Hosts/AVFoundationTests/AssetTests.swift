import AVFoundation
import XCTest

/// What files say of themselves.
@MainActor final class AssetTests: MediaTestCase {
    func testTracksOfAFile() async throws {
        let url = try film(
            "a.mov", width: 64, height: 48, rate: 30, seconds: 1.5, tone: 440, sampleRate: 44100, channels: 2,
            arguments: ["-metadata", "title=A film", "-metadata", "artist=Somebody", "-metadata:s:a", "language=eng"])
        let asset = AVURLAsset(url: url)
        if case .notYetLoaded = asset.status(of: .duration) {} else { XCTFail("nothing is read before it is asked for") }
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        XCTAssertEqual(duration, seconds(1.5))
        XCTAssertEqual(tracks.map(\.mediaType), [.video, .audio])
        XCTAssertEqual(tracks.map(\.trackID), [1, 2])
        if case .loaded(let value) = asset.status(of: .duration) { XCTAssertEqual(value, duration) } else { XCTFail("loaded") }
        let video = try await asset.loadTracks(withMediaType: .video)[0], audio = try await asset.loadTracks(withMediaType: .audio)[0]
        XCTAssertTrue(video === tracks[0] && video.asset === asset)
        let (size, rate, transform) = try await video.load(.naturalSize, .nominalFrameRate, .preferredTransform)
        XCTAssertEqual(size, CGSize(width: 64, height: 48))
        XCTAssertEqual(rate, 30)
        XCTAssertTrue(transform.isIdentity)
        XCTAssertEqual(video.minFrameDuration, CMTime(value: 1, timescale: 30))
        XCTAssertEqual(video.timeRange, range(0, 1.5))
        XCTAssertEqual(audio.naturalTimeScale, 44100)
        XCTAssertEqual(audio.languageCode, "eng")
        XCTAssertEqual(audio.nominalFrameRate, 0)
        XCTAssertEqual(audio.naturalSize, .zero)
        XCTAssertGreaterThan(audio.estimatedDataRate, 1_000_000)
        XCTAssertTrue(
            video.isDecodable && audio.isPlayable && asset.isPlayable && asset.isReadable && asset.isExportable && asset.isComposable)
        XCTAssertTrue(video.hasMediaCharacteristic(.visual) && !video.hasMediaCharacteristic(.audible))
        XCTAssertEqual(asset.tracks(withMediaCharacteristic: .audible).map(\.trackID), [2])
        XCTAssertEqual(asset.unusedTrackID(), 3)
        let formats = try await audio.load(.formatDescriptions)
        XCTAssertEqual(formats[0].mediaSubType, .linearPCM)
        XCTAssertEqual(formats[0].audioStreamBasicDescription?.mSampleRate, 44100)
        XCTAssertEqual(formats[0].audioStreamBasicDescription?.mChannelsPerFrame, 2)
        let format = try XCTUnwrap(video.formatDescriptions.first as? CMFormatDescription)
        XCTAssertEqual(CMVideoFormatDescriptionGetDimensions(format), CMVideoDimensions(width: 64, height: 48))
        XCTAssertEqual(format.mediaSubType.description, "'rle '")
        XCTAssertEqual(CMFormatDescriptionGetMediaType(format), CMFormatDescription.MediaType.video.rawValue)
        let metadata = try await asset.load(.commonMetadata)
        let titles = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .commonIdentifierTitle)
        XCTAssertEqual(titles.map(\.stringValue), ["A film"])
        XCTAssertEqual(metadata.first { $0.commonKey == .commonKeyArtist }?.stringValue, "Somebody")
        XCTAssertEqual(video.segments.count, 1)
        XCTAssertEqual(video.samplePresentationTime(forTrackTime: seconds(0.99)), CMTime(value: 29, timescale: 30))
        XCTAssertNil(asset.track(withTrackID: 9))
    }

    func testATurnedFilmHasItsTransform() async throws {
        let plain = try film("plain.mp4", width: 64, height: 48, arguments: ["-c:v", "libx264", "-pix_fmt", "yuv420p"]),
            url = file("turned.mp4")
        try ffmpeg(["-i", plain.path, "-c", "copy", "-metadata:s:v", "rotate=90", url.path])
        let asset = AVURLAsset(url: url), track = try XCTUnwrap(asset.tracks(withMediaType: .video).first)
        XCTAssertEqual(track.naturalSize, CGSize(width: 64, height: 48), "as it is coded")
        // The top left corner goes to the bottom left one of a picture of 48 x 64: ffmpeg's tag turns against the clock.
        XCTAssertEqual(CGPoint.zero.applying(track.preferredTransform), CGPoint(x: 0, y: 64))
        XCTAssertEqual(CGPoint(x: 64, y: 48).applying(track.preferredTransform), CGPoint(x: 48, y: 0))
        XCTAssertEqual(AVVideoComposition(propertiesOf: asset).renderSize, CGSize(width: 48, height: 64))
    }

    func testWhatIsNoFilmFailsToLoad() async throws {
        let text = file("no.mov")
        try Data("this is no film".utf8).write(to: text)
        for (url, code) in [(text, AVError.Code.fileFormatNotRecognized), (file("missing.mov"), .fileFormatNotRecognized)] {
            let asset = AVURLAsset(url: url)
            do {
                _ = try await asset.load(.duration)
                XCTFail("\(url.lastPathComponent) is no film")
            } catch let error as AVError {
                XCTAssertEqual(error.code, code)
                XCTAssertTrue(error.localizedDescription.contains(url.lastPathComponent))
                XCTAssertEqual((error as NSError).domain, AVFoundationErrorDomain)
                XCTAssertEqual((error as NSError).code, code.rawValue)
            }
            if case .failed(let error) = asset.status(of: .tracks) { XCTAssertEqual(error.code, code) } else { XCTFail("failed") }
            XCTAssertTrue(asset.duration.isIndefinite && asset.tracks.isEmpty && !asset.isReadable)
        }
    }

    func testASoundAlone() async throws {
        let asset = AVAsset(url: try sound("a.wav", seconds: 0.5))
        let (duration, isPlayable, isReadable) = try await asset.load(.duration, .isPlayable, .isReadable)
        XCTAssertEqual(duration, seconds(0.5))
        XCTAssertFalse(isPlayable)
        XCTAssertTrue(isReadable)
        XCTAssertEqual(asset.tracks.map(\.mediaType), [.audio])
        XCTAssertEqual(asset.naturalSize, .zero)
    }
}
