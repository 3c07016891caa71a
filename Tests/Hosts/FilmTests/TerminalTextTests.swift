import AgateFormats
import Foundation
import XCTest

/// Text of files, names and other programs reaches a terminal without what a terminal obeys: every verb that says something.
final class TerminalTextTests: CommandTestCase {
    /// Sets a title, colours, moves, rings, turns the order of text about, and begins a line of its own.
    private static let hostile = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}evil\u{2066}\u{7F}\u{8}\r\nagate: done"

    private func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\n"
            && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
                || [0x2028, 0x2029].contains(scalar.value))
    }

    private func prepare() throws {
        let name = Self.hostile.unicodeScalars.map { String(format: "\\u%04x", $0.value) }.joined()
        try Data(
            """
            {"v":"5.7.0","fr":25,"ip":0,"op":2,"w":8,"h":8,"nm":"\(name)","slots":{"\(name)":{"p":{"a":0,"k":[0,0,1,1]}}},
             "markers":[{"cm":"\(name)","tm":0,"dr":1}],"fonts":{"list":[{"fName":"\(name)","fFamily":"\(name)","fStyle":"Regular","ascent":75}]},
             "layers":[{"ty":1,"ind":3,"nm":"\(name)","ip":0,"op":10,"st":0,"ks":{},"sw":8,"sh":8,"sc":"#ffffff"},
              {"ty":99,"ind":4,"nm":"\(name)","ip":0,"op":10,"st":0,"ks":{}}]}
            """.utf8
        ).write(to: file("card.json"))
        // XML has no controls of ASCII, but all else.
        let text = "\u{9B}31m\u{202E}evil\u{85}\u{2028}"
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="\(CAMLDocument.namespace)"><CALayer name="\(text)" id="\(text)" bounds="0 0 8 8" position="4 4">
            <contents type="CGImage" src="\(text).png"/><animations><CABasicAnimation keyPath="\(text)" duration="1"/></animations></CALayer></caml>
            """.utf8
        ).write(to: file("\(Self.hostile).caml"))
        try Data("id,\"\(Self.hostile)\",tint\n\"\(Self.hostile)\",x,\"\(Self.hostile)\"\na,y,\"\(Self.hostile)\"\n".utf8).write(
            to: file("d.csv"))
        for folder in ["job/logs", "job/state"] {
            try FileManager.default.createDirectory(at: file(folder), withIntermediateDirectories: true)
        }
        let job: [String: Any] = [
            "name": Self.hostile, "engine": "ray", "parts": 1, "folder": file("job").path, "workingFolder": folder.path, "arguments": [],
            "output": file("a.mp4").path, "joins": true,
            "resources": ["frames": 1, "startSeconds": 1, "frameSeconds": 1, "megabytes": 1, "cpus": 1],
        ]
        try JSONSerialization.data(withJSONObject: job).write(to: file("job/job.json"))
        try Data("2\n".utf8).write(to: file("job/state/part-1.code"))
        try (Data(Self.hostile.utf8) + Data([0x1B, 0xFF, 0x9B])).write(to: file("job/logs/part-1.log"))
        try Data("{}".utf8).write(to: file("\(Self.hostile).mkv.json"))
    }

    func testEveryVerb() throws {
        try prepare()
        for line in [
            "info card.json", "info --inputs card.json", "info --json card.json", "info --inputs --json card.json", "info \"$name.caml\"",
            "info --json \"$name.caml\"", "info \"$name\"", "render \"$name.caml\" --time 0 -o a.png",
            "render \"$name.caml\" --state \"$name\" -o a.png",
            "render card.json --state \"$name\" -o a.png", "render \"$name.json\" -o \"$name.gif\"", "render card.json -o \"$name/a.gif\"",
            "render card.json --data d.csv -o '{id}.gif'", "render card.json --data d.csv -o '{id}.gif' --progress json",
            "render card.json --data d.csv -o \"{$name}.gif\"", "render card.json --frames 0-1 -o \"$name.gif\" --progress json",
            "render card.json --\"$name\"", "render card.json --fps \"$name\"", "render card.json --data \"$name.csv\" -o a.gif",
            "render \"$name.caml\" --time 0 --format png -o \"$name.caml\"", "join \"$name.mkv\" -o a.mkv", "verify \"$name.mkv\"",
            "status job", "status --json job", "status \"$name\"", "fonts \"$name\"", "diff \"$name.png\" a.png",
            "convert \"$name.caml\" -o b.ca",
            "trace \"$name.caml\" -o t.json --to \"$name\"", "inspect \"$name.agaterec\" --report a.html", "replay \"$name.agaterec\"",
            "submit --engine ray --dry-run \"$name.caml\" --frames 0-1 -o \"n-%02d.png\" --folder \"$name\" --metrics m",
        ] {
            let answer = try run(
                "/bin/bash", ["-c", "cd '\(folder.path)'; \(try program()) \(line) > out 2> err < /dev/null"],
                environment: ["name": Self.hostile])
            XCTAssertNotEqual(answer.status, 127, line)
            let text = try ["out", "err"].map { String(decoding: try Data(contentsOf: file($0)), as: UTF8.self) }
            XCTAssertFalse(text.allSatisfy(\.isEmpty) && answer.status != 0, "\(line): it says nothing")
            for text in text {
                let obeyed = text.unicodeScalars.filter(isObeyed)
                XCTAssertTrue(obeyed.isEmpty, "\(line): \(obeyed.map { String($0.value, radix: 16) }) in \(text.debugDescription)")
                // The line that the file wants to be one of the program's own.
                XCTAssertFalse(text.split(separator: "\n").contains("agate: done"), "\(line): \(text.debugDescription)")
            }
            if line.contains("--json") {
                XCTAssertNoThrow(try JSONSerialization.jsonObject(with: Data(contentsOf: file("out"))), line)
            }
        }
        let info = try agate("info", "--json", file("card.json").path)
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: info.output) as? [String: Any])
        XCTAssertEqual(object["name"] as? String, Self.hostile, "programs get the very name")
        XCTAssertTrue(
            try agate("info", file("card.json").path).text.contains(
                "\"\\u{1B}]0;x\\u{7}\\u{9B}31m\\u{202E}evil\\u{2066}\\u{7F}\\u{8}\\r\\nagate: done\""))
        // Text of any language is left as it is.
        XCTAssertTrue(try shell("$agate info 'שלום 你好 😀 é.json'").message.contains("שלום 你好 😀 é.json"))
    }
}
