import Foundation
import Prelude
import UIKit
import XCTest

/// Foundation's attributed strings and those of the kits, with UIKit's attributes, for a program that has shown no view.
final class AttributedConversionTests: XCTestCase {
    func testThereAndBack() throws {
        var text = AttributedString("one")
        text.font = UIFont.systemFont(ofSize: 20)
        text.foregroundColor = .red
        text.underlineStyle = .single
        text.kern = 2
        text += AttributedString(" two")
        let converted = NSAttributedString(text)
        XCTAssertEqual(converted.string, "one two")
        let first = converted.attributes(at: 0, effectiveRange: nil)
        XCTAssertEqual((first[.font] as? UIFont)?.pointSize, 20)
        XCTAssertEqual(first[.foregroundColor] as? UIColor, .red)
        XCTAssertEqual(first[.underlineStyle] as? Int, 1)
        XCTAssertEqual(first[.kern] as? CGFloat, 2)
        XCTAssertTrue(converted.attributes(at: 4, effectiveRange: nil).isEmpty)
        XCTAssertEqual(AttributedString(converted), text)
        XCTAssertEqual(try NSAttributedString(text, including: \.uiKit), converted)
        XCTAssertEqual(try AttributedString(converted, including: \.uiKit), text)
    }
}
