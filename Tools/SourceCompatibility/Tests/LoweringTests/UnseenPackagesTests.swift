import XCTest
@testable import Lowering

/// Forms that packages use which were fetched for the first time, each for its kind.
final class UnseenPackagesTests: XCTestCase {
    /// Conditions on processors of 32 bits are false, so the code and the imports behind them are decided.
    func testArchitectures() {
        let text = kept(
            """
            import UIKit
            #if !(os(iOS) && (arch(i386) || arch(arm)))
            import SwiftUI
            #endif
            class Tip: UIView { var host: UIHostingController<AnyView>? }

            """)
        XCTAssertFalse(text.contains { $0.contains("import SwiftUI") }, "\(text)")
        XCTAssertFalse(text.contains { $0.contains("UIHostingController") }, "\(text)")
        // An import behind what only the compiler decides can't be had either.
        let flagged = kept("import UIKit\n#if TIPS\nimport SwiftUI\n#endif\nlet a = 1\n")
        XCTAssertFalse(flagged.contains("import SwiftUI"), "\(flagged)")
    }

    /// A generic parameter of a type that doesn't exist: no body can stand in for that.
    func testGenericParametersOfMissingTypes() {
        let text = kept(
            """
            import UIKit
            import SwiftUI
            class Tip: UIView {
                func show<V: View>(rootView: V) { addSubview(UIHostingController(rootView: rootView).view) }
                convenience init<V: View>(rootView: V) { self.init(frame: .zero) }
                convenience init(text: String) { self.init(frame: .zero) }
            }

            """)
        XCTAssertEqual(text.filter { $0.contains("rootView") }, [], "\(text)")
        XCTAssertTrue(text.contains("convenience init(text: String) { self.init(frame: .zero) }"), "\(text)")
    }

    /// `canImport(ObjectiveC)` asks for Apple's systems, unless there is code for others.
    func testConditionsOnTheRuntime() {
        XCTAssertTrue(lowered("#if canImport(ObjectiveC)\nlet a = 1\n#endif\n").contains("#if true"))
        XCTAssertNil(change("#if canImport(ObjectiveC)\nlet a = 1\n#else\nlet a = 2\n#endif\n"))
        XCTAssertNil(change("#if !canImport(ObjectiveC)\nlet allTests = [testCase(A.allTests)]\n#endif\n"))
        XCTAssertTrue(lowered("#if !canImport(ObjectiveC)\nlet a = 1\n#endif\n").contains("#if !true"))
    }

    /// Foundation brings Combine along.
    func testCombineThroughFoundation() {
        let text = kept("import Foundation\nclass Model: NSObject, ObservableObject { @Published private(set) var rows: [Int] = [] }\n")
        XCTAssertEqual(text.last, "class Model: NSObject                   {            private(set) var rows: [Int] = [] }")
        let own = "import Foundation\nprotocol ObservableObject {}\nclass Model: ObservableObject {}\n"
        XCTAssertEqual(lowered(own), own)
    }

    /// What Foundation on Linux can't be set to.
    func testSettingsThatLinuxLacks() {
        let text = kept(
            """
            import Foundation
            func make() -> URLSessionConfiguration {
                let configuration = URLSessionConfiguration.default
                configuration.waitsForConnectivity = true
                configuration.timeoutIntervalForRequest = 3
                return configuration
            }

            """)
        XCTAssertFalse(text.contains { $0.contains("waitsForConnectivity") }, "\(text)")
        XCTAssertTrue(text.contains("configuration.timeoutIntervalForRequest = 3"), "\(text)")
        let own = kept("import Foundation\nstruct Options { var waitsForConnectivity = true }\nlet x = Options().waitsForConnectivity\n")
        XCTAssertTrue(own.contains("let x = Options().waitsForConnectivity"), "\(own)")
    }

    /// A file that imports a module whose names are known loses only what uses them.
    func testModulesWithoutPrefixes() {
        let text = kept(
            """
            import UIKit
            import VisionKit
            import CoreMotion
            import CoreTelephony
            class A: UIView { func look() { let a = ImageAnalyzer(); a.run() }; var motion: CMMotionManager?; func kept() -> Int { 1 } }

            """)
        XCTAssertTrue(text.contains { $0.contains("func kept() -> Int { 1 }") }, "\(text)")
        XCTAssertFalse(text.contains { $0.contains("ImageAnalyzer") || $0.contains("CMMotionManager") }, "\(text)")
    }

    /// A variable without a type is optional, as that of a value that is unwrapped implicitly.
    func testVariablesOfMembersOfObjects() {
        let text = lowered(
            """
            func f(_ info: [String: Any]) {
                let frame = (info["a"]! as AnyObject).cgRectValue
                let size: CGRect = (info["a"]! as AnyObject).cgRectValue
                let curve = (info["b"]! as AnyObject).integerValue!
                use(frame!, size, curve)
            }

            """)
        XCTAssertTrue(text.contains("let frame = ((info[\"a\"]! as AnyObject) as? NSValue)?.cgRectValue"), text)
        XCTAssertTrue(text.contains("let size: CGRect = ((info[\"a\"]! as AnyObject) as! NSValue).cgRectValue"), text)
        XCTAssertTrue(text.contains(".intValue)!"), text)
    }

    /// Cells, their headers and navigation controllers are made by metatypes.
    func testMetatypesOfCells() {
        let text = lowered(
            """
            protocol Row {}
            protocol Styled { var cellType: UITableViewCell.Type { get } }
            class Section { var rows: [Row & Styled] = [] }
            func make<T: UITableViewHeaderFooterView>(_ section: Section, _ type: T.Type) {
                let row = section.rows[0]
                _ = row.cellType.init(style: .default, reuseIdentifier: "a")
                _ = T(reuseIdentifier: nil)
            }

            """)
        XCTAssertTrue(text.contains("row.cellType._made(style: .default, reuseIdentifier: \"a\")"), text)
        XCTAssertTrue(text.contains("T._made(reuseIdentifier: nil)"), text)
    }

    /// The getter of a property that the class itself has.
    func testSelectorsOfPropertiesOfClasses() {
        let text = lowered("let a = #selector(getter: URLSessionConfiguration.default)\nlet b = #selector(getter: UIView.tag)\n")
        XCTAssertTrue(text.contains("of: URLSessionConfiguration.Type.self)"), text)
        XCTAssertTrue(text.contains("of: UIView.self)"), text)
    }

    func testRequiredInitialisersOfFoundation() {
        let text = lowered(
            """
            class P: URLProtocol {
                override init(request: URLRequest, cachedResponse: CachedURLResponse?, client: URLProtocolClient?) {
                    super.init(request: request, cachedResponse: cachedResponse, client: client)
                }
            }
            class Q: UIView { override init(frame: CGRect) { super.init(frame: frame) } }

            """)
        XCTAssertTrue(text.contains("    required init(request: URLRequest"), text)
        XCTAssertTrue(text.contains("override init(frame: CGRect)"), text)
    }

    /// Core Image brings pixel buffers along, Photos all of AVFoundation.
    func testImportsOfAVFoundation() {
        XCTAssertTrue(lowered("import UIKit\nfunc f(_ buffer: CVPixelBuffer) {}\n").contains("import AVFoundation"))
        XCTAssertTrue(lowered("import UIKit\nimport Photos\nvar player: AVPlayer?\n").contains("import AVFoundation"))
        XCTAssertFalse(lowered("import UIKit\nvar player: AVPlayer?\n").contains("import AVFoundation"))
    }
}
