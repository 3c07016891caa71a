import TestSupport
import XCTest

/// Public symbols are documented, all of them. Counted are declarations that are public by themselves, and requirements of public
/// protocols: not cases of enumerations, not what inherits its text.
final class UndocumentedTests: XCTestCase {
    private static let modules = [
        "CoreGraphics", "ImageIO", "CoreText", "QuartzCore", "UIKit", "AVFoundation", "AgateFormats", "AgateBatch", "AgateTesting",
        "AgateRecording", "Inspector", "CoreImage", "Compression", "Prelude", "OSCompatibility", "XCTestCompanion", "Agate",
        "FoundationCompatibility", "OpenGLES",
    ]

    func testPublicSymbolsAreDocumented() throws {
        let folders = try Repository.targetFolders()
        for module in Self.modules {
            var missing: [String] = []
            let folder = try XCTUnwrap(folders.first { $0.hasSuffix("/\(module)") }, module)
            for file in Repository.files(below: folder, ["swift"]) {
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                var isInProtocol = false
                for (index, line) in lines.enumerated() {
                    if line.hasPrefix("}") { isInProtocol = false }
                    defer { if line.hasSuffix("{"), line.contains("public protocol ") { isInProtocol = true } }
                    guard Self.needsComment(line) || isInProtocol && Self.isRequirement(line) else { continue }
                    var above = index - 1
                    while above >= 0, lines[above].wholeMatch(of: Self.attribute) != nil { above -= 1 }
                    if above < 0 || !lines[above].drop(while: \.isWhitespace).hasPrefix("///") {
                        missing.append("\(Repository.path(file)):\(index + 1)")
                    }
                }
            }
            XCTAssertEqual(missing, [], "\(module): \(missing.count) public symbols have no comment")
        }
    }

    func testWhatNeedsAComment() {
        XCTAssertTrue(Self.needsComment("    public func a() {}"))
        XCTAssertTrue(Self.needsComment("@MainActor public final class A {"))
        XCTAssertFalse(Self.needsComment("    open override func a() {}"))
        XCTAssertFalse(Self.needsComment("    public let rawValue: Int"))
        XCTAssertFalse(Self.needsComment("    func a() {}"))
        // A variable of that name.
        XCTAssertFalse(Self.needsComment("        open = nil"))
        XCTAssertFalse(Self.needsComment("        open += next"))
        XCTAssertTrue(Self.isRequirement("    func a()"))
        XCTAssertTrue(Self.isRequirement("    @MainActor static var a: Int { get }"))
        XCTAssertFalse(Self.isRequirement("        func a()"))
    }

    private nonisolated(unsafe) static let attribute = /(?:\s*@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?)+\s*/
    private nonisolated(unsafe) static let declaration =
        /^\s*(?:@\w+(?:\([^)]*\))? )*(?:nonisolated )?(?:public|open) (?!extension|import|\+?= )(.*)/
    private nonisolated(unsafe) static let inherited =
        /^(?:static )?func (?:==|<|hash\()|\b(?:rawValue|hashValue|description|debugDescription)\b|^(?:required |convenience )*init\??\((?:from|coder)/
    private nonisolated(unsafe) static let other =
        /\boverride\b|typealias RawValue|func (?:encode|copy|isEqual)\(|supportsSecureCoding|static var allCases/

    private nonisolated(unsafe) static let requirement = /^    (?:@\w+ )*(?:static |mutating )*(?:func|var|init|subscript|associatedtype)\b/

    private static func isRequirement(_ line: Substring) -> Bool { line.firstMatch(of: requirement) != nil }

    private static func needsComment(_ line: Substring) -> Bool {
        // Most lines are not public; a search for bytes is quicker than a pattern.
        guard line.contains("public ") || line.contains("open "), let match = line.firstMatch(of: declaration) else { return false }
        return !match.1.contains(inherited) && !match.1.contains(other)
    }
}
