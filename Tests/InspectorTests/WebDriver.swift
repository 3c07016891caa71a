import Foundation
import Inspector
import XCTest

/// A real browser that a test drives: headless Chromium by ChromeDriver, over the protocol of W3C WebDriver.
final class WebDriver {
    private let process = Process()
    private let port: UInt16
    private let profile: URL
    private var session = ""

    static func start() throws -> WebDriver {
        let names = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"]
        guard let browser = names.map({ "/usr/bin/" + $0 }).first(where: { access($0, X_OK) == 0 }) else {
            throw XCTSkip("Chromium is not installed")
        }
        guard access("/usr/bin/chromedriver", X_OK) == 0 else { throw XCTSkip("ChromeDriver is not installed") }
        return try WebDriver(browser: browser)
    }

    private init(browser: String) throws {
        port = UInt16.random(in: 20_000...50_000)
        profile = FileManager.default.temporaryDirectory.appendingPathComponent("agate-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/chromedriver")
        process.arguments = ["--port=\(port)", "--log-level=SEVERE"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let options: [String: Any] = [
            "binary": browser,
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1500,950",
                "--user-data-dir=\(profile.path)",
            ],
        ]
        let wanted: [String: Any] = [
            "capabilities": ["alwaysMatch": ["browserName": "chrome", "goog:chromeOptions": options, "timeouts": ["script": 60_000]]]
        ]
        for _ in 0..<100 {
            if let answer = try? call("POST", "/session", wanted) as? [String: Any], let id = answer["sessionId"] as? String {
                session = id
                return
            }
            guard process.isRunning else { break }
            usleep(100_000)
        }
        throw XCTSkip("ChromeDriver is not installed for this Chromium")
    }

    func stop() {
        if !session.isEmpty { _ = try? call("DELETE", "/session/\(session)", nil) }
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: profile)
    }

    deinit { if process.isRunning { process.terminate() } }

    private func call(_ method: String, _ path: String, _ body: [String: Any]?) throws -> Any? {
        var request = Data()
        if let body { request = try JSONSerialization.data(withJSONObject: body) }
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\nContent-Length: \(request.count)\r\n"
            + "Connection: close\r\n\r\n"
        guard let answer = Loopback.send(Array(head.utf8) + request, to: port), let end = answer.range(of: Data("\r\n\r\n".utf8)) else {
            throw WebDriverError(text: "ChromeDriver does not answer")
        }
        let json = answer[end.upperBound...]
        let object = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed) as? [String: Any]
        if let error = object?["value"] as? [String: Any], let name = error["error"] as? String {
            throw WebDriverError(text: "\(name): \(error["message"] ?? "")")
        }
        return object?["value"]
    }

    func open(_ url: String) throws { _ = try call("POST", "/session/\(session)/url", ["url": url]) }

    /// Runs the body of an async function in the page, and gives back what it returns.
    @discardableResult
    func run(_ script: String, _ arguments: [Any] = []) throws -> Any? {
        let body = """
            const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
            const one = (q) => document.querySelector(q), all = (q) => [...document.querySelectorAll(q)], model = window.inspectedModel;
            const wait = (ms) => new Promise((r) => setTimeout(r, ms));
            const until = async (test) => { for (let i = 0; i < 1600; i++) { const v = await test(); if (v) return v; await wait(25); } throw new Error("it did not happen: " + test); };
            (async () => { \(script) })().then((v) => done({ value: v ?? null }), (e) => done({ failed: String(e) }));
            """
        let answer = try call("POST", "/session/\(session)/execute/async", ["script": body, "args": arguments]) as? [String: Any]
        if let failed = answer?["failed"] { throw WebDriverError(text: "\(failed)") }
        return answer?["value"]
    }

    /// A click of the mouse, as a person makes it, at a place of the window.
    func click(_ x: Double, _ y: Double) throws {
        let actions: [[String: Any]] = [
            ["type": "pointerMove", "duration": 0, "x": Int(x), "y": Int(y), "origin": "viewport"], ["type": "pointerDown", "button": 0],
            ["type": "pointerUp", "button": 0],
        ]
        let mouse: [String: Any] = ["type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": actions]
        _ = try call("POST", "/session/\(session)/actions", ["actions": [mouse]])
    }

    func screenshot() throws -> Data {
        let text = try call("GET", "/session/\(session)/screenshot", nil) as? String
        return try XCTUnwrap(text.flatMap { Data(base64Encoded: $0) })
    }

    /// Into the folder that AGATE_SCREENSHOTS names, for people to look at.
    func keepScreenshot(_ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["AGATE_SCREENSHOTS"] else { return }
        try screenshot().write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).png"))
    }
}

struct WebDriverError: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

/// Requests to this machine.
enum Loopback {
    /// ChromeDriver leaves connections open: an answer is as long as its head says.
    private static func length(of head: Data) -> Int? {
        let lines = String(decoding: head, as: UTF8.self).lowercased().components(separatedBy: "\r\n")
        return lines.first { $0.hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
    }

    /// Sends bytes, and reads the answer; nil where nobody listens.
    static func send(_ bytes: [UInt8], to port: UInt16) -> Data? {
        guard let socket = try? HTTPClient.connection(to: "127.0.0.1", port) else { return nil }
        defer { close(socket) }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return nil }
            sent += count
        }
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer[..<count]
            if let end = answer.range(of: Data("\r\n\r\n".utf8)), let length = length(of: answer[..<end.lowerBound]),
                answer.count >= end.upperBound + length
            {
                break
            }
        }
        return answer
    }
}
