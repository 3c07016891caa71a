import Agate
import QuartzCore

/// The view at the top of a tree: it stands on a screen and passes events to the views in it.
///
/// Hidden at first. A window without a frame fills its screen. Keep the window: the application does not.
@preconcurrency @MainActor open class UIWindow: UIView {
    /// How far in front a window stands.
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// A level of a number: windows of greater ones stand in front.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        /// The level of a program's windows: 0.
        public static let normal = Level(0)
        /// The level of a status bar, above the normal one: 1000. There is no such bar on Linux.
        public static let statusBar = Level(1000)
        /// The level of windows for alerts, above the status bar: 2000.
        public static let alert = Level(2000)
    }

    /// The screen that the window stands on.
    open private(set) var screen: UIScreen
    /// Who the keys go to.
    final weak var firstResponder: UIResponder?
    /// The scene that it is part of; that of its screen.
    open weak var windowScene: UIWindowScene? {
        get { chosenScene ?? UIWindowScene.of(screen) }
        set { chosenScene = newValue }
    }
    private weak var chosenScene: UIWindowScene?
    final var level = Level.normal
    final var rootController: UIViewController?

    /// A window on the main screen.
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

    /// A window that fills a host. Not Apple's: there, a scene stands for the host.
    public init(host: any LayerHost) {
        let screen = UIScreen.of(host)
        self.screen = screen
        super.init(frame: screen.bounds)
        stand()
    }

    /// A window that fills the screen of a scene.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: windowScene.screen.bounds)
        self.windowScene = windowScene
    }

    /// Takes the keyboard from a responder that would keep it.
    final func takeKeyboard(from responder: UIResponder) {
        guard firstResponder === responder else { return }
        firstResponder = nil
        Keyboard.responderChanged(in: self)
    }

    private func stand() {
        // It was never seen: nothing is posted.
        super.isHidden = true
        place = PlaceOnScreen(layer)
        screen.add(self)
    }

    /// Nothing else reports when a window is gone.
    private var place: PlaceOnScreen?

    deinit { place?.leave() }

    open override var next: UIResponder? { UIApplication.shared }

    /// The undo manager of what stands in the window. Made when it is first asked for; the changes of an event are one group.
    open override var undoManager: UndoManager? {
        if let ownUndoManager { return ownUndoManager }
        let made = UndoManager()
        ownUndoManager = made
        return made
    }
    private var ownUndoManager: UndoManager?
    final func endUndoEvent() { ownUndoManager?.endEvent() }

    // MARK: Showing

    /// How far in front the window stands; `normal` at first.
    open var windowLevel: Level {
        get { level }
        set { level = newValue; screen.arrange() }
    }

    /// The controller whose view fills the window. Its view comes when the window is shown.
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
            // What was called meanwhile may have shown, or hidden, it again.
            guard newValue != wasHidden, super.isHidden == newValue else { return }
            NotificationCenter.default.post(
                name: newValue ? Self.didBecomeHiddenNotification : Self.didBecomeVisibleNotification, object: self)
        }
    }

    /// Whether keys go to this window.
    open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }
    /// Sends keys to this window.
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
    /// Shows the window in front of those of its level, and sends keys to it.
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }
    /// The window got the keys; does nothing unless overridden.
    open func becomeKey() {}
    /// The window lost the keys; does nothing unless overridden.
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

    /// Passes an event's touches to the gesture recognizers and views that they belong to, and its keys to the first responder.
    open func sendEvent(_ event: UIEvent) { screen.input.deliver(event, in: self) }

    /// The same as `makeKey()`, by its Objective-C name.
    open func makeKeyWindow() { makeKey() }
    /// Whether keys can go to it; true unless overridden.
    open var canBecomeKey: Bool { true }

    /// Posted with the window after it was shown; not where it showed already.
    nonisolated public static let didBecomeVisibleNotification = NSNotification.Name("UIWindowDidBecomeVisibleNotification")
    /// Posted with the window after it was hidden; not where it was hidden already, and not for a new window.
    nonisolated public static let didBecomeHiddenNotification = NSNotification.Name("UIWindowDidBecomeHiddenNotification")
    /// Posted with the window that keys go to now, after its `becomeKey()`.
    nonisolated public static let didBecomeKeyNotification = NSNotification.Name("UIWindowDidBecomeKeyNotification")
    /// Posted with the window that keys went to when another one gets them, or when it is hidden, after its `resignKey()`.
    nonisolated public static let didResignKeyNotification = NSNotification.Name("UIWindowDidResignKeyNotification")

    /// A rectangle of the window in another window's space; nil is the screen.
    open func convert(_ rect: CGRect, to window: UIWindow?) -> CGRect { layer.convert(rect, to: window?.layer ?? screen.host.layer) }
    /// A rectangle of another window's space in this one's; nil is the screen.
    open func convert(_ rect: CGRect, from window: UIWindow?) -> CGRect { layer.convert(rect, from: window?.layer ?? screen.host.layer) }
    /// A point of the window in another window's space; nil is the screen.
    open func convert(_ point: CGPoint, to window: UIWindow?) -> CGPoint { layer.convert(point, to: window?.layer ?? screen.host.layer) }
    /// A point of another window's space in this one's; nil is the screen.
    open func convert(_ point: CGPoint, from window: UIWindow?) -> CGPoint {
        layer.convert(point, from: window?.layer ?? screen.host.layer)
    }
}

/// Takes the layer of a window that is gone off its screen, on the main thread.
///
/// Unchecked: the layer is touched on the main thread alone.
private final class PlaceOnScreen: @unchecked Sendable {
    private let layer: CALayer

    init(_ layer: CALayer) { self.layer = layer }

    func leave() {
        if Thread.isMainThread {
            layer.removeFromSuperlayer()
        } else {
            DispatchQueue.main.async { self.layer.removeFromSuperlayer() }
        }
    }
}
