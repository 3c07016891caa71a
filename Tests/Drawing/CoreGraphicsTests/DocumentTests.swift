import AgateDiagnostics
import CoreGraphics
import Foundation
import XCTest

/// PDF documents, and where their bytes go.
final class DocumentTests: XCTestCase {
    private func document(_ draw: (CGContext) -> Void, box: CGRect = CGRect(x: 10, y: 20, width: 30, height: 40)) throws -> Data {
        let data = NSMutableData()
        var box = box
        let context = try XCTUnwrap(CGContext(consumer: try XCTUnwrap(CGDataConsumer(data: data)), mediaBox: &box, nil))
        draw(context)
        context.closePDF()
        return data as Data
    }

    func testPages() throws {
        let data = try document { context in
            for color in [CGColor.black, .white] {
                context.beginPDFPage(nil)
                context.setFillColor(color)
                context.fill(CGRect(x: 10, y: 20, width: 15, height: 40))
                context.endPDFPage()
            }
        }
        let text = String(decoding: data, as: UTF8.self)
        XCTAssertTrue(text.hasPrefix("%PDF-1.4\n"))
        XCTAssertTrue(text.contains("/Count 2 >>"))
        XCTAssertTrue(text.contains("/MediaBox [10.0 20.0 40.0 60.0]"))
        // Each page draws its picture over the box.
        XCTAssertEqual(text.components(separatedBy: "q 30.0 0 0 40.0 10.0 20.0 cm /P Do Q").count, 3)
        XCTAssertTrue(text.hasSuffix("%%EOF\n"))
        // Every entry of the table is where its object begins.
        let table = try XCTUnwrap(text.range(of: "xref\n0 "))
        let lines = text[table.upperBound...].split(separator: "\n").dropFirst(2).prefix { $0.hasSuffix(" n ") }
        XCTAssertEqual(lines.count, 10)
        for (index, line) in lines.enumerated() {
            let place = try XCTUnwrap(Int(line.prefix(10)))
            XCTAssertTrue(data[place...].starts(with: Data("\(index + 1) 0 obj\n".utf8)), "object \(index + 1)")
        }
    }

    func testDescription() throws {
        let data = NSMutableData()
        let info: NSDictionary = [kCGPDFContextTitle: "Äpfel", kCGPDFContextKeywords: ["a", "b"], "kCGPDFContextOwnerPassword": "secret"]
        let context = try XCTUnwrap(CGContext(consumer: try XCTUnwrap(CGDataConsumer(data: data)), mediaBox: nil, info))
        context.closePDF()
        let text = String(decoding: data as Data, as: UTF8.self)
        XCTAssertTrue(text.contains("<< /Keywords <FEFF0061002C00200062> /Title <FEFF00C4007000660065006C> >>"), text)
        XCTAssertTrue(text.contains("/Root 1 0 R /Info 3 0 R"), text)
        XCTAssertFalse(text.contains("secret"))
    }

    /// Straight colour and alpha, unpacked again.
    func testPictureOfPage() throws {
        let data = try document(
            { context in
                context.beginPage(mediaBox: nil)
                context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5))
                context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
                context.endPage()
            }, box: CGRect(x: 0, y: 0, width: 4, height: 4))
        var streams: [[UInt8]] = []
        var rest = data[...]
        while let start = rest.range(of: Data("/RunLengthDecode".utf8)),
            let open = rest[start.upperBound...].range(of: Data("stream\n".utf8)),
            let end = rest[open.upperBound...].range(of: Data("\nendstream".utf8))
        {
            streams.append(unpacked(Array(rest[open.upperBound..<end.lowerBound])))
            rest = rest[end.upperBound...]
        }
        XCTAssertEqual(streams.map(\.count), [256, 768])
        // 16 × 16 pixels, the left half red.
        XCTAssertEqual(streams[0][7], 128)
        XCTAssertEqual(streams[0][8], 0)
        XCTAssertEqual(Array(streams[1][21..<24]), [255, 0, 0])
    }

    private func unpacked(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [], index = 0
        while index < bytes.count, bytes[index] != 128 {
            let count = Int(bytes[index])
            if count < 128 {
                result += bytes[index + 1...index + 1 + count]
                index += count + 2
            } else {
                result += Array(repeating: bytes[index + 1], count: 257 - count)
                index += 2
            }
        }
        return result
    }

    func testRefusals() {
        for box in [CGRect.zero, CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1), CGRect(x: 0, y: 0, width: 1e6, height: 1)] {
            var box = box
            XCTAssertNil(CGContext(consumer: CGDataConsumer(data: NSMutableData())!, mediaBox: &box, nil))
        }
        XCTAssertNil(CGDataConsumer(url: NSURL(fileURLWithPath: "/nowhere/at/all.pdf")))
        let bitmap = CGContext(
            data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: 1)
        bitmap?.beginPage(mediaBox: nil)
        bitmap?.closePDF()
    }

    /// A large page takes fewer pixels a point.
    func testLargePage() throws {
        let data = try document(
            {
                $0.beginPage(mediaBox: nil); $0.endPage()
            }, box: CGRect(x: 0, y: 0, width: 14_400, height: 14_400))
        XCTAssertLessThan(data.count, 2_000_000)
    }

    func testDescriptions() {
        XCTAssertEqual("\(CGPoint(x: 1, y: 2.5)) \(CGSize(width: 3, height: 4))", "(1.0, 2.5) (3.0, 4.0)")
        XCTAssertEqual(CGRect(x: 1, y: 2, width: 3, height: 4).debugDescription, "(1.0, 2.0, 3.0, 4.0)")
    }
}
