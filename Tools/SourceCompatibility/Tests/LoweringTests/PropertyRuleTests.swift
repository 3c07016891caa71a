import XCTest
@testable import Lowering

final class PropertyRuleTests: XCTestCase {
    func testManagedProperties() {
        func property(_ declaration: String) -> String {
            let text = lowered("enum Mode: Int { case low, high }\nclass L: CALayer { \(declaration) }\n")
            return String(text.split(separator: "\n")[1].dropFirst("class L: CALayer { ".count).dropLast(2))
        }
        XCTAssertEqual(property("@NSManaged var angle: CGFloat"), "@CAAnimatable(\"angle\") var angle: CGFloat = 0")
        XCTAssertEqual(property("@NSManaged public var color: UIColor?"), "@CAAnimatable(\"color\") public var color: UIColor? = nil")
        XCTAssertEqual(property("@NSManaged dynamic var on: Bool"), "@CAAnimatable(\"on\")         var on: Bool = false")
        XCTAssertEqual(property("@NSManaged var tint: UIColor"), "@CAAnimatable(\"tint\") var tint: UIColor = .clear")
        XCTAssertEqual(
            property("@NSManaged var ink: CGColor"),
            "@CAAnimatable(\"ink\") var ink: CGColor = CGColor(red: 0, green: 0, blue: 0, alpha: 0)")
        XCTAssertEqual(property("@NSManaged var count: Int"), "@CAAnimatable(\"count\") var count: Int = 0")
        XCTAssertEqual(property("@NSManaged var mode: Mode"), "@CAAnimatable(\"mode\") var mode: Mode = .low")
        XCTAssertEqual(property("@NSManaged var all: [CGFloat]"), "@CAAnimatable(\"all\") var all: [CGFloat] = []")
        XCTAssertEqual(property("@NSManaged weak var owner: UIView?"), "           weak var owner: UIView?")
        XCTAssertEqual(
            property("@NSManaged private var a, b: Double"),
            "@CAAnimatable(\"a\") private var a: Double = 0; @CAAnimatable(\"b\") private var b: Double = 0")
        XCTAssertEqual(
            problems("class L: CALayer {\n    @NSManaged var x: Strange\n}\n"),
            [
                "test.swift:2:23: error: no start value is known for Strange: it needs an optional type, or an init without arguments [@NSManaged]"
            ])
    }

    func testStartValuesOfThePackagesTypes() {
        func text(_ type: String) -> [String] { problems("\(type)\nclass L: CALayer { @NSManaged var odd: Odd }\n") }
        XCTAssertEqual(text("struct Odd { var a = 0, b: Int?; var c: Int { 1 } }"), [])
        XCTAssertEqual(text("struct Odd { var a: Int; init(a: Int = 3) { self.a = a } }"), [])
        XCTAssertEqual(text("class Odd: NSObject { var a = 1; init(b: Int) {} }"), [])
        let wanted = [
            "test.swift:2:40: error: no start value is known for Odd: it needs an optional type, or an init without arguments [@NSManaged]"
        ]
        XCTAssertEqual(text("struct Odd { var a: Int }"), wanted)
        XCTAssertEqual(text("struct Odd { var a = 1; init(b: Int) {} }"), wanted)
    }

    func testKeyPaths() {
        func keyPath(_ text: String) -> String {
            let lines = lowered(
                "class A: NSObject { @objc var isOn = false; @objc(renamed) var b: A? }\nclass C { func f() { _ = \(text) } }\n"
            ).split(separator: "\n")
            return String(lines[1].dropFirst("class C { func f() { _ = ".count).dropLast(4))
        }
        XCTAssertEqual(keyPath("#keyPath(CALayer.position)"), "\"position\"")
        XCTAssertEqual(keyPath("#keyPath(UIView.isHidden)"), "\"hidden\"")
        XCTAssertEqual(keyPath("#keyPath(A.isOn)"), "\"isOn\"")
        XCTAssertEqual(keyPath("#keyPath(A.b.b.isOn)"), "\"renamed.renamed.isOn\"")
        XCTAssertEqual(keyPath("#keyPath(QuartzCore.CALayer.bounds.size)"), "\"bounds.size\"")
        XCTAssertEqual(keyPath("#keyPath(layer.isDoubleSided)"), "\"layer.doubleSided\"")
        XCTAssertEqual(
            keyPath("a.addObserver(self, forKeyPath: #keyPath(A.isOn))"),
            "a.addObserver(self, forKeyPath: ObjectiveCRuntime.keyPathName(\\A.isOn, \"isOn\"))"
        )
    }

    func testLiterals() {
        XCTAssertEqual(
            lowered("let a = #imageLiteral(resourceName: \"icon\"), b = [#colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)]\n"),
            "let a = UIImage(imageLiteralResourceName: \"icon\"), b = [UIColor(red: 1, green: 0, blue: 0, alpha: 1)]\n")
    }

    func testTimersFollowTheHost() {
        XCTAssertEqual(
            lowered("let t = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }\n"),
            "let t = Timer.scheduledHostTimer(withTimeInterval: 1, repeats: true) { _ in }\n")
        XCTAssertNil(change("let t = Timer.scheduledTimer(timeInterval: 1, target: a, selector: s, userInfo: nil, repeats: true)\n"))
        XCTAssertEqual(
            lowered("let t = Timer(timeInterval: 1, repeats: false) { _ in }\nRunLoop.main.add(t, forMode: .common)\n"),
            "let t = Timer(hostTimeInterval: 1, repeats: false) { _ in }\nRunLoop.main.addHostTimer(t, forMode: .common)\n")
        XCTAssertEqual(
            lowered("let t = Timer.init(timeInterval: 1, repeats: false, block: f)\n"),
            "let t = Timer.init(hostTimeInterval: 1, repeats: false, block: f)\n")
        XCTAssertNil(
            change(
                "let t = Timer(timeInterval: 1, target: a, selector: s, userInfo: nil, repeats: true)\nlink.add(to: RunLoop.main, forMode: .common)\n"
            ))
    }

    func testDynamicProperties() {
        XCTAssertEqual(
            loweredLines("class A: NSObject { @objc dynamic var x = 1 }\n"),
            "class A: NSObject {               var x = 1 { willSet { willChangeValue(forKey: \"x\", x) } didSet { didChangeValue(forKey: \"x\", x) } } }\n"
        )
        XCTAssertNil(change("class A { public dynamic func native() {} }\n"))
    }

    func testObservedValuesCompileAndRun() throws {
        let main = SourceFile(
            path: "main.swift",
            text: """
                import Foundation
                class Model: NSObject {
                    @objc dynamic var plain = 1
                    @objc dynamic var text: String?
                    @objc dynamic var watched: Int = 1 { didSet { if watched > 5 { return }; keyValueLog.append("mine \\(oldValue)") } }
                    @objc dynamic var both = 0 { willSet(next) { keyValueLog.append("next \\(next)") } didSet { keyValueLog.append("both") } }
                    @objc dynamic var computed: Int { get { plain } set { plain = newValue } }
                    @objc(other) dynamic var renamed = 1
                    @objc dynamic func method() {}
                }
                class Watcher: NSObject {
                    override func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [String: Any]?, context: UnsafeMutableRawPointer?) {
                        keyValueLog.append("watched")
                        super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
                    }
                }
                class MoreWatcher: Watcher {
                    override func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [String: Any]?, context: UnsafeMutableRawPointer?) {
                        super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
                    }
                }
                class Answering: NSObject {
                    override func responds(to aSelector: Selector!) -> Bool { aSelector.description == "yes" || super.responds(to: aSelector) }
                }
                class AnsweringMore: Answering {
                    override func responds(to aSelector: Selector!) -> Bool { super.responds(to: aSelector) }
                }
                extension Model { func observe<Value>(_ path: KeyPath<Model, Value>, _ call: (Value) -> Void) { call(self[keyPath: path]) } }
                let model = Model()
                model.plain = 2; model.text = "a"; model.watched = 3; model.watched = 9; model.both = 1; model.computed = 5; model.renamed = 2; model.method()
                model.observe(\\.text?.count) { _ in }
                model.observe(\\Model.plain) { _ in }
                MoreWatcher().observeValue(forKeyPath: nil, of: nil, change: nil, context: nil)
                print(MoreWatcher() is KeyValueObserver, AnsweringMore().responds(to: Selector("yes")), AnsweringMore().responds(to: Selector("no")))
                print(keyValueLog.joined(separator: ", "))

                """)
        let output = try compileAndRun([SourceModule(name: "App", files: [main])])
        XCTAssertEqual(
            output,
            """
            true true false
            will plain 1, did plain 2, will text nil, did text Optional("a"), will watched 1, mine 1, did watched 3, will watched 3, did watched 9, \
            will both 0, next 1, both, did both 1, will computed 2, will plain 2, did plain 5, did computed 5, will other 1, did other 2, \
            text.count, plain, watched, nobody

            """)
    }
}
