import Agate
import AgateRecording
import CoreGraphics
import Foundation

/// The input of a host, as the page lists it.
package struct InputList: Encodable, Sendable {
    package struct Event: Encodable, Sendable, Equatable {
        /// The time in seconds of media time.
        package var time: Double
        /// `touch`, `hover`, `scroll`, `key`, `text`, `resized`, `focused`, `shown` or `closeRequested`.
        package var kind: String
        package var text: String
        /// The position in pixels of the picture; nil for events without one.
        package var place: [Double]?
    }

    package var type = "input"
    package var events: [Event] = []

    /// The scale in pixels per point, of the last viewport.
    private var scale = 1.0

    private enum CodingKeys: CodingKey { case type, events }

    package init() {}

    package init(_ recording: Recording) {
        for entry in recording.entries { add(entry) }
    }

    /// Adds the next entry; returns true if it was input.
    @discardableResult
    mutating func add(_ entry: Recording.Entry) -> Bool {
        switch entry {
        case .viewport(let viewport): scale = viewport.scale
        case .input(let event):
            events.append(Event(event, scale: scale))
            return true
        default: break
        }
        return false
    }

    /// Drops all but the newest events.
    mutating func keep(_ count: Int) { if events.count > count { events.removeFirst(events.count - count) } }
}

extension InputList.Event {
    fileprivate init(_ event: InputEvent, scale: Double) {
        func number(_ value: CGFloat) -> String { value.isFinite ? String(format: "%g", (value * 10).rounded() / 10) : "\(value)" }
        func point(_ p: CGPoint) -> String { "\(number(p.x)), \(number(p.y))" }
        var at: CGPoint?
        switch event.kind {
        case .touch(let touch):
            at = touch.location
            let source = if case .mouse(let button) = touch.source { ", button \(button) of the mouse" } else { "" }
            (kind, text) = ("touch", "\(touch.phase) at \(point(touch.location))\(source)")
        case .hover(let place):
            at = place
            (kind, text) = ("hover", "at \(point(place))")
        case .scroll(let place, let distance):
            at = place
            (kind, text) = ("scroll", "at \(point(place)) by \(number(distance.width)), \(number(distance.height))")
        case .key(let key):
            let name = key.characters.isEmpty ? "" : " “\(key.characters)”"
            (kind, text) = ("key", "\(key.code)\(name) \(key.isDown ? key.isRepeat ? "repeats" : "down" : "up")")
        case .text(let typed): (kind, text) = ("text", "“\(typed)”")
        case .resized(let size, let scale):
            (kind, text) = ("resized", "to \(number(size.width)) × \(number(size.height)) points, scale \(number(scale))")
        case .focused(let isFocused): (kind, text) = ("focused", isFocused ? "got the keyboard" : "lost the keyboard")
        case .shown(let isShown): (kind, text) = ("shown", isShown ? "came to be seen" : "is hidden")
        case .closeRequested: (kind, text) = ("closeRequested", "the host is asked to close")
        }
        text = ForeignText.line(text)
        time = event.time.isFinite ? event.time : 0
        place = at.flatMap { $0.x.isFinite && $0.y.isFinite ? [$0.x * scale, $0.y * scale] : nil }
    }

    func write(to out: inout JSONText) {
        out.object { out in
            out.key("time")
            out.number(time)
            out.key("kind")
            out.string(kind)
            out.key("text")
            out.string(text)
            if let place {
                out.key("place")
                out.array { out in for number in place { out.number(number) } }
            }
        }
    }
}
