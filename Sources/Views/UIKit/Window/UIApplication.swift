import Agate
import ObjectiveCRuntime
import QuartzCore

/// The program as a whole, which receives events and has an activation state.
@preconcurrency @MainActor open class UIApplication: UIResponder {
    /// The activation state of the program.
    public enum State: Int, Sendable { case active, inactive, background }

    /// The keys of launch options. The options are always empty on Linux.
    public struct LaunchOptionsKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Posted when the application has started.
    nonisolated public static let didFinishLaunchingNotification = NSNotification.Name("UIApplicationDidFinishLaunchingNotification")
    /// Posted when the application becomes able to receive input.
    nonisolated public static let didBecomeActiveNotification = NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    /// Posted before the application stops receiving input.
    nonisolated public static let willResignActiveNotification = NSNotification.Name("UIApplicationWillResignActiveNotification")
    /// Posted when the application's windows are hidden.
    nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
    /// Posted before the application's windows appear again.
    nonisolated public static let willEnterForegroundNotification = NSNotification.Name("UIApplicationWillEnterForegroundNotification")
    /// Never posted on Linux. It exists for source compatibility.
    nonisolated public static let didReceiveMemoryWarningNotification = NSNotification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
    /// Never posted on Linux, because there is no status bar. It exists for source compatibility.
    nonisolated public static let willChangeStatusBarFrameNotification = NSNotification.Name(
        "UIApplicationWillChangeStatusBarFrameNotification")
    /// The user info key of an orientation in these notifications.
    nonisolated public static let statusBarOrientationUserInfoKey = "UIApplicationStatusBarOrientationUserInfoKey"
    /// The user info key of a frame in these notifications.
    nonisolated public static let statusBarFrameUserInfoKey = "UIApplicationStatusBarFrameUserInfoKey"

    /// Returns a class property by its key, as key-value coding of the class does: the shared application for `sharedApplication`. Code
    /// that is also compiled for application extensions reads it in this way. Other keys give nil.
    public class func value(forKey key: String) -> Any? { key == "sharedApplication" || key == "shared" ? shared : nil }
    /// Returns a class property by its key path: see ``value(forKey:)-swift.type.method``.
    public class func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }

    /// Posted before the application terminates.
    nonisolated public static let willTerminateNotification = NSNotification.Name("UIApplicationWillTerminateNotification")

    private static var made: UIApplication?

    /// The application.
    public class var shared: UIApplication {
        if let made { return made }
        let application = UIApplication()
        made = application
        return application
    }

    /// Sets the application at launch to an instance of another class.
    static func use(_ application: UIApplication) { made = application }

    @preconcurrency @MainActor public override init() { super.init() }

    /// The delegate, called when the application's state changes; not retained.
    open weak var delegate: (any UIApplicationDelegate)?
    /// The activation state of the program.
    open private(set) var applicationState = State.active
    /// The windows of the main screen, back to front; those of the key window's screen if the main one has none.
    open var windows: [UIWindow] {
        let windows = UIScreen.main.windows
        return windows.isEmpty ? keyWindow?.screen.windows ?? [] : windows
    }
    /// The window that receives key events.
    open internal(set) weak var keyWindow: UIWindow?
    /// A Boolean value that indicates whether the screen stays on. Stored, without effect: the desktop decides. Setting it to true reports
    /// one diagnostic.
    open var isIdleTimerDisabled = false {
        didSet {
            KeptProperty.report("UIApplication.isIdleTimerDisabled", isIdleTimerDisabled, "the desktop decides when the screen sleeps")
        }
    }

    /// The scenes: only the one of the main screen; if that has no windows, the one of the key window, or of the window that was shown
    /// last.
    open var connectedScenes: Set<UIScene> { [UIWindowScene.of(.connected)] }
    /// The sessions of the scenes.
    open var openSessions: Set<UISceneSession> { Set(connectedScenes.map(\.session)) }
    /// Asks for another scene. There is one, so the handler is called with an error.
    open func requestSceneSessionActivation(
        _ sceneSession: UISceneSession?, userActivity: NSUserActivity?, options: NSObject?, errorHandler: ((any Error) -> Void)? = nil
    ) { errorHandler?(UISceneError(code: .multipleScenesNotSupported)) }
    /// Asks for the end of a scene. The scene of a program ends with it, so the handler is called with an error.
    open func requestSceneSessionDestruction(
        _ sceneSession: UISceneSession, options: NSObject?, errorHandler: ((any Error) -> Void)? = nil
    ) { errorHandler?(UISceneError(code: .requestDenied)) }
    /// Does nothing: there are no pictures of scenes in the background.
    open func requestSceneSessionRefresh(_ sceneSession: UISceneSession) {}
    /// Returns the orientations that a window may have: those that the delegate returns.
    open func supportedInterfaceOrientations(for window: UIWindow?) -> UIInterfaceOrientationMask {
        delegate?.application(self, supportedInterfaceOrientationsFor: window) ?? .all
    }
    /// A Boolean value that indicates whether there can be several scenes; always false on Linux.
    open var supportsMultipleScenes: Bool { false }
    /// The layout direction of the program's language.
    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UIScreen.main.traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }
    /// The preferred text size; always the default size, because Linux has no such setting.
    open var preferredContentSizeCategory: UIContentSizeCategory { .large }
    /// The frame of the status bar; always zero, because there is no status bar on Linux.
    open var statusBarFrame: CGRect { .zero }
    /// There is no status bar on Linux. Stored, without effect.
    open var isStatusBarHidden = true
    /// There is no status bar on Linux. Stored, without effect.
    open var statusBarStyle = UIStatusBarStyle.default
    /// The interface orientation, derived from the main screen's size.
    open var statusBarOrientation: UIInterfaceOrientation {
        UIScreen.main.bounds.width > UIScreen.main.bounds.height ? .landscapeLeft : .portrait
    }
    /// Stored, without effect: there is no status bar.
    open func setStatusBarHidden(_ hidden: Bool, with animation: UIStatusBarAnimation) { isStatusBarHidden = hidden }
    /// Stored, without effect: there is no status bar.
    open func setStatusBarStyle(_ statusBarStyle: UIStatusBarStyle, animated: Bool) { self.statusBarStyle = statusBarStyle }
    /// A number on the program's icon. Stored, without effect.
    open var applicationIconBadgeNumber = 0
    /// Stored, without effect: there is no indicator.
    open var isNetworkActivityIndicatorVisible = false
    /// Stored, without effect.
    open var applicationSupportsShakeToEdit = true
    /// The remaining time in the background: unlimited.
    open var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }
    /// Returns an identifier. Programs on Linux continue in the background: a task needs no permission, and its handler isn't called.
    open func beginBackgroundTask(expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }
    /// Returns an identifier. The name, which is for debugging, isn't stored. Each call returns another identifier.
    open func beginBackgroundTask(withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil)
        -> UIBackgroundTaskIdentifier
    {
        backgroundTasks += 1
        return UIBackgroundTaskIdentifier(rawValue: backgroundTasks)
    }
    /// Ends a task of `beginBackgroundTask`. Does nothing, since programs on Linux aren't suspended.
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
    private var backgroundTasks = 0

    /// Returns whether the desktop can open a URL: true if `xdg-open` is installed.
    open func canOpenURL(_ url: URL) -> Bool { Self.opener != nil }
    /// Opens a URL with the desktop's `xdg-open`.
    /// - Parameter completion: A closure called with true if `xdg-open` was started.
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

    /// Opens a URL, as iOS 2 to 9 did it. Returns true if `xdg-open` was started.
    @discardableResult open func openURL(_ url: URL) -> Bool {
        var isOpen = false
        open(url) { isOpen = $0 }
        return isOpen
    }

    /// The options of opening a URL.
    public struct OpenExternalURLOptionsKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A Boolean value that restricts a URL to programs that its site names. Ignored: `xdg-open` decides.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }
    /// The options that come with a URL.
    public struct OpenURLOptionsKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The identifier of the program that opened the URL. Never present on Linux.
        public static let sourceApplication = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
        /// Information from the program that opened the URL. Never present on Linux.
        public static let annotation = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
    }
    /// The URL of the program's page in the system settings. Linux has no such page: `open(_:options:completionHandler:)` passes the URL to
    /// `xdg-open`, which opens nothing unless a program is registered for it.
    nonisolated public static let openSettingsURLString = "app-settings:"
    /// 0 seconds, for source compatibility: there are no background fetches.
    nonisolated public static let backgroundFetchIntervalMinimum: TimeInterval = 0
    /// The notification of midnight or a time zone change. Never posted on Linux; it exists for source compatibility.
    nonisolated public static let significantTimeChangeNotification = NSNotification.Name("UIApplicationSignificantTimeChangeNotification")
    /// Never posted on Linux. It exists for source compatibility.
    nonisolated public static let userDidTakeScreenshotNotification = NSNotification.Name("UIApplicationUserDidTakeScreenshotNotification")
    /// Never posted: there is no status bar on Linux, and screens don't rotate. It exists for source compatibility.
    nonisolated public static let didChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarOrientationNotification")
    /// Never posted: there is no status bar on Linux, and screens don't rotate. It exists for source compatibility.
    nonisolated public static let willChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationWillChangeStatusBarOrientationNotification")
    /// Never posted: there is no status bar on Linux. It exists for source compatibility.
    nonisolated public static let didChangeStatusBarFrameNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarFrameNotification")

    /// Calls a method of the target, with the sender and the event as far as it has parameters for them. Controls, bar items and programs
    /// call it; subclasses may override it.
    /// - Parameter target: The target; nil for the first object that has the method in the responder chain of the key window's first
    ///   responder, and then in that of the sender, or of the key window if the sender is no responder.
    /// - Returns: True if an object has handled the action.
    @discardableResult
    open func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
        let arguments: [Any?] = [sender, event]
        if let target { return action.reach(target as AnyObject, arguments) }
        if let first = keyWindow?.firstResponder, first.send(action, arguments) { return true }
        return (sender as? UIResponder ?? keyWindow ?? self).send(action, arguments)
    }

    open override var next: UIResponder? { delegate as? UIResponder }

    // MARK: Events

    /// Passes an event to the windows of its touches, or presses to the key window.
    open func sendEvent(_ event: UIEvent) {
        if event is UIPressesEvent { return keyWindow.map { $0.sendEvent(event) } ?? () }
        var windows: [UIWindow] = []
        for touch in event.allTouches ?? [] where touch.phase != .stationary {
            if let window = touch.window, !windows.contains(where: { $0 === window }) { windows.append(window) }
        }
        for window in windows { window.sendEvent(event) }
    }

    private var ignoring = 0
    /// Drops touches and keys until `endIgnoringInteractionEvents`. Calls nest.
    open func beginIgnoringInteractionEvents() { ignoring += 1 }
    /// Ends one `beginIgnoringInteractionEvents`.
    open func endIgnoringInteractionEvents() { ignoring = max(0, ignoring - 1) }
    /// A Boolean value that indicates whether touches and keys are dropped.
    open var isIgnoringInteractionEvents: Bool { ignoring > 0 }

    // MARK: Host events

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

    /// The reaction to a close request of the main screen, in a program that `UIApplicationMain` started.
    var onClose: (() -> Void)?

    func closeRequested(_ screen: UIScreen) {
        if let onClose, screen === UIScreen.program { return onClose() }
        // A window that the program has opened itself closes, as it does without views.
        (screen.host as? WindowHost)?.close()
    }

    func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// The part of an application's delegate that source code uses as on Apple's systems, where members are optional.
@preconcurrency @MainActor public protocol _UIApplicationDelegateWindow: NSObjectProtocol {}

extension _UIApplicationDelegateWindow {
    /// The window as an optional member: `delegate?.window??.rootViewController`.
    public var window: UIWindow?? { (self as? any UIApplicationDelegate).map { $0.window as UIWindow? } }
}

/// The delegate of the application, called when its state changes. Every method is optional.
@preconcurrency @MainActor public protocol UIApplicationDelegate: _UIApplicationDelegateWindow {
    /// The window that the delegate retains. Of an object that is only known by the protocol, it is an optional member, `UIWindow??`, as on
    /// Apple's systems.
    @_disfavoredOverload var window: UIWindow? { get set }
    /// Called before the program starts. The result is ignored; it exists for source compatibility.
    func application(_ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?)
        -> Bool
    /// Called when the program has started. Programs create their windows here.
    func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?)
        -> Bool
    /// Called when the application has started. Programs may create their windows here.
    func applicationDidFinishLaunching(_ application: UIApplication)
    /// Called when the application becomes able to receive input.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// Called before the application stops receiving input.
    func applicationWillResignActive(_ application: UIApplication)
    /// Called when the application's windows are hidden.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// Called before the application's windows appear again.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// Called before the application terminates.
    func applicationWillTerminate(_ application: UIApplication)
    /// Called when memory is low. Not called on Linux.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    /// Opens a URL, and returns true if it succeeded. Not called on Linux: running programs don't receive URLs.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
    /// Returns the supported interface orientations of a window. Not called on Linux: screens don't rotate.
    func application(_ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?) -> UIInterfaceOrientationMask
    /// Returns the configuration of a new scene. Called once, when the program starts, for the scene of the main screen. An object of its
    /// `delegateClass` becomes the scene's delegate. Other properties have no effect.
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession, options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// Called when the user has closed scenes. Not called on Linux: closing the main window ends the program.
    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
}

/// The identifier of a background task.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The identifier of no task: 0. `beginBackgroundTask` never returns it.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplicationDelegate {
    /// Does nothing.
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    /// Returns false: the program opens no URLs.
    public func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { false }
    /// Returns all orientations.
    public func application(_ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?) -> UIInterfaceOrientationMask
    { .all }
    /// Returns a configuration without a name, for the session's role.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession, options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role) }
    /// Does nothing.
    public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}
    /// Nil, and setting it has no effect.
    @_disfavoredOverload public var window: UIWindow? {
        get { nil }
        set {}
    }
    /// Returns true, which is ignored.
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
