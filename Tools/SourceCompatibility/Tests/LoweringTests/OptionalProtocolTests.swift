import XCTest
@testable import Lowering

final class OptionalProtocolTests: XCTestCase {
    func testProtocolsAreForClasses() {
        XCTAssertEqual(lowered("@objc public protocol P { func a() }\n"), "      public protocol P: AnyObject { func a() }\n")
        XCTAssertEqual(lowered("@objc protocol P: Q {}\n"), "      protocol P: Q, AnyObject {}\n")
        XCTAssertEqual(lowered("@objc(XP) protocol P: NSObjectProtocol {}\n"), "          protocol P: NSObjectProtocol {}\n")
    }

    func testRequirementConformerAndCall() {
        XCTAssertEqual(
            lowered(
                """
                @objc public protocol P {
                    @objc optional func did(_ x: Int, with y: Int) -> Bool
                }
                class A: NSObject, P { func did(_ x: Int, with y: Int) -> Bool { true } }
                func f(_ p: P?) { _ = p?.did?(1, with: 2) }

                """),
            """
                  public protocol P: AnyObject {
                \(String(repeating: " ", count: 54))
            }
            class A: NSObject, P, _P_did_with { func did(_ x: Int, with y: Int) -> Bool { true } }
            func f(_ p: P?) { _ = p?.did_with?(1,       2) }
            #sourceLocation(file: "test.swift", line: 2)
            public protocol _P_did_with: P { func did(_ x: Int, with y: Int) -> Bool }
            extension P { public var did_with: ((Int, Int) -> Bool)? { (self as? any _P_did_with).map { target in { target.did($0, with: $1) } } } }

            """)
    }

    func testConformanceInAnExtensionAndBelow() {
        let text = lowered(
            """
            @objc protocol P { @objc optional func a(); @objc optional func b(); @objc optional func c() }
            class Base: NSObject { func a() {} }
            extension Base: P { func b() {} }
            class Sub: Base { func c() {}; override func a() {} }

            """)
        XCTAssertTrue(text.contains("extension Base: P, _P_a, _P_b {"), text)
        XCTAssertTrue(text.contains("extension Sub: _P_c {}"), text)
        XCTAssertFalse(text.contains("Sub: _P_a"), text)
    }

    func testImplementersInOtherModules() {
        // Nothing in App's text looks like Objective-C.
        let kit = SourceFile(path: "kit.swift", text: "@objc public protocol P { @objc optional func did(_ x: Int) }\n")
        let app = SourceFile(path: "app.swift", text: "import Kit\nfinal class A: NSObject, P { func did(_ x: Int) {} }\n")
        let between = SourceModule(name: "Between", dependencies: ["Kit"], files: [])
        let result = Lowering.lower([
            SourceModule(name: "Kit", files: [kit]), between, SourceModule(name: "App", dependencies: ["Between"], files: [app]),
        ])
        XCTAssertEqual(result.files[1].text, "import Kit\nfinal class A: NSObject, P, _P_did { func did(_ x: Int) {} }\n")
    }

    func testReferences() {
        let text = lowered(
            """
            @objc protocol P { @objc optional func did(_ x: Int); @objc optional func did(_ x: Int, with y: Int) }
            @objc protocol Q { @objc optional func single(_ x: Int) }
            class A { weak var delegate: P?; weak var other: Q?
                func f() {
                    if let g = self.delegate?.did(_:with:) { g(1, 2) }
                    if let g = delegate?.did(_:) { g(1) }
                    if let g = other?.single(_:) { g(1) }
                } }

            """)
        XCTAssertTrue(text.contains("if let g = self.delegate?.did_with { g(1, 2) }"), text)
        XCTAssertTrue(text.contains("if let g = delegate?.did_1 { g(1) }"), text)
        XCTAssertTrue(text.contains("if let g = other?.single { g(1) }"), text)
    }

    /// A class has methods and closures of its own that are called like an optional requirement.
    func testOwnMembersStay() {
        let text = lowered(
            """
            @objc protocol P { @objc optional func did(_ x: Int, with y: Int) -> Bool }
            struct Adapter { let p: P?; func did(_ x: Int, with y: Int) -> Bool { p?.did?(x, with: y) ?? false } }
            class A { let adapter = Adapter(p: nil); var made: Adapter?
                func f() -> Bool { let g = adapter.did(_:with:); return made?.did(1, with: 2) ?? g(1, 2) } }

            """)
        XCTAssertTrue(text.contains("p?.did_with?(x,       y) ?? false"), text)
        XCTAssertTrue(text.contains("let g = adapter.did(_:with:); return made?.did(1, with: 2)"), text)
    }

    func testAppleProtocolsHaveDefaults() {
        XCTAssertEqual(
            lowered("class A { func f() { delegate?.scrollViewDidScroll?(self) } }\n"),
            "class A { func f() { delegate?.scrollViewDidScroll (self) } }\n")
        XCTAssertEqual(
            lowered("class A { func f() { let n = source.numberOfSections?(in: self) ?? 1 } }\n"),
            "class A { func f() { let n = Swift.Optional(source.numberOfSections (in: self)) ?? 1 } }\n")
        XCTAssertEqual(
            lowered("let w = UIApplication.shared.delegate?.window??.bounds; os(1)\n"),
            "let w = UIApplication.shared.delegate?.window? .bounds; os(1)\n")
    }

    func testClosuresStay() {
        XCTAssertNil(change("class A { var done: ((Int) -> Void)?; func f() { done?(1); self.done?(2) } }\n"))
        XCTAssertNil(change("class A { var animationDidStart: ((Int) -> Void)?; func f() { animationDidStart?(1) } }\n"))
    }

    /// Two modules, optional methods and properties, tests for nil, inheritance between protocols and classes.
    func testCompilesAndRuns() throws {
        let kit = SourceFile(
            path: "kit.swift",
            text: """
                import Foundation
                @objc public protocol Root: NSObjectProtocol {
                    @objc optional func started()
                    @objc optional var title: String? { get }
                    @objc optional var count: Int { get }
                }
                @objc public protocol Delegate: Root {
                    func must()
                    @objc optional func did(_ view: Int, scaleX x: Double, scaleY: Double) -> String
                    @objc optional func did(_ view: Int) -> String
                    @objc optional func make(_ view: Int, then: @escaping (Int) -> Void)
                    @objc optional static func kind() -> Int
                    @objc optional func place(_ view: Int, for size: Double) -> String?
                    @objc(placeForName:) optional func place(_ view: Int, for name: String) -> String?
                }
                public final class View {
                    public weak var delegate: Delegate?
                    public init() {}
                    public func report() -> String {
                        delegate?.must()
                        delegate?.started?()
                        var made = 0
                        delegate?.make?(2) { made = $0 }
                        let a = delegate?.did?(1, scaleX: 2, scaleY: 3) ?? "-"
                        let b = delegate?.did?(7) ?? "-"
                        let tests = [delegate?.make != nil, delegate?.started == nil, delegate?.did(_:scaleX:scaleY:) != nil]
                        let placed = delegate?.place?(1, for: 2.5) ?? "nowhere", named = delegate?.place?(1, for: "n") ?? "unnamed"
                        let title = (delegate?.title ?? nil) ?? "none"
                        if let started = delegate?.started { started() }
                        if let delegate, delegate.did(_:scaleX:scaleY:) != nil { made += delegate.did!(1, scaleX: 2, scaleY: 3).count }
                        return "\\(placed) \\(named) \\(a) \\(b) \\(made) \\(tests.map { $0 ? 1 : 0 }) \\(title) \\(delegate?.count ?? -1) \\(delegate.map { type(of: $0).kind?() ?? -2 } ?? -3)"
                    }
                }

                """)
        let app = SourceFile(
            path: "main.swift",
            text: """
                import Foundation
                import Kit
                class Full: NSObject {
                    var starts = 0
                    @objc func started() { starts += 1 }
                    @objc var title: String? { "full" }
                }
                extension Full: Delegate {
                    func must() {}
                    func did(_ view: Int, scaleX x: Double, scaleY: Double) -> String { "did\\(view)\\(x)\\(scaleY)" }
                    func make(_ view: Int, then: @escaping (Int) -> Void) { then(view * 10) }
                    class func kind() -> Int { 5 }
                    func place(_ view: Int, for name: String) -> String? { "place" + name }
                }
                class More: Full {
                    let count = 4
                    override func did(_ view: Int, scaleX x: Double, scaleY: Double) -> String { "more" }
                    func did(_ view: Int) -> String { "single\\(view)" }
                }
                class Empty: NSObject, Delegate { func must() {} }
                let view = View()
                let delegates: [Delegate] = [Full(), More(), Empty()]
                for delegate in delegates { view.delegate = delegate; print(view.report()) }
                print((delegates[0] as! Full).starts)
                view.delegate = nil
                print(view.report())

                """)
        let output = try compileAndRun([
            SourceModule(name: "Kit", files: [kit]), SourceModule(name: "App", dependencies: ["Kit"], files: [app]),
        ])
        XCTAssertEqual(
            output,
            """
            nowhere placen did12.03.0 - 30 [1, 0, 1] full -1 5
            nowhere placen more single7 24 [1, 0, 1] full 4 5
            nowhere unnamed - - 0 [0, 1, 0] none -1 -2
            2
            nowhere unnamed - - 0 [0, 1, 0] none -1 -3

            """)
    }
}
