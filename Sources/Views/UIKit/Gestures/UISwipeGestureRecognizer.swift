import QuartzCore

/// Recognizes fingers that move quickly in one direction: 50 points within half a second.
@preconcurrency @MainActor open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// The directions on the screen.
    public struct Direction: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Towards larger x.
        public static let right = Direction(rawValue: 1)
        /// Towards smaller x.
        public static let left = Direction(rawValue: 2)
        /// Towards smaller y.
        public static let up = Direction(rawValue: 4)
        /// Towards larger y.
        public static let down = Direction(rawValue: 8)
    }

    /// The accepted directions. The default is right.
    open var direction: Direction = .right
    /// The number of fingers. The default is 1.
    open var numberOfTouchesRequired = 1

    static let distance: CGFloat = 50, longest = 0.5
    private var starts: [ObjectIdentifier: CGPoint] = [:]
    private let timer = GestureTimer()

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches <= numberOfTouchesRequired else { return state = .failed }
        if starts.isEmpty { timer.set(at: event.timestamp + Self.longest) { [weak self] in self?.state = .failed } }
        for touch in touches { starts[ObjectIdentifier(touch)] = touch.location(in: nil) }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard state == .possible else { return }
        let ways = stateMachine.tracked.map { touch -> CGPoint in
            let here = touch.location(in: nil), start = starts[ObjectIdentifier(touch)] ?? here
            return CGPoint(x: here.x - start.x, y: here.y - start.y)
        }
        let possible = [Direction.right, .left, .up, .down].filter { direction.contains($0) && ways.allSatisfy(isOn($0)) }
        if possible.isEmpty { return state = .failed }
        guard numberOfTouches == numberOfTouchesRequired,
            possible.contains(where: { direction in ways.allSatisfy { along(direction, $0) >= Self.distance } })
        else { return }
        timer.cancel()
        state = .ended
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        touchesMoved(touches, with: event)
        if state == .possible { state = .failed }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

    open override func reset() {
        timer.cancel()
        starts = [:]
    }

    private func along(_ direction: Direction, _ way: CGPoint) -> CGFloat {
        switch direction {
        case .right: way.x
        case .left: -way.x
        case .up: -way.y
        default: way.y
        }
    }

    /// Returns a check that a movement isn't backward and doesn't deviate too far from a direction.
    private func isOn(_ direction: Direction) -> (CGPoint) -> Bool {
        { way in
            let isAcross = direction == .up || direction == .down
            let along = self.along(direction, way), aside = abs(isAcross ? way.x : way.y)
            return along > -10 && aside <= max(15, along)
        }
    }
}
