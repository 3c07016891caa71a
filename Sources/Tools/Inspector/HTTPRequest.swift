import Foundation

/// A request of HTTP/1.1, limited to those of the inspector's page: a line, headers, a body of known length. Everything else is refused.
struct HTTPRequest: Equatable {
    var method: String
    /// The path without the query.
    var path: String
    var query: [String: String]
    /// The headers by lower-case name; duplicate headers are refused.
    var headers: [String: String]
    var body: [UInt8]

    enum Outcome: Equatable {
        /// More bytes are needed.
        case incomplete
        /// The request, and its length in bytes.
        case request(HTTPRequest, length: Int)
        /// The status of the refusal.
        case refused(Int)
    }

    static let longestHead = 8 << 10, longestBody = 64 << 10, mostHeaders = 64

    /// - Parameter bodyLimit: Returns the largest length of a request's body, by its head; called before the body is read.
    static func parse(_ bytes: [UInt8], bodyLimit: (HTTPRequest) -> Int = { _ in longestBody }) -> Outcome {
        guard let end = endOfHead(bytes) else { return bytes.count > longestHead ? .refused(431) : .incomplete }
        guard end <= longestHead else { return .refused(431) }
        // A head is ASCII; other bytes have no meaning here.
        guard bytes[..<end].allSatisfy({ $0 < 0x80 && ($0 >= 0x20 || $0 == 13 || $0 == 10 || $0 == 9) }) else { return .refused(400) }
        var lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let first = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard first.count == 3, first[2] == "HTTP/1.1" || first[2] == "HTTP/1.0", first[1].hasPrefix("/") else { return .refused(400) }
        var headers: [String: String] = [:]
        guard lines.count <= mostHeaders else { return .refused(431) }
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return .refused(400) }
            let name = line[..<colon].lowercased()
            guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }), headers[name] == nil else {
                return .refused(400)
            }
            headers[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard headers["transfer-encoding"] == nil else { return .refused(501) }
        var length = 0
        if let text = headers["content-length"] {
            guard !text.isEmpty, text.count <= 9, text.allSatisfy({ ("0"..."9").contains($0) }), let value = Int(text) else {
                return .refused(400)
            }
            length = value
        }
        let target = first[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var query: [String: String] = [:]
        for pair in (target.count > 1 ? target[1] : "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { query[String(parts[0])] = String(parts[1]) }
        }
        var request = HTTPRequest(method: String(first[0]), path: String(target[0]), query: query, headers: headers, body: [])
        guard length <= bodyLimit(request) else { return .refused(413) }
        let begin = end + 4
        guard bytes.count >= begin + length else { return .incomplete }
        request.body = Array(bytes[begin..<(begin + length)])
        return .request(request, length: begin + length)
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for i in 0...(min(bytes.count, longestHead + 4) - 4)
        where bytes[i] == 13 && bytes[i + 1] == 10 && bytes[i + 2] == 13 && bytes[i + 3] == 10 { return i }
        return nil
    }
}

/// A response.
struct HTTPAnswer: Equatable {
    var status = 200
    var type = "application/json"
    var body: [UInt8] = []

    static func refused(_ status: Int, _ why: String = "") -> HTTPAnswer {
        HTTPAnswer(status: status, type: "text/plain; charset=utf-8", body: Array(why.utf8))
    }

    func bytes(closes: Bool) -> [UInt8] {
        let reasons = [
            200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 413: "Content Too Large",
            431: "Request Header Fields Too Large", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        ]
        let head =
            "HTTP/1.1 \(status) \(reasons[status] ?? "Error")\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\nCache-Control: no-store\r\n"
            + "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\nConnection: \(closes ? "close" : "keep-alive")\r\n\r\n"
        return Array(head.utf8) + body
    }
}

/// The way in which a request is answered.
enum HTTPReply {
    case answer(HTTPAnswer)
    /// By a closure that receives the connection, which is closed afterwards.
    case connection(@Sendable (HTTPConnection) -> Void)
}

/// The access rules: a request needs the token, and must come from a page of this server.
struct Admission {
    let token: String
    /// The valid names of the server, with its port.
    let hosts: Set<String>
    /// The port, if the server listens on all addresses. Then any numeric address is valid as its name, because a foreign domain can't be
    /// one.
    var anyNumberWithPort: UInt16?

    /// Returns the refusal; nil if the request is allowed.
    func refusal(of request: HTTPRequest) -> HTTPAnswer? {
        // A foreign domain that resolves to this server would otherwise bypass the same-origin policy.
        guard let host = request.headers["host"], hosts.contains(host.lowercased()) || isNumber(host) else {
            return .refused(403, "The host name is not that of the inspector.")
        }
        if let origin = request.headers["origin"], origin.lowercased() != "http://\(host.lowercased())" {
            return .refused(403, "Requests from other origins are not allowed.")
        }
        let given = request.headers["x-agate-token"] ?? request.query["token"] ?? ""
        return Self.equal(given, token)
            ? nil : .refused(403, "The token is missing: open the address as the program printed it.")
    }

    private func isNumber(_ host: String) -> Bool {
        guard let port = anyNumberWithPort, host.hasSuffix(":\(port)") else { return false }
        var address = in_addr()
        return inet_pton(AF_INET, String(host.dropLast("\(port)".count + 1)), &address) == 1
    }

    /// Compares in constant time, independent of the position of a difference.
    static func equal(_ a: String, _ b: String) -> Bool {
        let a = Array(a.utf8)
        let b = Array(b.utf8)
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
