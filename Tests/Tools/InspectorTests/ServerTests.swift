import Agate
import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import Inspector

final class ServerTests: XCTestCase {
    private struct Client {
        let port: UInt16
        let token: String

        init(_ url: String) throws {
            let parts = try XCTUnwrap(URLComponents(string: url))
            port = UInt16(try XCTUnwrap(parts.port))
            token = try XCTUnwrap(parts.queryItems?.first { $0.name == "token" }?.value)
        }

        /// Sends bytes, and reads until the server closes.
        func send(_ text: String) -> (status: Int, body: String) {
            guard let socket = try? HTTPClient.connection(to: "127.0.0.1", port) else { return (0, "") }
            defer { close(socket) }
            let bytes = Array(text.utf8)
            _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            var answer: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = recv(socket, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                answer += buffer[..<count]
            }
            let whole = String(decoding: answer, as: UTF8.self)
            let status = whole.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
            return (status, whole.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n"))
        }

        func ask(_ body: String, _ headers: [String: String] = [:], method: String = "POST", path: String = "/ask", withToken: Bool = true)
            -> (status: Int, body: String)
        {
            var all = ["Host": "127.0.0.1:\(port)", "Connection": "close", "Content-Length": "\(body.utf8.count)"]
            if withToken { all["X-Agate-Token"] = token }
            all.merge(headers) { $1 }
            return send("\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0): \($1)\r\n" }.joined() + "\r\n" + body)
        }
    }

    private func scene() -> (host: OffscreenHost, layer: CALayer) {
        let host = OffscreenHost(size: CGSize(width: 40, height: 30), background: .white)
        let layer = CALayer()
        host.perform {
            layer.name = "box"
            layer.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
            layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            host.layer.addSublayer(layer)
        }
        return (host, layer)
    }

    func testOnlyThePageWithTheTokenIsAnswered() throws {
        let inspector = try Inspector.start(Recording(of: scene().host))
        let client = try Client(inspector.url)
        let hello = #"{"type":"hello"}"#
        XCTAssertEqual(client.ask(hello).status, 200)
        XCTAssertEqual(client.ask(hello, ["Origin": "http://127.0.0.1:\(client.port)"]).status, 200)
        XCTAssertEqual(client.ask(hello, withToken: false).status, 403)
        XCTAssertEqual(client.ask(hello, ["X-Agate-Token": String(client.token.dropLast())]).status, 403)
        XCTAssertEqual(client.ask(hello, ["Origin": "http://example.com"]).status, 403)
        XCTAssertEqual(client.ask(hello, ["Origin": "null"]).status, 403)
        XCTAssertEqual(client.ask(hello, ["Host": "example.com:\(client.port)"]).status, 403)
        XCTAssertEqual(client.ask("", method: "OPTIONS", withToken: false).status, 403)
        XCTAssertEqual(client.ask("", method: "GET", path: "/").status, 200)
        XCTAssertTrue(client.ask("", method: "GET", path: "/?token=\(client.token)", withToken: false).body.contains("Agate Inspector"))
        for path in ["/../../etc/passwd", "/..%2f..%2fetc/passwd", "/index.html", "//etc/passwd"] {
            XCTAssertEqual(client.ask("", method: "GET", path: path).status, 404, path)
        }
        XCTAssertEqual(client.ask("", method: "PUT").status, 405)
        for bad in ["", "{", #"{"type":"run"}"#, "\u{0}"] { XCTAssertEqual(client.ask(bad).status, 400, bad) }
        XCTAssertEqual(client.send("\u{1}\r\n\r\n").status, 400)
        inspector.stop()
        XCTAssertEqual(client.ask(hello).status, 0)
    }

    func testARecordingIsShownAndNotChanged() throws {
        let inspector = try Inspector.start(Recording(of: scene().host))
        let client = try Client(inspector.url)
        XCTAssertTrue(client.ask(#"{"type":"hello"}"#).body.contains(#""mode":"recording""#))
        let look = client.ask(#"{"type":"look","time":0}"#).body
        XCTAssertTrue(look.contains(#""name":"box""#) && look.contains("data:image/png"), look)
        XCTAssertTrue(client.ask(#"{"type":"set","layer":1,"key":"opacity","value":"0"}"#).body.contains("refused"))
    }

    /// Runs the client while the main run loop turns, as a program's does.
    private func whileRunning(_ body: @escaping @Sendable () -> String) -> String {
        let answer = Locked<String?>(nil)
        Thread {
            let text = body()
            answer.withLock { $0 = text }
        }.start()
        let end = Date(timeIntervalSinceNow: 20)
        while answer.withLock({ $0 }) == nil, Date() < end { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
        return answer.withLock { $0 } ?? "no answer"
    }

    func testARunningProgramIsLookedAtAndChangedWhereThatIsAllowed() throws {
        let (host, layer) = scene()
        defer { TransactionLog.shared.isEnabled = false }
        var options = Inspector.Options()
        options.allowsEditing = true
        let inspector = try Inspector.start(host, options: options)
        let client = try Client(inspector.url)
        let id = layer.id.rawValue
        XCTAssertTrue(client.ask(#"{"type":"hello"}"#).body.contains(#""isEditable":true"#))
        let before = host.image(at: 0.1)
        XCTAssertTrue(client.ask(#"{"type":"values","layer":\#(id),"time":0.1}"#).body.contains("#ff0000"))
        let done = whileRunning {
            client.ask(##"{"type":"set","layer":\##(id),"key":"backgroundColor","value":"#0000ff","animated":false}"##).body
        }
        XCTAssertTrue(done.contains("done"), done)
        XCTAssertFalse(host.image(at: 0.2).hasEqualPixels(to: before))
        XCTAssertTrue(client.ask(#"{"type":"values","layer":\#(id),"time":0.2}"#).body.contains("#0000ff"))
        XCTAssertTrue(whileRunning { client.ask(#"{"type":"explain","layer":\#(id),"key":"opacity"}"#).body }.contains("CABasicAnimation"))
        for bad in ["key\":\"opacity\",\"value\":\"red", "key\":\"nothing\",\"value\":\"1", "key\":\"bounds\",\"value\":\"1,2"] {
            XCTAssertTrue(whileRunning { client.ask("{\"type\":\"set\",\"layer\":\(id),\"\(bad)\"}").body }.contains("refused"), bad)
        }
    }

    func testAStreamAndARecordingThatIsBroughtNeedTheToken() throws {
        let inspector = try Inspector.start(Recording(of: scene().host))
        let client = try Client(inspector.url)
        for path in ["/stream", "/import", "/recording"] {
            XCTAssertEqual(client.ask("", path: path, withToken: false).status, 403, path)
            XCTAssertEqual(client.ask("", ["Origin": "http://example.com"], path: path).status, 403, path)
            XCTAssertEqual(client.ask("", method: "GET", path: path).status, 405, path)
        }
        XCTAssertEqual(client.ask("", path: "/stream").status, 404, "a recording sends nothing")
        XCTAssertEqual(client.ask("AGATEREC no", path: "/import").status, 400)
        XCTAssertTrue(client.ask("", path: "/recording").body.hasPrefix("AGATEREC"), "what is shown can be saved")
        XCTAssertEqual(client.ask(#"{"type":"hello"}"#, path: "/ask?source=import").status, 404)
        // The head of a long body is refused before the body is read, unless it has the token.
        let long = "POST /import HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nContent-Length: 1000000\r\n\r\n"
        XCTAssertEqual(client.send(long).status, 403)
        XCTAssertEqual(client.ask("", ["Content-Length": "1000000"]).status, 413)
        inspector.stop()
    }

    func testAPageThatSaysNothingGetsFewMessages() throws {
        let (host, layer) = scene()
        defer { TransactionLog.shared.isEnabled = false }
        let inspector = try Inspector.start(host)
        let client = try Client(inspector.url)
        let socket = try HTTPClient.connection(to: "127.0.0.1", client.port, patience: 1)
        defer { close(socket) }
        let head = Array(
            "POST /stream HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nX-Agate-Token: \(client.token)\r\nContent-Length: 0\r\n\r\n".utf8)
        _ = Glibc.send(socket, head, head.count, Int32(MSG_NOSIGNAL))
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        /// Messages that came, but for those that say that nothing happened: each is a chunk.
        func messages() -> [[UInt8]] {
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { bytes += buffer[..<count] }
            return Self.chunks(Array(bytes[Self.endOfHead(bytes)...])).filter { $0.count > 4 && $0[4] != 0 }
        }
        var number = 0
        func move() {
            number += 1
            host.perform { layer.position.x += number % 2 == 0 ? 3 : -3 }
            _ = host.image(at: Double(number) / 60)
            usleep(20_000)
        }
        for _ in 0..<60 { move() }
        let before = messages()
        XCTAssertGreaterThan(before.count, 0)
        XCTAssertLessThanOrEqual(before.count, LiveInspection.mostOnTheirWay + 1)
        let viewer = try XCTUnwrap(before.first.map { String(decoding: $0.dropFirst(8), as: UTF8.self).filter(\.isNumber) })
        XCTAssertEqual(client.ask(#"{"type":"received","viewer":\#(viewer),"count":\#(before.count)}"#).status, 200)
        for _ in 0..<500 where messages().count <= before.count { move() }
        XCTAssertGreaterThan(messages().count, before.count)
        // What is said of other streams, or is no number, does not matter.
        XCTAssertEqual(client.ask(#"{"type":"received","viewer":999,"count":-5}"#).status, 200)
        XCTAssertEqual(client.ask(#"{"type":"received","viewer":"x","count":1e300}"#).status, 400)
        inspector.stop()
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 4 else { return bytes.count }
        for i in 0...(bytes.count - 4) where Array(bytes[i..<(i + 4)]) == [13, 10, 13, 10] { return i + 4 }
        return bytes.count
    }

    /// What whole chunks hold.
    private static func chunks(_ bytes: [UInt8]) -> [[UInt8]] {
        var at = 0
        var result: [[UInt8]] = []
        while let end = bytes[at...].firstIndex(of: 13), let length = Int(String(decoding: bytes[at..<end], as: UTF8.self), radix: 16),
            end + 2 + length + 2 <= bytes.count
        {
            result.append(Array(bytes[(end + 2)..<(end + 2 + length)]))
            at = end + 2 + length + 2
        }
        return result
    }

    func testAProgramElsewhereIsAskedThroughARelay() throws {
        let (host, _) = scene()
        defer { TransactionLog.shared.isEnabled = false }
        let program = try Inspector.start(host)
        let there = try Client(program.url)
        let relay = try Inspector.start(relayingTo: "127.0.0.1", there.port, token: there.token)
        let here = try Client(relay.url)
        XCTAssertNotEqual(here.token, there.token)
        XCTAssertTrue(here.ask(#"{"type":"hello"}"#).body.contains(#""mode":"live""#))
        XCTAssertEqual(here.ask(#"{"type":"hello"}"#, withToken: false).status, 403)
        XCTAssertTrue(here.ask("", method: "GET", path: "/").body.contains("Agate Inspector"))
        XCTAssertThrowsError(try Inspector.start(relayingTo: "127.0.0.1", there.port, token: "wrong"))
        program.stop()
        XCTAssertThrowsError(try Inspector.start(relayingTo: "127.0.0.1", there.port, token: there.token))
        relay.stop()
    }

    func testARunningProgramIsNotChangedUnlessThatIsAllowed() throws {
        let (host, layer) = scene()
        defer { TransactionLog.shared.isEnabled = false }
        let inspector = try Inspector.start(host)
        let client = try Client(inspector.url)
        let id = layer.id.rawValue
        XCTAssertTrue(client.ask(#"{"type":"set","layer":\#(id),"key":"opacity","value":"0"}"#).body.contains("editing is off"))
        XCTAssertEqual(layer.opacity, 1)
        XCTAssertNil(try Inspector.startIfAsked(host), "nothing listens unless it is asked for")
    }
}
