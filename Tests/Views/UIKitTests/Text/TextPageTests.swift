import Agate
import TestSupport
import XCTest

@testable import UIKit

/// Text views draw what shows, of text of any height.
@MainActor final class TextPageTests: XCTestCase {
    private func lines(_ count: Int) -> String { (0..<count).map { "line \($0) of the text" }.joined(separator: "\n") }

    private func view(_ text: String, in scene: Scene) -> UITextView {
        let view = UITextView(frame: scene.window.bounds)
        view.text = text
        scene.add(view)
        return view
    }

    private func counts(_ body: () -> Void) -> (layouts: Int, strips: Int) {
        let before = (ViewCounts.textsLaidOut, ViewCounts.stripsDrawn)
        body()
        return (ViewCounts.textsLaidOut - before.0, ViewCounts.stripsDrawn - before.1)
    }

    /// The picture of a scrolled view is a part of that of a view as high as its text.
    func testEachPartIsDrawn() async {
        let text = lines(60), size = CGSize(width: 200, height: 150)
        let scene = Scene(size, scale: 2), part = view(text, in: scene), height = part.contentSize.height.rounded(.up)
        let tall = Scene(CGSize(width: 200, height: height), scale: 2), whole = view(text, in: tall)
        XCTAssertEqual(whole.contentSize, part.contentSize)
        let all = tall.host.image()
        // Amid a strip, over the edge of one, at the end.
        for y in [0, 40, 100, 127.5, 300, height - 150] as [CGFloat] {
            scene.turn { part.contentOffset.y = y }
            let wanted = all.cropping(to: CGRect(x: 0, y: y * 2, width: 400, height: 300))
            XCTAssertEqual(wanted.map { difference(scene.host.image(), $0).max }, 0, "at \(y)")
        }
    }

    /// Beyond what an image may be high.
    func testTextOfAnyHeight() async {
        let scene = Scene(CGSize(width: 200, height: 150), scale: 2), view = view(lines(3000), in: scene)
        XCTAssertGreaterThan(view.contentSize.height, 20_000)
        for y in [0, 9000, view.contentSize.height - 150] {
            scene.turn { view.contentOffset.y = y }
            let image = scene.host.image()
            let colours = image.withPixels { pixels in Set((0..<image.width * image.height).map { pixels[$0] }) }
            XCTAssertGreaterThan(colours.count, 10, "there is text at \(y)")
        }
    }

    func testWhatScrollingAndKeysCost() async {
        var keys: [Int] = []
        for count in [100, 400] {
            let scene = Scene(CGSize(width: 200, height: 150)), view = view(lines(count), in: scene)
            scene.turn { view.contentOffset.y = 300 }
            let scrolled = counts { for step in 1...10 { scene.turn { view.contentOffset.y = 300 + CGFloat(step) } } }
            XCTAssertEqual(scrolled.layouts, 0, "scrolling sets no lines")
            XCTAssertLessThanOrEqual(scrolled.strips, 1)
            let key = counts {
                scene.turn {
                    view.selectedRange = NSRange(location: 200, length: 0)
                    view.insertText("a")
                }
            }
            XCTAssertLessThanOrEqual(key.layouts, 1, "a key sets the lines once")
            keys.append(key.strips)
        }
        XCTAssertEqual(keys[0], keys[1], "a key draws what shows")
        XCTAssertLessThanOrEqual(keys[0], 6)
    }

    func testChangesShow() async {
        let scene = Scene(CGSize(width: 200, height: 150)), view = view("a", in: scene)
        let first = scene.host.image()
        scene.turn { view.text = "another" }
        let second = scene.host.image()
        XCTAssertGreaterThan(difference(first, second).max, 0)
        scene.turn { view.frame.size.width = 60 }
        scene.turn { view.text = lines(3) }
        scene.turn { view.frame.size.width = 200 }
        scene.turn { view.text = "a" }
        XCTAssertEqual(difference(first, scene.host.image()).max, 0)
    }

    func testAKeyLaysOutItsParagraphAndDrawsItsLine() async {
        var strips: [Int] = []
        for count in [100, 200, 400, 4_000] {
            let scene = Scene(CGSize(width: 200, height: 600)), view = view(lines(count), in: scene)
            scene.turn { view.selectedRange = NSRange(location: 40, length: 0) }
            let key = counts { scene.turn { view.insertText("a") } }
            XCTAssertEqual(key.layouts, 1, "\(count) paragraphs")
            strips.append(key.strips)
            let next = counts { scene.turn { view.insertText("\n") } }
            XCTAssertEqual(next.layouts, 2)
        }
        XCTAssertEqual(strips, Array(repeating: strips[0], count: strips.count))
        XCTAssertLessThanOrEqual(strips[0], 2)
    }

    /// Texts that were edited in many ways look like new texts, and have the same places.
    func testEditedTextsAreLikeNewOnes() async {
        let pieces = [
            "a", " ", "\n", "\r", "\r\n", "words and more words that fill a line ", "é", "e\u{301}", "👍🏽", "שלום", "\u{2029}", "\u{85}",
            "\t",
        ]
        for seed in 0..<6 {
            var r = SeededGenerator(seed: UInt64(seed))
            let scene = Scene(CGSize(width: 200, height: 300)), fresh = Scene(CGSize(width: 200, height: 300))
            let view = view(lines(12), in: scene)
            if seed % 2 == 0 {
                scene.turn {
                    let text = NSMutableAttributedString(string: lines(12), attributes: [.font: UIFont.systemFont(ofSize: 12)])
                    text.addAttribute(.font, value: UIFont.systemFont(ofSize: 20), range: NSRange(location: 30, length: 50))
                    let style = NSMutableParagraphStyle()
                    (style.paragraphSpacing, style.lineSpacing, style.paragraphSpacingBefore) = (5, 3, 2)
                    text.addAttribute(.paragraphStyle, value: style, range: NSRange(location: 60, length: 80))
                    view.attributedText = text
                }
            }
            for step in 0..<12 {
                scene.turn {
                    let length = (view.text as NSString).length
                    let start = Int.random(in: 0...length, using: &r)
                    let count = Int.random(in: 0...min(length - start, step % 4 == 3 ? 40 : 2), using: &r)
                    view.selectedRange = (view.text as NSString).rangeOfComposedCharacterSequences(
                        for: NSRange(location: start, length: count))
                    let text = (0..<Int.random(in: 0...3, using: &r)).map { _ in pieces[Int.random(in: pieces.indices, using: &r)] }
                        .joined()
                    if text.isEmpty { view.deleteBackward() } else { view.insertText(text) }
                    view.contentOffset = .zero
                }
                let new = UITextView(frame: fresh.window.bounds)
                new.attributedText = view.attributedText
                new.selectedRange = view.selectedRange
                fresh.add(new)
                XCTAssertEqual(new.contentSize, view.contentSize, "seed \(seed) step \(step)")
                for place in stride(from: 0, through: (view.text as NSString).length, by: 7) {
                    guard let a = view.position(from: view.beginningOfDocument, offset: place),
                        let b = new.position(from: new.beginningOfDocument, offset: place)
                    else { continue }
                    XCTAssertEqual(view.caretRect(for: a), new.caretRect(for: b), "seed \(seed) step \(step) at \(place)")
                }
                XCTAssertEqual(difference(scene.host.image(), fresh.host.image()).max, 0, "seed \(seed) step \(step)")
                fresh.turn { new.removeFromSuperview() }
            }
        }
    }

    func testOfALongTextOnlyWhatShowsIsLaidOut() async throws {
        var opened: [Int] = []
        let sentence = "The quick brown fox jumps over the lazy dog. "
        for count in [1_000, 2_000, 4_000] {
            let text = (0..<count).map { String(repeating: sentence, count: $0 % 5 + 1) }.joined(separator: "\n")
            let scene = Scene(CGSize(width: 200, height: 300))
            var shown: UITextView?
            opened.append(counts { shown = self.view(text, in: scene) }.layouts)
            let view = try XCTUnwrap(shown)
            let moved = counts { scene.turn { view.contentOffset.y = view.contentSize.height / 2 } }
            XCTAssertLessThan(moved.layouts, 60)
            // Text that shows keeps its place while paragraphs above it are laid out.
            let middle = try XCTUnwrap(view.closestPosition(to: CGPoint(x: 50, y: view.contentOffset.y + 150)))
            for _ in 0..<5 {
                let before = view.caretRect(for: middle)
                scene.turn { view.contentOffset.y -= 40 }
                XCTAssertEqual(view.caretRect(for: middle), before, "\(count) paragraphs")
            }
            // The estimate is not far from the height of all lines.
            let estimate = view.contentSize.height, exact = view.sizeThatFits(CGSize(width: 200, height: 0)).height
            XCTAssertEqual(estimate / exact, 1, accuracy: 0.1)
        }
        XCTAssertEqual(opened, Array(repeating: opened[0], count: 3), "paragraphs laid out at first")
    }

    func testParagraphsEndWhereLayoutEndsThem() async {
        for (text, lengths) in [
            ("", []), ("a", [1]), ("a\n", [2]), ("a\r\nb", [3, 1]), ("\n\r", [1, 1]), ("é\u{85}x\u{2029}", [2, 2]), ("👍\n👍", [3, 2]),
            ("a\u{2028}b\u{C}c", [5]), ("Â\u{80}\u{2028}\n", [4]),
        ] as [(String, [Int])] {
            XCTAssertEqual(TextParagraphs.lengths(of: text), lengths, text.debugDescription)
        }
    }
}
