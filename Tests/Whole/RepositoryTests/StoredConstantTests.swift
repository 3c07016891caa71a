import TestSupport
import XCTest

/// Constants of Core Foundation's strings are stored: a program may keep a pointer to one, without the object.
final class StoredConstantTests: XCTestCase {
    func testNoConstantIsComputed() throws {
        var constants = 0
        for file in Repository.files(below: "Sources", ["swift"]) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if line.contains(#/\blet \w+: CFString =/#) { constants += 1 }
                if Self.isComputed(line) { XCTFail("\(Repository.path(file)):\(index + 1) computes a string of Core Foundation; say let") }
            }
        }
        XCTAssertGreaterThan(constants, 200)
    }

    func testWhatIsComputed() {
        XCTAssertTrue(Self.isComputed("public var kSomething: CFString { \"some\" }"))
        XCTAssertTrue(Self.isComputed("    public static var sRGB: CFString {"))
        XCTAssertFalse(Self.isComputed("public nonisolated(unsafe) let kSomething: CFString = \"some\""))
        XCTAssertFalse(Self.isComputed("public func name(_ font: CTFont) -> CFString { font.name }"))
    }

    private static func isComputed(_ line: Substring) -> Bool { line.contains(#/\bvar \w+: CFString \{/#) }
}
