import Agate
import AgateDiagnostics
import QuartzCore

/// A host with its size and scale, on which windows are shown.
///
/// On Apple's systems, a screen is hardware. Here it is the `LayerHost` of its windows: a desktop window, or a bitmap in a test. The main
/// screen is the host that the application was started with. Without one, the first window starts a host that has no display.
@preconcurrency @MainActor open class UIScreen: NSObject {
    /// The host of the screen.
    public let host: any LayerHost
    /// The traits of the screen, such as appearance, scale and size classes.
    open private(set) var traitCollection: UITraitCollection
    /// The windows of the screen, in the order in which they were created; not retained.
    private var members: [WeakWindow] = []
    private var rectangle: CGRect
    /// The scene of the screen, once it was asked for.
    final var scene: UIWindowScene?
    let input = InputDispatcher()

    private struct WeakWindow { weak var window: UIWindow? }

    /// The default size in points and scale of a screen: those of `AGATE_SIZE`, otherwise 1024 × 768 at 2.
    nonisolated static let standard =
        askedSize(ProcessInfo.processInfo.environment["AGATE_SIZE"])
        ?? (CGSize(width: 1024, height: 768), 2)

    // MARK: Finding screens

    private static var known: [ObjectIdentifier: WeakScreen] = [:]
    private struct WeakScreen { weak var screen: UIScreen? }
    private static var chosen: UIScreen?
    /// The screen of the window that was shown last.
    private static weak var latest: UIScreen?
    /// Creates the host of the default main screen.
    static var makeHost: @MainActor () -> any LayerHost = { () -> any LayerHost in
        LiveHost(size: standard.size, scale: standard.scale)
    }

    /// Returns the size and scale that `AGATE_SIZE` specifies for the default screen: WIDTHxHEIGHT in points, then @SCALE if it isn't 2; a
    /// phone is 390x844@3. Returns nil for other text, and reports a diagnostic unless the text is empty.
    nonisolated static func askedSize(_ text: String?) -> (size: CGSize, scale: CGFloat)? {
        guard let text, !text.isEmpty else { return nil }
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let lengths = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
        let scale = parts.count > 1 ? Double(parts[1]) ?? 0 : 2
        guard lengths.count == 2, lengths.allSatisfy({ $0 >= 1 && $0 <= 16384 }), scale >= 0.5, scale <= 8 else {
            Diagnostic.report(
                "screen.size", "AGATE_SIZE is \"\(text)\", expected WIDTHxHEIGHT@SCALE such as 390x844@3; the default screen size is used")
            return nil
        }
        return (CGSize(width: lengths[0], height: lengths[1]), CGFloat(scale))
    }

    /// Returns a display link that calls a method of a target. Like all links, it follows the host of the run loop that it is added to.
    open func displayLink(withTarget target: Any, selector sel: Selector) -> CADisplayLink? {
        CADisplayLink(target: target, selector: sel)
    }

    /// The default screen of windows: the program's. In a turn of a host that shows windows (`OffscreenHost.perform`, its frames and
    /// callbacks, and the input of any host) it is the screen of that host, so that code that reads the size or the scale of the main
    /// screen finds those of the screen that it draws for.
    open class var main: UIScreen { ofTurn ?? program }

    /// The screen of the host whose turn runs; nil between turns, and for a host that shows no windows.
    static var ofTurn: UIScreen? {
        guard let host = hostOfTurn, let screen = known[ObjectIdentifier(host)]?.screen, screen.host === host else { return nil }
        return screen
    }

    /// The screen that the program was started with, independent of turns.
    static var program: UIScreen {
        if let chosen { return chosen }
        let made = UIScreen(makeHost())
        chosen = made
        return made
    }

    /// The screen of the program's scene: the main one; if it has no windows, that of the key window, or of the window that was shown last.
    static var connected: UIScreen {
        let main = main
        guard main.windows.isEmpty else { return main }
        return UIApplication.shared.keyWindow?.screen ?? latest.flatMap { $0.windows.isEmpty ? nil : $0 } ?? main
    }

    /// Returns the screen of a host, always the same one.
    public static func of(_ host: any LayerHost) -> UIScreen {
        if let chosen, chosen.host === host { return chosen }
        if let screen = known[ObjectIdentifier(host)]?.screen, screen.host === host { return screen }
        return UIScreen(host)
    }

    /// Makes a host's screen the main one, as `UIApplicationMain` does with its window.
    public static func makeMain(_ host: any LayerHost) { of(host).becomeMain() }

    /// Takes the choice of the main screen back, for tests.
    package static func forgetMain() { chosen = nil }

    func becomeMain() {
        Self.chosen = self
        ScreenTraits.main = traitCollection
    }

    private init(_ host: any LayerHost) {
        self.host = host
        rectangle = CGRect(origin: .zero, size: host.size)
        traitCollection = Self.traits(host)
        super.init()
        Self.known = Self.known.filter { $0.value.screen != nil }
        Self.known[ObjectIdentifier(host)] = WeakScreen(screen: self)
        // Keep calling an existing input handler.
        let before = host.onInput
        host.onInput = { [weak self] event in
            before?(event)
            MainActor.assumeIsolated { self?.handle(event) }
        }
    }

    private static func traits(_ host: any LayerHost) -> UITraitCollection {
        UITraitCollection(
            displayScale: host.scale, style: ScreenTraits.main.userInterfaceStyle, idiom: .pad,
            horizontal: host.size.width < 600 ? .compact : .regular, vertical: host.size.height < 480 ? .compact : .regular,
            direction: .leftToRight
        )
    }

    // MARK: Properties

    /// The bounds of the screen, in points.
    open var bounds: CGRect { rectangle }
    /// The bounds of the screen, in pixels.
    open var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale) }
    /// The number of pixels for each point.
    open var scale: CGFloat { host.scale }
    /// The number of pixels for each point.
    open var nativeScale: CGFloat { host.scale }
    /// The screen's brightness, 0...1. Values outside are clamped; NaN is ignored. 1 by default. Agate doesn't set the backlight: a change
    /// posts a notification, and reports one diagnostic that it has no visible effect.
    open var brightness: CGFloat {
        get { light }
        set {
            let new = newValue.isNaN ? light : min(max(newValue, 0), 1)
            guard new != light else { return }
            light = new
            KeptProperty.report("UIScreen.brightness", true, "Agate does not control the backlight")
            NotificationCenter.default.post(name: Self.brightnessDidChangeNotification, object: self)
        }
    }
    private var light: CGFloat = 1
    /// The mirrored screen; always nil.
    open var mirrored: UIScreen? { nil }
    /// A Boolean value that indicates whether the screen is being recorded; always false, because Linux doesn't report it.
    open var isCaptured: Bool { false }
    /// All screens: only the main one, because the creators of other screens have the only references to them.
    open class var screens: [UIScreen] { [program] }
    /// The coordinate space of the screen.
    open var coordinateSpace: any UICoordinateSpace { ScreenSpace(self) }
    /// The coordinate space of the screen, which doesn't rotate.
    open var fixedCoordinateSpace: any UICoordinateSpace { ScreenSpace(self) }
    /// Returns a view that shows the current content of the screen: its windows, back to front.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView {
        let view = UIView(frame: bounds)
        for window in windows where !window.isHidden {
            if let part = window.snapshotView(afterScreenUpdates: afterUpdates) {
                part.frame = window.frame
                view.addSubview(part)
            }
        }
        return view
    }
    /// Posted with the screen when a program has changed its `brightness`.
    nonisolated public static let brightnessDidChangeNotification = NSNotification.Name("UIScreenBrightnessDidChangeNotification")
    /// Never posted: `screens` contains only the main screen. It exists for source compatibility.
    nonisolated public static let didConnectNotification = NSNotification.Name("UIScreenDidConnectNotification")
    /// Never posted: `screens` contains only the main screen. It exists for source compatibility.
    nonisolated public static let didDisconnectNotification = NSNotification.Name("UIScreenDidDisconnectNotification")
    /// Never posted: a screen's size follows its host. It exists for source compatibility.
    nonisolated public static let modeDidChangeNotification = NSNotification.Name("UIScreenModeDidChangeNotification")

    /// The maximum number of frames in a second.
    open var maximumFramesPerSecond: Int { 60 }

    /// The light or dark appearance of all windows on the screen. Linux has no setting that all desktops share; programs that read their
    /// desktop's setting set it here.
    open var userInterfaceStyle: UIUserInterfaceStyle {
        get { traitCollection.userInterfaceStyle }
        set { change(traitCollection.with(style: newValue)) }
    }

    private func change(_ traits: UITraitCollection) {
        guard traits != traitCollection else { return }
        let before = traitCollection
        traitCollection = traits
        if Self.chosen === self { ScreenTraits.main = traits }
        for window in windows { window.traitsMayHaveChanged(from: before.with(style: window.overrideUserInterfaceStyle)) }
    }

    // MARK: Windows

    /// The windows, back to front: by level, then by the order in which they were shown.
    var windows: [UIWindow] {
        let all = members.compactMap(\.window)
        return all.enumerated().sorted { ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset) }.map(
            \.element)
    }

    /// Adds a window, or moves it to the front of its level.
    func add(_ window: UIWindow) {
        members.removeAll { $0.window == nil || $0.window === window }
        members.append(WeakWindow(window: window))
        Self.latest = self
        arrange()
    }

    /// Removes a window that moves to another screen.
    func remove(_ window: UIWindow) { members.removeAll { $0.window == nil || $0.window === window } }

    func arrange() { for window in windows { host.layer.addSublayer(window.layer) } }

    // MARK: Input

    /// Passes an event of the host to the application. Hosts call it, and tests may.
    public func handle(_ event: InputEvent) {
        switch event.kind {
        case .resized: resize()
        case .focused(let flag): UIApplication.shared.isActive(flag, on: self)
        case .shown(let flag):
            if !flag { input.cancelAll(on: self, at: event.time) }
            UIApplication.shared.isShown(flag, on: self)
        case .closeRequested: UIApplication.shared.closeRequested(self)
        default: input.handle(event, on: self)
        }
    }

    private func resize() {
        let old = rectangle
        rectangle = CGRect(origin: .zero, size: host.size)
        // Windows that filled the host before the change still fill it.
        let filling = windows.filter { $0.frame == old }, traits = Self.traits(host)
        let changes = filling.map { SizeChange(of: $0, to: rectangle.size, traits) }
        change(traits)
        for window in filling { window.frame = rectangle }
        for change in changes { change.finish() }
    }
}
