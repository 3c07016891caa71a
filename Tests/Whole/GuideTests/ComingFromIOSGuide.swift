import Agate
import UIKit
import XCTest

/// The code of `Guides/ComingFromIOS.md`.
@MainActor final class ComingFromIOSGuide: XCTestCase {
    func testGuide() async throws {
        final class Hello: UIViewController {
            let label = UILabel()

            override func viewDidLoad() {
                super.viewDidLoad()
                view.backgroundColor = .white
                label.text = "Hello from UIKit"
                label.font = .boldSystemFont(ofSize: 22)
                label.sizeToFit()
                view.addSubview(label)
            }

            override func viewDidLayoutSubviews() {
                super.viewDidLayoutSubviews()
                label.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
            }
        }
        let host = OffscreenHost(size: CGSize(width: 240, height: 80), scale: 2, background: .white)
        let window = host.perform {
            let window = UIWindow(host: host)
            window.rootViewController = Hello()
            window.makeKeyAndVisible()
            return window
        }
        host.advance(by: 0.1)
        XCTAssertNotNil(window.rootViewController)
        picture(host.image(), "coming-from-ios")
    }
}
