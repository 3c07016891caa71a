import Agate
import AgateRecording
import QuartzCore
import XCTest

/// A recorder uses the transaction log while it records, and leaves it with the program's settings.
final class LogSettingsTests: XCTestCase {
    private let log = TransactionLog.shared
    private let host = OffscreenHost(size: CGSize(width: 20, height: 20))

    override func setUp() { (log.isEnabled, log.recordsCallSites, log.capacity) = (false, false, 1000) }
    override func tearDown() { setUp() }

    private func recorder(callSites: Bool = false, capacity: Int = 5000) throws -> Recorder {
        var options = Recorder.Options()
        (options.includesLog, options.includesCallSites, options.capacity) = (true, callSites, capacity)
        return try XCTUnwrap(Recorder(host, options: options))
    }

    /// The settings, and whether setters of layers notify a logger.
    private func settings() -> [String] {
        ["\(log.isEnabled)", "\(log.recordsCallSites)", "\(log.capacity)", "\(Watch.isOn)"]
    }

    private func lines(_ recorder: Recorder) -> [String] {
        recorder.recording().entries.compactMap { entry in
            guard case .log(let line) = entry, line.kind == "set" else { return nil }
            return line.new
        }
    }

    private func set(_ radius: CGFloat) {
        host.perform { host.layer.cornerRadius = radius }
    }

    func testAStoppedRecorderRestoresTheSettings() throws {
        for (isOn, findsCallers, capacity) in [(false, false, 1000), (true, false, 10), (true, true, 9000), (false, true, 0)] {
            (log.isEnabled, log.recordsCallSites, log.capacity) = (isOn, findsCallers, capacity)
            let before = settings(), recorder = try recorder(callSites: true)
            XCTAssertEqual(settings(), ["true", "true", "\(max(5000, capacity))", "true"])
            set(CGFloat(capacity) + 1)
            XCTAssertEqual(lines(recorder).count, 1)
            recorder.stop()
            XCTAssertEqual(settings(), before)
            XCTAssertEqual(lines(recorder).count, 1, "the entries are those of the recording, even if the log keeps fewer")
            set(CGFloat(capacity) + 2)
            recorder.stop()
            XCTAssertEqual(settings(), before)
            XCTAssertEqual(lines(recorder).count, 1, "nothing is added after the stop")
        }
    }

    func testTwoRecordersAtOnce() throws {
        for stopsFirst in [true, false] {
            let a = try recorder(callSites: true, capacity: 3000), b = try recorder(capacity: 4000)
            XCTAssertEqual(settings(), ["true", "true", "4000", "true"])
            set(stopsFirst ? 1 : 2)
            (stopsFirst ? a : b).stop()
            XCTAssertEqual(settings(), stopsFirst ? ["true", "false", "4000", "true"] : ["true", "true", "3000", "true"])
            set(stopsFirst ? 3 : 4)
            XCTAssertEqual(lines(stopsFirst ? a : b).count, 1)
            XCTAssertEqual(lines(stopsFirst ? b : a).count, 2)
            (stopsFirst ? b : a).stop()
            XCTAssertEqual(settings(), ["false", "false", "1000", "false"])
        }
    }

    func testAReleasedRecorderRestoresTheSettings() throws {
        var recorder: Recorder? = try recorder(callSites: true)
        XCTAssertEqual(settings(), ["true", "true", "5000", "true"])
        XCTAssertNotNil(recorder)
        recorder = nil
        XCTAssertEqual(settings(), ["false", "false", "1000", "false"])
    }

    /// What the program sets while a recorder is running applies afterwards.
    func testTheProgramMaySetInBetween() throws {
        let recorder = try recorder()
        (log.isEnabled, log.recordsCallSites, log.capacity) = (true, true, 50)
        XCTAssertEqual(settings(), ["true", "true", "5000", "true"])
        recorder.stop()
        XCTAssertEqual(settings(), ["true", "true", "50", "true"])
        let other = try self.recorder()
        log.isEnabled = false
        XCTAssertEqual(settings(), ["true", "true", "5000", "true"], "the recorder still needs it")
        set(7)
        XCTAssertEqual(lines(other).count, 1)
        other.stop()
        XCTAssertEqual(settings(), ["false", "true", "50", "false"])
    }
}
