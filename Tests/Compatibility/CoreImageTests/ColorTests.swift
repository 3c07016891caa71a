import CoreGraphics
import XCTest

@testable import CoreImage

final class ColorTests: XCTestCase {
    func testComponents() {
        let color = CIColor(cgColor: CGColor(red: 0.25, green: 0.5, blue: 1, alpha: 0.5))
        XCTAssertEqual([color.red, color.green, color.blue, color.alpha], [0.25, 0.5, 1, 0.5])
        let gray = CIColor(cgColor: CGColor(gray: 0.5, alpha: 1))
        XCTAssertEqual(gray.red, gray.green)
        XCTAssertEqual(gray.alpha, 1)
        XCTAssertEqual(CIColor(string: "1 0.5"), CIColor(red: 1, green: 0.5, blue: 0))
        XCTAssertEqual(CIColor(string: CIColor.white.stringRepresentation), .white)
        XCTAssertEqual(CIColor(color: NSObject()), .clear)
    }
}
