import XCTest
@testable import Lowering

final class ConditionRuleTests: XCTestCase {
    /// Apple's C library isn't here: the branch for other systems is taken, in all chains of the file that ask the same.
    func testBranchesForOtherSystems() {
        let apple = "os(macOS) || os(iOS) || os(tvOS)"
        let text = """
            #if \(apple)
            let time = status.st_mtimespec
            #else
            let time = status.st_mtim
            #endif
            #if \(apple)
            let a = time.tv_sec
            #else
            let a = time.seconds
            #endif
            #if os(iOS)
            let b = 1
            #else
            let b = 2
            #endif

            """
        XCTAssertEqual(lowered(text), text.replacingOccurrences(of: "#if os(iOS)", with: "#if os(Linux)"))
        // Nothing of Apple's alone, or nothing better behind #else: Agate is an Apple system.
        let plain = "#if \(apple)\nlet a = CALayer()\n#else\nlet a = 1\n#endif\n"
        XCTAssertTrue(lowered(plain).contains("os(Linux)"), lowered(plain))
        let both = "#if \(apple)\nlet a = s.st_mtimespec\n#else\nimport WinSDK\nlet a = 1\n#endif\n"
        XCTAssertTrue(lowered(both).contains("os(Linux)"), lowered(both))
    }

    func testPlatforms() {
        XCTAssertEqual(lowered("#if os(iOS) || os(tvOS)\nlet a = 1\n#endif\n"), "#if os(Linux) || os(tvOS)\nlet a = 1\n#endif\n")
        XCTAssertEqual(lowered("#if !os(macOS) && os( iOS )\n#endif\n"), "#if !os(macOS) && os(Linux)\n#endif\n")
        XCTAssertNil(change("#if os(macOS)\nlet a = 1\n#elseif os(tvOS)\n#endif\n"))
    }

    func testChainsWithLinuxStay() {
        XCTAssertNil(change("#if os(iOS)\n@_exported import Darwin\n#elseif os(Linux)\nimport Glibc\n#endif\n"))
        XCTAssertEqual(
            lowered("#if os(iOS)\n#elseif os(Linux)\n#endif\n", policy: LoweringPolicy(respectsLinuxBranches: false)),
            "#if os(Linux)\n#elseif os(Linux)\n#endif\n")
    }

    func testStandInsOfWhatAgateHasGo() {
        XCTAssertEqual(
            lowered("#if os(Linux) || os(Android)\npublic struct CGAffineTransform {}\n#endif\n"),
            "#if false || os(Android)\npublic struct CGAffineTransform {}\n#endif\n")
        XCTAssertEqual(
            lowered("#if os(iOS)\nimport UIKit\n#elseif os(Linux)\npublic class UIView {}\n#endif\n"),
            "#if os(Linux)\nimport UIKit\n#elseif false\npublic class UIView {}\n#endif\n")
    }

    func testAttachmentsOfTests() {
        let text = "import XCTest\n#if os(Linux)\npublic struct XCTAttachment {}\n#endif\n"
        XCTAssertNil(change(text))
        var policy = LoweringPolicy()
        policy.availableModules.insert("XCTestCompanion")
        XCTAssertEqual(
            lowered(text, policy: policy), "import XCTest; import XCTestCompanion\n#if false\npublic struct XCTAttachment {}\n#endif\n")
    }

    func testPolicyOfTheUser() {
        var policy = LoweringPolicy()
        policy.conditions["os(iOS)"] = false
        policy.conditions["os(macOS)"] = true
        policy.conditions["canImport(SwiftUI)"] = true
        policy.conditions["DEBUG"] = false
        XCTAssertEqual(
            lowered("#if os(iOS)\n#elseif os(macOS) && canImport(SwiftUI)\n#elseif DEBUG\n#endif\n", policy: policy),
            "#if os(iOS)\n#elseif os(Linux) && true\n#elseif false\n#endif\n")
    }

    func testDeadCodeIsLeftAlone() {
        XCTAssertNil(change("#if os(macOS)\n@objc class A {}\n#endif\n"))
        XCTAssertNil(change("#if canImport(UIKit)\n#elseif canImport(AppKit)\nimport AppKit\n@objc class A {}\n#endif\n"))
    }

    func testSubmodules() {
        XCTAssertEqual(
            lowered("#if canImport(UIKit.UIGestureRecognizerSubclass) && os(iOS)\n#endif\n"), "#if canImport(UIKit) && os(Linux)\n#endif\n")
    }

    func testThreeValues() {
        func value(_ condition: String) -> Bool? {
            let conditions = Conditions(policy: LoweringPolicy(), modules: ["UIKit"])
            return conditions.value(of: firstCondition("#if \(condition)\n#endif\n"))
        }
        XCTAssertEqual(value("os(iOS)"), true)
        XCTAssertEqual(value("os(Linux)"), true)
        XCTAssertEqual(value("os(macOS) || os(iOS) && DEBUG"), nil)
        XCTAssertEqual(value("os(macOS) && DEBUG"), false)
        XCTAssertEqual(value("!(os(macOS) || canImport(AppKit))"), true)
        XCTAssertEqual(value("canImport(UIKit) && !targetEnvironment(macCatalyst)"), true)
        XCTAssertEqual(value("canImport(CSomething)"), nil)
        XCTAssertEqual(value("swift(>=5.3)"), true)
        XCTAssertEqual(value("compiler(<5.5)"), false)
        XCTAssertEqual(value("swift(>=6.0)"), nil)
    }
}
