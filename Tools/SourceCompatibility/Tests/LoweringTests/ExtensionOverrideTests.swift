import XCTest
@testable import Lowering

final class ExtensionOverrideTests: XCTestCase {
    func testExtensionsOfAliases() {
        let text = lowered(
            "typealias Picture = UIImageView\nextension Picture { @objc func load() {} }\nclass Moving: Picture { override func load() {} }\n"
        )
        XCTAssertTrue(text.contains("if let target = self as? Moving { return target._Moving_load() }"), text)
    }

    func testVariadicParameters() throws {
        let main = SourceFile(
            path: "main.swift",
            text: """
                import Foundation
                extension NSObject {
                    @objc func join(_ words: String...) -> String { "object " + words.joined() }
                    @objc func join(_ words: [String]) -> String { "list " + words.joined() }
                }
                class A: NSObject {}
                extension A {
                    override func join(_ words: String...) -> String { "A " + words.joined() }
                    override func join(_ words: [String]) -> String { "A list " + words.joined() }
                }
                print(NSObject().join("a", "b"), NSObject().join(["c"]), A().join("d", "e"), A().join(["f"]), A().join())

                """)
        XCTAssertEqual(
            try compileAndRun([SourceModule(name: "App", files: [main])]), "object ab list c A de A list f A \n")
    }

    func testOverrideMovesIntoTheClass() {
        XCTAssertEqual(
            lowered(
                """
                class A: UIView {
                }
                extension A {
                    override func layoutSubviews() { super.layoutSubviews() }
                }

                """),
            """
            class A: UIView { override func layoutSubviews() { _A_layoutSubviews() };
            }
            extension A {
                         func _A_layoutSubviews() { super.layoutSubviews() }
            }

            """)
    }

    func testConditionsKeepLines() {
        XCTAssertEqual(
            lowered("class A: UIView {\n}\n#if DEBUG\nextension A {\n    override func a() {}\n}\n#endif\n"),
            """
            class A: UIView {
            #if (DEBUG)
            override func a() { _A_a() }
            #endif
            #sourceLocation(file: "test.swift", line: 1)

            }
            #if DEBUG
            extension A {
                         func _A_a() {}
            }
            #endif

            """)
    }

    func testApplesMembersCantBeReplaced() {
        XCTAssertEqual(
            problems("extension UINavigationController { open override var shouldAutorotate: Bool { true } }\n"),
            [
                "test.swift:1:36: warning: an extension of UINavigationController can't replace what that class has or inherits: nothing will call this shouldAutorotate [override in extension]"
            ])
    }

    func testCompilesAndRuns() throws {
        let a = SourceFile(
            path: "a.swift",
            text: """
                import Foundation
                open class Root { open func draw(_ x: Int, in y: inout [String]) { y.append("root \\(x)") }; open var size: Int { get { 1 } set {} }; open var edge = 0 }
                public class Mid: Root {}

                """)
        let b = SourceFile(
            path: "b.swift",
            text: """
                import Foundation
                public var log: [String] = []
                extension Mid {
                    public override func draw(_ x: Int, in y: inout [String]) {
                        super.draw(x, in: &y)
                        y.append("mid \\(x)")
                    }
                    override public var size: Int { get { super.size + 10 } set { log.append("size \\(newValue)") } }
                    public override var edge: Int { willSet { log.append("to \\(newValue)") } didSet { log.append("edge \\(oldValue) \\(edge)") } }
                }
                private extension Mid {
                    @objc func extra(_: Int, times n: Int = 2) -> Int { n }
                }
                extension Mid {
                    @objc func more() -> Int { extra(1) }
                }
                final class Leaf: Mid {
                    override func more() -> Int { super.more() + 1 }
                }
                // Members that extensions add to a class from elsewhere, and their overrides in extensions.
                extension NSObject { @objc func save() -> [String] { ["object"] }; @objc var depth: Int { 0 }; @objc func scale(_ x: Int, by n: Int = 10) -> Int { x * n } }
                extension UIView { override func save() -> [String] { super.save() + ["view"] }; override var depth: Int { super.depth + 1 }
                    override func scale(_ x: Int, by n: Int) -> Int { super.scale(x, by: n) + 1 } }
                extension UILabel { override func save() -> [String] { super.save() + ["label"] } }
                class MyLabel: UILabel { override func save() -> [String] { super.save() + ["mine"] }; override var depth: Int { super.depth + 1 }
                    override func scale(_ x: Int, by n: Int) -> Int { super.scale(x) + 1 } }

                """)
        let main = SourceFile(
            path: "main.swift",
            text: """
                import Foundation
                import Kit
                let leaf = Kit.makeLeaf()
                var words: [String] = []
                leaf.draw(3, in: &words)
                leaf.size = 4
                leaf.edge = 5
                print(words, leaf.size, log, Kit.moreOfLeaf())
                print(Kit.saves())

                """)
        let c = SourceFile(
            path: "c.swift",
            text: """
                import Foundation
                public func makeLeaf() -> Mid { Leaf() }
                public func moreOfLeaf() -> Int { Leaf().more() }
                public func saves() -> String { [NSObject(), UIView(), UILabel(), MyLabel()].map { "\\($0.save()) \\($0.depth) \\($0.scale(2))" }.joined(separator: " ") }

                """)
        let uikit = SourceFile(path: "u.swift", text: "import Foundation\nopen class UIView: NSObject {}\nopen class UILabel: UIView {}\n")
        let output = try compileAndRun([
            SourceModule(name: "Views", files: [uikit]),
            SourceModule(
                name: "Kit", dependencies: ["Views"],
                files: [
                    a, SourceFile(path: b.path, text: "import Views\n" + b.text), SourceFile(path: c.path, text: "import Views\n" + c.text),
                ]),
            SourceModule(name: "App", dependencies: ["Kit"], files: [main]),
        ])
        XCTAssertEqual(
            output,
            """
            ["root 3", "mid 3"] 11 ["size 4", "to 5", "edge 0 5"] 3
            ["object"] 0 20 ["object", "view"] 1 21 ["object", "view", "label"] 1 21 ["object", "view", "label", "mine"] 2 22

            """)
    }

    /// An override that observes a member of an extension keeps the value of the extension, and calls all observers.
    func testObserversOfMembersOfExtensions() throws {
        let views = SourceFile(path: "u.swift", text: "import Foundation\nopen class UIView: NSObject { public var store = 0 }\n")
        let kit = SourceFile(
            path: "k.swift",
            text: """
                import Foundation
                import Views
                public var log: [String] = []
                extension UIView { @objc open var edge: Int { get { store } set { store = newValue } } }
                open class Card: UIView { open override var edge: Int { willSet { log.append("card to \\(newValue)") } didSet { log.append("card \\(oldValue) \\(edge)") } } }
                final class Leaf: Card { override var edge: Int { didSet { log.append("leaf \\(oldValue) \\(edge)") } } }
                public func run() -> String { for view in [UIView(), Card(), Leaf()] { view.edge = 7; log.append("\\(view.edge)") }; return log.joined(separator: ", ") }

                """)
        let main = SourceFile(path: "main.swift", text: "import Kit\nprint(Kit.run())\n")
        let output = try compileAndRun([
            SourceModule(name: "Views", files: [views]), SourceModule(name: "Kit", dependencies: ["Views"], files: [kit]),
            SourceModule(name: "Main", dependencies: ["Kit"], files: [main]),
        ])
        XCTAssertEqual(output, "7, card to 7, card 0 7, 7, card to 7, card 0 7, leaf 0 7, 7\n")
    }
}
