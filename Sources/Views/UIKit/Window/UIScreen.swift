import Agate
import AgateDiagnostics
import QuartzCore

/// What windows are shown on: a host with its size and scale.
///
/// On Apple's systems a screen is a piece of hardware. Here it is the `LayerHost` that windows stand in: a window of the desktop, a bitmap
/// beside a test. The main one is the host that the application was started with; where there is none, a host without a display is started
/// when the first window asks.
@preconcurrency @MainActor open class UIScreen: NSObject {
    /// The host.
    public let host: any LayerHost
    /// Light or dark, scale, room.
    open private(set) var traitCollection: UITraitCollection
    /// The windows in it, in the order in which they were made; not kept.
    private var members: [WeakWindow] = []
    private var rectangle: CGRect
    let input = InputDispatcher()

    private struct WeakWindow { weak var window: UIWindow? }

    /// Points, and pixels a point, of a screen that nobody chose: those that `AGATE_SIZE` says, else 1024 × 768 at 2.
    nonisolated static let standard =
        askedSize(ProcessInfo.processInfo.environment["AGATE_SIZE"])
        ?? (CGSize(width: 1024, height: 768), 2)

    // MARK: Which one

    private static var known: [ObjectIdentifier: WeakScreen] = [:]
    private struct WeakScreen { weak var screen: UIScreen? }
    private static var chosen: UIScreen?
    /// Makes the host of a main screen that nobody chose.
    static var makeHost: @MainActor () -> any LayerHost = { () -> any LayerHost in
        LiveHost(size: standard.size, scale: standard.scale)
    }

    /// What `AGATE_SIZE` says of a screen that nobody chose: WIDTHxHEIGHT in points, then @SCALE where it is not 2; a phone is
    /// 390x844@3. Nil, and a diagnostic, for anything else.
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

    /// The screen that windows go to unless they say otherwise.
    open class var main: UIScreen {
        if let chosen { return chosen }
        let made = UIScreen(makeHost())
        chosen = made
        return made
    }

    /// The screen of a host, always the same.
    public static func of(_ host: any LayerHost) -> UIScreen {
        if let chosen, chosen.host === host { return chosen }
        if let screen = known[ObjectIdentifier(host)]?.screen, screen.host === host { return screen }
        return UIScreen(host)
    }

    /// Makes a host's screen the main one: what `UIApplicationMain` does with the window it opens.
    public static func makeMain(_ host: any LayerHost) { of(host).becomeMain() }

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
        // Whoever listened already goes on hearing.
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

    // MARK: What it is

    /// The screen's rectangle, in points.
    open var bounds: CGRect { rectangle }
    /// The screen's rectangle, in pixels.
    open var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale) }
    /// Pixels a point.
    open var scale: CGFloat { host.scale }
    /// Pixels a point.
    open var nativeScale: CGFloat { host.scale }
    /// How bright it is, 0...1; what lies beyond is cut, and no number changes nothing. 1 at first. Agate sets no backlight: a change is
    /// posted, and one diagnostic says that nothing is seen of it.
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
    /// Whether it shows nothing of another one; always.
    open var mirrored: UIScreen? { nil }
    /// Whether somebody records it; nobody says so on Linux.
    open var isCaptured: Bool { false }
    /// All screens: the main one, since others are known only to who made them.
    open class var screens: [UIScreen] { [main] }
    /// The space of the screen.
    open var coordinateSpace: any UICoordinateSpace { ScreenSpace(self) }
    /// The space of the screen, which does not turn.
    open var fixedCoordinateSpace: any UICoordinateSpace { ScreenSpace(self) }
    /// A view that shows what the screen shows now: its windows, back to front.
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
    /// Posted with the screen when a program changed its `brightness`.
    nonisolated public static let brightnessDidChangeNotification = NSNotification.Name("UIScreenBrightnessDidChangeNotification")
    /// For observers that expect it; nothing posts it: `screens` is the main screen alone.
    nonisolated public static let didConnectNotification = NSNotification.Name("UIScreenDidConnectNotification")
    /// For observers that expect it; nothing posts it: `screens` is the main screen alone.
    nonisolated public static let didDisconnectNotification = NSNotification.Name("UIScreenDidDisconnectNotification")
    /// For observers that expect it; nothing posts it: a screen's size follows its host.
    nonisolated public static let modeDidChangeNotification = NSNotification.Name("UIScreenModeDidChangeNotification")

    /// How often it can refresh in a second.
    open var maximumFramesPerSecond: Int { 60 }

    /// Light or dark for all windows on it. Linux has no setting that all desktops share; programs that read their desktop's say it here.
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

    /// Back to front: by level, then by when they were shown.
    var windows: [UIWindow] {
        let all = members.compactMap(\.window)
        return all.enumerated().sorted { ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset) }.map(
            \.element)
    }

    /// Adds a window, or brings it to the front of its level.
    func add(_ window: UIWindow) {
        members.removeAll { $0.window == nil || $0.window === window }
        members.append(WeakWindow(window: window))
        arrange()
    }

    func arrange() { for window in windows { host.layer.addSublayer(window.layer) } }

    // MARK: Input

    /// Passes an event of the host to the application. Hosts call it; tests may.
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
        // Windows that filled the host go on filling it.
        let filling = windows.filter { $0.frame == old }, traits = Self.traits(host)
        let changes = filling.map { SizeChange(of: $0, to: rectangle.size, traits) }
        change(traits)
        for window in filling { window.frame = rectangle }
        for change in changes { change.finish() }
    }
}
