import Foundation
import TestSupport
import XCTest

@testable import Inspector

final class HTTPTests: XCTestCase {
    private func parse(_ text: String) -> HTTPRequest.Outcome { HTTPRequest.parse(Array(text.utf8)) }

    func testRequests() {
        guard
            case .request(let request, let length) = parse(
                "POST /ask?token=ab&x=1 HTTP/1.1\r\nHost: a:1\r\nContent-Length: 3\r\n\r\nabcGET")
        else { return XCTFail("refused") }
        XCTAssertEqual(request.method, "POST")
        XCTAssertEqual(request.path, "/ask")
        XCTAssertEqual(request.query, ["token": "ab", "x": "1"])
        XCTAssertEqual(request.headers["host"], "a:1")
        XCTAssertEqual(request.body, Array("abc".utf8))
        XCTAssertEqual(length, 68)
        XCTAssertEqual(parse("GET / HTTP/1.1\r\nHost"), .incomplete)
        XCTAssertEqual(parse("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab"), .incomplete)
    }

    func testWhatIsRefused() {
        let cases: [(String, Int)] = [
            ("GET /\r\n\r\n", 400), ("GET x HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/2\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", 413), ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
            ("GET /\u{e9} HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 1), 0),
            (String(repeating: "x", count: 9000), 431),
        ]
        for (text, status) in cases {
            XCTAssertEqual(parse(text), status == 0 ? .incomplete : .refused(status), text.prefix(40).description)
        }
    }

    func testAnyBytes() {
        var random = SeededGenerator(seed: 80)
        let good = Array("POST /ask?token=ab HTTP/1.1\r\nHost: a:1\r\nX-Agate-Token: t\r\nContent-Length: 3\r\n\r\nabc".utf8)
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if case .request(let request, let length) = HTTPRequest.parse(bytes) {
                XCTAssertLessThanOrEqual(length, bytes.count)
                XCTAssertLessThanOrEqual(request.body.count, HTTPRequest.longestBody)
            }
        }
    }
}
