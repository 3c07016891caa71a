import XCTest
@testable import Lowering

final class ImportRuleTests: XCTestCase {
    func testUmbrellasBringCoreImage() {
        XCTAssertTrue(lowered("import UIKit\nlet s: CIImage? = nil; @objc class A {}\n").hasSuffix("\nimport CoreImage\n"))
        XCTAssertEqual(
            kept("import UIKit\nfunc blur(_ image: CIImage) -> Int { 1 }\nlet v = CIVector(x: 1)\nstruct CITY {}\n@objc class A {}\n"),
            ["import UIKit", "struct CITY {}", "class A {}"])
    }

    func testUmbrellasBringImageIO() {
        XCTAssertTrue(lowered("import UIKit\nlet s: CGImageSource? = nil; @objc class A {}\n").hasSuffix("\nimport ImageIO\n"))
        XCTAssertFalse(lowered("import UIKit\nlet s: CGImage? = nil; @objc class A {}\n").contains("ImageIO"))
        XCTAssertEqual(
            lowered("import UIKit\nlet a = CoreFoundation.sqrt(2); os(1)\n"), "import UIKit\nlet a = Foundation.sqrt(2); os(1)\n")
    }

    /// Foundation has CoreGraphics; UIKit comes from the framework's header, where other files import it.
    func testFoundationBringsCoreGraphics() {
        XCTAssertTrue(lowered("import Foundation\nlet t: CGAffineTransform? = nil\n").hasSuffix("\nimport CoreGraphics\n"))
        XCTAssertNil(change("import Foundation\nlet t: CGFloat = 1, p = CGPoint.zero\n"))
        XCTAssertNil(change("import QuartzCore\nlet t: CGAffineTransform? = nil\n"))
        func pair(_ other: String) -> String {
            let files = [
                SourceFile(path: "a.swift", text: "import Foundation\nlet a: UIFont? = nil\n"), SourceFile(path: "b.swift", text: other),
            ]
            return Lowering.lower([SourceModule(name: "Kit", files: files)]).files[0].text
        }
        XCTAssertTrue(pair("import UIKit\n").hasSuffix("\nimport UIKit\n"))
        XCTAssertFalse(pair("import Foundation\n").contains("import UIKit"))
        XCTAssertEqual(
            lowered("import SwiftUI\nextension NSLineBreakMode { @objc var own: Int { 1 } }\n").split(separator: "\n").first, "import UIKit"
        )
    }

    func testSwiftUIBringsObservation() {
        XCTAssertTrue(lowered("import SwiftUI\n@Observable class A { var n = 1 }\n").hasSuffix("\nimport Observation\n"))
        XCTAssertFalse(lowered("import SwiftUI\n@objc class A { var n = 1 }\n").contains("Observation"))
        XCTAssertFalse(lowered("import Combine\n@Observable class A { var n = 1 }\n").contains("import Observation"))
    }

    func testSubmodulesAndSingleNames() {
        XCTAssertEqual(lowered("import UIKit.UIGestureRecognizerSubclass\n"), "import UIKit\n")
        XCTAssertEqual(lowered("import class UIKit.UIView\n"), "import       UIKit\n")
        XCTAssertNil(change("import struct Foundation.Date\nimport UIKit\n"))
    }

    func testReplacements() {
        XCTAssertEqual(
            lowered("import Darwin\nimport ObjectiveC.runtime\n@_exported import os.log\nimport OSLog\n"),
            "import Foundation\nimport Foundation\n@_exported import OSCompatibility\nimport OSCompatibility\n")
        XCTAssertEqual(
            lowered("import Darwin\nlet a = Darwin.sin(1), darwin = 2\n"), "import Foundation\nlet a = Foundation.sin(1), darwin = 2\n")
        XCTAssertEqual(lowered("import func Darwin.sin\n"), "import      Foundation\n")
        XCTAssertEqual(
            lowered("import MobileCoreServices; import UIKit\n"),
            "                         ; import UIKit\n".replacingOccurrences(
                of: "                         ;", with: "                         ;"))
    }

    func testWhatOtherModulesBringAlong() {
        XCTAssertEqual(lowered("import XCTest\nlet a: UIView? = nil\n"), "import XCTest; import UIKit\nlet a: UIView? = nil\n")
        XCTAssertNil(change("import XCTest\nlet a = 1\n"))
        XCTAssertNil(change("import XCTest\nimport UIKit\nlet a: UIView? = nil\n"))
        XCTAssertEqual(lowered("import WebKit\nlet a: UIView? = nil\n"), "import UIKit\nlet a: UIView? = nil\n")
    }

    func testMissingModulesLeaveTheFileOut() {
        let result = Lowering.lower([
            SourceModule(name: "A", files: [SourceFile(path: "a.swift", text: "import UIKit\nimport AppKit\nlet a = 1\n")])
        ])
        XCTAssertEqual(result.excluded, [ExcludedFile(path: "a.swift", reason: "imports AppKit", modules: ["AppKit"])])
        XCTAssertEqual(result.files[0].text, "// Left out: AppKit can't be imported on Linux.\n")
    }

    func testGuardedImportsStay() {
        XCTAssertNil(change("#if canImport(SwiftUI)\nimport SwiftUI\n#endif\n"))
        XCTAssertNil(change("#if SOMETHING\nimport Nothing\n#endif\n"))
        XCTAssertNil(change("#if canImport(UIKit)\nimport UIKit\n#else\nimport AppKit\n#endif\n"))
    }

    func testModulesOfThePackage() {
        let result = Lowering.lower([
            SourceModule(
                name: "App", dependencies: ["Kit", "CThing"],
                files: [SourceFile(path: "a.swift", text: "@testable import Kit\nimport CThing\n")]),
            SourceModule(name: "Kit", files: [SourceFile(path: "k.swift", text: "let a = 1\n")]),
        ])
        XCTAssertEqual(result.excluded, [])
        XCTAssertEqual(result.files.map(\.changed), [false, false])
    }
}
