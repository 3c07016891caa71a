import Foundation

/// A bar on standard error while frames are made, if that is a terminal. Standard output stays free for what it is for.
struct ProgressBar {
    private let total: Int
    private let isShown: Bool
    private var lastPercent = -1

    init(total: Int) {
        self.total = total
        isShown = total > 1 && StandardError.isTerminal
    }

    mutating func update(_ done: Int) {
        guard isShown else { return }
        let percent = done * 100 / max(total, 1)
        guard percent != lastPercent else { return }
        lastPercent = percent
        let filled = percent * 30 / 100
        StandardError.write("\r[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled) + "] \(done)/\(total)")
    }

    func finish() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }
}
