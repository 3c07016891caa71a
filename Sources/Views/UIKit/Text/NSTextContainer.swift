import QuartzCore

/// Where the lines of a ``UITextView`` stand. Text is laid out by the view itself: of this, the padding counts.
open class NSTextContainer: NSObject {
    /// Called when something changes that counts.
    final var onChange: (() -> Void)?

    /// Room beside each line, in points; 5 at first. Negative and not finite: 0.
    open var lineFragmentPadding: CGFloat = 5 { didSet { onChange?() } }
    /// The size of the place for lines. Kept: the view's bounds count.
    open var size: CGSize
    /// Kept: all lines show.
    open var maximumNumberOfLines = 0
    /// Kept: the text's paragraph styles count.
    open var lineBreakMode = NSLineBreakMode.byWordWrapping
    /// Kept: the width is always the view's.
    open var widthTracksTextView = true
    /// Kept: lines go on below the view's lower edge and are scrolled to. False at first.
    open var heightTracksTextView = false

    /// A place of a size.
    public init(size: CGSize = .zero) {
        self.size = size
        super.init()
    }

    final var padding: CGFloat { lineFragmentPadding.isFinite ? max(0, lineFragmentPadding) : 0 }
}
