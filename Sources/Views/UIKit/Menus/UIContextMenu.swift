import AgateDiagnostics
import QuartzCore

/// What a menu over something would show. Kept: Agate shows no menus; a view that offers one says so once.
@preconcurrency @MainActor open class UIContextMenuConfiguration: NSObject {
    /// What the program finds it by.
    public let identifier: any NSCopying
    final let previewProvider: (() -> UIViewController?)?
    final let actionProvider: (([UIMenuElement]) -> UIMenu?)?

    /// What to show before the menu, and the menu; neither is asked for.
    public init(
        identifier: (any NSCopying)? = nil, previewProvider: (() -> UIViewController?)? = nil,
        actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
    ) {
        self.identifier = identifier ?? UUID().uuidString as NSString
        (self.previewProvider, self.actionProvider) = (previewProvider, actionProvider)
        super.init()
    }
}

/// Gives the menus of a ``UIContextMenuInteraction``.
@preconcurrency @MainActor public protocol UIContextMenuInteractionDelegate: NSObjectProtocol {
    /// The menu for a place of the view. Not called: menus are not shown.
    func contextMenuInteraction(_ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint)
        -> UIContextMenuConfiguration?
}

/// Lets a long press on a view open a menu. Kept: Agate shows no menus, and a diagnostic says so once, when a view gets one.
@preconcurrency @MainActor open class UIContextMenuInteraction: NSObject, UIInteraction {
    /// Gives the menus; not kept alive.
    open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
    /// The view that it belongs to.
    open private(set) weak var view: UIView?

    /// An interaction whose menus somebody gives.
    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
        super.init()
    }

    /// Nothing to prepare.
    open func willMove(to view: UIView?) {}
    /// Keeps the view, and says once that menus are not shown.
    open func didMove(to view: UIView?) {
        self.view = view
        if view != nil { Self.refuse() }
    }
    /// Nothing shows, so nothing goes.
    open func dismissMenu() {}

    static func refuse() {
        Diagnostic.reportOnce("menu.unsupported", key: "context", "a view offers a context menu; menus are not supported")
    }
}

/// The menu of Copy and Paste over a selection, of one's own commands. Kept: Agate shows no menus; asking for it says so once.
@preconcurrency @MainActor open class UIMenuController: NSObject {
    /// The only one.
    public static let shared = UIMenuController()
    /// Commands beside the usual ones. Kept.
    open var menuItems: [UIMenuItem]?
    /// Whether it shows: never.
    open var isMenuVisible: Bool { false }
    /// Would show the menu; says once that there is none.
    open func showMenu(from targetView: UIView, rect targetRect: CGRect) {
        Diagnostic.reportOnce("menu.unsupported", key: "edit", "the edit menu was requested; menus are not supported")
    }
    /// Nothing shows, so nothing goes.
    open func hideMenu(from targetView: UIView) {}
    /// Nothing shows, so nothing goes.
    open func hideMenu() {}
    /// Would set its place; nothing shows.
    open func setTargetRect(_ targetRect: CGRect, in targetView: UIView) {}
    /// Would show or hide it; see `showMenu(from:rect:)`.
    open func setMenuVisible(_ menuVisible: Bool, animated: Bool) {
        if menuVisible { showMenu(from: UIView(), rect: .zero) }
    }
    /// Would look at the commands anew.
    open func update() {}
}

/// A command of a ``UIMenuController``.
@preconcurrency @MainActor open class UIMenuItem: NSObject {
    /// What it says.
    open var title: String
    /// What it would perform.
    open var action: Selector
    /// A command.
    public init(title: String, action: Selector) {
        (self.title, self.action) = (title, action)
        super.init()
    }
}
