import UIKit
import XCTest

final class GeometryTextTests: XCTestCase {
    func testTransformsAsText() {
        let turned = CGAffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 5.5, ty: -1)
        XCTAssertEqual(NSCoder.cgAffineTransform(for: NSCoder.string(for: turned)), turned)
        XCTAssertEqual(NSCoder.cgAffineTransform(for: "{1,0,0,1,2.5,3.0}"), CGAffineTransform(translationX: 2.5, y: 3))
        for text in ["", "nothing", "[1, 0, 0]"] { XCTAssertEqual(NSCoder.cgAffineTransform(for: text), .identity, text) }
        XCTAssertEqual(NSCoder.cgRect(for: "nothing"), .zero)
    }
}
