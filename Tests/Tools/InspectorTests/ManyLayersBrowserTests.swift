import Agate
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import Inspector

/// Ten thousand layers: the page makes rows for what is seen, and is sent what changed. Counts say so, no clock.
final class ManyLayersBrowserTests: BrowserTestCase {
    private static let count = 10_000

    /// What the messages that came since `watch` brought.
    private static let watch = """
        window.deltas = [];
        if (!window.plainDelta) {
          window.plainDelta = model.delta;
          model.delta = (m) => {
            window.deltas.push({ layers: m.layers?.length ?? 0, order: m.order?.length ?? 0, bytes: JSON.stringify(m).length, names: (m.layers ?? []).map((l) => l.name) });
            return window.plainDelta.call(model, m);
          };
        }
        """
    private static let brought =
        "return [window.deltas.reduce((n, d) => n + d.layers, 0), window.deltas.reduce((n, d) => n + d.order, 0), window.deltas.reduce((n, d) => n + d.bytes, 0)];"

    func testTheTreeHasRowsForWhatIsSeenAndChangesComeAlone() throws {
        let browser = Browser(driver: try WebDriver.start())
        defer { browser.driver.stop() }
        defer { TransactionLog.shared.isEnabled = false }
        let host = OffscreenHost(size: CGSize(width: 800, height: 600), background: .white)
        var items: [CALayer] = []
        host.perform {
            for i in 0..<Self.count {
                let layer = CALayer()
                layer.name = "item \(i)"
                layer.frame = CGRect(x: i % 100 * 8, y: i / 100 * 6, width: 7, height: 5)
                layer.backgroundColor = CGColor(red: CGFloat(i % 100) / 100, green: 0.5, blue: 0.3, alpha: 1)
                host.layer.addSublayer(layer)
                items.append(layer)
            }
        }
        host.withPixels { _, _, _, _ in }
        let number = items[4321].id.rawValue
        let inspector = try inspector(host, "many")
        let url = inspector.url
        /// A change of the program's, on its thread.
        struct Changes: @unchecked Sendable {
            let move: () -> Void
            let leave: () -> Void
        }
        let changes = Changes(
            move: {
                host.perform {
                    CATransaction.setDisableActions(true)
                    items[1234].position.x += 3
                }
                host.advance(by: 1.0 / 60)
                host.withPixels { _, _, _, _ in }
            },
            leave: {
                host.perform { items[9999].removeFromSuperlayer() }
                host.advance(by: 1.0 / 60)
                host.withPixels { _, _, _, _ in }
            })
        struct Seen: Sendable {
            var first = 0, middle = "", found: [String] = [], moved: [Int] = [], left: [Int] = [], order = 0, still = -1
        }
        let seen = try whileRunning { () throws -> Seen in
            let driver = browser.driver
            var seen = Seen()
            try driver.open(url)
            let whole = Self.count + 1
            try driver.run("await until(() => document.body.dataset.ready === 'true' && model.look?.layers.length === given[0]);", [whole])
            // Their outlines are another matter.
            try driver.run("inspectedPicture.toggle('bounds');")
            seen.first = try driver.run("return all('.row').length;") as? Int ?? 0
            // In the middle of the list there are the rows of the middle.
            seen.middle =
                try driver.run(
                    "one('#rows').scrollTop = 22 * 5000; await wait(200); const r = all('.row'); return `${r.length} ${r.some((e) => e.textContent.includes('item 5000'))} ${one('#spacer').offsetHeight}`;"
                ) as? String ?? ""
            try driver.keepScreenshot("many-layers")
            for words in ["item 1234", "\(number)", "calayer \(number) item \(4321)", "item 99", "nothing at all"] {
                let found = try driver.run(
                    "const s = one('#search'); s.value = given[0]; s.dispatchEvent(new Event('input')); await wait(50); return `${one('#spacer').offsetHeight / 22} ${one('.row')?.textContent ?? ''}`;",
                    [words])
                seen.found.append(found as? String ?? "")
            }
            try driver.run("const s = one('#search'); s.value = ''; s.dispatchEvent(new Event('input'));")
            // What is on its way is over when nothing came for a while.
            let quiet =
                "let n = -1; await until(async () => { const m = window.deltas.length; const same = m === n; n = m; await wait(400); return same; });"
            try driver.run("\(Self.watch) \(quiet) window.deltas = [];")
            seen.still = try driver.run("await wait(1000); return window.deltas.length;") as? Int ?? -1
            DispatchQueue.main.async { changes.move() }
            seen.moved =
                try driver.run("await until(() => window.deltas.some((d) => d.names.includes('item 1234'))); \(quiet) \(Self.brought)")
                as? [Int] ?? []
            try driver.run("window.deltas = [];")
            DispatchQueue.main.async { changes.leave() }
            seen.left = try driver.run("await until(() => window.deltas.some((d) => d.order)); \(quiet) \(Self.brought)") as? [Int] ?? []
            seen.order = try driver.run("return model.look.layers.length;") as? Int ?? 0
            return seen
        }
        XCTAssertTrue((1...80).contains(seen.first), "\(seen.first) rows")
        let middle = seen.middle.split(separator: " ")
        XCTAssertTrue((1...80).contains(Int(middle.first ?? "") ?? 0), seen.middle)
        XCTAssertEqual(
            middle.dropFirst(), ["true", "\(22 * (Self.count + 1))"], "the list is as long as all rows, and shows those of its middle")
        XCTAssertTrue(seen.found[0].hasPrefix("1 item 1234"), "\(seen.found)")
        XCTAssertTrue(seen.found[1].hasPrefix("1 item 4321") || seen.found[1].hasPrefix("2 "), "\(seen.found)")
        XCTAssertTrue(seen.found[2].hasPrefix("1 item 4321"), "a number is whole: \(seen.found)")
        XCTAssertTrue(seen.found[3].hasPrefix("111 "), "99, 990 to 999, 9900 to 9999: \(seen.found)")
        XCTAssertEqual(seen.found[4], "0 ")
        XCTAssertEqual(seen.still, 0, "a program that stands still sends nothing")
        // One layer, no order, and what a frame and its lines of the log take.
        XCTAssertEqual(Array(seen.moved.prefix(2)), [1, 0], "one layer moved")
        XCTAssertLessThan(seen.moved.last ?? .max, 6000, "bytes for one layer that moved")
        XCTAssertEqual(seen.left.first, 0, "no layer has another row when one leaves")
        XCTAssertEqual(seen.left.dropFirst().first, Self.count, "the order of all but one")
        XCTAssertEqual(seen.order, Self.count)
        inspector.stop()
    }
}
