import AgateDiagnostics
import Foundation
import QuartzCore

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
/// What kind of device shows the interface.
public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad, tv, carPlay, mac = 5, vision }
/// Whether there is much room or little, along one axis.
public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }
/// Into which direction an interface reads.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable { case unspecified = -1, leftToRight, rightToLeft }

/// How large text is wanted.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// No size is said.
    public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
    /// The smallest of seven sizes.
    public static let extraSmall = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXS")
    /// The second of seven sizes.
    public static let small = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryS")
    /// The third of seven sizes.
    public static let medium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryM")
    /// The usual size, the fourth of seven: what every program has on Linux.
    public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
    /// The fifth of seven sizes.
    public static let extraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXL")
    /// The sixth of seven sizes.
    public static let extraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXL")
    /// The largest of seven sizes.
    public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXXL")
    /// The smallest of five sizes for people who need large text.
    public static let accessibilityMedium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityM")
    /// The second of five sizes for people who need large text.
    public static let accessibilityLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityL")
    /// The third of five sizes for people who need large text.
    public static let accessibilityExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityXL")
    /// The fourth of five sizes for people who need large text.
    public static let accessibilityExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityXXL")
    /// The largest of five sizes for people who need large text.
    public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

    /// Whether it is one of the sizes for people who need large text.
    public var isAccessibilityCategory: Bool { rawValue.hasPrefix("UICTContentSizeCategoryAccessibility") }

    /// Posted when the setting changes; there is none on Linux.
    public static let didChangeNotification = NSNotification.Name("UIContentSizeCategoryDidChangeNotification")
}

/// Whether pressing hard is measured.
public enum UIForceTouchCapability: Int, Sendable { case unknown, unavailable, available }
/// Which colours a display shows.
public enum UIDisplayGamut: Int, Sendable { case unspecified = -1, SRGB, P3 }
/// Whether more contrast is wanted.
public enum UIAccessibilityContrast: Int, Sendable { case unspecified = -1, normal, high }
/// Whether bold text is wanted.
public enum UILegibilityWeight: Int, Sendable { case unspecified = -1, regular, bold }
/// Whether a surface stands above another.
public enum UIUserInterfaceLevel: Int, Sendable { case unspecified = -1, base, elevated }
/// Whether a window is in use.
public enum UIUserInterfaceActiveAppearance: Int, Sendable { case unspecified = -1, inactive, active }

/// What has surroundings: screens, windows, views, controllers.
@preconcurrency @MainActor public protocol UITraitEnvironment: NSObjectProtocol {
    /// The surroundings.
    var traitCollection: UITraitCollection { get }
    /// The surroundings changed.
    func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

extension UIView: UITraitEnvironment {}
extension UIViewController: UITraitEnvironment {}

/// The surroundings that an interface adapts to. A value in the shape of an object: it never changes, and is safe on any thread.
open class UITraitCollection: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Pixels a point; 0 is unspecified.
    open var displayScale: CGFloat { own.displayScale }
    /// Light or dark.
    open var userInterfaceStyle: UIUserInterfaceStyle { own.userInterfaceStyle }
    /// The kind of device.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { own.userInterfaceIdiom }
    /// Room across.
    open var horizontalSizeClass: UIUserInterfaceSizeClass { own.horizontalSizeClass }
    /// Room down.
    open var verticalSizeClass: UIUserInterfaceSizeClass { own.verticalSizeClass }
    /// Into which direction the interface reads.
    open var layoutDirection: UITraitEnvironmentLayoutDirection { own.layoutDirection }

    init(
        displayScale: CGFloat = 0, style: UIUserInterfaceStyle = .unspecified, idiom: UIUserInterfaceIdiom = .unspecified,
        horizontal: UIUserInterfaceSizeClass = .unspecified, vertical: UIUserInterfaceSizeClass = .unspecified,
        direction: UITraitEnvironmentLayoutDirection = .unspecified
    ) {
        own = Own(
            displayScale: displayScale, userInterfaceStyle: style, userInterfaceIdiom: idiom, horizontalSizeClass: horizontal,
            verticalSizeClass: vertical, layoutDirection: direction
        )
    }

    private struct Own {
        let displayScale: CGFloat
        let userInterfaceStyle: UIUserInterfaceStyle
        let userInterfaceIdiom: UIUserInterfaceIdiom
        let horizontalSizeClass: UIUserInterfaceSizeClass
        let verticalSizeClass: UIUserInterfaceSizeClass
        let layoutDirection: UITraitEnvironmentLayoutDirection
    }
    private let own: Own

    /// One with everything unspecified.
    public convenience override init() { self.init(displayScale: 0) }
    /// One that says only the scale.
    public convenience init(displayScale scale: CGFloat) { self.init(displayScale: scale, style: .unspecified) }
    /// One that says only light or dark.
    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(style: userInterfaceStyle) }
    /// One that says only the kind of device.
    public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) { self.init(idiom: idiom) }
    /// One that says only the room across.
    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) { self.init(horizontal: horizontalSizeClass) }
    /// One that says only the room down.
    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) { self.init(vertical: verticalSizeClass) }

    /// One that says only the direction of reading.
    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.init(direction: layoutDirection) }
    /// One that says only the size of text. Linux has no setting for it: it is not kept.
    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init(displayScale: 0)
        KeptProperty.report(
            "UITraitCollection.preferredContentSizeCategory",
            preferredContentSizeCategory != .large && preferredContentSizeCategory != .unspecified, "text has the default size")
    }

    /// One that says only whether pressing hard is measured: it is not, so nothing is kept.
    public convenience init(forceTouchCapability capability: UIForceTouchCapability) { self.init(displayScale: 0) }
    /// One that says only the colours of a display: they are those of sRGB, so nothing is kept.
    public convenience init(displayGamut: UIDisplayGamut) {
        self.init(displayScale: 0)
        KeptProperty.report("UITraitCollection.displayGamut", displayGamut == .P3, "colours are sRGB")
    }
    /// One that says only the contrast: there is no such setting, so nothing is kept.
    public convenience init(accessibilityContrast: UIAccessibilityContrast) {
        self.init(displayScale: 0)
        KeptProperty.report("UITraitCollection.accessibilityContrast", accessibilityContrast == .high, "there is no contrast setting")
    }
    /// One that says only the level: there is one, so nothing is kept.
    public convenience init(userInterfaceLevel: UIUserInterfaceLevel) {
        self.init(displayScale: 0)
        KeptProperty.report("UITraitCollection.userInterfaceLevel", userInterfaceLevel == .elevated, "there is only one level")
    }
    /// One that says only the weight of text: there is no such setting, so nothing is kept.
    public convenience init(legibilityWeight: UILegibilityWeight) {
        self.init(displayScale: 0)
        KeptProperty.report("UITraitCollection.legibilityWeight", legibilityWeight == .bold, "there is no weight setting")
    }

    /// How large text is wanted; the usual size.
    open var preferredContentSizeCategory: UIContentSizeCategory { .large }
    /// How hard a finger can be measured to press; not at all.
    open var forceTouchCapability: UIForceTouchCapability { .unavailable }
    /// Which colours the display shows: those of sRGB, which compositing keeps to.
    open var displayGamut: UIDisplayGamut { .SRGB }
    /// Whether more contrast is wanted; there is no such setting.
    open var accessibilityContrast: UIAccessibilityContrast { .normal }
    /// Whether bold text is wanted; there is no such setting.
    open var legibilityWeight: UILegibilityWeight { .regular }
    /// Whether it stands above another surface; always the base.
    open var userInterfaceLevel: UIUserInterfaceLevel { .base }
    /// Whether the window is in use.
    open var activeAppearance: UIUserInterfaceActiveAppearance { .active }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
    public static var supportsSecureCoding: Bool { true }

    /// The surroundings of an archive.
    public required init?(coder: NSCoder) {
        own = Own(
            displayScale: CGFloat(coder.decodeDouble(forKey: "UITraitDisplayScale")),
            userInterfaceStyle: UIUserInterfaceStyle(rawValue: coder.decodeInteger(forKey: "UITraitStyle")) ?? .unspecified,
            userInterfaceIdiom: UIUserInterfaceIdiom(rawValue: coder.decodeInteger(forKey: "UITraitIdiom")) ?? .unspecified,
            horizontalSizeClass: UIUserInterfaceSizeClass(rawValue: coder.decodeInteger(forKey: "UITraitHorizontal")) ?? .unspecified,
            verticalSizeClass: UIUserInterfaceSizeClass(rawValue: coder.decodeInteger(forKey: "UITraitVertical")) ?? .unspecified,
            layoutDirection: UITraitEnvironmentLayoutDirection(rawValue: coder.decodeInteger(forKey: "UITraitDirection")) ?? .unspecified
        )
    }

    open func encode(with coder: NSCoder) {
        coder.encode(Double(displayScale), forKey: "UITraitDisplayScale")
        coder.encode(userInterfaceStyle.rawValue, forKey: "UITraitStyle")
        coder.encode(userInterfaceIdiom.rawValue, forKey: "UITraitIdiom")
        coder.encode(horizontalSizeClass.rawValue, forKey: "UITraitHorizontal")
        coder.encode(verticalSizeClass.rawValue, forKey: "UITraitVertical")
        coder.encode(layoutDirection.rawValue, forKey: "UITraitDirection")
    }

    /// What all of them say; where two say different things, the later.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        func last<Value: Equatable>(_ path: KeyPath<UITraitCollection, Value>, _ unspecified: Value) -> Value {
            traitCollections.last { $0[keyPath: path] != unspecified }?[keyPath: path] ?? unspecified
        }
        self.init(
            displayScale: last(\.displayScale, 0), style: last(\.userInterfaceStyle, .unspecified),
            idiom: last(\.userInterfaceIdiom, .unspecified),
            horizontal: last(\.horizontalSizeClass, .unspecified), vertical: last(\.verticalSizeClass, .unspecified),
            direction: last(\.layoutDirection, .unspecified)
        )
    }

    /// The same with another style, unless that is unspecified.
    func with(style: UIUserInterfaceStyle) -> UITraitCollection {
        if style == .unspecified || style == userInterfaceStyle { return self }
        return UITraitCollection(
            displayScale: displayScale, style: style, idiom: userInterfaceIdiom, horizontal: horizontalSizeClass,
            vertical: verticalSizeClass,
            direction: layoutDirection
        )
    }

    /// Whether it says all that the other one says.
    open func containsTraits(in trait: UITraitCollection?) -> Bool {
        guard let trait else { return true }
        return UITraitCollection(traitsFrom: [self, trait]) == self
    }

    /// Whether colours that depend on the surroundings may look different in the other ones.
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return self === other
            || displayScale == other.displayScale && userInterfaceStyle == other.userInterfaceStyle
                && userInterfaceIdiom == other.userInterfaceIdiom && horizontalSizeClass == other.horizontalSizeClass
                && verticalSizeClass == other.verticalSizeClass && layoutDirection == other.layoutDirection
    }

    open override var hash: Int { userInterfaceStyle.hashValue ^ displayScale.hashValue }

    // MARK: The current one

    private static let key = "Agate.UIKit.UITraitCollection"

    /// The surroundings that colours are looked up in on this thread: inside a view's drawing the view's, else those of the main screen.
    open class var current: UITraitCollection {
        get { Thread.current.threadDictionary[key] as? UITraitCollection ?? ScreenTraits.main }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    /// Runs `actions` with these as the current surroundings.
    open func performAsCurrent(_ actions: () -> Void) {
        let before = Thread.current.threadDictionary[Self.key]
        Thread.current.threadDictionary[Self.key] = self
        actions()
        Thread.current.threadDictionary[Self.key] = before
    }
}

/// The main screen's surroundings, for any thread.
enum ScreenTraits {
    private static let shared = Locked(
        UITraitCollection(
            displayScale: UIScreen.standard.scale, style: .light, idiom: .pad,
            horizontal: UIScreen.standard.size.width < 600 ? .compact : .regular,
            vertical: UIScreen.standard.size.height < 480 ? .compact : .regular, direction: .leftToRight
        ))

    static var main: UITraitCollection {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
