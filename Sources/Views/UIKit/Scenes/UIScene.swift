import ObjectiveCRuntime
import QuartzCore

/// One instance of the program's interface. On Linux a scene is a screen that holds windows: a desktop window, or a bitmap.
@preconcurrency @MainActor open class UIScene: UIResponder {
    /// The activation state of a scene.
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive, foregroundInactive, background
    }

    /// The options that a scene was opened with; empty on Linux.
    open class ConnectionOptions: NSObject {
        /// The URLs to open.
        open var urlContexts: Set<UIOpenURLContext> { [] }
    }

    /// The options of opening URLs.
    open class OpenExternalURLOptions: NSObject {}

    /// The session of the scene.
    public let session: UISceneSession
    /// The delegate, called when the scene's state changes.
    open var delegate: (any UISceneDelegate)?
    /// The title in a list of windows. Stored, without effect.
    open var title: String! = ""

    /// Creates a scene for a session.
    public init(session: UISceneSession, connectionOptions: ConnectionOptions) {
        self.session = session
        super.init()
        session.scene = self
    }

    /// The activation state of the scene, which is that of the program.
    open var activationState: ActivationState {
        switch UIApplication.shared.applicationState {
        case .active: .foregroundActive
        case .inactive: .foregroundInactive
        case .background: .background
        }
    }

    open override var next: UIResponder? { UIApplication.shared }

    /// Calls the delegate, then posts a notification.
    final func report(_ name: NSNotification.Name, _ call: (any UISceneDelegate) -> Void) {
        if let delegate { call(delegate) }
        NotificationCenter.default.post(name: name, object: self)
    }

    /// Connects the scene when the program starts. Creates the scene's delegate, of the class that the application's delegate returned, and
    /// calls it.
    final func connect(_ chooser: (any UIApplicationDelegate)?, _ application: UIApplication) {
        let options = ConnectionOptions()
        let chosen: AnyClass? = chooser?.application(application, configurationForConnecting: session, options: options).delegateClass
        if delegate == nil, let type = chosen as? NSObject.Type { delegate = DynamicObject.make(type) as? any UISceneDelegate }
        report(Self.willConnectNotification) { $0.scene(self, willConnectTo: session, options: options) }
    }

    /// Disconnects the scene when the program ends.
    final func disconnect() { report(Self.didDisconnectNotification) { $0.sceneDidDisconnect(self) } }

    /// Posted with the scene when the program starts, after the call of its delegate, if any. Not posted for screens created later.
    nonisolated public static let willConnectNotification = NSNotification.Name("UISceneWillConnectNotification")
    /// Posted with the scene when the main window has closed, before the program ends.
    nonisolated public static let didDisconnectNotification = NSNotification.Name("UISceneDidDisconnectNotification")
    /// Posted with the scene when it becomes able to receive input.
    nonisolated public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    /// Posted with the scene before it stops receiving input.
    nonisolated public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    /// Posted with the scene before its windows appear: at the start, and each time they appear again.
    nonisolated public static let willEnterForegroundNotification = NSNotification.Name("UISceneWillEnterForegroundNotification")
    /// Posted with the scene when its windows are hidden.
    nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("UISceneDidEnterBackgroundNotification")
}

/// The scene of a screen with its windows.
@preconcurrency @MainActor open class UIWindowScene: UIScene {
    /// The screen of the scene; the main one once its own is gone.
    open var screen: UIScreen { own ?? UIScreen.main }
    private weak var own: UIScreen?

    /// Returns the scene of a screen, always the same one.
    static func of(_ screen: UIScreen) -> UIWindowScene {
        if let scene = screen.scene { return scene }
        let scene = UIWindowScene(session: UISceneSession(), connectionOptions: ConnectionOptions())
        scene.own = screen
        screen.scene = scene
        return scene
    }

    /// The scene's windows, back to front.
    open var windows: [UIWindow] { screen.windows }
    /// The key window, if it belongs to the scene.
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
    /// The interface orientation, derived from the screen's size.
    open var interfaceOrientation: UIInterfaceOrientation { screen.bounds.width > screen.bounds.height ? .landscapeLeft : .portrait }
    /// The traits of the screen.
    open var traitCollection: UITraitCollection { screen.traitCollection }
    /// The coordinate space of the screen.
    open var coordinateSpace: any UICoordinateSpace { screen.coordinateSpace }
    /// The manager of the status bar, which Linux doesn't have.
    open private(set) lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager()
    /// The limits of the scene's size. Stored, without effect: the desktop decides.
    open private(set) lazy var sizeRestrictions: UISceneSizeRestrictions? = UISceneSizeRestrictions()
}

/// The session of a scene.
@preconcurrency @MainActor open class UISceneSession: NSObject {
    /// The purpose of a scene.
    public struct Role: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The role of windows that receive input; every session has it.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
        /// The role of windows on another screen that receive no input; no session has it.
        public static let windowExternalDisplayNonInteractive = Role(rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
    }

    /// The scene, once it exists.
    open internal(set) weak var scene: UIScene?
    /// The purpose of the session's scene.
    open var role: Role { .windowApplication }
    /// The configuration of the session.
    open var configuration: UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: role) }
    /// The unique identifier of the session.
    public let persistentIdentifier = UUID().uuidString
    /// Values that the program assigns.
    open var userInfo: [String: Any]?
}

/// The configuration of a scene.
@preconcurrency @MainActor open class UISceneConfiguration: NSObject {
    /// The name of the configuration; nil for none. Stored, without effect.
    public let name: String?
    /// The purpose of the scene.
    public let role: UISceneSession.Role
    /// The class of the scene's delegate.
    open var delegateClass: AnyClass?
    /// The class of the scene.
    open var sceneClass: AnyClass?

    /// Creates a configuration with a name.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        (self.name, role) = (name, sessionRole)
        super.init()
    }
}

/// The limits of a scene's size. Stored, without effect: the desktop decides.
@preconcurrency @MainActor open class UISceneSizeRestrictions: NSObject {
    /// The minimum size in points; zero by default. Stored, without effect; setting it reports one diagnostic.
    open var minimumSize = CGSize.zero {
        didSet {
            KeptProperty.report(
                "UISceneSizeRestrictions.minimumSize", minimumSize != .zero, "the desktop decides the minimum window size")
        }
    }
    /// The maximum size in points; unlimited by default. Stored, without effect; setting it reports one diagnostic.
    open var maximumSize = CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude) {
        didSet {
            KeptProperty.report(
                "UISceneSizeRestrictions.maximumSize",
                maximumSize.width < .greatestFiniteMagnitude || maximumSize.height < .greatestFiniteMagnitude,
                "the desktop decides the maximum window size")
        }
    }
}

/// The manager of the status bar. Linux has no status bar.
@preconcurrency @MainActor open class UIStatusBarManager: NSObject {
    /// Always zero: there is no status bar on Linux.
    open var statusBarFrame: CGRect { .zero }
    /// Always true: there is no status bar on Linux.
    open var isStatusBarHidden: Bool { true }
    /// Always `default`: there is no status bar on Linux.
    open var statusBarStyle: UIStatusBarStyle { .default }
}

/// The style of the status bar. Stored, without effect: there is no status bar on Linux.
public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent = 3 }
/// The animation of the status bar. Stored, without effect.
public enum UIStatusBarAnimation: Int, Sendable { case none, fade, slide }

/// A URL that a scene opens.
@preconcurrency @MainActor open class UIOpenURLContext: NSObject {
    /// The URL.
    public let url: URL
    init(_ url: URL) {
        self.url = url
        super.init()
    }
}

/// The delegate of a scene, called when its state changes. Every method is optional. The delegate is an object of the class that
/// `application(_:configurationForConnecting:options:)` names, or one that the program sets.
@preconcurrency @MainActor public protocol UISceneDelegate: NSObjectProtocol {
    /// Called when a scene has been created for the delegate.
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// Called when the scene has been removed permanently.
    func sceneDidDisconnect(_ scene: UIScene)
    /// Called when the scene becomes able to receive input.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// Called before the scene stops receiving input.
    func sceneWillResignActive(_ scene: UIScene)
    /// Called before the scene's windows appear again.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// Called when the scene's windows are hidden.
    func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {}
    /// Does nothing.
    public func sceneDidDisconnect(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillResignActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// The delegate of a scene with windows.
@preconcurrency @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The window that the delegate retains.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// Nil, and setting it has no effect; for delegates that retain no window.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}

/// The reason for which a scene wasn't made or ended.
public struct UISceneError: CustomNSError, LocalizedError, Sendable, Hashable {
    /// The kind of an error, with Apple's numbers.
    public enum Code: Int, Sendable, Hashable { case multipleScenesNotSupported = 0, requestDenied = 1, geometryRequestUnsupported = 100 }
    /// The kind of the error.
    public let code: Code
    /// The domain of the errors, for Foundation.
    public static var errorDomain: String { "UISceneErrorDomain" }
    /// The number of the kind, for Foundation.
    public var errorCode: Int { code.rawValue }
    /// The text of the error.
    public var errorDescription: String? {
        code == .multipleScenesNotSupported ? "Agate has one scene for each screen" : "the scene of a screen can't be changed"
    }
    /// Creates an error.
    public init(code: Code) { self.code = code }
}
