import CoreGraphics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// The bytes in archives: read back, cut short, and in older archives.
final class PackedValueTests: XCTestCase {
    private var values: [(key: String, value: PropertyValue)] {
        let gray = CGColor(gray: 0.5, alpha: 0.25)
        let wide = CGColorSpace(name: CGColorSpace.displayP3).flatMap { CGColor(colorSpace: $0, components: [1, 0.5, 0.25, 0.125]) }
        return [
            ("opacity", .number(0.5)), ("backgroundColor", .color(gray)), ("position", .point(CGPoint(x: 1, y: 2))),
            ("borderColor", .color(wide ?? gray)), ("name", .string("Wörter")), ("contentsFormat", .string("")), ("hidden", .bool(true)),
        ]
    }

    func testColors() throws {
        let read = PackedValues.unpack(PackedValues.pack(values))
        XCTAssertEqual(read.count, values.count)
        for (key, value) in values {
            if case .string(let text) = value {
                guard case .string(text)? = read[key] else { return XCTFail(key) }
            }
            guard case .color(let color) = value else { continue }
            guard case .color(let found)? = read[key] else { return XCTFail(key) }
            XCTAssertEqual(found, color)
        }
    }

    func testEveryLength() {
        let whole = PackedValues.pack(values)
        for length in 0..<whole.count {
            XCTAssertLessThan(PackedValues.unpack(Data(whole.prefix(length))).count, values.count, "\(length) bytes")
        }
    }

    func testAnyByte() {
        let whole = [UInt8](PackedValues.pack(values))
        for place in whole.indices {
            for byte in [0, 1, 127, 255] as [UInt8] {
                var bytes = whole
                bytes[place] = byte
                _ = PackedValues.unpack(Data(bytes))
            }
        }
    }

    func testBytesOfOlderArchives() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true), bytes = Data((0..<200).map { UInt8($0) })
        archiver.encode((Data(count: 8) + bytes) as NSData, forKey: "marked.bytes")
        archiver.encode(bytes as NSData, forKey: "plain")
        archiver.encodeBytes(bytes, forKey: "new")
        archiver.encodeBytes(Data(), forKey: "empty")
        archiver.encode("text" as NSString, forKey: "other.raw")
        archiver.encodeNumbers([1, -0.5, .greatestFiniteMagnitude], forKey: "numbers")
        archiver.finishEncoding()
        let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        XCTAssertEqual(coder.storedBytes(forKey: "marked"), bytes)
        XCTAssertEqual(coder.storedBytes(forKey: "plain"), bytes)
        XCTAssertEqual(coder.storedBytes(forKey: "new"), bytes)
        XCTAssertEqual(coder.storedBytes(forKey: "empty"), Data())
        XCTAssertNil(coder.storedBytes(forKey: "other"))
        XCTAssertNil(coder.storedBytes(forKey: "absent"))
        XCTAssertEqual(coder.storedNumbers(forKey: "numbers"), [1, -0.5, .greatestFiniteMagnitude])
    }
}
