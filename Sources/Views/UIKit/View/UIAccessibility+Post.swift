import Foundation
import QuartzCore

extension UIAccessibility {
    /// A notification to assistive technology.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The screen has changed; the argument is the element to focus.
        public static let screenChanged = Notification(rawValue: 1000)
        /// Parts of the screen have changed; the argument is the element to focus.
        public static let layoutChanged = Notification(rawValue: 1001)
        /// A text to speak; the argument is the text.
        public static let announcement = Notification(rawValue: 1008)
        /// A page has been scrolled; the argument describes the visible content.
        public static let pageScrolled = Notification(rawValue: 1009)
        /// Pauses an assistive technology; the argument is its name.
        public static let pauseAssistiveTechnology = Notification(rawValue: 1021)
        /// Resumes an assistive technology; the argument is its name.
        public static let resumeAssistiveTechnology = Notification(rawValue: 1022)
    }

    /// Returns a rectangle of a view in the coordinates of its screen; unchanged for a view without a window.
    @preconcurrency @MainActor public static func convertToScreenCoordinates(_ rect: CGRect, in view: UIView) -> CGRect {
        guard let window = view.window else { return rect }
        return window.convert(view.convert(rect, to: window), to: nil)
    }

    /// Returns a path of a view in the coordinates of its screen; a copy for a view without a window.
    @preconcurrency @MainActor public static func convertToScreenCoordinates(_ path: UIBezierPath, in view: UIView) -> UIBezierPath {
        let copy = path.copy() as! UIBezierPath
        guard let window = view.window else { return copy }
        let origin = window.convert(view.convert(CGPoint.zero, to: window), to: nil)
        let right = window.convert(view.convert(CGPoint(x: 1, y: 0), to: window), to: nil)
        let down = window.convert(view.convert(CGPoint(x: 0, y: 1), to: window), to: nil)
        copy.apply(
            CGAffineTransform(
                a: right.x - origin.x, b: right.y - origin.y, c: down.x - origin.x, d: down.y - origin.y, tx: origin.x, ty: origin.y))
        return copy
    }

    /// Posts a notification to assistive technology. Has no effect, because Agate supports no screen reader; see `isVoiceOverRunning`.
    public static func post(notification: Notification, argument: Any?) {}

    // Settings that don't exist on Linux: no setting is shared by all desktops.
    /// A Boolean value that indicates whether a screen reader is running. Always false: Agate supports none.
    public static var isVoiceOverRunning: Bool { false }
    /// A Boolean value that indicates whether bold text is enabled. Always false: Linux has no setting for it that all desktops share.
    public static var isBoldTextEnabled: Bool { false }
    /// A Boolean value that indicates whether transparency is reduced. Always false: Linux has no setting for it that all desktops share.
    /// Blurs are drawn unchanged.
    public static var isReduceTransparencyEnabled: Bool { false }
    /// A Boolean value that indicates whether colors have more contrast. Always false: Linux has no setting for it that all desktops share.
    public static var isDarkerSystemColorsEnabled: Bool { false }
    /// A Boolean value that indicates whether the screen's colors are inverted. Always false: Linux has no setting for it that all desktops
    /// share.
    public static var isInvertColorsEnabled: Bool { false }
    /// A Boolean value that indicates whether the screen shows grays only. Always false: Linux has no setting for it that all desktops
    /// share.
    public static var isGrayscaleEnabled: Bool { false }
    /// A Boolean value that indicates whether the device is restricted to one program. Always false: there is no such mode on Linux.
    public static var isGuidedAccessEnabled: Bool { false }
    /// A Boolean value that indicates whether Switch Control is running. Always false: Linux has no setting for it that all desktops share.
    public static var isSwitchControlRunning: Bool { false }
    /// A Boolean value that indicates whether AssistiveTouch is running. Always false: Linux has no setting for it that all desktops share.
    public static var isAssistiveTouchRunning: Bool { false }
    /// A Boolean value that indicates whether the screen can be spoken. Always false: Linux has no setting for it that all desktops share.
    public static var isSpeakScreenEnabled: Bool { false }
    /// A Boolean value that indicates whether selected text can be spoken. Always false: Linux has no setting for it that all desktops
    /// share.
    public static var isSpeakSelectionEnabled: Bool { false }
    /// A Boolean value that indicates whether shaking undoes changes. Always false, unlike Apple's default of true: shaking isn't measured
    /// on Linux.
    public static var isShakeToUndoEnabled: Bool { false }
    /// A Boolean value that indicates whether audio is mono. Always false: Linux has no setting for it that all desktops share.
    public static var isMonoAudioEnabled: Bool { false }
    /// A Boolean value that indicates whether videos show captions. Always false: Linux has no setting for it that all desktops share.
    public static var isClosedCaptioningEnabled: Bool { false }
    /// A Boolean value that indicates whether video previews play automatically. Always true: Linux has no setting for it that all desktops
    /// share.
    public static var isVideoAutoplayEnabled: Bool { true }
    /// A Boolean value that indicates whether switches show labels for on and off. Always false: Linux has no setting for it that all
    /// desktops share.
    public static var isOnOffSwitchLabelsEnabled: Bool { false }
    /// A Boolean value that indicates whether interfaces must not rely on color alone. Always false: Linux has no setting for it that all
    /// desktops share.
    public static var shouldDifferentiateWithoutColor: Bool { false }
    /// A Boolean value that indicates whether transitions of controllers cross-fade instead of sliding. It equals `isReduceMotionEnabled`;
    /// Apple's is a separate setting.
    public static var prefersCrossFadeTransitions: Bool { isReduceMotionEnabled }
    /// A Boolean value that indicates whether buttons have visible shapes. Always false: Linux has no setting for it that all desktops
    /// share.
    public static var buttonShapesEnabled: Bool { false }

    /// Never posted, because `isVoiceOverRunning` never changes. It exists for source compatibility.
    public static let voiceOverStatusDidChangeNotification = NSNotification.Name("UIAccessibilityVoiceOverStatusDidChangeNotification")
    /// Never posted, because `isBoldTextEnabled` never changes. It exists for source compatibility.
    public static let boldTextStatusDidChangeNotification = NSNotification.Name("UIAccessibilityBoldTextStatusDidChangeNotification")
    /// Never posted, because `isReduceTransparencyEnabled` never changes. It exists for source compatibility.
    public static let reduceTransparencyStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityReduceTransparencyStatusDidChangeNotification")
    /// Never posted, because `isDarkerSystemColorsEnabled` never changes. It exists for source compatibility.
    public static let darkerSystemColorsStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityDarkerColorsStatusDidChangeNotification")
    /// Never posted, because `isInvertColorsEnabled` never changes. It exists for source compatibility.
    public static let invertColorsStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityInvertColorsStatusDidChangeNotification")
    /// Never posted, because `isGrayscaleEnabled` never changes. It exists for source compatibility.
    public static let grayscaleStatusDidChangeNotification = NSNotification.Name("UIAccessibilityGrayscaleStatusDidChangeNotification")
    /// Never posted, because `isSwitchControlRunning` never changes. It exists for source compatibility.
    public static let switchControlStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilitySwitchControlStatusDidChangeNotification")
    /// Never posted, because announcements aren't spoken. It exists for source compatibility.
    public static let announcementDidFinishNotification = NSNotification.Name("UIAccessibilityAnnouncementDidFinishNotification")
}

/// A scroll direction for assistive technology.
public enum UIAccessibilityScrollDirection: Int, Sendable { case right = 1, left, up, down, next, previous }
/// The type of an accessibility container.
public enum UIAccessibilityContainerType: Int, Sendable { case none, dataTable, list, landmark, semanticGroup }

/// An accessibility element that isn't a view.
@preconcurrency @MainActor open class UIAccessibilityElement: UIResponder {
    /// Creates an element in a view, or in another element.
    public init(accessibilityContainer container: Any) {
        super.init()
        accessibilityContainer = container as AnyObject
    }

    /// The view or element that contains this element; not retained.
    open weak var accessibilityContainer: AnyObject?
    /// A Boolean value that indicates whether this is an accessibility element; true by default.
    open var isAccessibilityElement = true
    /// The label of the element.
    open var accessibilityLabel: String?
    /// The hint of the element, which describes the result of its action.
    open var accessibilityHint: String?
    /// The value of the element.
    open var accessibilityValue: String?
    /// An identifier by which tests find the element.
    open var accessibilityIdentifier: String?
    /// The traits of the element.
    open var accessibilityTraits = UIAccessibilityTraits.none
    /// The frame in the container's coordinates.
    open var accessibilityFrameInContainerSpace = CGRect.zero
    private var screenFrame: CGRect?
    /// The frame in the screen's coordinates.
    open var accessibilityFrame: CGRect {
        get { screenFrame ?? (accessibilityContainer as? UIView)?.convert(accessibilityFrameInContainerSpace, to: nil) ?? .zero }
        set { screenFrame = newValue }
    }
    /// The elements in this element.
    open var accessibilityElements: [Any]?
    /// A Boolean value that indicates whether the contained elements are hidden; false by default. Stored for programs and tests that read
    /// it.
    open var accessibilityElementsHidden = false
    /// The custom actions of the element; nil by default. Stored for programs and tests that perform them.
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    /// Performs the default action other than by touch, and returns true if there was an action. False unless overridden. Called only by
    /// programs and tests.
    open func accessibilityActivate() -> Bool { false }
    /// Increments the value. Does nothing unless overridden. Called only by programs and tests.
    open func accessibilityIncrement() {}
    /// Decrements the value. Does nothing unless overridden. Called only by programs and tests.
    open func accessibilityDecrement() {}
    /// Called when a screen reader has focused the element. Does nothing unless overridden. Not called on Agate, which supports no screen
    /// reader.
    open func accessibilityElementDidBecomeFocused() {}
    /// Called when a screen reader has left the element. Does nothing unless overridden. Not called on Agate, which supports no screen
    /// reader.
    open func accessibilityElementDidLoseFocus() {}
    /// Returns whether a screen reader has focused the element. False unless overridden: Agate supports no screen reader.
    open func accessibilityElementIsFocused() -> Bool { false }
}

/// A custom action of an accessibility element.
@preconcurrency @MainActor open class UIAccessibilityCustomAction: NSObject {
    /// The name of the action.
    open var name: String
    /// The closure that performs the action, and returns true if it succeeded.
    open var actionHandler: ((UIAccessibilityCustomAction) -> Bool)?
    /// The object that performs the action; not retained.
    open weak var target: AnyObject?
    /// The method of `target` to call.
    open var selector: Selector?

    /// Creates an action that calls a closure.
    public init(name: String, actionHandler: ((UIAccessibilityCustomAction) -> Bool)?) {
        (self.name, self.actionHandler) = (name, actionHandler)
        super.init()
    }

    /// Creates an action that calls a method of a target.
    public init(name: String, target: Any?, selector: Selector) {
        (self.name, self.selector) = (name, selector)
        super.init()
        self.target = target.map { $0 as AnyObject }
    }
}
