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
}
