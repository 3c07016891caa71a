import XCTest
@testable import Lowering

/// What is left out is followed by declaration: other declarations of the same name stay.
final class CutByDeclarationTests: XCTestCase {
    private func files(_ texts: String...) -> [String] {
        let files = texts.enumerated().map { SourceFile(path: "\($0.offset).swift", text: $0.element) }
        return Lowering.lower([SourceModule(name: "A", files: files)]).files.map { file in
            file.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }

    func testOtherDeclarationsOfTheNameStay() {
        let result = files(
            """
            import WebKit
            struct Maker { func image(web: Int) -> Int { WKImage(web) }
            func image(data: Int) -> Int { data }
            var image: Int { 1 } }
            struct Other { func image(web: Int) -> Int { web } }

            """,
            """
            func a(_ m: Maker) -> Int { m.image(web: 1) }
            func b(_ m: Maker) -> Int { m.image(data: 1) + m.image }
            func c(_ o: Other) -> Int { o.image(web: 1) }
            func d(image: Int) -> Int { image }
            func e() -> Int { let image = 2; return image }
            func f() -> Int { Maker().image(web: 3) }

            """)
        XCTAssertEqual(
            result[0],
            "struct Maker {\nfunc image(data: Int) -> Int { data }\nvar image: Int { 1 } }\nstruct Other { func image(web: Int) -> Int { web } }"
        )
        XCTAssertEqual(
            result[1],
            "func b(_ m: Maker) -> Int { m.image(data: 1) + m.image }\nfunc c(_ o: Other) -> Int { o.image(web: 1) }\n"
                + "func d(image: Int) -> Int { image }\nfunc e() -> Int { let image = 2; return image }")
    }

    func testExtensionsAndFilesThatAreLeftOut() {
        let result = files(
            "import AppKit\nclass Panel {}\nfunc open() -> Int { 1 }\n",
            "extension Panel { func x() {} }\nfinal class Sub: Panel {}\nfunc y() -> Int { open() }\nfunc z(_ file: File) -> Int { file.open() }\n"
        )
        XCTAssertEqual(result[1], "func z(_ file: File) -> Int { file.open() }")
    }

    func testConformancesToDelegates() {
        let result = files(
            """
            import UIKit
            import MessageUI
            class A: UIViewController, MFMailComposeViewControllerDelegate, UITextFieldDelegate {
            func done(_ c: MFMailComposeViewController) {}
            func stays() {}
            }
            class B: UIViewController, MFMailComposeViewControllerDelegate { }
            extension C: MFMailComposeViewControllerDelegate { func also() {} }

            """)
        XCTAssertEqual(
            result[0].split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") },
            [
                "import UIKit", "class A: UIViewController, UITextFieldDelegate {", "func stays() {}", "}",
                "class B: UIViewController { }", "extension C { func also() {} }",
            ])
    }

    func testPropertiesGoWithoutTheirType() {
        let result = files(
            """
            import WebKit
            class A { var web: WKWebView?
            lazy var other = WKWebView()
            var size = 1
            init() { web = nil; size = 2 }
            func show() { web?.load(); other.load(); size = 3 } }
            struct B { let web: WKWebView }
            class C { @Published var x = 1 }

            """)
        XCTAssertEqual(
            result[0].split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") },
            ["class A {", "var size = 1", "init() { size = 2 }", "func show() { size = 3 } }", "class C { @Published var x = 1 }"])
        XCTAssertEqual(
            files("import Combine\nfinal class M: ObservableObject { @Published var x = 1 }\n")[0]
                .split(separator: " ").joined(separator: " "), "final class M { var x = 1 }")
    }

    func testBodiesThatSaySo() {
        XCTAssertEqual(
            kept(
                "import Security\nfunc a() throws -> Int { return SecSize() }\nfunc b() -> Int? { if c { return SecSize() }; return 1 }\n"),
            [
                "func a() throws -> Int { throw ObjectiveCRuntime.LeftOut(\"a\", needs: \"SecSize\") }",
                "func b() -> Int? { ObjectiveCRuntime.LeftOut.report(\"b\", needs: \"SecSize\"); return nil }",
            ])
        XCTAssertEqual(
            kept("import Security\nfunc a() -> Int? {\nguard let key = SecKey() else { return 1 }\nreturn key.size }\n"),
            ["func a() -> Int? {", "guard false else { return 1 }", "}"])
        XCTAssertEqual(
            kept("import Security\nprotocol P { func size() -> Int }\nstruct S: P { func size() -> Int { SecSize() } }\n"),
            [
                "protocol P { func size() -> Int }",
                "struct S: P { func size() -> Int { Swift.fatalError(\"size can't work on Linux: it needs SecSize\") } }",
            ])
        XCTAssertEqual(
            kept(
                "import Security\nclass A: UIView { override func draw(_ r: CGRect) { if x { use(SecSize()); return } else { return SecRun() } }\nvar y = 1 }\n"
            ),
            ["import UIKit", "class A: UIView {", "var y = 1 }"], "what is overridden is called")
        XCTAssertEqual(
            kept("import Security\nvar size: Int? { SecSize() }\nclass A { init?(_ x: Int) { guard SecTest() else { return nil } } }\n"),
            [
                "var size: Int? { ObjectiveCRuntime.LeftOut.report(\"size\", needs: \"SecSize\"); return nil }",
                "class A { init?(_ x: Int) { ObjectiveCRuntime.LeftOut.report(\"A\", needs: \"SecTest\"); return nil } }",
            ])
    }

    func testBodiesCompileAndRun() throws {
        let main = SourceFile(
            path: "main.swift",
            text: """
                import Foundation
                import Security
                func load() throws -> Int { SecLoad() }
                func find(_ x: Int) -> Int? { if x > 0 { return SecFind(x) }; return 2 }
                func show() { let a = SecShow(); print(a); print("shown") }
                func all(_ x: Int) { while SecMore() { print(x) } }
                do { _ = try load() } catch { print("thrown") }
                print(find(1) ?? -1)
                show()
                all(1)
                print(LeftOut.reports)

                """)
        XCTAssertEqual(
            try compileAndRun([SourceModule(name: "App", files: [main])], allowsWarnings: true),
            "thrown\n-1\nshown\n[\"find needs SecFind\", \"all needs SecMore\"]\n")
    }

    func testAssociatedTypesAndWitnesses() {
        XCTAssertEqual(
            kept("import SwiftUI\nprotocol P { associatedtype Content: View; func make() -> Content }\nlet x = 1\n"), ["let x = 1"])
        XCTAssertEqual(
            kept(
                "import Network\nprotocol P { var isOn: Bool { get } }\nclass C: P { lazy var m = NWPathMonitor()\nvar isOn: Bool { m.on } }\n"
            ),
            [
                "protocol P { var isOn: Bool { get } }", "class C: P {",
                "var isOn: Bool { Swift.fatalError(\"isOn can't work on Linux: it needs m\") } }",
            ])
    }

    /// A further declaration of a name that is gone already is followed too, and so is `if let name`.
    func testSecondDeclarationsOfAName() {
        let result = files(
            "import WebKit\nstruct A { func web() -> Int { WKSize() } }\ntypealias Web = (WKView) -> Void\nstruct Filter { let web: Web }\n",
            "protocol P { var filter: Filter { get }\nvar a: Int { get } }\nstruct B { let web = 1 }\n",
            "import WebKit\nfunc f() { let data = WKData(); if let data { use(data) } else { other() } }\n")
        XCTAssertEqual(result[1], "protocol P {\nvar a: Int { get } }\nstruct B { let web = 1 }")
        XCTAssertEqual(
            result[2].split(separator: " ").joined(separator: " "), "func f() { if false { } else { other() } }")
    }

    /// Declarations in a branch of `#if` are the file's, or the function's.
    func testBranches() {
        XCTAssertEqual(
            kept(
                """
                #if !os(watchOS)
                import WebKit
                protocol P { var filter: Filter { get } }
                struct Filter { let web: WKWebView }
                func f() -> Int {
                #if DEBUG
                let filter = 1
                #endif
                return filter }
                #endif

                """),
            [
                "#if !os(watchOS)", "protocol P {                            }", "func f() -> Int {", "#if DEBUG", "let filter = 1",
                "#endif", "return filter }", "#endif",
            ])
    }

    func testNamesThatThePreludeHas() {
        XCTAssertEqual(
            kept("import UIKit\nimport MobileCoreServices\nlet a = kUTTypePNG\nlet b = UTTypeConformsTo(x, y)\n"),
            ["import UIKit", "let a = kUTTypePNG"])
    }
}
