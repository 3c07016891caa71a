import Agate
import AgateBatch
import CoreGraphics
import Foundation
import Inspector
import QuartzCore

/// Plays a scene in a window, with the same keys as in a terminal.
///
/// Its time is that of one layer, which contains the scene. Playback runs on the render thread, and this class only sets its time and
/// speed.
final class WindowPlayer {
    private let window: WindowHost
    private var scene: any Scene
    private let name: String
    private let holder = CALayer()
    private let save: (Double) throws -> String
    private var clock: PlayerClock
    private var last: CFTimeInterval
    private var isOver = false
    private var duration: Double?
    /// For `--watch`: finds changes of the document, and opens it again.
    private var document: (watch: DocumentWatch, open: () throws -> any Scene)?
    /// The position between states to which dragging has moved the scene: 1.4 is between its second state and its third.
    private var place = 0.0
    private var drag: (id: Int, x: CGFloat, place: Double, time: CFTimeInterval, velocity: Double)?

    /// - Parameter time: The time at which to start paused; nil starts playing.
    /// - Throws: ``WindowError``.
    init(
        _ scene: any Scene, name: String, rate: Double, background: CGColor?, recorder: LiveRecorder?, pausedAt time: Double?,
        save: @escaping (Double) throws -> String
    ) throws {
        var options = WindowOptions()
        options.background = background
        if recorder != nil {
            // A film has a constant size.
            options.isResizable = false
            options.scale = 1
        }
        window = try WindowHost(title: name, size: scene.size, options: options) { recorder?.take($0) }
        self.scene = scene
        self.name = name
        self.save = save
        duration = scene.duration
        clock = PlayerClock(framesPerSecond: rate, pausedAt: time)
        last = window.now
        if time == nil { holder.beginTime = last } else { holder.speed = 0 }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        Show.fit(scene, into: window.size)
        holder.addSublayer(scene.layer)
        window.layer.addSublayer(holder)
        scene.start(loops: true)
        CATransaction.commit()
        guard let time else { return }
        // Playback begins at 0, and particles begin with their first frame.
        window.waitUntilStill()
        holder.timeOffset = time
        window.waitUntilStill()
        window.title = "\(name): \(clock.status(duration: duration))"
    }

    /// Plays until the user quits or closes the window.
    /// - Returns: The signal that ended it, or 0.
    func run() -> Int32 {
        window.onInput = { [unowned self] event in take(event) }
        let inspector: Inspector?
        do {
            inspector = try Inspector.startIfAsked(window)
        } catch {
            StandardError.say("\(error)")
            inspector = nil
        }
        defer { inspector?.stop() }
        Interruption.watch(finishesWork: true)
        while !isOver, window.isOpen, Interruption.signal == 0 {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: document == nil ? 0.2 : 0.1))
            if document?.watch.hasChanged(at: window.now) == true { reload() }
        }
        window.close()
        return Interruption.signal
    }

    /// Shows the document again whenever it changes.
    func follow(_ path: String, open: @escaping () throws -> any Scene) { document = (DocumentWatch(path), open) }

    /// Reads the document again and continues at the same time. A document that can't be read is reported once for each change, and the
    /// old one stays.
    private func reload() {
        let new: any Scene
        do {
            guard let opened = try document?.open() else { return }
            guard opened.size.width > 0, opened.size.height > 0 else { throw InputError("the document has no size") }
            new = opened
        } catch {
            StandardError.say("\(error)")
            window.title = "\(name): \(TerminalText.line("\(error)"))"
            return
        }
        for diagnostic in new.diagnostics { StandardError.say(diagnostic.message) }
        advanceClock()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        scene.layer.removeFromSuperlayer()
        scene = new
        duration = new.duration
        (place, drag) = (0, nil)
        // Animations begin at the time 0, as in a window that was just opened.
        holder.speed = 0
        (holder.timeOffset, holder.beginTime) = (0, 0)
        Show.fit(scene, into: window.size)
        holder.addSublayer(scene.layer)
        scene.start(loops: true)
        CATransaction.commit()
        window.waitUntilStill()
        showClock()
        window.title = "\(name): \(clock.status(duration: duration))"
    }

    /// Brings the clock to the present time.
    private func advanceClock() {
        let now = window.now
        clock.advance(by: now - last)
        last = now
    }

    /// Gives the layers the time and speed of the clock.
    private func showClock() {
        CATransaction.setDisableActions(true)
        holder.speed = clock.isPaused ? 0 : Float(clock.speed)
        holder.timeOffset = clock.time
        holder.beginTime = clock.isPaused ? 0 : last
    }

    private func take(_ event: InputEvent) {
        switch event.kind {
        case .closeRequested: isOver = true
        case .resized(let size, _):
            CATransaction.setDisableActions(true)
            Show.fit(scene, into: size)
        case .hover(let point): scene.pointer(.move, at: local(point))
        case .touch(let touch): take(touch, at: event.time)
        case .key(let key) where key.isDown && scene.isScrubbed && [",", "."].contains(key.characters):
            scrub(to: place + (key.characters == "." ? 0.05 : -0.05))
        case .key(let key) where key.isDown:
            if let key = Self.key(key) { press(key) }
        default: break
        }
    }

    private func local(_ point: CGPoint) -> CGPoint { scene.layer.convert(point, from: window.layer) }

    private func take(_ touch: InputEvent.Touch, at time: CFTimeInterval) {
        let point = local(touch.location), isFinger = touch.source == .finger
        switch touch.phase {
        case .began: scene.pointer(.down, at: point)
        case .moved: scene.pointer(.move, at: point)
        case .ended:
            scene.pointer(.up, at: point)
            if isFinger { scene.pointer(.exit, at: point) }
        case .cancelled: scene.pointer(.exit, at: point)
        }
        guard scene.isScrubbed else { return }
        switch touch.phase {
        case .began: if drag == nil { drag = (touch.id, touch.location.x, place, time, 0) }
        case .moved:
            guard let held = drag, held.id == touch.id else { return }
            let wanted = held.place + Double((touch.location.x - held.x) / max(window.size.width, 1)), before = place
            scrub(to: wanted)
            let passed = time - held.time
            if passed > 0 { drag?.velocity = (place - before) / passed }
            drag?.time = time
        case .ended, .cancelled:
            guard let held = drag, held.id == touch.id else { return }
            drag = nil
            guard place != held.place else { return }
            let velocity = time - held.time < 0.1 ? held.velocity : 0, below = place.rounded(.down)
            scene.release(velocity: velocity)
            let goesOn = abs(velocity) > 0.5 ? velocity > 0 : place - below >= 0.5
            place = min(below + (goesOn ? 1 : 0), Double(scene.stateNames.count - 1))
        }
    }

    /// Shows the scene between two of its states.
    private func scrub(to wanted: Double) {
        let names = scene.stateNames
        place = min(max(wanted, 0), Double(names.count - 1))
        let from = min(Int(place), names.count - 2)
        do {
            try scene.show(from: names[from], to: names[from + 1], progress: place - Double(from))
            window.title = "\(name): \(names[from]) to \(names[from + 1]) \(Int(((place - Double(from)) * 100).rounded())) %"
        } catch { window.title = "\(name): \(error)" }
    }

    /// Maps a key by its characters, or by its HID usage (escape, and the arrows).
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
        advanceClock()
        clock.press(key)
        var message: String?
        switch key {
        case .quit: isOver = true
        case .save: do { message = try save(clock.time) } catch { message = "\(error)" }
        default: showClock()
        }
        window.title = "\(name): \(message ?? clock.status(duration: duration))"
    }
}
