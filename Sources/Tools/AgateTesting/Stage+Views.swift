import Agate
import QuartzCore
import UIKit

extension Stage {
    /// A stage as large as a view, which stands on it.
    @MainActor public convenience init(_ view: UIView, scale: CGFloat = 1, background: CGColor? = .white) {
        self.init(size: view.bounds.size, scale: scale, background: background)
        perform { view.frame = CGRect(origin: .zero, size: view.bounds.size) }
        add(view)
    }

    /// A stage whose window a view controller fills.
    @MainActor public convenience init(_ controller: UIViewController, size: CGSize, scale: CGFloat = 1, background: CGColor? = .white) {
        self.init(size: size, scale: scale, background: background)
        let window = uiWindow
        perform { window.rootViewController = controller }
    }

    /// The window in which views stand: it fills the stage, and gets its input. Made when first asked for.
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

    /// Puts a view on the stage.
    @MainActor public func add(_ view: UIView) {
        let window = uiWindow
        perform { window.addSubview(view) }
    }
}
