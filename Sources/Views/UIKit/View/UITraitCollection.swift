import AgateDiagnostics
import Foundation
import ObjectiveCRuntime
import QuartzCore

/// Light or dark appearance.
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
/// The kind of device that shows the interface.
public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad, tv, carPlay, mac = 5, vision }
/// The available space along one axis.
public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }
/// The layout direction of an interface.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable { case unspecified = -1, leftToRight, rightToLeft }

/// The preferred text size.
public struct UIContentSizeCategory: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The key of the new size in a notification that the size has changed.
    public static let newValueUserInfoKey = "UIContentSizeCategoryNewValueKey"
    /// An unspecified size.
    public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
    /// The smallest of seven sizes.
    public static let extraSmall = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXS")
    /// The second of seven sizes.
    public static let small = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryS")
    /// The third of seven sizes.
    public static let medium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryM")
    /// The default size, the fourth of seven. On Linux, every program has it.
    public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
    /// The fifth of seven sizes.
    public static let extraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXL")
    /// The sixth of seven sizes.
    public static let extraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXL")
    /// The largest of seven sizes.
    public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXXL")
    /// The smallest of the five accessibility sizes.
    public static let accessibilityMedium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityM")
    /// The second of the five accessibility sizes.
    public static let accessibilityLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityL")
    /// The third of the five accessibility sizes.
    public static let accessibilityExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityXL")
    /// The fourth of the five accessibility sizes.
    public static let accessibilityExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityXXL")
    /// The largest of the five accessibility sizes.
    public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

    /// A Boolean value that indicates whether this is one of the accessibility sizes.
    public var isAccessibilityCategory: Bool { rawValue.hasPrefix("UICTContentSizeCategoryAccessibility") }

    /// Posted when the setting changes. There is none on Linux.
    public static let didChangeNotification = NSNotification.Name("UIContentSizeCategoryDidChangeNotification")
}

/// The availability of force measurement.
public enum UIForceTouchCapability: Int, Sendable { case unknown, unavailable, available }
/// The color gamut of a display.
public enum UIDisplayGamut: Int, Sendable { case unspecified = -1, SRGB, P3 }
/// The contrast setting.
public enum UIAccessibilityContrast: Int, Sendable { case unspecified = -1, normal, high }
/// The weight setting of text.
public enum UILegibilityWeight: Int, Sendable { case unspecified = -1, regular, bold }
/// The elevation level of a surface.
public enum UIUserInterfaceLevel: Int, Sendable { case unspecified = -1, base, elevated }
/// The active state of a window.
public enum UIUserInterfaceActiveAppearance: Int, Sendable { case unspecified = -1, inactive, active }

/// An object with traits: a screen, window, view or controller.
@preconcurrency @MainActor public protocol UITraitEnvironment: NSObjectProtocol {
    /// The traits of the object.
    var traitCollection: UITraitCollection { get }
    /// Called after the traits changed.
    func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

extension UIView: UITraitEnvironment {}
extension UIViewController: UITraitEnvironment {}

/// The traits that an interface adapts to. It is an immutable, thread-safe object.
open class UITraitCollection: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The number of pixels for each point; 0 is unspecified.
    open var displayScale: CGFloat { own.displayScale }
    /// Light or dark appearance.
    open var userInterfaceStyle: UIUserInterfaceStyle { own.userInterfaceStyle }
    /// The kind of device.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { own.userInterfaceIdiom }
    /// The horizontal size class.
    open var horizontalSizeClass: UIUserInterfaceSizeClass { own.horizontalSizeClass }
    /// The vertical size class.
    open var verticalSizeClass: UIUserInterfaceSizeClass { own.verticalSizeClass }
    /// The layout direction.
    open var layoutDirection: UITraitEnvironmentLayoutDirection { own.layoutDirection }

    init(
        displayScale: CGFloat = 0, style: UIUserInterfaceStyle = .unspecified, idiom: UIUserInterfaceIdiom = .unspecified,
        horizontal: UIUserInterfaceSizeClass = .unspecified, vertical: UIUserInterfaceSizeClass = .unspecified,
        direction: UITraitEnvironmentLayoutDirection = .unspecified, textSize: UIContentSizeCategory = .unspecified
    ) {
        own = Own(
            displayScale: displayScale, userInterfaceStyle: style, userInterfaceIdiom: idiom, horizontalSizeClass: horizontal,
            verticalSizeClass: vertical, layoutDirection: direction, textSize: textSize
        )
    }

    private struct Own {
        let displayScale: CGFloat
        let userInterfaceStyle: UIUserInterfaceStyle
        let userInterfaceIdiom: UIUserInterfaceIdiom
        let horizontalSizeClass: UIUserInterfaceSizeClass
        let verticalSizeClass: UIUserInterfaceSizeClass
        let layoutDirection: UITraitEnvironmentLayoutDirection
        let textSize: UIContentSizeCategory
    }
    private let own: Own

    /// Creates a collection without specified traits.
    public convenience override init() { self.init(displayScale: 0) }
    /// Creates a collection that specifies only the scale.
    public convenience init(displayScale scale: CGFloat) { self.init(displayScale: scale, style: .unspecified) }
    /// Creates a collection that specifies only light or dark appearance.
    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(style: userInterfaceStyle) }
    /// Creates a collection that specifies only the kind of device.
    public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) { self.init(idiom: idiom) }
    /// Creates a collection that specifies only the horizontal size class.
    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) { self.init(horizontal: horizontalSizeClass) }
    /// Creates a collection that specifies only the vertical size class.
    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) { self.init(vertical: verticalSizeClass) }

    /// Creates a collection that specifies only the layout direction.
    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.init(direction: layoutDirection) }
    /// Creates a collection that specifies only the text size. Fonts and metrics that are made for it have that size. Linux has no such
    /// setting, so views don't have it by themselves; a size other than the default reports one diagnostic.
    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init(textSize: preferredContentSizeCategory)
        KeptProperty.report(
            "UITraitCollection.preferredContentSizeCategory",
            preferredContentSizeCategory != .large && preferredContentSizeCategory != .unspecified,
            "only fonts that are made for these traits have another size")
    }

    /// Creates a collection that specifies only the force touch capability. The value isn't stored: force isn't measured.
    public convenience init(forceTouchCapability capability: UIForceTouchCapability) { self.init(displayScale: 0) }
    /// Creates a collection that specifies only the color gamut. The value isn't stored: the gamut is always sRGB.
    public convenience init(displayGamut: UIDisplayGamut) {
        self.init(displayScale: 0)
        KeptProperty.report("UITraitCollection.displayGamut", displayGamut == .P3, "colours are sRGB")
    }
    /// Creates a collection that specifies only the contrast. The value isn't stored: there is no such setting.
    public convenience init(accessibilityContrast: UIAccessibilityContrast) {
        self.init(displayScale: 0)
        KeptProperty.report("UITraitCollection.accessibilityContrast", accessibilityContrast == .high, "there is no contrast setting")
    }
    /// Creates a collection that specifies only the level. The value isn't stored: there is only one level.
    public convenience init(userInterfaceLevel: UIUserInterfaceLevel) {
        self.init(displayScale: 0)
        KeptProperty.report("UITraitCollection.userInterfaceLevel", userInterfaceLevel == .elevated, "there is only one level")
    }
    /// Creates a collection that specifies only the weight of text. The value isn't stored: there is no such setting.
    public convenience init(legibilityWeight: UILegibilityWeight) {
        self.init(displayScale: 0)
        KeptProperty.report("UITraitCollection.legibilityWeight", legibilityWeight == .bold, "there is no weight setting")
    }

    /// The preferred text size; the default size unless it was specified.
    open var preferredContentSizeCategory: UIContentSizeCategory { own.textSize == .unspecified ? .large : own.textSize }
    /// The force touch capability; always unavailable.
    open var forceTouchCapability: UIForceTouchCapability { .unavailable }
    /// The color gamut of the display; always sRGB, in which compositing takes place.
    open var displayGamut: UIDisplayGamut { .SRGB }
    /// The contrast; always normal, because there is no such setting.
    open var accessibilityContrast: UIAccessibilityContrast { .normal }
    /// The weight of text; always regular, because there is no such setting.
    open var legibilityWeight: UILegibilityWeight { .regular }
    /// The elevation level; always the base level.
    open var userInterfaceLevel: UIUserInterfaceLevel { .base }
    /// The active state of the window; always active.
    open var activeAppearance: UIUserInterfaceActiveAppearance { .active }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
    public static var supportsSecureCoding: Bool { true }

    /// Decodes traits from an archive.
    public required init?(coder: NSCoder) {
        own = Own(
            displayScale: CGFloat(coder.decodeDouble(forKey: "UITraitDisplayScale")),
            userInterfaceStyle: UIUserInterfaceStyle(rawValue: coder.decodeInteger(forKey: "UITraitStyle")) ?? .unspecified,
            userInterfaceIdiom: UIUserInterfaceIdiom(rawValue: coder.decodeInteger(forKey: "UITraitIdiom")) ?? .unspecified,
            horizontalSizeClass: UIUserInterfaceSizeClass(rawValue: coder.decodeInteger(forKey: "UITraitHorizontal")) ?? .unspecified,
            verticalSizeClass: UIUserInterfaceSizeClass(rawValue: coder.decodeInteger(forKey: "UITraitVertical")) ?? .unspecified,
            layoutDirection: UITraitEnvironmentLayoutDirection(rawValue: coder.decodeInteger(forKey: "UITraitDirection")) ?? .unspecified,
            textSize: Self.textSize(coder)
        )
    }

    private static func textSize(_ coder: NSCoder) -> UIContentSizeCategory {
        guard coder.containsValue(forKey: "UITraitTextSize") else { return .unspecified }
        let name = coder.decodeObject(of: NSString.self, forKey: "UITraitTextSize")
        return name.map { UIContentSizeCategory(rawValue: "\($0)") } ?? .unspecified
    }

    open func encode(with coder: NSCoder) {
        coder.encode(Double(displayScale), forKey: "UITraitDisplayScale")
        coder.encode(userInterfaceStyle.rawValue, forKey: "UITraitStyle")
        coder.encode(userInterfaceIdiom.rawValue, forKey: "UITraitIdiom")
        coder.encode(horizontalSizeClass.rawValue, forKey: "UITraitHorizontal")
        coder.encode(verticalSizeClass.rawValue, forKey: "UITraitVertical")
        coder.encode(layoutDirection.rawValue, forKey: "UITraitDirection")
        if own.textSize != .unspecified { coder.encode(own.textSize.rawValue as NSString, forKey: "UITraitTextSize") }
    }

    /// Creates a collection that combines others. Of different values, the last one applies.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        func last<Value: Equatable>(_ path: KeyPath<UITraitCollection, Value>, _ unspecified: Value) -> Value {
            traitCollections.last { $0[keyPath: path] != unspecified }?[keyPath: path] ?? unspecified
        }
        self.init(
            displayScale: last(\.displayScale, 0), style: last(\.userInterfaceStyle, .unspecified),
            idiom: last(\.userInterfaceIdiom, .unspecified),
            horizontal: last(\.horizontalSizeClass, .unspecified), vertical: last(\.verticalSizeClass, .unspecified),
            direction: last(\.layoutDirection, .unspecified), textSize: last(\.own.textSize, .unspecified)
        )
    }

    /// Returns the traits with another style, unless the style is unspecified.
    func with(style: UIUserInterfaceStyle) -> UITraitCollection {
        if style == .unspecified || style == userInterfaceStyle { return self }
        return UITraitCollection(
            displayScale: displayScale, style: style, idiom: userInterfaceIdiom, horizontal: horizontalSizeClass,
            vertical: verticalSizeClass, direction: layoutDirection, textSize: own.textSize
        )
    }

    /// Returns whether this collection specifies all traits of the other one.
    open func containsTraits(in trait: UITraitCollection?) -> Bool {
        guard let trait else { return true }
        return UITraitCollection(traitsFrom: [self, trait]) == self
    }

    /// Returns whether dynamic colors may differ between the two collections.
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return self === other
            || displayScale == other.displayScale && userInterfaceStyle == other.userInterfaceStyle
                && userInterfaceIdiom == other.userInterfaceIdiom && horizontalSizeClass == other.horizontalSizeClass
                && verticalSizeClass == other.verticalSizeClass && layoutDirection == other.layoutDirection
                && own.textSize == other.own.textSize
    }

    open override var hash: Int { userInterfaceStyle.hashValue ^ displayScale.hashValue }

    // MARK: Current traits

    private static let ofThread = ThreadObject<UITraitCollection>()

    /// The traits that resolve colors on this thread: while a view draws those of the view, otherwise those of the main screen.
    open class var current: UITraitCollection {
        get { ofThread.current ?? ScreenTraits.main }
        set { ofThread.current = newValue }
    }

    /// Calls `actions` with these traits as the current ones.
    open func performAsCurrent(_ actions: () -> Void) {
        let before = Self.ofThread.current
        Self.ofThread.current = self
        actions()
        Self.ofThread.current = before
    }
}

/// The main screen's traits, in a turn of a host that shows windows those of its screen (`UIScreen.main`); thread-safe.
enum ScreenTraits {
    private static let shared = Locked(
        UITraitCollection(
            displayScale: UIScreen.standard.scale, style: .light, idiom: .pad,
            horizontal: UIScreen.standard.size.width < 600 ? .compact : .regular,
            vertical: UIScreen.standard.size.height < 480 ? .compact : .regular, direction: .leftToRight
        ))

    static var main: UITraitCollection {
        get { ofTurn ?? shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }

    /// The traits of the screen whose host's turn runs. Screens belong to the main thread, so other threads have none.
    private static var ofTurn: UITraitCollection? {
        guard hostOfTurn != nil, MainQueue.isMainThread else { return nil }
        return MainActor.assumeIsolated { UIScreen.ofTurn?.traitCollection }
    }
}
