import QuartzCore

/// What kind of pace timing parameters give.
public enum UITimingCurveType: Int, Sendable {
    /// One of the four curves with names, or Apple's default one.
    case builtin
    /// A curve by control points.
    case cubic
    /// A spring.
    case spring
    /// Both.
    case composed
}

/// What says how a property animator paces itself.
@preconcurrency @MainActor public protocol UITimingCurveProvider: NSCoding, NSCopying {
    /// What kind of pace it gives.
    var timingCurveType: UITimingCurveType { get }
    /// The curve, where it has one.
    var cubicTimingParameters: UICubicTimingParameters? { get }
    /// The spring, where it has one.
    var springTimingParameters: UISpringTimingParameters? { get }
}

/// Pace by a cubic curve.
@preconcurrency @MainActor open class UICubicTimingParameters: NSObject, @preconcurrency UITimingCurveProvider {
    /// The curve with a name.
    public let animationCurve: UIView.AnimationCurve
    /// The first control point.
    public let controlPoint1: CGPoint
    /// The second control point.
    public let controlPoint2: CGPoint
    private let hasPoints: Bool
    let function: CAMediaTimingFunction

    /// Core Animation's default curve (UP7).
    @preconcurrency @MainActor public override init() {
        animationCurve = .easeInOut
        (controlPoint1, controlPoint2, function) = Self.points(CAMediaTimingFunction(name: .default))
        hasPoints = false
        super.init()
    }

    /// A curve with a name.
    public init(animationCurve curve: UIView.AnimationCurve) {
        animationCurve = curve
        (controlPoint1, controlPoint2, function) = Self.points(curve.timingFunction)
        hasPoints = false
        super.init()
    }

    /// A curve by its inner control points; their x lie in 0...1.
    public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
        animationCurve = .easeInOut
        controlPoint1 = point1
        controlPoint2 = point2
        function = CAMediaTimingFunction(controlPoints: Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y))
        hasPoints = true
        super.init()
    }

    private static func points(_ function: CAMediaTimingFunction) -> (CGPoint, CGPoint, CAMediaTimingFunction) {
        var a: [Float] = [0, 0], b: [Float] = [0, 0]
        function.getControlPoint(at: 1, values: &a)
        function.getControlPoint(at: 2, values: &b)
        // As the program would write them: 0.42, not the Float beside it.
        func plain(_ f: Float) -> CGFloat { CGFloat(Double("\(f)") ?? Double(f)) }
        return (CGPoint(x: plain(a[0]), y: plain(a[1])), CGPoint(x: plain(b[0]), y: plain(b[1])), function)
    }

    /// The curve of an archive.
    public required init?(coder: NSCoder) {
        guard coder is NSKeyedUnarchiver else { return nil }
        animationCurve = UIView.AnimationCurve(rawValue: coder.decodeInteger(forKey: "UICurve")) ?? .easeInOut
        let a = coder.decodeCGPoint(forKey: "UIControlPoint1"), b = coder.decodeCGPoint(forKey: "UIControlPoint2")
        (controlPoint1, controlPoint2) = (a, b)
        function = CAMediaTimingFunction(controlPoints: Float(a.x), Float(a.y), Float(b.x), Float(b.y))
        hasPoints = coder.decodeBool(forKey: "UIHasPoints")
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(animationCurve.rawValue, forKey: "UICurve")
        coder.encode(controlPoint1, forKey: "UIControlPoint1")
        coder.encode(controlPoint2, forKey: "UIControlPoint2")
        coder.encode(hasPoints, forKey: "UIHasPoints")
    }

    /// They never change: the same object.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// `cubic` where it was made with control points, `builtin` where it was made with a curve.
    open var timingCurveType: UITimingCurveType { hasPoints ? .cubic : .builtin }
    /// Itself.
    open var cubicTimingParameters: UICubicTimingParameters? { self }
    /// None: nil.
    open var springTimingParameters: UISpringTimingParameters? { nil }
}

/// Pace by a spring.
@preconcurrency @MainActor open class UISpringTimingParameters: NSObject, @preconcurrency UITimingCurveProvider {
    /// At the start, in whole ways a second; positions take dx for x and dy for y, everything else takes dx.
    public let initialVelocity: CGVector
    let pace: AnimationPace

    /// A spring without swinging, of the numbers that a phone's own animations use; its duration follows from them.
    @preconcurrency @MainActor public override init() {
        initialVelocity = .zero
        pace = .physical(mass: 3, stiffness: 1000, damping: 500, velocity: .zero)
        super.init()
    }

    /// A spring that rests when the animator's duration is over.
    public convenience init(dampingRatio ratio: CGFloat) { self.init(dampingRatio: ratio, initialVelocity: .zero) }

    /// The same, with a velocity to begin with.
    public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        pace = .damped(ratio: ratio, velocity: velocity)
        super.init()
    }

    /// A spring by its numbers, which say how long it takes; the animator's duration is ignored (US4).
    public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        pace = .physical(mass: mass, stiffness: stiffness, damping: damping, velocity: velocity)
        super.init()
    }

    /// A spring that seems to take `duration` seconds and bounces by `bounce`, from -1 to 1; the animator's duration is ignored.
    public init(duration: TimeInterval, bounce: CGFloat, initialVelocity velocity: CGVector = .zero) {
        initialVelocity = velocity
        let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
        pace = .physical(mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, velocity: velocity)
        super.init()
    }

    /// The spring of an archive: by its numbers.
    public required init?(coder: NSCoder) {
        guard coder is NSKeyedUnarchiver else { return nil }
        initialVelocity = coder.decodeCGVector(forKey: "UIVelocity")
        if coder.containsValue(forKey: "UIDampingRatio") {
            pace = .damped(ratio: CGFloat(coder.decodeDouble(forKey: "UIDampingRatio")), velocity: initialVelocity)
        } else {
            pace = .physical(
                mass: CGFloat(coder.decodeDouble(forKey: "UIMass")), stiffness: CGFloat(coder.decodeDouble(forKey: "UIStiffness")),
                damping: CGFloat(coder.decodeDouble(forKey: "UIDamping")), velocity: initialVelocity
            )
        }
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(initialVelocity, forKey: "UIVelocity")
        switch pace {
        case .damped(let ratio, _): coder.encode(Double(ratio), forKey: "UIDampingRatio")
        case .physical(let mass, let stiffness, let damping, _):
            for (key, value) in [("UIMass", mass), ("UIStiffness", stiffness), ("UIDamping", damping)] {
                coder.encode(Double(value), forKey: key)
            }
        default: break
        }
    }

    /// They never change: the same object.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// `spring`.
    open var timingCurveType: UITimingCurveType { .spring }
    /// None: nil.
    open var cubicTimingParameters: UICubicTimingParameters? { nil }
    /// Itself.
    open var springTimingParameters: UISpringTimingParameters? { self }
}

extension UITimingCurveProvider {
    /// A spring goes before a curve.
    var pace: AnimationPace { springTimingParameters?.pace ?? cubicTimingParameters.map { .curve($0.function) } ?? .standard }
}
