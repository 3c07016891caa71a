import XCTest
@testable import Lowering

final class NamesakeRuleTests: XCTestCase {
    private func lower(_ user: String, imports: String = "@testable import Drawing") -> String {
        Lowering.lower([
            SourceModule(
                name: "Drawing",
                files: [
                    SourceFile(
                        path: "d.swift", text: "import Foundation\nstruct XMLParser { enum Error { case bad } }\npublic class URLCache {}\n"
                    )
                ]),
            SourceModule(name: "User", dependencies: ["Drawing"], files: [SourceFile(path: "u.swift", text: imports + "\n" + user)]),
        ]).files[1].text
    }

    func testThePackagesNameIsMeant() {
        XCTAssertEqual(
            lower("func f(_ p: XMLParser) { guard case XMLParser.Error.bad = g(p), a.XMLParser else { return }; _ = XMLParser() }\n"),
            "@testable import Drawing\nfunc f(_ p: Drawing.XMLParser) { guard case Drawing.XMLParser.Error.bad = g(p), a.XMLParser else { return }; "
                + "_ = Drawing.XMLParser() }\n")
    }

    func testOnlyWhereItIsSeenAndFoundationIsNot() {
        XCTAssertEqual(
            lower("let a = XMLParser.self, b = URLCache.self\n", imports: "import Drawing"),
            "import Drawing\nlet a = XMLParser.self, b = Drawing.URLCache.self\n")
        XCTAssertEqual(
            lower("let a = XMLParser.self\n", imports: "import Foundation\n@testable import Drawing"),
            "import Foundation\n@testable import Drawing\nlet a = XMLParser.self\n")
        XCTAssertEqual(
            lower("class XMLParser {}\nlet a = XMLParser.self\n"), "@testable import Drawing\nclass XMLParser {}\nlet a = XMLParser.self\n")
    }
}
