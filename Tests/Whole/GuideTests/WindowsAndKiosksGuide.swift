import Agate
import Foundation
import XCTest

/// The code of `Guides/WindowsAndKiosks.md`.
final class WindowsAndKiosksGuide: XCTestCase {
    func testGuide() throws {
        func open() throws -> WindowHost {
            let window = try WindowHost(title: "Hello", size: CGSize(width: 320, height: 240))
            let layer = CALayer()
            layer.frame = CGRect(x: 20, y: 20, width: 100, height: 100)
            window.layer.addSublayer(layer)
            window.onInput = { event in
                if case .touch(let touch) = event.kind { layer.position = touch.location }
            }
            return window
        }
        // let window = try open()
        // RunLoop.main.run()
        var options = WindowOptions.kiosk
        options.background = .black
        options.usesRealTimeScheduling = true
        XCTAssertEqual(options.style, .fullScreen)
        _ = open
        let host = OffscreenHost(size: CGSize(width: 100, height: 100))
        var places: [CGPoint] = []
        host.onInput = { if case .touch(let touch) = $0.kind { places.append(touch.location) } }
        host.send(InputEvent(time: 0, .touch(InputEvent.Touch(.began, at: CGPoint(x: 10, y: 20)))))
        XCTAssertEqual(places, [CGPoint(x: 10, y: 20)])
    }
}
