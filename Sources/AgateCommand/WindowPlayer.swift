import Agate
import AgateBatch
import CoreGraphics
import Foundation
import QuartzCore

/// Plays a scene in a window, by the same keys as in a terminal.
///
/// Its time is the time of one layer, which holds the scene: what plays, plays on the render thread, and this class only says when and how fast.
final class WindowPlayer {
    private let window: WindowHost
    private let scene: any Scene
    private let name: String
    private let holder = CALayer()
    private let save: (Double) throws -> String
    private var clock: PlayerClock
    private var last: CFTimeInterval
    private var isOver = false
    private let duration: Double?

    /// - Throws: ``WindowError``.
    init(
        _ scene: any Scene, name: String, rate: Double, background: CGColor?, recorder: LiveRecorder?, save: @escaping (Double) throws -> String
    ) throws {
        var options = WindowOptions()
        options.background = background
        if recorder != nil {
            // A film has one size from its beginning to its end.
            options.isResizable = false
            options.scale = 1
        }
        window = try WindowHost(title: name, size: scene.size, options: options) { recorder?.take($0) }
        self.scene = scene
        self.name = name
        self.save = save
        duration = scene.duration
        clock = PlayerClock(framesPerSecond: rate)
        last = window.now
        holder.beginTime = last
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        Show.fit(scene, into: window.size)
        holder.addSublayer(scene.layer)
        window.layer.addSublayer(holder)
        scene.start(loops: true)
        CATransaction.commit()
    }

    /// Plays until somebody quits or closes the window.
    /// - Returns: the signal that ended it, or 0.
    func run() -> Int32 {
        window.onInput = { [unowned self] event in take(event) }
        Interruption.watch(finishesWork: true)
        while !isOver, window.isOpen, Interruption.signal == 0 { RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.2)) }
        window.close()
        return Interruption.signal
    }

    private func take(_ event: InputEvent) {
        switch event.kind {
        case .closeRequested: isOver = true
        case .resized(let size, _):
            CATransaction.setDisableActions(true)
            Show.fit(scene, into: size)
        case .key(let key) where key.isDown:
            if let key = Self.key(key) { press(key) }
        default: break
        }
    }

    /// By what it writes, or by its place (HID usages: escape, and the arrows).
    private static func key(_ key: InputEvent.Key) -> PlayerKey? {
        switch (key.characters, key.code) {
        case (" ", _): .pause
        case ("+", _), ("=", _): .faster
        case ("-", _), ("_", _): .slower
        case ("0", _): .restart
        case ("s", _), ("S", _): .save
        case ("q", _), ("Q", _), (_, 0x29): .quit
        case (_, 0x4F): .forward
        case (_, 0x50): .back
        default: nil
        }
    }

    private func press(_ key: PlayerKey) {
        let now = window.now
        clock.advance(by: now - last)
        last = now
        clock.press(key)
        var message: String?
        switch key {
        case .quit: isOver = true
        case .save: do { message = try save(clock.time) } catch { message = "\(error)" }
        default:
            CATransaction.setDisableActions(true)
            holder.speed = clock.isPaused ? 0 : Float(clock.speed)
            holder.timeOffset = clock.time
            holder.beginTime = clock.isPaused ? 0 : now
        }
        window.title = "\(name): \(message ?? clock.status(duration: duration))"
    }
}
