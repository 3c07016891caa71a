import XCTest

@testable import UIKit

/// Structures of numbers in NSValue.
final class ValueOfNumbersTests: XCTestCase {
    /// Each structure comes out of a value as it went in, and out of no value of another structure, with `as` and with the properties.
    func testEachStructureIsKeptApart() {
        let vector = CGVector(dx: 1, dy: -2), offset = UIOffset(horizontal: 3, vertical: 4.5)
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let directional = NSDirectionalEdgeInsets(top: 5, leading: 6, bottom: 7, trailing: 8)
        let values = [
            NSValue(cgVector: vector), NSValue(uiOffset: offset), NSValue(uiEdgeInsets: insets),
            NSValue(directionalEdgeInsets: directional),
            NSValue(cgPoint: CGPoint(x: 1, y: 2)), NSValue(cgSize: CGSize(width: 1, height: 2)),
            NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)), NSValue(cgAffineTransform: CGAffineTransform(translationX: 1, y: 2)),
            NSValue(caTransform3D: CATransform3DMakeScale(1, 2, 3)),
        ]
        XCTAssertEqual(values.map(\.cgVectorValue), values.indices.map { $0 == 0 ? vector : .zero })
        XCTAssertEqual(values.map(\.uiOffsetValue), values.indices.map { $0 == 1 ? offset : .zero })
        XCTAssertEqual(values.map(\.uiEdgeInsetsValue), values.indices.map { $0 == 2 ? insets : .zero })
        XCTAssertEqual(values.map(\.directionalEdgeInsetsValue), values.indices.map { $0 == 3 ? directional : .zero })
        XCTAssertEqual(values.map { $0 as? CGVector }, values.indices.map { $0 == 0 ? vector : nil })
        XCTAssertEqual(values.map { $0 as? UIOffset }, values.indices.map { $0 == 1 ? offset : nil })
        XCTAssertEqual(values.map { $0 as? UIEdgeInsets }, values.indices.map { $0 == 2 ? insets : nil })
        XCTAssertEqual(values.map { $0 as? NSDirectionalEdgeInsets }, values.indices.map { $0 == 3 ? directional : nil })
        XCTAssertEqual(values.indices.filter { values[$0] as? CGPoint != nil }, [4])
        XCTAssertEqual(values.indices.filter { values[$0] as? CGAffineTransform != nil }, [7])
        XCTAssertEqual((insets as NSValue).uiEdgeInsetsValue, insets)
        XCTAssertEqual((offset as NSValue), NSValue(uiOffset: offset))
        XCTAssertNotEqual((offset as NSValue), NSValue(cgVector: CGVector(dx: 3, dy: 4.5)))
    }
}
