import QuartzCore

/// The area of the lines of a ``UITextView`` or an ``NSLayoutManager``. A text view lays out its text itself, and uses only the padding.
open class NSTextContainer: NSObject {
    /// Called when a property that affects the layout changes.
    final var onChange: (() -> Void)?

    /// The padding on both sides of each line, in points; 5 by default. Values that are negative or not finite count as 0.
    open var lineFragmentPadding: CGFloat = 5 { didSet { changed() } }
    /// The size of the area for lines, for a layout manager; 0 is no limit. In a text view, it follows the view's bounds.
    open var size: CGSize { didSet { if size != oldValue { layoutManager?.textContainerChangedGeometry(self) } } }
    /// The maximum number of a layout manager's lines; 0, the default, is no limit. Without effect in a text view, where all lines show.
    open var maximumNumberOfLines = 0 { didSet { layoutManager?.textContainerChangedGeometry(self) } }
    /// The omission at the end of a layout manager's last line. Without effect in a text view, and the paragraph styles of the text break
    /// the lines.
    open var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { layoutManager?.textContainerChangedGeometry(self) } }
    /// The shapes in the container that lines avoid; none by default. Stored, without effect. Setting it reports one diagnostic.
    open var exclusionPaths: [UIBezierPath] = [] {
        didSet { KeptProperty.report("NSTextContainer.exclusionPaths", !exclusionPaths.isEmpty, "lines don't avoid shapes") }
    }
    /// The layout manager of the container; not retained.
    open weak var layoutManager: NSLayoutManager?
    /// True: a container is a rectangle.
    open var isSimpleRectangularTextContainer: Bool { exclusionPaths.isEmpty }
    /// Stored, without effect: the width is always the view's.
    open var widthTracksTextView = true
    /// Stored, without effect: lines continue below the view's lower edge, and the view scrolls. False by default.
    open var heightTracksTextView = false

    /// Creates a container with a size.
    public init(size: CGSize = .zero) {
        self.size = size
        super.init()
    }

    public required init(coder: NSCoder) {
        size = .zero
        super.init()
    }

    private func changed() {
        onChange?()
        layoutManager?.textContainerChangedGeometry(self)
    }

    final var padding: CGFloat { lineFragmentPadding.isFinite ? max(0, lineFragmentPadding) : 0 }
}
