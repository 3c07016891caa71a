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

    /// For programs to observe; never posted: scenes stand from the start. The application's notifications are.
    nonisolated public static let willConnectNotification = NSNotification.Name("UISceneWillConnectNotification")
    /// For programs to observe; never posted: scenes stand until the program ends.
    nonisolated public static let didDisconnectNotification = NSNotification.Name("UISceneDidDisconnectNotification")
    /// For programs to observe; never posted: `UIApplication.didBecomeActiveNotification` is.
    nonisolated public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    /// For programs to observe; never posted: `UIApplication.willResignActiveNotification` is.
    nonisolated public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    /// For programs to observe; never posted: `UIApplication.willEnterForegroundNotification` is.
    nonisolated public static let willEnterForegroundNotification = NSNotification.Name("UISceneWillEnterForegroundNotification")
    /// For programs to observe; never posted: `UIApplication.didEnterBackgroundNotification` is.
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
    open var minimumSize = CGSize.zero
    /// The greatest size in points; without limit by default. Kept, without effect.
    open var maximumSize = CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
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

/// Hears of what happens to a scene. Every method may be left out. Agate calls none of them by itself: `UIApplicationMain` starts programs
/// by their application's delegate.
@preconcurrency @MainActor public protocol UISceneDelegate: NSObjectProtocol {
    /// A scene was made for the delegate. Not called here.
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// The scene is gone for good. Not called here.
    func sceneDidDisconnect(_ scene: UIScene)
    /// The scene takes input. Not called here.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene is about to take no more input. Not called here.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene's windows are about to show again. Not called here.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene's windows are hidden. Not called here.
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
