import AgateDiagnostics
import QuartzCore

/// The state machine of a gesture: its state, its touches, and its interaction with the other recognizers of these touches.
@MainActor final class GestureStateMachine {
    private unowned let recognizer: UIGestureRecognizer
    private(set) var state = UIGestureRecognizer.State.possible
    /// The active touches, in the order in which they began.
    private(set) var tracked: [UITouch] = []
    /// All touches since the last reset.
    private var sequence: [UITouch] = []
    var requirements: [WeakRecognizer] = []
    /// The states that are deferred until another recognizer fails.
    private var held: [UIGestureRecognizer.State] = [] {
        didSet {
            guard held.isEmpty != oldValue.isEmpty else { return }
            if held.isEmpty {
                Self.waiting[waitingNumber] = nil
            } else {
                Self.lastWaiting += 1
                waitingNumber = Self.lastWaiting
                Self.waiting[waitingNumber] = WeakRecognizer(recognizer: recognizer)
            }
        }
    }
    /// The recognizers that wait for another one to fail, by the order in which they started to wait. Usually empty.
    private static var waiting: [Int: WeakRecognizer] = [:]
    private static var lastWaiting = 0
    private var waitingNumber = 0
    /// The recognizer that was last found to block this one.
    private weak var blocker: UIGestureRecognizer?
    /// The number of checks between pairs of recognizers, for tests.
    static var looks = 0
    /// True if the delegate and the views have allowed the gesture to begin.
    private var mayBegin = false
    private var lastMiddle = CGPoint.zero
    private weak var window: UIWindow?

    init(_ recognizer: UIGestureRecognizer) { self.recognizer = recognizer }

    var hasRecognized: Bool { state == .began || state == .changed || state == .ended }
    private var isOver: Bool { state == .ended || state == .cancelled || state == .failed }
    /// True if the gesture was recognized and waits for another recognizer to fail.
    var isWaiting: Bool { !held.isEmpty }
    /// True if the touches so far may still become the gesture.
    private var isTrying: Bool { state == .possible && !sequence.isEmpty && recognizer.isEnabled }

    // MARK: States

    func request(_ new: UIGestureRecognizer.State) {
        switch (state, new) {
        case (.possible, .began), (.possible, .changed), (.possible, .ended):
            if !held.isEmpty {
                // The recognizer waits. Its later states are deferred too.
                if new == .ended { held.append(.ended) }
                return
            }
            begin(new == .changed ? .began : new)
        case (.possible, .failed), (.possible, .cancelled): finish(.failed)
        case (.began, .changed), (.changed, .changed), (.began, .began), (.changed, .began):
            state = .changed
            tell()
        case (.began, .ended), (.changed, .ended): finish(.ended)
        case (.began, .cancelled), (.changed, .cancelled), (.began, .failed), (.changed, .failed): finish(.cancelled)
        default: break
        }
    }

    private func begin(_ new: UIGestureRecognizer.State) {
        if !mayBegin {
            guard asked() else { return finish(.failed) }
            mayBegin = true
        }
        if state != .possible { return }
        if isBlocked { return held = [new] }
        recognise(new)
    }

    /// True if another recognizer that must fail first may still succeed.
    private var isBlocked: Bool {
        if let blocker, blocker.stateMachine.isTrying, sharesTouches(with: blocker.stateMachine), requires(blocker) { return true }
        blocker = rivals.first { $0.stateMachine.isTrying && requires($0) }
        return blocker != nil
    }

    private func sharesTouches(with other: GestureStateMachine) -> Bool {
        sequence.contains { touch in other.sequence.contains(identicalTo: touch) }
    }

    /// Asks the delegate, and the views from the touched one up to the recognizer's own.
    private func asked() -> Bool {
        if let delegate = recognizer.delegate, !delegate.gestureRecognizerShouldBegin(recognizer) { return false }
        var next = sequence.last?.view ?? recognizer.view
        while let view = next {
            if !view.gestureRecognizerShouldBegin(recognizer) { return false }
            if view === recognizer.view { break }
            next = view.superview
        }
        return true
    }

    private func recognise(_ new: UIGestureRecognizer.State) {
        let rivals = rivals
        if rivals.contains(where: { $0.stateMachine.hasRecognized && ($0.stateMachine.prevents(recognizer) || requires($0)) }) {
            return finish(.failed)
        }
        state = new
        for rival in rivals where rival.stateMachine.state == .possible && (prevents(rival) || rival.stateMachine.requires(recognizer)) {
            rival.stateMachine.finish(.failed, settled: sequence)
        }
        tell()
        if new == .ended { end() }
    }

    /// - Parameter settled: The touches whose views the caller notifies of the result.
    private func finish(_ new: UIGestureRecognizer.State, settled: [UITouch] = []) {
        guard !isOver else { return }
        state = new
        held = []
        let waiting = new == .failed && !Self.waiting.isEmpty ? waitingRivals : []
        tell(settled)
        end()
        // Recognizers that waited for this one to fail may continue.
        for other in waiting { other.retry() }
    }

    /// The waiting recognizers that share touches with this one.
    private var waitingRivals: [GestureStateMachine] {
        Self.waiting.sorted { $0.key < $1.key }.compactMap { number, waiting in
            guard let other = waiting.recognizer?.stateMachine else {
                Self.waiting[number] = nil
                return nil
            }
            return other !== self && other.sharesTouches(with: self) ? other : nil
        }
    }

    private func retry() {
        guard state == .possible, let first = held.first, !isBlocked else { return }
        let rest = held.dropFirst()
        held = []
        recognise(first)
        for state in rest { request(state) }
    }

    /// Resets the recognizer if the gesture and all its touches have ended.
    private func end() {
        guard isOver, tracked.isEmpty else { return }
        again()
    }

    private func again() {
        recognizer.reset()
        state = .possible
        held = []
        mayBegin = false
        sequence = []
    }

    private func tell(_ settled: [UITouch] = []) {
        if state != .failed, state != .possible { recognizer.handlers.call(recognizer) }
        for touch in sequence where !settled.contains(identicalTo: touch) {
            touch.window?.screen.input.settle(touch, afterFailure: state == .failed)
        }
    }

    /// Cancels the gesture because the recognizer was disabled or moved to another view.
    func disable() {
        guard !sequence.isEmpty || state != .possible else { return }
        if state == .began || state == .changed { finish(.cancelled) } else if state == .possible { finish(.failed) }
        tracked = []
        if state != .possible { again() }
        sequence = []
    }

    // MARK: Other recognizers

    /// The other recognizers of the touches.
    private var rivals: [UIGestureRecognizer] {
        // All touches of a recognizer list it, each once.
        if sequence.count == 1 { return (sequence[0].gestureRecognizers ?? []).filter { $0 !== recognizer } }
        var found: [UIGestureRecognizer] = []
        var known: Set = [ObjectIdentifier(recognizer)]
        for touch in sequence {
            for other in touch.gestureRecognizers ?? [] where known.insert(ObjectIdentifier(other)).inserted { found.append(other) }
        }
        return found
    }

    private func prevents(_ other: UIGestureRecognizer) -> Bool {
        Self.looks += 1
        guard recognizer.canPrevent(other), other.canBePrevented(by: recognizer) else { return false }
        if let delegate = recognizer.delegate, delegate.gestureRecognizer(recognizer, shouldRecognizeSimultaneouslyWith: other) {
            return false
        }
        if let delegate = other.delegate, delegate.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: recognizer) { return false }
        return true
    }

    private func requires(_ other: UIGestureRecognizer) -> Bool {
        Self.looks += 1
        return requirements.contains { $0.recognizer === other } || recognizer.shouldRequireFailure(of: other)
            || other.shouldBeRequiredToFail(by: recognizer)
            || recognizer.delegate?.gestureRecognizer(recognizer, shouldRequireFailureOf: other) ?? false
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: recognizer) ?? false
    }

    // MARK: Touches

    func accepts(_ touch: UITouch, _ event: UIEvent) -> Bool {
        guard recognizer.isEnabled, !isOver, recognizer.allowedTouchTypes.contains(where: { $0.intValue == touch.type.rawValue }),
            recognizer.shouldReceive(event), recognizer.wants(touch)
        else { return false }
        guard let delegate = recognizer.delegate else { return true }
        return delegate.gestureRecognizer(recognizer, shouldReceive: event) && delegate.gestureRecognizer(recognizer, shouldReceive: touch)
    }

    func receive(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent) {
        guard recognizer.isEnabled, !isOver else { return }
        recognizer.modifierFlags = event.modifierFlags
        recognizer.buttonMask = event.buttonMask
        if phase == .began {
            // Ignored touches aren't delivered, and neither are touches that begin after the gesture has ended.
            if tracked.isEmpty, state == .possible, !recognizer.waitsForMoreTouches, held.isEmpty { sequence = [] }
            for touch in touches where !tracked.contains(touch) {
                tracked.append(touch)
                sequence.append(touch)
                window = touch.window
            }
        }
        let touches = touches.filter(tracked.contains)
        guard !touches.isEmpty else { return }
        keepMiddle()
        switch phase {
        case .began: recognizer.touchesBegan(touches, with: event)
        case .moved: recognizer.touchesMoved(touches, with: event)
        case .ended: recognizer.touchesEnded(touches, with: event)
        case .cancelled: recognizer.touchesCancelled(touches, with: event)
        default: break
        }
    }

    func touchesAreOver(_ touches: Set<UITouch>) {
        let before = tracked.count
        tracked.removeAll(where: touches.contains)
        guard tracked.isEmpty, before > 0 else { return }
        if isOver { return again() }
        // A gesture that wasn't recognized when the last finger lifted has failed.
        if state == .possible, held.isEmpty, !recognizer.waitsForMoreTouches { finish(.failed) }
    }

    func ignore(_ touch: UITouch) {
        tracked.removeAll { $0 === touch }
        sequence.removeAll { $0 === touch }
        touch.gestureRecognizers?.removeAll { $0 === recognizer }
        touch.window?.screen.input.settle(touch)
    }

    // MARK: Positions

    private func keepMiddle() {
        guard !tracked.isEmpty else { return }
        let points = tracked.map { $0.location(in: nil) }
        lastMiddle = CGPoint(
            x: points.reduce(0) { $0 + $1.x } / CGFloat(points.count), y: points.reduce(0) { $0 + $1.y } / CGFloat(points.count))
    }

    /// Returns the center of the touches, or its last position.
    func middle(in view: UIView?) -> CGPoint {
        keepMiddle()
        guard let view, let window else { return lastMiddle }
        return view.convert(lastMiddle, from: window)
    }

    /// Sets the position without touches, as for a hovering mouse.
    func setMiddle(_ place: CGPoint, in window: UIWindow?) {
        lastMiddle = place
        self.window = window
    }
}
