import QuartzCore

/// The space that bars take at the top or bottom, for constraints in older code.
@preconcurrency @MainActor public protocol UILayoutSupport: NSObjectProtocol {
    /// The length of the space, in points.
    var length: CGFloat { get }
    /// The top edge of the space.
    var topAnchor: NSLayoutYAxisAnchor { get }
    /// The bottom edge of the space.
    var bottomAnchor: NSLayoutYAxisAnchor { get }
    /// The height of the space, in points.
    var heightAnchor: NSLayoutDimension { get }
}

/// The space between an edge of a controller's view and its safe area.
@MainActor final class LayoutSupport: UILayoutGuide, UILayoutSupport {
    private let isTop: Bool

    init(_ controller: UIViewController, isTop: Bool) {
        self.isTop = isTop
        super.init(
            controller.view,
            .inset { view in
                // The insets cover the whole view except the space itself.
                let safe = view.safeAreaInsets
                return isTop
                    ? UIEdgeInsets(top: 0, left: 0, bottom: view.bounds.height - safe.top, right: 0)
                    : UIEdgeInsets(top: view.bounds.height - safe.bottom, left: 0, bottom: 0, right: 0)
            })
    }

    required init?(coder: NSCoder) {
        isTop = true
        super.init(coder: coder)
    }

    var length: CGFloat { owningView.map { isTop ? $0.safeAreaInsets.top : $0.safeAreaInsets.bottom } ?? 0 }
}
