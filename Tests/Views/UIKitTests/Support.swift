import Agate
import UIKit
import XCTest

/// A window in an offscreen host, whose time is turned by hand.
@MainActor final class Scene {
    let host: OffscreenHost
    let window: UIWindow

    init(_ size: CGSize = CGSize(width: 200, height: 100), scale: CGFloat = 1) {
        CATransaction.flush()
        let host = OffscreenHost(size: size, scale: scale)
        self.host = host
        window = host.perform { MainActor.assumeIsolated { UIWindow(host: host) } }
        turn { self.window.makeKeyAndVisible() }
    }

    /// Runs a piece of program as one turn of the run loop.
    @discardableResult
    func turn<Result>(_ body: () throws -> Result) rethrows -> Result { try host.perform(body) }

    /// Puts a view into the window.
    @discardableResult
    func add<View: UIView>(_ view: View) -> View {
        turn { window.addSubview(view) }
        return view
    }

    var time: Double { host.clock.now }
    func advance(to time: Double) { host.advance(to: time) }

    func touch(_ phase: InputEvent.Phase, _ x: CGFloat, _ y: CGFloat, id: Int = 0, at time: Double? = nil) {
        if let time { host.advance(to: time) }
        host.send(InputEvent(time: host.clock.now, .touch(InputEvent.Touch(id: id, phase, at: CGPoint(x: x, y: y)))))
    }

    func key(_ code: Int, _ characters: String = "", isDown: Bool = true) {
        host.send(InputEvent(time: host.clock.now, .key(InputEvent.Key(code: code, characters: characters, isDown: isDown))))
    }

    /// The colour of a pixel of what shows, as 0xRRGGBBAA.
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let image = host.image()
        guard let data = image.dataProvider?.data as Data? else { return 0 }
        let i = y * image.bytesPerRow + x * 4
        return UInt32(data[i + 2]) << 24 | UInt32(data[i + 1]) << 16 | UInt32(data[i]) << 8 | UInt32(data[i + 3])
    }
}

/// Writes down what happens to it.
class NotingView: UIView {
    var notes: [String] = []
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { note("cancelled", touches) }
    override func didMoveToWindow() { notes.append(window == nil ? "left window" : "in window") }
    override func didMoveToSuperview() { notes.append(superview == nil ? "left superview" : "in superview") }
    private func note(_ name: String, _ touches: Set<UITouch>) {
        for touch in touches { notes.append("\(name) \(Int(touch.location(in: self).x)),\(Int(touch.location(in: self).y))") }
    }
}

extension CGImage {
    var rgbas: [UInt32] { withPixels { Array(UnsafeBufferPointer(start: $0, count: width * height)) } }
}
