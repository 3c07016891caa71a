import Foundation
import TestSupport
import XCTest

/// Kinds, modes and rules that Swift, C and GLSL share are written by name. Their numbers are in one place, the enum: those of the C loops
/// are compared by RasterTests, those of the shaders by GLCompositorTests.
final class CodeNumberTests: XCTestCase {
    func testKindsAreWrittenByName() throws {
        var count = 0, findings: [String] = []
        for folder in ["Sources/Ground", "Sources/Drawing", "Sources/Layers"] {
            for file in Repository.files(below: folder, ["swift", "c", "h"]) {
                count += 1
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                findings += Self.findings(lines).map { "\(Repository.path(file)):\($0 + 1): \(lines[$0])" }
            }
        }
        XCTAssertGreaterThan(count, 500)
        XCTAssertEqual(findings, [])
    }

    func testNumbersAreFound() {
        func lines(_ text: String) -> [Int] { Self.findings(text.split(separator: "\n", omittingEmptySubsequences: false)) }
        XCTAssertEqual(lines("if (kind == 5 || isRing) b = P(vRefs.x);"), [0])
        XCTAssertEqual(lines("guard n.pointee.blendMode != 0, kind.rawValue >= 2 else"), [0])
        XCTAssertEqual(lines("inGroup(whole, opacity: 1, blendMode: 0)"), [0])
        XCTAssertEqual(lines("if (kind == PAINT_SOLID && modes[0] == 1 && mankind >= first) kind = next;"), [])
        XCTAssertEqual(lines("switch (mode) {\ncase blend_multiply: f(1); break;\ncase 2: f(2);\n}\nswitch (n) {\ncase 2: f(3);"), [2])
    }

    /// Returns the lines that compare a kind with a number, or pass one.
    private static func findings(_ lines: [Substring]) -> [Int] {
        var isKind = false
        return lines.indices.filter { at in
            let line = lines[at]
            if line.contains("switch ("), let match = line.firstMatch(of: /switch \((\w+)/) {
                isKind = match.1.wholeMatch(of: /\w*(?:[kK]ind|[mM]ode|[rR]ule)/) != nil
            }
            if isKind, line.contains("case "), line.contains(/\bcase [0-9]/) { return true }
            guard line.contains("ind") || line.contains("ode") || line.contains("ule") else { return false }
            return line.contains(/\b(?:\w*(?:Kind|Mode|Rule)|kind|mode|rule)(?:\.rawValue)? *(?:[=!<>]=|[<>:]) *-?[0-9]/)
        }
    }
}
