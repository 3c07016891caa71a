import QuartzCore

/// Where the keyboard is: on Linux at the foot of the view, without height.
@preconcurrency @MainActor open class UIKeyboardLayoutGuide: UILayoutGuide {
    /// Kept: there is no keyboard on the screen that could float.
    open var followsUndockedKeyboard = false
    /// Whether the guide ends at the safe area where there is no keyboard; true by default. Kept: it always does.
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

/// A rectangle that constraints can speak of and nobody sees: one of a view's own, as its safe area, or one that constraints place like a
/// view.
@preconcurrency @MainActor open class UILayoutGuide: NSObject, @preconcurrency NSCoding {
    /// What the rectangle follows.
    enum Area {
        /// The constraints, as a view does.
        case free
        /// The view's bounds without insets.
        case inset(@MainActor (UIView) -> UIEdgeInsets)
        /// A scroll view's content: its place is the content's origin, and constraints to its edges say how large the content is.
        case content
        /// A scroll view's bounds, as seen from outside: they don't move with the content.
        case frame
    }

    /// The view.
    open internal(set) weak var owningView: UIView?
    /// A name for messages.
    open var identifier = ""
    final let area: Area
    /// The active constraints that speak of it, in the order in which they became so.
    final var touching: [NSLayoutConstraint] = []
    /// Where constraints put it, in the view's space.
    final var place = CGRect.zero

    init(_ view: UIView, _ area: Area) {
        owningView = view
        self.area = area
        super.init()
    }

    /// A rectangle that constraints place; add it by `UIView.addLayoutGuide(_:)`.
    @preconcurrency @MainActor public override init() {
        area = .free
        super.init()
    }

    /// The guide of an archive: of its values, the name.
    public required init?(coder: NSCoder) {
        area = .free
        super.init()
        if coder is NSKeyedUnarchiver {
            identifier = coder.decodeObject(of: NSString.self, forKey: "UILayoutGuideIdentifier").map { "\($0)" } ?? ""
        }
    }

    /// Keeps the name.
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

    /// Whether constraints place it; else it is a part of its view.
    final var hasOwnPlace: Bool {
        switch area {
        case .free, .content: true
        case .inset, .frame: false
        }
    }
    final var isContent: Bool { if case .content = area { true } else { false } }

    /// Takes a place from the constraints.
    final func placed(_ rect: CGRect) {
        guard isContent else { return place = rect }
        if let scroll = owningView as? UIScrollView, scroll.contentSize != rect.size { scroll.contentSize = rect.size }
    }

    /// Where writing begins: its left edge, or its right one where writing goes from right to left.
    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    /// Where writing ends: its right edge, or its left one where writing goes from right to left.
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    /// Its left edge, whatever the direction of writing.
    open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    /// Its right edge, whatever the direction of writing.
    open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    /// Its upper edge.
    open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    /// Its lower edge.
    open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    /// Its width, in points.
    open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// Its height, in points.
    open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
    /// Its middle across.
    open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    /// Its middle down.
    open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
}
