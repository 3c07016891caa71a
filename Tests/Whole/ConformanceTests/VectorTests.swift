import TestSupport
import XCTest

@testable import conform

/// The numeric facts about Core Animation (see Documentation/Behaviour) hold, whatever stands beside this checkout.
final class VectorTests: XCTestCase {
    func testVectorsHold() throws {
        let outcomes = try VectorsCommand.outcomes(file: Repository.vectors.path)
        let failures = outcomes.filter { $0.result == .failed }.map(\.line)
        XCTAssertTrue(failures.isEmpty, failures.joined(separator: "\n"))
        // What the engine does not have is listed by `conform vectors`. The number of those may only fall.
        let skipped = outcomes.filter { $0.result == .skipped }.map(\.line)
        XCTAssertLessThanOrEqual(skipped.count, 4, skipped.joined(separator: "\n"))
        XCTAssertGreaterThanOrEqual(outcomes.count { $0.result == .passed }, 981)
    }
}
