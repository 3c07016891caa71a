@testable import Agate
import CPOSIX
import Foundation
import ImageIO
import XCTest

/// Pictures as bytes for terminals, keys, and a player on a pseudo-terminal.
final class TerminalTests: XCTestCase {
    private func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> CGImage {
        CGImage(width: width, height: height) { target in
            for y in 0..<height { for x in 0..<width { target[y * width + x] = pixel(x, y) } }
        }!
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    func testBlocks() {
        var terminal = TerminalPicture(.blocks)
        let first = picture(3, 3) { x, y in y == 0 ? 0xFFFF_0000 : x == 2 ? 0 : 0xFF00_00FF }
        XCTAssertEqual(
            text(terminal.bytes(first)),
            "\u{1B}[1;1H\u{1B}[38;2;255;0;0m\u{1B}[48;2;0;0;255m▀▀\u{1B}[48;2;0;0;0m▀"
                + "\u{1B}[2;1H\u{1B}[38;2;0;0;255m▀▀ \u{1B}[0m")
        // Nothing changed, nothing sent; then one cell.
        XCTAssertEqual(terminal.bytes(first), [])
        let second = picture(3, 3) { x, y in x == 1 && y == 1 ? 0xFFFF_0000 : y == 0 ? 0xFFFF_0000 : x == 2 ? 0 : 0xFF00_00FF }
        XCTAssertEqual(text(terminal.bytes(second)), "\u{1B}[1;2H\u{1B}[48;2;255;0;0m \u{1B}[0m")
        terminal.reset()
        XCTAssertTrue(text(terminal.bytes(second)).hasPrefix("\u{1B}[1;1H"))
    }

    func testKitty() throws {
        let image = picture(80, 60) { x, y in UInt32(0xFF00_0000) | UInt32(x * 3) << 16 | UInt32(y * 4) << 8 | UInt32((x * y) & 255) }
        let parts = text(TerminalPicture.kitty(image)).components(separatedBy: "\u{1B}\\").dropLast()
        XCTAssertGreaterThan(parts.count, 1)
        var data = ""
        for (index, part) in parts.enumerated() {
            let more = index == parts.count - 1 ? 0 : 1
            let head = index == 0 ? "\u{1B}[H\u{1B}_Ga=T,f=100,i=1,p=1,q=2,C=1,m=\(more);" : "\u{1B}_Gm=\(more);"
            XCTAssertTrue(part.hasPrefix(head), String(part.prefix(60)))
            let body = part.dropFirst(head.count)
            XCTAssertTrue(more == 0 || body.count == 4096)
            data += body
        }
        let decoded = try ImageCodec.decode(try XCTUnwrap(Data(base64Encoded: data)), name: "kitty")
        XCTAssertTrue(decoded.hasEqualPixels(to: image))
    }

    /// Reads sixels back, as a terminal does.
    private func decodeSixel(_ bytes: [UInt8]) throws -> (width: Int, height: Int, pixels: [Int: (Int, Int, Int)]) {
        var text = Substring(self.text(bytes))
        XCTAssertTrue(text.hasPrefix("\u{1B}[H\u{1B}P0;1;0q\"1;1;"))
        XCTAssertTrue(text.hasSuffix("\u{1B}\\"))
        text = text.dropFirst("\u{1B}[H\u{1B}P0;1;0q\"1;1;".count).dropLast(2)
        func number() -> Int {
            let digits = text.prefix { $0.isNumber }
            text = text.dropFirst(digits.count)
            return Int(digits) ?? -1
        }
        let width = number()
        text = text.dropFirst()
        let height = number()
        var colors: [Int: (Int, Int, Int)] = [:], pixels: [Int: (Int, Int, Int)] = [:]
        var color = 0, x = 0, top = 0
        while let character = text.first {
            text = text.dropFirst()
            switch character {
            case "#":
                color = number()
                if text.first == ";" {
                    var parts: [Int] = []
                    while text.first == ";" {
                        text = text.dropFirst()
                        parts.append(number())
                    }
                    XCTAssertEqual(parts.first, 2)
                    colors[color] = (parts[1], parts[2], parts[3])
                }
            case "$": x = 0
            case "-":
                x = 0
                top += 6
            default:
                var count = 1
                var mask = character
                if character == "!" {
                    count = number()
                    mask = try XCTUnwrap(text.first)
                    text = text.dropFirst()
                }
                let bits = Int(try XCTUnwrap(mask.asciiValue)) - 63
                for _ in 0..<count {
                    for row in 0..<6 where bits >> row & 1 == 1 { pixels[(top + row) * width + x] = try XCTUnwrap(colors[color]) }
                    x += 1
                }
            }
        }
        return (width, height, pixels)
    }

    func testSixel() throws {
        let image = picture(23, 15) { x, y in
            (x + y) % 7 == 0 ? 0 : [0xFFFF_0000, 0xFF00_FF00, 0xFF33_66FF, 0xFFFF_FFFF][(x / 5 + y / 4) % 4]
        }
        let shown = try decodeSixel(TerminalPicture.sixel(image))
        XCTAssertEqual([shown.width, shown.height], [23, 15])
        image.withPixels { pixels in
            for index in 0..<23 * 15 {
                let pixel = pixels[index]
                guard pixel != 0 else {
                    XCTAssertNil(shown.pixels[index])
                    continue
                }
                func part(_ shift: UInt32) -> Int { (Int(pixel >> shift & 255) * 100 + 127) / 255 }
                let got = shown.pixels[index] ?? (-1, -1, -1)
                XCTAssertEqual([got.0, got.1, got.2], [part(16), part(8), part(0)])
            }
        }
        // More colours than there are numbers: near enough.
        let many = try decodeSixel(
            TerminalPicture.sixel(picture(64, 64) { x, y in 0xFF00_0000 | UInt32(x * 4) << 16 | UInt32(y * 4) << 8 | 0x40 }))
        XCTAssertEqual(many.pixels.count, 64 * 64)
        var sum = 0.0
        for (index, got) in many.pixels {
            sum += abs(Double(got.0) - Double(index % 64 * 4) / 2.55) + abs(Double(got.1) - Double(index / 64 * 4) / 2.55)
        }
        XCTAssertLessThan(sum / 8192, 5)
    }

    func testKeys() {
        var keys = TerminalKeys()
        XCTAssertEqual(keys.take(Array(" +-=sq0x".utf8)), [.pause, .faster, .slower, .faster, .save, .quit, .restart])
        XCTAssertEqual(keys.take(Array("\u{1B}[C\u{1B}[D\u{1B}OC\u{1B}[1;5D\u{1B}[5~ ".utf8)), [.forward, .back, .forward, .back, .pause])
        // A sequence in pieces.
        XCTAssertEqual(keys.take([0x1B], isAll: false), [])
        XCTAssertEqual(keys.take(Array("[".utf8)), [])
        XCTAssertEqual(keys.take(Array("C".utf8)), [.forward])
        XCTAssertEqual(keys.take([0x1B]), [.quit])
        XCTAssertEqual(keys.take([3]), [.quit])
        XCTAssertEqual(keys.take([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 500)), [])
        XCTAssertEqual(keys.take(Array(" ".utf8)), [.pause])
    }

    func testClock() {
        var clock = PlayerClock(framesPerSecond: 10)
        clock.advance(by: 0.25)
        XCTAssertEqual(clock.frame, 2)
        clock.press(.forward)
        XCTAssertEqual(clock.time, 0.3, accuracy: 1e-12)
        XCTAssertTrue(clock.isPaused)
        clock.advance(by: 5)
        clock.press(.back)
        clock.press(.back)
        XCTAssertEqual(clock.frame, 1)
        for _ in 0..<9 { clock.press(.back) }
        XCTAssertEqual(clock.time, 0)
        clock.press(.pause)
        clock.press(.slower)
        clock.press(.slower)
        clock.advance(by: 1)
        XCTAssertEqual(clock.time, 0.25)
        XCTAssertEqual(clock.status(duration: 2), "playing 0.25 / 2.00 s, frame 2, speed 1/4")
        for _ in 0..<20 { clock.press(.faster) }
        XCTAssertEqual(clock.speed, 16)
        clock.press(.restart)
        clock.advance(by: .nan)
        XCTAssertEqual(clock.time, 0)
    }

    func testSizes() {
        let size = TerminalSession.Size(columns: 80, rows: 25, width: 800, height: 500)
        XCTAssertTrue(TerminalPlayer.pixels(size, .blocks, CGSize(width: 100, height: 100)) == (48, 48))
        XCTAssertTrue(TerminalPlayer.pixels(size, .kitty, CGSize(width: 100, height: 50)) == (800, 400))
        XCTAssertTrue(TerminalPlayer.pixels(size, .sixel, CGSize(width: 10, height: 1000)) == (4, 480))
        XCTAssertTrue(TerminalPlayer.pixels(size, .blocks, CGSize(width: 1e9, height: 1)) == (80, 1))
    }

    func testAnswers() {
        XCTAssertNil(TerminalSession.style(Array("\u{1B}[?62;4".utf8)))
        XCTAssertEqual(TerminalSession.style(Array("\u{1B}[?62;4;22c".utf8)), .sixel)
        XCTAssertEqual(TerminalSession.style(Array("\u{1B}[?62;22c".utf8)), .blocks)
        XCTAssertEqual(TerminalSession.style(Array("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c".utf8)), .kitty)
        XCTAssertEqual(TerminalSession.style(Array("\u{1B}_Gi=31;ENOTSUP\u{1B}\\\u{1B}[?62c".utf8)), .blocks)
    }

    /// A person before a terminal: what was shown, and what to type.
    private final class Person: @unchecked Sendable {
        // Unchecked: what was shown is reached under the lock.
        let descriptor: Int32
        private let shown = Locked<[UInt8]>([])

        init(_ descriptor: Int32) {
            self.descriptor = descriptor
            let shown = shown
            let thread = Thread {
                var bytes = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = Foundation.read(descriptor, &bytes, bytes.count)
                    if count <= 0 { return }
                    shown.withLock { $0 += bytes.prefix(count) }
                }
            }
            thread.start()
        }

        func type(_ keys: String) { _ = Array(keys.utf8).withUnsafeBytes { agate_write_all(descriptor, $0.baseAddress!, $0.count) } }

        var text: String { String(decoding: shown.withLock { $0 }, as: UTF8.self) }

        /// Waits until something shows; false when it does not in ten seconds.
        func sees(_ what: String) -> Bool {
            for _ in 0..<2000 {
                if text.contains(what) { return true }
                usleep(5000)
            }
            return false
        }
    }

    private func modes(_ descriptor: Int32) -> [UInt32] {
        var settings = termios()
        tcgetattr(descriptor, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    }

    private struct Result: Sendable {
        var signal: Int32?
        var saved: [Double] = []
    }

    /// Plays on a pseudo-terminal while `script` sits before it.
    private func play(style: TerminalStyle?, size: (Int32, Int32, Int32, Int32) = (40, 12, 0, 0), _ script: (Person) -> Void) throws
        -> Result
    {
        var person: Int32 = 0, terminal: Int32 = 0
        guard agate_terminal_pair(&person, &terminal, size.0, size.1, size.2, size.3) == 0 else {
            throw XCTSkip("there are no pseudo-terminals here")
        }
        let before = modes(terminal)
        let result = Locked(Result()), done = DispatchSemaphore(value: 0), end = terminal
        let sitting = Person(person)
        let thread = Thread {
            let source = TerminalPlayer.Source(size: CGSize(width: 20, height: 10), framesPerSecond: 20, duration: 9) {
                time, width, height in
                CGImage(width: width, height: height) { $0.update(repeating: 0xFF00_0000 | UInt32(time * 20) % 256) }!
            } save: { time in
                result.withLock { $0.saved.append(time) }
                return "saved it"
            }
            do {
                var player = try TerminalPlayer(source, input: end, output: end, style: style)
                let signal = try player.run()
                result.withLock { $0.signal = signal }
            } catch {
                XCTFail("\(error)")
            }
            done.signal()
        }
        thread.start()
        script(sitting)
        if done.wait(timeout: .now() + 20) == .timedOut { XCTFail("it does not end") }
        XCTAssertEqual(modes(terminal), before, "the terminal is as it was")
        XCTAssertTrue(sitting.sees("\u{1B}[?25h"))
        XCTAssertTrue(sitting.sees("\u{1B}[?1049l"))
        close(terminal)
        return result.withLock { $0 }
    }

    func testPlayedByKeys() throws {
        let result = try play(style: .blocks) { person in
            XCTAssertTrue(person.sees("\u{1B}[?1049h"))
            XCTAssertTrue(person.sees("playing"))
            XCTAssertTrue(person.sees("\u{1B}[48;2;0;0;2m"), "it moves")
            person.type("0 ")
            XCTAssertTrue(person.sees("paused"))
            person.type("0\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[D")
            XCTAssertTrue(person.sees("paused 0.10 / 9.00 s, frame 2"))
            person.type("s")
            XCTAssertTrue(person.sees("saved it"))
            person.type("--")
            XCTAssertTrue(person.sees("speed 1/4"))
            person.type("q")
        }
        XCTAssertEqual(result.signal, 0)
        XCTAssertEqual(result.saved.map { ($0 * 1000).rounded() }, [100])
    }

    func testStyleIsAsked() throws {
        _ = try play(style: nil, size: (40, 12, 400, 240)) { person in
            XCTAssertTrue(person.sees("\u{1B}[c"))
            person.type("\u{1B}[?62;4c")
            XCTAssertTrue(person.sees("\u{1B}P0;1;0q\"1;1;400;200"), "sixels as large as the window")
            person.type("q")
        }
        _ = try play(style: nil, size: (40, 12, 400, 240)) { person in
            XCTAssertTrue(person.sees("\u{1B}[c"))
            person.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62c")
            XCTAssertTrue(person.sees("\u{1B}_Ga=T,f=100"))
            person.type("q")
        }
    }

    func testEndedBySignal() throws {
        let result = try play(style: .blocks) { person in
            XCTAssertTrue(person.sees("playing"))
            kill(getpid(), SIGTERM)
        }
        XCTAssertEqual(result.signal, SIGTERM)
    }

    func testTerminalThatGoes() throws {
        let result = try play(style: .blocks) { person in
            XCTAssertTrue(person.sees("playing"))
            person.type("\u{4}")
        }
        XCTAssertEqual(result.signal, 0)
        XCTAssertThrowsError(try TerminalSession(input: open("/dev/null", O_RDONLY), output: 1))
    }
}
