import XCTest

@testable import UIKit

@MainActor final class SymbolTests: XCTestCase {
    func testEveryDrawingCanBeReadAndStaysInItsSquare() async {
        for (name, text) in SymbolTable.drawings {
            guard let drawing = SymbolDrawing(name) else { XCTFail("\(name) can't be a name"); continue }
            XCTAssertEqual(drawing.parts.count, text.split(separator: "|").count, "a part of \(name) can't be read")
            XCTAssertFalse(drawing.isPlaceholder)
            for part in drawing.parts {
                let box = part.path.boundingBoxOfPath
                XCTAssertTrue(
                    CGRect(x: 1, y: 1, width: 22, height: 22).insetBy(dx: -0.8, dy: -0.8).contains(box), "\(name) reaches to \(box)")
            }
        }
    }

    func testEndingsOfNames() async throws {
        XCTAssertTrue(try XCTUnwrap(SymbolDrawing("star.fill")).isFilled)
        let enclosed = try XCTUnwrap(SymbolDrawing("heart.circle.fill"))
        XCTAssertTrue(enclosed.isFilled && !enclosed.enclosed.isEmpty)
        XCTAssertTrue(try XCTUnwrap(SymbolDrawing("mic.slash.fill")).isStruckOut)
        XCTAssertTrue(try XCTUnwrap(SymbolDrawing("no.such.symbol")).isPlaceholder)
        for name in ["", "Star", "a b", "star\n", "é"] { XCTAssertNil(UIImage(systemName: name), name) }
    }

    func testSizesAndTint() async throws {
        let plain = try XCTUnwrap(UIImage(systemName: "star"))
        XCTAssertTrue(plain.isSymbolImage)
        let large = try XCTUnwrap(UIImage(systemName: "star", withConfiguration: UIImage.SymbolConfiguration(pointSize: 34)))
        XCTAssertEqual(large.size.width, plain.size.width * 2, accuracy: 2)
        XCTAssertGreaterThan(
            coverage(try XCTUnwrap(UIImage(systemName: "star", withConfiguration: UIImage.SymbolConfiguration(weight: .black)))),
            coverage(plain) * 1.3)
        XCTAssertEqual(plain.withConfiguration(UIImage.SymbolConfiguration(pointSize: 34)).size, large.size)
        XCTAssertGreaterThan(coverage(try XCTUnwrap(UIImage(systemName: "star.fill"))), coverage(plain) * 1.3)
        // Its shape counts, in the tint, unless the program says otherwise.
        XCTAssertTrue(plain.showsShapeOnly)
        XCTAssertFalse(plain.withRenderingMode(.alwaysOriginal).showsShapeOnly)
        XCTAssertFalse(
            try XCTUnwrap(UIImage(systemName: "star", withConfiguration: UIImage.SymbolConfiguration(hierarchicalColor: .red)))
                .showsShapeOnly)
        for size in [0, -3, .nan, .infinity] as [CGFloat] {
            XCTAssertNotNil(UIImage(systemName: "star", withConfiguration: UIImage.SymbolConfiguration(pointSize: size))?.cgImage)
        }
    }

    private func coverage(_ image: UIImage) -> Double {
        guard let pixels = image.cgImage?.dataProvider?.data as? Data else { return 0 }
        return stride(from: 3, to: pixels.count, by: 4).reduce(0) { $0 + Double(pixels[$1]) }
    }
}
