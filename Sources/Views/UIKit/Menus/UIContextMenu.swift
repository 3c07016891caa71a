import AgateDiagnostics
import QuartzCore

/// The content of a context menu. Stored only: Agate shows no menus. The first view that offers one reports a diagnostic.
@preconcurrency @MainActor open class UIContextMenuConfiguration: NSObject {
    /// The identifier.
    public let identifier: any NSCopying
    /// The orders of a menu's elements.
    public enum ElementOrder: Int, Sendable { case automatic, priority, fixed }
    /// The order of the menu's elements. Stored, without effect.
    open var preferredMenuElementOrder = ElementOrder.automatic
    /// The number on the preview. Stored, without effect.
    open var badgeCount = 0
    /// The identifiers of further items. Stored, without effect.
    open var secondaryItemIdentifiers: Set<AnyHashable> = []
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
    /// Would be called before the menu opens. Never called, because menus aren't shown.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?)
    /// Would be called before the menu closes. Never called, because menus aren't shown.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?)
    /// Would be called when the preview is tapped. Never called, because menus aren't shown.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating)
    /// Would be asked for the view of an item. Never called, because menus aren't shown.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        highlightPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview?
    /// Would be asked for the view of an item. Never called, because menus aren't shown.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        dismissalPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview?
    /// Would be asked for the view that the menu grows from. Never called, because menus aren't shown.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview?
    /// Would be asked for the view that the menu shrinks to. Never called, because menus aren't shown.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview?
}

extension UIContextMenuInteractionDelegate {
    /// Does nothing.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {}
    /// Does nothing.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {}
    /// Does nothing.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating
    ) {}
    /// Returns nil.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        highlightPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview? { nil }
    /// Returns nil.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        dismissalPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview? { nil }
    /// Returns nil.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? { nil }
    /// Returns nil.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? { nil }
}

/// The animation of a menu. Menus aren't shown, so no program gets one.
@preconcurrency @MainActor public protocol UIContextMenuInteractionAnimating: NSObjectProtocol {
    /// The controller of the preview.
    var previewViewController: UIViewController? { get }
    /// Adds an animation.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Adds a closure that is called after the animation.
    func addCompletion(_ completion: @escaping () -> Void)
}

/// The result of a tap on a preview.
public enum UIContextMenuInteractionCommitStyle: Int, Sendable { case dismiss, pop }

/// The animation after a tap on a preview. Menus aren't shown, so no program gets one.
@preconcurrency @MainActor public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {
    /// The result for the preview.
    var preferredCommitStyle: UIContextMenuInteractionCommitStyle { get set }
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
    /// Does nothing, because no menu is shown.
    open func updateVisibleMenu(_ block: (UIMenu) -> UIMenu) {}
    /// The looks of a menu.
    public enum Appearance: Int, Sendable { case unknown, rich, compact }
    /// The look of the menu: unknown, because none is shown.
    open var menuAppearance: Appearance { .unknown }
    /// Returns where a touch opened the menu; zero, because none is shown.
    open func location(in view: UIView?) -> CGPoint { .zero }

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
    /// The frame of the menu on the screen: zero, because none is shown.
    open var menuFrame: CGRect { .zero }
    /// The direction of the menu's arrow. Stored, without effect.
    open var arrowDirection = ArrowDirection.default
    /// The direction of a menu's arrow.
    public enum ArrowDirection: Int, Sendable { case `default`, up, down, left, right }
    /// Never posted: no menu is shown.
    nonisolated public static let willShowMenuNotification = NSNotification.Name("UIMenuControllerWillShowMenuNotification")
    /// Never posted: no menu is shown.
    nonisolated public static let didShowMenuNotification = NSNotification.Name("UIMenuControllerDidShowMenuNotification")
    /// Never posted: no menu is shown.
    nonisolated public static let willHideMenuNotification = NSNotification.Name("UIMenuControllerWillHideMenuNotification")
    /// Never posted: no menu is shown.
    nonisolated public static let didHideMenuNotification = NSNotification.Name("UIMenuControllerDidHideMenuNotification")
    /// Never posted: no menu is shown.
    nonisolated public static let menuFrameDidChangeNotification = NSNotification.Name("UIMenuControllerMenuFrameDidChangeNotification")
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
    /// Creates a command without a title, whose method nothing has.
    @preconcurrency @MainActor public convenience override init() { self.init(title: "", action: Selector("")) }
}
