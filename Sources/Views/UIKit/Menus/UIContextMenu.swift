import AgateDiagnostics
import QuartzCore

/// The content of a context menu. Stored only: Agate shows no menus. The first view that offers one reports a diagnostic.
@preconcurrency @MainActor open class UIContextMenuConfiguration: NSObject {
    /// The identifier.
    public let identifier: any NSCopying
    final let previewProvider: (() -> UIViewController?)?
    final let actionProvider: (([UIMenuElement]) -> UIMenu?)?

    /// Creates a configuration with providers of a preview and of the menu. Neither is called.
    public init(
        identifier: (any NSCopying)? = nil, previewProvider: (() -> UIViewController?)? = nil,
        actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
    ) {
        self.identifier = identifier ?? UUID().uuidString as NSString
        (self.previewProvider, self.actionProvider) = (previewProvider, actionProvider)
        super.init()
    }
}

/// The methods that supply the menus of a ``UIContextMenuInteraction``.
@preconcurrency @MainActor public protocol UIContextMenuInteractionDelegate: NSObjectProtocol {
    /// Returns the menu for a location in the view. Never called, because menus aren't shown.
    func contextMenuInteraction(_ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint)
        -> UIContextMenuConfiguration?
}

/// An interaction that opens a menu on a long press. Stored only: Agate shows no menus. A diagnostic is reported once, when a view first
/// gets such an interaction.
@preconcurrency @MainActor open class UIContextMenuInteraction: NSObject, UIInteraction {
    /// The delegate, which supplies the menus. It isn't retained.
    open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
    /// The view of the interaction.
    open private(set) weak var view: UIView?

    /// Creates an interaction with a delegate that supplies its menus.
    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
        super.init()
    }

    /// Does nothing.
    open func willMove(to view: UIView?) {}
    /// Stores the view, and reports once that menus aren't shown.
    open func didMove(to view: UIView?) {
        self.view = view
        if view != nil { Self.refuse() }
    }
    /// Does nothing, because no menu is shown.
    open func dismissMenu() {}

    static func refuse() {
        Diagnostic.reportOnce("menu.unsupported", key: "context", "a view offers a context menu; menus are not supported")
    }
}

/// The editing menu of a selection, with custom commands. Stored only: Agate shows no menus. The first request to show it reports a
/// diagnostic.
@preconcurrency @MainActor open class UIMenuController: NSObject {
    /// The shared menu controller.
    public static let shared = UIMenuController()
    /// The custom commands in addition to the standard ones. Stored without effect.
    open var menuItems: [UIMenuItem]?
    /// A Boolean value that indicates whether the menu is visible. Always false.
    open var isMenuVisible: Bool { false }
    /// Reports once that menus aren't shown.
    open func showMenu(from targetView: UIView, rect targetRect: CGRect) {
        Diagnostic.reportOnce("menu.unsupported", key: "edit", "the edit menu was requested; menus are not supported")
    }
    /// Does nothing, because no menu is shown.
    open func hideMenu(from targetView: UIView) {}
    /// Does nothing, because no menu is shown.
    open func hideMenu() {}
    /// Does nothing, because no menu is shown.
    open func setTargetRect(_ targetRect: CGRect, in targetView: UIView) {}
    /// Calls `showMenu(from:rect:)` if `menuVisible` is true.
    open func setMenuVisible(_ menuVisible: Bool, animated: Bool) {
        if menuVisible { showMenu(from: UIView(), rect: .zero) }
    }
    /// Does nothing.
    open func update() {}
}

/// A command of a ``UIMenuController``.
@preconcurrency @MainActor open class UIMenuItem: NSObject {
    /// The title.
    open var title: String
    /// The selector of the command.
    open var action: Selector
    /// Creates a command.
    public init(title: String, action: Selector) {
        (self.title, self.action) = (title, action)
        super.init()
    }
}
