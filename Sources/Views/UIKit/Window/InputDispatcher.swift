import Agate
import QuartzCore

/// Converts the input of a host to touches, presses and their events, and passes them to gesture recognizers and views.
///
/// Every touch is passed first to the recognizers of the view that it began on and of that view's ancestors, then to the view itself,
/// unless a recognizer cancels or delays it.
@MainActor final class InputDispatcher {
    /// A touch in progress.
    @MainActor private final class Active {
        let touch = UITouch()
        /// The state of the delivery to the view.
        var delivery = Delivery.waiting
        /// The phases to deliver to the view if no gesture is recognized.
        var held: [UITouch.Phase] = []
        /// True if the touch has ended, and only its delivery to the view is pending.
        var isOver = false
    }

    private enum Delivery {
        /// Nothing has been delivered yet, because a recognizer delays the touch.
        case waiting
        case delivering
        /// The view receives nothing more: a gesture has been recognized, or the touch was never delivered to the view.
        case done
    }

    private var touches: [Int: Active] = [:]
    /// Touches whose end still has to be delivered to views.
    private var lingering: [Active] = []
    private var presses: [Int: UIPress] = [:]
    private let event = UIEvent(.touches)
    private let pressesEvent = UIPressesEvent()
    private var lastTap: (time: Double, place: CGPoint, count: Int)?
    private var modifiers: UIKeyModifierFlags = []
    private var hover: CGPoint?

    func handle(_ input: InputEvent, on screen: UIScreen) {
        if UIApplication.shared.isIgnoringInteractionEvents, Self.isBeginning(input) { return }
        // The changes of one event form one undo group.
        defer { UIApplication.shared.keyWindow?.endUndoEvent() }
        switch input.kind {
        case .touch(let touch): handle(touch, at: input.time, on: screen)
        case .key(let key): handle(key, at: input.time)
        case .text(let text):
            // Ignore the text if a command used the key.
            if ignoresText { return }
            UIApplication.shared.keyWindow.map { ($0.firstResponder ?? $0).textEntered(text) }
        case .scroll(let place, let delta): scroll(delta, at: place, on: screen)
        case .hover(let place): moveHover(to: place, at: input.time, on: screen)
        case .resized, .focused, .shown, .closeRequested: break
        }
    }

    /// Returns whether the input is dropped while the application ignores interaction events. Input that has begun can still end.
    private static func isBeginning(_ input: InputEvent) -> Bool {
        switch input.kind {
        case .touch(let touch): touch.phase == .began
        case .key(let key): key.isDown
        default: true
        }
    }

    // MARK: Touches

    private func handle(_ input: InputEvent.Touch, at time: Double, on screen: UIScreen) {
        guard let active = input.phase == .began ? begin(input, at: time, on: screen) : touches[input.id] else { return }
        let touch = active.touch
        for other in touches.values where other !== active { other.touch.phase = .stationary }
        touch.timestamp = time
        touch.lastPlace = touch.place
        if let window = touch.window { touch.place = window.layer.convert(input.location, from: screen.host.layer) }
        if input.phase == .began { touch.lastPlace = touch.place }
        touch.force = touch.maximumPossibleForce > 0 ? input.force : 0
        touch.phase =
            switch input.phase {
            case .began: .began
            case .moved: .moved
            case .ended: .ended
            case .cancelled: .cancelled
            }
        if input.phase == .began {
            touch.tapCount = countTap(at: time, input.location)
            find(touch, input.location, screen)
        }
        event.timestamp = time
        event.modifierFlags = modifiers
        event.allTouches = Set(touches.values.map(\.touch))
        event.buttonMask = buttons
        UIApplication.shared.sendEvent(event)
        guard input.phase == .ended || input.phase == .cancelled else { return }
        touches[input.id] = nil
        active.isOver = true
        if !active.held.isEmpty { lingering.append(active) }
        event.allTouches = Set(touches.values.map(\.touch))
        for recognizer in touch.gestureRecognizers ?? [] { recognizer.touchesAreOver([touch]) }
        settle(touch)
    }

    private func begin(_ input: InputEvent.Touch, at time: Double, on screen: UIScreen) -> Active? {
        // A touch that begins again under the same identifier has lost its end: cancel the first one.
        if let lost = touches[input.id] {
            var cancel = input
            cancel.phase = .cancelled
            cancel.location = screen.host.layer.convert(lost.touch.place, from: lost.touch.window?.layer)
            handle(cancel, at: time, on: screen)
        }
        let active = Active()
        if case .mouse(let button) = input.source {
            active.touch.type = .indirectPointer
            active.touch.button = button
        } else {
            active.touch.maximumPossibleForce = 1
        }
        touches[input.id] = active
        return active
    }

    private var buttons: UIEvent.ButtonMask {
        touches.values.reduce(into: []) { if $1.touch.type == .indirectPointer { $0.insert(.button($1.touch.button + 1)) } }
    }

    /// Returns the tap count. It increments for taps that a tap recognizer counts together.
    private func countTap(at time: Double, _ place: CGPoint) -> Int {
        var count = 1
        if let last = lastTap, time - last.time < UITapGestureRecognizer.longestPause,
            hypot(place.x - last.place.x, place.y - last.place.y) < UITapGestureRecognizer.reach
        {
            count = last.count + 1
        }
        lastTap = (time, place, count)
        return count
    }

    /// Finds the view of a new touch, and its recognizers: the view's own first, then those of its ancestors.
    private func find(_ touch: UITouch, _ place: CGPoint, _ screen: UIScreen) {
        guard let (window, view) = Self.hit(place, event, screen) else { return }
        touch.window = window
        touch.view = view
        touch.place = window.layer.convert(place, from: screen.host.layer)
        touch.lastPlace = touch.place
        var found: [UIGestureRecognizer] = []
        var next: UIView? = view
        while let here = next {
            for recognizer in here.gestureRecognizers ?? [] where recognizer.accepts(touch, event) { found.append(recognizer) }
            next = here.superview
        }
        touch.gestureRecognizers = found
    }

    /// Returns the topmost view at a location of the screen that receives touches, with its window.
    static func hit(_ place: CGPoint, _ event: UIEvent?, _ screen: UIScreen) -> (UIWindow, UIView)? {
        for window in screen.windows.reversed() where !window.isHidden {
            if let view = window.hitTest(window.layer.convert(place, from: screen.host.layer), with: event) { return (window, view) }
        }
        return nil
    }

    /// The implementation of `UIWindow.sendEvent`.
    func deliver(_ event: UIEvent, in window: UIWindow) {
        if let event = event as? UIPressesEvent { return deliverPresses(event, in: window) }
        let changed = (event.allTouches ?? []).filter { $0.window === window && $0.phase != .stationary }
        for touch in changed {
            for recognizer in touch.gestureRecognizers ?? [] { recognizer.receive([touch], touch.phase, event) }
        }
        for touch in changed {
            guard let active = touches.values.first(where: { $0.touch === touch }) else { continue }
            if touch.phase == .began, !mayHave(touch) { active.delivery = .done }
            if active.delivery != .done { active.held.append(touch.phase) }
            advance(active)
        }
    }

    /// Returns whether a touch may be delivered to its view. A view without multiple touch receives one touch at a time, and an exclusive
    /// view blocks touches on other views.
    private func mayHave(_ touch: UITouch) -> Bool {
        guard let view = touch.view else { return false }
        let others = touches.values.filter { $0.touch !== touch && $0.delivery != .done && $0.touch.window === touch.window }
        if !view.isMultipleTouchEnabled, others.contains(where: { $0.touch.view === view }) { return false }
        if others.contains(where: { $0.touch.view !== view && ($0.touch.view?.isExclusiveTouch ?? false) }) { return false }
        return !view.isExclusiveTouch || !others.contains { $0.touch.view !== view }
    }

    /// Delivers pending phases to a touch's view after recognizers have changed state, or cancels the touch in the view.
    /// - Parameter afterFailure: Pass true if a recognizer has only failed; touches without pending phases are then skipped.
    func settle(_ touch: UITouch, afterFailure: Bool = false) {
        if let active = touches.values.first(where: { $0.touch === touch }) {
            return afterFailure && active.held.isEmpty ? () : advance(active)
        }
        guard let active = lingering.first(where: { $0.touch === touch }) else { return }
        advance(active)
        if active.held.isEmpty { lingering.removeAll { $0 === active } }
    }

    private func advance(_ active: Active) {
        guard active.delivery != .done else { return active.held = [] }
        let touch = active.touch
        let recognizers = touch.gestureRecognizers ?? []
        if recognizers.contains(where: { $0.cancelsTouchesInView && $0.hasRecognized }) {
            let wasDelivered = active.delivery == .delivering
            active.delivery = .done
            active.held = []
            if wasDelivered { tell(touch, .cancelled) }
            return
        }
        if active.delivery == .waiting {
            if recognizers.contains(where: { $0.delaysTouchesBegan && $0.isUndecided }) { return }
            active.delivery = .delivering
        }
        let holdsEnd = recognizers.contains { $0.delaysTouchesEnded && $0.isUndecided && $0.waitsForMoreTouches }
        while let phase = active.held.first, active.delivery == .delivering {
            if phase == .ended, holdsEnd { return }
            active.held.removeFirst()
            if phase == .ended || phase == .cancelled { active.delivery = .done }
            tell(touch, phase)
        }
    }

    private func tell(_ touch: UITouch, _ phase: UITouch.Phase) {
        guard let view = touch.view else { return }
        let now = touch.phase
        touch.phase = phase
        switch phase {
        case .began: view.touchesBegan([touch], with: event)
        case .moved: view.touchesMoved([touch], with: event)
        case .ended: view.touchesEnded([touch], with: event)
        case .cancelled: view.touchesCancelled([touch], with: event)
        default: break
        }
        touch.phase = now
    }

    /// Cancels all touches and presses, such as when the program loses the screen.
    func cancelAll(on screen: UIScreen, at time: Double) {
        for (id, active) in touches {
            let place = screen.host.layer.convert(active.touch.place, from: active.touch.window?.layer)
            handle(InputEvent.Touch(id: id, .cancelled, at: place), at: time, on: screen)
        }
        guard !presses.isEmpty else { return }
        let cancelled = Set(presses.values)
        presses = [:]
        for press in cancelled { (press.phase, press.timestamp) = (.cancelled, time) }
        send(cancelled, at: time)
    }

    // MARK: Wheel and hover

    private func scroll(_ delta: CGSize, at place: CGPoint, on screen: UIScreen) {
        guard let (_, view) = Self.hit(place, nil, screen) else { return }
        var next: UIView? = view
        while let here = next {
            if here.scrollByWheel(delta) { return }
            next = here.superview
        }
    }

    private func moveHover(to place: CGPoint, at time: Double, on screen: UIScreen) {
        hover = place
        let found = Self.hit(place, nil, screen)
        var under: [UIGestureRecognizer] = []
        var next: UIView? = found?.1
        while let here = next {
            under += here.gestureRecognizers ?? []
            next = here.superview
        }
        let before = hovered.compactMap(\.recognizer), known = Set(under.map { ObjectIdentifier($0) })
        for recognizer in before where !known.contains(ObjectIdentifier(recognizer)) { recognizer.hover(at: nil) }
        hovered = under.map { WeakRecognizer(recognizer: $0) }
        guard let window = found?.0 else { return }
        let inWindow = window.layer.convert(place, from: screen.host.layer)
        for recognizer in under { recognizer.hover(at: inWindow) }
    }

    private struct WeakRecognizer { weak var recognizer: UIGestureRecognizer? }
    private var hovered: [WeakRecognizer] = []

    // MARK: Keys

    /// True if a command used the key pressed last.
    private var ignoresText = false

    private func handle(_ key: InputEvent.Key, at time: Double) {
        modifiers = UIKeyModifierFlags(key.modifiers)
        let press: UIPress
        if key.isDown {
            press = presses[key.code] ?? UIPress()
            presses[key.code] = press
            press.phase = .began
        } else {
            ignoresText = false
            guard let known = presses.removeValue(forKey: key.code) else { return }
            press = known
            press.phase = .ended
        }
        press.key = UIKey(key)
        if key.isDown {
            ignoresText = false
            if let pressed = press.key, let window = UIApplication.shared.keyWindow,
                KeyCommands.perform(pressed, from: window.firstResponder ?? window)
            {
                presses[key.code] = nil
                ignoresText = true
                return
            }
        }
        press.timestamp = time
        for other in presses.values where other !== press { other.phase = .stationary }
        send([press], at: time)
    }

    /// Sends the event of some changed presses. It also contains the other keys that are pressed.
    private func send(_ changed: Set<UIPress>, at time: Double) {
        pressesEvent.timestamp = time
        pressesEvent.modifierFlags = modifiers
        pressesEvent.allPresses = changed.union(presses.values)
        UIApplication.shared.sendEvent(pressesEvent)
        for press in changed where press.phase == .ended || press.phase == .cancelled { press.responder = nil }
        pressesEvent.allPresses = Set(presses.values)
    }

    private func deliverPresses(_ event: UIPressesEvent, in window: UIWindow) {
        for press in event.allPresses where press.phase != .stationary {
            let target = press.phase == .began ? window.firstResponder ?? window : press.responder ?? window
            press.responder = target
            switch press.phase {
            case .began: target.pressesBegan([press], with: event)
            case .changed: target.pressesChanged([press], with: event)
            case .ended: target.pressesEnded([press], with: event)
            case .cancelled: target.pressesCancelled([press], with: event)
            case .stationary: break
            }
        }
    }
}
