import QuartzCore

extension UIView {
    /// How an animation block animates.
    public struct AnimationOptions: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Lays out inside the block, so that the layout animates too.
        public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
        /// Views take touches while they animate.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// Sets out from what shows, not from the value set last.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// Over and over, until it is removed.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// There and back.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// Has its own duration although the block around it has one.
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        /// Has its own curve although the block around it has one.
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
        /// Of a transition: the views go on changing while it runs.
        public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
        /// Of a transition: hides and shows the views instead of removing and adding them.
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        /// Has its own options although the block around it has some.
        public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)

        /// Slow at both ends.
        public static let curveEaseInOut: AnimationOptions = []
        /// Slow at the beginning.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// Slow at the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// At an even pace.
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

        /// The view turns about its vertical axis, its left side coming to the front.
        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        /// The view turns about its vertical axis, its right side coming to the front.
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        /// As iOS names it; Agate draws no curl.
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        /// As iOS names it; Agate draws no curl.
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        /// The one view fades into the other.
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
        /// The view turns about its horizontal axis, its upper side coming to the front.
        public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
        /// The view turns about its horizontal axis, its lower side coming to the front.
        public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

        /// Sixty frames a second are enough.
        public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
        /// Thirty frames a second are enough.
        public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)
    }

    /// How an animation with keyframes animates.
    public struct KeyframeAnimationOptions: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Lays out the subviews inside the animation.
        public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
        /// Touches reach the views while they move.
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
        /// Begins where the views are seen, not where their properties say.
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
        /// Runs again and again.
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
        /// Runs back after each time; with `repeat`.
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
        /// Takes its own duration inside another animation.
        public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
        /// Takes its own options inside another animation.
        public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)

        /// Even between two key frames.
        public static let calculationModeLinear: KeyframeAnimationOptions = []
        /// Jumps from key frame to key frame.
        public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
        /// Equally fast all the way; key times don't count.
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
        /// On a smooth curve through the key frames.
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
        /// On a smooth curve, equally fast all the way.
        public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)
    }
}

extension UIView.AnimationOptions {
    /// The number in the bits of the curve: 0 to 3, and 7, which the keyboard of a phone moves by.
    var curveNumber: Int { Int(rawValue >> 16 & 0xF) }
    /// The number in the bits of the transition.
    var transitionNumber: Int { Int(rawValue >> 20 & 0xF) }
}

extension UIView.AnimationCurve {
    var timingFunction: CAMediaTimingFunction {
        switch self {
        case .easeInOut: CAMediaTimingFunction(name: .easeInEaseOut)
        case .easeIn: CAMediaTimingFunction(name: .easeIn)
        case .easeOut: CAMediaTimingFunction(name: .easeOut)
        case .linear: CAMediaTimingFunction(name: .linear)
        }
    }
}
