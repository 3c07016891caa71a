import Agate
import Foundation
import UIKit

/// Shows a scene in a window and films it.
/// - Parameters:
///   - name: the file's name, in the working directory.
///   - size: of the window, in points; the film has twice as many pixels.
///   - seconds: how long the film is.
///   - scene: adds views to the controller of the window, and starts what moves.
@MainActor func film(_ name: String, size: CGSize, seconds: Double, scene: @escaping @MainActor (UIView) -> Void) throws {
    let host = OffscreenHost(size: size, scale: 2)
    var window: UIWindow?
    host.perform {
        MainActor.assumeIsolated {
            let controller = UIViewController()
            let shown = UIWindow(host: host)
            shown.rootViewController = controller
            shown.makeKeyAndVisible()
            controller.view.frame = CGRect(origin: .zero, size: size)
            scene(controller.view)
            window = shown
        }
    }
    try host.record(to: .file(URL(fileURLWithPath: name)), until: seconds, framesPerSecond: 30)
    withExtendedLifetime(window) {}
}
