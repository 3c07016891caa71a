import Foundation
import QuartzCore

/// The physical orientation of a device.
public enum UIDeviceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

    /// A Boolean value that indicates whether the orientation is portrait or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// A Boolean value that indicates whether the device is held on one of its sides.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// A Boolean value that indicates whether the device is face up or face down.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// A Boolean value that indicates whether an interface can have this orientation: upright, upside down or on a side.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// The orientation of an interface.
public enum UIInterfaceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft

    /// A Boolean value that indicates whether the interface is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// A Boolean value that indicates whether the interface is on one of its sides.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The orientations that an interface supports.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Upright.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// Upside down.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// On a side, with the bottom edge of the device at the right.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// On a side, with the bottom edge of the device at the left.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// Both landscape orientations.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// All four orientations.
    public static let all: UIInterfaceOrientationMask = [.portrait, .portraitUpsideDown, .landscape]
    /// Upright and both landscape orientations.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}

/// The device.
///
/// Properties without a source on Linux have the values of UIKit on a desktop: no orientation, no battery monitoring, no proximity.
@preconcurrency @MainActor open class UIDevice: NSObject {
    /// The state of the battery.
    public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }

    /// The device on which the process runs.
    public static let current = UIDevice()

    /// The host name.
    open var name: String { ProcessInfo.processInfo.hostName }
    /// The model: `Linux`.
    open var model: String { "Linux" }
    /// The same as `model`, which isn't localized.
    open var localizedModel: String { model }
    /// The name of the operating system: `Linux`.
    open var systemName: String { "Linux" }
    /// The version of the kernel.
    open var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }
    /// The interface idiom from the traits of the main screen.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { ScreenTraits.main.userInterfaceIdiom }
    /// An identifier for this process. It differs for each launch.
    public let identifierForVendor: UUID? = UUID()
    /// The orientation. Always unknown, because no source reports it.
    open var orientation: UIDeviceOrientation { .unknown }
    /// A Boolean value that indicates whether orientation notifications were requested. They are never posted.
    open private(set) var isGeneratingDeviceOrientationNotifications = false
    /// Sets `isGeneratingDeviceOrientationNotifications`. No notifications are posted. Unlike in UIKit, calls aren't counted.
    open func beginGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = true }
    /// Clears `isGeneratingDeviceOrientationNotifications`. Unlike in UIKit, calls aren't counted.
    open func endGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = false }
    /// Stored without effect: the battery isn't monitored.
    open var isBatteryMonitoringEnabled = false
    /// The state of the battery. Always unknown.
    open var batteryState: BatteryState { .unknown }
    /// The charge of the battery. Always -1, which means unknown.
    open var batteryLevel: Float { -1 }
    /// Stored without effect: there is no proximity sensor.
    open var isProximityMonitoringEnabled = false
    /// The state of the proximity sensor. Always false, because there is none.
    open var proximityState: Bool { false }
    /// A Boolean value that indicates whether several applications share the screen. Always true on desktops.
    open var isMultitaskingSupported: Bool { true }
    /// Does nothing: there is no on-screen keyboard.
    open func playInputClick() {}

    /// A notification that is never posted, because no source reports the orientation.
    nonisolated public static let orientationDidChangeNotification = NSNotification.Name("UIDeviceOrientationDidChangeNotification")
    /// A notification that is never posted, because the battery isn't monitored.
    nonisolated public static let batteryStateDidChangeNotification = NSNotification.Name("UIDeviceBatteryStateDidChangeNotification")
    /// A notification that is never posted, because the battery isn't monitored.
    nonisolated public static let batteryLevelDidChangeNotification = NSNotification.Name("UIDeviceBatteryLevelDidChangeNotification")
    /// A notification that is never posted, because there is no proximity sensor.
    nonisolated public static let proximityStateDidChangeNotification = NSNotification.Name("UIDeviceProximityStateDidChangeNotification")
}

/// Returns the interface idiom of the device.
public func UI_USER_INTERFACE_IDIOM() -> UIUserInterfaceIdiom { ScreenTraits.main.userInterfaceIdiom }

/// The base class of haptic feedback generators. Linux devices have no haptic feedback: all methods do nothing.
@preconcurrency @MainActor open class UIFeedbackGenerator: NSObject {
    /// Prepares for feedback. Does nothing.
    open func prepare() {}
    @preconcurrency @MainActor public override init() { super.init() }
    /// Creates a generator for a view.
    public init(view: UIView) { super.init() }
}

/// Feedback for a collision.
@preconcurrency @MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// The strength of the feedback.
    public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
    @preconcurrency @MainActor public override init() { super.init() }
    /// Creates a generator of a style, which isn't stored.
    public init(style: FeedbackStyle) { super.init() }
    /// Does nothing.
    open func impactOccurred() {}
    /// Does nothing. The intensity is ignored.
    open func impactOccurred(intensity: CGFloat) {}
}

/// Feedback for a change of selection.
@preconcurrency @MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Does nothing.
    open func selectionChanged() {}
}

/// Feedback for the result of a task.
@preconcurrency @MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// The result of the task.
    public enum FeedbackType: Int, Sendable { case success, warning, error }
    /// Does nothing.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
