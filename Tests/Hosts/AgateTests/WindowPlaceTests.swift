@testable import Agate
import Foundation
import XCTest

final class WindowPlaceTests: XCTestCase {
    func testTextAndBack() throws {
        for place in [
            WindowPlace(x: 0, y: 0, size: CGSize(width: 1, height: 1)),
            WindowPlace(x: -20, y: 31_000, size: CGSize(width: 201.5, height: 100)),
            WindowPlace(x: -32_768, y: 32_767, size: CGSize(width: 1.0 / 3 + 1, height: 16_384)),
        ] {
            XCTAssertEqual(WindowPlace(place.text), place)
            XCTAssertEqual(place.text.utf8.count, 96, "a write replaces all of the old text")
        }
    }

    func testOtherTextIsNoPlace() {
        for text in [
            "", "1 2 3", "1 2 3 4 5", "a 2 3 4", "1.5 2 3 4", "40000 0 3 4", "0 -40000 3 4", "0 0 0 4", "0 0 3 nan", "0 0 inf 4",
            "0 0 3 20000",
            "0 0 -3 4", "99999999999 0 3 4",
        ] { XCTAssertNil(WindowPlace(text), text) }
    }

    func testTheFile() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("agate-place-\(UUID().uuidString)").path
        defer { unlink(path) }
        let place = WindowPlace(x: 5, y: 6, size: CGSize(width: 70, height: 80))
        let file = try XCTUnwrap(WindowPlaceFile(path))
        XCTAssertNil(file.place)
        file.write(WindowPlace(x: -12_345, y: -12_345, size: CGSize(width: 1234.5, height: 1234.5)))
        file.write(place)
        XCTAssertEqual(WindowPlaceFile(path)?.place, place)
        try Data("not a place".utf8).write(to: URL(fileURLWithPath: path))
        XCTAssertNil(try XCTUnwrap(WindowPlaceFile(path)).place)
        XCTAssertNil(WindowPlaceFile("/nowhere/place"), "a file that can't be made")
    }
}
