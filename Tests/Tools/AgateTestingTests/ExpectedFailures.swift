import XCTest

/// Tests of what fails tests: here a failure can be what is wanted.
class FailureTestCase: XCTestCase {
    private var caught: [String]?

    override func recordFailure(withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool) {
        if caught != nil {
            caught?.append("\(filePath.split(separator: "/").last ?? ""):\(lineNumber) \(description)")
        } else {
            super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        }
    }

    /// Runs something that is to fail the test exactly once, at the place of the call; `check` gets what it says.
    func expectFailure(file: StaticString = #filePath, line: UInt = #line, _ body: () -> Void, check: (String) -> Void = { _ in }) {
        caught = []
        body()
        let messages = caught ?? []
        caught = nil
        XCTAssertEqual(messages.count, 1, "\(messages)", file: file, line: line)
        // What fails stands on the line of the call, or on the next.
        let name = "\(file)".split(separator: "/").last ?? ""
        XCTAssertTrue(
            messages.allSatisfy { message in [line, line + 1].contains { message.hasPrefix("\(name):\($0) ") } }, "\(messages)", file: file,
            line: line)
        messages.forEach(check)
    }
}
