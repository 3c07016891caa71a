import QuartzCore

/// Performs the actions of keys along the responder chain: key commands, cut, copy, paste, undo and redo.
@MainActor enum KeyCommands {
    /// Performs the action of a pressed key.
    /// - Returns: False if the key has no action, and is to be delivered as a press.
    static func perform(_ key: UIKey, from first: UIResponder) -> Bool {
        let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
        if performCommand(key, held, from: first) { return true }
        let asCommand = held.contains(.control) ? held.subtracting(.control).union(.command) : held
        if asCommand != held, performCommand(key, asCommand, from: first) { return true }
        if key.charactersIgnoringModifiers.lowercased() == "z", asCommand.subtracting(.shift) == .command {
            let manager = first.undoManager
            if asCommand.contains(.shift) { manager?.redo() } else { manager?.undo() }
            return manager != nil
        }
        return asCommand == .command && edit(key, first)
    }

    private static func performCommand(_ key: UIKey, _ held: UIKeyModifierFlags, from first: UIResponder) -> Bool {
        let writes = first is any UIKeyInput && held.subtracting(.shift).isEmpty
        var next: UIResponder? = first
        while let responder = next {
            for command in responder.keyCommands ?? [] where command.modifierFlags == held && fits(command, key) {
                guard let action = command.action, !writes || command.wantsPriorityOverSystemBehavior else { continue }
                if first.send(action, [command]) { return true }
            }
            next = responder.next
        }
        return false
    }

    private static func fits(_ command: UIKeyCommand, _ key: UIKey) -> Bool {
        guard let input = command.input, !input.isEmpty else { return false }
        switch key.keyCode {
        case .keyboardUpArrow: return input == UIKeyCommand.inputUpArrow
        case .keyboardDownArrow: return input == UIKeyCommand.inputDownArrow
        case .keyboardLeftArrow: return input == UIKeyCommand.inputLeftArrow
        case .keyboardRightArrow: return input == UIKeyCommand.inputRightArrow
        case .keyboardEscape: return input == UIKeyCommand.inputEscape
        case .keyboardReturnOrEnter, .keypadEnter: return input == "\r" || input == "\n"
        case .keyboardTab: return input == "\t"
        case .keyboardDeleteOrBackspace: return input == "\u{8}"
        default: return input.lowercased() == key.charactersIgnoringModifiers.lowercased()
        }
    }

    private static func edit(_ key: UIKey, _ first: UIResponder) -> Bool {
        let command: EditingCommand
        switch key.charactersIgnoringModifiers.lowercased() {
        case "x": command = .cut
        case "c": command = .copy
        case "v": command = .paste
        case "a": command = .selectAll
        default: return false
        }
        // Programs override canPerformAction, for example to prevent a field from pasting.
        if first is UITextField || first is UITextView, !first.canPerformAction(command.selector, withSender: nil) { return true }
        command.perform(on: first)
        return true
    }
}

/// The editing commands for selected text.
enum EditingCommand: String {
    case cut = "cut:", copy = "copy:", paste = "paste:", selectAll = "selectAll:"

    init?(_ selector: Selector) { self.init(rawValue: NSStringFromSelector(selector)) }

    var selector: Selector { Selector(rawValue) }

    @MainActor func perform(on responder: UIResponder) {
        switch self {
        case .cut: responder.cut(nil)
        case .copy: responder.copy(nil)
        case .paste: responder.paste(nil)
        case .selectAll: responder.selectAll(nil)
        }
    }
}
