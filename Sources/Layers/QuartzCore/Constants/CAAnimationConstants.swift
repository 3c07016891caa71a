import Foundation
import ObjectiveCRuntime

// The string constants of the animation classes. Each is declared twice: as a member of its Swift type, and under the name used by C and
// older Swift code. The raw values are Apple's, since they appear in files.

/// The names of the value functions, which make a transform from numbers.
public struct CAValueFunctionName: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A rotation about the x axis by one number, in radians.
    public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
    /// A rotation about the y axis by one number, in radians.
    public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
    /// A rotation about the z axis by one number, in radians.
    public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
    /// A scale by three numbers, one for each axis.
    public static let scale = CAValueFunctionName(rawValue: "scale")
    /// A scale along x by one number.
    public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
    /// A scale along y by one number.
    public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
    /// A scale along z by one number.
    public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
    /// A translation by three numbers, in points.
    public static let translate = CAValueFunctionName(rawValue: "translate")
    /// A translation along x by one number, in points.
    public static let translateX = CAValueFunctionName(rawValue: "translateX")
    /// A translation along y by one number, in points.
    public static let translateY = CAValueFunctionName(rawValue: "translateY")
    /// A translation along z by one number, in points.
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

/// The interpolation of a keyframe animation between its keyframes.
public struct CAAnimationCalculationMode: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Linear interpolation from each value to the next.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// No interpolation: each value holds until the time of the next one.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// Linear interpolation at a constant speed over the whole path. Key times and timing functions are ignored.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    /// A smooth curve through all values, shaped by tension, continuity and bias.
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    /// The smooth curve, at a constant speed.
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

/// The rotation of an object that moves along a path.
public struct CAAnimationRotationMode: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The layer is rotated to the path's direction.
    public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
    /// The layer is rotated to the path's direction, plus half a turn.
    public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// The same as `CAAnimationRotationMode.rotateAuto`.
public let kCAAnimationRotateAuto = CAAnimationRotationMode.rotateAuto
/// The same as `CAAnimationRotationMode.rotateAutoReverse`.
public let kCAAnimationRotateAutoReverse = CAAnimationRotationMode.rotateAutoReverse

/// The predefined transitions.
public struct CATransitionType: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The old picture fades into the new one.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new picture slides over the old one.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new picture pushes the old one out.
    public static let push = CATransitionType(rawValue: "push")
    /// The old picture slides away and reveals the new one.
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

/// The side from which a transition starts.
public struct CATransitionSubtype: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// From the right side.
    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    /// From the left side.
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    /// From the visual top.
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    /// From the visual bottom.
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
