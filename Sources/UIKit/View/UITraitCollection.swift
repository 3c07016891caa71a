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

/// The surroundings that an interface adapts to. A value in the shape of an object: it never changes, and is safe on any thread.
public final class UITraitCollection: NSObject, Sendable {
    /// Pixels a point; 0 is unspecified.
    public let displayScale: CGFloat
    /// Light or dark.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// The kind of device.
    public let userInterfaceIdiom: UIUserInterfaceIdiom
    /// Room across.
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    /// Room down.
    public let verticalSizeClass: UIUserInterfaceSizeClass
    /// Into which direction the interface reads.
    public let layoutDirection: UITraitEnvironmentLayoutDirection

    init(
        displayScale: CGFloat = 0, style: UIUserInterfaceStyle = .unspecified, idiom: UIUserInterfaceIdiom = .unspecified,
        horizontal: UIUserInterfaceSizeClass = .unspecified, vertical: UIUserInterfaceSizeClass = .unspecified,
        direction: UITraitEnvironmentLayoutDirection = .unspecified
    ) {
        self.displayScale = displayScale
        userInterfaceStyle = style
        userInterfaceIdiom = idiom
        horizontalSizeClass = horizontal
        verticalSizeClass = vertical
        layoutDirection = direction
    }

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

    /// What all of them say; where two say different things, the later.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        func last<Value: Equatable>(_ path: KeyPath<UITraitCollection, Value>, _ unspecified: Value) -> Value {
            traitCollections.last { $0[keyPath: path] != unspecified }?[keyPath: path] ?? unspecified
        }
        self.init(
            displayScale: last(\.displayScale, 0), style: last(\.userInterfaceStyle, .unspecified), idiom: last(\.userInterfaceIdiom, .unspecified),
            horizontal: last(\.horizontalSizeClass, .unspecified), vertical: last(\.verticalSizeClass, .unspecified),
            direction: last(\.layoutDirection, .unspecified)
        )
    }

    /// The same with another style, unless that is unspecified.
    func with(style: UIUserInterfaceStyle) -> UITraitCollection {
        if style == .unspecified || style == userInterfaceStyle { return self }
        return UITraitCollection(
            displayScale: displayScale, style: style, idiom: userInterfaceIdiom, horizontal: horizontalSizeClass, vertical: verticalSizeClass,
            direction: layoutDirection
        )
    }

    /// Whether it says all that the other one says.
    public func containsTraits(in trait: UITraitCollection?) -> Bool {
        guard let trait else { return true }
        return UITraitCollection(traitsFrom: [self, trait]) == self
    }

    /// Whether colours that depend on the surroundings may look different in the other ones.
    public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return self === other || displayScale == other.displayScale && userInterfaceStyle == other.userInterfaceStyle
            && userInterfaceIdiom == other.userInterfaceIdiom && horizontalSizeClass == other.horizontalSizeClass
            && verticalSizeClass == other.verticalSizeClass && layoutDirection == other.layoutDirection
    }

    public override var hash: Int { userInterfaceStyle.hashValue ^ displayScale.hashValue }

    // MARK: The current one

    private static let key = "Agate.UIKit.UITraitCollection"

    /// The surroundings that colours are looked up in on this thread: inside a view's drawing the view's, else those of the main screen.
    public static var current: UITraitCollection {
        get { Thread.current.threadDictionary[key] as? UITraitCollection ?? ScreenTraits.main }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    /// Runs `actions` with these as the current surroundings.
    public func performAsCurrent(_ actions: () -> Void) {
        let before = Thread.current.threadDictionary[Self.key]
        Thread.current.threadDictionary[Self.key] = self
        actions()
        Thread.current.threadDictionary[Self.key] = before
    }
}

/// The main screen's surroundings, for any thread.
enum ScreenTraits {
    private static let shared = Locked(UITraitCollection(
        displayScale: UIScreen.standardScale, style: .light, idiom: .pad, horizontal: .regular, vertical: .regular, direction: .leftToRight
    ))

    static var main: UITraitCollection {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
