import AgateDiagnostics
import Foundation
import QuartzCore

/// What a view is, to people who don't see it.
public struct UIAccessibilityTraits: OptionSet, Sendable, Hashable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// Nothing special.
    public static let none: UIAccessibilityTraits = []
    /// It acts when tapped.
    public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
    /// It leads elsewhere.
    public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
    /// It is a picture.
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    /// It is the chosen one.
    public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
    /// It makes a sound of its own.
    public static let playsSound = UIAccessibilityTraits(rawValue: 1 << 4)
    /// It is a key of a keyboard.
    public static let keyboardKey = UIAccessibilityTraits(rawValue: 1 << 5)
    /// It is text that does not change.
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    /// It sums up the state at the start.
    public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
    /// It takes no input now.
    public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
    /// It changes all the time, such as a stop watch.
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
    /// It is for searching.
    public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
    /// It begins to play or to record.
    public static let startsMediaSession = UIAccessibilityTraits(rawValue: 1 << 11)
    /// Its value can be changed, as a slider's.
    public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
    /// It takes touches as they are, as a keyboard of a piano.
    public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 1 << 13)
    /// It turns the page when read to its end.
    public static let causesPageTurn = UIAccessibilityTraits(rawValue: 1 << 14)
    /// It heads a section.
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
}

/// What people who use the machine asked for.
public enum UIAccessibility {
    private static let reduceMotion = Locked(ProcessInfo.processInfo.environment["AGATE_REDUCE_MOTION"] == "1")

    /// Whether motion is to be kept small. Linux has no setting that all desktops share: it is what the environment variable
    /// `AGATE_REDUCE_MOTION` said at the start (1 is yes), or what the program set.
    public static var isReduceMotionEnabled: Bool { reduceMotion.withLock { $0 } }

    /// Says whether motion is to be kept small; programs that read their desktop's setting call it.
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
