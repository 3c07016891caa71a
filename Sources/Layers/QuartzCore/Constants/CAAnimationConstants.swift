import Foundation

// The string constants of the animation classes. Each stands twice: as a member of its Swift type, and under the name that C and older
// Swift code use. The raw values are Apple's, since they appear in files.

/// The names of the value functions, which make a transform of numbers.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
    /// The name by which archives and documents keep it.
    public let rawValue: String
    /// Any string may be given; one that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Turns about the x axis by one number, in radians.
    public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
    /// Turns about the y axis by one number, in radians.
    public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
    /// Turns about the z axis by one number, in radians.
    public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
    /// Scales by three numbers, one for each axis.
    public static let scale = CAValueFunctionName(rawValue: "scale")
    /// Scales along x by one number.
    public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
    /// Scales along y by one number.
    public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
    /// Scales along z by one number.
    public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
    /// Moves by three numbers, in points.
    public static let translate = CAValueFunctionName(rawValue: "translate")
    /// Moves along x by one number, in points.
    public static let translateX = CAValueFunctionName(rawValue: "translateX")
    /// Moves along y by one number, in points.
    public static let translateY = CAValueFunctionName(rawValue: "translateY")
    /// Moves along z by one number, in points.
    public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// The same as `CAValueFunctionName.rotateX`.
public let kCAValueFunctionRotateX = CAValueFunctionName.rotateX
/// The same as `CAValueFunctionName.rotateY`.
public let kCAValueFunctionRotateY = CAValueFunctionName.rotateY
/// The same as `CAValueFunctionName.rotateZ`.
public let kCAValueFunctionRotateZ = CAValueFunctionName.rotateZ
/// The same as `CAValueFunctionName.scale`.
public let kCAValueFunctionScale = CAValueFunctionName.scale
/// The same as `CAValueFunctionName.scaleX`.
public let kCAValueFunctionScaleX = CAValueFunctionName.scaleX
/// The same as `CAValueFunctionName.scaleY`.
public let kCAValueFunctionScaleY = CAValueFunctionName.scaleY
/// The same as `CAValueFunctionName.scaleZ`.
public let kCAValueFunctionScaleZ = CAValueFunctionName.scaleZ
/// The same as `CAValueFunctionName.translate`.
public let kCAValueFunctionTranslate = CAValueFunctionName.translate
/// The same as `CAValueFunctionName.translateX`.
public let kCAValueFunctionTranslateX = CAValueFunctionName.translateX
/// The same as `CAValueFunctionName.translateY`.
public let kCAValueFunctionTranslateY = CAValueFunctionName.translateY
/// The same as `CAValueFunctionName.translateZ`.
public let kCAValueFunctionTranslateZ = CAValueFunctionName.translateZ

/// How a keyframe animation computes the values between its keyframes.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    /// The name by which archives and documents keep it.
    public let rawValue: String
    /// Any string may be given; one that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Straight from each value to the next.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// Each value holds until the next one's time.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// Straight, at an even speed over the whole way; key times and timing functions are ignored.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    /// On a smooth curve through all values, shaped by tension, continuity and bias.
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    /// On the smooth curve, at an even speed.
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// The same as `CAAnimationCalculationMode.linear`.
public let kCAAnimationLinear = CAAnimationCalculationMode.linear
/// The same as `CAAnimationCalculationMode.discrete`.
public let kCAAnimationDiscrete = CAAnimationCalculationMode.discrete
/// The same as `CAAnimationCalculationMode.paced`.
public let kCAAnimationPaced = CAAnimationCalculationMode.paced
/// The same as `CAAnimationCalculationMode.cubic`.
public let kCAAnimationCubic = CAAnimationCalculationMode.cubic
/// The same as `CAAnimationCalculationMode.cubicPaced`.
public let kCAAnimationCubicPaced = CAAnimationCalculationMode.cubicPaced

/// Whether an object that moves along a path turns with it.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
    /// The name by which archives and documents keep it.
    public let rawValue: String
    /// Any string may be given; one that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The layer turns with the path's direction.
    public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
    /// The layer turns with the path's direction, half a turn round.
    public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// The same as `CAAnimationRotationMode.rotateAuto`.
public let kCAAnimationRotateAuto = CAAnimationRotationMode.rotateAuto
/// The same as `CAAnimationRotationMode.rotateAutoReverse`.
public let kCAAnimationRotateAutoReverse = CAAnimationRotationMode.rotateAutoReverse

/// The ready-made transitions.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    /// The name by which archives and documents keep it.
    public let rawValue: String
    /// Any string may be given; one that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The old picture fades into the new one.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new picture slides over the old one.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new picture pushes the old one out.
    public static let push = CATransitionType(rawValue: "push")
    /// The old picture slides away from over the new one.
    public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The same as `CATransitionType.fade`.
public let kCATransitionFade = CATransitionType.fade
/// The same as `CATransitionType.moveIn`.
public let kCATransitionMoveIn = CATransitionType.moveIn
/// The same as `CATransitionType.push`.
public let kCATransitionPush = CATransitionType.push
/// The same as `CATransitionType.reveal`.
public let kCATransitionReveal = CATransitionType.reveal

/// The side that a transition comes from.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    /// The name by which archives and documents keep it.
    public let rawValue: String
    /// Any string may be given; one that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// From the right side.
    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    /// From the left side.
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    /// From the top, as it is seen.
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    /// From the bottom, as it is seen.
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// The same as `CATransitionSubtype.fromRight`.
public let kCATransitionFromRight = CATransitionSubtype.fromRight
/// The same as `CATransitionSubtype.fromLeft`.
public let kCATransitionFromLeft = CATransitionSubtype.fromLeft
/// The same as `CATransitionSubtype.fromTop`.
public let kCATransitionFromTop = CATransitionSubtype.fromTop
/// The same as `CATransitionSubtype.fromBottom`.
public let kCATransitionFromBottom = CATransitionSubtype.fromBottom
