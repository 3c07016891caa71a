/// A command to a player.
package enum PlayerKey: Sendable, Hashable {
    case pause, back, forward, slower, faster, restart, save, quit
}

/// The time of a player and its response to keys, independent of any terminal or window.
package struct PlayerClock: Sendable, Equatable {
    /// The time in seconds of the scene.
    package private(set) var time = 0.0
    package private(set) var isPaused = false
    /// The speed: a power of two, 1/64 to 16.
    package private(set) var speed = 1.0
    private let frameTime: Double

    /// - Parameter start: The time at which to start paused, in seconds, not below 0; nil starts playing.
    package init(framesPerSecond: Double, pausedAt start: Double? = nil) {
        if let start { (time, isPaused) = (start, true) }
        frameTime = framesPerSecond.isFinite && framesPerSecond > 0 ? 1 / framesPerSecond : 1.0 / 60
    }

    /// Advances the time by some seconds of real time.
    package mutating func advance(by seconds: Double) {
        if !isPaused, seconds.isFinite, seconds > 0 { time += seconds * speed }
    }

    /// Handles a key. Steps move to whole frames and pause; the clock ignores saving and quitting.
    package mutating func press(_ key: PlayerKey) {
        switch key {
        case .pause: isPaused.toggle()
        case .back: step(-1)
        case .forward: step(1)
        case .slower: speed = max(speed / 2, 1.0 / 64)
        case .faster: speed = min(speed * 2, 16)
        case .restart: time = 0
        case .save, .quit: break
        }
    }

    /// The number of the current frame.
    package var frame: Int { Int((time / frameTime + 1e-6).rounded(.down)) }

    private mutating func step(_ frames: Int) {
        isPaused = true
        time = Double(max(frame + frames, 0)) * frameTime
    }

    /// Returns the position as one line.
    package func status(duration: Double?) -> String {
        func seconds(_ value: Double) -> String {
            let hundredths = Int((value * 100).rounded(.down))
            return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
        }
        let rate = speed < 1 ? "1/\(Int(1 / speed))" : "\(Int(speed))"
        return
            "\(isPaused ? "paused" : "playing") \(seconds(time))\(duration.map { " / \(seconds($0))" } ?? "") s, frame \(frame)\(speed == 1 ? "" : ", speed \(rate)")"
    }
}

/// Parses the bytes that a terminal sends for keys.
package struct TerminalKeys: Sendable {
    private var rest: [UInt8] = []

    package init() {}

    /// Returns the keys that the bytes complete. A lone escape is a key only if nothing follows, which the caller decides.
    package mutating func take(_ bytes: some Sequence<UInt8>, isAll: Bool = true) -> [PlayerKey] {
        rest += bytes
        var keys: [PlayerKey] = []
        var at = 0
        while at < rest.count {
            let byte = rest[at]
            if byte == 0x1B {
                guard at + 1 < rest.count else {
                    if isAll {
                        keys.append(.quit)
                        at += 1
                    }
                    break
                }
                // ESC [ parameters final, or ESC O final.
                guard rest[at + 1] == UInt8(ascii: "[") || rest[at + 1] == UInt8(ascii: "O") else {
                    at += 2
                    continue
                }
                guard let end = rest[(at + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) }) else { break }
                switch rest[end] {
                case UInt8(ascii: "C"): keys.append(.forward)
                case UInt8(ascii: "D"): keys.append(.back)
                case UInt8(ascii: "H"): keys.append(.restart)
                default: break
                }
                at = end + 1
                continue
            }
            switch byte {
            case UInt8(ascii: " "): keys.append(.pause)
            case UInt8(ascii: "+"), UInt8(ascii: "="): keys.append(.faster)
            case UInt8(ascii: "-"), UInt8(ascii: "_"): keys.append(.slower)
            case UInt8(ascii: "0"): keys.append(.restart)
            case UInt8(ascii: "s"), UInt8(ascii: "S"): keys.append(.save)
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4: keys.append(.quit)
            default: break
            }
            at += 1
        }
        rest.removeFirst(min(at, rest.count))
        // No key sequence is this long.
        if rest.count > 64 { rest = [] }
        return keys
    }
}
