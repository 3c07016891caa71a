import FFmpeg
import Foundation
import ImageIO
import XCTest

/// `agate mcp`, as a client of the Model Context Protocol speaks to it.
final class MCPTests: CommandTestCase {
    private typealias Object = [String: Any]

    /// Sends lines and reads the answers, by their numbers.
    private func answers(_ lines: [String]) throws -> [Int: Object] {
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file("requests"))
        let answer = try shell("$agate mcp < requests; code=$?; rm requests; exit $code")
        XCTAssertEqual(answer.status, 0, answer.message)
        var found: [Int: Object] = [:]
        for line in answer.text.split(separator: "\n") {
            let reply = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)
            XCTAssertEqual(reply["jsonrpc"] as? String, "2.0")
            found[reply["id"] as? Int ?? -found.count - 1] = reply
        }
        return found
    }

    private func call(_ id: Int, _ tool: String, _ arguments: Object) throws -> String {
        let message: Object = ["jsonrpc": "2.0", "id": id, "method": "tools/call", "params": ["name": tool, "arguments": arguments]]
        return String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
    }

    private func content(_ reply: Object?) -> (texts: [String], images: [Data], isError: Bool) {
        let result = reply?["result"] as? Object, list = result?["content"] as? [Object] ?? []
        return (
            list.compactMap { $0["text"] as? String },
            list.compactMap { ($0["data"] as? String).flatMap { Data(base64Encoded: $0) } }, result?["isError"] as? Bool ?? true
        )
    }

    func testTheProtocol() throws {
        let replies = try answers([
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{}}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "",
            #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#, #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#,
            #"{"jsonrpc":"2.0","id":5,"method":"nothing"}"#, "no json", "[1]", #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"nothing"}}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"tools/call"}"#,
        ])
        XCTAssertEqual(replies.count, 10, "\(replies)")
        XCTAssertEqual((replies[1]?["result"] as? Object)?["protocolVersion"] as? String, "2024-11-05")
        XCTAssertEqual((replies[4]?["result"] as? Object)?["protocolVersion"] as? String, "2025-06-18")
        XCTAssertEqual((replies[3]?["result"] as? Object)?.count, 0)
        let tools = (replies[2]?["result"] as? Object)?["tools"] as? [Object] ?? []
        XCTAssertEqual(tools.compactMap { $0["name"] as? String }, ["inputs", "info", "lint", "render", "render_table"])
        for tool in tools { XCTAssertEqual((tool["inputSchema"] as? Object)?["type"] as? String, "object") }
        for (id, code) in [(5, -32601), (6, -32602), (7, -32602)] {
            XCTAssertEqual((replies[id]?["error"] as? Object)?["code"] as? Int, code, "\(id)")
        }
        let nameless = replies.filter { $0.key < 0 }.values.compactMap { ($0["error"] as? Object)?["code"] as? Int }
        XCTAssertEqual(nameless.sorted(), [-32700, -32600, -32600])
    }

    func testTools() throws {
        let replies = try answers([
            call(1, "inputs", ["file": "Scene.caml"]), call(2, "info", ["file": "Scene.caml"]), call(3, "lint", ["file": "Scene.caml"]),
            call(4, "lint", ["file": "Missing.caml"]),
            call(5, "render", ["file": "Scene.caml", "output": "shot-{time}.png", "at": [0.2, 0], "scale": 2, "background": "white"]),
            call(6, "render", ["file": "Scene.caml", "output": "film.gif", "duration": 0.2, "fps": 10]),
            call(7, "render_table", ["file": "Scene.caml", "output": "{id}.gif", "duration": 0.1, "rows": [["id": "a"], ["id": "b"]]]),
            call(8, "render", ["file": "Missing.caml", "output": "no.png"]),
        ])
        XCTAssertEqual(replies.count, 8)
        for id in [1, 2, 3, 4, 5, 6, 7] { XCTAssertFalse(content(replies[id]).isError, "\(id): \(content(replies[id]).texts)") }
        for id in [1, 2, 3, 4] { XCTAssertNoThrow(try JSONSerialization.jsonObject(with: Data(content(replies[id]).texts[0].utf8))) }
        XCTAssertTrue(content(replies[4]).texts[0].contains("\"error\""))
        let shots = content(replies[5])
        XCTAssertEqual(shots.images.count, 2)
        XCTAssertEqual(try shots.images.first.map { try ImageCodec.decodeFrames($0)[0].width }, 120)
        XCTAssertEqual(shots.images.last, try Data(contentsOf: file("shot-0.2.png")))
        XCTAssertTrue(shots.texts.contains("wrote shot-0.png, shot-0.2.png"), "\(shots.texts)")
        XCTAssertTrue(content(replies[8]).isError)
        XCTAssertTrue(content(replies[8]).texts.first?.contains("Missing.caml") ?? false)
        XCTAssertEqual(files, ["Scene.caml", "a.gif", "b.gif", "film.gif", "shot-0.2.png", "shot-0.png"])
    }

    func testArgumentsThatAreWrong() throws {
        let wrong: [(String, Object)] = [
            ("render", [:]), ("render", ["file": "Scene.caml"]), ("render", ["file": 1, "output": "a.png"]),
            ("render", ["file": "Scene.caml", "output": "a.png", "at": "soon"]),
            ("render", ["file": "Scene.caml", "output": "a.png", "at": []]),
            ("render", ["file": "Scene.caml", "output": "a.png", "set": ["a"]]),
            ("render", ["file": "Scene.caml", "output": "a.png", "metrics": "x"]),
            ("render_table", ["file": "Scene.caml", "output": "a.gif", "rows": []]), ("info", ["file": "a", "json": true]),
        ]
        let replies = try answers(try wrong.enumerated().map { try call($0.offset, $0.element.0, $0.element.1) })
        for id in wrong.indices { XCTAssertEqual((replies[id]?["error"] as? Object)?["code"] as? Int, -32602, "\(wrong[id])") }
        XCTAssertEqual(files, ["Scene.caml"])
    }

    /// No value becomes an option or another argument.
    func testValuesAreNoOptions() throws {
        let replies = try answers([
            call(1, "info", ["file": "--help"]), call(2, "render", ["file": "Scene.caml", "output": "--help"]),
            call(3, "render", ["file": "Scene.caml", "output": "a.png", "size": "--help"]),
            call(4, "render", ["file": "Scene.caml", "output": "b.png", "at": [0], "set": ["--help": "x"]]),
        ])
        for id in [1, 3, 4] { XCTAssertTrue(content(replies[id]).isError, "\(content(replies[id]))") }
        XCTAssertEqual(files, ["--help", "Scene.caml"])
    }
}
