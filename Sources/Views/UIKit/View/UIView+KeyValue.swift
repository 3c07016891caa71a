import AgateDiagnostics
import Foundation
import ObjectiveCRuntime
import QuartzCore

/// Key-value coding and observing of views, for the properties in ``ViewKeyPaths`` by name, and for named key paths. A view's values are
/// stored in its layer, so changes of the layer are changes of the view.
extension UIView: KeyValueCoding, ObservationSource, KeyPathNaming {
    /// Returns the value of a property by its name; nil for an unknown name.
    nonisolated public func value(forKey key: String) -> Any? {
        onMain { ViewKeyPaths.register(type(of: self)) }
        return KeyValueAccess.named(self, key)
    }

    /// Sets a property by its name. An unknown name reports a diagnostic.
    nonisolated public func setValue(_ value: Any?, forKey key: String) {
        onMain { ViewKeyPaths.register(type(of: self)) }
        if !KeyValueAccess.setNamed(value, of: self, key) { KeyValueAccess.unknown(self, key) }
    }

    package nonisolated func keysAffecting(_ key: String) -> [(object: NSObject, key: String)] {
        let plain = KeyPathNames.otherSpelling(key) ?? key
        guard let keys = Self.layerKeys[key] ?? Self.layerKeys[plain] else { return [] }
        // Unsafe: the closure runs before the next line.
        nonisolated(unsafe) var affecting: [(object: NSObject, key: String)] = []
        onMain { affecting = keys.map { (ownLayer, $0) } }
        return affecting
    }

    package nonisolated func observationChanged() {}

    package nonisolated func name(of keyPath: AnyKeyPath) -> String? {
        guard let root = Swift.type(of: keyPath).rootType as? any ViewRoot.Type else { return nil }
        onMain { ViewKeyPaths.register(root) }
        return KeyPathNames.name(of: keyPath)
    }

    private nonisolated static let layerKeys: [String: [String]] = [
        "frame": ["frame", "position", "bounds", "anchorPoint", "transform"], "bounds": ["bounds"], "center": ["position"],
        "transform": ["transform"], "alpha": ["opacity"], "hidden": ["hidden"], "backgroundColor": ["backgroundColor"],
        "opaque": ["opaque"], "clipsToBounds": ["masksToBounds"], "contentOffset": ["bounds"],
    ]

    /// Calls the closure on the main thread, where views are used; does nothing on others.
    private nonisolated func onMain(_ body: @MainActor () -> Void) {
        if MainQueue.isMainThread { MainActor.assumeIsolated(body) }
    }
}

/// The key paths of views by name. They are created once for each class that is requested: `\UILabel.alpha` differs from `\UIView.alpha`.
@MainActor private enum ViewKeyPaths {
    private static var registered: Set<ObjectIdentifier> = []

    static func register(_ root: any ViewRoot.Type) {
        guard registered.insert(ObjectIdentifier(root)).inserted else { return }
        addView(root)
        if let root = root as? any LabelRoot.Type { addLabel(root) }
        if let root = root as? any ControlRoot.Type { addControl(root) }
        if let root = root as? any ScrollRoot.Type { addScroll(root) }
        if let root = root as? any ImageRoot.Type { addImage(root) }
        if let root = root as? any SliderRoot.Type { addSlider(root) }
        if let root = root as? any SwitchRoot.Type { addSwitch(root) }
        if let root = root as? any ProgressRoot.Type { addProgress(root) }
    }

    private static func addView<V: ViewRoot>(_: V.Type) {
        add(\V.frame, "frame")
        add(\V.bounds, "bounds")
        add(\V.center, "center")
        add(\V.transform, "transform")
        add(\V.alpha, "alpha")
        add(\V.isHidden, "isHidden")
        add(\V.isOpaque, "isOpaque")
        add(\V.clipsToBounds, "clipsToBounds")
        add(\V.backgroundColor, "backgroundColor")
        add(\V.tintColor, "tintColor")
        add(\V.tag, "tag")
        add(\V.isUserInteractionEnabled, "isUserInteractionEnabled")
        add(\V.superview, "superview")
        add(\V.subviews, "subviews")
        add(\V.window, "window")
        add(\V.layer, "layer")
    }

    private static func addLabel<V: LabelRoot>(_: V.Type) {
        add(\V.text, "text")
        add(\V.attributedText, "attributedText")
        add(\V.textColor, "textColor")
        add(\V.font, "font")
        add(\V.numberOfLines, "numberOfLines")
    }

    private static func addControl<V: ControlRoot>(_: V.Type) {
        add(\V.isEnabled, "isEnabled")
        add(\V.isSelected, "isSelected")
        add(\V.isHighlighted, "isHighlighted")
    }

    private static func addScroll<V: ScrollRoot>(_: V.Type) {
        add(\V.contentOffset, "contentOffset")
        add(\V.contentSize, "contentSize")
        add(\V.contentInset, "contentInset")
    }

    private static func addImage<V: ImageRoot>(_: V.Type) { add(\V.image, "image") }
    private static func addSlider<V: SliderRoot>(_: V.Type) { add(\V.value, "value") }
    private static func addSwitch<V: SwitchRoot>(_: V.Type) { add(\V.isOn, "isOn") }
    private static func addProgress<V: ProgressRoot>(_: V.Type) { add(\V.progress, "progress") }

    private static func add(_ path: AnyKeyPath, _ name: String) { KeyPathNames.add(path, name) }
}

@MainActor private protocol ViewRoot: UIView {}
extension UIView: ViewRoot {}
@MainActor private protocol LabelRoot: UILabel {}
extension UILabel: LabelRoot {}
@MainActor private protocol ControlRoot: UIControl {}
extension UIControl: ControlRoot {}
@MainActor private protocol ScrollRoot: UIScrollView {}
extension UIScrollView: ScrollRoot {}
@MainActor private protocol ImageRoot: UIImageView {}
extension UIImageView: ImageRoot {}
@MainActor private protocol SliderRoot: UISlider {}
extension UISlider: SliderRoot {}
@MainActor private protocol SwitchRoot: UISwitch {}
extension UISwitch: SwitchRoot {}
@MainActor private protocol ProgressRoot: UIProgressView {}
extension UIProgressView: ProgressRoot {}
