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
}
