import XCTest
@testable import Lowering

final class SelectorTests: XCTestCase {
    func testNames() {
        func name(_ base: String, _ labels: String...) -> String { ObjectiveCName.selector(base, labels) }
        XCTAssertEqual(name("tapped"), "tapped")
        XCTAssertEqual(name("tapped", "_"), "tapped:")
        XCTAssertEqual(name("tapped", "sender"), "tappedWithSender:")
        XCTAssertEqual(name("tapped", "_", "for"), "tapped:for:")
        XCTAssertEqual(name("move", "to"), "moveTo:")
        XCTAssertEqual(name("handle", "withSender"), "handleWithSender:")
        XCTAssertEqual(name("handleWith", "sender"), "handleWithSender:")
        XCTAssertEqual(name("show", "view", "animated"), "showWithView:animated:")
        XCTAssertEqual(ObjectiveCName.selector("save", [], throwing: true), "saveAndReturnError:")
        XCTAssertEqual(ObjectiveCName.setter("title"), "setTitle:")
        XCTAssertEqual(ObjectiveCName.appleKey("isHidden"), "hidden")
        XCTAssertEqual(ObjectiveCName.appleKey("isHDREnabled"), "HDREnabled")
        XCTAssertEqual(ObjectiveCName.appleKey("island"), "island")
    }

    private func inBoard(_ expression: String, members: String = "") -> String {
        let text = lowered("class Board: UIView { func setUp() { use(\(expression)) }; \(members) }\n")
        let start = text.range(of: "use(")!.upperBound
        return String(text[start..<text.range(of: ") }; ", range: start..<text.endIndex)!.lowerBound])
    }

    func testMethods() {
        XCTAssertEqual(
            inBoard("#selector(tapped(_:))"),
            "ObjectiveCRuntime.Selector(\"tapped:\", of: Board.self) { target, arguments in try target.tapped(arguments[0]) }")
        XCTAssertEqual(
            inBoard("#selector(self.tick)"), "ObjectiveCRuntime.Selector(\"tick\", of: Board.self) { target, _ in target.tick() }")
        XCTAssertEqual(
            inBoard("#selector(tapped)", members: "@objc private func tapped(sender: UIButton, event: UIEvent) {}"),
            "ObjectiveCRuntime.Selector(\"tappedWithSender:event:\", of: Board.self) { target, arguments in try target.tapped(sender: arguments[0], event: arguments[1]) }"
        )
        XCTAssertEqual(
            inBoard("#selector(go)", members: "@objc(start:) func go(_ x: Any) throws {}"),
            "ObjectiveCRuntime.Selector(\"start:\", of: Board.self) { target, arguments in try target.go(arguments[0]) }")
        XCTAssertEqual(
            inBoard("#selector(Board.shared)", members: "@objc class func shared() {}"),
            "ObjectiveCRuntime.Selector(\"shared\", of: Board.Type.self) { target, _ in target.shared() }")
        XCTAssertEqual(
            inBoard("#selector(UIView.layoutSubviews)"),
            "ObjectiveCRuntime.Selector(\"layoutSubviews\", of: UIView.self) { target, _ in target.layoutSubviews() }")
        XCTAssertEqual(
            inBoard("#selector(super.viewWillAppear)"),
            "ObjectiveCRuntime.Selector(\"viewWillAppear:\", of: Board.self) { target, arguments in try target.viewWillAppear(arguments[0]) }"
        )
        XCTAssertEqual(inBoard("#selector(UIView.init(frame:))"), "ObjectiveCRuntime.Selector(\"initWithFrame:\")")
    }

    func testAccessors() {
        XCTAssertEqual(
            inBoard("#selector(getter: Board.title)"), "ObjectiveCRuntime.Selector(\"title\", of: Board.self) { target, _ in target.title }"
        )
        XCTAssertEqual(
            inBoard("#selector(setter: title)"),
            "ObjectiveCRuntime.Selector(\"setTitle:\", of: Board.self) { target, arguments in target.title = try arguments[0] }")
    }

    func testOverloads() {
        let members = "@objc func tap(_ x: UIButton) {}; @objc func tap(_ x: UISlider) {}; @objc func tap() {}"
        XCTAssertEqual(
            inBoard("#selector(tap(_:) as (UISlider) -> Void)", members: members),
            "ObjectiveCRuntime.Selector(\"tap:\", of: Board.self) { target, arguments in try target.tap(arguments[0] as UISlider) }")
        XCTAssertEqual(
            inBoard("#selector(tap as () -> Void)", members: members),
            "ObjectiveCRuntime.Selector(\"tap\", of: Board.self) { target, _ in target.tap() }")
        XCTAssertEqual(
            inBoard("#selector((Board.tap(_:)) as (Board) -> (UIButton) -> ())", members: members),
            "ObjectiveCRuntime.Selector(\"tap:\", of: Board.self) { target, arguments in try target.tap(arguments[0] as UIButton) }")
    }

    func testOtherOwners() {
        XCTAssertEqual(
            inBoard("#selector(model.reload)", members: "var model: Model?"),
            "ObjectiveCRuntime.Selector(\"reload\", of: Model.self) { target, _ in target.reload() }")
        XCTAssertEqual(
            inBoard("#selector(UITableViewDelegate.tableView(_:didSelectRowAt:))"),
            "ObjectiveCRuntime.Selector(\"tableView:didSelectRowAtIndexPath:\", of: (any UITableViewDelegate).self) { target, arguments in try target.tableView(arguments[0], didSelectRowAt: arguments[1]) }"
        )
        let text = lowered(
            """
            @objc protocol P { @objc optional func did(_ x: Int) }
            class Outer { class Inner { @objc func hit() {}; let s = #selector(hit) }; let t = #selector(P.did(_:)) }
            extension Outer.Inner { func f() { _ = #selector(hit) } }

            """)
        XCTAssertTrue(text.contains("let s = ObjectiveCRuntime.Selector(\"hit\", of: Inner.self) { target, _ in target.hit() }"), text)
        XCTAssertTrue(text.contains("_ = ObjectiveCRuntime.Selector(\"hit\", of: Outer.Inner.self) { target, _ in target.hit() }"), text)
        XCTAssertTrue(
            text.contains(
                "let t = ObjectiveCRuntime.Selector(\"did:\", of: (any _P_did).self) { target, arguments in try target.did(arguments[0]) }"),
            text)
    }

    func testLiterals() {
        let text = lowered(
            """
            class A: NSObject { @objc func go(_ x: Int) {}; @objc var title = "" }
            let a = Selector("go:"), b = NSSelectorFromString("setTitle:"), c = Selector(("unknown")), d = Selector(name)

            """)
        XCTAssertTrue(
            text.contains("a = Selector(\"go:\").registering(A.self) { target, arguments in try target.go(arguments[0]) }, b"), text)
        XCTAssertTrue(
            text.contains(
                "b = NSSelectorFromString(\"setTitle:\").registering(A.self) { target, arguments in target.title = try arguments[0] }, c"),
            text)
        XCTAssertTrue(text.contains("c = Selector((\"unknown\")), d = Selector(name)"), text)
    }

    func testTargetsInDictionaries() {
        let text = lowered(
            """
            class Target: NSObject { @objc func go(_ x: Any) {} }
            class A { var all: [Int: Target] = [:]
                func f() { guard let target = all[1] else { return }; use(#selector(target.go)) } }

            """)
        XCTAssertTrue(
            text.contains("use(ObjectiveCRuntime.Selector(\"go:\", of: Target.self) { target, arguments in try target.go(arguments[0]) })"),
            text)
    }

    func testOwnSelectorType() {
        let text = lowered(
            "enum Selector { init?(_ s: String) { return nil } }\nclass A: NSObject { @objc func go() {}; func f() { use(#selector(go), Selector(\"go\")) } }\n"
        )
        XCTAssertTrue(
            text.contains("use(ObjectiveCRuntime.Selector(\"go\", of: A.self) { target, _ in target.go() }, Selector(\"go\"))"), text)
    }

    func testUserInfoOfTimers() {
        let text = lowered(
            "class A: NSObject { @objc func tick(_ timer: Timer) { use(timer.userInfo); let n = Note(); n.userInfo = 1 } }\n")
        XCTAssertTrue(text.contains("use(timer.selectorUserInfo); let n = Note(); n.userInfo = 1"), text)
        XCTAssertTrue(
            lowered("class A { var timer: Timer?; func f() { g(timer?.userInfo, self.timer!.userInfo) } }\n").contains(
                "g(timer?.selectorUserInfo, self.timer!.selectorUserInfo)"))
    }

    /// Each class lists what Objective-C would find by name, for selectors that are made at run time.
    func testTables() throws {
        let main = SourceFile(
            path: "main.swift",
            text: """
                import Foundation
                class Label: NSObject {
                    @objc func sparkLoad() -> String { "spark" }
                    @objc private func burnLoad(_ x: Int) -> String { "burn \\(x)" }
                    @objc var title = "t"
                    @objc static func make() -> String { "made" }
                    @objc func generic<T>(_ x: T) {}
                    @objc func each(_ body: ((_ isLast: Bool) -> Void)) { body(true) }
                    @objc func later(_ body: @escaping () -> Void) { body() }
                    @available(*, deprecated) @objc func old() -> String { "old" }
                    class Inner: NSObject { @objc func deep() -> String { "deep" } }
                }
                extension Label { @objc func fallLoad() -> String { "fall" } }
                struct Outer { class Part: NSObject { @objc func part() -> String { "part" } } }
                private class Hidden: NSObject { @objc func hidden() {} }
                class Of<T>: NSObject { @objc func none() {} }
                func local() { class Local: NSObject { @objc func here() {} } }
                func find(_ type: AnyClass) {
                    guard let name = _mangledTypeName(type) else { return print("no name") }
                    var number = 0
                    while let list = _typeByName(name + "4_0_\\(number)O") as? any SelectorList.Type { list.register(); number += 1 }
                    print(type, number)
                }
                find(Label.self); find(Label.Inner.self); find(Outer.Part.self); find(Hidden.self); find(Of<Int>.self)
                let label = Label()
                for name in ["spark", "burn", "fall"] { print(Selector(name + (name == "burn" ? "Load:" : "Load")).perform(on: label, 1) ?? "none") }
                print(Selector("old").perform(on: label)!, Selector("deep").perform(on: Label.Inner())!, Selector("make").perform(on: Label.self)!)
                _ = Selector("setTitle:").perform(on: label, "new")
                print(label.title)
                let closure: () -> Void = { print("later") }
                _ = Selector("later:").perform(on: label, closure)

                """)
        XCTAssertEqual(
            try compileAndRun([SourceModule(name: "App", files: [main])], language: "6"),
            """
            Label 1
            Inner 1
            Part 1
            Hidden 0
            Of<Int> 0
            spark
            burn 1
            fall
            old deep made
            new
            later

            """)
    }

    /// Nibs set outlets and attributes by name.
    func testOutletsAreListed() {
        let text = lowered("class A: NSObject { @IBOutlet private weak var box: B!; @IBInspectable var inset: Double = 1; var own = 2 }\n")
        for line in ["Selector(\"setBox:\", of: A.self) { target, arguments in target.box = try arguments[0] }", "Selector(\"setInset:\""] {
            XCTAssertTrue(text.contains(line), text)
        }
        XCTAssertFalse(text.contains("setOwn:"), text)
    }

    func testProblems() {
        XCTAssertEqual(
            problems("let a = 1\nlet s = #selector(go)\n"),
            ["test.swift:2:9: error: #selector outside of a type needs the type's name [#selector]"])
    }

    func testCompilesAndRuns() throws {
        let kit = SourceFile(
            path: "kit.swift",
            text: """
                import Foundation
                open class Base: NSObject { @objc open func inherited(_ text: String) -> String { "base \\(text)" } }
                @MainActor @objc public protocol Listener { @objc optional func heard(_ x: Int) }

                """)
        let main = SourceFile(
            path: "main.swift",
            text: """
                import Foundation
                import Kit
                @MainActor class Board: Base, Listener {
                    @objc var title = "t"
                    @objc private func secret() -> Int { 7 }
                    @objc func two(_ a: Int, event b: String?) -> String { "\\(a) \\(b ?? "nil")" }
                    @objc func over(_ a: Int) -> String { "int" }
                    @objc func over(_ a: String) -> String { "string" }
                    @objc static func make() -> String { "made" }
                    @objc func heard(_ x: Int) {}
                    override func inherited(_ text: String) -> String { "board \\(text)" }
                    nonisolated var all: [Selector] {
                        [#selector(secret), #selector(two(_:event:)), #selector(over(_:) as (String) -> String), #selector(getter: title), #selector(Base.inherited(_:)),
                         #selector(inherited), #selector(setter: Board.title)]
                    }
                }
                @MainActor class Generic<T>: NSObject { @objc func go() -> String { "\\(T.self)" }; lazy var selector = #selector(go) }
                let board = Board()
                let all = board.all
                print(all.map(\\.description))
                print(all[0].perform(on: board)!, all[1].perform(on: board, 1, "x")!, all[1].perform(on: board, 1)!, all[2].perform(on: board, "s")!, all[3].perform(on: board)!)
                print(all[4].perform(on: board, "a")!, all[4].perform(on: Base(), "b")!)
                _ = all[6].perform(on: board, "new")
                print(board.title, #selector(Board.make).perform(on: Board.self)!)
                print(#selector(Listener.heard(_:)).perform(on: board, 3) != nil, #selector(Listener.heard(_:)).perform(on: Base(), 3) != nil)
                print(Generic<Int>().selector.perform(on: Generic<Int>())!)
                print(Selector("two:event:").perform(on: board, 4, "z")!)

                """)
        let output = try compileAndRun(
            [SourceModule(name: "Kit", files: [kit]), SourceModule(name: "App", dependencies: ["Kit"], files: [main])], language: "6")
        XCTAssertEqual(
            output,
            """
            ["secret", "two:event:", "over:", "title", "inherited:", "inherited:", "setTitle:"]
            7 1 x 1 nil string t
            board a base b
            new made
            true false
            Int
            4 z

            """)
    }
}
