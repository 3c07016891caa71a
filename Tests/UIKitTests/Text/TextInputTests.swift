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
}
