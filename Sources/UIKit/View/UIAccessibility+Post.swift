import Foundation
import QuartzCore

extension UIAccessibility {
    /// What people who don't see are to hear of.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let screenChanged = Notification(rawValue: 1000)
        public static let layoutChanged = Notification(rawValue: 1001)
        public static let announcement = Notification(rawValue: 1008)
        public static let pageScrolled = Notification(rawValue: 1009)
        public static let pauseAssistiveTechnology = Notification(rawValue: 1021)
        public static let resumeAssistiveTechnology = Notification(rawValue: 1022)
    }

    /// Says something to people who don't see. Agate speaks to no screen reader, as `isVoiceOverRunning` says: nobody hears it.
    public static func post(notification: Notification, argument: Any?) {}

    // What nobody sets on Linux: no setting is shared by all desktops.
    public static var isVoiceOverRunning: Bool { false }
    public static var isBoldTextEnabled: Bool { false }
    public static var isReduceTransparencyEnabled: Bool { false }
    public static var isDarkerSystemColorsEnabled: Bool { false }
    public static var isInvertColorsEnabled: Bool { false }
    public static var isGrayscaleEnabled: Bool { false }
    public static var isGuidedAccessEnabled: Bool { false }
    public static var isSwitchControlRunning: Bool { false }
    public static var isAssistiveTouchRunning: Bool { false }
    public static var isSpeakScreenEnabled: Bool { false }
    public static var isSpeakSelectionEnabled: Bool { false }
    public static var isShakeToUndoEnabled: Bool { false }
    public static var isMonoAudioEnabled: Bool { false }
    public static var isClosedCaptioningEnabled: Bool { false }
    public static var isVideoAutoplayEnabled: Bool { true }
    public static var isOnOffSwitchLabelsEnabled: Bool { false }
    public static var shouldDifferentiateWithoutColor: Bool { false }
    public static var prefersCrossFadeTransitions: Bool { isReduceMotionEnabled }
    public static var buttonShapesEnabled: Bool { false }

    public static let voiceOverStatusDidChangeNotification = NSNotification.Name("UIAccessibilityVoiceOverStatusDidChangeNotification")
    public static let boldTextStatusDidChangeNotification = NSNotification.Name("UIAccessibilityBoldTextStatusDidChangeNotification")
    public static let reduceTransparencyStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityReduceTransparencyStatusDidChangeNotification")
    public static let darkerSystemColorsStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityDarkerColorsStatusDidChangeNotification")
    public static let invertColorsStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityInvertColorsStatusDidChangeNotification")
    public static let grayscaleStatusDidChangeNotification = NSNotification.Name("UIAccessibilityGrayscaleStatusDidChangeNotification")
    public static let switchControlStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilitySwitchControlStatusDidChangeNotification")
    public static let announcementDidFinishNotification = NSNotification.Name("UIAccessibilityAnnouncementDidFinishNotification")
}

/// Into which direction something is to scroll.
public enum UIAccessibilityScrollDirection: Int, Sendable { case right = 1, left, up, down, next, previous }
/// What kind of parts a container has.
public enum UIAccessibilityContainerType: Int, Sendable { case none, dataTable, list, landmark, semanticGroup }

/// A part of a view that is no view, to people who don't see it.
@preconcurrency @MainActor open class UIAccessibilityElement: UIResponder {
    /// A part of a view, or of another part.
    public init(accessibilityContainer container: Any) {
        super.init()
        accessibilityContainer = container as AnyObject
    }

    /// What it is a part of; not kept.
    open weak var accessibilityContainer: AnyObject?
    open var isAccessibilityElement = true
    /// What it is called.
    open var accessibilityLabel: String?
    /// What happens when it is used.
    open var accessibilityHint: String?
    /// What it is set to.
    open var accessibilityValue: String?
    /// A name for tests to find it by.
    open var accessibilityIdentifier: String?
    /// What kind of thing it is.
    open var accessibilityTraits = UIAccessibilityTraits.none
    /// Where it is, in the container's space.
    open var accessibilityFrameInContainerSpace = CGRect.zero
    private var screenFrame: CGRect?
    /// Where it is, in the screen's space.
    open var accessibilityFrame: CGRect {
        get { screenFrame ?? (accessibilityContainer as? UIView)?.convert(accessibilityFrameInContainerSpace, to: nil) ?? .zero }
        set { screenFrame = newValue }
    }
    /// The parts of the part.
    open var accessibilityElements: [Any]?
    open var accessibilityElementsHidden = false
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    open func accessibilityActivate() -> Bool { false }
    open func accessibilityIncrement() {}
    open func accessibilityDecrement() {}
    open func accessibilityElementDidBecomeFocused() {}
    open func accessibilityElementDidLoseFocus() {}
    open func accessibilityElementIsFocused() -> Bool { false }
}

/// Something that can be done with a part of an interface.
@preconcurrency @MainActor open class UIAccessibilityCustomAction: NSObject {
    /// What it is called.
    open var name: String
    /// What is done; true where something was.
    open var actionHandler: ((UIAccessibilityCustomAction) -> Bool)?
    /// Who is notified.
    open weak var target: AnyObject?
    /// By which method.
    open var selector: Selector?

    /// An action that calls a closure.
    public init(name: String, actionHandler: ((UIAccessibilityCustomAction) -> Bool)?) {
        (self.name, self.actionHandler) = (name, actionHandler)
        super.init()
    }

    /// An action that tells a target.
    public init(name: String, target: Any?, selector: Selector) {
        (self.name, self.selector) = (name, selector)
        super.init()
        self.target = target.map { $0 as AnyObject }
    }
}
