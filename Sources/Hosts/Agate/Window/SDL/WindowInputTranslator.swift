#if Windows
import CSDL2
import CoreGraphics

/// Tracks the keys and buttons that are pressed in a window, and translates SDL's events. On the window's thread.
struct WindowInputTranslator {
    private var buttons: [Int] = []
    private var fingers: [Int64: Int] = [:]
    private var places: [Int: CGPoint] = [:]
    private var mouse = CGPoint.zero
    private(set) var keysHeld = 0
    private var lastGeometry: WindowGeometry?
    private var isShown: Bool?

    /// The distance in points that one notch of a wheel scrolls.
    private static let notch: CGFloat = 40

    mutating func translate(_ event: SDL_Event, in window: SDLWindow, _ send: (InputEvent.Kind) -> Void) {
        switch SDL_EventType(event.type) {
        case SDL_MOUSEMOTION:
            guard event.motion.which != Self.touchMouse else { return }
            mouse = window.geometry.point(CGFloat(event.motion.x), CGFloat(event.motion.y))
            if buttons.isEmpty { send(.hover(mouse)) }
            for button in buttons { send(.touch(.init(id: -1 - button, .moved, at: mouse, source: .mouse(button: button)))) }
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
            guard event.button.which != Self.touchMouse else { return }
            let button = Self.buttons[event.button.button] ?? Int(event.button.button) - 1
            let isDown = event.type == SDL_MOUSEBUTTONDOWN.rawValue
            guard buttons.contains(button) != isDown else { return }
            if isDown { buttons.append(button) } else { buttons.removeAll { $0 == button } }
            mouse = window.geometry.point(CGFloat(event.button.x), CGFloat(event.button.y))
            send(.touch(.init(id: -1 - button, isDown ? .began : .ended, at: mouse, source: .mouse(button: button))))
        case SDL_MOUSEWHEEL:
            send(
                .scroll(
                    at: mouse,
                    by: CGSize(width: CGFloat(event.wheel.preciseX) * Self.notch, height: -CGFloat(event.wheel.preciseY) * Self.notch)
                ))
        case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: finger(event.tfinger, event.type, window.geometry.size, send)
        case SDL_KEYDOWN, SDL_KEYUP: key(event.key, send)
        case SDL_TEXTINPUT:
            let text = withUnsafeBytes(of: event.text.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !text.isEmpty { send(.text(text)) }
        case SDL_WINDOWEVENT: windowEvent(event.window, window, send)
        default: break
        }
    }

    /// The mouse that SDL would synthesise from touches.
    private static let touchMouse = UInt32.max
    private static let buttons: [UInt8: Int] = [1: 0, 3: 1, 2: 2]

    private mutating func finger(_ event: SDL_TouchFingerEvent, _ type: UInt32, _ size: CGSize, _ send: (InputEvent.Kind) -> Void) {
        let place = CGPoint(x: CGFloat(event.x) * size.width, y: CGFloat(event.y) * size.height)
        let known = fingers[event.fingerId]
        // Small numbers, so that scripts of input are readable.
        let id = known ?? (0...).first { number in !fingers.values.contains(number) } ?? 0
        let phase: InputEvent.Phase
        switch SDL_EventType(type) {
        case SDL_FINGERDOWN where known == nil:
            fingers[event.fingerId] = id
            phase = .began
        case SDL_FINGERMOTION where known != nil: phase = .moved
        case SDL_FINGERUP where known != nil:
            fingers[event.fingerId] = nil
            phase = .ended
        default: return
        }
        places[id] = phase == .ended ? nil : place
        let force = event.pressure > 0 && event.pressure <= 1 ? CGFloat(event.pressure) : 1
        send(.touch(.init(id: id, phase, at: place, force: phase == .ended ? 0 : force)))
    }

    private mutating func key(_ event: SDL_KeyboardEvent, _ send: (InputEvent.Kind) -> Void) {
        let isDown = event.type == SDL_KEYDOWN.rawValue, isRepeat = event.`repeat` != 0
        if !isRepeat { keysHeld = max(0, keysHeld + (isDown ? 1 : -1)) }
        // SDL's numbers are those of the HID tables up to the modifiers, and its own after them.
        let code = Int(event.keysym.scancode.rawValue)
        guard (4...231).contains(code) else { return }
        send(
            .key(
                .init(
                    code: code, characters: Self.characters(event.keysym.sym), modifiers: Self.modifiers(event.keysym.mod), isDown: isDown,
                    isRepeat: isRepeat
                )))
    }

    private static func characters(_ code: SDL_Keycode) -> String {
        switch code {
        case 13: return "\r"
        case 9: return "\t"
        case 32..<127, 160..<0x4000_0000: return UInt32(exactly: code).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
        default: return ""
        }
    }

    private static func modifiers(_ mask: UInt16) -> InputEvent.Modifiers {
        let mask = UInt32(mask)
        var result: InputEvent.Modifiers = []
        if mask & (KMOD_LSHIFT.rawValue | KMOD_RSHIFT.rawValue) != 0 { result.insert(.shift) }
        if mask & (KMOD_LCTRL.rawValue | KMOD_RCTRL.rawValue) != 0 { result.insert(.control) }
        if mask & (KMOD_LALT.rawValue | KMOD_RALT.rawValue) != 0 { result.insert(.alternate) }
        if mask & (KMOD_LGUI.rawValue | KMOD_RGUI.rawValue) != 0 { result.insert(.command) }
        if mask & KMOD_CAPS.rawValue != 0 { result.insert(.capsLock) }
        return result
    }

    private mutating func windowEvent(_ event: SDL_WindowEvent, _ window: SDLWindow, _ send: (InputEvent.Kind) -> Void) {
        switch SDL_WindowEventID(UInt32(event.event)) {
        case SDL_WINDOWEVENT_SIZE_CHANGED:
            let geometry = window.geometry
            if lastGeometry == geometry { return }
            lastGeometry = geometry
            send(.resized(geometry.size, scale: geometry.scale))
        case SDL_WINDOWEVENT_FOCUS_GAINED: send(.focused(true))
        case SDL_WINDOWEVENT_FOCUS_LOST:
            keysHeld = 0
            send(.focused(false))
        case SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED: setShown(true, send)
        case SDL_WINDOWEVENT_HIDDEN, SDL_WINDOWEVENT_MINIMIZED: setShown(false, send)
        case SDL_WINDOWEVENT_CLOSE: send(.closeRequested)
        case SDL_WINDOWEVENT_ENTER: window.wearCursor()
        default: break
        }
    }

    /// Reports the visibility. A window that is minimised is also hidden.
    private mutating func setShown(_ isShown: Bool, _ send: (InputEvent.Kind) -> Void) {
        guard self.isShown != isShown else { return }
        self.isShown = isShown
        if !isShown { cancel(send) }
        send(.shown(isShown))
    }

    /// Cancels everything that is held, because the window is no longer visible.
    private mutating func cancel(_ send: (InputEvent.Kind) -> Void) {
        for button in buttons { send(.touch(.init(id: -1 - button, .cancelled, at: mouse, source: .mouse(button: button)))) }
        for id in fingers.values.sorted() { send(.touch(.init(id: id, .cancelled, at: places[id] ?? .zero))) }
        buttons = []
        fingers = [:]
        places = [:]
    }
}

extension SDL_Event {
    var isKeyboard: Bool { type == SDL_KEYDOWN.rawValue || type == SDL_KEYUP.rawValue || type == SDL_TEXTINPUT.rawValue }
    var isFinger: Bool { type == SDL_FINGERDOWN.rawValue || type == SDL_FINGERUP.rawValue || type == SDL_FINGERMOTION.rawValue }

    /// The window to which the event belongs.
    var windowID: UInt32? {
        switch SDL_EventType(type) {
        case SDL_WINDOWEVENT: window.windowID
        case SDL_MOUSEMOTION: motion.windowID
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: button.windowID
        case SDL_MOUSEWHEEL: wheel.windowID
        case SDL_KEYDOWN, SDL_KEYUP: key.windowID
        case SDL_TEXTINPUT: text.windowID
        case SDL_FINGERDOWN, SDL_FINGERUP, SDL_FINGERMOTION: tfinger.windowID
        default: nil
        }
    }
}
#endif
