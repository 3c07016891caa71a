import CoreText
import QuartzCore

// Functions of accessibility in Swift 4, for packages in that mode of the language.

/// The name of ``UIAccessibility/isVoiceOverRunning`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isVoiceOverRunning")
public func UIAccessibilityIsVoiceOverRunning() -> Bool { UIAccessibility.isVoiceOverRunning }
/// The name of ``UIAccessibility/isMonoAudioEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isMonoAudioEnabled")
public func UIAccessibilityIsMonoAudioEnabled() -> Bool { UIAccessibility.isMonoAudioEnabled }
/// The name of ``UIAccessibility/isClosedCaptioningEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isClosedCaptioningEnabled")
public func UIAccessibilityIsClosedCaptioningEnabled() -> Bool { UIAccessibility.isClosedCaptioningEnabled }
/// The name of ``UIAccessibility/isInvertColorsEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isInvertColorsEnabled")
public func UIAccessibilityIsInvertColorsEnabled() -> Bool { UIAccessibility.isInvertColorsEnabled }
/// The name of ``UIAccessibility/isGuidedAccessEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isGuidedAccessEnabled")
public func UIAccessibilityIsGuidedAccessEnabled() -> Bool { UIAccessibility.isGuidedAccessEnabled }
/// The name of ``UIAccessibility/isBoldTextEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isBoldTextEnabled")
public func UIAccessibilityIsBoldTextEnabled() -> Bool { UIAccessibility.isBoldTextEnabled }
/// The name of ``UIAccessibility/isGrayscaleEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isGrayscaleEnabled")
public func UIAccessibilityIsGrayscaleEnabled() -> Bool { UIAccessibility.isGrayscaleEnabled }
/// The name of ``UIAccessibility/isReduceTransparencyEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isReduceTransparencyEnabled")
public func UIAccessibilityIsReduceTransparencyEnabled() -> Bool { UIAccessibility.isReduceTransparencyEnabled }
/// The name of ``UIAccessibility/isReduceMotionEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isReduceMotionEnabled")
public func UIAccessibilityIsReduceMotionEnabled() -> Bool { UIAccessibility.isReduceMotionEnabled }
/// The name of ``UIAccessibility/isVideoAutoplayEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isVideoAutoplayEnabled")
public func UIAccessibilityIsVideoAutoplayEnabled() -> Bool { UIAccessibility.isVideoAutoplayEnabled }
/// The name of ``UIAccessibility/isSwitchControlRunning`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isSwitchControlRunning")
public func UIAccessibilityIsSwitchControlRunning() -> Bool { UIAccessibility.isSwitchControlRunning }
/// The name of ``UIAccessibility/isSpeakSelectionEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isSpeakSelectionEnabled")
public func UIAccessibilityIsSpeakSelectionEnabled() -> Bool { UIAccessibility.isSpeakSelectionEnabled }
/// The name of ``UIAccessibility/isSpeakScreenEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isSpeakScreenEnabled")
public func UIAccessibilityIsSpeakScreenEnabled() -> Bool { UIAccessibility.isSpeakScreenEnabled }
/// The name of ``UIAccessibility/isShakeToUndoEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isShakeToUndoEnabled")
public func UIAccessibilityIsShakeToUndoEnabled() -> Bool { UIAccessibility.isShakeToUndoEnabled }
/// The name of ``UIAccessibility/isAssistiveTouchRunning`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isAssistiveTouchRunning")
public func UIAccessibilityIsAssistiveTouchRunning() -> Bool { UIAccessibility.isAssistiveTouchRunning }
/// The name of ``UIAccessibility/isOnOffSwitchLabelsEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isOnOffSwitchLabelsEnabled")
public func UIAccessibilityIsOnOffSwitchLabelsEnabled() -> Bool { UIAccessibility.isOnOffSwitchLabelsEnabled }
/// The name of ``UIAccessibility/isDarkerSystemColorsEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.isDarkerSystemColorsEnabled")
public func UIAccessibilityDarkerSystemColorsEnabled() -> Bool { UIAccessibility.isDarkerSystemColorsEnabled }
/// The name of ``UIAccessibility/post(notification:argument:)`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.post(notification:argument:)")
public func UIAccessibilityPostNotification(_ notification: UIAccessibility.Notification, _ argument: Any?) {
    UIAccessibility.post(notification: notification, argument: argument)
}
/// The name of ``UIAccessibility/convertToScreenCoordinates(_:in:)`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.convertToScreenCoordinates(_:in:)")
@preconcurrency @MainActor public func UIAccessibilityConvertFrameToScreenCoordinates(_ rect: CGRect, _ view: UIView) -> CGRect {
    UIAccessibility.convertToScreenCoordinates(rect, in: view)
}
/// The name of ``UIAccessibility/convertToScreenCoordinates(_:in:)`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.convertToScreenCoordinates(_:in:)")
@preconcurrency @MainActor public func UIAccessibilityConvertPathToScreenCoordinates(_ path: UIBezierPath, _ view: UIView) -> UIBezierPath {
    UIAccessibility.convertToScreenCoordinates(path, in: view)
}
