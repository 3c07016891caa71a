import Testing
import XCTest

/// The source location of a test's call.
struct SourcePlace {
    let fileID: String, filePath: StaticString, line: Int, column: Int
    init(_ fileID: String, _ filePath: StaticString, _ line: Int, _ column: Int) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }
}

/// Records the failure of a test: with Swift Testing if one of its tests runs, else with XCTest.
func failTest(_ message: String, _ place: SourcePlace) {
    if Test.current != nil {
        Issue.record(
            Comment(rawValue: message),
            sourceLocation: SourceLocation(fileID: place.fileID, filePath: "\(place.filePath)", line: place.line, column: place.column)
        )
    } else {
        XCTFail(message, file: place.filePath, line: UInt(place.line))
    }
}
