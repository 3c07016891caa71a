import Agate
import QuartzCore

/// The program as a whole: where events come in, and whether it is seen.
@preconcurrency @MainActor open class UIApplication: UIResponder {
    /// Whether the program is in use.
    public enum State: Int, Sendable { case active, inactive, background }

    /// What a start was asked for; empty on Linux.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    nonisolated public static let didFinishLaunchingNotification = NSNotification.Name("UIApplicationDidFinishLaunchingNotification")
    nonisolated public static let didBecomeActiveNotification = NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    nonisolated public static let willResignActiveNotification = NSNotification.Name("UIApplicationWillResignActiveNotification")
    nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
    nonisolated public static let willEnterForegroundNotification = NSNotification.Name("UIApplicationWillEnterForegroundNotification")
    nonisolated public static let didReceiveMemoryWarningNotification = NSNotification.Name("UIApplicationDidReceiveMemoryWarningNotification")
    nonisolated public static let willTerminateNotification = NSNotification.Name("UIApplicationWillTerminateNotification")

    private static var made: UIApplication?

    /// The program.
    public class var shared: UIApplication {
        if let made { return made }
        let application = UIApplication()
        made = application
        return application
    }

    /// Makes an instance of another class the program's, at the start.
    static func use(_ application: UIApplication) { made = application }

    @preconcurrency @MainActor public override init() { super.init() }

    /// Who hears of what happens to the program; not kept.
    open weak var delegate: (any UIApplicationDelegate)?
    /// Whether the program is in use.
    open private(set) var applicationState = State.active
    /// The windows of the main screen, back to front.
    open var windows: [UIWindow] { UIScreen.main.windows }
    /// The window that keys go to.
    open internal(set) weak var keyWindow: UIWindow?
    /// Whether the screen stays on; kept for sources that set it, the desktop decides.
    open var isIdleTimerDisabled = false

    open override var next: UIResponder? { delegate as? UIResponder }

    // MARK: Events

    /// Hands an event to the windows that it is about.
    open func sendEvent(_ event: UIEvent) {
        if event is UIPressesEvent { return keyWindow.map { $0.sendEvent(event) } ?? () }
        var windows: [UIWindow] = []
        for touch in event.allTouches ?? [] where touch.phase != .stationary {
            if let window = touch.window, !windows.contains(where: { $0 === window }) { windows.append(window) }
        }
        for window in windows { window.sendEvent(event) }
    }

    private var ignoring = 0
    /// Until `endIgnoringInteractionEvents`, touches and keys are dropped. Calls nest.
    open func beginIgnoringInteractionEvents() { ignoring += 1 }
    /// Ends one `beginIgnoringInteractionEvents`.
    open func endIgnoringInteractionEvents() { ignoring = max(0, ignoring - 1) }
    /// Whether touches and keys are dropped.
    open var isIgnoringInteractionEvents: Bool { ignoring > 0 }

    // MARK: What the host says

    func isActive(_ flag: Bool) {
        guard applicationState != .background, flag != (applicationState == .active) else { return }
        if !flag {
            delegate?.applicationWillResignActive(self)
            post(Self.willResignActiveNotification)
        }
        applicationState = flag ? .active : .inactive
        if flag {
            delegate?.applicationDidBecomeActive(self)
            post(Self.didBecomeActiveNotification)
        }
    }

    func isShown(_ flag: Bool) {
        guard flag == (applicationState == .background) else { return }
        if flag {
            delegate?.applicationWillEnterForeground(self)
            post(Self.willEnterForegroundNotification)
            applicationState = .inactive
            isActive(true)
        } else {
            isActive(false)
            applicationState = .background
            delegate?.applicationDidEnterBackground(self)
            post(Self.didEnterBackgroundNotification)
        }
    }

    /// What a request to close the main screen does, in a program that `UIApplicationMain` started.
    var onClose: (() -> Void)?

    func closeRequested(_ screen: UIScreen) {
        if let onClose, screen === UIScreen.main { return onClose() }
        // A window that the program opened by itself closes, as it would without views.
        (screen.host as? WindowHost)?.close()
    }

    func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// Hears of what happens to the program. Every method may be left out.
@preconcurrency @MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The window that the delegate keeps.
    var window: UIWindow? { get set }
    /// The program is about to start; false is kept for sources that answer it.
    func application(_ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool
    /// The program has started: make windows here.
    func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool
    func applicationDidFinishLaunching(_ application: UIApplication)
    func applicationDidBecomeActive(_ application: UIApplication)
    func applicationWillResignActive(_ application: UIApplication)
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
    func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }
    public func application(_ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool { true }
    public func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
        applicationDidFinishLaunching(application)
        return true
    }
    public func applicationDidFinishLaunching(_ application: UIApplication) {}
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    public func applicationWillResignActive(_ application: UIApplication) {}
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    public func applicationWillTerminate(_ application: UIApplication) {}
}
