import AgateDiagnostics
import AgateInspector
import Foundation

/// A relay to a program's inspector on another machine: requests of the page are forwarded with that inspector's token, and responses are
/// passed on unchanged.
struct InspectorRelay: InspectionSource {
    let address: String
    let port: UInt16
    let token: String

    /// The time limit for connecting, in seconds.
    private static let patience = 5

    func answer(_ request: InspectorRequest) -> String { InspectorRefusal.text("the program has not answered") }

    /// Throws an error if there is no response, or the token is not accepted.
    func check() throws(InspectorError) {
        let body = Array(#"{"type":"hello"}"#.utf8)
        let connection = try open()
        defer { close(connection) }
        guard HTTPConnection.write(head("/ask", body.count) + body, to: connection) else { throw .noProgram("it closed the connection") }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while answer.count < 4096 {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer[..<count]
        }
        let text = String(decoding: answer, as: UTF8.self)
        guard text.hasPrefix("HTTP/1.1 200") else {
            let said = text.components(separatedBy: "\r\n\r\n").dropFirst().first ?? ""
            throw .noProgram(said.isEmpty ? "\(address):\(port) is not an inspector" : said)
        }
    }

    func reply(to request: HTTPRequest) -> HTTPReply? {
        .connection { page in
            guard let remote = try? open() else {
                HTTPConnection.write(HTTPAnswer.refused(502, "The program has exited.").bytes(closes: true), to: page.descriptor)
                return
            }
            defer { close(remote) }
            guard HTTPConnection.write(head(request.path, request.body.count) + request.body, to: remote) else { return }
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = recv(remote, &buffer, buffer.count, 0)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
                    // A stream may be silent; it ends when the page closes the connection.
                    if page.isClosed { return }
                    continue
                }
                guard count > 0, HTTPConnection.write(Array(buffer[..<count]), to: page.descriptor) else { return }
            }
        }
    }

    private func head(_ path: String, _ length: Int) -> [UInt8] {
        // Only this token is sent there, whatever the page sent.
        Array(
            ("POST \(path) HTTP/1.1\r\nHost: \(address):\(port)\r\nX-Agate-Token: \(token)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(length)\r\nConnection: close\r\n\r\n").utf8)
    }

    private func open() throws(InspectorError) -> Int32 {
        try HTTPClient.connection(to: address, port, patience: Self.patience)
    }
}
