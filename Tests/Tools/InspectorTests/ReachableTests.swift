import Agate
import AgateDiagnostics
import AgateRecording
import Foundation
import FoundationNetworking
import XCTest

@testable import Inspector

/// Whoever takes places and says nothing does not keep others out.
final class ReachableTests: XCTestCase {
    private static let token = "sesame"

    /// Answers with the body that came, to those with the token.
    private func server(_ limits: HTTPServer.Limits) throws -> HTTPServer {
        try HTTPServer(
            address: "127.0.0.1", port: 0, limits: limits,
            service: HTTPService(
                refusal: { $0.headers["x-agate-token"] == Self.token ? nil : .refused(403) },
                reply: { .answer(HTTPAnswer(body: $0.body)) }))
    }

    private func limits(connections: Int = 16, head: Double = 30, silence: Double = 30) -> HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        (limits.connections, limits.head, limits.silence) = (connections, head, silence)
        return limits
    }

    /// A socket whose reads give up after ten seconds.
    private final class Client: Sendable {
        let socket: Int32
        init(_ server: HTTPServer) throws { socket = try HTTPClient.connection(to: "127.0.0.1", server.port, patience: 10) }
        deinit { close(socket) }

        @discardableResult
        func send(_ text: String) -> Bool {
            let bytes = Array(text.utf8)
            return Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }

        func ask(_ body: String, closes: Bool = false, token: String = ReachableTests.token) {
            send(
                "POST / HTTP/1.1\r\nX-Agate-Token: \(token)\r\nContent-Length: \(body.utf8.count)\r\n"
                    + (closes ? "Connection: close\r\n" : "") + "\r\n" + body)
        }

        /// What comes until it ends with the text, or the other side closes.
        func read(until end: String? = nil) -> String {
            // The socket closes when nobody uses the object any more, which may be before its last read.
            defer { withExtendedLifetime(self) {} }
            var answer: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while end.map({ !answer.suffix($0.utf8.count).elementsEqual($0.utf8) }) ?? true {
                let count = recv(socket, &buffer, buffer.count, 0)
                guard count > 0 else { return String(decoding: answer, as: UTF8.self) + (count < 0 ? " (\(errno))" : "") }
                answer += buffer[..<count]
            }
            return String(decoding: answer, as: UTF8.self)
        }

        /// Whether the other side has closed, at once or within the time that a read takes.
        var isClosed: Bool { read() == "" }
    }

    private func checkAnswered(_ server: HTTPServer, _ name: String, line: UInt = #line) throws {
        let client = try Client(server)
        client.ask("hello", closes: true)
        let answer = client.read()
        XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("hello"), "\(name): \(answer)", line: line)
    }

    func testThoseWhoSayNothingKeepNobodyOut() throws {
        for count in [16, 17, 200] {
            let server = try server(limits())
            defer { server.stop() }
            let idle = try (0..<count).map { _ in try Client(server) }
            try checkAnswered(server, "\(count) that say nothing")
            // The oldest went, and the newest are there.
            if count >= 16 { XCTAssertTrue(idle[0].isClosed) }
            let newest = try XCTUnwrap(idle.last)
            newest.ask("late", closes: true)
            XCTAssertTrue(newest.read().hasSuffix("late"), "\(count)")
        }
    }

    func testThoseWithTheTokenKeepTheirPlace() throws {
        let server = try server(limits(connections: 4))
        defer { server.stop() }
        let pages = try (0..<3).map { _ in try Client(server) }
        for (number, page) in pages.enumerated() {
            page.ask("page \(number)")
            XCTAssertTrue(page.read(until: "page \(number)").hasPrefix("HTTP/1.1 200"))
        }
        let idle = try (0..<40).map { _ in try Client(server) }
        try checkAnswered(server, "beside three pages")
        for (number, page) in pages.enumerated() {
            page.ask("again \(number)")
            XCTAssertTrue(page.read(until: "again \(number)").hasPrefix("HTTP/1.1 200"), "page \(number)")
        }
        XCTAssertTrue(idle[0].isClosed)
        // A wrong token is none.
        let wrong = try Client(server)
        wrong.ask("x", token: "wrong")
        XCTAssertTrue(wrong.read().hasPrefix("HTTP/1.1 403"))
        // Where all have the token, one more is refused.
        let last = try Client(server)
        last.ask("last")
        _ = last.read(until: "last")
        XCTAssertTrue(try Client(server).read().hasPrefix("HTTP/1.1 503"))
        withExtendedLifetime((pages, idle, last)) {}
    }

    func testAHeadHasItsTime() throws {
        let server = try server(limits(head: 0.3))
        defer { server.stop() }
        let silent = try Client(server)
        let slow = try Client(server)
        // Bytes that keep coming give no more time: each would be in time for itself.
        let sender = Thread {
            for byte in "GET / HTTP/1.1\r\nX-Agate-Token: sesame\r\nHost: a" where slow.send(String(byte)) { usleep(50_000) }
        }
        sender.start()
        XCTAssertTrue(silent.isClosed)
        XCTAssertTrue(slow.isClosed)
        try checkAnswered(server, "after slow ones")
    }

    func testAPageMayBeSilentBetweenRequestsButNotWithinAHead() throws {
        let server = try server(limits(head: 0.2, silence: 30))
        defer { server.stop() }
        let page = try Client(server)
        page.ask("one")
        _ = page.read(until: "one")
        usleep(400_000)
        page.ask("two")
        XCTAssertTrue(page.read(until: "two").hasPrefix("HTTP/1.1 200"))
        page.send("POST / HTT")
        XCTAssertTrue(page.isClosed)
    }

    func testSilenceEndsAtItsTime() throws {
        let server = try server(limits(silence: 0.2))
        defer { server.stop() }
        let page = try Client(server)
        page.ask("one")
        _ = page.read(until: "one")
        XCTAssertTrue(page.isClosed)
        // Within a body, too.
        let short = try Client(server)
        short.send("POST / HTTP/1.1\r\nX-Agate-Token: sesame\r\nContent-Length: 9\r\n\r\nabc")
        XCTAssertTrue(short.isClosed)
    }

    func testHeadsThatAreHugeOrNeverEnd() throws {
        let server = try server(limits())
        defer { server.stop() }
        let heads = [
            String(repeating: "x", count: 1 << 20), "GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 100_000),
            "GET / HTTP/1.1\r\nX: " + String(repeating: "y", count: 1 << 18) + "\r\n\r\n",
            "GET / HTTP/1.1\r\n" + (0..<200).map { "a\($0): b\r\n" }.joined() + "\r\n",
        ]
        for head in heads {
            let client = try Client(server)
            client.send(head)
            shutdown(client.socket, Int32(SHUT_WR))
            XCTAssertTrue(client.read().hasPrefix("HTTP/1.1 431"), "\(head.prefix(40))…")
        }
        try checkAnswered(server, "after huge heads")
    }

    func testABodyWithoutTheTokenIsNotReadBeforeItIsRefused() throws {
        let server = try server(limits())
        defer { server.stop() }
        let client = try Client(server)
        client.send("POST / HTTP/1.1\r\nContent-Length: 60000\r\n\r\n")
        XCTAssertTrue(client.read().hasPrefix("HTTP/1.1 403"))
    }

    func testRequestsBehindEachOther() throws {
        let server = try server(limits())
        defer { server.stop() }
        let client = try Client(server)
        let count = 2000
        let sender = Thread { for number in 0..<count { client.ask("(\(number))", closes: number == count - 1) } }
        sender.start()
        let answers = client.read().components(separatedBy: "HTTP/1.1 200 OK").dropFirst()
        XCTAssertEqual(answers.count, count)
        for (number, answer) in answers.enumerated() where !answer.hasSuffix("(\(number))") {
            return XCTFail("answer \(number): \(answer)")
        }
        // Without the token the first ends it.
        let other = try Client(server)
        for _ in 0..<100 { other.ask("x", token: "") }
        XCTAssertEqual(other.read().components(separatedBy: "HTTP/1.1 ").count, 2)
    }

    func testSocketsThatAreHalfClosed() throws {
        let server = try server(limits())
        defer { server.stop() }
        let whole = try Client(server)
        whole.ask("all")
        shutdown(whole.socket, Int32(SHUT_WR))
        XCTAssertTrue(whole.read().hasSuffix("all"), "what was asked before is answered")
        for part in ["", "POST / HTTP/1.1\r\nX-A", "POST / HTTP/1.1\r\nX-Agate-Token: sesame\r\nContent-Length: 9\r\n\r\nabc"] {
            let client = try Client(server)
            client.send(part)
            shutdown(client.socket, Int32(SHUT_WR))
            XCTAssertTrue(client.isClosed, part)
        }
        try checkAnswered(server, "after half-closed ones")
    }

    /// The whole way, with the times that are usual.
    func testAnInspectorStaysReachable() throws {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        let inspector = try Inspector.start(Recording(of: host))
        defer { inspector.stop() }
        let parts = try XCTUnwrap(URLComponents(string: inspector.url))
        let port = UInt16(try XCTUnwrap(parts.port))
        let idle = try (0..<200).map { _ in try HTTPClient.connection(to: "127.0.0.1", port, patience: 10) }
        defer { idle.forEach { close($0) } }
        let (data, done) = (Locked(Data()), DispatchSemaphore(value: 0))
        URLSession.shared.dataTask(with: try XCTUnwrap(URL(string: inspector.url))) { body, _, _ in
            data.withLock { $0 = body ?? Data() }
            done.signal()
        }.resume()
        XCTAssertEqual(done.wait(timeout: .now() + 10), .success)
        XCTAssertTrue(String(decoding: data.withLock { $0 }, as: UTF8.self).contains("Agate Inspector"))
    }

    func testThePortClosesWhenTheInspectorGoes() throws {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        var inspector: Inspector? = try Inspector.start(Recording(of: host))
        let port = UInt16(try XCTUnwrap(inspector.flatMap { URLComponents(string: $0.url)?.port }))
        close(try HTTPClient.connection(to: "127.0.0.1", port))
        inspector = nil
        // The thread that listens closes it.
        var isClosed = false
        for _ in 0..<200 where !isClosed {
            if let socket = try? HTTPClient.connection(to: "127.0.0.1", port) { close(socket) } else { isClosed = true }
            usleep(10_000)
        }
        XCTAssertTrue(isClosed)
    }
}
