import Agate
import QuartzCore
import UIKit

extension Stage {
    /// Creates a stage with the size of a view, and adds the view.
    @MainActor public convenience init(_ view: UIView, scale: CGFloat = 1, background: CGColor? = .white) {
        self.init(size: view.bounds.size, scale: scale, background: background)
        perform { view.frame = CGRect(origin: .zero, size: view.bounds.size) }
        add(view)
    }

    /// Creates a stage whose window has the view controller as its root.
    @MainActor public convenience init(_ controller: UIViewController, size: CGSize, scale: CGFloat = 1, background: CGColor? = .white) {
        self.init(size: size, scale: scale, background: background)
        let window = uiWindow
        perform { window.rootViewController = controller }
    }

    /// The window that contains the views: it fills the stage, and receives its input. Created on first access.
    @MainActor public var uiWindow: UIWindow {
        if let window = window as? UIWindow { return window }
        let made = perform { () -> UIWindow in
            let made = UIWindow(host: host)
            made.makeKeyAndVisible()
            return made
        }
        window = made
        return made
    }

    /// Adds a view to the stage.
    @MainActor public func add(_ view: UIView) {
        let window = uiWindow
        perform { window.addSubview(view) }
    }
}
