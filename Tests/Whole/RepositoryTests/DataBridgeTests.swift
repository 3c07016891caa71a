import TestSupport
import XCTest

/// Foundation's ways from `NSData` to `Data` go byte by byte on Linux. Sources say `Data(copying:)`.
final class DataBridgeTests: XCTestCase {
    func testNoSourceBridgesDataByteByByte() throws {
        var files = 0
        for file in Repository.files(below: "Sources", ["swift"]) {
            files += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            where !line.drop(while: \.isWhitespace).hasPrefix("//") && Self.isSlow(line) {
                XCTFail("\(Repository.path(file)):\(index + 1) bridges NSData to Data; say Data(copying:)")
            }
        }
        XCTAssertGreaterThan(files, 500)
    }

    func testWhatIsSlow() {
        XCTAssertTrue(Self.isSlow("let a = Data(referencing: b)"))
        XCTAssertTrue(Self.isSlow("read($0 as Data)"))
        XCTAssertFalse(Self.isSlow("let a = b as? Data, c = d as DataRow"))
    }

    private static func isSlow(_ line: Substring) -> Bool { line.contains("Data(referencing:") || line.contains(#/\bas Data\b/#) }
}
