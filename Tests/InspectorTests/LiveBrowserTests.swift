import Agate
import AgateFormats
import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import XCTest

@testable import Inspector

/// The page in a real browser, of programs that run and of what was recorded of them.
final class LiveBrowserTests: XCTestCase {
    /// Runs the browser's part on another thread while the main run loop turns, as a program's does.
    private func whileRunning<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
        let answer = Locked<Swift.Result<Result, any Error>?>(nil)
        Thread {
            let result = Swift.Result { try body() }
            answer.withLock { $0 = result }
        }.start()
        let end = Date(timeIntervalSinceNow: 90)
        while answer.withLock({ $0 == nil }), Date() < end { Self.turn() }
        return try XCTUnwrap(answer.withLock { $0 }, "the browser took too long").get()
    }

    private static func turn() { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005)) }

    /// Calls on the main thread.
    private static func repeating(_ seconds: Double, _ body: @escaping () -> Void) -> Timer {
        // Unchecked: the timer is of the main run loop, where the test runs.
        struct Body: @unchecked Sendable { let call: () -> Void }
        let body = Body(call: body)
        return Timer.scheduledTimer(withTimeInterval: seconds, repeats: true) { _ in body.call() }
    }

    private struct Browser: @unchecked Sendable { let driver: WebDriver }

    private func inspector(_ host: any LayerHost, _ title: String) throws -> Inspector {
        var options = Inspector.Options()
        (options.allowsEditing, options.title) = (true, title)
        return try Inspector.start(host, options: options)
    }

    private static let panels = ["Timeline", "Transactions", "Frames", "Advice"]

    /// Each panel is opened, and says something.
    private static func visitPanels(_ driver: WebDriver, _ name: String) throws -> [String] {
        var texts: [String] = []
        for panel in panels {
            try driver.run("one('[data-tab=\"\(panel)\"]').click(); await wait(600);")
            texts.append(try driver.run("return one('#panel').textContent;") as? String ?? "")
            try driver.keepScreenshot("\(name)-\(panel)")
        }
        try driver.run("one('[data-tab=\"Timeline\"]').click();")
        return texts
    }

    // MARK: A program

    func testARunningProgramIsSelectedEditedAndLookedBackInto() throws {
        let browser = Browser(driver: try WebDriver.start())
        defer { browser.driver.stop() }
        defer { TransactionLog.shared.isEnabled = false }
        let host = LiveHost(size: CGSize(width: 240, height: 160), background: .white)
        let box = CALayer()
        let orbit = CALayer()
        box.name = "box"
        box.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
        box.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        orbit.name = "orbit"
        orbit.frame = CGRect(x: 150, y: 60, width: 30, height: 30)
        orbit.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        host.layer.addSublayer(box)
        host.layer.addSublayer(orbit)
        let move = CABasicAnimation(keyPath: "position.y")
        (move.byValue, move.duration, move.autoreverses, move.repeatCount) = (40, 0.7, true, .infinity)
        CATransaction.begin()
        CATransaction.setCompletionBlock {}
        orbit.add(move, forKey: "orbit")
        CATransaction.commit()
        CATransaction.flush()
        let inspector = try inspector(host, "program")
        let url = inspector.url
        let said = try whileRunning { () throws -> [String: String] in
            let driver = browser.driver
            var said: [String: String] = [:]
            func say(_ name: String, _ script: String) throws { said[name] = "\(try driver.run(script) ?? "nil")" }
            try driver.open(url)
            try driver.run(
                "await until(() => document.body.dataset.ready === 'true' && model.look?.image && model.look.layers.length === 3);")
            // A click of the mouse in the picture.
            let place = try driver.run(
                "const r = one('#canvas').getBoundingClientRect(), z = Math.min(r.width / 240, r.height / 160) * 0.94; return [r.left + (r.width - 240 * z) / 2 + 50 * z, r.top + (r.height - 160 * z) / 2 + 50 * z];"
            )
            let point = try XCTUnwrap(place as? [Double])
            try driver.click(point[0], point[1])
            try say("selected", "await until(() => one('.row.selected')); return one('.row.selected').textContent;")
            let color = "const c = model.live.canvas.getContext('2d').getImageData(50, 50, 1, 1).data; return [...c].join(',');"
            try say("before", color)
            // A value is typed; the change animates, and the program's picture comes by itself.
            try driver.run(
                """
                await until(() => one('input[data-key="backgroundColor"]'));
                const input = one('input[data-key="backgroundColor"]');
                input.focus(); input.value = '#00ff00'; input.dispatchEvent(new Event('change')); input.blur();
                await until(() => model.live.canvas.getContext('2d').getImageData(50, 50, 1, 1).data[1] === 255 && model.live.canvas.getContext('2d').getImageData(50, 50, 1, 1).data[0] === 0);
                """)
            try say("after", color)
            try say("shows", "await until(() => one('tr[data-key=\"backgroundColor\"] input').value === '#00ff00'); return 'yes';")
            // Why would it animate?
            try say(
                "why",
                "one('[aria-label=\"why backgroundColor\"]').click(); await until(() => one('.explanation')); return one('.explanation').textContent;"
            )
            try driver.keepScreenshot("program-live")
            // What waits?
            try say(
                "waits",
                "one('[data-tab=\"Transactions\"]').click(); one('[data-waits]').click(); await until(() => one('.waits').textContent); return one('.waits').textContent;"
            )
            try driver.keepScreenshot("program-completions")
            // Back to before the change: the picture is the one of then.
            try say(
                "past",
                """
                const s = one('#scrub'); s.value = model.hello.span[0] + 0.01; s.dispatchEvent(new Event('input'));
                await until(() => !model.isFollowing && model.look.picture);
                const c = document.createElement('canvas'); [c.width, c.height] = model.look.size;
                c.getContext('2d').drawImage(model.look.image, 0, 0);
                return [...c.getContext('2d').getImageData(50, 50, 1, 1).data].join(',');
                """)
            try driver.keepScreenshot("program-past")
            try say(
                "copied",
                "one('[data-copy=\"swift\"]').click(); await wait(300); return one('#notice').textContent + (await model.connection.ask({type: 'copy', layer: model.selected, time: model.time, as: 'swift'})).text;"
            )
            try say(
                "live",
                "one('#live').click(); await until(() => model.isFollowing); const n = model.live.pictures; await until(() => model.live.pictures > n + 5); return 'goes on';"
            )
            try say(
                "costs",
                "one('[data-tab=\"Frames\"]').click(); one('[data-costs]').click(); await until(() => one('.costs table')); return one('.costs').textContent;"
            )
            try driver.keepScreenshot("program-costs")
            return said
        }
        XCTAssertTrue(said["selected"]?.contains("box") ?? false, "\(said)")
        XCTAssertEqual(said["before"], "255,0,0,255")
        XCTAssertEqual(said["after"], "0,255,0,255")
        XCTAssertEqual(said["shows"], "yes")
        XCTAssertTrue(said["why"]?.contains("CABasicAnimation") ?? false, "\(said)")
        XCTAssertTrue(said["waits"]?.contains("never ends") ?? false, "\(said)")
        XCTAssertEqual(said["past"], "255,0,0,255")
        XCTAssertTrue(said["copied"]?.contains("let layer = CALayer()") ?? false, "\(said)")
        XCTAssertEqual(said["live"], "goes on")
        XCTAssertTrue(said["costs"]?.contains("fill") ?? false, "\(said)")
        inspector.stop()
        withExtendedLifetime(host) {}
    }

    // MARK: Three kinds of programs, live and recorded

    /// Shows a host live and then from its recording; each panel says what is there.
    private func look(at host: any LayerHost, _ name: String, layer: String, keep: [Any] = []) throws {
        let browser = Browser(driver: try WebDriver.start())
        defer { browser.driver.stop() }
        defer { TransactionLog.shared.isEnabled = false }
        var options = Recorder.Options()
        (options.includesLog, options.title) = (true, name)
        let recorder = try XCTUnwrap(Recorder(host, options: options))
        let live = try inspector(host, name)
        let url = live.url
        let select =
            "const l = model.look.layers.find((l) => l.name === given[0]) ?? model.look.layers.find((l) => l.animations) ?? model.look.layers[1]; model.select(l.id); await until(() => model.values?.layer === l.id); return Object.keys(model.values.committed).length;"
        let texts = try whileRunning { () throws -> [String] in
            let driver = browser.driver
            try driver.open(url)
            try driver.run(
                "await until(() => document.body.dataset.ready === 'true' && model.look?.image && model.look.layers.length > 1 && model.frames.length > 10);"
            )
            let values = try driver.run(select, [layer]) as? Int ?? 0
            XCTAssertGreaterThan(values, 1, "the layer has no values")
            try driver.run(
                "if (!all('.span').length) await wait(1500); all('.span').at(-1)?.click(); await wait(300); one('#live').click(); await wait(300);"
            )
            return try Self.visitPanels(driver, "\(name)-live")
        }
        XCTAssertTrue(texts[2].contains("Evaluation"), texts[2])
        live.stop()
        // From a file of what happened until now.
        let recording = try Recording(recorder.recording().encoded())
        let recorded = try Inspector.start(recording)
        let other = recorded.url
        let again = try whileRunning { () throws -> [String] in
            let driver = browser.driver
            try driver.open(other)
            try driver.run("await until(() => document.body.dataset.ready === 'true' && model.look?.image);")
            try driver.run(
                "all('.span').at(-1)?.click(); const s = one('#scrub'); s.value = (model.hello.span[0] + model.hello.span[1]) / 2; s.dispatchEvent(new Event('input')); await until(() => !model.isAsking);"
            )
            let values = try driver.run(select, [layer]) as? Int ?? 0
            XCTAssertGreaterThan(values, 1)
            let selected = try driver.run(
                "return [all('.row.selected').length, Number.isSafeInteger(model.selected), new Set(model.look.layers.map((l) => l.id)).size === model.look.layers.length].join();"
            )
            XCTAssertEqual(selected as? String, "1,true,true", "layers have numbers of their own")
            try driver.run("one('[data-overlay=\"explode\"]').click(); await wait(200);")
            try driver.keepScreenshot("\(name)-recorded-3D")
            try driver.run("one('[data-overlay=\"explode\"]').click(); one('[data-overlay=\"blended\"]').click(); await wait(200);")
            try driver.keepScreenshot("\(name)-recorded-blended")
            try driver.run("one('[data-overlay=\"blended\"]').click(); await wait(400);")
            return try Self.visitPanels(driver, "\(name)-recorded")
        }
        XCTAssertTrue(again[2].contains("Evaluation"), again[2])
        XCTAssertFalse(again[3].contains("Looking"), "the advice did not come")
        recorded.stop()
        withExtendedLifetime((host, keep)) {}
    }

    func testALottieFileLiveAndRecorded() throws {
        let scene = try LottieScene(data: Data(contentsOf: Repository.root.appendingPathComponent("Examples/Sunrise.json")))
        let host = LiveHost(size: scene.size, background: .white)
        host.layer.addSublayer(scene.rootLayer)
        scene.play(loopMode: .loop)
        CATransaction.flush()
        try look(at: host, "Sunrise", layer: "sun", keep: [scene])
    }

    func testAWallpaperInTransitionLiveAndRecorded() throws {
        let scene = try CAMLScene(contentsOf: Repository.root.appendingPathComponent("Examples/Dunes.ca"))
        let host = LiveHost(size: scene.size, background: .black)
        host.layer.addSublayer(scene.hostedLayer)
        CATransaction.flush()
        let names = scene.stateNames
        var turn = 0
        let timer = Self.repeating(1.5) {
            turn += 1
            try? scene.setState(names[turn % max(1, names.count)], animated: true)
        }
        defer { timer.invalidate() }
        try look(at: host, "Dunes", layer: "Day", keep: [scene])
    }

    // MARK: Recordings

    func testScrubbingShowsTheHostsPixelsAndTheTraceCanBeRead() throws {
        let browser = Browser(driver: try WebDriver.start())
        defer { browser.driver.stop() }
        defer { TransactionLog.shared.isEnabled = false }
        let host = OffscreenHost(size: CGSize(width: 120, height: 80), background: .white)
        var options = Recorder.Options()
        options.includesLog = true
        let recorder = try XCTUnwrap(Recorder(host, options: options))
        let ball = CALayer()
        host.perform {
            ball.name = "ball"
            ball.frame = CGRect(x: 5, y: 5, width: 30, height: 30)
            ball.cornerRadius = 15
            ball.backgroundColor = CGColor(red: 0.9, green: 0.3, blue: 0.1, alpha: 1)
            host.layer.addSublayer(ball)
        }
        _ = host.image(at: 0)
        host.perform { ball.position = CGPoint(x: 90, y: 50) }
        let images = (0...15).map { host.image(at: Double($0) / 60) }
        let recording = recorder.recording()
        // It is brought to the page of another one, as by whoever gets it from CI.
        let inspector = try Inspector.start(Recording(of: OffscreenHost(size: CGSize(width: 10, height: 10))))
        let url = inspector.url
        let file = recording.encoded().base64EncodedString()
        let (pixels, trace, refused) = try whileRunning { () throws -> (String, String, String) in
            let driver = browser.driver
            try driver.open(url)
            try driver.run("await until(() => document.body.dataset.ready === 'true');")
            let bring =
                "const t = new DataTransfer(); t.items.add(new File([Uint8Array.from(atob(given[0]), (c) => c.charCodeAt(0))], 'failed.agaterec')); one('#import').files = t.files; one('#import').dispatchEvent(new Event('change'));"
            let refused = try driver.run(
                "\(bring) await until(() => one('#notice').textContent); return one('#notice').textContent;", ["AAAA"])
            try driver.run("\(bring) await until(() => model.look?.layers.some((l) => l.name === 'ball'));", [file])
            let pixels = try driver.run(
                """
                const s = one('#scrub'); s.value = 6 / 60; s.dispatchEvent(new Event('input'));
                await until(() => !model.isAsking && Math.abs(model.look.time - 0.1) < 1e-6);
                const c = document.createElement('canvas'); [c.width, c.height] = model.look.size;
                c.getContext('2d').drawImage(model.look.image, 0, 0);
                return [...c.getContext('2d').getImageData(0, 0, 120, 80).data].join(',');
                """)
            let trace = try driver.run("return JSON.stringify(await model.connection.ask({ type: 'trace' }));")
            return (pixels as? String ?? "", trace as? String ?? "", refused as? String ?? "")
        }
        XCTAssertTrue(refused.contains("not a recording"), refused)
        let wanted = images[6].withPixels { pixels in
            (0..<120 * 80).map { "\(pixels[$0] >> 16 & 255),\(pixels[$0] >> 8 & 255),\(pixels[$0] & 255),\(pixels[$0] >> 24)" }
                .joined(separator: ",")
        }
        XCTAssertEqual(pixels == wanted, true, "the page shows other pixels than the host")
        let events = try JSONSerialization.jsonObject(with: Data(trace.utf8)) as? [String: Any]
        XCTAssertGreaterThan((events?["traceEvents"] as? [Any])?.count ?? 0, 16)
        inspector.stop()
        try readByPerfetto(trace)
    }

    /// Perfetto's own reader finds the frames.
    private func readByPerfetto(_ trace: String) throws {
        guard let reader = ProcessInfo.processInfo.environment["AGATE_TRACE_PROCESSOR"] else {
            throw XCTSkip("no trace_processor is installed: AGATE_TRACE_PROCESSOR names one; everything before was tested")
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("agate-\(UUID().uuidString).json")
        try Data(trace.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: reader)
        process.arguments = ["query", file.path, "select count(*) as n from slice where name like 'frame %'"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        XCTAssertTrue(text.contains("16"), text)
    }
}
