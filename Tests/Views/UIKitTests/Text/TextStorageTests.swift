import Agate
import XCTest

@testable import UIKit

/// Text storages, their layout managers, and those of text views.
@MainActor final class TextStorageTests: XCTestCase {
    private final class Observer: NSObject, NSTextStorageDelegate {
        var notes: [String] = []
        func textStorage(
            _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions, range editedRange: NSRange,
            changeInLength delta: Int
        ) {
            notes.append("\(editedMask.rawValue) \(editedRange.location)+\(editedRange.length) \(delta)")
        }
    }

    func testChangesAreReported() async {
        let storage = NSTextStorage(string: "abc"), observer = Observer()
        storage.delegate = observer
        storage.append(NSAttributedString(string: "de"))
        storage.replaceCharacters(in: NSRange(location: 0, length: 2), with: "")
        storage.addAttribute(.kern, value: 1, range: NSRange(location: 1, length: 1))
        XCTAssertEqual(observer.notes, ["3 3+2 2", "2 0+0 -2", "1 1+1 0"])
        XCTAssertEqual(storage.string, "cde")
        // Together.
        observer.notes = []
        storage.beginEditing()
        storage.insert(NSAttributedString(string: "X"), at: 0)
        storage.deleteCharacters(in: NSRange(location: 3, length: 1))
        XCTAssertEqual(observer.notes, [])
        storage.endEditing()
        XCTAssertEqual(observer.notes, ["3 0+3 0"])
        XCTAssertEqual(storage.editedRange.location, NSNotFound)
        XCTAssertEqual(NSTextStorage().length, 0)
    }

    private func manager(_ text: String, _ width: CGFloat, size: CGFloat = 20) -> (NSTextStorage, NSLayoutManager, NSTextContainer) {
        let storage = NSTextStorage(string: text, attributes: [.font: UIFont.systemFont(ofSize: size)])
        let manager = NSLayoutManager(), container = NSTextContainer(size: CGSize(width: width, height: 0))
        container.lineFragmentPadding = 0
        storage.addLayoutManager(manager)
        manager.addTextContainer(container)
        return (storage, manager, container)
    }

    func testLinesAreMeasuredAndFound() async {
        let (storage, manager, container) = manager("one two three", 60)
        let used = manager.usedRect(for: container), line = UIFont.systemFont(ofSize: 20).lineHeight
        XCTAssertGreaterThan(used.height, 2 * line - 1)
        XCTAssertLessThanOrEqual(used.width, 60.01)
        var ranges: [NSRange] = []
        manager.enumerateLineFragments(forGlyphRange: manager.glyphRange(for: container)) { _, _, _, range, _ in ranges.append(range) }
        XCTAssertEqual(ranges.first?.location, 0)
        XCTAssertEqual(ranges.last.map(NSMaxRange), storage.length)
        // The places of characters, there and back.
        for index in 0..<storage.length {
            let box = manager.boundingRect(forGlyphRange: NSRange(location: index, length: 1), in: container)
            guard box.width > 0.5 else { continue }
            XCTAssertEqual(manager.glyphIndex(for: CGPoint(x: box.midX, y: box.midY), in: container), index)
        }
        // Changes are laid out.
        storage.replaceCharacters(in: NSRange(location: 0, length: storage.length), with: "a")
        XCTAssertLessThan(manager.usedRect(for: container).height, used.height)
        XCTAssertEqual(manager.numberOfGlyphs, 1)
    }

    func testLimitsOfContainers() async {
        let (storage, manager, container) = manager("one two three four five", 60)
        container.maximumNumberOfLines = 2
        container.lineBreakMode = .byTruncatingTail
        XCTAssertEqual(manager.usedRect(for: container).height, 2 * UIFont.systemFont(ofSize: 20).lineHeight, accuracy: 1.5)
        container.size.width = 1000
        XCTAssertEqual(manager.usedRect(for: container).height, UIFont.systemFont(ofSize: 20).lineHeight, accuracy: 1)
        withExtendedLifetime(storage) {}
        let empty = NSLayoutManager()
        XCTAssertEqual(empty.usedRect(for: container), .zero)
        XCTAssertEqual(empty.characterIndex(for: .zero, in: container, fractionOfDistanceBetweenInsertionPoints: nil), 0)
    }

    func testGlyphsAreDrawn() async {
        let (storage, manager, container) = manager("MMM", 200)
        storage.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 3))
        let image = UIGraphicsImageRenderer(size: CGSize(width: 80, height: 30)).image { _ in
            manager.drawBackground(forGlyphRange: manager.glyphRange(for: container), at: .zero)
            manager.drawGlyphs(forGlyphRange: manager.glyphRange(for: container), at: .zero)
        }
        let data = (image.cgImage?.dataProvider?.data as Data?) ?? Data()
        XCTAssertTrue(data.contains { $0 > 200 })
    }

    func testATextViewsStorageIsItsText() async {
        let scene = Scene(), view = UITextView(frame: CGRect(x: 0, y: 0, width: 150, height: 60))
        scene.add(view)
        view.text = "hello"
        let storage = view.textStorage
        XCTAssertEqual(storage.string, "hello")
        storage.replaceCharacters(in: NSRange(location: 0, length: 1), with: "J")
        XCTAssertEqual(view.text, "Jello")
        view.text = "other"
        XCTAssertEqual(storage.string, "other")
        view.insertText("!")
        XCTAssertEqual(storage.string, "other!")
        scene.turn { view.layoutIfNeeded() }
        XCTAssertGreaterThan(view.layoutManager.usedRect(for: view.textContainer).width, 10)
        XCTAssertTrue(view.textStorage === storage)
        XCTAssertTrue(view.layoutManager.textStorage === storage)
    }
}
