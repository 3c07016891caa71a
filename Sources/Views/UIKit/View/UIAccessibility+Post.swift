import Foundation
import QuartzCore

extension UIAccessibility {
    /// What people who don't see are to hear of.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Another screen shows; the argument is the element to go to.
        public static let screenChanged = Notification(rawValue: 1000)
        /// Parts of the screen changed; the argument is the element to go to.
        public static let layoutChanged = Notification(rawValue: 1001)
        /// A text is to be spoken; the argument is the text.
        public static let announcement = Notification(rawValue: 1008)
        /// Something scrolled by a page; the argument describes what shows now.
        public static let pageScrolled = Notification(rawValue: 1009)
        /// Something is to pause its work; the argument names it.
        public static let pauseAssistiveTechnology = Notification(rawValue: 1021)
        /// Something is to go on with its work; the argument names it.
        public static let resumeAssistiveTechnology = Notification(rawValue: 1022)
    }

    /// Says something to people who don't see. Agate speaks to no screen reader, as `isVoiceOverRunning` says: nobody hears it.
    public static func post(notification: Notification, argument: Any?) {}

    // What nobody sets on Linux: no setting is shared by all desktops.
    /// Whether a screen reader reads the interface. Always false: Agate speaks to none.
    public static var isVoiceOverRunning: Bool { false }
    /// Whether texts are to be bold. Always false: Linux has no setting for it that all desktops share.
    public static var isBoldTextEnabled: Bool { false }
    /// Whether surfaces are to be opaque. Always false: Linux has no setting for it that all desktops share. Blurs are drawn as they are.
    public static var isReduceTransparencyEnabled: Bool { false }
    /// Whether colours are to have more contrast. Always false: Linux has no setting for it that all desktops share.
    public static var isDarkerSystemColorsEnabled: Bool { false }
    /// Whether the screen's colours are inverted. Always false: Linux has no setting for it that all desktops share.
    public static var isInvertColorsEnabled: Bool { false }
    /// Whether the screen shows grays alone. Always false: Linux has no setting for it that all desktops share.
    public static var isGrayscaleEnabled: Bool { false }
    /// Whether the device is kept in one program. Always false: there is no such mode on Linux.
    public static var isGuidedAccessEnabled: Bool { false }
    /// Whether the program is used with switches. Always false: Linux has no setting for it that all desktops share.
    public static var isSwitchControlRunning: Bool { false }
    /// Whether gestures are made with the help of a menu. Always false: Linux has no setting for it that all desktops share.
    public static var isAssistiveTouchRunning: Bool { false }
    /// Whether the screen can be read aloud. Always false: Linux has no setting for it that all desktops share.
    public static var isSpeakScreenEnabled: Bool { false }
    /// Whether selected text can be read aloud. Always false: Linux has no setting for it that all desktops share.
    public static var isSpeakSelectionEnabled: Bool { false }
    /// Whether shaking undoes. Always false, where Apple's is true at first: nothing measures shaking on Linux.
    public static var isShakeToUndoEnabled: Bool { false }
    /// Whether sound is to be of one channel. Always false: Linux has no setting for it that all desktops share.
    public static var isMonoAudioEnabled: Bool { false }
    /// Whether films are to show captions. Always false: Linux has no setting for it that all desktops share.
    public static var isClosedCaptioningEnabled: Bool { false }
    /// Whether previews of films may play by themselves. Always true: Linux has no setting for it that all desktops share.
    public static var isVideoAutoplayEnabled: Bool { true }
    /// Whether switches are to show signs for on and off. Always false: Linux has no setting for it that all desktops share.
    public static var isOnOffSwitchLabelsEnabled: Bool { false }
    /// Whether nothing is to be said by colour alone. Always false: Linux has no setting for it that all desktops share.
    public static var shouldDifferentiateWithoutColor: Bool { false }
    /// Whether controllers are to cross-fade rather than slide: as `isReduceMotionEnabled`. Apple's is a setting of its own.
    public static var prefersCrossFadeTransitions: Bool { isReduceMotionEnabled }
    /// Whether buttons are to have visible shapes. Always false: Linux has no setting for it that all desktops share.
    public static var buttonShapesEnabled: Bool { false }

    /// For observers that expect it; nothing posts it, since `isVoiceOverRunning` never changes.
    public static let voiceOverStatusDidChangeNotification = NSNotification.Name("UIAccessibilityVoiceOverStatusDidChangeNotification")
    /// For observers that expect it; nothing posts it, since `isBoldTextEnabled` never changes.
    public static let boldTextStatusDidChangeNotification = NSNotification.Name("UIAccessibilityBoldTextStatusDidChangeNotification")
    /// For observers that expect it; nothing posts it, since `isReduceTransparencyEnabled` never changes.
    public static let reduceTransparencyStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityReduceTransparencyStatusDidChangeNotification")
    /// For observers that expect it; nothing posts it, since `isDarkerSystemColorsEnabled` never changes.
    public static let darkerSystemColorsStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityDarkerColorsStatusDidChangeNotification")
    /// For observers that expect it; nothing posts it, since `isInvertColorsEnabled` never changes.
    public static let invertColorsStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityInvertColorsStatusDidChangeNotification")
    /// For observers that expect it; nothing posts it, since `isGrayscaleEnabled` never changes.
    public static let grayscaleStatusDidChangeNotification = NSNotification.Name("UIAccessibilityGrayscaleStatusDidChangeNotification")
    /// For observers that expect it; nothing posts it, since `isSwitchControlRunning` never changes.
    public static let switchControlStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilitySwitchControlStatusDidChangeNotification")
    /// For observers that expect it; nothing posts it, since announcements are not spoken.
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
    /// Whether it is something of its own to people who don't see it; true at first.
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
    /// Whether its parts are left out; false at first. Kept for programs and tests that read it.
    open var accessibilityElementsHidden = false
    /// What can be done with it; nil at first. Kept for programs and tests that run them.
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    /// Somebody used it otherwise than by touch. True where it did something; false unless overridden. Called by programs and tests alone.
    open func accessibilityActivate() -> Bool { false }
    /// Its value is to become larger. Does nothing unless overridden. Called by programs and tests alone.
    open func accessibilityIncrement() {}
    /// Its value is to become smaller. Does nothing unless overridden. Called by programs and tests alone.
    open func accessibilityDecrement() {}
    /// A screen reader came to it. Does nothing unless overridden. Not called: Agate speaks to no screen reader.
    open func accessibilityElementDidBecomeFocused() {}
    /// A screen reader left it. Does nothing unless overridden. Not called: Agate speaks to no screen reader.
    open func accessibilityElementDidLoseFocus() {}
    /// Whether a screen reader is at it. False unless overridden: Agate speaks to no screen reader.
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
