import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// JavaScript of files: what it comes to, and what it can't do.
final class LottieExpressionTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipIf(!LottieExpressions.areAvailable, "there is no JavaScript engine here: package libduktape207")
    }

    private func quoted(_ text: String) throws -> String { String(decoding: try JSONEncoder().encode(text), as: UTF8.self) }

    /// A number of the layer "A" that goes from 0 to 100 in the first of two seconds, at 10 frames a second, with an expression.
    private func file(_ expression: String, frames: Int = 20, more: String = "", layers: String = "") throws -> Data {
        let number = #"{"a":1,"x":\#(try quoted(expression)),"k":[{"t":0,"s":[0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":10,"s":[100]}]}"#
        return Data(
            """
            {"v":"5.9","fr":10,"ip":0,"op":\(frames),"w":60,"h":60,"markers":[{"tm":5,"cm":"half","dr":2}],"layers":[
            {"ty":4,"nm":"A","ind":1,"ip":0,"op":\(frames),"st":0,"ks":{"p":{"k":[30,20,0]},"a":{"k":[0,0,0]},"s":{"k":[100,100,100]},"r":{"k":90},"o":\(number)},
            "ef":[{"ty":5,"nm":"Control","mn":"Pseudo/Control","ef":[{"nm":"Slider","ty":0,"v":{"k":7}},{"nm":"Switch","ty":7,"v":{"k":0}},
            {"nm":"Point","ty":3,"v":{"k":[3,4]}}]}],"shapes":[{"ty":"gr","nm":"G","it":[
            {"ty":"rc","nm":"Box","p":{"k":[0,0]},"s":{"k":[10,20]},"r":{"k":0}},{"ty":"fl","nm":"Fill 1","c":{"k":[1,0.5,0,1]},"o":{"k":50}},
            {"ty":"tr","p":{"k":[1,2]}}]}]\(more)}\(layers)]}
            """.utf8)
    }

    private func evaluated(_ expression: String, frames: Int = 20, layers: String = "") throws -> LottieExpressions.Outcome {
        LottieExpressions.evaluated(try JSONTree(file(expression, frames: frames, layers: layers)), file: "x.json")
    }

    private func document(_ outcome: LottieExpressions.Outcome) throws -> LottieDocument {
        try LottieDocument(outcome.tree, LottieSlotValues())
    }

    /// What the number is at some frames; a message where the expression fails.
    private func values(_ expression: String, at frames: [Double] = [0, 5, 15]) throws -> [Double] {
        let outcome = try evaluated(expression)
        if let diagnostic = outcome.diagnostics.first { throw Failure(message: diagnostic.message) }
        let property = try document(outcome).layers[0].transform.opacity
        return frames.map { frame in
            let keys = property.keyframes
            guard let after = keys.firstIndex(where: { $0.time > frame }) else { return keys.last?.value ?? property.value }
            guard after > 0 else { return keys[0].value }
            let (a, b) = (keys[after - 1], keys[after])
            return a.value + (b.value - a.value) * (frame - a.time) / (b.time - a.time)
        }
    }

    private struct Failure: Error { let message: String }

    private func assert(_ expression: String, _ wanted: [Double], at frames: [Double] = [0, 5, 15], line: UInt = #line) {
        do {
            let got = try values(expression, at: frames)
            XCTAssertTrue(zip(got, wanted).allSatisfy { abs($0 - $1) < 1e-4 }, "\(expression): \(got) is not \(wanted)", line: line)
        } catch { XCTFail("\(expression): \(error)", line: line) }
    }

    private func message(_ expression: String) -> String {
        do { return "\(try values(expression))" } catch { return (error as? Failure)?.message ?? "\(error)" }
    }

    func testNewerSyntax() {
        assert("let a = 3; const f = x => x * a; f(value)", [0, 150, 300])
        assert("const add = (a, b = 2) => { let sum = a + b; return sum }; add(time) + add(1, 5)", [8, 8.5, 9.5])
        assert("[1, 2, 3].map((x, i) => x * i).reduce((a, b) => a + b, 0)", [8, 8, 8])
        assert("const outer = a => b => a + b; outer(1)(2)", [3, 3, 3])
        assert("const text = `${`${time > 1 ? 'x' : ''}`}y`; text.length", [1, 1, 2])
        assert("function twice(x, by = [2][0]) { return x * by }\ntwice(time)", [0, 1, 3])
        // A line that begins with a value is another statement; a regular expression and a comment hold no templates.
        assert("let list = [3, 1, 2]; list.sort((a, b) => a - b)\nlist[0]", [1, 1, 1])
        assert("// let `\nlet found = /[/`]=>/.test('`=>') ? 4 : 5; found", [4, 4, 4])
        for broken in [
            "let a = `", "=> 3", "(a => ", "class A {}; let b = 1", "let {a} = {a: 1}; a", "const a = [...[1]]; a[0]", "((((`${", "x => {",
        ] {
            XCTAssertTrue(message(broken).contains("SyntaxError"), "\(broken): \(message(broken))")
        }
    }

    func testTimeAndValue() {
        assert("value", [0, 50, 100])
        assert("time * 100", [0, 50, 150])
        assert("var $bm_rt;\n$bm_rt = $bm_sum($bm_mul(time, 10), 1);", [1, 6, 16])
        assert("if (time > 1) 5; else 2", [2, 2, 5])
        assert("const a = 3; let b = 4; a * b", [12, 12, 12])
        assert("valueAtTime(0.5) + velocity", [150, 50], at: [5, 15])
        assert("posterizeTime(2); time * 10", [0, 5, 15])
        assert("timeToFrames(time)", [0, 5, 15])
        assert("thisComp.duration + thisComp.frameDuration * 10 + thisComp.width", [63, 63, 63])
        assert("thisComp.marker.key('half').time + inPoint + index", [1.5, 1.5, 1.5])
    }

    func testJumpsAreJumps() {
        // Between frames the old value stays until the new one comes.
        assert("Math.floor(time * 2) * 10", [0, 0, 10, 10], at: [0, 4.9, 5, 9.9])
    }

    func testLoops() {
        assert("loopOut()", [50, 20], at: [5, 12])
        assert("loopOut('pingpong')", [50, 80], at: [5, 12])
        assert("loopOut('offset')", [50, 120], at: [5, 12])
        assert("loopOut('continue')", [50, 120], at: [5, 12])
        assert("loopOutDuration('cycle', 0.5)", [50, 70], at: [5, 12])
        assert("loopIn()", [50, 100], at: [5, 12])
        assert("$bm_rt = loopOut('Cycle');", [50, 20], at: [5, 12])
    }

    func testKeys() {
        assert("numKeys + key(2).time + key(2).value + nearestKey(0.9).index", [105, 105, 105])
    }

    func testMathematics() {
        assert("linear(time, 0, 1, 20, 40)", [20, 30, 40])
        assert("ease(time, 0, 1, 0, 10)", [0, 5, 10])
        assert("easeIn(0, 1, 5) + easeOut(1, 1, 5)", [6, 6, 6])
        assert("clamp(time * 100, 20, 60)", [20, 50, 60])
        assert("length([3, 4]) + length([0, 0], [0, 2])", [7, 7, 7])
        assert("add([1, 2], [3, 4])[1] + sub(5, 2) + mul([2, 3], 2)[0] + div(8, 2) + mod(7, 4)", [20, 20, 20])
        assert("degreesToRadians(180) / Math.PI", [1, 1, 1])
        assert("hslToRgb(rgbToHsl([1, 0.5, 0, 1]))[1] * 10", [5, 5, 5])
        assert("normalize([0, 5])[1] + dot([1, 2], [3, 4])", [12, 12, 12])
    }

    func testTheSameChanceInEachRun() throws {
        let all = Array(stride(from: 0.0, through: 20, by: 1))
        for text in [
            "wiggle(3, 20)", "random(100)", "seedRandom(5, true); random(10) + time", "gaussRandom(100)", "noise(time * 3) * 10",
            "Math.random()",
        ] {
            let first = try values(text, at: all)
            XCTAssertEqual(first, try values(text, at: all), text)
            XCTAssertGreaterThan(Set(first).count, 10, text)
        }
        let wiggle = try values("wiggle(3, 20)", at: all)
        for (i, v) in wiggle.enumerated() { XCTAssertEqual(v, min(Double(i) * 10, 100), accuracy: 20.0001) }
    }

    func testLayersEffectsAndShapes() {
        assert("effect('Control')('Slider') * 2", [14, 14, 14])
        assert("effect('Control')('Switch') ? 1 : 2", [2, 2, 2])
        assert("effect('Control')('Point')[1]", [4, 4, 4])
        assert("thisComp.layer('A').transform.position[0] + thisLayer.position[1]", [50, 50, 50])
        assert("thisComp.layer(1).content('G').content('Box').size[1]", [20, 20, 20])
        assert("content('G').content('Fill 1').color[1] * 10 + content('G').content('Fill 1').opacity", [55, 55, 55])
        assert("content('G').transform.position[1]", [2, 2, 2])
        assert("thisLayer('Transform')('Position')[0]", [30, 30, 30])
        // Turned by a quarter.
        assert("toComp([5, 0])[1] + fromComp([30, 25])[0]", [30, 30, 30])
    }

    func testExpressionsAskEachOther() throws {
        let other =
            #",{"ty":3,"nm":"B","ind":2,"ip":0,"op":20,"st":0,"ks":{"r":{"k":0,"x":"time * 10"},"o":{"k":0,"x":"thisComp.layer('A').opacity + rotation"}}}"#
        let outcome = try evaluated("thisComp.layer('B').rotation * 2", layers: other)
        XCTAssertEqual(outcome.diagnostics.map(\.message), [])
        let layers = try document(outcome).layers
        XCTAssertEqual(layers[0].transform.opacity.keyframes.last?.value ?? 0, 40, accuracy: 1e-6)
        XCTAssertEqual(layers[1].transform.opacity.keyframes.last?.value ?? 0, 60, accuracy: 1e-6)
    }

    func testTexts() throws {
        let text =
            #",{"ty":5,"nm":"T","ind":2,"ip":0,"op":20,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"old","f":"Arial","s":10,"fc":[0,0,0]}}],"x":"'n' + Math.floor(time * 2)"},"a":[],"p":{},"m":{"g":1,"a":{"k":[0,0]}}}}"#
        let outcome = try evaluated("value", layers: text)
        XCTAssertEqual(outcome.diagnostics.map(\.message), [])
        guard case .text(let made) = try document(outcome).layers[1].kind else { return XCTFail("no text") }
        XCTAssertEqual(made.document.keyframes.map(\.value.text), ["n0", "n1", "n2", "n3", "n4"])
        XCTAssertEqual(made.document.keyframes[1].time, 5)
    }

    func testWhatFailsSaysWhyAndKeepsItsKeyframes() throws {
        XCTAssertTrue(message("nothing + 1").contains("ReferenceError"), message("nothing + 1"))
        XCTAssertTrue(message("sourceRectAtTime().width").contains("sourceRectAtTime of shapes and texts is not supported"))
        XCTAssertTrue(message("thisComp.layer('Nobody').opacity").contains("there is no layer \"Nobody\""))
        XCTAssertTrue(message("0 / 0").contains("not a number"))
        XCTAssertTrue(message("smooth()").contains("not supported"))
        let scene = try LottieScene(data: try file("nothing"), file: "x.json")
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["lottie.expression"], "\(scene.diagnostics)")
        XCTAssertEqual(scene.document.layers[0].transform.opacity.keyframes.map(\.value), [0, 100])
        let player = try LottieScene(data: try file("time"), file: "x.json", reading: .iOSPlayer)
        XCTAssertEqual(player.document.layers[0].transform.opacity.keyframes.map(\.value), [0, 100], "that player runs none")
    }

    func testNothingIsInReach() {
        for name in ["Date", "performance", "Duktape", "emit", "input", "require", "print", "process", "Function('return Date')()"] {
            XCTAssertTrue(message(name + ".x").contains("Error"), "\(name): \(message(name + ".x"))")
        }
        XCTAssertTrue(message("(0).constructor.constructor('return emit(\"R0 [[0,1]]\")')()").contains("Error"))
    }

    func testWhatHasNoEndIsEnded() throws {
        // Beside another, which is evaluated all the same.
        let other = #",{"ty":3,"nm":"B","ind":2,"ip":0,"op":20,"st":0,"ks":{"o":{"k":0,"x":"42"}}}"#
        for text in ["while (true) {}", "/(x+x+)+y/.test('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')"] {
            let outcome = try evaluated(text, layers: other)
            XCTAssertEqual(outcome.diagnostics.count, 1)
            XCTAssertTrue(outcome.diagnostics.first?.message.contains("too long") ?? false, "\(outcome.diagnostics)")
            XCTAssertEqual(try document(outcome).layers[1].transform.opacity.value, 42)
        }
    }

    func testMemoryAndDepthHaveAnEnd() {
        for text in ["var a = 'x'; while (true) a += a;", "var a = []; while (true) a.push([1, 2, 3]);"] {
            let said = message(text)
            XCTAssertTrue(said.contains("alloc failed") || said.contains("too long or too much memory"), said)
        }
        XCTAssertTrue(message("function f() { return f() + 1; } f()").contains("Error"))
        XCTAssertTrue(message(String(repeating: "(", count: 20_000)).contains("Error"))
    }

    func testLongFilesAreRefused() throws {
        let outcome = try evaluated("time", frames: 10_000_000)
        XCTAssertTrue(outcome.diagnostics.first?.message.contains("too long") ?? false, "\(outcome.diagnostics)")
    }

    func testFilesWithoutExpressionsAreNotLookedAt() throws {
        for text in [#"{"x":{"k":1},"y":"x","xx":"a"}"#, #"["x","a"]"#, #"["x"]"#, #""x""#, #"{"y":"x" , "z":"x"}"#] {
            XCTAssertFalse(LottieExpressions.mayBeIn(try JSONTree(Data(text.utf8))), text)
        }
        for text in ["{\"x\" \n: \"a\"}", #"[{"k":1,"x":"\n"}]"#] {
            XCTAssertTrue(LottieExpressions.mayBeIn(try JSONTree(Data(text.utf8))), text)
        }
    }

    // MARK: The parsed file

    /// The reader takes the tree that the expressions were found in, so that the text is parsed once.
    func testAFileWhoseExpressionsChangeNothingKeepsItsTree() throws {
        for text in [
            #"{"layers":[]}"#, #"{"layers":[{"nm":"x","ks":{"o":{"k":5}}}]}"#, String(decoding: try file("nothing"), as: UTF8.self),
        ] {
            let tree = try JSONTree(Data(text.utf8))
            XCTAssertIdentical(LottieExpressions.evaluated(tree, file: "x.json").tree, tree)
        }
    }

    func testOnlyThePropertyChanges() throws {
        let tree = try JSONTree(file("time * 100"))
        let made = LottieExpressions.evaluated(tree, file: "x.json").tree
        XCTAssertEqual(made.bytes.prefix(tree.bytes.count), tree.bytes[...], "the strings are those of the file")
        let place = try XCTUnwrap(tree.root["layers"]?.first?["ks"]?["o"]), other = try XCTUnwrap(made.root["layers"]?.first?["ks"]?["o"])
        XCTAssertNil(other["x"])
        XCTAssertEqual(other.place, "layers[0].ks.o")
        let back = try made.replacing([(other, .parsed(place))])
        XCTAssertEqual(JSONText(.parsed(back.root)).bytes, JSONText(.parsed(tree.root)).bytes)
    }

    func testResultsThatAreNoValueAreReportedWithTheirPlace() throws {
        let shape = #",{"ty":4,"nm":"B","ip":0,"op":20,"ks":{},"shapes":[{"ty":"fl","c":{"k":5,"x":"value + time"},"o":{"k":100}}]}"#
        let scene = try LottieScene(data: try file("value", layers: shape), file: "x.json")
        let bad = scene.diagnostics.filter { $0.identifier == "lottie.bad-value" }
        XCTAssertEqual(bad.count, 2, "\(scene.diagnostics)")
        XCTAssertEqual(
            bad.first?.message,
            "x.json: layers[1].shapes[0].c.k[0].s: expected a list of three or four numbers; the default is used")
    }

    func testAFileThatIsNotQuiteJSONRunsItsExpressions() throws {
        let text = String(decoding: try file("time * 100"), as: UTF8.self).replacingOccurrences(of: #""k":90"#, with: #""k":90,"ix":NaN"#)
        let outcome = LottieExpressions.evaluated(try JSONTree(Data(text.utf8)), file: "x.json")
        XCTAssertEqual(outcome.diagnostics.map(\.message), [])
        XCTAssertEqual(try document(outcome).layers[0].transform.opacity.keyframes.last?.value, 200)
    }
}
