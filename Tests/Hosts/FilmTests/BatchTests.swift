@testable import Agate
import AgateBatch
import AgateFormats
import CoreGraphics
import Foundation
import ImageIO
import XCTest

/// Tables, templates, and a film a row.
final class BatchTests: CommandTestCase {
    private func rows(_ text: String, isLines: Bool = false) throws -> [Result<DataRow, DataError>] {
        try DataTable(Data(text.utf8), isLines: isLines).rows
    }

    private func values(_ text: String, isLines: Bool = false) throws -> [[String]] {
        try rows(text, isLines: isLines).map { try $0.get().values.map(\.value) }
    }

    func testCommasQuotesAndLineEnds() throws {
        XCTAssertEqual(try values("a,b\n1,2\n"), [["1", "2"]])
        XCTAssertEqual(
            try values("\u{FEFF}a,b\r\n\"x, \"\"y\"\"\",\"two\r\nlines\"\r\n\r\n,\r\n"), [["x, \"y\"", "two\r\nlines"], ["", ""]])
        XCTAssertEqual(try values("a;b\r1,5;2\r"), [["1,5", "2"]])
        XCTAssertEqual(try values("a\tb\n1\t\"2\t3\""), [["1", "2\t3"]])
        XCTAssertEqual(try values("name\n\"Zoë 😀\"\n"), [["Zoë 😀"]])
        XCTAssertEqual(try values("a,b\n\"quo\"ted,x\n"), [["quoted", "x"]])
    }

    func testBadRowsAreNumbered() throws {
        let rows = try rows("id,name\n1,one\n2\n\"3\nline\",three\n4,four,more\n5,\"open\n6,six\n")
        XCTAssertEqual(rows.map { (try? $0.get())?.number }, [1, nil, 3, nil, nil])
        let errors = rows.compactMap { row in if case .failure(let error) = row { error } else { nil } }
        XCTAssertEqual(errors.map(\.row), [2, 4, 5])
        XCTAssertEqual(errors.map(\.line), [3, 6, 7])
        XCTAssertEqual(errors[0].description, "(memory):3: row 2: 1 fields, but 2 columns")
        var bytes = Data("a,b\n1,".utf8)
        bytes += [0xFF, 0xFE, 10]
        bytes += Data("2,x\n".utf8)
        let mixed = try DataTable(bytes, isLines: false).rows
        XCTAssertNil(try? mixed[0].get())
        XCTAssertEqual(try mixed[1].get()["b"], "x")
    }

    func testJSONLines() throws {
        let rows = try rows(
            "{\"id\": 1, \"name\": \"x\", \"size\": [1, 2.5], \"on\": true, \"no\": null}\n\nnonsense\n[1]\n{\"id\": 2}\n", isLines: true)
        XCTAssertEqual(try rows[0].get().values.map { "\($0.name)=\($0.value)" }, ["id=1", "name=x", "on=1", "size=1,2.5"])
        XCTAssertNil(try? rows[1].get())
        XCTAssertNil(try? rows[2].get())
        XCTAssertEqual(try rows[3].get().number, 4)
    }

    func testTablesThatAreNone() {
        for (text, word) in [
            ("", "no column names"), ("a,a\n1,2\n", "twice"), ("a,\n1,2\n", "no name"), ("a,b\n", "no rows"), ("PAR1\u{0}", "Parquet"),
        ] {
            XCTAssertThrowsError(try rows(text)) { XCTAssertTrue("\($0)".contains(word), "\($0)") }
        }
    }

    // MARK: Templates

    private func template() throws -> String {
        let path = file("Card.json").path
        try Data(
            """
            {"v":"5.7.0","fr":25,"ip":0,"op":10,"w":80,"h":48,"nm":"Card","assets":[],
             "fonts":{"list":[{"fName":"Sans","fFamily":"Liberation Sans","fStyle":"Regular","ascent":75}]},
             "slots":{"tint":{"p":{"a":0,"k":[0,0,1,1]}}},
             "layers":[
              {"ty":5,"ind":1,"nm":"Title","ip":0,"op":10,"st":0,"ks":{"p":{"a":0,"k":[4,20,0]},"o":{"a":1,"k":[{"t":0,"s":[100],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":10,"s":[20]}]}},
               "t":{"d":{"k":[{"t":0,"s":{"s":14,"f":"Sans","t":"Name","j":0,"lh":16,"fc":[0,0,0]}}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}},
              {"ty":4,"ind":2,"nm":"Box","ip":0,"op":10,"st":0,"ks":{},"shapes":[
               {"ty":"gr","nm":"Group","it":[{"ty":"rc","nm":"Rect","p":{"a":0,"k":[40,38]},"s":{"a":0,"k":[70,14]},"r":{"a":0,"k":0}},
                {"ty":"fl","nm":"Fill 1","c":{"sid":"tint"},"o":{"a":0,"k":100}},{"ty":"tr"}]}]},
              {"ty":1,"ind":3,"nm":"Paper","ip":0,"op":10,"st":0,"ks":{},"sw":80,"sh":48,"sc":"#ffffff"}
             ]}
            """.utf8
        ).write(to: URL(fileURLWithPath: path))
        return path
    }

    func testInputs() throws {
        let answer = try agate("info", "--inputs", try template())
        XCTAssertEqual(answer.status, 0, answer.message)
        XCTAssertTrue(answer.text.contains("tint: color (slot)\n"), answer.text)
        XCTAssertTrue(answer.text.contains("Title: text (layer) \"Name\"\n"), answer.text)
        XCTAssertTrue(answer.text.contains("Paper.Color: color (key path) \"#ffffff\""), answer.text)
        let list = try JSONDecoder().decode([TemplateInput].self, from: agate("info", "--inputs", "--json", file("Card.json").path).output)
        XCTAssertEqual(list.first, TemplateInput(name: "tint", kind: .color, place: "slot"))
    }

    /// The issue's own: a hundred films from a table with two bad rows give ninety-eight films and a report.
    func testAHundredFilmsWithTwoBadRows() throws {
        let card = try template()
        var table = "id,Title,tint,duration,remark\n"
        for row in 1...100 {
            switch row {
            case 17: table += "17,\"Row 17\",no colour,0.2,bad\n"
            case 71: table += "71,one field too few\n"
            default: table += "\(row),\"Name, \(row)\",#\(row % 2 == 0 ? "ff0000" : "00ff00"),0.\(1 + row % 4),ok\n"
            }
        }
        try Data(table.utf8).write(to: file("people.csv"))
        let answer = try shell("$agate render '\(card)' --data people.csv -o 'films/{id}.gif' --report report.json")
        XCTAssertEqual(answer.status, 2, answer.message)
        let films = try FileManager.default.contentsOfDirectory(atPath: file("films").path)
        XCTAssertEqual(films.count, 98)
        XCTAssertEqual(Set((1...100).map { "\($0).gif" }).subtracting(films), ["17.gif", "71.gif"])
        XCTAssertTrue(answer.message.contains("agate: people.csv:18: row 17: tint: \"no colour\" is not a valid colour"), answer.message)
        XCTAssertTrue(answer.message.contains("agate: people.csv:72: row 71: 2 fields, but 5 columns"), answer.message)
        XCTAssertTrue(answer.message.contains("unused columns: remark"), answer.message)
        XCTAssertTrue(answer.message.hasSuffix("agate: 98 films made, 2 rows failed"), answer.message)
        let report = try JSONDecoder().decode(FilmBatch.Report.self, from: Data(contentsOf: file("report.json")))
        XCTAssertEqual([report.made, report.failures.count], [98, 2])
        XCTAssertEqual(report.failures.map(\.row), [17, 71])
        // What is in the films: the colour of the row, and as many frames as its seconds have.
        for row in [1, 2, 43] {
            let data = try Data(contentsOf: file("films/\(row).gif"))
            XCTAssertEqual(try ImageCodec.frameCount(data), Int((0.1 * Double(1 + row % 4) * 25).rounded()), "\(row)")
            let image = try ImageCodec.decode(data, name: "\(row)")
            XCTAssertEqual(image.withPixels { $0[40 * 80 + 40] }, row % 2 == 0 ? 0xFFFF_0000 : 0xFF00_FF00)
        }
        XCTAssertNotEqual(try Data(contentsOf: file("films/3.gif")), try Data(contentsOf: file("films/7.gif")), "the names differ")
    }

    func testRowsPartsAndWhatIsThere() throws {
        let card = try template()
        try Data("{\"id\":\"a\"}\n{\"id\":\"b\"}\n{\"id\":\"c\"}\n{\"id\":\"d\"}\n".utf8).write(to: file("t.jsonl"))
        XCTAssertEqual(try shell("$agate render '\(card)' --data t.jsonl -o '{id}.gif' --rows 2-3").status, 0)
        XCTAssertEqual(files.filter { $0.hasSuffix(".gif") }, ["b.gif", "c.gif"])
        for task in 0...1 {
            XCTAssertEqual(
                try agate(
                    ["render", card, "--data", file("t.jsonl").path, "-o", "\(folder.path)/x{row}.gif"],
                    environment: ["JOB_COMPLETION_INDEX": "\(task)", "JOB_COMPLETION_COUNT": "2"]
                ).status, 0)
            XCTAssertEqual(files.filter { $0.hasPrefix("x") }.count, 2 * (task + 1))
        }
        let command = "$agate render '\(card)' --data t.jsonl -o 'k/{id}.gif' --skip-existing"
        XCTAssertTrue(try shell(command).message.hasSuffix("4 films made"))
        XCTAssertTrue(try shell(command).message.hasSuffix("0 films made, 4 kept"))
        XCTAssertTrue(
            try shell("rm k/b.gif; echo '{\"id\":\"c\",\"Title\":\"New\"}' > u; sed -i 3d t.jsonl; cat u >> t.jsonl; \(command)").message
                .hasSuffix("2 films made, 2 kept"))
    }

    func testNamesAndRowsThatCantBe() throws {
        let card = try template()
        try Data("id,Title\n../up,x\n,y\ngood,z\ngood,again\n.hidden,q\n".utf8).write(to: file("t.csv"))
        let answer = try shell("$agate render '\(card)' --data t.csv -o 'f/{id}.gif'")
        XCTAssertEqual(answer.status, 2)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: file("f").path), ["good.gif"])
        for word in ["\"../up\" can't be part", "id is empty", "is already the film of row 3", "\".hidden\" can't be part"] {
            XCTAssertTrue(answer.message.contains(word), answer.message)
        }
        for (output, word) in [
            ("f/x.gif", "different names"), ("f/{nobody}.gif", "no column \"nobody\""), ("f/{id.gif", "no matching }"),
        ] {
            let answer = try shell("$agate render '\(card)' --data t.csv -o '\(output)'")
            XCTAssertEqual(answer.status, 2)
            XCTAssertTrue(answer.message.contains(word), answer.message)
        }
        XCTAssertEqual(try shell("$agate render '\(card)' --data t.csv").status, 64)
    }

    func testDocumentsTakeValuesToo() throws {
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="\(CAMLDocument.namespace)"><CALayer bounds="0 0 60 40" position="30 20" backgroundColor="1 1 1"><sublayers>
            <CALayer name="Box" bounds="0 0 20 20" position="12 20" backgroundColor="1 0.5 0"/>
            <CATextLayer name="Title" bounds="0 0 40 20" position="40 20" fontSize="12" string="Name" foregroundColor="0 0 0"/>
            </sublayers></CALayer></caml>
            """.utf8
        ).write(to: file("Card.caml"))
        let inputs = try agate("info", "--inputs", file("Card.caml").path).text
        XCTAssertTrue(
            inputs.contains("Title: text (layer) \"Name\"") && inputs.contains("Box.backgroundColor: color (key path) \"#ff8000\""), inputs)
        let photo = try XCTUnwrap(CGImage(width: 2, height: 2) { for index in $0.indices { $0[index] = 0xFF12_3456 } })
        try ImageCodec.writePNG(photo, to: file("photo.png").path)
        try Data("Title,Box.backgroundColor,Box,Box.opacity\nA,blue,,1\nB,,photo.png,1\nC,,none.png,1\nD,,,x\n".utf8).write(
            to: file("t.csv"))
        let answer = try shell("$agate render Card.caml --data t.csv -o '{Title}.gif' --duration 0.1 --fps 10")
        XCTAssertEqual(answer.status, 2, answer.message)
        XCTAssertTrue(
            answer.message.contains("row 3: Box: ") && answer.message.contains("row 4: Box.opacity: \"x\" is not a valid number"),
            answer.message)
        func pixel(_ name: String) throws -> UInt32 { try ImageCodec.decode(contentsOf: file(name).path).withPixels { $0[20 * 60 + 12] } }
        XCTAssertEqual(try pixel("A.gif"), 0xFF00_00FF)
        XCTAssertEqual(try pixel("B.gif"), 0xFF12_3456)
    }

    func testBatchFromSwift() throws {
        let table = try DataTable(Data("id,tint\n1,red\n2,oops\n".utf8), isLines: false)
        let batch = FilmBatch(template: URL(fileURLWithPath: try template()), output: file("{id}.gif").path)
        var events = 0
        let report = try batch.run(table) { _ in events += 1 }
        XCTAssertEqual([report.made, report.failures.count, events, report.frames], [1, 1, 2, 10])
        XCTAssertTrue(files.contains("1.gif"))
    }
}
