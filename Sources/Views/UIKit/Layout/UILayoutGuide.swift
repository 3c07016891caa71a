import QuartzCore

/// The area of the keyboard. On Linux it is at the bottom of the view and has no height.
@preconcurrency @MainActor open class UIKeyboardLayoutGuide: UILayoutGuide {
    /// Stored without effect: there is no on-screen keyboard.
    open var followsUndockedKeyboard = false
    /// A Boolean value that indicates whether the guide ends at the safe area while there is no keyboard. The default is true. Stored
    /// without effect: it always does.
    open var usesBottomSafeArea = true
}

extension UIView {
    final var keyboardGuide: UIKeyboardLayoutGuide {
        if let made = rare.keyboardGuide { return made }
        let made = UIKeyboardLayoutGuide(
            self,
            .inset { view in
                UIEdgeInsets(top: view.bounds.height - view.safeAreaInsets.bottom, left: 0, bottom: view.safeAreaInsets.bottom, right: 0)
            })
        made.identifier = "UIViewKeyboardLayoutGuide"
        rare.keyboardGuide = made
        return made
    }
}

/// An invisible rectangle to which constraints can refer: one that belongs to a view, such as its safe area, or one that constraints place
/// like a view.
@preconcurrency @MainActor open class UILayoutGuide: NSObject, @preconcurrency NSCoding {
    /// The source of the rectangle.
    enum Area {
        /// The constraints, as for a view.
        case free
        /// The view's bounds less insets.
        case inset(@MainActor (UIView) -> UIEdgeInsets)
        /// A scroll view's content. Its position is the content's origin, and constraints to its edges define the content size.
        case content
        /// A scroll view's bounds from the outside. They don't move with the content.
        case frame
    }

    /// The owning view.
    open internal(set) weak var owningView: UIView?
    /// The identifier, for diagnostics.
    open var identifier = ""
    final let area: Area
    /// The active constraints that refer to the guide, in the order of their activation.
    final var touching: [NSLayoutConstraint] = []
    /// The rectangle that constraints determined, in the view's space.
    final var place = CGRect.zero

    init(_ view: UIView, _ area: Area) {
        owningView = view
        self.area = area
        super.init()
    }

    /// Creates a guide that constraints place. Add it with `UIView.addLayoutGuide(_:)`.
    @preconcurrency @MainActor public override init() {
        area = .free
        super.init()
    }

    /// Creates a guide from an archive, from which only the identifier is read.
    public required init?(coder: NSCoder) {
        area = .free
        super.init()
        if coder is NSKeyedUnarchiver {
            identifier = coder.decodeObject(of: NSString.self, forKey: "UILayoutGuideIdentifier").map { "\($0)" } ?? ""
        }
    }

    /// Encodes the identifier.
    open func encode(with coder: NSCoder) { coder.encode(identifier as NSString, forKey: "UILayoutGuideIdentifier") }

    /// The rectangle, in the view's space.
    open var layoutFrame: CGRect {
        guard let view = owningView else { return .zero }
        switch area {
        case .free: return place
        case .inset(let insets): return view.bounds.inset(by: insets(view))
        case .content: return CGRect(origin: .zero, size: (view as? UIScrollView)?.contentSize ?? view.bounds.size)
        case .frame: return view.bounds
        }
    }
    final var currentInsets: UIEdgeInsets {
        if case .inset(let insets) = area, let view = owningView { insets(view) } else { .zero }
    }

    /// True if constraints place the guide. Otherwise it is a part of its view.
    final var hasOwnPlace: Bool {
        switch area {
        case .free, .content: true
        case .inset, .frame: false
        }
    }
    final var isContent: Bool { if case .content = area { true } else { false } }

    /// Sets the rectangle that constraints determined.
    final func placed(_ rect: CGRect) {
        guard isContent else { return place = rect }
        if let scroll = owningView as? UIScrollView, scroll.contentSize != rect.size { scroll.contentSize = rect.size }
    }

    /// The leading edge: the left edge, or the right edge in right-to-left layouts.
    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    /// The trailing edge: the right edge, or the left edge in right-to-left layouts.
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    /// The left edge, regardless of the writing direction.
    open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    /// The right edge, regardless of the writing direction.
    open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    /// The top edge.
    open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    /// The bottom edge.
    open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    /// The width, in points.
    open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// The height, in points.
    open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
    /// The horizontal center.
    open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    /// The vertical center.
    open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
}
