import AgateDiagnostics
import Prelude
import XCTest

final class ExceptionTests: XCTestCase {
    func testExceptionsSayWhatTheyAre() {
        let exception = NSException(name: .invalidArgumentException, reason: "no such row", userInfo: ["row": 3])
        XCTAssertEqual(exception.name.rawValue, "NSInvalidArgumentException")
        XCTAssertEqual(exception.reason, "no such row")
        XCTAssertEqual(exception.userInfo?["row"] as? Int, 3)
        XCTAssertEqual("\(exception)", "no such row")
    }

    func testAttributedStringsKeepTextAndLinks() throws {
        var text = AttributedString("Read this")
        let range = try XCTUnwrap(text.range(of: "this"))
        text[range].link = URL(string: "https://example.org")
        let converted = NSAttributedString(text)
        XCTAssertEqual(converted.string, "Read this")
        let key = NSAttributedString.Key("NSLink")
        XCTAssertEqual(converted.attribute(key, at: 6, effectiveRange: nil) as? URL, URL(string: "https://example.org"))
        XCTAssertNil(converted.attribute(key, at: 1, effectiveRange: nil))
        XCTAssertEqual(NSAttributedString(AttributedString("")).length, 0)
    }
}
