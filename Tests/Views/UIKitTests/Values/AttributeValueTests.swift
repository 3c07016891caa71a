import UIKit
import XCTest

/// Foundation on Linux ends the process when it compares values of attributes whose third word is zero: see `FoundationHeader`.
@MainActor
final class AttributeValueTests: XCTestCase {
    func testStringsWithValuesAreJoined() async throws {
        func paragraph(_ spacing: CGFloat) -> NSParagraphStyle {
            let style = NSMutableParagraphStyle()
            style.lineSpacing = spacing
            return style
        }
        func shadow(_ blur: CGFloat) -> NSShadow {
            let shadow = NSShadow()
            shadow.shadowBlurRadius = blur
            return shadow
        }
        let pairs: [(Any, Any)] = [
            (paragraph(0), paragraph(3)), (NSParagraphStyle(), NSParagraphStyle()), (shadow(0), shadow(1)),
            (UIColor(red: 0, green: 0, blue: 0, alpha: 0), UIColor(red: 1, green: 0, blue: 0, alpha: 1)),
            (UIFont.systemFont(ofSize: 12), UIFont.boldSystemFont(ofSize: 13)), (NSTextAttachment(), NSTextAttachment()),
        ]
        let key = NSAttributedString.Key("value")
        for (first, second) in pairs {
            for storage in [NSMutableAttributedString(string: "abc"), NSTextStorage(string: "abc")] {
                let other = NSMutableAttributedString(string: "def")
                storage.addAttribute(key, value: first, range: NSRange(location: 0, length: 3))
                other.addAttribute(key, value: second, range: NSRange(location: 0, length: 3))
                storage.append(other)
                storage.setAttributedString(other)
                storage.replaceCharacters(in: NSRange(location: 1, length: 1), with: other)
                XCTAssertEqual(storage.string, "ddeff", "\(type(of: first))")
            }
        }
    }

    func testEqualValuesAreOneRun() async throws {
        let whole = NSMutableAttributedString(string: "abc"), other = NSMutableAttributedString(string: "def")
        for text in [whole, other] {
            let style = NSMutableParagraphStyle()
            style.alignment = .center
            text.addAttribute(.paragraphStyle, value: style, range: NSRange(location: 0, length: 3))
        }
        whole.append(other)
        var range = NSRange()
        _ = whole.attributes(at: 0, effectiveRange: &range)
        XCTAssertEqual(range, NSRange(location: 0, length: 6))
    }
}
