import Agate
import AgateDiagnostics
import CoreFoundation
import QuartzCore

/// Starts the program: opens its window, creates the application and its delegate, and runs the main run loop until the window is closed.
///
/// The window is the main screen. Environment variables set its size in points, and whether it fills the display: `AGATE_SIZE=800x480`,
/// `AGATE_FULLSCREEN=1`. Without a display, the program runs in an invisible bitmap, and reports a diagnostic.
/// - Parameters:
/// - argc: The number of arguments.
/// - argv: The arguments.
/// - principalClassName: A subclass of `UIApplication`, as `NSStringFromClass` returns its name; nil for `UIApplication`.
/// - delegateClassName: The delegate's class, with an `init()`; nil for none.
/// - Returns: 0, when the window was closed. Apple's function never returns.
@preconcurrency @MainActor public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
    func named<Class: NSObject>(_ name: String?, _ base: Class.Type) -> Class? {
        guard let name else { return nil }
        guard let type = NSClassFromString(name) as? Class.Type else {
            Diagnostic.report("application.class", "no class \(name) inherits from \(base); the program starts without it")
            return nil
        }
        return DynamicObject.make(type)
    }
    return ApplicationStart.run(
        named(principalClassName, UIApplication.self) ?? UIApplication(),
        named(delegateClassName, NSObject.self) as? any UIApplicationDelegate
    )
}

extension UIApplicationDelegate where Self: NSObject {
    /// The entry point of `@main` on a delegate: `UIApplicationMain` with this class.
    public static func main() { exit(ApplicationStart.run(UIApplication(), DynamicObject.make(self))) }
}

/// The life cycle of a program with an application.
@MainActor enum ApplicationStart {
    /// The delegate. There is no other strong reference to it.
    private static var delegate: (any UIApplicationDelegate)?

    static func run(_ application: UIApplication, _ delegate: (any UIApplicationDelegate)?) -> Int32 {
        UIApplication.use(application)
        UIScreen.makeMain(openHost())
        self.delegate = delegate
        application.delegate = delegate
        var isOver = false
        application.onClose = {
            UIWindowScene.of(.main).disconnect()
            delegate?.applicationWillTerminate(application)
            application.post(UIApplication.willTerminateNotification)
            isOver = true
            CFRunLoopStop(CFRunLoopGetMain())
        }
        _ = delegate?.application(application, willFinishLaunchingWithOptions: nil)
        _ = delegate?.application(application, didFinishLaunchingWithOptions: nil)
        application.post(UIApplication.didFinishLaunchingNotification)
        let scene = UIWindowScene.of(.main)
        scene.connect(delegate, application)
        scene.report(UIScene.willEnterForegroundNotification) { $0.sceneWillEnterForeground(scene) }
        scene.report(UIScene.didActivateNotification) { $0.sceneDidBecomeActive(scene) }
        delegate?.applicationDidBecomeActive(application)
        application.post(UIApplication.didBecomeActiveNotification)
        while !isOver {
            // A run loop without sources returns immediately; it must not spin.
            if !RunLoop.main.run(mode: .default, before: .distantFuture), !isOver { usleep(10_000) }
        }
        CATransaction.flush()
        (UIScreen.program.host as? WindowHost)?.close()
        return 0
    }

    private static func openHost() -> any LayerHost {
        let environment = ProcessInfo.processInfo.environment
        let size = UIScreen.standard.size
        var options = environment["AGATE_FULLSCREEN"] == "1" ? WindowOptions.kiosk : WindowOptions()
        options.background = .white
        do {
            return try WindowHost(title: ProcessInfo.processInfo.processName, size: size, options: options)
        } catch {
            Diagnostic.report("application.no-window", "the program runs without a window: \(error)")
            return LiveHost(size: size, scale: UIScreen.standard.scale)
        }
    }
}
