import XCTest
@testable import Lowering

final class StandardStreamRuleTests: XCTestCase {
    func testStreamsOfFunctions() {
        XCTAssertEqual(
            lowered("func f() { fputs(\"a\", stderr); fflush(stdout); setvbuf(stdout, nil, _IOLBF, 0) }\n"),
            "func f() { fputs(\"a\", standardErrorStream); fflush(standardOutputStream); setvbuf(standardOutputStream, nil, _IOLBF, 0) }\n"
        )
    }

    func testOtherNamesStay() {
        XCTAssertNil(change("struct S { var stderr = 1; func f() { use(stderr); print(1, to: &stderr); process.stderr = stdout } }\n"))
    }
}
