import Foundation
import Inspector
import XCTest

/// A real browser that a test drives: headless Chromium by ChromeDriver, over the protocol of W3C WebDriver, or headless Firefox by its
/// own.
final class WebDriver {
    private enum Link {
        case chromeDriver(session: String)
        case firefox(Marionette)
    }

    private let process = Process()
    private let port = UInt16.random(in: 20_000...50_000)
    private let profile: URL
    private var link = Link.chromeDriver(session: "")
    private static let window = (width: 1500, height: 950)

    /// Chromium.
    static func start() throws -> WebDriver {
        let names = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"]
        guard let browser = names.map({ "/usr/bin/" + $0 }).first(where: { access($0, X_OK) == 0 }) else {
            throw XCTSkip("Chromium is not installed")
        }
        guard access("/usr/bin/chromedriver", X_OK) == 0 else { throw XCTSkip("ChromeDriver is not installed") }
        return try WebDriver(chromium: browser)
    }

    static func startFirefox() throws -> WebDriver {
        let paths: [String] = ["/usr/bin/firefox-esr", "/usr/bin/firefox"]
        guard let browser = paths.first(where: { access($0, X_OK) == 0 }) else {
            throw XCTSkip("Firefox is not installed")
        }
        return try WebDriver(firefox: browser)
    }

    private func start(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    private static func newProfile() throws -> URL {
        let profile = FileManager.default.temporaryDirectory.appendingPathComponent("agate-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
        return profile
    }

    private init(chromium browser: String) throws {
        profile = try Self.newProfile()
        try start("/usr/bin/chromedriver", ["--port=\(port)", "--log-level=SEVERE"])
        let options: [String: Any] = [
            "binary": browser,
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--window-size=\(Self.window.width),\(Self.window.height)", "--user-data-dir=\(profile.path)",
            ],
        ]
        let wanted: [String: Any] = [
            "capabilities": ["alwaysMatch": ["browserName": "chrome", "goog:chromeOptions": options, "timeouts": ["script": 60_000]]]
        ]
        for _ in 0..<100 {
            if let answer = try? call("POST", "/session", wanted) as? [String: Any], let id = answer["sessionId"] as? String {
                link = .chromeDriver(session: id)
                return
            }
            guard process.isRunning else { break }
            usleep(100_000)
        }
        throw XCTSkip("ChromeDriver is not installed for this Chromium")
    }

    private init(firefox browser: String) throws {
        profile = try Self.newProfile()
        let settings = [
            "\"marionette.port\", \(port)", "\"browser.shell.checkDefaultBrowser\", false",
            "\"datareporting.policy.dataSubmissionEnabled\", false",
            "\"app.update.auto\", false", "\"toolkit.startup.max_resumed_crashes\", -1",
        ]
        try Data(settings.map { "user_pref(\($0));\n" }.joined().utf8).write(to: profile.appendingPathComponent("user.js"))
        // Without a sandbox of its own, as Chromium above: containers allow none.
        try start(
            browser, ["--headless", "--marionette", "--no-remote", "--profile", profile.path],
            environment: [
                "MOZ_HEADLESS_WIDTH": "\(Self.window.width)", "MOZ_HEADLESS_HEIGHT": "\(Self.window.height)",
                "MOZ_DISABLE_CONTENT_SANDBOX": "1",
                "HOME": profile.path, "MOZ_CRASHREPORTER_DISABLE": "1",
            ])
        for _ in 0..<600 {
            if let marionette = Marionette(port: port) {
                _ = try marionette.call("WebDriver:NewSession")
                _ = try marionette.call("WebDriver:SetTimeouts", ["script": 60_000])
                link = .firefox(marionette)
                return
            }
            guard process.isRunning else { break }
            usleep(100_000)
        }
        throw WebDriverError(text: "Firefox does not start")
    }

    func stop() {
        switch link {
        case .chromeDriver(let session): if !session.isEmpty { _ = try? call("DELETE", "/session/\(session)", nil) }
        case .firefox(let marionette): _ = try? marionette.call("Marionette:Quit", ["flags": ["eForceQuit"]])
        }
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

    /// A command by its place in WebDriver's paths, and by its name.
    private func command(_ path: String, _ name: String, _ parameters: [String: Any]?) throws -> Any? {
        switch link {
        case .chromeDriver(let session): try call(parameters == nil ? "GET" : "POST", "/session/\(session)/\(path)", parameters)
        case .firefox(let marionette): try marionette.call("WebDriver:\(name)", parameters ?? [:])
        }
    }

    func open(_ url: String) throws { _ = try command("url", "Navigate", ["url": url]) }

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
        let answer = try command("execute/async", "ExecuteAsyncScript", ["script": body, "args": arguments]) as? [String: Any]
        if let failed = answer?["failed"] { throw WebDriverError(text: "\(failed)") }
        return answer?["value"]
    }

    /// A click of the mouse, as a person makes it, at a place of the window.
    func click(_ x: Double, _ y: Double) throws {
        try act([
            ["type": "pointerMove", "duration": 0, "x": Int(x), "y": Int(y), "origin": "viewport"], ["type": "pointerDown", "button": 0],
            ["type": "pointerUp", "button": 0],
        ])
    }

    /// The mouse moves with its button down.
    func drag(from: (x: Double, y: Double), to: (x: Double, y: Double)) throws {
        func move(_ p: (x: Double, y: Double)) -> [String: Any] {
            ["type": "pointerMove", "duration": 50, "x": Int(p.x), "y": Int(p.y), "origin": "viewport"]
        }
        let middle = ((from.x + to.x) / 2, (from.y + to.y) / 2)
        try act([move(from), ["type": "pointerDown", "button": 0], move(middle), move(to), ["type": "pointerUp", "button": 0]])
    }

    private func act(_ actions: [[String: Any]]) throws {
        let mouse: [String: Any] = ["type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": actions]
        _ = try command("actions", "PerformActions", ["actions": [mouse]])
    }

    /// Keys, one after another, to what has the keyboard. Named ones are characters of Unicode's private use: E007 is Enter, E00A is alt.
    func type(_ keys: String) throws {
        let actions = keys.flatMap { [["type": "keyDown", "value": "\($0)"], ["type": "keyUp", "value": "\($0)"]] }
        _ = try command("actions", "PerformActions", ["actions": [["type": "key", "id": "keys", "actions": actions]]])
    }

    /// What the person is said to prefer; Chromium alone takes it.
    func prefer(dark: Bool) throws {
        let media: [String: Any] = ["features": [["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]]]
        guard case .chromeDriver(let session) = link else { throw WebDriverError(text: "Firefox takes no media features") }
        _ = try call("POST", "/session/\(session)/goog/cdp/execute", ["cmd": "Emulation.setEmulatedMedia", "params": media])
    }

    func screenshot() throws -> Data {
        let text = try command("screenshot", "TakeScreenshot", nil) as? String
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
