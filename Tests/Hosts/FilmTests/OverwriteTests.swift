import AgateFormats
import CoreGraphics
import Foundation
import ImageIO
import XCTest

/// No output takes the place of a file that is read or of another output: every verb that writes, every kind of file that it reads, and
/// every way to name that file. The command is refused with the code of a wrong command line and one line, and nothing has changed.
final class OverwriteTests: CommandTestCase {
    /// One command, with `$out` as an output.
    private struct Row {
        let victim: String
        let line: String
        /// Packages have no hard links.
        var isFolder = false
    }

    private static let rows: [Row] = [
        // The scene, its images and its fonts.
        Row(victim: "Scene.caml", line: "render Scene.caml --time 0 --format png -o $out"),
        Row(victim: "Scene.caml", line: "render Scene.caml --frames 0-1 --format gif -o $out"),
        Row(victim: "Photo.caml", line: "render Photo.caml --frames 0-1 -o a.gif --manifest $out"),
        Row(victim: "Photo.caml", line: "render Photo.caml --frames 0-1 -o a.gif --metrics $out"),
        Row(victim: "broken.json", line: "render broken.json --frames 0-1 -o a.gif --metrics $out"),
        Row(victim: "ann.png", line: "render Photo.caml --time 0 -o $out"),
        Row(victim: "ann.png", line: "render Photo.caml --frames 0-1 -o $out"),
        Row(victim: "ann.png", line: "render card.json --frames 0-1 --format gif -o $out"),
        Row(victim: "own.ttf", line: "render card.json --time 0 --format png -o $out"),
        Row(victim: "Box.ca/main.caml", line: "render Box.ca --time 0 --format png -o $out"),
        Row(victim: "Box.ca/assets/ann.png", line: "render Box.ca --frames 0-1 -o $out"),
        Row(victim: "f-001.png", line: "render second.json --frames 0-3 -o f-%03d.png; : $out"),
        Row(victim: "f-001.png", line: "render second.json --frames 0-3 -o f-%03d.png --skip-existing; : $out"),
        // A table, and what its rows name.
        Row(victim: "d.csv", line: "render card.json --data d.csv --format gif -o $out"),
        Row(victim: "card.json", line: "render card.json --data d.csv --format gif -o $out"),
        Row(victim: "row.png", line: "render card.json --data d.csv --format gif -o $out"),
        Row(victim: "row.png", line: "render card.json --data d.csv -o b.gif --report $out"),
        Row(victim: "d.csv", line: "render card.json --data d.csv -o b.gif --metrics $out"),
        Row(victim: "d.csv", line: "render card.json --data - -o b.gif --report $out < d.csv"),
        Row(victim: "later.png", line: "render card.json --data two.csv -o '{id}.png'; : $out"),
        // Parts and their manifests.
        Row(victim: "p1.mkv", line: "join p1.mkv p2.mkv -o $out"),
        Row(victim: "p1.mkv.json", line: "join p1.mkv p2.mkv -o $out"),
        Row(victim: "p1.mkv", line: "join --without-manifests p1.mkv p2.mkv -o $out"),
        Row(victim: "ann.png", line: "diff ann.png row.png -o $out"),
        Row(victim: "row.png", line: "diff ann.png row.png -o $out --level 3"),
        Row(victim: "Box.ca", line: "convert Box.ca -o $out", isFolder: true),
        Row(victim: "Box.ca", line: "convert Box.ca/main.caml -o $out", isFolder: true),
        Row(victim: "r.agaterec", line: "replay r.agaterec -o $out"),
        Row(victim: "r.agaterec", line: "trace r.agaterec -o $out"),
        Row(victim: "Photo.caml", line: "trace Photo.caml --duration 0.1 -o $out"),
        Row(victim: "ann.png", line: "trace Photo.caml --duration 0.1 -o $out"),
        Row(victim: "r.agaterec", line: "inspect r.agaterec --report $out"),
        Row(victim: "ann.png", line: "inspect card.json --duration 0.1 --report $out"),
        Row(victim: "Scene.caml", line: "play Scene.caml --record $out"),
        Row(victim: "job/job.json", line: "submit --engine parallel --dry-run --folder job $out -o n-%02d.png"),
    ]

    /// Bash that lets `$out` name the victim.
    private static let forms: [(name: String, script: String)] = [
        ("its name", "out=$victim"), ("a link", "ln -s $victim link$end; out=link$end"),
        ("a link to a link", "ln -s $victim once; ln -s once twice$end; out=twice$end"),
        ("a hard link", "ln $victim hard$end; out=hard$end"),
        ("a way about", "mkdir -p x/y; out=x/../x/y/../../$victim"), ("a linked folder", "ln -s . here; out=here/$victim"),
        ("all of its path", "out=$PWD/$victim"),
    ]

    private func prepare() throws {
        func picture(_ name: String, _ color: UInt32) throws {
            let image = try XCTUnwrap(CGImage(width: 4, height: 4) { for index in $0.indices { $0[index] = color } })
            try ImageCodec.writePNG(image, to: file(name).path)
        }
        try FileManager.default.createDirectory(at: file("Box.ca/assets"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: file("job"), withIntermediateDirectories: true)
        for (name, color) in [("ann.png", 0xFF11_2233), ("row.png", 0xFF44_5566), ("later.png", 0xFF77_8899)] as [(String, UInt32)] {
            try picture(name, color)
        }
        try picture("f-001.png", 0xFF01_0203)
        try picture("job/ann.png", 0xFF01_0203)
        try picture("Box.ca/assets/ann.png", 0xFF11_2233)
        func document(_ image: String) -> Data {
            Data(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <caml xmlns="\(CAMLDocument.namespace)"><CALayer bounds="0 0 60 40" position="30 20"><contents type="CGImage" src="\(image)"/>
                </CALayer></caml>
                """.utf8)
        }
        try document("ann.png").write(to: file("Photo.caml"))
        try document("assets/ann.png").write(to: file("Box.ca/main.caml"))
        func card(_ image: String) -> Data {
            Data(
                """
                {"v":"5.7.0","fr":25,"ip":0,"op":4,"w":40,"h":24,
                 "assets":[{"id":"i","w":4,"h":4,"u":"","p":"\(image)","e":0}],
                 "fonts":{"list":[{"fName":"Own","fFamily":"Own","fStyle":"Regular","ascent":75,"fPath":"own.ttf","origin":3}]},
                 "layers":[{"ty":2,"ind":1,"nm":"Photo","refId":"i","ip":0,"op":10,"st":0,"ks":{}},
                  {"ty":5,"ind":2,"nm":"Title","ip":0,"op":10,"st":0,"ks":{"p":{"a":0,"k":[4,20,0]}},
                   "t":{"d":{"k":[{"t":0,"s":{"s":14,"f":"Own","t":"Name","j":0,"lh":16,"fc":[0,0,0]}}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}}]}
                """.utf8)
        }
        try card("ann.png").write(to: file("card.json"))
        try card("f-001.png").write(to: file("second.json"))
        try card("ann.png").write(to: file("job/job.json"))
        for (name, text) in [
            ("d.csv", "id,Photo\nann,row.png\n"), ("two.csv", "id,Photo\nlater,row.png\nx,later.png\n"), ("own.ttf", "no font"),
            ("broken.json", "{"), ("r.agaterec", "no recording"), ("p1.mkv", "1"), ("p2.mkv", "2"), ("p1.mkv.json", "{}"),
            ("p2.mkv.json", "{}"),
        ] { try Data(text.utf8).write(to: file(name)) }
    }

    /// Every file and link, and what is in it.
    private func contents() -> [String: Data] {
        var all: [String: Data] = [:]
        for name in FileManager.default.subpaths(atPath: folder.path) ?? [] {
            let path = file(name).path
            if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
                all[name] = Data("-> \(target)".utf8)
            } else {
                all[name] = FileManager.default.contents(atPath: path) ?? Data("folder".utf8)
            }
        }
        return all
    }

    func testNothingThatIsReadIsLost() throws {
        try prepare()
        let all = contents()
        for row in Self.rows {
            // What `-o` does not name lies where it lies.
            let isFixed = row.line.contains("; : $out")
            for form in Self.forms where !(row.isFolder && form.name == "a hard link") && !(isFixed && form.name != "its name") {
                let end = row.victim.lastIndex(of: ".").map { String(row.victim[$0...]) } ?? ""
                // The manifest of what is joined is named by the film.
                let cut = row.victim == "p1.mkv.json" ? "out=${out%.json}" : ""
                if !cut.isEmpty, !form.script.contains("link$end") && !form.script.contains("twice$end") { continue }
                let before = try shell("victim=\(row.victim) end=\(cut.isEmpty ? end : ".mkv.json"); \(form.script); echo $out")
                let name = before.text.trimmingCharacters(in: .whitespacesAndNewlines), made = contents()
                let answer = try shell("out='\(name)'; \(cut)\n$agate \(row.line.replacingOccurrences(of: "; : $out", with: ""))")
                let label = "\(row.line), \(form.name)"
                XCTAssertEqual(answer.status, 64, "\(label): \(answer.message)")
                // Beside it, there may be what is wrong with the scene and its fonts.
                let refusals = said(answer).filter { $0.hasPrefix("agate: ") && $0.contains("would be overwritten") }
                XCTAssertEqual(refusals.count, 1, "\(label): \(answer.message)")
                XCTAssertEqual(contents(), made, label)
                // Only what the form made goes again.
                for path in contents().keys.sorted(by: >) where all[path] == nil { try? FileManager.default.removeItem(at: file(path)) }
                XCTAssertEqual(contents(), all, label)
            }
        }
    }

    /// What a command says of its outputs: without the scene's font, which is none, its columns, and how many films
    /// there are.
    private func said(_ answer: Answer) -> [Substring] {
        answer.message.split(separator: "\n").filter {
            !$0.contains("is used instead") && !$0.contains("films made") && !$0.contains("unused columns")
        }
    }

    func testOutputsHaveNamesOfTheirOwn() throws {
        try prepare()
        for line in [
            "render Scene.caml --frames 0-1 -o a.gif --manifest a.gif", "render Scene.caml --frames 0-1 -o a.gif --metrics x/../a.gif",
            "render Scene.caml --frames 0-1 -o a.gif --manifest b --metrics b", "render card.json --data d.csv -o a.gif --report a.gif",
            "render card.json --data d.csv -o a.gif --report b --metrics b",
            "render Scene.caml --frames 0-3 -o g-%03d.png --metrics g-002.png",
            "render Scene.caml --frames 0-3 -o g-%03d.png --manifest g-002.png", "render Scene.caml --time 0 -o a.png --metrics a.png",
            "render card.json --data two.csv -o '{id}' --format gif --resume --report later.json",
        ] {
            let answer = try shell("mkdir x; $agate \(line); code=$?; rmdir x; exit $code")
            XCTAssertEqual(answer.status, 64, "\(line): \(answer.message)")
            XCTAssertTrue(answer.message.contains("needs its own name"), "\(line): \(answer.message)")
            XCTAssertEqual(said(answer).count, 1, "\(line): \(answer.message)")
        }
        XCTAssertEqual(files.filter { $0.hasPrefix("a") || $0.hasPrefix("g-") || $0.hasPrefix(".") || $0 == "b" }, ["ann.png"])
    }

    func testWhoeverAsksMayOverwrite() throws {
        try prepare()
        for (line, victim) in [
            ("render Photo.caml --time 0 -o ann.png", "ann.png"), ("diff row.png later.png -o later.png --tolerance 1", "later.png"),
            ("convert Box.ca -o Box.ca", "Box.ca/main.caml"), ("render card.json --data d.csv -o '{Photo}'", "row.png"),
            ("render Scene.caml --frames 0-1 --format gif -o Scene.caml", "Scene.caml"),
        ] {
            let before = try Data(contentsOf: file(victim))
            let answer = try shell("$agate \(line) --overwrite-inputs")
            XCTAssertEqual(answer.status, 0, "\(line): \(answer.message)")
            XCTAssertNotEqual(try Data(contentsOf: file(victim)), before, line)
        }
        // Devices lose nothing.
        let answer = try shell(
            "$agate render card.json --frames 0-1 --format gif -o /dev/null --metrics /dev/null --manifest /dev/null < /dev/null")
        XCTAssertEqual(answer.status, 0, answer.message)
    }

    /// A full disk is worth another try in every verb that writes.
    func testFullDisks() throws {
        try prepare()
        var lines = [
            "render Scene.caml --time 0 --format png -o $out", "render Scene.caml --frames 0-1 --format gif -o $out",
            "render Scene.caml --frames 0-1 -o a.gif --manifest $out", "render card.json --data d.csv -o a.gif --report $out",
            "trace Photo.caml --duration 0.1 -o $out", "inspect Photo.caml --duration 0.1 --report $out", "diff ann.png row.png -o $out",
        ]
        for line in lines {
            let answer = try shell("out=/dev/full; $agate \(line)")
            XCTAssertEqual(answer.status, 75, "\(line): \(answer.message)")
            XCTAssertTrue(answer.message.contains("No space left on device"), "\(line): \(answer.message)")
        }
        for line in ["fonts", "info card.json", "info --json card.json", "info --inputs card.json"] {
            let answer = try shell("$agate \(line) > /dev/full")
            XCTAssertEqual(answer.status, 75, "\(line): \(answer.message)")
        }
        guard geteuid() == 0 else { return }
        lines += ["convert Box.ca -o full/a.ca"]
        for line in lines {
            let answer = try shell(
                """
                mkdir full && mount -t tmpfs -o size=256k tmpfs full || exit 75
                head -c 1000000 /dev/zero > full/fill 2>/dev/null; out=full/out; $agate \(line); code=$?
                ls -A full | grep -v -x fill >&2; umount full; rmdir full; exit $code
                """)
            XCTAssertEqual(answer.status, 75, "\(line): \(answer.message)")
            XCTAssertLessThanOrEqual(said(answer).count, 1, "\(line): \(answer.message)")
        }
    }
}
