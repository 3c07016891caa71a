import UIKit
import XCTest

private final class DrawingField: UITextField {
    var texts: [CGRect] = [], placeholders: [CGRect] = []
    var isSilent = false
    override func drawText(in rect: CGRect) {
        texts.append(rect)
        if !isSilent { super.drawText(in: rect) }
    }
    override func drawPlaceholder(in rect: CGRect) {
        placeholders.append(rect)
        if !isSilent { super.drawPlaceholder(in: rect) }
    }
}

/// Fields whose classes draw their text and their placeholder.
@MainActor
final class FieldDrawingTests: XCTestCase {
    /// A field that makes room for a title in both rectangles, beginning with the standard ones.
    private final class TitledField: UITextField {
        override func textRect(forBounds bounds: CGRect) -> CGRect { lower(super.textRect(forBounds: bounds)) }
        override func editingRect(forBounds bounds: CGRect) -> CGRect { lower(super.editingRect(forBounds: bounds)) }
        private func lower(_ rect: CGRect) -> CGRect {
            CGRect(x: rect.minX, y: rect.minY + 15, width: rect.width, height: rect.height - 15)
        }
    }

    func testOverriddenRectangles() async {
        let field = TitledField(frame: CGRect(x: 0, y: 0, width: 100, height: 45))
        XCTAssertEqual(field.editingRect(forBounds: field.bounds), field.textRect(forBounds: field.bounds))
    }

    private func isBlank(_ scene: Scene) -> Bool {
        let image = scene.host.image()
        guard let data = image.dataProvider?.data as Data? else { return true }
        let first = data[0..<4]
        return (0..<40).allSatisfy { y in
            (0..<190).allSatisfy { x in data[y * image.bytesPerRow + x * 4..<y * image.bytesPerRow + x * 4 + 4].elementsEqual(first) }
        }
    }

    func testOverridesDraw() async throws {
        for isSilent in [false, true] {
            let scene = Scene(), field = DrawingField(frame: CGRect(x: 0, y: 0, width: 190, height: 40))
            field.isSilent = isSilent
            field.placeholder = "Name"
            scene.add(field)
            XCTAssertEqual(isBlank(scene), isSilent)
            XCTAssertEqual(field.placeholders.last, field.placeholderRect(forBounds: field.bounds))
            scene.turn { field.text = "Ada" }
            XCTAssertEqual(isBlank(scene), isSilent)
            XCTAssertEqual(field.texts.last, field.textRect(forBounds: field.bounds))
        }
    }

    /// Classes that override neither are shown by labels, as before.
    func testOthersShowLabels() async throws {
        let scene = Scene(), field = UITextField(frame: CGRect(x: 0, y: 0, width: 190, height: 40))
        field.placeholder = "Name"
        scene.add(field)
        XCTAssertFalse(isBlank(scene))
    }
}
