import QuartzCore

/// Whether a class of views draws for itself: UIKit gives a bitmap only to views that override `draw(_:)` or `draw(_:in:)` (D5).
///
/// Apple's asks the Objective-C runtime. Here the class's own table of methods says so: a probe that overrides just these two, beside one that
/// overrides nothing, shows which entries they are, and a class draws when one of them is not UIView's. Where that can't be told, every class
/// counts as one that draws, which costs bitmaps and nothing else.
@MainActor enum DrawOverride {
    /// Byte offsets, from the address of a class's metadata, of the two entries.
    private static let slots: [Int]? = {
        let base = address(UIView.self), plain = address(PlainProbe.self), drawing = address(DrawingProbe.self)
        // The words after the class's descriptor, up to the end of UIView's part.
        let size = Int(base.load(fromByteOffset: 32, as: UInt32.self)) - Int(base.load(fromByteOffset: 36, as: UInt32.self))
        guard (56..<1 << 16).contains(size) else { return nil }
        let found = stride(from: 56, to: size - 7, by: 8).filter {
            let own = word(base, $0)
            return word(plain, $0) == own && word(drawing, $0) != own
        }
        return found.count == 2 ? found : nil
    }()
    private static var known: [ObjectIdentifier: Bool] = [:]

    static func isIn(_ type: UIView.Type) -> Bool {
        if type == UIView.self { return false }
        guard let slots else { return true }
        let key = ObjectIdentifier(type)
        if let answer = known[key] { return answer }
        let base = address(UIView.self), own = address(type)
        let answer = slots.contains { word(base, $0) != word(own, $0) }
        known[key] = answer
        return answer
    }

    private static func address(_ type: UIView.Type) -> UnsafeRawPointer { unsafeBitCast(type, to: UnsafeRawPointer.self) }
    private static func word(_ metadata: UnsafeRawPointer, _ offset: Int) -> UInt { metadata.load(fromByteOffset: offset, as: UInt.self) }

    private class PlainProbe: UIView {}
    private class DrawingProbe: UIView {
        // Never called; bodies of their own keep the entries apart.
        override func draw(_ rect: CGRect) { tag = 1 }
        override func draw(_ layer: CALayer, in ctx: CGContext) { tag = 2 }
    }
}
