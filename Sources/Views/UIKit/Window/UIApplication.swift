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

    /// Posted when the application has started.
    nonisolated public static let didFinishLaunchingNotification = NSNotification.Name("UIApplicationDidFinishLaunchingNotification")
    /// Posted when it takes input.
    nonisolated public static let didBecomeActiveNotification = NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    /// Posted before it stops taking input.
    nonisolated public static let willResignActiveNotification = NSNotification.Name("UIApplicationWillResignActiveNotification")
    /// Posted when its windows are hidden.
    nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
    /// Posted before its windows show again.
    nonisolated public static let willEnterForegroundNotification = NSNotification.Name("UIApplicationWillEnterForegroundNotification")
    /// For observers that expect it; nothing posts it on Linux.
    nonisolated public static let didReceiveMemoryWarningNotification = NSNotification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
    /// Posted before it ends.
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
    /// One diagnostic says so when it is set.
    open var isIdleTimerDisabled = false {
        didSet {
            KeptProperty.report("UIApplication.isIdleTimerDisabled", isIdleTimerDisabled, "the desktop decides when the screen sleeps")
        }
    }

    /// The scenes: one for each screen that is known, which is the main one.
    open var connectedScenes: Set<UIScene> { [UIWindowScene.of(.main)] }
    /// The lives of the scenes.
    open var openSessions: Set<UISceneSession> { Set(connectedScenes.map(\.session)) }
    /// Whether there can be several scenes; not on Linux.
    open var supportsMultipleScenes: Bool { false }
    /// Into which direction the program's language reads.
    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UIScreen.main.traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }
    /// How large text is wanted: the usual size, there is no setting on Linux.
    open var preferredContentSizeCategory: UIContentSizeCategory { .large }
    /// The bar at the top: there is none on Linux. So are the others.
    open var statusBarFrame: CGRect { .zero }
    /// There is no status bar on Linux; kept, without effect.
    open var isStatusBarHidden = true
    /// There is no status bar on Linux; kept, without effect.
    open var statusBarStyle = UIStatusBarStyle.default
    /// How the interface stands: by the shape of the main screen.
    open var statusBarOrientation: UIInterfaceOrientation {
        UIScreen.main.bounds.width > UIScreen.main.bounds.height ? .landscapeLeft : .portrait
    }
    /// Kept: there is no such bar.
    open func setStatusBarHidden(_ hidden: Bool, with animation: UIStatusBarAnimation) { isStatusBarHidden = hidden }
    /// Kept: there is no such bar.
    open func setStatusBarStyle(_ statusBarStyle: UIStatusBarStyle, animated: Bool) { self.statusBarStyle = statusBarStyle }
    /// A number on the program's picture; kept.
    open var applicationIconBadgeNumber = 0
    /// Kept: nothing shows it.
    open var isNetworkActivityIndicatorVisible = false
    /// Kept.
    open var applicationSupportsShakeToEdit = true
    /// How much time is left in the background: no end.
    open var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }
    /// Programs on Linux go on in the background: what is begun needs no permission, and its handler is not called.
    open func beginBackgroundTask(expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }
    /// The same, with a name for debugging, which is not kept. Each call returns another identifier.
    open func beginBackgroundTask(withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil)
        -> UIBackgroundTaskIdentifier
    {
        backgroundTasks += 1
        return UIBackgroundTaskIdentifier(rawValue: backgroundTasks)
    }
    /// Ends what `beginBackgroundTask` began: nothing, since programs on Linux are not suspended.
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
    private var backgroundTasks = 0

    /// Whether the desktop can open an address: whether `xdg-open` is installed.
    open func canOpenURL(_ url: URL) -> Bool { Self.opener != nil }
    /// Opens an address by the desktop's `xdg-open`.
    /// - Parameter completion: reported whether it could be started.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        var isStarted = false
        if let program = Self.opener {
            let process = Process()
            process.executableURL = program
            process.arguments = [url.absoluteString]
            isStarted = (try? process.run()) != nil
        }
        completion?(isStarted)
    }
    private static let opener: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
        .map { URL(fileURLWithPath: "\($0)/xdg-open") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }

    /// Options of opening addresses.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Whether an address opens only in a program that its site names. Not read: `xdg-open` decides.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }
    /// Options that come with an address.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The identifier of the program that opened the address. Nothing passes it on Linux.
        public static let sourceApplication = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
        /// What the program that opened the address adds. Nothing passes it on Linux.
        public static let annotation = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
    }
    /// The address of the program's page in the system's settings. Linux has no such page: `open(_:options:completionHandler:)` gives it to
    /// `xdg-open`, which opens nothing unless a program is set for it.
    nonisolated public static let openSettingsURLString = "app-settings:"
    /// 0 seconds. For sources that name it: nothing is fetched in the background.
    nonisolated public static let backgroundFetchIntervalMinimum: TimeInterval = 0
    /// For observers that expect it, at midnight or a change of time zone; nothing posts it on Linux.
    nonisolated public static let significantTimeChangeNotification = NSNotification.Name("UIApplicationSignificantTimeChangeNotification")
    /// For observers that expect it; nothing posts it on Linux.
    nonisolated public static let userDidTakeScreenshotNotification = NSNotification.Name("UIApplicationUserDidTakeScreenshotNotification")
    /// For observers that expect it; nothing posts it: there is no status bar on Linux, and screens do not turn.
    nonisolated public static let didChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarOrientationNotification")
    /// For observers that expect it; nothing posts it: there is no status bar on Linux, and screens do not turn.
    nonisolated public static let willChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationWillChangeStatusBarOrientationNotification")
    /// For observers that expect it; nothing posts it: there is no status bar on Linux.
    nonisolated public static let didChangeStatusBarFrameNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarFrameNotification")

    /// Calls a method of a target, or of the first responder that has it.
    @discardableResult
    open func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
        if let control = sender as? UIControl {
            ControlTargets.perform(action, on: target.map { $0 as AnyObject }, control, event)
            return true
        }
        guard let target = target.map({ $0 as AnyObject }) ?? keyWindow?.firstResponder else { return false }
        action.send(to: target, [sender, event])
        return true
    }

    open override var next: UIResponder? { delegate as? UIResponder }

    // MARK: Events

    /// Passes an event to the windows that it is about.
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

    func isActive(_ flag: Bool, on screen: UIScreen) {
        guard applicationState != .background, flag != (applicationState == .active) else { return }
        let scene = UIWindowScene.of(screen)
        if !flag {
            scene.report(UIScene.willDeactivateNotification) { $0.sceneWillResignActive(scene) }
            delegate?.applicationWillResignActive(self)
            post(Self.willResignActiveNotification)
        }
        applicationState = flag ? .active : .inactive
        if flag {
            scene.report(UIScene.didActivateNotification) { $0.sceneDidBecomeActive(scene) }
            delegate?.applicationDidBecomeActive(self)
            post(Self.didBecomeActiveNotification)
        }
    }

    func isShown(_ flag: Bool, on screen: UIScreen) {
        guard flag == (applicationState == .background) else { return }
        let scene = UIWindowScene.of(screen)
        if flag {
            scene.report(UIScene.willEnterForegroundNotification) { $0.sceneWillEnterForeground(scene) }
            delegate?.applicationWillEnterForeground(self)
            post(Self.willEnterForegroundNotification)
            applicationState = .inactive
            isActive(true, on: screen)
        } else {
            isActive(false, on: screen)
            applicationState = .background
            scene.report(UIScene.didEnterBackgroundNotification) { $0.sceneDidEnterBackground(scene) }
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

/// What of an application's delegate looks as on Apple's systems, where members may be left out.
@preconcurrency @MainActor public protocol _UIApplicationDelegateWindow: NSObjectProtocol {}

extension _UIApplicationDelegateWindow {
    /// The window, as one reads a member that may be missing: `delegate?.window??.rootViewController`.
    @_disfavoredOverload public var window: UIWindow?? { (self as? any UIApplicationDelegate).map { $0.window as UIWindow? } }
}

/// Hears of what happens to the program. Every method may be left out.
@preconcurrency @MainActor public protocol UIApplicationDelegate: _UIApplicationDelegateWindow {
    /// The window that the delegate keeps.
    var window: UIWindow? { get set }
    /// The program is about to start; false is kept for sources that answer it.
    func application(_ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?)
        -> Bool
    /// The program has started: make windows here.
    func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?)
        -> Bool
    /// The application has started, and its windows may be made.
    func applicationDidFinishLaunching(_ application: UIApplication)
    /// It takes input now.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// It is about to stop taking input.
    func applicationWillResignActive(_ application: UIApplication)
    /// Its windows are hidden.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// Its windows are about to show again.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// It is about to end.
    func applicationWillTerminate(_ application: UIApplication)
    /// Memory runs short. Not called on Linux.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    /// Whether the program could open an address. Not called on Linux: nothing passes addresses to a program that runs.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
    /// How the interface of a window may stand. Not asked on Linux: screens do not turn.
    func application(_ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?) -> UIInterfaceOrientationMask
    /// The configuration of a new scene. Asked once, when the program starts, for the scene of the main screen. An object of its
    /// `delegateClass` becomes the scene's delegate; the rest of it has no effect.
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession, options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// People closed scenes. Not called on Linux: closing the main window ends the program.
    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
}

/// Something that goes on in the background.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The task that is none: 0. `beginBackgroundTask` never returns it.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplicationDelegate {
    /// Does nothing.
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    /// False: the program opens no addresses.
    public func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { false }
    /// All orientations.
    public func application(_ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?) -> UIInterfaceOrientationMask
    { .all }
    /// A configuration without a name, of the session's role.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession, options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role) }
    /// Does nothing.
    public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}
    /// Nil; what is set is not kept.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
    /// True, which the start does not look at.
    public func application(
        _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    /// Calls `applicationDidFinishLaunching(_:)`, and returns true.
    public func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        applicationDidFinishLaunching(application)
        return true
    }
    /// Does nothing.
    public func applicationDidFinishLaunching(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}
}
