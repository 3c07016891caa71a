import QuartzCore

/// A property that is supported by ``UIAppearance``.
@MainActor struct AppearanceProperty {
    private let type: UIView.Type
    /// Returns true if a view's value differs from that of a new view of its class.
    let isSet: @MainActor (UIView, UIView) -> Bool
    let copy: @MainActor (UIView, UIView) -> Void

    func applies(to other: NSObject.Type) -> Bool { other.isSubclass(of: type) }

    private init<View: UIView, Value>(
        _ path: ReferenceWritableKeyPath<View, Value>, isSame: @escaping @MainActor (Value, Value) -> Bool
    ) {
        type = View.self
        isSet = { view, pristine in
            guard let view = view as? View, let pristine = pristine as? View else { return false }
            return !isSame(view[keyPath: path], pristine[keyPath: path])
        }
        copy = { source, target in
            guard let source = source as? View, let target = target as? View else { return }
            target[keyPath: path] = source[keyPath: path]
        }
    }

    private static func value<View: UIView, Value: Equatable & Sendable>(_ path: ReferenceWritableKeyPath<View, Value>)
        -> AppearanceProperty
    {
        AppearanceProperty(path, isSame: ==)
    }
    private static func attributes<View: UIView>(_ path: ReferenceWritableKeyPath<View, [NSAttributedString.Key: Any]?>)
        -> AppearanceProperty
    {
        AppearanceProperty(path) { ($0 as NSDictionary?) == ($1 as NSDictionary?) }
    }

    /// The supported properties of UIKit classes.
    static let all: [AppearanceProperty] = [
        value(\UIView.backgroundColor), AppearanceProperty(\UIView.ownTint, isSame: ==),
        value(\UILabel.font), value(\UILabel.textColor), value(\UILabel.shadowColor), value(\UILabel.shadowOffset),
        value(\UINavigationBar.barTintColor), value(\UINavigationBar.barStyle), value(\UINavigationBar.isTranslucent),
        attributes(\UINavigationBar.titleTextAttributes), value(\UINavigationBar.shadowImage),
        value(\UIToolbar.barTintColor), value(\UIToolbar.barStyle), value(\UIToolbar.isTranslucent),
        value(\UITabBar.barTintColor), value(\UITabBar.unselectedItemTintColor), value(\UITabBar.barStyle), value(\UITabBar.isTranslucent),
        value(\UITabBar.backgroundImage), value(\UITabBar.shadowImage),
        value(\UITableView.separatorColor), value(\UISwitch.onTintColor), value(\UISwitch.thumbTintColor),
        value(\UISlider.minimumTrackTintColor), value(\UISlider.maximumTrackTintColor), value(\UISlider.thumbTintColor),
        value(\UIProgressView.progressTintColor), value(\UIProgressView.trackTintColor), value(\UIActivityIndicatorView.color),
    ]
}

extension UIView {
    /// The tint color that was set on the view itself.
    fileprivate final var ownTint: UIColor? {
        get { rare.tintColor }
        set { tintColor = newValue }
    }
}
