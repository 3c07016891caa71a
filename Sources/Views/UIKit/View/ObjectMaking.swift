import ObjectiveCRuntime
import QuartzCore

// What sources that `agate build` lowered make by a metatype: `T(frame: frame)`, where `T` is a view.

/// Creates an object with its `init()`.
private func plain<Object: NSObject>(_ type: Object.Type) -> Object {
    guard let made = DynamicObject.make(type) else {
        fatalError("an instance of \(type) can't be created from its metatype in this build")
    }
    return made
}

extension ObjectiveCObject where Self: UIView {
    /// Creates a view with a frame. It gets the frame after its `init()`.
    @preconcurrency @MainActor public static func _made(frame: CGRect) -> Self {
        let made = plain(self)
        made.frame = frame
        return made
    }
}

extension ObjectiveCObject where Self: UITableViewCell {
    /// Creates a cell with a style and a reuse identifier.
    @preconcurrency @MainActor public static func _made(style: UITableViewCell.CellStyle, reuseIdentifier: String?) -> Self {
        let before = UITableViewCell.pending
        UITableViewCell.pending = (style, reuseIdentifier)
        defer { UITableViewCell.pending = before }
        return plain(self)
    }
}

extension ObjectiveCObject where Self: UITableViewHeaderFooterView {
    /// Creates a header or a footer with a reuse identifier.
    @preconcurrency @MainActor public static func _made(reuseIdentifier: String?) -> Self {
        let before = UITableViewHeaderFooterView.pending
        UITableViewHeaderFooterView.pending = reuseIdentifier
        defer { UITableViewHeaderFooterView.pending = before }
        return plain(self)
    }
}

extension ObjectiveCObject where Self: UINavigationController {
    /// Creates a controller with its first page, which it gets after its `init()`.
    @preconcurrency @MainActor public static func _made(rootViewController: UIViewController) -> Self {
        let made = plain(self)
        made.viewControllers = [rootViewController]
        return made
    }
}

extension ObjectiveCObject where Self: UIViewController {
    /// Creates a controller with its `init()`. A name other than nil is reported once: its nib is not read.
    @preconcurrency @MainActor public static func _made(nibName: String?, bundle: Bundle?) -> Self {
        KeptProperty.report("\(self).nibName", nibName != nil, "a controller made by its metatype reads no nib")
        return plain(self)
    }
}

extension ObjectiveCObject where Self: UIColor {
    /// Creates a color.
    public static func _made(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) -> Self {
        let made = UIColor(red: red, green: green, blue: blue, alpha: alpha)
        // Colors have no subclasses with properties of their own, so the object serves for any of them.
        return unsafeDowncast(made, to: Self.self)
    }
}
