import Agate
import CoreGraphics
import Foundation
import Inspector
import QuartzCore

/// Of all threads of this process.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// What a page that follows a program costs it: 1080p, everything moves, 60 frames a second, in turns with the page and without. The
/// threads of the inspector have the lowest priority: on a machine that is busy with other things pictures are few, and what one takes of
/// the processors is what can be compared.
func inspectorBenchmarks() {
    let host = OffscreenHost(size: CGSize(width: 1920, height: 1080), background: .black)
    var layers: [CALayer] = []
    host.perform {
        for i in 0..<400 {
            let layer = CALayer()
            layer.frame = CGRect(x: Double(i % 20) * 96, y: Double(i / 20) * 54, width: 90, height: 50)
            layer.backgroundColor = CGColor(red: CGFloat(i % 20) / 20, green: 0.4, blue: CGFloat(i / 20) / 20, alpha: 1)
            layer.cornerRadius = 6
            host.layer.addSublayer(layer)
            layers.append(layer)
        }
    }
    guard let inspector = try? Inspector.start(host), let url = URLComponents(string: inspector.url), let port = url.port,
        let token = url.queryItems?.first?.value
    else { return print("the inspector does not start") }
    var turn = 0
    /// Seconds on the wall of each frame.
    func frames(_ count: Int) -> [Double] {
        (0..<count).map { _ in
            turn += 1
            let begin = DispatchTime.now().uptimeNanoseconds
            host.perform {
                CATransaction.setDisableActions(true)
                for layer in layers { layer.position.x += turn % 2 == 0 ? 2 : -2 }
            }
            host.advance(by: 1.0 / 60)
            host.withPixels { _, _, _, _ in }
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
            Thread.sleep(forTimeInterval: max(0.001, 1.0 / 60 - seconds))
            return seconds
        }
    }
    _ = frames(60)
    var alone: [Double] = []
    var followed: [Double] = []
    var pictures = 0
    var bytes = 0
    var seconds = 0.0
    var processor = (alone: 0.0, followed: 0.0)
    for _ in 0..<6 {
        var used = processorSeconds()
        alone += frames(90)
        processor.alone += processorSeconds() - used
        guard let page = StreamReader(port: UInt16(port), token: token) else { return print("the inspector does not answer") }
        // The first picture is on its way.
        _ = frames(20)
        let begin = Date()
        let before = page.counts
        used = processorSeconds()
        followed += frames(90)
        seconds += Date().timeIntervalSince(begin)
        processor.followed += processorSeconds() - used
        let after = page.counts
        pictures += after.pictures - before.pictures
        bytes += after.bytes - before.bytes
        page.stop()
        Thread.sleep(forTimeInterval: 0.1)
    }
    func line(_ name: String, _ times: [Double]) -> (best: Double, middle: Double) {
        let sorted = times.sorted()
        let (best, middle) = (sorted[0] * 1000, sorted[sorted.count / 2] * 1000)
        print(Measure.padded(name) + String(format: "%9.3f ms at best, %.3f ms in the middle", best, middle))
        return (best, middle)
    }
    let a = line("a frame of 1080p, the inspector on, no page", alone)
    let b = line("  with a page that follows", followed)
    print(
        Measure.padded("  more")
            + String(format: "%+.1f %% at best, %+.1f %% in the middle", (b.best / a.best - 1) * 100, (b.middle / a.middle - 1) * 100))
    print(
        Measure.padded("  the page gets")
            + String(format: "%.1f pictures/s, %.2f MB/s", Double(pictures) / seconds, Double(bytes) / seconds / 1e6))
    print(
        Measure.padded("  a picture takes of the processors, its reader too")
            + String(format: "%9.3f ms", (processor.followed - processor.alone) / Double(max(1, pictures)) * 1000))
    withExtendedLifetime(inspector) {}
}

/// Reads a stream as a page does, says what it has dealt with, and counts.
private final class StreamReader: @unchecked Sendable {
    // Unchecked: behind the lock.
    private let lock = NSLock()
    private var pictures = 0
    private var bytes = 0
    private let stream: Int32
    private let answers: Int32
    private let head: String

    init?(port: UInt16, token: String) {
        guard let stream = try? HTTPClient.connection(to: "127.0.0.1", port),
            let answers = try? HTTPClient.connection(to: "127.0.0.1", port)
        else { return nil }
        (self.stream, self.answers) = (stream, answers)
        head = "HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-Agate-Token: \(token)\r\nContent-Length: "
        write("POST /stream \(head)0\r\n\r\n", to: stream)
        Thread { [self] in read() }.start()
    }

    var counts: (pictures: Int, bytes: Int) {
        lock.lock()
        defer { lock.unlock() }
        return (pictures, bytes)
    }

    func stop() { shutdown(stream, Int32(SHUT_RDWR)) }

    private func write(_ text: String, to socket: Int32) {
        let bytes = Array(text.utf8)
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var waiting: [UInt8] = []
        var viewer: String?
        var received = 0
        while true {
            let count = recv(stream, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            waiting += buffer[..<count]
            var new = 0
            // Each chunk is a message: its length in hexadecimal, a line's end, four bytes of length, its kind.
            while let end = waiting.firstIndex(of: 13) {
                let line = String(decoding: waiting[..<end], as: UTF8.self)
                guard let length = Int(line, radix: 16) else {
                    waiting.removeFirst(end + 2)
                    continue
                }
                guard waiting.count >= end + 2 + length + 2 else { break }
                let message = waiting[(end + 2)..<(end + 2 + length)].dropFirst(4)
                if message.first == 2 { new += 1 }
                if message.first != 0 { received += 1 }
                if viewer == nil {
                    viewer = String(decoding: message.dropFirst(4), as: UTF8.self).filter { ("0"..."9").contains($0) }
                }
                waiting.removeFirst(end + 2 + length + 2)
            }
            lock.lock()
            bytes += count
            pictures += new
            lock.unlock()
            if let viewer {
                let body = #"{"type":"received","viewer":\#(viewer),"count":\#(received)}"#
                write("POST /ask \(head)\(body.utf8.count)\r\n\r\n\(body)", to: answers)
                _ = recv(answers, &buffer, buffer.count, 0)
            }
        }
        close(stream)
        close(answers)
    }
}
