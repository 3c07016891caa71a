import Agate
import UIKit
import XCTest

@MainActor final class KeyCommandTests: XCTestCase {
    private final class Board: UIView {
        var commands: [UIKeyCommand] = []
        var notes: [String] = []
        override var canBecomeFirstResponder: Bool { true }
        override var keyCommands: [UIKeyCommand]? { commands }
        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            notes += presses.map { "press \($0.key?.charactersIgnoringModifiers ?? "")" }
        }
        override func copy(_ sender: Any?) { notes.append("copy") }
        static let run = Selector("runCommand:", of: Board.self) { board, arguments in
            let command: UIKeyCommand = try arguments[0]
            board.notes.append("ran \(command.input ?? "")")
        }
    }

    private func press(_ scene: Scene, _ code: UIKeyboardHIDUsage, _ text: String = "", _ modifiers: InputEvent.Modifiers = []) {
        for isDown in [true, false] {
            let key = InputEvent.Key(code: code.rawValue, characters: text, modifiers: modifiers, isDown: isDown)
            scene.host.send(InputEvent(time: scene.time, .key(key)))
            if isDown, !text.isEmpty, modifiers.isEmpty { scene.host.send(InputEvent(time: scene.time, .text(text))) }
        }
    }

    func testCommandsOfTheResponders() async {
        let scene = Scene(), board = Board(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
        scene.add(board)
        board.commands = [
            UIKeyCommand(input: "n", modifierFlags: .command, action: Board.run),
            UIKeyCommand(input: UIKeyCommand.inputEscape, modifierFlags: [], action: Board.run),
            UIKeyCommand(input: "k", modifierFlags: [.command, .shift], action: Board.run),
        ]
        scene.turn { board.becomeFirstResponder() }
        press(scene, .keyboardN, "n", .command)
        press(scene, .keyboardEscape)
        press(scene, .keyboardN, "n")
        press(scene, .keyboardK, "k", .command)
        XCTAssertEqual(board.notes, ["ran n", "ran UIKeyInputEscape", "press n", "press k"])
        board.notes = []
        // Linux keyboards say Control where Apple's say Command; a command of its own for Control comes first.
        press(scene, .keyboardN, "n", .control)
        press(scene, .keyboardK, "K", [.control, .shift])
        XCTAssertEqual(board.notes, ["ran n", "ran k"])
        XCTAssertTrue(board.canPerformAction(Board.run, withSender: nil))
        XCTAssertFalse(board.canPerformAction("nothing:", withSender: nil))
        XCTAssertTrue(board.target(forAction: Board.run, withSender: nil) as AnyObject? === board)
    }

    func testTextComesBeforePlainCommands() async {
        final class Page: UIViewController {
            var ran = 0, hasPriority = false
            static let run = Selector("runPlain:", of: Page.self) { page, _ in page.ran += 1 }
            override var keyCommands: [UIKeyCommand]? {
                let command = UIKeyCommand(input: "j", modifierFlags: [], action: Page.run)
                command.wantsPriorityOverSystemBehavior = hasPriority
                return [command]
            }
        }
        let scene = Scene(), page = Page(), field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
        scene.turn {
            scene.window.rootViewController = page
            page.view.addSubview(field)
            field.becomeFirstResponder()
        }
        press(scene, .keyboardJ, "j")
        XCTAssertEqual(field.text, "j")
        XCTAssertEqual(page.ran, 0)
        page.hasPriority = true
        press(scene, .keyboardJ, "j")
        XCTAssertEqual(field.text, "j", "the key that ran a command writes nothing")
        XCTAssertEqual(page.ran, 1)
    }

    func testKeysCutCopyAndPaste() async {
        final class Closed: UITextField {
            override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
        }
        let scene = Scene(), field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30)), closed = Closed(frame: field.frame)
        scene.add(field)
        scene.add(closed)
        field.text = "words"
        scene.turn { field.becomeFirstResponder() }
        press(scene, .keyboardX, "x", .control)
        XCTAssertEqual(field.text, "")
        XCTAssertEqual(UIPasteboard.general.string, "words")
        press(scene, .keyboardV, "v", .command)
        press(scene, .keyboardV, "v", .control)
        XCTAssertEqual(field.text, "wordswords")
        scene.turn { closed.becomeFirstResponder() }
        press(scene, .keyboardV, "v", .control)
        XCTAssertEqual(closed.text, "", "the field forbids to paste")
        field.isSecureTextEntry = true
        scene.turn { field.becomeFirstResponder() }
        press(scene, .keyboardX, "x", .control)
        XCTAssertEqual(field.text, "wordswords", "secure text does not leave the field")
        let view = UITextView(frame: CGRect(x: 0, y: 40, width: 100, height: 50))
        scene.add(view)
        view.text = "one two"
        scene.turn { view.becomeFirstResponder() }
        press(scene, .keyboardA, "a", .control)
        XCTAssertEqual(view.selectedRange, NSRange(location: 0, length: 7))
        view.selectedRange = NSRange(location: 0, length: 4)
        press(scene, .keyboardX, "x", .control)
        XCTAssertEqual(view.text, "two")
        XCTAssertEqual(UIPasteboard.general.string, "one ")
        let board = Board(frame: .zero)
        scene.add(board)
        scene.turn { board.becomeFirstResponder() }
        press(scene, .keyboardC, "c", .command)
        XCTAssertEqual(board.notes, ["copy"])
    }

    private final class Keys: UIView {
        var notes: [String] = []
        override var canBecomeFirstResponder: Bool { true }
        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note("began", presses, event) }
        override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note("ended", presses, event) }
        override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note("cancelled", presses, event) }
        private func note(_ name: String, _ presses: Set<UIPress>, _ event: UIPressesEvent?) {
            func letters(_ presses: Set<UIPress>) -> String {
                presses.map { ($0.key?.characters ?? "") + ($0.phase == .stationary ? "-" : "") }.sorted().joined(separator: " ")
            }
            notes.append("\(name) \(letters(presses)) of \(letters(event?.allPresses ?? []))")
        }
    }

    func testAnEventHoldsAllPressedKeys() async {
        let scene = Scene(), keys = Keys()
        scene.add(keys)
        scene.turn { keys.becomeFirstResponder() }
        scene.key(4, "a")
        scene.key(5, "b")
        scene.key(4, "a", isDown: false)
        scene.host.send(InputEvent(time: scene.time, .shown(false)))
        scene.host.send(InputEvent(time: scene.time, .shown(true)))
        scene.key(5, "b", isDown: false)
        XCTAssertEqual(keys.notes, ["began a of a", "began b of a- b", "ended a of a b-", "cancelled b of b"])
    }
}
