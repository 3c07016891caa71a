import QuartzCore

/// The caret of a text field or a text view, hidden until the text is edited.
@MainActor final class TextCaret: UIView {
    /// The width in points.
    static let width: CGFloat = 2

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isHidden = true
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Shows the caret and restarts its blinking.
    func blink() {
        isHidden = false
        let blink = CAKeyframeAnimation(keyPath: "opacity")
        (blink.values, blink.keyTimes, blink.calculationMode) = ([1, 0], [0, 0.5, 1], .discrete)
        (blink.duration, blink.repeatCount) = (1, .infinity)
        layer.add(blink, forKey: "Agate.caret")
    }

    /// Hides the caret at the end of editing.
    func hide() {
        isHidden = true
        layer.removeAllAnimations()
    }
}
