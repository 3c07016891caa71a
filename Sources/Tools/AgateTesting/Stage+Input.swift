import Agate
import Foundation
import QuartzCore

// Input. Each call takes as long as the gesture, in the stage's time, in steps of one frame, and never waits for the machine's clock.
extension Stage {
    /// Sends one touch event, at the present time. All other gestures consist of such events.
    public func touch(
        _ phase: InputEvent.Phase, _ target: some Target, id: Int = 0, source: InputEvent.Touch.Source = .finger,
        fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        guard let place = find(target, SourcePlace(fileID, filePath, line, column)) else { return }
        touch(phase, place, id, source)
    }

    /// Taps once or several times, with `fingers` side by side.
    public func tap(
        _ target: some Target, count: Int = 1, fingers: Int = 1,
        fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        for index in 0..<max(1, count) {
            if index > 0 { advance(by: 0.1) }
            hold(target, fingers, 0.05, SourcePlace(fileID, filePath, line, column))
        }
    }

    /// Presses and releases; by default long enough for a long press.
    public func press(
        _ target: some Target, for duration: CFTimeInterval = 0.7, fingers: Int = 1,
        fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        hold(target, fingers, duration, SourcePlace(fileID, filePath, line, column))
    }

    /// Drags a finger from one point to another at a constant speed, and lifts it: at that speed, or after holding it still.
    public func drag(
        from start: some Target, to end: some Target, duration: CFTimeInterval = 0.3, holding pause: CFTimeInterval = 0,
        fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        let source = SourcePlace(fileID, filePath, line, column)
        guard let from = find(start, source), let to = find(end, source) else { return }
        touch(.began, from, 0, .finger)
        steps(duration) { part in touch(.moved, from.mixed(to, part), 0, .finger) }
        if pause > 0 { steps(pause) { _ in touch(.moved, to, 0, .finger) } }
        touch(.ended, to, 0, .finger)
    }

    /// Moves two fingers along a line through the centre of a target; their distance increases or decreases, and the line may rotate.
    /// - Parameters:
    ///   - start: The distance of the fingers in points at the beginning.
    ///   - end: The distance in points at the end.
    ///   - angle: The rotation of the line, in radians.
    public func pinch(
        _ target: some Target, from start: CGFloat, to end: CGFloat, turning angle: CGFloat = 0, duration: CFTimeInterval = 0.3,
        fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        guard let middle = find(target, SourcePlace(fileID, filePath, line, column)) else { return }
        func fingers(_ phase: InputEvent.Phase, _ part: CGFloat) {
            let reach = (start + (end - start) * part) / 2, turned = angle * part
            let x = reach * cos(turned), y = reach * sin(turned)
            touch(phase, CGPoint(x: middle.x - x, y: middle.y - y), 0, .finger)
            touch(phase, CGPoint(x: middle.x + x, y: middle.y + y), 1, .finger)
        }
        fingers(.began, 0)
        steps(duration) { fingers(.moved, $0) }
        fingers(.ended, 1)
    }

    /// Scrolls the wheel over a target, by a distance in points.
    public func scroll(
        _ target: some Target, by distance: CGSize, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        guard let place = find(target, SourcePlace(fileID, filePath, line, column)) else { return }
        host.send(InputEvent(time: now, .scroll(at: place, by: distance)))
    }

    /// Moves the mouse over a target, with no button pressed.
    public func hover(
        _ target: some Target, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        guard let place = find(target, SourcePlace(fileID, filePath, line, column)) else { return }
        host.send(InputEvent(time: now, .hover(place)))
    }

    /// Types text: for each character its key is pressed, the text is sent, and the key is released.
    public func type(_ text: String) {
        for character in text {
            let lower = String(character).lowercased()
            let code = Self.codes[lower] ?? 0
            let modifiers: InputEvent.Modifiers = lower == String(character) ? [] : .shift
            let stroke = InputEvent.Key(code: code, characters: lower, modifiers: modifiers)
            if code != 0 { host.send(InputEvent(time: now, .key(stroke))) }
            if character != "\r", character != "\n" { host.send(InputEvent(time: now, .text(String(character)))) }
            advance(by: 0.02)
            guard code != 0 else { continue }
            var up = stroke
            up.isDown = false
            host.send(InputEvent(time: now, .key(up)))
            advance(by: 0.02)
        }
    }

    /// Presses and releases a key, by its number on the keyboard (USB HID page 7: 40 Return, 41 Escape, 42 Backspace, 79…82 the arrows).
    public func key(_ code: Int, characters: String = "", modifiers: InputEvent.Modifiers = []) {
        host.send(InputEvent(time: now, .key(.init(code: code, characters: characters, modifiers: modifiers))))
        advance(by: 0.05)
        host.send(InputEvent(time: now, .key(.init(code: code, characters: characters, modifiers: modifiers, isDown: false))))
    }

    /// Resizes the stage, in points.
    public func resize(to size: CGSize, scale: CGFloat? = nil) {
        host.send(InputEvent(time: now, .resized(size, scale: scale ?? host.scale)))
    }

    // MARK: Parts

    private func find(_ target: some Target, _ source: SourcePlace) -> CGPoint? {
        guard let place = target.place(on: self), place.x.isFinite, place.y.isFinite else {
            failTest("\(Swift.type(of: target)) is not on the stage", source)
            return nil
        }
        return place
    }

    private func touch(_ phase: InputEvent.Phase, _ place: CGPoint, _ id: Int, _ source: InputEvent.Touch.Source) {
        host.send(InputEvent(time: now, .touch(.init(id: id, phase, at: place, source: source))))
    }

    private func hold(_ target: some Target, _ fingers: Int, _ duration: Double, _ source: SourcePlace) {
        guard let place = find(target, source) else { return }
        let places = (0..<max(1, fingers)).map { CGPoint(x: place.x + CGFloat($0) * 12, y: place.y) }
        for (id, place) in places.enumerated() { touch(.began, place, id, .finger) }
        advance(by: max(0, duration))
        for (id, place) in places.enumerated() { touch(.ended, place, id, .finger) }
    }

    /// Calls `body` after each frame with the elapsed fraction of the duration, the last time with 1.
    private func steps(_ duration: Double, _ body: (CGFloat) -> Void) {
        let count = max(1, Int(min((duration / step).rounded(), 1e6)))
        let start = now
        for index in 1...count {
            host.advance(to: start + max(0, duration) * Double(index) / Double(count))
            body(CGFloat(index) / CGFloat(count))
        }
    }

    /// The keys of a US keyboard.
    private static let codes: [String: Int] = {
        var codes = [
            "\r": 40, "\n": 40, "\t": 43, " ": 44, "-": 45, "=": 46, "[": 47, "]": 48, "\\": 49, ";": 51, "'": 52, "`": 53, ",": 54,
            ".": 55, "/": 56,
        ]
        for (index, letter) in "abcdefghijklmnopqrstuvwxyz".enumerated() { codes[String(letter)] = 4 + index }
        for (index, digit) in "1234567890".enumerated() { codes[String(digit)] = 30 + index }
        return codes
    }()
}

extension CGPoint {
    fileprivate func mixed(_ other: CGPoint, _ part: CGFloat) -> CGPoint {
        part == 1 ? other : CGPoint(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }
}
