import AgateRecording
import AgateTesting
import ImageIO
import TestSupport
import XCTest

final class PictureTests: FailureTestCase {
    private var folder: URL { URL(fileURLWithPath: "\(#filePath)").deletingLastPathComponent().appendingPathComponent("Pictures") }

    private func picture(_ shade: CGFloat, dot: Bool = false) -> CGImage {
        let stage = Stage(size: CGSize(width: 20, height: 10))
        stage.layer.backgroundColor = CGColor(red: shade, green: 0.5, blue: 0.25, alpha: 0.5)
        if dot {
            let layer = CALayer()
            layer.frame = CGRect(x: 3, y: 3, width: 2, height: 1)
            layer.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
            stage.add(layer)
        }
        return stage.image()
    }

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    func testAMissingPictureIsWrittenAndFailsOnce() {
        let image = picture(0.5)
        expectFailure {
            assertPicture(image, named: "new")
        } check: {
            XCTAssertTrue($0.contains("it was written to"), $0)
        }
        XCTAssertTrue(assertPicture(image, named: "new"))
        XCTAssertTrue(FileManager.default.fileExists(atPath: folder.appendingPathComponent("new.png").path))
    }

    func testAPictureIsNamedAfterItsTest() {
        expectFailure { assertPicture(picture(0.5)) }
        XCTAssertTrue(FileManager.default.fileExists(atPath: folder.appendingPathComponent("\(#function.dropLast(2)).png").path))
    }

    func testDifferencesAreReportedAndLeft() throws {
        expectFailure { assertPicture(picture(0.5), named: "changed") }
        let failures = FileManager.default.temporaryDirectory.appendingPathComponent(
            "agate-failures-\(ProcessInfo.processInfo.processIdentifier)")
        setenv("AGATE_PICTURE_FAILURES", failures.path, 1)
        defer {
            unsetenv("AGATE_PICTURE_FAILURES")
            try? FileManager.default.removeItem(at: failures)
        }
        let other = picture(0.5, dot: true)
        expectFailure {
            assertPicture(other, named: "changed")
        } check: {
            XCTAssertTrue($0.contains("differs in 1.0000 % of its pixels"), $0)
            XCTAssertTrue($0.contains("changed-difference.png"), $0)
        }
        let left = try XCTUnwrap(readPNG(failures.appendingPathComponent("changed-difference.png")))
        XCTAssertEqual(left.withPixels { pixels in (0..<200).filter { pixels[$0] != 0xFF00_0000 } }, [63, 64])
        // Tolerances: two pixels of two hundred; and the channel's level.
        XCTAssertTrue(assertPicture(other, named: "changed", tolerance: PictureTolerance(share: 0.01)))
        expectFailure { assertPicture(other, named: "changed", tolerance: PictureTolerance(share: 0.009)) }
        XCTAssertTrue(assertPicture(picture(0.5 + 2.0 / 255), named: "changed", tolerance: .invisible))
        expectFailure { assertPicture(picture(0.5 + 2.0 / 255), named: "changed") }
        let stage = Stage(size: CGSize(width: 21, height: 10))
        expectFailure {
            assertPicture(stage, named: "changed", tolerance: PictureTolerance(level: 255))
        } check: {
            XCTAssertTrue($0.contains("21 x 10 pixels instead of 20 x 10"), $0)
        }
    }

    func testAFailureLeavesARecordingThatReplaysToTheSameBytes() throws {
        let failures = FileManager.default.temporaryDirectory.appendingPathComponent(
            "agate-recordings-\(ProcessInfo.processInfo.processIdentifier)")
        setenv("AGATE_PICTURE_FAILURES", failures.path, 1)
        defer {
            unsetenv("AGATE_PICTURE_FAILURES")
            try? FileManager.default.removeItem(at: failures)
        }
        let stage = Stage(size: CGSize(width: 40, height: 20))
        let layer = CALayer()
        stage.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        }
        stage.add(layer)
        expectFailure { assertPicture(stage, named: "moved") }
        stage.perform {
            layer.position = CGPoint(x: 25, y: 12)
            layer.cornerRadius = 5
        }
        stage.advance(by: 0.1)
        expectFailure {
            assertPicture(stage, named: "moved")
        } check: {
            XCTAssertTrue($0.contains("moved.agaterec"), $0)
        }
        let recording = try Recording(contentsOf: failures.appendingPathComponent("moved.agaterec"))
        XCTAssertEqual(recording.title, "moved")
        XCTAssertEqual(recording.frameTimes.count, 2)
        let replay = Replay(recording)
        XCTAssertTrue(replay.lastImage().hasEqualPixels(to: stage.image()))
        // The way there is in it, too.
        XCTAssertFalse(replay.image(at: 0.02).hasEqualPixels(to: stage.image()))
        // A host that nobody recorded leaves what it shows now.
        let host = OffscreenHost(size: CGSize(width: 40, height: 20))
        host.perform { host.layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1) }
        expectFailure { assertPicture(host, named: "moved") }
        let still = try Recording(contentsOf: failures.appendingPathComponent("moved.agaterec"))
        XCTAssertTrue(Replay(still).lastImage().hasEqualPixels(to: host.image()))
    }

    func testTheEnvironmentDecidesWhatIsWritten() throws {
        defer { unsetenv("AGATE_RECORD_PICTURES") }
        setenv("AGATE_RECORD_PICTURES", "never", 1)
        expectFailure {
            assertPicture(picture(0.5), named: "kept")
        } check: {
            XCTAssertTrue($0.contains("does not exist"), $0)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder.appendingPathComponent("kept.png").path))
        setenv("AGATE_RECORD_PICTURES", "1", 1)
        XCTAssertTrue(assertPicture(picture(0.5), named: "kept"))
        XCTAssertTrue(assertPicture(picture(0.9), named: "kept"))
        setenv("AGATE_RECORD_PICTURES", "never", 1)
        XCTAssertTrue(assertPicture(picture(0.9), named: "kept"))
        try Data("no picture".utf8).write(to: folder.appendingPathComponent("kept.png"))
        expectFailure {
            assertPicture(picture(0.9), named: "kept")
        } check: {
            XCTAssertTrue($0.contains("can't be read"), $0)
        }
    }
}
