import Foundation

/// A progress bar on standard error, if that is a terminal. Standard output remains free for results.
struct ProgressBar {
    private let total: Int
    private let isShown: Bool
    private var last = (percent: -1, seconds: -1)

    init(total: Int) {
        self.total = total
        isShown = total > 1 && StandardError.isTerminal
    }

    /// - Parameter remaining: The remaining time in seconds.
    mutating func update(_ done: Int, remaining: Double) {
        guard isShown else { return }
        let now = (percent: done * 100 / max(total, 1), seconds: Int(remaining.isFinite ? min(remaining.rounded(.up), 1e6) : 0))
        guard now != last else { return }
        last = now
        StandardError.write("\r" + Self.text(done, total, secondsLeft: now.seconds) + "\u{1B}[K")
    }

    static func text(_ done: Int, _ total: Int, secondsLeft: Int) -> String {
        let filled = done * 30 / max(total, 1)
        let (hours, minutes, seconds) = (secondsLeft / 3600, secondsLeft / 60 % 60, secondsLeft % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let left = hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds))" : "\(minutes):\(two(seconds))"
        return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled) + "] \(done)/\(total)"
            + (done < total ? ", \(left) left" : "")
    }

    func finish() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }
}
