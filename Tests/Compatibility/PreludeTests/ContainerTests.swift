import ImageIO
import Prelude
import XCTest

/// Core Foundation's functions over containers, and the runtime's over names.
final class ContainerTests: XCTestCase {
    func testValuesOfDictionaries() {
        let inner: NSDictionary = ["delay": NSNumber(value: 0.25)], outer: NSDictionary = ["gif": inner, "name": "text"]
        func pointer(_ key: NSString) -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(key).toOpaque()) }
        let keys: [NSString] = ["gif", "delay", "name", "none"]
        let found = CFDictionaryGetValue(outer, pointer(keys[0]))
        XCTAssertEqual(found.map { unsafeBitCast($0, to: NSDictionary.self) }, inner)
        let delay = CFDictionaryGetValue(inner, pointer(keys[1]))
        XCTAssertEqual(delay.map { unsafeBitCast($0, to: NSNumber.self).floatValue }, 0.25)
        // The same box each time, and no value.
        let name = CFDictionaryGetValue(outer, pointer(keys[2]))
        XCTAssertEqual(name, CFDictionaryGetValue(outer, pointer(keys[2])))
        XCTAssertNil(CFDictionaryGetValue(outer, pointer(keys[3])))
        XCTAssertNil(CFDictionaryGetValue(nil, pointer(keys[0])))
        var value: UnsafeRawPointer?
        XCTAssertTrue(CFDictionaryGetValueIfPresent(outer, pointer(keys[0]), &value))
        XCTAssertNotNil(value)
        XCTAssertFalse(CFDictionaryContainsKey(outer, pointer(keys[3])))
        XCTAssertEqual(CFDictionaryGetCount(outer), 2)
        withExtendedLifetime((keys, inner, outer)) {}
    }

    /// Programs make a pointer of a constant, which is one object for as long as the program runs.
    func testConstantsOfAppleSFrameworksAreOneObject() {
        func pointer(_ key: CFString) -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(key).toOpaque()) }
        let times: NSDictionary = [kCGImagePropertyGIFDelayTime: NSNumber(value: 0.5)],
            all: NSDictionary = [kCGImagePropertyGIFDictionary: times]
        let found = CFDictionaryGetValue(all, pointer(kCGImagePropertyGIFDictionary))
        XCTAssertEqual(found.map { unsafeBitCast($0, to: NSDictionary.self) }, times)
        XCTAssertTrue(kCGImagePropertyGIFDictionary === kCGImagePropertyGIFDictionary)
        withExtendedLifetime((times, all)) {}
    }

    func testBytes() {
        let data: CFMutableData = CFDataCreateMutable(nil, 0)
        CFDataAppendBytes(data, [1, 2, 3], 3)
        XCTAssertEqual(CFDataGetLength(data), 3)
        XCTAssertEqual(CFDataGetBytePtr(data)?[2], 3)
        CFDataGetMutableBytePtr(data)?[0] = 9
        XCTAssertEqual(CFDataGetBytePtr(data)?[0], 9)
        XCTAssertNil(CFDataCreate(nil, nil, 4))
        XCTAssertEqual(CFDataGetLength(nil), 0)
    }

    func testNames() {
        final class Named: NSObject {}
        XCTAssertEqual(String(cString: class_getName(Named.self)), "Named")
        XCTAssertEqual(String(cString: sel_getName(Selector("tap:"))), "tap:")
        let object = Named()
        XCTAssertGreaterThan(CFGetRetainCount(object), 0)
        XCTAssertEqual(CFGetRetainCount(nil), 0)
        XCTAssertEqual("\(kCFBundleVersionKey!)", "CFBundleVersion")
        XCTAssertNil(object.forwardingTarget(for: Selector("x")))
    }
}
