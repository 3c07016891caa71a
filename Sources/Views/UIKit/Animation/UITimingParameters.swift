import QuartzCore

/// The type of a timing curve.
public enum UITimingCurveType: Int, Sendable {
    /// One of the four named curves, or Apple's default curve.
    case builtin
    /// A curve with control points.
    case cubic
    /// A spring.
    case spring
    /// A curve and a spring.
    case composed
}

/// An object that supplies the timing of a property animator.
@preconcurrency @MainActor public protocol UITimingCurveProvider: NSCoding, NSCopying {
    /// The type of the timing curve.
    var timingCurveType: UITimingCurveType { get }
    /// The curve, or nil if there is none.
    var cubicTimingParameters: UICubicTimingParameters? { get }
    /// The spring, or nil if there is none.
    var springTimingParameters: UISpringTimingParameters? { get }
}

/// Timing by a cubic curve.
@preconcurrency @MainActor open class UICubicTimingParameters: NSObject, @preconcurrency UITimingCurveProvider {
    /// The named curve.
    public let animationCurve: UIView.AnimationCurve
    /// The first control point.
    public let controlPoint1: CGPoint
    /// The second control point.
    public let controlPoint2: CGPoint
    private let hasPoints: Bool
    let function: CAMediaTimingFunction

    /// Creates Core Animation's default curve (UP7).
    @preconcurrency @MainActor public override init() {
        animationCurve = .easeInOut
        (controlPoint1, controlPoint2, function) = Self.points(CAMediaTimingFunction(name: .default))
        hasPoints = false
        super.init()
    }

    /// Creates a named curve.
    public init(animationCurve curve: UIView.AnimationCurve) {
        animationCurve = curve
        (controlPoint1, controlPoint2, function) = Self.points(curve.timingFunction)
        hasPoints = false
        super.init()
    }

    /// Creates a curve with its inner control points. Their x coordinates must be in 0...1.
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
        // Returns the shortest decimal number of a Float, such as 0.42, as it would appear in source code.
        func plain(_ f: Float) -> CGFloat { CGFloat(Double("\(f)") ?? Double(f)) }
        return (CGPoint(x: plain(a[0]), y: plain(a[1])), CGPoint(x: plain(b[0]), y: plain(b[1])), function)
    }

    /// Creates a curve from an archive.
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

    /// Returns the same object, because it is immutable.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The type: `cubic` if the object was created with control points, `builtin` if it was created with a named curve.
    open var timingCurveType: UITimingCurveType { hasPoints ? .cubic : .builtin }
    /// The object itself.
    open var cubicTimingParameters: UICubicTimingParameters? { self }
    /// Always nil.
    open var springTimingParameters: UISpringTimingParameters? { nil }
}

/// Timing by a spring.
@preconcurrency @MainActor open class UISpringTimingParameters: NSObject, @preconcurrency UITimingCurveProvider {
    /// The initial velocity, in multiples of the distance per second. Positions use dx for x and dy for y. All other values use dx.
    public let initialVelocity: CGVector
    let pace: AnimationPace

    /// Creates an overdamped spring with the parameters of a phone's own animations, which determine its duration.
    @preconcurrency @MainActor public override init() {
        initialVelocity = .zero
        let spring = AnimationPace.phoneSpring
        pace = .physical(mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, velocity: .zero)
        super.init()
    }

    /// Creates a spring that is at rest at the end of the animator's duration.
    public convenience init(dampingRatio ratio: CGFloat) { self.init(dampingRatio: ratio, initialVelocity: .zero) }

    /// Creates a spring that is at rest at the end of the animator's duration, with an initial velocity.
    public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        pace = .damped(ratio: ratio, velocity: velocity)
        super.init()
    }

    /// Creates a spring with physical parameters, which determine its duration. The animator's duration is ignored (US4).
    public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        pace = .physical(mass: mass, stiffness: stiffness, damping: damping, velocity: velocity)
        super.init()
    }

    /// Creates a spring with a perceived duration of `duration` seconds and a bounce of -1 to 1. The animator's duration is ignored.
    public init(duration: TimeInterval, bounce: CGFloat, initialVelocity velocity: CGVector = .zero) {
        initialVelocity = velocity
        let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
        pace = .physical(mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, velocity: velocity)
        super.init()
    }

    /// Creates a spring with the parameters of an archive.
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

    /// Returns the same object, because it is immutable.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The type: `spring`.
    open var timingCurveType: UITimingCurveType { .spring }
    /// Always nil.
    open var cubicTimingParameters: UICubicTimingParameters? { nil }
    /// The object itself.
    open var springTimingParameters: UISpringTimingParameters? { self }
}

extension UITimingCurveProvider {
    /// The pace. A spring takes precedence over a curve.
    var pace: AnimationPace { springTimingParameters?.pace ?? cubicTimingParameters.map { .curve($0.function) } ?? .standard }
}
