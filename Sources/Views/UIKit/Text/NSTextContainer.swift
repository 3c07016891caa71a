import QuartzCore

/// The area of a ``UITextView``'s lines. The view lays the text out itself, and uses only the padding of the container.
open class NSTextContainer: NSObject {
    /// Called when a property that affects the layout changes.
    final var onChange: (() -> Void)?

    /// The padding on both sides of each line, in points; 5 by default. Values that are negative or not finite count as 0.
    open var lineFragmentPadding: CGFloat = 5 { didSet { onChange?() } }
    /// The size of the area for lines. Stored, without effect: the view's bounds apply.
    open var size: CGSize
    /// Stored, without effect: all lines show.
    open var maximumNumberOfLines = 0
    /// Stored, without effect: the paragraph styles of the text apply.
    open var lineBreakMode = NSLineBreakMode.byWordWrapping
    /// Stored, without effect: the width is always the view's.
    open var widthTracksTextView = true
    /// Stored, without effect: lines continue below the view's lower edge, and the view scrolls. False by default.
    open var heightTracksTextView = false

    /// Creates a container with a size.
    public init(size: CGSize = .zero) {
        self.size = size
        super.init()
    }

    final var padding: CGFloat { lineFragmentPadding.isFinite ? max(0, lineFragmentPadding) : 0 }
}
