import Agate
import CoreText
import Foundation
import XCTest

/// The code of `Guides/Text.md`.
final class TextGuide: XCTestCase {
    func testGuide() throws {
        let host = OffscreenHost(size: CGSize(width: 260, height: 130), scale: 2, background: .white)
        let title = CATextLayer()
        title.frame = CGRect(x: 15, y: 12, width: 230, height: 34)
        title.string = "Layers of text"
        title.font = NSString(string: "Helvetica-Bold")
        title.fontSize = 26
        title.foregroundColor = CGColor(red: 0.13, green: 0.14, blue: 0.18, alpha: 1)
        title.contentsScale = 2

        let body = CATextLayer()
        body.frame = CGRect(x: 15, y: 52, width: 230, height: 66)
        body.string = NSAttributedString(
            string: "A string with attributes is wrapped where words allow it, and the last line ends in dots where no room is left.",
            attributes: [
                NSAttributedString.Key(kCTFontAttributeName as String): CTFontCreateWithName("Helvetica" as CFString, 13, nil),
                NSAttributedString.Key(kCTForegroundColorAttributeName as String): CGColor(red: 0.42, green: 0.44, blue: 0.5, alpha: 1),
            ]
        )
        body.isWrapped = true
        body.truncationMode = .end
        body.contentsScale = 2
        host.perform { for layer in [title, body] { host.layer.addSublayer(layer) } }
        picture(host.image(), "text")
    }
}
