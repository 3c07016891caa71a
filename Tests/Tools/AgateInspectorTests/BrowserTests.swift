import AgateRecording
import Foundation
import XCTest

@testable import AgateInspector

/// The page in a real browser: a script that is put into it clicks and looks, and writes what it saw where the browser prints it.
final class BrowserTests: XCTestCase {
    private static let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]

    private func dump(_ html: String) throws -> String {
        let paths: [String] = Self.names.map { "/usr/bin/" + $0 }
        guard let browser = paths.first(where: { access($0, X_OK) == 0 }) else { throw XCTSkip("Chromium is not installed") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appendingPathComponent("page.html")
        try Data(html.utf8).write(to: page)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: browser)
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile", "--window-size=1400,900",
            "--virtual-time-budget=8000", "--dump-dom", page.absoluteString,
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// What the script's `say(name, value)` calls said.
    private func answers(_ recording: Recording, _ script: String) throws -> [String: String] {
        let driver = """
            <script type="module">
            const all = {}, say = (name, value) => { all[name] = String(value); };
            const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
            const one = (query) => document.querySelector(query);
            addEventListener("error", (event) => say("error", event.message));
            addEventListener("unhandledrejection", (event) => say("error", event.reason));
            for (let i = 0; i < 100 && document.body.dataset.ready !== "true"; i++) await wait(20);
            try { \(script) } catch (error) { say("error", error); }
            const place = document.createElement("pre");
            place.id = "answers";
            place.textContent = encodeURIComponent(JSON.stringify(all));
            document.body.append(place);
            </script></body>
            """
        let dom = try dump(InspectionReport.html(recording).replacingOccurrences(of: "</body>", with: driver))
        let text = dom.components(separatedBy: "<pre id=\"answers\">").dropFirst().first?.components(separatedBy: "</pre>").first ?? ""
        let json = try XCTUnwrap(text.removingPercentEncoding, "the page said nothing: \(dom.suffix(400))")
        return try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String], "the page said: \(json)")
    }

    func testTheReportShowsItsPanels() throws {
        let said = try answers(
            ReportTests.scene().recording,
            """
            say("rows", [...document.querySelectorAll(".row")].map((row) => row.firstChild.textContent).join(","));
            say("bars", document.querySelectorAll(".bar").length);
            one('[data-tab="Transactions"]').click(); say("log", one("#panel").textContent.includes("the transaction disables actions"));
            one('[data-tab="Frames"]').click(); say("frames", document.querySelectorAll("#panel tbody tr").length);
            one('[data-tab="Advice"]').click(); say("advice", one("#panel").textContent);
            """)
        XCTAssertNil(said["error"])
        XCTAssertEqual(said["rows"], "CALayer,knob,still")
        XCTAssertGreaterThan(Int(said["bars"] ?? "") ?? 0, 0)
        XCTAssertEqual(said["log"], "true")
        XCTAssertEqual(said["frames"], "21")
        XCTAssertNotNil(said["advice"])
    }

    func testAClickInThePictureSelectsAndWhyIsTwoClicksAway() throws {
        let said = try answers(
            ReportTests.scene().recording,
            """
            const canvas = one("#canvas"), box = canvas.getBoundingClientRect();
            const zoom = Math.min(box.width / 240, box.height / 160) * 0.94, left = box.left + (box.width - 240 * zoom) / 2, top = box.top + (box.height - 160 * zoom) / 2;
            const at = { clientX: left + 160 * zoom, clientY: top + 60 * zoom, pointerId: 1, bubbles: true };
            canvas.setPointerCapture = () => {};
            canvas.dispatchEvent(new PointerEvent("pointerdown", at));
            canvas.dispatchEvent(new PointerEvent("pointerup", at));
            say("selected", one(".row.selected")?.textContent);
            // Why did it not animate? Beside the property.
            const scrub = one("#scrub");
            scrub.value = scrub.max;
            scrub.dispatchEvent(new Event("input"));
            await wait(200);
            say("whyNot", one('[data-key="cornerRadius"]')?.textContent);
            say("values", one("#time").textContent + one("#valueRows").textContent);
            // Why did it animate? A click on the bar.
            one('[data-tab="Timeline"]').click();
            [...document.querySelectorAll(".span")].find((bar) => bar.closest(".bar").textContent.includes("position")).click();
            await wait(200);
            say("why", one(".why")?.textContent);
            // Why is this frame slow? The first row.
            one('[data-tab="Frames"]').click();
            say("slow", one("#panel tbody tr td:last-child").textContent);
            """)
        XCTAssertNil(said["error"])
        XCTAssertTrue(said["selected"]?.contains("still") ?? false, "\(said)")
        XCTAssertTrue(said["whyNot"]?.contains("the transaction disables actions") ?? false, "\(said)")
        XCTAssertTrue(said["why"]?.contains("CABasicAnimation") ?? false, "\(said)")
        XCTAssertTrue(said["slow"]?.contains("mostly") ?? false, "\(said)")
    }

    func testScrubbingShowsTheReplaysPixels() throws {
        let (recording, images) = try ReportTests.scene()
        let said = try answers(
            recording,
            """
            const scrub = one("#scrub");
            scrub.value = 0.1 + 6 / 60;
            scrub.dispatchEvent(new Event("input"));
            await wait(300);
            const data = JSON.parse(one("#data").textContent), look = data.looks.reduce((a, b) => Math.abs(b.time - scrub.value) < Math.abs(a.time - scrub.value) ? b : a);
            const image = new Image();
            image.src = look.picture;
            await image.decode();
            const copy = document.createElement("canvas");
            [copy.width, copy.height] = look.size;
            const g = copy.getContext("2d");
            g.drawImage(image, 0, 0);
            say("pixels", [...g.getImageData(0, 30, 240, 1).data].join(","));
            say("time", one("#time").textContent);
            """)
        XCTAssertNil(said["error"])
        let wanted = images[6].withPixels { pixels in
            (0..<240).flatMap { x -> [UInt32] in
                let p = pixels[30 * 240 + x]
                return [p >> 16 & 255, p >> 8 & 255, p & 255, p >> 24]
            }
        }
        XCTAssertEqual(said["pixels"], wanted.map(String.init).joined(separator: ","))
    }
}
