import Agate
import TestSupport
import UIKit
import XCTest

/// Views in a window: real input reaches them.
final class WindowViewTests: XCTestCase {
    final class Pad: UIView {
        var notes: [String] = []
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
        private func note(_ name: String, _ touches: Set<UITouch>) {
            for touch in touches { notes.append("\(name) \(Int(touch.location(in: self).x)),\(Int(touch.location(in: self).y))") }
        }
    }

    func testAViewIsClickedAndDragged() throws {
        let display = try VirtualDisplay.shared()
        try MainActor.assumeIsolated {
            var options = WindowOptions()
            options.position = CGPoint(x: 100, y: 60)
            let host = try WindowHost(title: "views", size: CGSize(width: 200, height: 150), options: options)
            let window = UIWindow(host: host)
            let pad = Pad(frame: CGRect(x: 20, y: 30, width: 100, height: 80))
            pad.backgroundColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
            window.addSubview(pad)
            window.makeKeyAndVisible()
            turn(until: { host.statistics.presented > 0 && host.image()?.withPixels { $0[30 * 200 + 20] } == 0xFF00_FF00 })
            try display.input("mousemove 130 100\nsleep 0.05\nmousedown 1\nsleep 0.05\nmousemove 150 120\nsleep 0.05\nmouseup 1")
            turn(until: { pad.notes.count >= 3 })
            XCTAssertEqual(pad.notes, ["began 10,10", "moved 30,30", "ended 30,30"])
            // The window's own size follows the host's.
            host.resize(to: CGSize(width: 260, height: 170))
            turn(until: { window.frame == CGRect(x: 0, y: 0, width: 260, height: 170) })
        }
    }
}
