import AgateDiagnostics
import Foundation
import QuartzCore

/// The accessibility traits of a view.
public struct UIAccessibilityTraits: OptionSet, Sendable, Hashable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// No traits.
    public static let none: UIAccessibilityTraits = []
    /// The element acts when tapped.
    public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
    /// The element is a link.
    public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
    /// The element is an image.
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    /// The element is selected.
    public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
    /// The element plays its own sound.
    public static let playsSound = UIAccessibilityTraits(rawValue: 1 << 4)
    /// The element is a keyboard key.
    public static let keyboardKey = UIAccessibilityTraits(rawValue: 1 << 5)
    /// The element is text that doesn't change.
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    /// The element summarizes the state at launch.
    public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
    /// The element is disabled.
    public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
    /// The element changes frequently, such as a stopwatch.
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
    /// The element is a search field.
    public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
    /// The element starts to play or record media.
    public static let startsMediaSession = UIAccessibilityTraits(rawValue: 1 << 11)
    /// The element's value can be adjusted, such as a slider's.
    public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
    /// The element receives touches directly, such as the keys of a piano.
    public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 1 << 13)
    /// The element turns the page when it has been read to its end.
    public static let causesPageTurn = UIAccessibilityTraits(rawValue: 1 << 14)
    /// The element contains the tabs of a tab bar.
    public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 15)
    /// The element is the header of a section.
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
}

/// The accessibility settings of the user.
public enum UIAccessibility {
    private static let reduceMotion = Locked(ProcessInfo.processInfo.environment["AGATE_REDUCE_MOTION"] == "1")

    /// A Boolean value that indicates whether motion is reduced. Linux has no setting that all desktops share: the value comes from the
    /// environment variable `AGATE_REDUCE_MOTION` at launch (1 is true), or from the program.
    public static var isReduceMotionEnabled: Bool { reduceMotion.withLock { $0 } }

    /// Sets whether motion is reduced. Programs that read their desktop's setting call it.
    public static func setReduceMotionEnabled(_ flag: Bool) {
        let changed = reduceMotion.withLock { value in
            defer { value = flag }
            return value != flag
        }
        if changed { NotificationCenter.default.post(name: reduceMotionStatusDidChangeNotification, object: nil) }
    }

    /// Posted when `isReduceMotionEnabled` changes.
    public static let reduceMotionStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityReduceMotionStatusDidChangeNotification")
}
