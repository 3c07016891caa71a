import Agate
import QuartzCore

/// The root of a view hierarchy, which is shown on a screen and passes events to its views.
///
/// Hidden by default. A window without a frame fills its screen. The program must retain the window, because the application doesn't.
@preconcurrency @MainActor open class UIWindow: UIView {
    /// The level of a window in the order from back to front.
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// Creates a level from a number. Windows of greater levels are in front.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        /// The level of a program's windows: 0.
        public static let normal = Level(0)
        /// The level of a status bar, above the normal one: 1000. There is no such bar on Linux.
        public static let statusBar = Level(1000)
        /// The level of windows for alerts, above the status bar: 2000.
        public static let alert = Level(2000)
    }

    /// The screen of the window.
    open private(set) var screen: UIScreen
    /// The responder that receives key events.
    final weak var firstResponder: UIResponder?
    /// The scene of the window; that of its screen unless set. Setting it moves the window to the scene's screen.
    open weak var windowScene: UIWindowScene? {
        get { chosenScene ?? UIWindowScene.of(screen) }
        set {
            chosenScene = newValue
            if let new = newValue?.screen { move(to: new) }
        }
    }
    private weak var chosenScene: UIWindowScene?

    private func move(to new: UIScreen) {
        guard new !== screen else { return }
        let before = traitCollection
        screen.remove(self)
        screen = new
        new.add(self)
        forgetLook()
        visitTree { view in
            view.followScale(of: new)
            return true
        }
        traitsMayHaveChanged(from: before)
    }
    final var level = Level.normal
    final var rootController: UIViewController?

    /// Creates a window on the main screen.
    public override init(frame: CGRect) {
        screen = .main
        super.init(frame: frame == .zero ? UIScreen.main.bounds : frame)
        stand()
    }

    public required init?(coder: NSCoder) {
        screen = .main
        super.init(coder: coder)
        frame = screen.bounds
        stand()
    }

    /// Creates a window that fills a host. It isn't part of Apple's API, where a scene represents the host.
    public init(host: any LayerHost) {
        let screen = UIScreen.of(host)
        self.screen = screen
        super.init(frame: screen.bounds)
        stand()
    }

    /// Creates a window of a scene, on the scene's screen and with its size.
    public init(windowScene: UIWindowScene) {
        screen = windowScene.screen
        super.init(frame: windowScene.screen.bounds)
        stand()
        self.windowScene = windowScene
    }

    /// Resigns a responder as first responder without asking it.
    final func takeKeyboard(from responder: UIResponder) {
        guard firstResponder === responder else { return }
        firstResponder = nil
        Keyboard.responderChanged(in: self)
    }

    private func stand() {
        // The window has never been visible: hide it without a notification.
        super.isHidden = true
        place = PlaceOnScreen(layer)
        screen.add(self)
    }

    /// Removes the layer from the screen when the window is deallocated.
    private var place: PlaceOnScreen?

    deinit { place?.leave() }

    open override var next: UIResponder? { UIApplication.shared }

    /// The undo manager of the window's content, created at its first use. The changes of one event form one group.
    open override var undoManager: UndoManager? {
        if let ownUndoManager { return ownUndoManager }
        let made = UndoManager()
        ownUndoManager = made
        return made
    }
    private var ownUndoManager: UndoManager?
    final func endUndoEvent() { ownUndoManager?.endEvent() }

    // MARK: Visibility

    /// The level of the window; `normal` by default.
    open var windowLevel: Level {
        get { level }
        set { level = newValue; screen.arrange() }
    }

    /// The controller whose view fills the window. Its view is added when the window is shown.
    open var rootViewController: UIViewController? {
        get { rootController }
        set { changeRoot(newValue) }
    }

    open override var isHidden: Bool {
        get { super.isHidden }
        set {
            let wasHidden = super.isHidden
            super.isHidden = newValue
            if newValue {
                if isKeyWindow {
                    UIApplication.shared.keyWindow = nil
                    lostKeys()
                }
            } else {
                screen.add(self)
                installRoot()
            }
            // The calls above may have shown or hidden the window again.
            guard newValue != wasHidden, super.isHidden == newValue else { return }
            NotificationCenter.default.post(
                name: newValue ? Self.didBecomeHiddenNotification : Self.didBecomeVisibleNotification, object: self)
        }
    }

    /// A Boolean value that indicates whether the window receives key events.
    open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }
    /// Makes this window the key window.
    open func makeKey() {
        guard !isKeyWindow, canBecomeKey else { return }
        UIApplication.shared.keyWindow?.lostKeys()
        UIApplication.shared.keyWindow = self
        becomeKey()
        NotificationCenter.default.post(name: Self.didBecomeKeyNotification, object: self)
    }
    private func lostKeys() {
        resignKey()
        NotificationCenter.default.post(name: Self.didResignKeyNotification, object: self)
    }
    /// Shows the window in front of the others of its level, and makes it the key window.
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }
    /// Called when the window has become the key window; does nothing unless overridden.
    open func becomeKey() {}
    /// Called when the window is no longer the key window; does nothing unless overridden.
    open func resignKey() {}

    private func changeRoot(_ new: UIViewController?) {
        guard new !== rootController else { return }
        if let old = rootController, old.isViewLoaded { old.view.removeFromSuperview() }
        rootController = new
        if !isHidden { installRoot() }
    }

    private func installRoot() {
        guard let root = rootController, root.view.superview !== self else { return }
        root.view.frame = bounds
        root.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        root.appear(in: self)
    }

    // MARK: Events

    /// Passes an event's touches to their gesture recognizers and views, and its keys to the first responder.
    open func sendEvent(_ event: UIEvent) { screen.input.deliver(event, in: self) }

    /// The same as `makeKey()`, under its Objective-C name.
    open func makeKeyWindow() { makeKey() }
    /// A Boolean value that indicates whether the window can become the key window; true unless overridden.
    open var canBecomeKey: Bool { true }

    /// Posted with the window after it was shown, unless it was visible already.
    nonisolated public static let didBecomeVisibleNotification = NSNotification.Name("UIWindowDidBecomeVisibleNotification")
    /// Posted with the window after it was hidden, unless it was hidden already. Not posted for a new window.
    nonisolated public static let didBecomeHiddenNotification = NSNotification.Name("UIWindowDidBecomeHiddenNotification")
    /// Posted with the new key window, after its `becomeKey()`.
    nonisolated public static let didBecomeKeyNotification = NSNotification.Name("UIWindowDidBecomeKeyNotification")
    /// Posted with the former key window when another one becomes key, or when it is hidden, after its `resignKey()`.
    nonisolated public static let didResignKeyNotification = NSNotification.Name("UIWindowDidResignKeyNotification")

    /// Converts a rectangle of the window's space to another window's; nil is the screen.
    open func convert(_ rect: CGRect, to window: UIWindow?) -> CGRect { layer.convert(rect, to: window?.layer ?? screen.host.layer) }
    /// Converts a rectangle of another window's space to this window's; nil is the screen.
    open func convert(_ rect: CGRect, from window: UIWindow?) -> CGRect { layer.convert(rect, from: window?.layer ?? screen.host.layer) }
    /// Converts a point of the window's space to another window's; nil is the screen.
    open func convert(_ point: CGPoint, to window: UIWindow?) -> CGPoint { layer.convert(point, to: window?.layer ?? screen.host.layer) }
    /// Converts a point of another window's space to this window's; nil is the screen.
    open func convert(_ point: CGPoint, from window: UIWindow?) -> CGPoint {
        layer.convert(point, from: window?.layer ?? screen.host.layer)
    }
}

/// Removes the layer of a deallocated window from its screen, on the main thread.
///
/// Unchecked: the layer is only accessed on the main thread.
private final class PlaceOnScreen: @unchecked Sendable {
    private let layer: CALayer

    init(_ layer: CALayer) { self.layer = layer }

    func leave() {
        if MainQueue.isMainThread {
            layer.removeFromSuperlayer()
        } else {
            DispatchQueue.main.async { self.layer.removeFromSuperlayer() }
        }
    }
}
