import Agate
import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import Inspector

/// What the page shows of a recording: overlays, distances, input, curves, keys, colours.
final class PageBrowserTests: BrowserTestCase {
    private func color(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat, _ a: CGFloat = 1) -> CGColor {
        CGColor(red: r, green: g, blue: b, alpha: a)
    }

    private func recorded(_ size: CGSize, _ body: (OffscreenHost) -> Void) throws -> Recording {
        let host = OffscreenHost(size: size, background: .white)
        var options = Recorder.Options()
        (options.includesLog, options.includesCallSites, options.title) = (true, true, "page")
        let recorder = try XCTUnwrap(Recorder(host, options: options))
        defer {
            TransactionLog.shared.isEnabled = false
            TransactionLog.shared.recordsCallSites = false
        }
        body(host)
        return try Recording(recorder.recording().encoded())
    }

    private func box(_ host: OffscreenHost, _ name: String, _ frame: CGRect, _ color: CGColor?) -> CALayer {
        let layer = CALayer()
        layer.name = name
        layer.frame = frame
        layer.backgroundColor = color
        host.layer.addSublayer(layer)
        return layer
    }

    private func withPage<Result>(
        of recording: Recording, _ start: () throws -> WebDriver = WebDriver.start, _ body: (WebDriver) throws -> Result
    ) throws -> Result {
        let driver = try start()
        defer { driver.stop() }
        let inspector = try Inspector.start(recording)
        defer { inspector.stop() }
        try Self.open(inspector.url, in: driver)
        return try body(driver)
    }

    // MARK: Overlays

    /// The colour of the page's picture at a place of the program's, once it was painted anew.
    private static let eyes = """
        const p = window.inspectedPicture, g = one('#canvas').getContext('2d');
        const at = (x, y) => { const v = p.view(), r = devicePixelRatio; return [...g.getImageData(Math.round((x * v.zoom + v.x) * r), Math.round((y * v.zoom + v.y) * r), 1, 1).data].slice(0, 3); };
        const painted = async () => { const n = p.paintings; p.draw(); await until(() => p.paintings > n); };
        """

    func testEachOverlayShowsWhatItIsFor() throws {
        let recording = try recorded(CGSize(width: 300, height: 160)) { host in
            host.perform {
                _ = box(host, "opaque", CGRect(x: 10, y: 10, width: 40, height: 40), color(0, 0, 1))
                _ = box(host, "clear", CGRect(x: 60, y: 10, width: 40, height: 40), color(1, 0, 0, 0.5))
                let group = box(host, "group", CGRect(x: 110, y: 10, width: 40, height: 40), color(0, 0.5, 0))
                (group.opacity, group.sublayers) = (0.5, [CALayer()])
                group.sublayers?[0].frame = CGRect(x: 10, y: 10, width: 40, height: 20)
                group.sublayers?[0].backgroundColor = color(0, 0, 0)
                let image = CGImage(width: 40, height: 40) { $0.update(repeating: 0xFF40_6080) }
                box(host, "shifted", CGRect(x: 170.5, y: 10, width: 40, height: 40), nil).contents = image
                box(host, "scaled", CGRect(x: 230, y: 10, width: 20, height: 20), nil).contents = image
                let raster = box(host, "raster", CGRect(x: 20, y: 80, width: 80, height: 60), color(0.9, 0.9, 0.2))
                raster.shouldRasterize = true
                raster.addSublayer(CALayer())
                raster.sublayers?[0].frame = CGRect(x: 5, y: 5, width: 20, height: 20)
                raster.sublayers?[0].backgroundColor = color(0, 0, 0.5)
                _ = box(host, "mover", CGRect(x: 60, y: 100, width: 20, height: 20), color(0, 0, 0))
            }
            host.withPixels(at: 0) { _, _, _, _ in }
            for frame in 1...4 {
                host.perform {
                    CATransaction.setDisableActions(true)
                    host.layer.sublayers?.last?.position.x += 2
                }
                host.withPixels(at: Double(frame) / 60) { _, _, _, _ in }
            }
        }
        /// Of each overlay: its key, where it shows, and what it mixes with what is there, and how much.
        let overlays: [(name: String, key: String, x: Double, y: Double, color: [Double], share: Double, frame: Int)] = [
            ("opaque is green", "l", 30, 30, [0, 200, 0], 0.28, 2), ("blended is red", "l", 80, 30, [255, 0, 0], 0.28, 2),
            ("off-screen", "o", 115, 15, [255, 220, 0], 0.4, 2), ("misaligned", "i", 190, 30, [255, 0, 255], 0.4, 2),
            ("resampled", "i", 240, 20, [255, 230, 0], 0.4, 2), ("kept bitmap", "r", 70, 85, [0, 190, 90], 0.4, 3),
            ("new bitmap", "r", 70, 85, [230, 0, 0], 0.4, 0), ("hit region", "h", 280, 140, [120, 80, 255], 0.12, 2),
            ("overdraw", "w", 30, 30, [255, 60, 0], 0.14, 2), ("damage", "d", 64, 104, [255, 190, 0], 0.4, 3),
        ]
        try withPage(of: recording) { driver in
            try driver.run("\(Self.eyes) for (const name of [...p.on]) p.toggle(name); await painted();")
            for overlay in overlays {
                let colors = try driver.run(
                    """
                    \(Self.eyes)
                    await model.seek(model.frames[given[0]].time); await until(() => !model.isAsking);
                    await painted();
                    const before = at(given[1], given[2]);
                    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: given[3], bubbles: true })); await painted();
                    const after = at(given[1], given[2]);
                    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: given[3], bubbles: true })); await painted();
                    return [before, after, at(given[1], given[2])];
                    """, [overlay.frame, overlay.x, overlay.y, overlay.key])
                let seen = try XCTUnwrap(colors as? [[Double]], overlay.name)
                for part in 0..<3 {
                    // An op that paints twice there mixes twice.
                    let once = seen[0][part] * (1 - overlay.share) + overlay.color[part] * overlay.share
                    let twice = once * (1 - overlay.share) + overlay.color[part] * overlay.share
                    XCTAssertTrue(
                        abs(seen[1][part] - once) <= 4 || abs(seen[1][part] - twice) <= 4,
                        "\(overlay.name): \(seen), wanted \(once) or \(twice)")
                }
                XCTAssertEqual(seen[0], seen[2], "\(overlay.name) goes away again")
            }
            try driver.run(
                "\(Self.eyes) for (const name of ['blended', 'offscreen', 'images', 'raster', 'bounds', 'rulers']) p.toggle(name); await painted();"
            )
            try driver.keepScreenshot("page-overlays")
            // Apart in depth, turned by a drag.
            let turned = try driver.run(
                "\(Self.eyes) p.toggle('explode'); await painted(); const r = one('#canvas').getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2, ...p.turn];"
            )
            let place = try XCTUnwrap(turned as? [Double])
            try driver.drag(from: (place[0], place[1]), to: (place[0] + 90, place[1] + 30))
            let after = try XCTUnwrap(driver.run("return inspectedPicture.turn;") as? [Double])
            XCTAssertEqual(after[0] - place[2], 90.0 / 150, accuracy: 0.02)
            XCTAssertEqual(after[1] - place[3], 30.0 / 150, accuracy: 0.02)
            try driver.keepScreenshot("page-3D")
        }
    }

    func testDistancesAndRulers() throws {
        let recording = try recorded(CGSize(width: 200, height: 120)) { host in
            host.perform {
                let outer = box(host, "outer", CGRect(x: 20, y: 10, width: 100, height: 100), color(0.8, 0.8, 0.9))
                let inner = CALayer()
                inner.name = "inner"
                inner.frame = CGRect(x: 10, y: 20, width: 50, height: 30)
                inner.backgroundColor = color(0.9, 0.2, 0.2)
                outer.addSublayer(inner)
                _ = box(host, "right", CGRect(x: 150, y: 30, width: 30, height: 30), color(0.2, 0.2, 0.9))
            }
            host.withPixels(at: 0) { _, _, _, _ in }
        }
        let point =
            "const to = (x, y, more) => { const v = inspectedPicture.view(), r = one('#canvas').getBoundingClientRect(); one('#canvas').dispatchEvent(new PointerEvent('pointermove', { clientX: r.left + x * v.zoom + v.x, clientY: r.top + y * v.zoom + v.y, bubbles: true, ...more })); return one('#ruler').textContent; };"
        try withPage(of: recording) { driver in
            let said = try driver.run(
                """
                \(Self.eyes) \(point)
                model.select(model.look.layers.find((l) => l.name === 'inner').id); await wait(100);
                const gap = to(165, 45, { altKey: true }), inside = to(25, 100, { altKey: true });
                await painted();
                // The ruler along the top has a dark ground.
                const [width, height] = [one('#canvas').width, one('#canvas').height], ruled = [...g.getImageData(width - 3, 1, 1, 1).data];
                const none = to(165, 45, {});
                p.toggle('rulers'); await painted();
                return [gap, inside, none, ruled.join(), [...g.getImageData(width - 3, 1, 1, 1).data].join()];
                """)
            let texts = try XCTUnwrap(said as? [String])
            // 80 to 150 across; the inner one reaches from 30 to 60 down, and the right one from 30.
            XCTAssertEqual(texts[0], "inner to right: to the right 70 px, top edges 0 px")
            XCTAssertEqual(texts[1], "inner to outer: left 10 px, top 20 px, right 40 px, bottom 50 px")
            XCTAssertTrue(texts[2].hasSuffix("45 px  #3333e6 "), texts[2])
            XCTAssertNotEqual(texts[3], texts[4], "the ruler goes when it is turned off")
            try driver.run("\(Self.eyes) \(point) p.toggle('rulers'); to(165, 45, { altKey: true }); await painted();")
            try driver.keepScreenshot("page-distances")
        }
    }

    // MARK: Input

    func testTapsAreShownWhenARecordingOfThemIsPlayed() throws {
        let recording = try recorded(CGSize(width: 200, height: 160)) { host in
            var dot: CALayer?
            host.perform { dot = box(host, "dot", CGRect(x: 70, y: 50, width: 60, height: 60), color(1, 0, 0)) }
            host.onInput = { event in
                if case .touch(let touch) = event.kind, touch.phase == .began { dot?.position = touch.location }
            }
            host.withPixels(at: 0) { _, _, _, _ in }
            for (time, place) in [(0.1, CGPoint(x: 170, y: 130)), (0.6, CGPoint(x: 30.5, y: 20))] {
                host.send(InputEvent(time: time, .touch(.init(.began, at: place))))
                host.withPixels(at: time + 0.02) { _, _, _, _ in }
                host.send(InputEvent(time: time + 0.05, .touch(.init(.ended, at: place))))
                for frame in 1...10 { host.withPixels(at: time + 0.05 + Double(frame) / 60) { _, _, _, _ in } }
            }
        }
        XCTAssertEqual(recording.input.count, 4)
        try withPage(of: recording) { driver in
            let said = try driver.run(
                """
                \(Self.eyes)
                const marks = all('.bar.input .event').map((e) => e.title);
                all('.bar.input .event')[2].click(); await until(() => !model.isAsking); await painted();
                const time = model.time, before = at(30, 20);
                // A ring round the place of the touch.
                const ring = at(30.5 + 8 / p.view().zoom, 20);
                one('[data-tab="Transactions"]').click();
                const rows = all('#panel tr.input').map((r) => r.textContent);
                const next = one('#panel tr.input + tr:not(.input)').textContent;
                return [marks.join('; '), String(time), ring.join(), rows.join('; '), next];
                """)
            let texts = try XCTUnwrap(said as? [String])
            XCTAssertTrue(texts[0].contains("touch began at 170, 130") && texts[0].contains("touch ended at 30.5, 20"), texts[0])
            XCTAssertEqual(Double(texts[1]) ?? 0, 0.6, accuracy: 1e-9)
            XCTAssertEqual(texts[2], "255,120,0", "a ring where it touched")
            XCTAssertEqual(texts[3].components(separatedBy: "; ").count, 4)
            XCTAssertTrue(texts[3].contains("began at 170, 130"), texts[3])
            try driver.keepScreenshot("page-input")
        }
    }

    func testALiveProgramsInputComes() throws {
        let browser = Browser(driver: try WebDriver.start())
        defer { browser.driver.stop() }
        defer { TransactionLog.shared.isEnabled = false }
        let host = LiveHost(size: CGSize(width: 100, height: 80), background: .white)
        let layer = CALayer()
        layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        layer.backgroundColor = color(1, 0, 0)
        host.layer.addSublayer(layer)
        host.onInput = { if case .touch(let touch) = $0.kind { layer.position = touch.location } }
        CATransaction.flush()
        let inspector = try inspector(host, "input")
        let url = inspector.url
        let tap = Self.repeating(0.5) { host.send(InputEvent(time: host.now, .touch(.init(.began, at: CGPoint(x: 60, y: 40))))) }
        defer { tap.invalidate() }
        let text = try whileRunning { () throws -> String in
            try browser.driver.open(url)
            return try browser.driver.run(
                "await until(() => model?.input.length > 0 && all('.bar.input .event').length); return all('.bar.input .event')[0].title;")
                as? String ?? ""
        }
        XCTAssertTrue(text.hasPrefix("touch began at 60, 40"), text)
        inspector.stop()
    }

    // MARK: Values

    func testValuesStandInThreeColumnsWithWhoSetThem() throws {
        let recording = try recorded(CGSize(width: 200, height: 100)) { host in
            var dot: CALayer?
            host.perform { dot = box(host, "dot", CGRect(x: 0, y: 0, width: 20, height: 20), color(1, 0, 0)) }
            host.withPixels(at: 0) { _, _, _, _ in }
            host.perform { if let dot { sendsTheDotAway(dot) } }
            for time in [0.1, 0.2, 0.4] { host.withPixels(at: time) { _, _, _, _ in } }
        }
        try withPage(of: recording) { driver in
            let said = try driver.run(
                """
                model.select(model.look.layers.find((l) => l.name === 'dot').id);
                await model.seek(0.15); await until(() => !model.isAsking && one('tbody[data-key="position"] .reason'));
                await wait(200);
                return [...all('#valueRows thead th').map((e) => e.textContent), ...[...one('tbody[data-key="position"] tr').children].map((e) => e.textContent), one('tbody[data-key="position"] .reason').textContent];
                """)
            let texts = try XCTUnwrap(said as? [String])
            XCTAssertEqual(Array(texts.prefix(4)), ["Property", "Model", "Presentation", "Render"])
            XCTAssertEqual(Array(texts[4...5]), ["position", "110, 10"])
            // Halfway in the presentation at 0.15 s; the frame that showed was that of 0.1 s.
            let presentation = Double(texts[6].prefix { $0 != "," }) ?? 0
            let render = Double(texts[7].prefix { $0 != "," }) ?? 0
            XCTAssertTrue(render > 10 && presentation > render && presentation < 110, "\(texts)")
            XCTAssertTrue(texts[8].contains("CABasicAnimation") || texts[8].contains("action"), texts[8])
            XCTAssertTrue(texts[8].contains("by InspectorTests.sendsTheDotAway"), texts[8])
            try driver.keepScreenshot("page-values")
        }
    }

    // MARK: Curves

    func testACurvesPointIsDraggedAndItsCodeFollows() throws {
        let recording = try recorded(CGSize(width: 100, height: 60)) { host in
            host.perform { _ = box(host, "dot", CGRect(x: 0, y: 0, width: 20, height: 20), color(1, 0, 0)) }
            host.withPixels(at: 0) { _, _, _, _ in }
            host.perform { host.layer.sublayers?[0].position.x = 80 }
            for time in [0.1, 0.2, 0.4] { host.withPixels(at: time) { _, _, _, _ in } }
        }
        try withPage(of: recording) { driver in
            let place = try driver.run(
                "one('.span').click(); await until(() => one('.curve circle')); await wait(400); one('.curve').scrollIntoView({ block: 'end' }); await wait(50); const r = one('.curve circle').getBoundingClientRect(), s = one('.curve').getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2, s.width, s.height];"
            )
            let point = try XCTUnwrap(place as? [Double])
            let before = try driver.run(
                "return [one('.code').textContent, one('.detail svg').innerHTML, ...all('.points input').map((i) => i.value)];")
            try driver.drag(from: (point[0], point[1]), to: (point[0] + 20, point[1] - 24))
            let after = try driver.run(
                "return [one('.code').textContent, one('.detail svg').innerHTML, ...all('.points input').map((i) => i.value)];")
            let (old, new) = (try XCTUnwrap(before as? [String]), try XCTUnwrap(after as? [String]))
            XCTAssertEqual((Double(new[2]) ?? 0) - (Double(old[2]) ?? 0), 20 / point[2] * 1.1, accuracy: 0.03)
            XCTAssertEqual((Double(new[3]) ?? 0) - (Double(old[3]) ?? 0), 24 / point[3] * 1.4, accuracy: 0.03)
            XCTAssertTrue(new[0].contains("CAMediaTimingFunction(controlPoints: \(new[2]), \(new[3])"), new[0])
            XCTAssertNotEqual(old[1], new[1], "the plot follows")
            try driver.keepScreenshot("page-curve")
        }
    }

    // MARK: Keys and colours

    func testThePageIsUsedWithTheKeyboardAlone() throws {
        try inspectByKeys(WebDriver.start)
    }

    func testThePageIsUsedWithTheKeyboardAloneInFirefox() throws {
        try inspectByKeys(WebDriver.startFirefox)
    }

    private func inspectByKeys(_ start: () throws -> WebDriver) throws {
        let recording = try recorded(CGSize(width: 100, height: 60)) { host in
            host.perform {
                _ = box(host, "first", CGRect(x: 0, y: 0, width: 20, height: 20), color(1, 0, 0))
                _ = box(host, "second", CGRect(x: 40, y: 0, width: 20, height: 20), color(0, 1, 0))
            }
            host.withPixels(at: 0) { _, _, _, _ in }
            host.perform { host.layer.sublayers?[1].position.x = 80 }
            for frame in 1...5 { host.withPixels(at: Double(frame) / 60) { _, _, _, _ in } }
        }
        try withPage(of: recording, start) { driver in
            func state(_ script: String) throws -> String { try driver.run("await wait(150); return String(\(script));") as? String ?? "" }
            let (down, right, tab, enter) = ("\u{E015}", "\u{E014}", "\u{E004}", "\u{E007}")
            // Search, then the list by arrows.
            try driver.type("/second")
            XCTAssertEqual(try state("all('.row').length"), "1")
            try driver.type(tab + down)
            XCTAssertEqual(try state("one('.row.selected')?.textContent.includes('second')"), "true")
            // Frames, one on and one back.
            try driver.type("..")
            XCTAssertEqual(Double(try state("model.time")) ?? 0, 2.0 / 60, accuracy: 1e-6)
            try driver.type(",")
            XCTAssertEqual(Double(try state("model.time")) ?? 0, 1.0 / 60, accuracy: 1e-6)
            try driver.type("o")
            XCTAssertEqual(try state("one('[data-overlay=\"offscreen\"]').getAttribute('aria-pressed')"), "true")
            // From tab to tab, then a line of the list.
            try driver.run("one('[data-tab=\"Timeline\"]').focus();")
            try driver.type(right)
            XCTAssertEqual(
                try state("one('[aria-selected=\"true\"][role=tab]').textContent + document.activeElement.textContent"),
                "TransactionsTransactions")
            try driver.type(right)
            try driver.run("one('#panel tbody tr').focus();")
            try driver.type(enter)
            XCTAssertEqual(
                try state("Math.abs(model.time - model.frames[Number(one('#panel tbody tr').dataset.frame)].time) < 1e-6"), "true")
            // All that a click does can be reached.
            XCTAssertEqual(
                try state(
                    "all('[onclick], tr, .row').filter((e) => e.tagName === 'TR' && e.closest('tbody') && e.closest('#panel') && e.tabIndex < 0).length"
                ), "0")
        }
    }

    func testDarkAndLight() throws {
        let recording = try recorded(CGSize(width: 100, height: 60)) { host in
            host.perform { _ = box(host, "first", CGRect(x: 0, y: 0, width: 20, height: 20), color(1, 0, 0)) }
            host.withPixels(at: 0) { _, _, _, _ in }
        }
        try withPage(of: recording) { driver in
            /// Luminance of ground and text, from 0 to 1.
            func colors() throws -> [Double] {
                let parts = try driver.run(
                    "return [['section', 'backgroundColor'], ['body', 'color'], ['#mode', 'color']].map(([q, k]) => { const [r, g, b] = getComputedStyle(one(q))[k].match(/[0-9]+/g).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; });"
                )
                return try XCTUnwrap(parts as? [NSNumber]).map(\.doubleValue)
            }
            for isDark in [false, true] {
                try driver.prefer(dark: isDark)
                let seen = try colors()
                XCTAssertEqual(seen[0] < 0.2, isDark, "the ground")
                for text in seen[1...] {
                    let contrast = (max(seen[0], text) + 0.05) / (min(seen[0], text) + 0.05)
                    XCTAssertGreaterThanOrEqual(contrast, 4.5, "text can be read")
                }
                try driver.keepScreenshot(isDark ? "page-dark" : "page-light")
            }
        }
    }
}

/// The page says who set a property.
@inline(never)
func sendsTheDotAway(_ layer: CALayer) { layer.position.x = 110 }
