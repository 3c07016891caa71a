import Foundation
import XCTest

@testable import AgateFormats

/// Values that are built and edited without text.
final class JSONDraftTests: XCTestCase {
    private func tree(_ text: String) throws -> JSONTree { try JSONTree(Data(text.utf8)) }
    private func text(_ draft: JSONDraft) -> String { String(decoding: JSONText(draft).bytes, as: UTF8.self) }
    private func text(_ tree: JSONTree) -> String { text(.parsed(tree.root)) }

    func testTextIsWrittenAsItWasRead() throws {
        for json in [
            #"{"a":[1,-2.5,1e+30,0.1,2147483648.0,-2147483648],"b":{"c":true,"d":false,"e":null},"f":"","g":[],"h":{}}"#, "3", #""x""#,
            #"{"é😀":"\"\\ ü\u0001\u001f"}"#,
        ] { XCTAssertEqual(try text(tree(json)), json) }
        XCTAssertEqual(try text(tree(#"[NaN,"\u00e9\n\/"]"#)), #"[null,"é\u000a/"]"#)
        XCTAssertEqual(text(["a": [.number(.nan), .null, 1.5], "b": "x"]), #"{"a":[null,null,1.5],"b":"x"}"#)
    }

    func testMembersAreSetAndRemoved() throws {
        var draft = JSONDraft.parsed(try tree(#"{"a":1,"b":null,"c":{"d":[1,2]}}"#).root)
        XCTAssertNil(draft["b"])
        XCTAssertEqual(draft["c"]?["d"]?.numbers, [1, 2])
        draft["b"] = "new"
        draft["c"]?["d"] = 5.0
        draft["a"] = nil
        draft["e"] = [:]
        draft["e"]?["f"] = .null
        draft["nothing"]?["g"] = 1.0
        XCTAssertNil(draft["e"]?["f"])
        XCTAssertEqual(text(draft), #"{"b":"new","c":{"d":5},"e":{"f":null}}"#)
        XCTAssertEqual(text(try JSONTree(draft)), text(draft))
        var number = JSONDraft.number(3)
        number["a"] = 1.0
        XCTAssertEqual(text(number), "3")
        XCTAssertNil(JSONDraft.parsed(try tree("[1]").root).number, "a list is no number")
        XCTAssertNil(JSONDraft.parsed(try tree(#"[1,"2"]"#).root).numbers)
    }

    func testValuesAreReplaced() throws {
        let tree = try tree(#"{"a":[1,{"b":"\u0041"},3],"c":{"d":4,"e":[5,6]},"f":7}"#), root = tree.root
        let list = try XCTUnwrap(root["a"]?.all), inner = try XCTUnwrap(root["c"])
        // In any order; those inside another that is replaced are ignored.
        let edited = try tree.replacing([
            (try XCTUnwrap(root["f"]), ["x": .parsed(list[1]), "y": .parsed(inner)]), (try XCTUnwrap(inner["e"]?.first), 50.0),
            (inner, [.parsed(try self.tree(#"["other","\n"]"#).root)]), (list[0], "long text"),
        ])
        XCTAssertEqual(text(edited), #"{"a":["long text",{"b":"A"},3],"c":[["other","\u000a"]],"f":{"x":{"b":"A"},"y":{"d":4,"e":[5,6]}}}"#)
        XCTAssertEqual(edited.root["f"]?["y"]?["e"]?.all[1].place, "f.y.e[1]")
        XCTAssertEqual(edited.root["c"]?.all.count, 1)
        XCTAssertEqual(try text(tree.replacing([])), text(tree))
        XCTAssertEqual(try text(tree.replacing([(root, .parsed(list[2]))])), "3")
    }

    func testWhatCannotBeATreeIsRefused() throws {
        let tree = try tree("[1,2,3]"), root = tree.root
        func refusal(_ draft: JSONDraft, mostNodes: Int = .max) -> JSONTreeBuilder.Refusal? {
            do throws(JSONTreeBuilder.Refusal) { _ = try tree.replacing([(root, draft)], mostNodes: mostNodes) } catch { return error }
            return nil
        }
        XCTAssertEqual(refusal(.number(.infinity)), .notFinite)
        for draft: JSONDraft in [[.parsed(root), 1.0], [.parsed(root), .null], [[], [], [], [], []], ["a": "b", "c": "d", "e": [:]]] {
            XCTAssertEqual(refusal(draft, mostNodes: 5), .tooLarge)
            XCTAssertNil(refusal(draft, mostNodes: 7))
        }
    }

    func testNumbersAreClamped() throws {
        let tree = try tree("[1e9,-2e9,3,1e300]")
        XCTAssertIdentical(tree.clamped(to: .infinity), tree)
        let clamped = tree.clamped(to: 1e9)
        XCTAssertEqual(clamped.root.all.map(\.number), [1e9, -1e9, 3, 1e9])
        XCTAssertEqual([tree.cutNumbers, clamped.cutNumbers], [0, 2])
    }

    /// The room for nodes suffices for every text, broken off anywhere: lists that are not closed take one byte each.
    func testTextsThatEndEarly() {
        for depth in 0...300 {
            for opening in ["[", "[[],", "{\"\":", "[{\"\":[", "[1,", "[\"\",{\"\":1,\"a\":"] {
                let text = String(repeating: opening, count: depth)
                XCTAssertThrowsError(try JSONTree(Data(text.utf8)), text)
            }
        }
        let whole = #"{"a":[1,[],{},"",[[[[0]]],{"":{"":[{}]}}],true,null,-1e3],"b":{"c":[[],[],[[]]]}}"#
        XCTAssertNoThrow(try JSONTree(Data(whole.utf8)))
        for end in 0..<whole.utf8.count { XCTAssertThrowsError(try JSONTree(Data(whole.utf8.prefix(end)))) }
    }
}
