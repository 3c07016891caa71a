import Foundation
import QuartzCore

/// How a machine is held.
public enum UIDeviceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

    /// Whether the machine is held upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the machine is held on one of its sides.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Whether the machine lies on its back or its face.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// Whether an interface could stand this way: upright, upside down or on a side.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// How an interface stands.
public enum UIInterfaceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft

    /// Whether the interface stands upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the interface stands on one of its sides.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// In which ways an interface may stand.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Upright.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// Upside down.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// On a side, with the lower edge of the machine at the right.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// On a side, with the lower edge of the machine at the left.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// Both sides.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// All four.
    public static let all: UIInterfaceOrientationMask = [.portrait, .portraitUpsideDown, .landscape]
    /// Upright and both sides.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}

/// The machine.
///
/// What nobody on Linux says has the answer that Apple's gives on a desktop: no orientation, no battery that is watched, no proximity.
@preconcurrency @MainActor open class UIDevice: NSObject {
    /// What the battery does.
    public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }

    /// The machine that the program runs on.
    public static let current = UIDevice()

    /// The machine's name in its network.
    open var name: String { ProcessInfo.processInfo.hostName }
    /// What kind of machine.
    open var model: String { "Linux" }
    /// The same as `model`: it is not translated.
    open var localizedModel: String { model }
    /// The system: `Linux`.
    open var systemName: String { "Linux" }
    /// The version of the kernel.
    open var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }
    /// The kind of device that the main screen's surroundings say.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { ScreenTraits.main.userInterfaceIdiom }
    /// An identifier for this program, another one at each start.
    public let identifierForVendor: UUID? = UUID()
    /// How it is held; nobody says so.
    open var orientation: UIDeviceOrientation { .unknown }
    /// Whether orientations are posted; they never are.
    open private(set) var isGeneratingDeviceOrientationNotifications = false
    /// Sets `isGeneratingDeviceOrientationNotifications`; no notification comes of it. Unlike Apple's, calls are not counted.
    open func beginGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = true }
    /// Clears `isGeneratingDeviceOrientationNotifications`. Unlike Apple's, calls are not counted.
    open func endGeneratingDeviceOrientationNotifications() { isGeneratingDeviceOrientationNotifications = false }
    /// Kept: the battery is not watched.
    open var isBatteryMonitoringEnabled = false
    /// Unknown.
    open var batteryState: BatteryState { .unknown }
    /// -1: unknown.
    open var batteryLevel: Float { -1 }
    /// Kept: there is no such sensor.
    open var isProximityMonitoringEnabled = false
    /// False: there is no such sensor.
    open var proximityState: Bool { false }
    /// Whether several programs share the screen; desktops do.
    open var isMultitaskingSupported: Bool { true }
    /// A click of a key on the screen; there is none.
    open func playInputClick() {}

    /// For programs to observe; never posted: nobody says how the machine is held.
    nonisolated public static let orientationDidChangeNotification = NSNotification.Name("UIDeviceOrientationDidChangeNotification")
    /// For programs to observe; never posted: the battery is not watched.
    nonisolated public static let batteryStateDidChangeNotification = NSNotification.Name("UIDeviceBatteryStateDidChangeNotification")
    /// For programs to observe; never posted: the battery is not watched.
    nonisolated public static let batteryLevelDidChangeNotification = NSNotification.Name("UIDeviceBatteryLevelDidChangeNotification")
    /// For programs to observe; never posted: there is no such sensor.
    nonisolated public static let proximityStateDidChangeNotification = NSNotification.Name("UIDeviceProximityStateDidChangeNotification")
}

/// The kind of device.
public func UI_USER_INTERFACE_IDIOM() -> UIUserInterfaceIdiom { ScreenTraits.main.userInterfaceIdiom }

/// Makes a machine in the hand knock. Machines with Linux don't: these are kept and do nothing.
@preconcurrency @MainActor open class UIFeedbackGenerator: NSObject {
    /// Knocks are about to be asked for.
    open func prepare() {}
    @preconcurrency @MainActor public override init() { super.init() }
    /// One for a view.
    public init(view: UIView) { super.init() }
}

/// A knock, as of two things that touch.
@preconcurrency @MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// How hard.
    public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
    @preconcurrency @MainActor public override init() { super.init() }
    /// One of a style, which is not kept.
    public init(style: FeedbackStyle) { super.init() }
    /// Does nothing.
    open func impactOccurred() {}
    /// Does nothing, whatever the intensity.
    open func impactOccurred(intensity: CGFloat) {}
}

/// A knock for a choice that changes.
@preconcurrency @MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Does nothing.
    open func selectionChanged() {}
}

/// A knock for how something ended.
@preconcurrency @MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// How it ended.
    public enum FeedbackType: Int, Sendable { case success, warning, error }
    /// Does nothing.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
