import CoreGraphics
import ObjectiveCRuntime
import XCTest

final class TypeIdentifierTests: XCTestCase {
    func testValuesAreRecognised() throws {
        let path = CGMutablePath(), color = CGColor(gray: 0, alpha: 1), space = CGColorSpaceCreateDeviceRGB()
        XCTAssertEqual(CFGetTypeID(color), CGColor.typeID)
        XCTAssertEqual(CFGetTypeID(path), CGPath.typeID)
        XCTAssertEqual(CFGetTypeID(space), CGColorSpace.typeID)
        XCTAssertNotEqual(CGColor.typeID, CGPath.typeID)
        let all = [CGColor.typeID, CGColorSpace.typeID, CGContext.typeID, CGImage.typeID, CGPath.typeID, CGGradient.typeID, CGLayer.typeID]
        XCTAssertEqual(Set(all).count, all.count)
    }

    func testAClassIsItsClassForCoder() {
        final class Plain: NSObject {}
        XCTAssertTrue(Plain.classForCoder() === Plain.self)
        XCTAssertEqual(Bundle(for: Plain.classForCoder()).bundlePath, Bundle(for: Plain.self).bundlePath)
    }
}
