import Agate
import AgateDiagnostics
import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateInspector

/// Text of a recording on its way to pages, JSON and traces.
final class ForeignTextTests: XCTestCase {
    private static let hostile = [
        "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;b&gt;", "\"},{\"a\":\"", "\\\"", "\\", "a\u{0}b",
        "\u{1B}[2J\u{1B}]0;title\u{7}", "line\u{2028}line\u{2029}line", "\r\nSet-Cookie: a=b", "\u{202E}gpj.exe", "\u{2066}a\u{2069}",
        "\u{FEFF}\u{200B}\u{AD}", "\u{7F}\u{80}\u{9B}31m", text(of: [0xFFFE, 0xFFFF, 0x10FFFF, 0xFDD0]),
        String(decoding: [0xED, 0xA0, 0x80, 0xFF, 0xC0, 0xAF] as [UInt8], as: UTF8.self), "\u{E0001}\u{E0041}", "*/ print(1) /*",
        "\"); import Foundation; exit(1); (\"", "\\(exit(1))",
    ]
    private static let harmless = ["box", "Größe", "箱", "👩‍👩‍👧", "עברית", "e\u{301}", "a\u{200C}b", "", "…"]

    private static func text(of scalars: [UInt32]) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
        return text
    }

    private static func isSeen(_ text: String, allowsLines: Bool) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: allowsLines && scalar == "\n"
            case .format: scalar.value == 0x200C || scalar.value == 0x200D
            case .lineSeparator, .paragraphSeparator: false
            default: scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
            }
        }
    }

    func testALineIsSeenWhole() {
        for text in Self.hostile {
            XCTAssertTrue(Self.isSeen(ForeignText.line(text), allowsLines: false), text.debugDescription)
            // What is safe is shown as it is.
            XCTAssertEqual(ForeignText.line(ForeignText.line(text)), ForeignText.line(text))
        }
        for text in Self.harmless { XCTAssertEqual(ForeignText.line(text), text) }
        XCTAssertEqual(ForeignText.line("a\u{202E}b\n\u{0}\t"), #"a\u{202E}b\n\u{0}\t"#)
    }

    func testJSONSaysTheSameText() throws {
        for text in Self.hostile + Self.harmless {
            var out = JSONText()
            out.array { $0.string(text) }
            for json in [out.text, InspectorJSON.text([text])] {
                let back = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String])
                XCTAssertEqual(back.first.map { Array($0.unicodeScalars) }, Array(text.unicodeScalars), json)
                XCTAssertTrue(Self.isSeen(json, allowsLines: false), json)
                for character in "<>&" { XCTAssertFalse(json.contains(character), json) }
            }
        }
    }

    func testXMLHasReferences() {
        XCTAssertEqual(ForeignText.xml("<a>b\u{202E}c\td\ne\u{80}é</a>"), "<a>b&#x202E;c&#x9;d\ne&#x80;é</a>")
        for text in ["\u{0}", "\u{1B}", Self.text(of: [0xFFFE])] { XCTAssertEqual(ForeignText.xml(text), "\u{FFFD}") }
    }

    func testLiteralsAreOneString() {
        for text in Self.hostile {
            let literal = ForeignText.literal(text)
            XCTAssertTrue(Self.isSeen(literal, allowsLines: false))
            // No quote ends it, and no backslash is left to begin an interpolation.
            let inside = literal.dropFirst().dropLast().replacingOccurrences(of: "\\\\", with: "").replacingOccurrences(
                of: "\\\"", with: "")
            XCTAssertFalse(inside.contains("\"") || inside.contains("\\("), literal)
        }
    }

    /// A recording all of whose texts are one text.
    private func recording(_ text: String) throws -> Recording {
        var recording = try HostileRecordingTests.recording { layer in
            layer.name = text
            layer.setValue(text, forKey: "ownKey")
            let animation = CABasicAnimation(keyPath: text)
            (animation.fromValue, animation.toValue, animation.duration) = (text, text, 1)
            layer.add(animation, forKey: "a")
            let transition = CATransition()
            (transition.type, transition.subtype) = (CATransitionType(rawValue: text), CATransitionSubtype(rawValue: text))
            layer.add(transition, forKey: "b")
            let words = CATextLayer()
            (words.string, words.name) = (text, text)
            words.truncationMode = CATextLayerTruncationMode(rawValue: text)
            layer.addSublayer(words)
        }
        recording.title = text
        let owner = "CALayer \"\(text)\" (layer 2)"
        recording.entries += [
            .log(Recording.LogEntry(kind: text, time: 0, layerID: 1, layer: text, key: text, old: text, new: text, detail: text)),
            .diagnostic(Diagnostic(identifier: text, message: text, layer: owner, key: text), time: 0),
            .input(InputEvent(time: 0, .key(InputEvent.Key(code: 1, characters: text)))), .input(InputEvent(time: 0, .text(text))),
        ]
        return try Recording(recording.encoded())
    }

    /// Every string of the answers. Code has lines; nothing else has.
    private func check(_ value: Any, _ key: String, _ name: String) {
        switch value {
        case let text as String:
            XCTAssertTrue(Self.isSeen(text, allowsLines: ["code", "text"].contains(key)), "\(name), \(key): \(text.debugDescription)")
        case let list as [Any]: for item in list { check(item, key, name) }
        case let object as [String: Any]:
            for (key, item) in object {
                check(key, "a key", name)
                check(item, key, name)
            }
        default: break
        }
    }

    func testAnswersReportsAndTraces() throws {
        for text in Self.hostile {
            let recording = try recording(text)
            let inspected = InspectedRecording(recording)
            let layers = inspected.look(at: 0.1).layers.map(\.id)
            var answers = [
                ("report", InspectionReport.data(recording)), ("trace", TraceFile.json(recording)),
                ("hello", InspectorJSON.text(inspected.hello(mode: "report"))),
            ]
            for request in [
                InspectorRequest.look(0.1, picture: false), .ops(0.1), .frames, .log, .timeline, .input, .advice,
            ]
                + layers.flatMap({
                    [.values(layer: $0, time: 0.1), .copy(layer: $0, time: 0.1, .swift), .copy(layer: $0, time: 0.1, .caml)]
                })
            {
                answers.append(("\(request)", try XCTUnwrap(inspected.answer(request))))
            }
            for (name, answer) in answers {
                check(try JSONSerialization.jsonObject(with: Data(answer.utf8)), "", name)
                XCTAssertFalse(answer.contains("<") || answer.contains("\u{2028}"), name)
            }
            let html = InspectionReport.html(recording)
            XCTAssertEqual(html.components(separatedBy: "</script>").count, 3)
        }
    }
}
