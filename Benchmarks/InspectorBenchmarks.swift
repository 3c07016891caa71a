import Agate
import CoreGraphics
import Foundation
import Inspector
import QuartzCore

/// What a page that follows a program costs it: 1080p, everything moves, 60 frames a second, in turns with the page and without.
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
    for _ in 0..<6 {
        alone += frames(90)
        let page = StreamReader(port: UInt16(port), token: token)
        // The first picture is on its way.
        _ = frames(20)
        let begin = Date()
        let before = page.counts
        followed += frames(90)
        seconds += Date().timeIntervalSince(begin)
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
            + String(format: "%.1f pictures/s, %.0f MB/s", Double(pictures) / seconds, Double(bytes) / seconds / 1e6))
    withExtendedLifetime(inspector) {}
}

/// Reads a stream as a page does, and counts.
private final class StreamReader: @unchecked Sendable {
    // Unchecked: behind the lock.
    private let lock = NSLock()
    private var pictures = 0
    private var bytes = 0
    private let socket: Int32

    init(port: UInt16, token: String) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &place.sin_addr)
        _ = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        let head = Array("POST /stream HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-Agate-Token: \(token)\r\nContent-Length: 0\r\n\r\n".utf8)
        _ = send(socket, head, head.count, Int32(MSG_NOSIGNAL))
        Thread { [self] in read() }.start()
    }

    var counts: (pictures: Int, bytes: Int) {
        lock.lock()
        defer { lock.unlock() }
        return (pictures, bytes)
    }

    func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            lock.lock()
            bytes += count
            // A picture of 1080p whose all has changed is 8 MB; what else comes is small beside it.
            pictures = bytes / (1920 * 1080 * 4)
            lock.unlock()
        }
        close(socket)
    }
}
