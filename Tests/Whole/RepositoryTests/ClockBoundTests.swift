import Foundation
import TestSupport
import XCTest

/// No test fails because the machine is busy: bounds on work count operations, or processor time with a wide margin (`processorSeconds()`).
final class ClockBoundTests: XCTestCase {
    func testNoTestBoundsTheTimeOnTheClock() throws {
        var count = 0, findings: [String] = []
        for file in Repository.files(below: "Tests", ["swift"]) where file.lastPathComponent != "ClockBoundTests.swift" {
            count += 1
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            findings += lines.indices.filter { Self.isBound(lines[$0]) }.map { "\(Repository.path(file)):\($0 + 1): \(lines[$0])" }
        }
        XCTAssertGreaterThan(count, 500)
        XCTAssertEqual(findings, [])
    }

    func testBoundsAreFound() {
        XCTAssertTrue(Self.isBound("        XCTAssertLessThan(Date().timeIntervalSince(start), 5)"))
        XCTAssertTrue(Self.isBound("XCTAssertLessThanOrEqual(DispatchTime.now().uptimeNanoseconds - start, 1_000)"))
        XCTAssertFalse(Self.isBound("XCTAssertLessThan(processorSeconds() - start, 30)"))
        XCTAssertFalse(Self.isBound("XCTAssertGreaterThan(Date().timeIntervalSince(start), 0.3)"))
    }

    private static func isBound(_ line: Substring) -> Bool {
        line.contains("XCTAssertLess")
            && ["Date()", "DispatchTime.now()", "ContinuousClock", "CFAbsoluteTimeGetCurrent()"].contains(where: line.contains)
    }
}
