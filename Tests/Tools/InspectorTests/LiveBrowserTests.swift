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
final class LiveBrowserTests: BrowserTestCase {
    // MARK: A program

    func testARunningProgramIsSelectedEditedAndLookedBackInto() throws {
        try inspectAProgram(Browser(driver: try WebDriver.start()), "program")
    }

    func testARunningProgramInFirefox() throws { try inspectAProgram(Browser(driver: try WebDriver.startFirefox()), "firefox") }

    private func inspectAProgram(_ browser: Browser, _ shots: String) throws {
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
            try say("shows", "await until(() => one('tbody[data-key=\"backgroundColor\"] input').value === '#00ff00'); return 'yes';")
            // Why would it animate?
            try say(
                "why",
                "one('[aria-label=\"why backgroundColor\"]').click(); await until(() => one('.explanation')); return one('.explanation').textContent;"
            )
            try driver.keepScreenshot("\(shots)-live")
            // What waits?
            try say(
                "waits",
                "one('[data-tab=\"Transactions\"]').click(); one('[data-waits]').click(); await until(() => one('.waits').textContent); return one('.waits').textContent;"
            )
            try driver.keepScreenshot("\(shots)-completions")
            // Back to before the change: the picture is the one of then.
            try say(
                "past",
                """
                const s = one('#scrub'); s.value = model.hello.span[0] + 0.01; s.dispatchEvent(new Event('input'));
                await until(() => !model.isFollowing && model.look.picture && model.look.image);
                const c = document.createElement('canvas'); [c.width, c.height] = model.look.size;
                c.getContext('2d').drawImage(model.look.image, 0, 0);
                return [...c.getContext('2d').getImageData(50, 50, 1, 1).data].join(',');
                """)
            try driver.keepScreenshot("\(shots)-past")
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
            try driver.keepScreenshot("\(shots)-costs")
            // The ring of commits, as a file.
            try say(
                "file",
                """
                let file = null; const make = URL.createObjectURL;
                URL.createObjectURL = (blob) => { file = blob; return make(blob); };
                one('#save').click(); await until(() => file); URL.createObjectURL = make;
                return btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())));
                """)
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
        let saved = try Recording(XCTUnwrap(Data(base64Encoded: said["file"] ?? "")))
        XCTAssertEqual(saved.title, "program")
        XCTAssertGreaterThan(saved.frameTimes.count, 10)
        XCTAssertEqual(Replay(saved).lastImage().withPixels { $0[50 * 240 + 50] }, 0xFF00_FF00)
        inspector.stop()
        withExtendedLifetime(host) {}
    }

    func testAPageThatFollowsLargePicturesHasTheProgramsPixels() throws {
        let browser = Browser(driver: try WebDriver.start())
        defer { browser.driver.stop() }
        defer { TransactionLog.shared.isEnabled = false }
        let (width, height) = (1920, 1080)
        let host = OffscreenHost(size: CGSize(width: width, height: height), background: .black)
        var layers: [CALayer] = []
        host.perform {
            for i in 0..<6 {
                let layer = CAGradientLayer()
                layer.frame = CGRect(x: i % 3 * 600 + 40, y: i / 3 * 500 + 40, width: 560, height: 460)
                layer.colors = [
                    CGColor(red: CGFloat(i) / 6, green: 0.4, blue: 0.2, alpha: 1),
                    CGColor(red: 0.2, green: 0.6, blue: CGFloat(i) / 6, alpha: 1),
                ]
                layer.cornerRadius = 60
                host.layer.addSublayer(layer)
                layers.append(layer)
            }
        }
        let inspector = try inspector(host, "large")
        let url = inspector.url
        let isMoving = Locked(true)
        var number = 0
        let timer = Self.repeating(1.0 / 60) {
            guard isMoving.withLock({ $0 }) else { return }
            number += 1
            host.perform {
                CATransaction.setDisableActions(true)
                for layer in layers { layer.position.x += number % 40 < 20 ? 3 : -3 }
            }
            host.advance(by: 1.0 / 60)
            host.withPixels { _, _, _, _ in }
        }
        defer { timer.invalidate() }
        let hash =
            "const hash = () => { let h = 2166136261; for (const w of new Uint32Array(model.live.canvas.getContext('2d').getImageData(0, 0, 1920, 1080).data.buffer)) h = Math.imul(h ^ w, 16777619); return h >>> 0; };"
        let (pictures, last) = try whileRunning { () throws -> ([Int], [Int]) in
            let driver = browser.driver
            try driver.open(url)
            try driver.run("await until(() => document.body.dataset.ready === 'true' && model.look?.image && model.live.pictures > 3);")
            let counted = try driver.run(
                "const n = [model.live.pictures, inspectedPicture.paintings]; await wait(3000); return [model.live.pictures - n[0], inspectedPicture.paintings - n[1]];"
            )
            try driver.keepScreenshot("large-live")
            isMoving.withLock { $0 = false }
            // The picture of the last frame comes by itself, and stays.
            let last = try driver.run(
                "\(hash) let h = 0; await until(async () => { const old = h; await wait(300); h = hash(); return h === old; }); return [h, model.live.canvas.width];"
            )
            return (counted as? [Int] ?? [], last as? [Int] ?? [])
        }
        let shown = host.withPixels { pixels, _, _, stride in
            var hash: UInt32 = 2_166_136_261
            for y in 0..<height {
                for x in 0..<width {
                    let p = pixels[y * stride + x]
                    hash = (hash ^ (p & 0xFF00_FF00 | (p >> 16 & 0xFF) | (p & 0xFF) << 16)) &* 16_777_619
                }
            }
            return hash
        }
        XCTAssertEqual(last, [Int(shown), width], "the page shows other pixels than the program")
        XCTAssertGreaterThan(pictures.first ?? 0, 0)
        inspector.stop()
    }

    // MARK: Three questions

    /// A layer that animates, one that jumps because its transaction says so, and a frame in which much comes at once.
    private static func happen(in host: OffscreenHost, _ slides: CALayer, _ jumps: CALayer) {
        host.perform { slides.position.x = 200 }
        host.perform {
            CATransaction.setDisableActions(true)
            jumps.position.x = 200
        }
        for frame in 1...6 { host.withPixels(at: Double(frame) / 60) { _, _, _, _ in } }
        host.perform {
            for i in 0..<200 {
                let layer = CALayer()
                layer.frame = CGRect(x: 80 + i % 20 * 5, y: 60 + i / 20 * 5, width: 60, height: 40)
                layer.backgroundColor = CGColor(red: 0.3, green: 0.3, blue: 0.3, alpha: 0.1)
                (layer.shadowOpacity, layer.shadowRadius) = (0.1, 20)
                host.layer.addSublayer(layer)
            }
        }
        for frame in 7...24 { host.withPixels(at: Double(frame) / 60) { _, _, _, _ in } }
    }

    private struct Answer {
        var clicks: Int
        var text: String
    }

    /// Each time the page is opened anew; a click is one of the mouse, on what can be seen.
    private static func questions(_ driver: WebDriver, _ url: String, _ name: String) throws -> [String: Answer] {
        var answers: [String: Answer] = [:]
        func ask(_ question: String, clicks: [String], answer: String) throws {
            try driver.open(url)
            try driver.run(
                "await until(() => document.body.dataset.ready === 'true' && model.look?.image && model.log.length && model.frames.length && all('.span').length); await wait(1300);"
            )
            // By now the lists, which are drawn once a second at most, stand still under the mouse.
            for find in clicks {
                let place = try driver.run(
                    "const e = await until(() => \(find)); e.scrollIntoView({ block: 'nearest' }); await wait(100); const r = e.getBoundingClientRect(); return [r.left + Math.min(r.width / 2, 60), r.top + r.height / 2];"
                )
                let point = try XCTUnwrap(place as? [Double])
                try driver.click(point[0], point[1])
            }
            let text = try driver.run("return (await until(() => \(answer))).textContent;") as? String
            answers[question] = Answer(clicks: clicks.count, text: text ?? "")
            try driver.keepScreenshot("\(name)-\(question)")
        }
        try ask(
            "why", clicks: ["all('.bar').find((b) => b.textContent.includes('slides'))?.querySelector('.span')"], answer: "one('.why')")
        try ask(
            "why-not",
            clicks: [
                "one('[data-tab=\"Transactions\"]')",
                "all('#panel tbody tr').find((r) => r.textContent.includes('jumps') && r.textContent.includes('position') && r.textContent.includes('→'))",
            ], answer: "one('.row.selected')?.textContent.includes('jumps') && one('tbody[data-key=\"position\"] .reason')")
        try ask(
            "slow", clicks: ["one('[data-tab=\"Frames\"]')", "one('#panel tbody tr')"],
            answer: "!model.isAsking && model.time > 0.05 && one('#panel tbody tr td:last-child')")
        return answers
    }

    func testThreeQuestionsAreAnsweredInTwoClicks() throws {
        let browser = Browser(driver: try WebDriver.start())
        defer { browser.driver.stop() }
        defer { TransactionLog.shared.isEnabled = false }
        let host = OffscreenHost(size: CGSize(width: 300, height: 200), background: .white)
        func box(_ name: String, _ y: CGFloat, _ red: CGFloat) -> CALayer {
            let layer = CALayer()
            layer.name = name
            layer.frame = CGRect(x: 20, y: y, width: 50, height: 50)
            layer.backgroundColor = CGColor(red: red, green: 0.4, blue: 0.7, alpha: 1)
            host.layer.addSublayer(layer)
            return layer
        }
        var boxes: [CALayer] = []
        host.perform { boxes = [box("slides", 20, 0.9), box("jumps", 120, 0.2)] }
        host.withPixels(at: 0) { _, _, _, _ in }
        var options = Recorder.Options()
        (options.includesLog, options.title) = (true, "planted")
        let recorder = try XCTUnwrap(Recorder(host, options: options))
        let live = try inspector(host, "planted")
        Self.happen(in: host, boxes[0], boxes[1])
        let recorded = try Inspector.start(Recording(recorder.recording().encoded()))
        for (name, url) in [("live", live.url), ("recorded", recorded.url)] {
            let answers = try whileRunning { try Self.questions(browser.driver, url, "planted-\(name)") }
            XCTAssertEqual(answers.count, 3)
            for (question, answer) in answers { XCTAssertLessThanOrEqual(answer.clicks, 2, "\(name): \(question)") }
            let why = answers["why"]?.text ?? ""
            XCTAssertTrue(why.contains("set position") && why.contains("CABasicAnimation"), "\(name): \(why)")
            let whyNot = answers["why-not"]?.text ?? ""
            XCTAssertTrue(whyNot.contains("the transaction disables actions"), "\(name): \(whyNot)")
            let slow = answers["slow"]?.text ?? ""
            // Which of its parts took longest is the machine's affair.
            XCTAssertTrue(slow.contains("layers changed in 1 commits") || slow.contains("mostly"), "\(name): \(slow)")
        }
        live.stop()
        recorded.stop()
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
            "const l = model.look.layers.find((l) => l.name === given[0]) ?? model.look.layers.find((l) => l.animations) ?? model.look.layers[1]; model.select(l.id); await until(() => model.values?.layer === l.id); return Object.keys(model.values.model).length;"
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
        try readByPerfetto(try scrub(Browser(driver: try WebDriver.start())))
    }

    func testScrubbingInFirefox() throws { _ = try scrub(Browser(driver: try WebDriver.startFirefox())) }

    /// The trace that the page exports.
    private func scrub(_ browser: Browser) throws -> String {
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
        return trace
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
