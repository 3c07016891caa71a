import Agate
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateRecording

/// A recording that may not grow begins later, with the tree as it was then.
final class CommitRingTests: XCTestCase {
    func testWhatIsFoldedShowsTheSamePictures() throws {
        let host = OffscreenHost(size: CGSize(width: 80, height: 60), background: .white)
        var options = Recorder.Options()
        options.capacity = 80
        let recorder = try XCTUnwrap(Recorder(host, options: options))
        let boxes = (0..<6).map { _ in CALayer() }
        let endless = CABasicAnimation(keyPath: "opacity")
        (endless.fromValue, endless.toValue, endless.duration, endless.repeatCount, endless.autoreverses) = (1, 0.3, 0.7, .infinity, true)
        host.perform {
            for (i, box) in boxes.enumerated() {
                box.frame = CGRect(x: 4 + 12 * i, y: 6, width: 10, height: 10)
                box.backgroundColor = CGColor(red: CGFloat(i) / 6, green: 0.3, blue: 0.6, alpha: 1)
                host.layer.addSublayer(box)
            }
            let mask = CALayer()
            mask.frame = CGRect(x: 2, y: 2, width: 5, height: 5)
            mask.backgroundColor = .black
            boxes[3].mask = mask
            boxes[4].add(endless, forKey: "pulse")
        }
        var images: [CGImage] = []
        for turn in 0..<200 {
            host.perform { boxes[turn % 3].position.y = CGFloat(10 + turn % 40) }
            if turn == 60 { host.perform { boxes[5].removeFromSuperlayer() } }
            if turn == 120 { host.perform { boxes[0].addSublayer(boxes[5]) } }
            images.append(host.image(at: 0.1 + Double(turn) / 60))
            // What folds does so on a thread of its own.
            if turn % 20 == 0 { usleep(20_000) }
        }
        for _ in 0..<200 where (recorder.recording().losses[.beginning] ?? 0) == 0 { usleep(10_000) }
        let recording = recorder.recording()
        XCTAssertGreaterThan(recording.losses[.beginning] ?? 0, 0, "nothing was folded, so the test tests nothing")
        let count = recording.frameTimes.count
        XCTAssertLessThan(count, 200)
        XCTAssertGreaterThan(count, 5)
        for replay in [Replay(recording), Replay(try Recording(recording.encoded()))] {
            for i in 0..<count {
                XCTAssertTrue(replay.image(frame: i).hasEqualPixels(to: images[200 - count + i]), "frame \(200 - count + i)")
            }
        }
    }

    func testATailGoesOnWhereTheLastOneEnded() throws {
        let host = OffscreenHost(size: CGSize(width: 20, height: 20))
        let recorder = try XCTUnwrap(Recorder(host))
        let first = recorder.tail(from: 0)
        XCTAssertTrue(first.isWhole)
        _ = host.image(at: 0.1)
        let second = recorder.tail(from: 0)
        XCTAssertGreaterThan(second.next, 0)
        host.perform { host.layer.addSublayer(CALayer()) }
        let third = recorder.tail(from: second.next)
        XCTAssertFalse(third.isWhole)
        XCTAssertEqual(third.entries.count, 1)
        XCTAssertEqual(recorder.tail(from: third.next).entries.count, 0)
        XCTAssertTrue(recorder.tail(from: 1_000_000).isWhole, "a number that never was")
    }
}
