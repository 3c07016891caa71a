import AVFoundation
import XCTest

/// Segments of compositions, and what they show.
@MainActor final class CompositionTests: MediaTestCase {
    /// Segments as `start+duration<source`, in seconds; `-` for empty ones.
    private func text(_ track: AVAssetTrack) -> String {
        func number(_ time: CMTime) -> String { String(format: "%g", time.seconds) }
        return track.segments.map { segment in
            let mapping = segment.timeMapping
            let source = segment.isEmpty ? "-" : "\(number(mapping.source.start))+\(number(mapping.source.duration))"
            return "\(number(mapping.target.start))+\(number(mapping.target.duration))<\(source)"
        }.joined(separator: " ")
    }

    private func track() throws -> (AVMutableComposition, AVMutableCompositionTrack, AVAssetTrack) {
        let asset = AVURLAsset(url: try film("a.mov", seconds: 2)), composition = AVMutableComposition()
        let track = try XCTUnwrap(composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
        return (composition, track, try XCTUnwrap(asset.tracks(withMediaType: .video).first))
    }

    func testInsertedRangesPushOthersAway() async throws {
        let (composition, track, source) = try track()
        try track.insertTimeRange(range(0, 2), of: source, at: .zero)
        XCTAssertEqual(text(track), "0+2<0+2")
        try track.insertTimeRange(range(1, 0.5), of: source, at: seconds(0.5))
        XCTAssertEqual(text(track), "0+0.5<0+0.5 0.5+0.5<1+0.5 1+1.5<0.5+1.5")
        try track.insertTimeRange(range(0, 1), of: source, at: seconds(4))
        XCTAssertEqual(text(track), "0+0.5<0+0.5 0.5+0.5<1+0.5 1+1.5<0.5+1.5 2.5+1.5<- 4+1<0+1")
        try track.insertTimeRange(range(1.5, 1), of: source, at: .invalid)
        XCTAssertTrue(text(track).hasSuffix(" 4+1<0+1 5+0.5<1.5+0.5 5.5+0.5<-"), "at the end, and empty where the source has ended")
        XCTAssertEqual(composition.duration, seconds(6))
        track.removeTimeRange(range(0.25, 4))
        XCTAssertEqual(text(track), "0+0.25<0+0.25 0.25+0.75<0.25+0.75 1+0.5<1.5+0.5 1.5+0.5<-")
        track.scaleTimeRange(range(0, 1), toDuration: seconds(2))
        XCTAssertEqual(text(track), "0+0.5<0+0.25 0.5+1.5<0.25+0.75 2+0.5<1.5+0.5 2.5+0.5<-")
        track.insertEmptyTimeRange(range(0.5, 1))
        XCTAssertEqual(text(track).prefix(38), "0+0.5<0+0.25 0.5+1<- 1.5+1.5<0.25+0.75")
        XCTAssertEqual(track.segment(forTrackTime: seconds(1))?.isEmpty, true)
        XCTAssertNil(track.segment(forTrackTime: seconds(9)))
        let first = try XCTUnwrap(track.segments.first as? AVCompositionTrackSegment)
        XCTAssertEqual(first.sourceURL, file("a.mov"))
        XCTAssertEqual(first.sourceTrackID, 1)
    }

    func testWhatCantBeInsertedIsRefused() async throws {
        let (composition, track, source) = try track()
        let other = try XCTUnwrap(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
        XCTAssertEqual(other.trackID, 7)
        XCTAssertNotEqual(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7)?.trackID, 7)
        for bad in [CMTimeRange.invalid, .zero, CMTimeRange(start: .zero, duration: .positiveInfinity), range(0, -1)] {
            XCTAssertThrowsError(try track.insertTimeRange(bad, of: source, at: .zero))
        }
        XCTAssertThrowsError(try track.insertTimeRange(range(0, 1), of: source, at: seconds(-1)))
        XCTAssertThrowsError(try other.insertTimeRange(range(0, 1), of: source, at: .zero), "pictures in a track of sound")
        XCTAssertEqual(text(track), "")
        XCTAssertThrowsError(
            try track.insertTimeRanges([NSValue(timeRange: range(0, 1)), NSValue(timeRange: .invalid)], of: [source, source], at: .zero))
        XCTAssertEqual(text(track), "", "all or nothing")
        try track.insertTimeRanges([NSValue(timeRange: range(0, 1)), NSValue(timeRange: range(1, 1))], of: [source, source], at: .zero)
        XCTAssertEqual(text(track), "0+1<0+1 1+1<1+1")
        composition.removeTrack(other)
        XCTAssertNil(composition.track(withTrackID: 7))
    }

    func testSegmentsAreSetAndChecked() async throws {
        let (_, track, _) = try track(), url = file("a.mov")
        let good = [
            AVCompositionTrackSegment(timeRange: range(0, 1)),
            AVCompositionTrackSegment(url: url, trackID: 1, sourceTimeRange: range(0.5, 1), targetTimeRange: range(1, 0.5)),
        ]
        track.segments = good
        XCTAssertEqual(text(track), "0+1<- 1+0.5<0.5+1")
        let table: [(AVCompositionTrackSegment, AVError.Code)] = [
            (AVCompositionTrackSegment(timeRange: range(1, 1)), .compositionTrackSegmentsNotContiguous),
            (AVCompositionTrackSegment(timeRange: range(0, 0)), .invalidCompositionTrackSegmentDuration),
            (
                AVCompositionTrackSegment(url: url, trackID: 1, sourceTimeRange: range(-1, 1), targetTimeRange: range(0, 1)),
                .invalidCompositionTrackSegmentSourceStartTime
            ),
            (
                AVCompositionTrackSegment(url: url, trackID: 1, sourceTimeRange: range(0, 0), targetTimeRange: range(0, 1)),
                .invalidCompositionTrackSegmentSourceDuration
            ),
            (
                AVCompositionTrackSegment(url: url, trackID: 5, sourceTimeRange: range(0, 1), targetTimeRange: range(0, 1)),
                .invalidSourceMedia
            ),
        ]
        for (segment, code) in table {
            XCTAssertThrowsError(try track.validateSegments([segment])) { XCTAssertEqual(($0 as? AVError)?.code, code) }
            track.segments = [segment]
            XCTAssertEqual(track.segments.count, 2, "refused")
        }
    }

    func testWholeAssetsAreInsertedIntoAllTracks() async throws {
        let asset = AVURLAsset(url: try film("a.mov", tone: 440)), silent = AVURLAsset(url: try film("b.mov"))
        let composition = AVMutableComposition()
        try await composition.insertTimeRange(range(0, 1), of: asset, at: .zero)
        XCTAssertEqual(composition.tracks.map(\.mediaType), [.video, .audio])
        try await composition.insertTimeRange(range(0, 1), of: silent, at: seconds(0.5))
        XCTAssertEqual(text(composition.tracks[0]), "0+0.5<0+0.5 0.5+1<0+1 1.5+0.5<0.5+0.5")
        XCTAssertEqual(text(composition.tracks[1]), "0+0.5<0+0.5 0.5+1<- 1.5+0.5<0.5+0.5")
        composition.scaleTimeRange(range(0, 2), toDuration: seconds(4))
        composition.removeTimeRange(range(0, 1))
        composition.insertEmptyTimeRange(range(0, 1))
        XCTAssertEqual(text(composition.tracks[0]), "0+1<- 1+2<0+1 3+1<0.5+0.5")
        XCTAssertEqual(composition.naturalSize, CGSize(width: 32, height: 16))
        let copy = try XCTUnwrap(composition.copy() as? AVComposition),
            mutable = try XCTUnwrap(composition.mutableCopy() as? AVMutableComposition)
        composition.removeTimeRange(range(0, 9))
        XCTAssertEqual(text(copy.tracks[0]), "0+1<- 1+2<0+1 3+1<0.5+0.5")
        XCTAssertEqual(copy.duration, seconds(4))
        mutable.track(withTrackID: 1)?.removeTimeRange(range(0, 1))
        XCTAssertEqual(mutable.tracks[0].timeRange.duration, seconds(3))
        XCTAssertNotNil(mutable.mutableTrack(compatibleWith: asset.tracks[1]))
        mutable.naturalSize = CGSize(width: 9, height: 9)
        XCTAssertEqual(mutable.naturalSize, CGSize(width: 9, height: 9))
        do {
            try await composition.insertTimeRange(range(0, 1), of: AVURLAsset(url: file("none.mov")), at: .zero)
            XCTFail("there is no such file")
        } catch { XCTAssertEqual((error as? AVError)?.code, .fileFormatNotRecognized) }
    }
}
