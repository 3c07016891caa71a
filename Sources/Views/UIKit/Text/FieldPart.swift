import CoreText
import QuartzCore

/// The text or the placeholder of a field whose class draws it: the label's place and size are the field's, and what is drawn is in the
/// field's coordinates.
@MainActor final class FieldPart: UILabel {
    enum Kind { case text, placeholder }

    private weak var field: UITextField?
    private let kind: Kind

    /// Returns a label, or a part that asks the field if its class overrides the method that draws.
    static func make(for field: UITextField, _ kind: Kind) -> UILabel {
        let table = kind == .text ? texts : placeholders
        // Where methods can't be found, labels serve.
        guard type(of: field) != UITextField.self, table?.isOverridden(in: type(of: field)) ?? false else { return UILabel() }
        return FieldPart(field, kind)
    }

    private init(_ field: UITextField, _ kind: Kind) {
        (self.field, self.kind) = (field, kind)
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override func drawText(in rect: CGRect) {
        // While the field is edited, the caret and the selection need the label's own places.
        guard let field, kind == .placeholder || !field.isEditing, let context = UIGraphicsGetCurrentContext() else {
            return super.drawText(in: rect)
        }
        let place = convert(bounds, to: field)
        context.saveGState()
        context.translateBy(x: -place.minX, y: -place.minY)
        if kind == .text { field.drawText(in: place) } else { field.drawPlaceholder(in: place) }
        context.restoreGState()
    }

    private static let texts = MethodTable(of: UITextField.self, plain: PlainProbe.self, overriding: TextProbe.self, methods: 1)
    private static let placeholders = MethodTable(
        of: UITextField.self, plain: PlainProbe.self, overriding: PlaceholderProbe.self, methods: 1)

    private class PlainProbe: UITextField {}
    // Never called.
    private class TextProbe: UITextField {
        override func drawText(in rect: CGRect) { tag = 1 }
    }
    private class PlaceholderProbe: UITextField {
        override func drawPlaceholder(in rect: CGRect) { tag = 2 }
    }
}

extension NSAttributedString {
    /// Returns the place of the text in a rectangle, vertically centered.
    fileprivate func center(in rect: CGRect) -> CGRect {
        let height = boundingRect(with: rect.size, options: .usesLineFragmentOrigin, context: nil).height
        return CGRect(x: rect.minX, y: rect.minY + ((rect.height - height) / 2).rounded(), width: rect.width, height: height)
    }

    /// Draws the text in a rectangle, vertically centered.
    @MainActor func draw(centeredIn rect: CGRect) {
        guard length > 0 else { return }
        draw(in: center(in: rect))
    }
}
