import Foundation
import XCTest

/// `agate lint` and `agate schema`, as programs read them.
final class LintTests: CommandTestCase {
    private func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: file(name)) }

    private func findings(_ arguments: String) throws -> (status: Int32, list: [[String: Any]], answer: Answer) {
        let answer = try shell("$agate lint --json \(arguments)")
        let report = try XCTUnwrap(JSONSerialization.jsonObject(with: answer.output) as? [String: Any], answer.text)
        return (answer.status, try XCTUnwrap(report["findings"] as? [[String: Any]]), answer)
    }

    func testNothingIsFoundInWhatIsRight() throws {
        let (status, list, answer) = try findings("Scene.caml")
        XCTAssertEqual(status, 0)
        XCTAssertTrue(list.isEmpty, answer.text)
        XCTAssertEqual(answer.message, "")
        XCTAssertEqual(try shell("$agate lint Scene.caml Scene.caml").text, "")
    }

    func testFindingsHavePlaces() throws {
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 60 40"
              opacity="half"/></caml>
            """, "Bad.caml")
        try write("<caml><CALayer>", "Broken.caml")
        try write(
            #"{"v":"5.5.0","fr":30,"ip":0,"op":30,"w":40,"h":30,"layers":[{"ty":4,"ks":{"o":{"a":0,"k":"full"}},"shapes":[],"ip":0,"op":30}]}"#,
            "Bad.json")
        try write(#"{"v":"5.5.0","fr":30,"ip":0,"op":30,"w":40,"h":30}"#, "Broken.json")
        let bad = try findings("Bad.caml")
        XCTAssertEqual(bad.status, 1, bad.answer.text)
        XCTAssertEqual(bad.list.count, 1, bad.answer.text)
        XCTAssertEqual(bad.list.first?["line"] as? Int, 3)
        XCTAssertNotNil(bad.list.first?["column"])
        XCTAssertEqual(bad.list.first?["identifier"] as? String, "caml.bad-value")
        XCTAssertFalse((bad.list.first?["message"] as? String ?? "Bad.caml").contains("Bad.caml"))
        XCTAssertEqual(bad.answer.message, "", "a finding is no message")
        let broken = try findings("Broken.caml")
        XCTAssertEqual(broken.status, 2)
        XCTAssertEqual(broken.list.first?["severity"] as? String, "error")
        let lottie = try findings("Bad.json")
        XCTAssertEqual(lottie.status, 1, lottie.answer.text)
        XCTAssertEqual(lottie.list.first?["path"] as? String, "layers[0].ks.o.k", lottie.answer.text)
        XCTAssertEqual(try findings("Broken.json").status, 2)
        XCTAssertEqual(try findings("Missing.json").status, 2)
        // All of several, each by its name.
        let all = try findings("Scene.caml Bad.caml Broken.caml Missing.json")
        XCTAssertEqual(all.status, 2)
        XCTAssertEqual(all.list.map { $0["file"] as? String }, ["Bad.caml", "Broken.caml", "Missing.json"])
        let lines = try shell("$agate lint Bad.caml")
        XCTAssertTrue(lines.text.hasPrefix("Bad.caml:3:"), lines.text)
        XCTAssertTrue(lines.text.contains(": warning: ") && lines.text.hasSuffix("[caml.bad-value]\n"), lines.text)
    }

    /// A value has what a schema says: types, required names, and no others.
    private func check(_ value: Any, _ schema: [String: Any], _ place: String) {
        if let options = schema["enum"] as? [String] { return XCTAssertTrue(options.contains(value as? String ?? ""), place) }
        switch schema["type"] as? String {
        case "object":
            guard let object = value as? [String: Any], let properties = schema["properties"] as? [String: Any] else {
                return XCTFail("\(place) is no object")
            }
            for name in schema["required"] as? [String] ?? [] { XCTAssertNotNil(object[name], "\(place).\(name)") }
            for (name, each) in object {
                guard let inner = properties[name] as? [String: Any] else { XCTFail("\(place).\(name) is not in the schema"); continue }
                check(each, inner, "\(place).\(name)")
            }
        case "array":
            guard let list = value as? [Any], let items = schema["items"] as? [String: Any] else { return XCTFail("\(place) is no array") }
            for each in list { check(each, items, "\(place)[]") }
        case "string": XCTAssertTrue(value is String, place)
        case "integer": XCTAssertTrue((value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false, place)
        case "boolean": XCTAssertTrue(value is Bool, place)
        default: XCTFail("\(place): \(schema)")
        }
    }

    private func schema(_ arguments: String) throws -> [String: Any] {
        let answer = try shell("$agate schema \(arguments)")
        XCTAssertEqual(answer.status, 0, answer.message)
        return try XCTUnwrap(JSONSerialization.jsonObject(with: answer.output) as? [String: Any])
    }

    func testSchemasDescribeWhatIsWritten() throws {
        try write("<caml><CALayer>", "Broken.caml")
        try write("id\na\nb\n", "rows.csv")
        let lint = try shell("$agate lint --json Broken.caml Scene.caml")
        check(try JSONSerialization.jsonObject(with: lint.output), try schema("lint"), "lint")
        let batch = try shell("$agate render Scene.caml --data rows.csv --frames 0-1 -o '{id}.gif'")
        XCTAssertEqual(batch.status, 64, "frames and rows exclude each other")
        try write("id,duration,more\na,0.1,1\nb,never,1\n", "rows.csv")
        _ = try shell("$agate render Scene.caml --data rows.csv -o '{id}.gif' --report report.json")
        let report = try JSONSerialization.jsonObject(with: Data(contentsOf: file("report.json")))
        XCTAssertEqual(((report as? [String: Any])?["failures"] as? [Any])?.count, 1)
        check(report, try schema("report"), "report")
        XCTAssertEqual(try shell("$agate schema row").status, 64)
        XCTAssertEqual(try shell("$agate schema report Scene.caml").status, 64)
        XCTAssertEqual(try shell("$agate schema row Broken.caml").status, 2)
    }

    func testRowsOfATemplate() throws {
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 8 8" position="4 4" name="Box" backgroundColor="1 0 0">
            <sublayers><CATextLayer name="Title" bounds="0 0 8 8" position="4 4" string="x"/></sublayers></CALayer></caml>
            """, "Card.caml")
        let properties = try XCTUnwrap(schema("row Card.caml")["properties"] as? [String: [String: Any]])
        XCTAssertEqual(properties["Title"]?["type"] as? String, "string")
        XCTAssertEqual(properties["Title"]?["default"] as? String, "x")
        XCTAssertNotNil(properties["Box.backgroundColor"])
        XCTAssertNotNil(properties["duration"])
    }
}
