import QuartzCore

/// One showing of the program. On Linux a scene is a screen that windows stand on: a window of the desktop, or a bitmap.
@preconcurrency @MainActor open class UIScene: UIResponder {
    /// Whether it is in use.
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive, foregroundInactive, background
    }

    /// What it was opened with; empty on Linux.
    open class ConnectionOptions: NSObject {
        /// Addresses to open.
        open var urlContexts: Set<UIOpenURLContext> { [] }
    }

    /// Options of opening addresses.
    open class OpenExternalURLOptions: NSObject {}

    /// The life that the program's scenes share.
    public let session: UISceneSession
    /// Who hears of what happens to it.
    open var delegate: (any UISceneDelegate)?
    /// What is shown in a list of windows; kept.
    open var title: String! = ""

    /// A scene of a session.
    public init(session: UISceneSession, connectionOptions: ConnectionOptions) {
        self.session = session
        super.init()
        session.scene = self
    }

    /// Whether it is in use: as the program.
    open var activationState: ActivationState {
        switch UIApplication.shared.applicationState {
        case .active: .foregroundActive
        case .inactive: .foregroundInactive
        case .background: .background
        }
    }

    open override var next: UIResponder? { UIApplication.shared }

    /// Calls the delegate, then posts what happened.
    final func report(_ name: NSNotification.Name, _ call: (any UISceneDelegate) -> Void) {
        if let delegate { call(delegate) }
        NotificationCenter.default.post(name: name, object: self)
    }

    /// The program starts: makes the scene's delegate, of the class that the application's delegate chose, and calls it.
    final func connect(_ chooser: (any UIApplicationDelegate)?, _ application: UIApplication) {
        let options = ConnectionOptions()
        let chosen: AnyClass? = chooser?.application(application, configurationForConnecting: session, options: options).delegateClass
        if delegate == nil, let type = chosen as? NSObject.Type { delegate = DynamicObject.make(type) as? any UISceneDelegate }
        report(Self.willConnectNotification) { $0.scene(self, willConnectTo: session, options: options) }
    }

    /// The program ends.
    final func disconnect() { report(Self.didDisconnectNotification) { $0.sceneDidDisconnect(self) } }

    /// Posted with the scene when the program starts, after its delegate, if it has one, was called. Not for screens made later.
    nonisolated public static let willConnectNotification = NSNotification.Name("UISceneWillConnectNotification")
    /// Posted with the scene when the main window was closed, before the program ends.
    nonisolated public static let didDisconnectNotification = NSNotification.Name("UISceneDidDisconnectNotification")
    /// Posted with the scene when it takes input.
    nonisolated public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    /// Posted with the scene before it stops taking input.
    nonisolated public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    /// Posted with the scene before its windows show: at the start, and when they show again.
    nonisolated public static let willEnterForegroundNotification = NSNotification.Name("UISceneWillEnterForegroundNotification")
    /// Posted with the scene when its windows are hidden.
    nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("UISceneDidEnterBackgroundNotification")
}

/// The scene of a screen with its windows.
@preconcurrency @MainActor open class UIWindowScene: UIScene {
    /// The screen.
    open private(set) var screen = UIScreen.main

    private static var known: [ObjectIdentifier: UIWindowScene] = [:]

    /// The scene of a screen, always the same.
    static func of(_ screen: UIScreen) -> UIWindowScene {
        if let scene = known[ObjectIdentifier(screen)], scene.screen === screen { return scene }
        let scene = UIWindowScene(session: UISceneSession(), connectionOptions: ConnectionOptions())
        scene.screen = screen
        known[ObjectIdentifier(screen)] = scene
        return scene
    }

    /// Its windows, back to front.
    open var windows: [UIWindow] { screen.windows }
    /// The window that keys go to, where it is one of them.
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
    /// How it stands: by its shape.
    open var interfaceOrientation: UIInterfaceOrientation { screen.bounds.width > screen.bounds.height ? .landscapeLeft : .portrait }
    /// The surroundings.
    open var traitCollection: UITraitCollection { screen.traitCollection }
    /// The space of the screen.
    open var coordinateSpace: any UICoordinateSpace { screen.coordinateSpace }
    /// The bar at the top: there is none on Linux.
    open private(set) lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager()
    /// Which sizes it may have; kept, the desktop decides.
    open private(set) lazy var sizeRestrictions: UISceneSizeRestrictions? = UISceneSizeRestrictions()
}

/// The life of a scene.
@preconcurrency @MainActor open class UISceneSession: NSObject {
    /// What a scene is for.
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Windows that take input: the role of every session here.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
        /// Windows on another screen that take no input. No session here has it.
        public static let windowExternalDisplayNonInteractive = Role(rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
    }

    /// The scene, once there is one.
    open internal(set) weak var scene: UIScene?
    /// What it is for.
    open var role: Role { .windowApplication }
    /// How it was set up.
    open var configuration: UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: role) }
    /// A name of its own.
    public let persistentIdentifier = UUID().uuidString
    /// Values of the program's own.
    open var userInfo: [String: Any]?
}

/// How a scene is set up.
@preconcurrency @MainActor open class UISceneConfiguration: NSObject {
    /// The name that it was made with; nil for none. Kept.
    public let name: String?
    /// What the scene is for.
    public let role: UISceneSession.Role
    /// The class of the scene's delegate.
    open var delegateClass: AnyClass?
    /// The class of the scene.
    open var sceneClass: AnyClass?

    /// A set-up of a name.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        (self.name, role) = (name, sessionRole)
        super.init()
    }
}

/// Which sizes a scene may have; kept, the desktop decides.
@preconcurrency @MainActor open class UISceneSizeRestrictions: NSObject {
    /// The least size in points; zero by default. Kept, without effect.
    /// One diagnostic says so when it is set.
    open var minimumSize = CGSize.zero {
        didSet {
            KeptProperty.report(
                "UISceneSizeRestrictions.minimumSize", minimumSize != .zero, "the desktop decides the minimum window size")
        }
    }
    /// The greatest size in points; without limit by default. Kept, without effect.
    /// One diagnostic says so when it is set.
    open var maximumSize = CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude) {
        didSet {
            KeptProperty.report(
                "UISceneSizeRestrictions.maximumSize",
                maximumSize.width < .greatestFiniteMagnitude || maximumSize.height < .greatestFiniteMagnitude,
                "the desktop decides the maximum window size")
        }
    }
}

/// The bar at the top of the screen: there is none on Linux.
@preconcurrency @MainActor open class UIStatusBarManager: NSObject {
    /// Zero: there is no status bar on Linux.
    open var statusBarFrame: CGRect { .zero }
    /// There is no status bar on Linux; kept, without effect.
    open var isStatusBarHidden: Bool { true }
    /// There is no status bar on Linux; kept, without effect.
    open var statusBarStyle: UIStatusBarStyle { .default }
}

/// How the bar at the top looks. Kept: there is none on Linux.
public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent = 3 }
/// How the bar at the top comes and goes. Kept.
public enum UIStatusBarAnimation: Int, Sendable { case none, fade, slide }

/// An address that a scene is to open.
@preconcurrency @MainActor open class UIOpenURLContext: NSObject {
    /// The address.
    public let url: URL
    init(_ url: URL) {
        self.url = url
        super.init()
    }
}

/// Hears of what happens to a scene. Every method may be left out. The delegate is an object of the class that
/// `application(_:configurationForConnecting:options:)` names, or the one that the program sets.
@preconcurrency @MainActor public protocol UISceneDelegate: NSObjectProtocol {
    /// A scene was made for the delegate.
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// The scene is gone for good.
    func sceneDidDisconnect(_ scene: UIScene)
    /// The scene takes input.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene is about to take no more input.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene's windows are about to show again.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene's windows are hidden.
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

/// Hears of what happens to a scene with windows.
@preconcurrency @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The window that the delegate keeps.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// Nil, and setting it has no effect: for delegates that keep no window.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
