import CPOSIX
import Foundation

/// A terminal in picture mode: every key is delivered immediately, the cursor is hidden, and the previous content is restored at the end.
/// However the program ends (except by SIGKILL), the terminal is restored first.
package final class TerminalSession {
    private let input: Int32, output: Int32
    private var isOpen = true

    /// - Throws: ``TerminalError`` if either descriptor is not a terminal.
    package init(input: Int32, output: Int32) throws(TerminalError) {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .noTerminal }
        guard agate_terminal_enter(input, output) == 0 else { throw .busy }
        self.input = input
        self.output = output
        // The alternate screen, no cursor, no wrapping at the right edge.
        write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J".utf8))
    }

    deinit { close() }

    /// Restores the terminal.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        agate_terminal_leave()
    }

    /// The signal that requests the end of the program; 0 if there was none.
    package var signal: Int32 { agate_terminal_signal() }

    package func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { if let start = $0.baseAddress { _ = agate_write_all(output, start, $0.count) } }
    }

    /// Returns the keyboard input, after waiting for at most some seconds; nil once the terminal is closed.
    package func read(waiting seconds: Double) -> [UInt8]? {
        var one = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        let found = poll(&one, 1, Int32(min(max(seconds * 1000, 0), 60_000).rounded(.up)))
        guard found > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Foundation.read(input, &bytes, bytes.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(bytes.prefix(count))
    }

    /// The size in cells, and in pixels if the terminal reports it.
    package struct Size: Hashable, Sendable {
        package var columns: Int, rows: Int
        package var width: Int, height: Int
    }

    package var size: Size {
        var columns: Int32 = 0, rows: Int32 = 0, width: Int32 = 0, height: Int32 = 0
        agate_terminal_size(output, &columns, &rows, &width, &height)
        func usable(_ value: Int32, _ otherwise: Int) -> Int { value > 0 && value <= 10_000 ? Int(value) : otherwise }
        let cells = (usable(columns, 80), usable(rows, 24))
        return Size(columns: cells.0, rows: cells.1, width: usable(width, cells.0 * 8), height: usable(height, cells.1 * 16))
    }

    /// Queries the terminal's capabilities. It responds to kitty's query if it supports that protocol, and to DEC's in any case; 4 among
    /// the numbers of that response means sixels.
    package func detectStyle(waiting seconds: Double = 0.4) -> TerminalStyle {
        write(Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c".utf8))
        var answer: [UInt8] = []
        let deadline = HostClock.now + seconds
        while HostClock.now < deadline {
            guard let bytes = read(waiting: deadline - HostClock.now) else { break }
            answer += bytes
            if let style = Self.style(answer) { return style }
        }
        return .blocks
    }

    /// Returns the style for a response; nil until it is complete.
    static func style(_ answer: [UInt8]) -> TerminalStyle? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let start = text.range(of: "\u{1B}[?"), let end = text[start.upperBound...].firstIndex(of: "c") else { return nil }
        if text.contains("\u{1B}_Gi=31;OK") { return .kitty }
        return text[start.upperBound..<end].split(separator: ";").contains("4") ? .sixel : .blocks
    }
}

/// The reason for which this terminal can't be used.
package enum TerminalError: Error, CustomStringConvertible {
    case noTerminal
    /// Only one session may exist in a process.
    case busy

    package var description: String {
        switch self {
        case .noTerminal: "no display and no terminal is available"
        case .busy: "the terminal can't be taken over"
        }
    }
}
