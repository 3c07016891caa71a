import XCTest
@testable import Lowering

final class InitializerRequirementTests: XCTestCase {
    private let making = """
        import UIKit
        public protocol Makes: AnyObject { init() }
        extension Makes { init(_ change: (Self) -> Void) { self.init(); change(self) } }
        extension NSObject: Makes {}
        class Style: Makes { required init() {} }

        """

    /// The requirement goes, an extension has the initialiser, and classes that satisfy it themselves say so.
    func testARequirementOfNSObject() {
        let text = lowered(making)
        XCTAssertTrue(text.contains("public protocol Makes: AnyObject, _Making {        }"), text)
        XCTAssertTrue(text.contains("class Style: Makes, _Initialized { required init() {} }"), text)
        XCTAssertTrue(text.contains("extension Makes { public init() { self.init(_making:"), text)
    }

    /// Protocols that no class of Apple's conforms to, and requirements with parameters, stay.
    func testOthersStay() {
        XCTAssertNil(change("import UIKit\nprotocol P { init() }\nclass A: P { required init() {} }\n"))
        XCTAssertNil(change("import UIKit\nprotocol P { init?() }\nextension UIColor: P {}\n"))
        XCTAssertNil(change("import UIKit\nprotocol P { init(_ a: Int) }\nextension UIView: P {}\n"))
    }
}
