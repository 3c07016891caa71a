import Agate
import UIKit
import XCTest

@MainActor final class TextUndoTests: XCTestCase {
    private func type(_ text: String, in scene: Scene) {
        for character in text { scene.host.send(InputEvent(time: scene.host.clock.now, .text(String(character)))) }
    }

    private func key(_ scene: Scene, _ code: Int, _ characters: String, _ modifiers: InputEvent.Modifiers = []) {
        scene.host.send(
            InputEvent(
                time: scene.host.clock.now,
                .key(InputEvent.Key(code: code, characters: characters, modifiers: modifiers))))
    }

    func testWhatIsTypedIsTakenBack() async {
        let scene = Scene(), view = scene.add(UITextView(frame: CGRect(x: 0, y: 0, width: 150, height: 90)))
        scene.turn { view.text = "ab" }
        scene.turn { _ = view.becomeFirstResponder() }
        type("cd", in: scene)
        XCTAssertEqual(view.text, "abcd")
        XCTAssertEqual(view.undoManager?.undoActionName, "Typing")
        scene.turn { view.selectedRange = NSRange(location: 0, length: 0) }
        type("x", in: scene)
        scene.turn { view.deleteBackward() }
        XCTAssertEqual(view.text, "abcd")
        key(scene, 0x1D, "z", .control)
        XCTAssertEqual(view.text, "xabcd")
        key(scene, 0x1D, "z", .control)
        XCTAssertEqual(view.text, "abcd")
        key(scene, 0x1D, "z", .control)
        XCTAssertEqual(view.text, "ab")
        XCTAssertEqual(view.selectedRange, NSRange(location: 2, length: 0))
        key(scene, 0x1D, "Z", [.control, .shift])
        XCTAssertEqual(view.text, "abcd")
        // The program's own text is not taken back.
        scene.turn { view.text = "new" }
        key(scene, 0x1D, "z", .control)
        XCTAssertEqual(view.text, "new")
    }

    func testFields() async {
        let scene = Scene(), field = scene.add(UITextField(frame: CGRect(x: 0, y: 0, width: 150, height: 30)))
        scene.turn { _ = field.becomeFirstResponder() }
        type("abc", in: scene)
        scene.turn { field.selectAll(nil) }
        type("z", in: scene)
        XCTAssertEqual(field.text, "z")
        scene.turn { field.undoManager?.undo() }
        XCTAssertEqual(field.text, "abc")
        XCTAssertEqual(field.selectedTextRange.map { field.offset(from: $0.start, to: $0.end) }, 3)
        scene.turn { field.undoManager?.redo() }
        XCTAssertEqual(field.text, "z")
        scene.turn { field.isSecureTextEntry = true }
        type("q", in: scene)
        scene.turn { field.undoManager?.undo() }
        XCTAssertEqual(field.text, "abc", "secure text is not kept")
    }

    func testRespondersAskTheNextOne() async {
        let scene = Scene(), view = scene.add(UIView())
        XCTAssertNotNil(scene.window.undoManager)
        XCTAssertTrue(view.undoManager === scene.window.undoManager)
        XCTAssertNil(UIView().undoManager)
        final class Own: UIViewController {
            let own = UndoManager()
            override var undoManager: UndoManager? { own }
        }
        let controller = Own()
        scene.turn { scene.window.rootViewController = controller }
        XCTAssertTrue(controller.view.undoManager === controller.own)
    }
}
