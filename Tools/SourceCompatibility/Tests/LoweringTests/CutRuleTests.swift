import XCTest
@testable import Lowering

final class CutRuleTests: XCTestCase {
    func testBranchesOverMissingTypes() {
        func cut(_ text: String) -> String {
            lowered("import UIKit\nimport WebKit\nimport CoreImage\n" + text).split(separator: "\n", omittingEmptySubsequences: false)
                .dropFirst(3)
                .joined(separator: "\n").replacingOccurrences(of: " +", with: " ", options: .regularExpression)
        }
        XCTAssertEqual(
            cut("func f(_ v: UIView) -> Int {\nif let web = v as? WKWebView {\nreturn web.x\n} else {\nreturn 1\n}\n}\n"),
            "func f(_ v: UIView) -> Int {\nif false {\n \n} else {\nreturn 1\n}\n}\n")
        XCTAssertEqual(
            cut("func f(_ v: UIView) { guard let web = v as? WKWebView else { return }; use(web) }\n"),
            "func f(_ v: UIView) { guard false else { return }; }\n")
        XCTAssertEqual(
            cut("func f(_ p: Int) -> Int { if p < 1, #available(iOS 11, *) { return g(CIFilter()) } else { return 2 } }\n"),
            "func f(_ p: Int) -> Int { if false { } else { return 2 } }\n")
        XCTAssertEqual(
            cut("func f(_ v: UIView) { switch v {\ncase is UILabel: a()\ncase let w as WKWebView: w.b()\ndefault: c() } }\n"),
            "func f(_ v: UIView) { switch v {\ncase is UILabel: a()\n \ndefault: c() } }\n")
    }

    func testCallsWhoseValueNobodyTakes() {
        func cut(_ text: String) -> String {
            lowered("import UIKit\nimport AudioToolbox\n" + text).split(separator: "\n", omittingEmptySubsequences: false)
                .dropFirst(2).joined(separator: "\n").replacingOccurrences(of: " +", with: " ", options: .regularExpression)
        }
        XCTAssertEqual(cut("func f() { a(); AudioServicesPlaySystemSound(1519) }\n"), "func f() { a(); }\n")
        XCTAssertEqual(cut("func f() { AudioServicesPlaySystemSound(1519) }\n"), "func f() { }\n")
        XCTAssertEqual(
            cut("func f() {\nif x {\nAudioServicesPlayAlertSound(1)\n} else {\nb()\n}\n}\n"), "func f() {\nif x {\n \n} else {\nb()\n}\n}\n"
        )
        XCTAssertEqual(
            cut("func f() { c { a()\nAudioServicesPlaySystemSound(1)\n}\nb() }\n"), "func f() { c { a()\n \n}\nb() }\n",
            "the call inside alone")
        XCTAssertEqual(cut("func f() -> Int { AudioServicesSize() }\nlet x = 1\n"), " \nlet x = 1\n", "its value is the function's")
        XCTAssertEqual(
            cut("func f() { let s = AudioServicesSize(); b(s); c() }\n"), "func f() { c() }\n", "the variable goes with its uses")
        XCTAssertEqual(
            cut("func f(_ s: S) { for x in AudioServicesList() { b(x) }\ns.x = AudioServicesSize() }\n"), "func f(_ s: S) { \n }\n")
        XCTAssertEqual(
            cut("func f(_ x: Int) { switch x {\ncase 1: AudioServicesPlaySystemSound(1)\ndefault: c() } }\n"),
            "func f(_ x: Int) { switch x {\ncase 1: break\ndefault: c() } }\n")
        XCTAssertEqual(
            cut("struct S { let a: Int; init() { self.a = AudioServicesSize() } }\n"),
            " \n".replacingOccurrences(of: " \n", with: "struct S { let a: Int; }\n"),
            "a property has to get its value")
    }

    func testInitialisersThatCallNoOtherGo() {
        func cut(_ text: String) -> String {
            lowered("import UIKit\nimport AudioToolbox\n" + text).split(separator: "\n", omittingEmptySubsequences: false)
                .dropFirst(2).joined(separator: "\n").replacingOccurrences(of: " +", with: " ", options: .regularExpression)
        }
        XCTAssertEqual(
            cut("class A { init(x: Int) {}\nconvenience init() { self.init(x: AudioServicesSize()) }\nfunc f() {} }\n"),
            "class A { init(x: Int) {}\n \nfunc f() {} }\n")
        XCTAssertEqual(
            cut("class B: A { init(y: Int) { super.init(x: AudioServicesSize()); g() }\nfunc f() {} }\n"), "class B: A { \nfunc f() {} }\n")
        XCTAssertEqual(
            cut("class A { convenience init?(y: Int) { a(); self.init(x: AudioServicesSize()) } }\n"),
            "class A { convenience init?(y: Int) { ObjectiveCRuntime.LeftOut.report(\"A\", needs: \"AudioServicesSize\"); return nil } }\n")
        XCTAssertEqual(
            cut("class A { convenience init() throws { try self.init(x: AudioServicesSize()) } }\n"),
            "class A { convenience init() throws { throw ObjectiveCRuntime.LeftOut(\"A\", needs: \"AudioServicesSize\") } }\n")
        XCTAssertEqual(
            cut("class A { convenience init(z: Int) { self.init(); AudioServicesPlaySystemSound(1) } }\n"),
            "class A { convenience init(z: Int) { self.init(); } }\n", "a statement beside the call goes alone")
    }

    func testDeclarationsOverMissingTypes() {
        let text = """
            import CoreImage
            func blur(_ image: CIImage) -> CIImage { image }
            extension CIImage { func x() {} }
            final class Kernel: CIFilter { static let shared = Kernel() }
            struct Stays { func a() -> Int { 1 }
                func b() -> Int { Kernel.shared.run() } }

            """
        let result = Lowering.lower([SourceModule(name: "A", files: [SourceFile(path: "a.swift", text: text)])])
        XCTAssertEqual(
            result.files[0].text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty },
            ["struct Stays { func a() -> Int { 1 }", "}"])
        XCTAssertEqual(result.excluded, [])
        XCTAssertEqual(
            result.problems.map(\.description),
            [
                "a.swift:2:1: warning: blur is left out: CIImage doesn't exist on Linux [left out]",
                "a.swift:3:1: warning: this code is left out: CIImage doesn't exist on Linux [left out]",
                "a.swift:4:1: warning: Kernel is left out: CIFilter doesn't exist on Linux [left out]",
                "a.swift:6:5: warning: b is left out: Kernel doesn't exist on Linux [left out]",
            ])
    }

    func testFilesWithNothingLeft() {
        let result = Lowering.lower([
            SourceModule(
                name: "A",
                files: [
                    SourceFile(path: "a.swift", text: "import MapKit\nclass Map: MKMapView {}\n"),
                    SourceFile(path: "b.swift", text: "import AppKit\nlet a = 1\n"),
                    SourceFile(path: "c.swift", text: "import MapKit\nlet c = 1\n"),
                ])
        ])
        XCTAssertEqual(result.excluded.map(\.path), ["a.swift", "b.swift"])
        XCTAssertEqual(result.files[2].text, "             \nlet c = 1\n")
    }

    /// SwiftUI's names have no prefix: the usual ones are known, and the package's own of the same name stay.
    func testModulesWithoutPrefix() {
        let result = Lowering.lower([
            SourceModule(
                name: "A",
                files: [
                    SourceFile(
                        path: "a.swift",
                        text: """
                            import SwiftUI
                            struct Badge: View { var body: some View { Text("a") } }
                            final class Model { var size = 1, label: Label?
                                func show() { withAnimation { size = 2 } }
                                func grow() { size += 1 } }

                            """),
                    SourceFile(path: "b.swift", text: "class Label {}\n"),
                    SourceFile(path: "c.swift", text: "import SwiftUI\nimport Combine\nextension Color { static let a = 1 }\n"),
                ])
        ])
        XCTAssertEqual(
            result.files[0].text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty },
            [
                "final class Model { var size = 1, label: Label?",
                "func show() { ObjectiveCRuntime.LeftOut.report(\"show\", needs: \"withAnimation\") }", "func grow() { size += 1 } }",
            ])
        XCTAssertEqual(result.excluded.map(\.path), ["c.swift"])
    }

    /// What a file names under another condition than that of its import.
    func testModulesBehindConditions() {
        let text = """
            #if canImport(WebKit)
              import WebKit
            #endif
            #if canImport(SceneKit)
              import SceneKit
              import SwiftUI
            #endif
            #if os(iOS)
            func web() { _ = WKWebView() }
            func both() {
                #if canImport(WebKit)
                _ = WKWebView()
                #endif
                stays()
            }
            func swiftUI() { struct Mine: SwiftUI.View {} }
            #endif

            """
        let file = Lowering.lower([SourceModule(name: "A", files: [SourceFile(path: "a.swift", text: text)])]).files[0].text
        XCTAssertTrue(file.contains("func web() {                 }"), file)
        XCTAssertTrue(file.contains("func both()"), file)
        XCTAssertTrue(file.contains("func swiftUI() { ObjectiveCRuntime.LeftOut.report(\"swiftUI\", needs: \"SwiftUI\") }"), file)
    }

    /// A type that is declared under a condition that doesn't hold, named in a file over a module that can't be had.
    func testHiddenTypes() {
        let result = Lowering.lower([
            SourceModule(
                name: "A",
                files: [
                    SourceFile(path: "a.swift", text: "#if canImport(SwiftUI)\nimport SwiftUI\nstruct Picture: View {}\n#endif\n"),
                    SourceFile(path: "b.swift", text: "import SwiftUI\nclass Shown { let picture: Picture }\nclass Plain {}\n"),
                ])
        ])
        XCTAssertEqual(
            result.files[1].text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty },
            ["class Plain {}"])
    }

    func testNewerReleases() {
        var policy = LoweringPolicy()
        policy.newestVersions["iOS"] = .init(18)
        XCTAssertEqual(
            lowered("func f() { if #available(iOS 26.0, *) { glass() } else { plain() } }\n", policy: policy),
            "func f() { if false {         } else { plain() } }\n")
        XCTAssertEqual(
            lowered("@available(iOS 26, *)\nfunc glass() {}\nfunc plain() {}\n", policy: policy),
            "                     \n               \nfunc plain() {}\n")
        XCTAssertNil(change("func f() { if #available(iOS 17.4, *) { a() } }\n", policy: policy))
        XCTAssertNil(change("func f() { if #available(iOS 99, *) { a() } }\n"))
    }

    /// Observers and setters lose statements, as functions do; a property that is read and written keeps both.
    func testAccessorsLoseTheirStatements() {
        XCTAssertEqual(
            kept(
                "import PencilKit\nclass A {\n    lazy var canvas = PKCanvasView()\n    var color = 1 { didSet { canvas.color = color } }\n}\n"
            ),
            ["class A {", "var color = 1 { didSet {                      } }", "}"])
        let text = lowered(
            "import PencilKit\nclass A {\n    var image: Int? {\n        get { return PKDrawing().image }\n        set { PKDrawing().set(newValue) }\n    }\n}\n"
        )
        XCTAssertTrue(text.contains("var image: Int? {"), text)
        XCTAssertTrue(text.contains("return nil"), text)
    }

    func testNamesOfAVKit() {
        XCTAssertEqual(
            kept(
                "import AVKit\nimport UIKit\nfunc show() { let player = AVPlayerViewController(); player.start() }\nlet a: AVPlayer? = nil\n"
            ).last,
            "let a: AVPlayer? = nil")
    }
}
