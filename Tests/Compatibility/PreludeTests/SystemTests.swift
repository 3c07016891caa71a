import Compression
import Foundation
import Prelude
import XCTest

final class SystemTests: XCTestCase {
    func testLoadedFiles() {
        let count = _dyld_image_count()
        XCTAssertGreaterThan(count, 1)
        let names = (0..<count).map { String(cString: _dyld_get_image_name($0)) }
        XCTAssertTrue(names.contains { $0.contains("libc.so") || $0.contains("ld-musl") }, "\(names)")
        XCTAssertNil(_dyld_get_image_name(count))
        XCTAssertNil(_dyld_get_image_header(count))
        XCTAssertNotNil(_dyld_get_image_header(1))
        // A name stays where it is.
        XCTAssertEqual(_dyld_get_image_name(1), _dyld_get_image_name(1))
    }

    func testStreams() {
        XCTAssertEqual(fileno(standardErrorStream), 2)
        XCTAssertEqual(fileno(standardOutputStream), 1)
    }

    func testElementsByPointer() {
        final class Thing {}
        let thing = Thing()
        let array: CFArray = NSArray(array: [thing, "text"])
        let pointer: UnsafeRawPointer? = CFArrayGetValueAtIndex(array, 0)
        XCTAssertTrue(unsafeBitCast(pointer, to: Thing.self) === thing)
        XCTAssertTrue(unsafeBitCast(CFArrayGetValueAtIndex(array, 1) as UnsafeRawPointer?, to: NSString.self).isEqual(to: "text"))
        XCTAssertNil(CFArrayGetValueAtIndex(array, 2))
    }

    func testAttributedString() {
        let text = CFAttributedStringCreate(nil, "abc" as NSString, ["key": 1] as NSDictionary)
        XCTAssertEqual(text?.attribute(.init("key"), at: 2, effectiveRange: nil) as? Int, 1)
        XCTAssertNil(CFAttributedStringCreate(nil, nil, nil))
    }

    func testCompression() throws {
        let source = Array(String(repeating: "A text that says the same again. ", count: 100).utf8)
        for algorithm in [COMPRESSION_ZLIB, COMPRESSION_BROTLI] {
            var small = [UInt8](repeating: 0, count: 1000), large = [UInt8](repeating: 0, count: source.count + 10)
            let size = compression_encode_buffer(&small, small.count, source, source.count, nil, algorithm)
            try XCTSkipIf(size == 0, "no Brotli encoder is installed")
            XCTAssertLessThan(size, 300)
            XCTAssertEqual(compression_decode_buffer(&large, large.count, small, size, nil, algorithm), source.count)
            XCTAssertEqual(Array(large.prefix(source.count)), source)
            small[size / 2] ^= 255
            XCTAssertNotEqual(Array(large.prefix(compression_decode_buffer(&large, large.count, small, size / 2, nil, algorithm))), source)
        }
        var room = [UInt8](repeating: 0, count: 10)
        XCTAssertEqual(compression_encode_buffer(&room, room.count, source, source.count, nil, COMPRESSION_LZFSE), 0)
        XCTAssertEqual(compression_encode_buffer(&room, room.count, source, source.count, nil, COMPRESSION_ZLIB), 0)
    }
}
