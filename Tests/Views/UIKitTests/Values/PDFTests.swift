import UIKit
import XCTest

/// PDF documents, whose pages are pictures.
@MainActor final class PDFTests: XCTestCase {
    /// Returns the objects of a document by their number, read through its table.
    private func objects(_ data: Data) throws -> [String] {
        let bytes = Array(data)
        func text(from start: Int, _ count: Int = .max) -> String {
            String(decoding: bytes[min(start, bytes.count)...].prefix(count), as: Unicode.UTF8.self)
        }
        let end = text(from: bytes.count - 40)
        let start = try XCTUnwrap(end.components(separatedBy: "startxref\n").last?.split(separator: "\n").first.flatMap { Int($0) })
        let lines = text(from: start).split(separator: "\n", omittingEmptySubsequences: false)
        XCTAssertEqual(lines.first, "xref")
        let count = try XCTUnwrap(lines[1].split(separator: " ").last.flatMap { Int($0) })
        return (1..<count).map { number in
            XCTAssertEqual(lines[2 + number].utf8.count, 19)
            return text(from: Int(lines[2 + number].prefix(10))!, 200)
        }
    }

    func testPagesOfARenderer() async throws {
        let format = UIGraphicsPDFRendererFormat()
        format.documentInfo = ["Title": "Äpfel"]
        let renderer = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 100, height: 50), format: format)
        let data = renderer.pdfData { context in
            context.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
            context.beginPage()
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 50, height: 50))
            XCTAssertEqual(context.pdfContextBounds.width, 100)
            context.beginPage(withBounds: CGRect(x: 0, y: 0, width: 30, height: 70), pageInfo: [:])
            XCTAssertTrue(UIGraphicsGetCurrentContext() === context.cgContext)
        }
        XCTAssertNil(UIGraphicsGetCurrentContext())
        XCTAssertTrue(data.starts(with: Data("%PDF-1.4".utf8)))
        // Each page has its picture's alpha and colors, its drawing, and itself.
        let found = try objects(data)
        XCTAssertEqual(found.count, 2 + 2 * 4 + 1)
        XCTAssertTrue(found[1].contains("/Count 2"), found[1])
        XCTAssertTrue(found[3].contains("/Width 200 /Height 100"), found[3])
        XCTAssertTrue(found[4].contains("q 100.0 0 0 50.0 0.0 0.0 cm"), found[4])
        XCTAssertTrue(found[5].contains("/MediaBox [0.0 0.0 100.0 50.0]"), found[5])
        XCTAssertTrue(found[9].contains("/MediaBox [0.0 0.0 30.0 70.0]"), found[9])
        XCTAssertTrue(found[10].contains("/Title <FEFF00C400700066"), found[10])
    }

    func testContexts() async throws {
        let data = NSMutableData()
        UIGraphicsEndPDFContext()
        UIGraphicsBeginPDFContextToData(data, .zero, nil)
        XCTAssertEqual(UIGraphicsGetPDFContextBounds(), CGRect(x: 0, y: 0, width: 612, height: 792))
        UIGraphicsBeginPDFPage()
        UIGraphicsBeginPDFPageWithInfo(CGRect(x: 5, y: 5, width: 20, height: 10), nil)
        XCTAssertEqual(UIGraphicsGetPDFContextBounds().width, 20)
        UIGraphicsEndPDFContext()
        XCTAssertEqual(UIGraphicsGetPDFContextBounds(), .zero)
        XCTAssertNil(UIGraphicsGetCurrentContext())
        XCTAssertEqual(try objects(data as Data).count, 2 + 2 * 4)
        // A document without pages has an empty one.
        let empty = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 10, height: 10)).pdfData { _ in }
        XCTAssertEqual(try objects(empty).count, 2 + 4)
    }
}
