@testable import AgateBatch
import AgateFormats
import Foundation
import ImageIO
import XCTest

/// What tables take grows with their cells and no faster: of twice as many, twice the steps. Steps are counted, not timed.
final class TableGrowthTests: CommandTestCase {
    private func card() throws -> String {
        try Data(
            """
            {"v":"5.7.0","fr":25,"ip":0,"op":1,"w":8,"h":8,"slots":{"tint":{"p":{"a":0,"k":[0,0,1,1]}}},
             "layers":[{"ty":4,"ind":3,"nm":"Box","ip":0,"op":10,"st":0,"ks":{},"shapes":[{"ty":"gr","nm":"Group","it":[
               {"ty":"rc","nm":"Rect","p":{"a":0,"k":[4,4]},"s":{"a":0,"k":[8,8]},"r":{"a":0,"k":0}},
               {"ty":"fl","nm":"Fill","c":{"sid":"tint"},"o":{"a":0,"k":100}},{"ty":"tr"}]}]},
              {"ty":1,"ind":4,"nm":"Paper","ip":0,"op":10,"st":0,"ks":{},"sw":8,"sh":8,"sc":"#ffffff"}]}
            """.utf8
        ).write(to: file("card.json"))
        return file("card.json").path
    }

    private func document() throws -> String {
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="\(CAMLDocument.namespace)"><CALayer bounds="0 0 8 8" position="4 4"><sublayers>
            <CALayer name="a.b" bounds="0 0 4 4" position="4 4" backgroundColor="1 0.5 0"/></sublayers></CALayer></caml>
            """.utf8
        ).write(to: file("Card.caml"))
        return file("Card.caml").path
    }

    /// Lookups and walks that something takes.
    private func steps(_ body: () throws -> Void) rethrows -> (lookups: Int, walks: Int) {
        let before = (TableWork.total(.lookups), TableWork.total(.walks))
        try body()
        return (TableWork.total(.lookups) - before.0, TableWork.total(.walks) - before.1)
    }

    private func assertLinear(_ what: String, _ count: Int, _ body: (Int) throws -> Void) rethrows {
        let once = try steps { try body(count) }, twice = try steps { try body(2 * count) }
        XCTAssertLessThanOrEqual(twice.lookups, 2 * once.lookups + 100, "\(what): lookups")
        XCTAssertEqual(once.walks, twice.walks, "\(what): the template is walked as often")
    }

    private func table(columns: Int, rows: Int = 1, name: (Int) -> String) throws -> DataTable {
        let header = "id," + (0..<columns).map(name).joined(separator: ",")
        let lines = (0..<rows).map { "r\($0)," + String(repeating: "1,", count: columns - 1) + "1" }
        return try DataTable(Data(([header] + lines).joined(separator: "\n").utf8), isLines: false)
    }

    func testColumnsThatFillNothing() throws {
        for template in [try card(), try document()] {
            for name in ["c", "Paper.x.", "**.", "a.b.c."] where !(template.hasSuffix("json") && name == "**.") {
                try assertLinear("columns \(name)", 2000) { count in
                    let table = try table(columns: count) { "\(name)\($0)" }
                    var batch = FilmBatch(template: URL(fileURLWithPath: template), output: file("{id}.gif").path)
                    (batch.duration, batch.framesPerSecond) = (0.04, 25)
                    let report = try batch.run(table)
                    XCTAssertTrue(name == "a.b.c." && template.hasSuffix("caml") || report.unused.count == count, "\(report.unused.count)")
                }
            }
        }
    }

    func testRowsAndValues() throws {
        try assertLinear("rows", 1000) { count in
            let table = try table(columns: 20, rows: count) { "c\($0)" }
            for case .success(let row) in table.rows { for name in table.columns { XCTAssertNotNil(row[name]) } }
        }
        // Rows of JSON that have the same names share them; others have their own.
        try assertLinear("lines", 1000) { count in
            let text = (0..<count).map { "{\"id\":\($0),\"x\($0 % 2)\":1}" }.joined(separator: "\n")
            let table = try DataTable(Data(text.utf8), isLines: true)
            XCTAssertEqual(table.rows.count, count)
            for case .success(let row) in table.rows { XCTAssertNotNil(row["id"]) }
        }
        let row = DataRow(number: 1, values: [("a", "1"), ("b", "2"), ("a", "3")])
        XCTAssertEqual([row["a"], row["b"], row["c"]], ["1", "2", nil])
    }

    func testTheTemplateIsReadOnceForAllRows() throws {
        // One row gives no value, and shows the template's own.
        let lines = "id,tint,a.b.backgroundColor\n1,red,red\n2,,\n3,lime,lime"
        let table = try DataTable(Data(lines.utf8), isLines: false)
        for (template, own) in [(try card(), UInt32(0xFF00_00FF)), (try document(), 0xFFFF_8000)] {
            var batch = FilmBatch(template: URL(fileURLWithPath: template), output: file("{id}.gif").path)
            (batch.duration, batch.framesPerSecond, batch.keepsExisting) = (0.04, 25, true)
            let before = TableWork.total(.reads)
            XCTAssertEqual(try batch.run(table).made, 3)
            XCTAssertEqual(TableWork.total(.reads) - before, 1)
            let pixels = try (1...3).map { try ImageCodec.decode(contentsOf: file("\($0).gif").path).withPixels { $0[4 * 8 + 4] } }
            XCTAssertEqual(pixels, [0xFFFF_0000, own, 0xFF00_FF00])
            XCTAssertEqual(try batch.run(table).kept, 3)
            // A change of the template makes other films.
            try (Data(contentsOf: URL(fileURLWithPath: template)) + [0x20]).write(to: URL(fileURLWithPath: template))
            XCTAssertEqual(try batch.run(table).made, 3)
        }
    }

    func testManyPlaceholders() throws {
        try assertLinear("placeholders", 2000) { count in
            let table = try table(columns: count) { "c\($0)" }, text = (0..<count).map { "{c\($0)}" }.joined()
            let pattern = try OutputPattern(text, columns: table.columns, rows: 1)
            XCTAssertEqual(try pattern.path(try table.rows[0].get()), String(repeating: "1", count: count))
        }
    }

    /// What took a minute for a fifth of them, and for all had no end: columns, cells and rows that are as long as a table allows.
    func testLargeTables() throws {
        _ = try card()
        func write(_ lines: [String]) throws { try Data(lines.joined(separator: "\n").utf8).write(to: file("d.csv")) }
        try write([
            "id," + (0..<100_000).map { "c\($0)" }.joined(separator: ","),
            "a," + Array(repeating: "1", count: 100_000).joined(separator: ","),
        ])
        let wide = try shell("$agate render card.json --data d.csv -o '{id}.gif'")
        XCTAssertEqual(wide.status, 0, wide.message)
        XCTAssertTrue(wide.message.contains("c19 and 99980 more"), String(wide.message.suffix(200)))
        XCTAssertLessThan(wide.message.utf8.count, 1000)
        try write(["id,tint,x", "a,\"\(String(repeating: "#", count: 8_000_000))\",\(String(repeating: "\"\"", count: 10))", "b,red,"])
        let long = try shell("$agate render card.json --data d.csv -o '{id}.gif' 2>&1 | cut -c1-200")
        XCTAssertTrue(long.text.contains("1 films made, 1 rows failed"), String(long.text.suffix(300)))
        try write(["id,tint"] + (0..<200_000).map { "r\($0),red" })
        XCTAssertEqual(try shell("$agate render card.json --data d.csv -o '{id}.gif' --rows 199999-200000").message, "agate: 2 films made")
    }
}
