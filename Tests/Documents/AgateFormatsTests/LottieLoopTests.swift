import Foundation
import TestSupport
import XCTest

@testable import AgateFormats

/// Loops become copies of keyframes. The engine, which evaluates the same call frame by frame, is the reference.
final class LottieLoopTests: XCTestCase {
    private func file(_ property: String, _ expression: String) throws -> JSONTree {
        let quoted = String(decoding: try JSONEncoder().encode(expression), as: UTF8.self)
        let json = """
            {"v":"5.9","fr":10,"ip":0,"op":60,"w":60,"h":60,"layers":[{"ty":4,"nm":"A","ddd":1,"ind":1,"ip":0,"op":60,"st":0,
            "ks":{"o":{"a":0,"k":100},\(property.replacingOccurrences(of: "$x", with: quoted))},"shapes":[]}]}
            """
        return try JSONTree(Data(json.utf8))
    }

    /// Returns the positions at whole frames, and the number of keyframes.
    private func positions(_ keys: String, _ expression: String) throws -> (values: [SIMD3<Double>], count: Int) {
        let outcome = LottieExpressions.evaluated(try file(#""p":{"a":1,"x":$x,"k":[\#(keys)]}"#, expression), file: "x.json")
        XCTAssertEqual(outcome.diagnostics.map(\.message), [], expression)
        let layer = try LottieDocument(outcome.tree, LottieSlotValues()).layers[0]
        guard case .whole(let property) = layer.transform.position else { throw XCTSkip("the position is split") }
        let track = LottieTrack(property)
        return ((0...60).map { track.value(at: Double($0)) }, property.keyframes.count)
    }

    private func randomKeys(_ random: inout SeededGenerator) -> String {
        var time = Double.random(in: 5...25, using: &random)
        let count = Int.random(in: 2...5, using: &random), closes = Bool.random(using: &random)
        var values = (0..<count).map { _ in (0..<3).map { _ in Double.random(in: -50...50, using: &random).rounded() } }
        if closes { values[count - 1] = values[0] }
        return values.enumerated().map { i, value in
            var members = [#""t":\#(time)"#, #""s":[\#(value.map { "\($0)" }.joined(separator: ","))]"#]
            time += Double(Int.random(in: 1...8, using: &random))
            func handle() -> String { String(Double.random(in: 0...1, using: &random)) }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: members.append(#""h":1"#)
            case 1: members.append(#""o":{"x":\#(handle()),"y":\#(handle())},"i":{"x":\#(handle()),"y":\#(handle())}"#)
            case 2:
                func three() -> String { "[\(handle()),\(handle()),\(handle())]" }
                members.append(#""o":{"x":\#(three()),"y":\#(three())},"i":{"x":\#(three()),"y":\#(three())}"#)
            default:
                members.append(#""to":[20,-10,0],"ti":[5,30,0],"o":{"x":0.3,"y":0.1},"i":{"x":0.6,"y":0.9}"#)
            }
            return "{\(members.joined(separator: ","))}"
        }.joined(separator: ",")
    }

    func testCopiesAreWhatTheEngineEvaluates() throws {
        try XCTSkipIf(!LottieExpressions.areAvailable, "there is no JavaScript engine here: package libduktape207")
        var random = SeededGenerator(seed: 7), compared = 0
        for round in 0..<40 {
            let keys = randomKeys(&random)
            for kind in ["'cycle'", "'pingpong'", "'offset'", "", "'cycle', 1", "'pingpong', 2"] {
                for name in ["loopOut", "loopIn"] {
                    let copied = try positions(keys, "var $bm_rt;\n$bm_rt = \(name)(\(kind));")
                    let evaluated = try positions(keys, "var $bm_rt;\n$bm_rt = thisProperty.\(name)(\(kind));")
                    for (frame, (a, b)) in zip(copied.values, evaluated.values).enumerated() {
                        let away = ((a - b) * (a - b)).sum().squareRoot()
                        XCTAssertLessThan(away, 0.05, "\(round) \(name)(\(kind)) frame \(frame): \(a), \(b): \(keys)")
                        if away > 0.05 { return }
                    }
                    compared += copied.values.count
                }
            }
        }
        XCTAssertEqual(compared, 40 * 12 * 61)
    }

    /// A loop costs its keyframes, not a value for each frame; paths are copied as they are.
    func testNumbersAndPaths() throws {
        let number = #""r":{"a":1,"x":$x,"k":[{"t":10,"s":[0],"o":{"x":0.5,"y":0},"i":{"x":0.5,"y":1}},{"t":20,"s":[360]}]}"#
        let rotation = try LottieDocument(
            LottieExpressions.evaluated(try file(number, "loopOut('cycle')"), file: "x.json").tree, LottieSlotValues()
        ).layers[0].transform.rotation
        XCTAssertEqual(rotation.keyframes.map { $0.time.rounded() }, [10, 20, 20, 30, 30, 40, 40, 50, 50, 60])
        XCTAssertEqual(rotation.keyframes.map(\.value), [0, 360, 0, 360, 0, 360, 0, 360, 0, 360])
        let path =
            #""r":{"a":1,"x":$x,"k":[{"t":0,"s":[{"v":[[0,0]],"i":[[0,0]],"o":[[0,0]],"c":false}]},{"t":30,"s":[{"v":[[9,9]],"i":[[0,0]],"o":[[0,0]],"c":false}]}]}"#
        let tree = LottieExpressions.evaluated(try file(path, "loopOut('pingpong')"), file: "x.json").tree
        let keys = tree.root["layers"]?.first?["ks"]?["r"]?["k"]?.elements.map { $0["s"]?.first?["v"]?.first?.first?.number }
        XCTAssertEqual(keys, [0, 9, 0])
    }

    func testWhatIsALoop() {
        for (text, expected) in [
            ("loopOut()", "cycle out 0"), ("loopOut('cycle')", "cycle out 0"), ("var $bm_rt;\n$bm_rt = loopOut('Cycle');", "cycle out 0"),
            ("$bm_rt = loopIn(\"pingpong\", 2);", "pingpong in 2"), ("loop_out( 'offset' , 0 ) ;", "offset out 0"),
            ("loopOut('continue')", ""), ("loopOut('cycle', -1)", ""), ("loopOut('cycle', n)", ""), ("loopOut('cycle') + 1", ""),
            ("loopOutDuration('cycle', 1)", ""), ("time * 10", ""), ("", ""), ("loopOut(", ""), ("loopOut('cycle\")", ""),
            ("// loopOut()", ""), ("loopOut('cycle', 1, 2)", ""), ("var $bm_rt; loopOut()", ""),
            (String(repeating: "x", count: 1 << 20), ""),
        ] {
            let loop = LottieLoop(text)
            XCTAssertEqual(loop.map { "\($0.kind) \($0.isOut ? "out" : "in") \($0.segments)" } ?? "", expected, String(text.prefix(60)))
        }
    }

    /// What has no loop, or too long a one, is left to the engine, which reports its own limits.
    func testWhatIsNotRepeated() throws {
        func repeated(_ json: String, to: Double = 60, budget: Int = LottieLoop.mostKeyframes) throws -> JSONDraft? {
            var budget = budget
            let tree = try JSONTree(Data(json.utf8))
            return try XCTUnwrap(LottieLoop("loopOut()")).property(tree.root, from: 0, to: to, budget: &budget)
        }
        let two = #"{"x":"loopOut()","k":[{"t":0,"s":[0]},{"t":10,"s":[100]}]}"#
        XCTAssertEqual(try repeated(two)?["k"]?.elements?.count, 12)
        XCTAssertEqual(try repeated(two, to: 10)?["k"]?.elements?.count, 2)
        XCTAssertNil(try repeated(two, budget: 5))
        XCTAssertNil(try repeated(two, to: .infinity))
        XCTAssertNil(try repeated(two, to: .nan))
        for json in [
            #"{"k":5}"#, #"{"k":[1,2]}"#, #"{"k":[{"t":0,"s":[0]}]}"#, #"{"k":[{"t":0,"s":[0]},{"t":0,"s":[1]}]}"#,
            #"{"k":[{"t":5,"s":[0]},{"t":1,"s":[1]}]}"#, #"{"k":[{"t":0,"s":{"t":"a"}},{"t":9,"s":{"t":"b"}}]}"#,
            #"{"k":[{"t":0},{"t":9,"s":[1]}]}"#, #"{"k":[{"t":0,"s":[]},{"t":9,"s":[1]}]}"#, #"{"k":[]}"#, "{}",
        ] { XCTAssertNil(try repeated(json), json) }
    }
}
