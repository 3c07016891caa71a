import Foundation
import Inspector

/// Firefox's own protocol for who drives it: messages of JSON with their length in front. It takes the commands of W3C WebDriver, so that
/// no geckodriver is needed.
final class Marionette {
    private let socket: Int32
    private var number = 0
    private var waiting: [UInt8] = []

    /// Nil while nobody listens.
    init?(port: UInt16) {
        guard let socket = try? HTTPClient.connection(to: "127.0.0.1", port, patience: 90) else { return nil }
        self.socket = socket
        guard (try? message()) != nil else {
            close(socket)
            return nil
        }
    }

    deinit { close(socket) }

    /// The result of a command.
    func call(_ command: String, _ parameters: [String: Any] = [:]) throws -> Any? {
        number += 1
        let body = try JSONSerialization.data(withJSONObject: [0, number, command, parameters] as [Any])
        let bytes = Array("\(body.count):".utf8) + body
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw WebDriverError(text: "Firefox does not take commands") }
            sent += count
        }
        guard let answer = try message() as? [Any], answer.count == 4 else { throw WebDriverError(text: "Firefox does not answer") }
        if let error = answer[2] as? [String: Any] { throw WebDriverError(text: "\(error["error"] ?? ""): \(error["message"] ?? "")") }
        let result = answer[3] as? [String: Any]
        return result?["value"] ?? result
    }

    private func message() throws -> Any {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let colon = waiting.firstIndex(of: UInt8(ascii: ":")), let length = Int(String(decoding: waiting[..<colon], as: UTF8.self)),
                waiting.count >= colon + 1 + length
            {
                let body = Data(waiting[(colon + 1)..<(colon + 1 + length)])
                waiting.removeFirst(colon + 1 + length)
                return try JSONSerialization.jsonObject(with: body)
            }
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { throw WebDriverError(text: "Firefox has gone") }
            waiting += buffer[..<count]
        }
    }
}
