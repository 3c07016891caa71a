import Agate
import XCTest

@testable import UIKit

@MainActor final class TextInputTests: XCTestCase {
    private final class Delegate: NSObject, UITextFieldDelegate, UITextViewDelegate {
        var notes: [String] = []
        func textFieldDidBeginEditing(_ textField: UITextField) { notes.append("began") }
        func textFieldDidEndEditing(_ textField: UITextField) { notes.append("ended") }
        func textField(_ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
            !string.contains("x")
        }
        func textFieldShouldReturn(_ textField: UITextField) -> Bool {
            textField.resignFirstResponder()
            return true
        }
        func textViewDidChange(_ textView: UITextView) { notes.append("changed \(textView.text ?? "")") }
    }

    private func type(_ scene: Scene, _ text: String) { scene.host.send(InputEvent(time: scene.time, .text(text))) }

    func testAFieldIsWrittenWithTheKeyboard() async {
        let scene = Scene(), field = UITextField(frame: CGRect(x: 10, y: 10, width: 150, height: 30)), delegate = Delegate()
        field.delegate = delegate
        field.borderStyle = .roundedRect
        scene.add(field)
        var keyboard: [String] = []
        let tokens = [UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidHideNotification].map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
                let frame = (note.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue
                MainActor.assumeIsolated { keyboard.append("\(name.rawValue) \(frame?.height ?? -1)") }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        var changes = 0
        field.addHandler(for: .editingChanged) { changes += 1 }
        scene.touch(.began, 50, 25)
        scene.touch(.ended, 50, 25)
        XCTAssertTrue(field.isFirstResponder)
        type(scene, "Helo")
        scene.key(UIKeyboardHIDUsage.keyboardLeftArrow.rawValue)
        type(scene, "l")
        type(scene, "x")
        XCTAssertEqual(field.text, "Hello", "the delegate refuses an x")
        scene.key(UIKeyboardHIDUsage.keyboardEnd.rawValue)
        scene.key(UIKeyboardHIDUsage.keyboardDeleteOrBackspace.rawValue)
        type(scene, "👩‍👧")
        XCTAssertEqual(field.text, "Hell👩‍👧")
        scene.key(UIKeyboardHIDUsage.keyboardDeleteOrBackspace.rawValue)
        XCTAssertEqual(field.text, "Hell", "a composed character goes at once")
        XCTAssertEqual(changes, 5)
        scene.key(UIKeyboardHIDUsage.keyboardReturnOrEnter.rawValue)
        XCTAssertFalse(field.isFirstResponder)
        XCTAssertEqual(delegate.notes, ["began", "ended"])
        XCTAssertEqual(keyboard, ["UIKeyboardWillShowNotification 0.0", "UIKeyboardDidHideNotification 0.0"])
    }

    func testPlacesInTheTextOfAField() async throws {
        final class Field: UITextField {
            var hidesCaret = false
            override func caretRect(for position: UITextPosition) -> CGRect { hidesCaret ? .zero : super.caretRect(for: position) }
        }
        let scene = Scene(), field = scene.add(Field(frame: CGRect(x: 10, y: 10, width: 150, height: 30)))
        scene.turn {
            field.text = "Hello"
            field.becomeFirstResponder()
        }
        XCTAssertEqual(field.offset(from: field.beginningOfDocument, to: field.endOfDocument), 5)
        XCTAssertEqual(field.selectedTextRange?.start, field.endOfDocument)
        let from = try XCTUnwrap(field.position(from: field.beginningOfDocument, offset: 1))
        let to = try XCTUnwrap(field.position(from: field.endOfDocument, offset: -1))
        XCTAssertNil(field.position(from: to, offset: 2))
        XCTAssertNil(field.position(from: to, offset: .max))
        XCTAssertEqual(field.compare(from, to: to), .orderedAscending)
        let range = try XCTUnwrap(field.textRange(from: to, to: from))
        XCTAssertEqual(field.text(in: range), "ell")
        scene.turn { field.selectedTextRange = range }
        XCTAssertEqual(field.selectedTextRange, range)
        XCTAssertTrue(field.canPerformAction(Selector("copy:"), withSender: nil))
        field.copy(nil)
        XCTAssertEqual(UIPasteboard.general.string, "ell")
        type(scene, "i")
        XCTAssertEqual(field.text, "Hio", "what is selected gives way")
        scene.turn { field.replace(field.textRange(from: field.beginningOfDocument, to: field.beginningOfDocument)!, withText: "O\n") }
        XCTAssertEqual(field.text, "OHio")
        scene.turn { field.selectAll(nil) }
        scene.key(UIKeyboardHIDUsage.keyboardDeleteOrBackspace.rawValue)
        XCTAssertEqual(field.text, "")
        scene.turn { field.text = "AB" }
        scene.advance(to: 0.1)
        let start = field.caretRect(for: field.beginningOfDocument), end = field.caretRect(for: field.endOfDocument)
        XCTAssertLessThan(start.minX + 10, end.minX)
        XCTAssertEqual(field.closestPosition(to: CGPoint(x: start.minX, y: 15)), field.beginningOfDocument)
        XCTAssertEqual(field.closestPosition(to: CGPoint(x: 140, y: 15)), field.endOfDocument)
        XCTAssertEqual(field.selectionRects(for: TextStretch(NSRange(location: 0, length: 2))).map(\.rect.width).count, 1)
        XCTAssertNil(field.markedTextRange)
        scene.turn { field.becomeFirstResponder() }
        scene.turn {
            field.hidesCaret = true
            field.backgroundColor = .white
            field.textColor = .white
            field.setNeedsLayout()
        }
        scene.advance(to: 1)
        XCTAssertEqual(Set(stride(from: 11, to: 60, by: 2).map { scene.pixel($0, 25) }), [0xFFFF_FFFF], "no caret shows")
    }

    func testPlacesInTheTextOfAView() async throws {
        let scene = Scene(), view = scene.add(UITextView(frame: CGRect(x: 0, y: 0, width: 150, height: 90)))
        scene.turn { view.text = "one\ntwo" }
        scene.advance(to: 0.1)
        let all = try XCTUnwrap(view.textRange(from: view.beginningOfDocument, to: view.endOfDocument))
        XCTAssertEqual(view.text(in: all), "one\ntwo")
        let rects = view.selectionRects(for: all)
        XCTAssertEqual(rects.map(\.containsStart), [true, false])
        XCTAssertEqual(rects.map(\.containsEnd), [false, true])
        XCTAssertLessThan(rects[0].rect.minY, rects[1].rect.minY)
        XCTAssertEqual(view.firstRect(for: all), rects[0].rect)
        let place = try XCTUnwrap(view.closestPosition(to: CGPoint(x: rects[1].rect.minX, y: rects[1].rect.midY)))
        XCTAssertEqual(view.offset(from: view.beginningOfDocument, to: place), 4)
        scene.turn { view.selectedTextRange = view.textRange(from: place, to: view.endOfDocument) }
        XCTAssertEqual(view.selectedRange, NSRange(location: 4, length: 3))
        scene.turn { view.insertText("2") }
        XCTAssertEqual(view.text, "one\n2")
    }

    func testLinksAreFollowedWhereTheDelegateAllowsIt() async {
        final class Links: NSObject, UITextViewDelegate {
            var seen: [String] = []
            func textView(
                _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
            ) -> Bool {
                seen.append("\(URL) \(characterRange.location) \(characterRange.length) \(interaction.rawValue)")
                return false
            }
        }
        let scene = Scene(), view = scene.add(UITextView(frame: CGRect(x: 0, y: 0, width: 190, height: 90))), links = Links()
        let text = NSMutableAttributedString(string: "see here now", attributes: [.font: UIFont.systemFont(ofSize: 20)])
        text.addAttributes([.link: "https://example.org"], range: NSRange(location: 4, length: 4))
        scene.turn {
            view.attributedText = text
            view.isEditable = false
            view.delegate = links
        }
        scene.advance(to: 0.1)
        let spot = view.firstRect(for: TextStretch(NSRange(location: 4, length: 4)))
        for x in [spot.midX, spot.maxX + 20, 185] {
            scene.touch(.began, x, spot.midY)
            scene.touch(.ended, x, spot.midY)
            scene.advance(to: scene.time + 1)
        }
        XCTAssertEqual(links.seen, ["https://example.org 4 4 0"])
        XCTAssertFalse(view.isFirstResponder)
    }

    func testSecureTextShowsDots() async {
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
        field.text = "secret"
        field.isSecureTextEntry = true
        field.layoutIfNeeded()
        func texts(_ view: UIView) -> [String] { view.subviews.flatMap { (($0 as? UILabel)?.text.map { [$0] } ?? []) + texts($0) } }
        XCTAssertTrue(texts(field).contains("••••••"))
        XCTAssertFalse(texts(field).contains("secret"))
    }

    func testATextViewBreaksLinesAndScrolls() async {
        let scene = Scene(), view = UITextView(frame: CGRect(x: 0, y: 0, width: 100, height: 60)), delegate = Delegate()
        view.delegate = delegate
        scene.add(view)
        scene.turn { view.becomeFirstResponder() }
        type(scene, "One two three four five six seven eight nine ten")
        scene.key(UIKeyboardHIDUsage.keyboardReturnOrEnter.rawValue)
        type(scene, "z")
        scene.key(UIKeyboardHIDUsage.keyboardDeleteOrBackspace.rawValue)
        XCTAssertEqual(view.text, "One two three four five six seven eight nine ten\n")
        XCTAssertEqual(delegate.notes.count, 4)
        scene.advance(to: 0.1)
        XCTAssertGreaterThan(view.contentSize.height, 60)
        XCTAssertGreaterThan(view.contentOffset.y, 0, "the caret is kept in view")
        XCTAssertTrue(scene.turn { view.endEditing(false) })
        XCTAssertFalse(view.isFirstResponder)
    }

    /// How many pixels are rather of a colour than of another.
    private func count(_ scene: Scene, _ isWanted: (_ red: Int, _ green: Int, _ blue: Int) -> Bool) -> Int {
        let image = scene.host.image()
        guard let data = image.dataProvider?.data as Data? else { return 0 }
        let bytes = [UInt8](data)
        return stride(from: 0, to: bytes.count - 3, by: 4).filter { isWanted(Int(bytes[$0 + 2]), Int(bytes[$0 + 1]), Int(bytes[$0])) }.count
    }

    func testATextViewHidesSecureText() async {
        func picture(_ text: String, secure: Bool) -> Data? {
            let scene = Scene(), view = UITextView(frame: scene.window.bounds)
            view.text = text
            view.isSecureTextEntry = secure
            scene.add(view)
            scene.advance(to: 0.1)
            return scene.host.image().dataProvider?.data as Data?
        }
        XCTAssertEqual(picture("a👩‍👧b\nc", secure: true), picture("•••\n•", secure: false), "a dot for each character")
        XCTAssertNotEqual(picture("abc", secure: true), picture("abc", secure: false))
        let scene = Scene(), view = UITextView(frame: scene.window.bounds)
        view.isSecureTextEntry = true
        scene.add(view)
        scene.turn { view.becomeFirstResponder() }
        type(scene, "a👩‍👧")
        scene.key(UIKeyboardHIDUsage.keyboardLeftArrow.rawValue)
        type(scene, "b")
        XCTAssertEqual(view.text, "ab👩‍👧")
        UIPasteboard.general.string = "before"
        view.selectedRange = NSRange(location: 0, length: 2)
        view.copy(nil)
        view.cut(nil)
        XCTAssertEqual(UIPasteboard.general.string, "before")
        XCTAssertEqual(view.text, "ab👩‍👧")
    }

    func testLinksHaveTheirAttributes() async {
        let scene = Scene(), view = UITextView(frame: scene.window.bounds)
        view.attributedText = NSAttributedString(
            string: "MMMM", attributes: [.font: UIFont.boldSystemFont(ofSize: 40), .link: "https://example.org"])
        scene.add(view)
        scene.advance(to: 0.1)
        XCTAssertGreaterThan(count(scene) { $2 > $0 + 100 }, 50, "links are blue")
        scene.turn { view.linkTextAttributes = [.foregroundColor: UIColor.red] }
        XCTAssertGreaterThan(count(scene) { $0 > $2 + 100 }, 50)
        scene.turn { view.linkTextAttributes = nil }
        XCTAssertEqual(count(scene) { $0 > $2 + 100 || $2 > $0 + 100 }, 0)
    }

    func testADisabledFieldsBackground() async {
        func image(_ color: UIColor) -> UIImage {
            UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { context in
                color.setFill()
                context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
            }
        }
        let scene = Scene(), field = UITextField(frame: scene.window.bounds)
        scene.add(field)
        func pixel() -> UInt32 {
            scene.advance(to: scene.time + 0.1)
            return scene.pixel(100, 50)
        }
        scene.turn {
            field.disabledBackground = image(UIColor(red: 1, green: 0, blue: 0, alpha: 1))
            field.isEnabled = false
        }
        XCTAssertNotEqual(pixel(), 0xFF00_00FF, "it does not show without a background")
        scene.turn { field.background = image(UIColor(red: 0, green: 0, blue: 1, alpha: 1)) }
        XCTAssertEqual(pixel(), 0xFF00_00FF)
        scene.turn { field.isEnabled = true }
        XCTAssertEqual(pixel(), 0x0000_FFFF)
    }

    func testTypingReplacesTextThatIsToBeCleared() async {
        let scene = Scene(), field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30)),
            view = UITextView(frame: CGRect(x: 0, y: 40, width: 100, height: 50))
        for input in [field, view] as [any UIKeyInput & UIView] {
            scene.add(input)
            scene.turn { input.becomeFirstResponder() }
        }
        (field.text, view.text) = ("old", "old")
        (field.clearsOnInsertion, view.clearsOnInsertion) = (true, true)
        for text in ["n", "ew"] {
            scene.turn {
                field.insertText(text)
                view.insertText(text)
            }
        }
        XCTAssertEqual(field.text, "new")
        XCTAssertEqual(view.text, "new")
        XCTAssertFalse(field.clearsOnInsertion || view.clearsOnInsertion)
    }

    func testKeysDeleteAndLeaveASelection() async {
        let scene = Scene(), view = UITextView(frame: CGRect(x: 0, y: 0, width: 150, height: 60)),
            field = UITextField(frame: CGRect(x: 0, y: 60, width: 150, height: 30))
        func press(_ code: UIKeyboardHIDUsage) { scene.key(code.rawValue) }
        for input in [view, field] as [any UITextInput & UIView] {
            scene.add(input)
            scene.turn {
                (view.text, field.text) = ("abcdef", "abcdef")
                input.becomeFirstResponder()
            }
            func select(_ location: Int, _ length: Int) {
                scene.turn { input.selectedTextRange = TextStretch(NSRange(location: location, length: length)) }
            }
            var selection: [Int] {
                guard let range = input.selectedTextRange else { return [] }
                return [input.offset(from: input.beginningOfDocument, to: range.start), input.offset(from: range.start, to: range.end)]
            }
            var text: String? { input.textRange(from: input.beginningOfDocument, to: input.endOfDocument).flatMap { input.text(in: $0) } }
            select(1, 3)
            press(.keyboardDeleteForward)
            XCTAssertEqual(text, "aef", "\(Swift.type(of: input))")
            XCTAssertEqual(selection, [1, 0])
            press(.keyboardDeleteForward)
            XCTAssertEqual(text, "af")
            select(0, 2)
            press(.keyboardRightArrow)
            XCTAssertEqual(selection, [2, 0])
            select(1, 1)
            press(.keyboardLeftArrow)
            XCTAssertEqual(selection, [1, 0])
        }
    }

    func testPlacesInASecureField() async throws {
        let scene = Scene(), field = scene.add(UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 30)))
        scene.turn {
            field.text = "a👩‍👧b"
            field.isSecureTextEntry = true
        }
        scene.advance(to: 0.1)
        let last = try XCTUnwrap(field.position(from: field.endOfDocument, offset: -1))
        let second = try XCTUnwrap(field.position(from: field.beginningOfDocument, offset: 1))
        XCTAssertEqual(field.closestPosition(to: CGPoint(x: 150, y: 15)), field.endOfDocument)
        for place in [last, second, field.beginningOfDocument] {
            XCTAssertEqual(field.closestPosition(to: CGPoint(x: field.caretRect(for: place).minX, y: 15)), place)
        }
        // A touch moves the caret of a field that is edited.
        scene.turn { field.becomeFirstResponder() }
        scene.advance(to: 0.2)
        let x = field.caretRect(for: last).minX
        scene.touch(.began, x, 15, at: 1)
        scene.touch(.ended, x, 15, at: 1.1)
        type(scene, "c")
        XCTAssertEqual(field.text, "a👩‍👧cb")
        XCTAssertEqual(field.accessibilityValue, "••••", "the text stays secret")
    }
}
