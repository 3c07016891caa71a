import QuartzCore

/// Room at the top or the foot that bars take, for constraints of old sources.
@preconcurrency @MainActor public protocol UILayoutSupport: NSObjectProtocol {
    /// How much, in points.
    var length: CGFloat { get }
    /// The upper edge of the room.
    var topAnchor: NSLayoutYAxisAnchor { get }
    /// The lower edge of the room.
    var bottomAnchor: NSLayoutYAxisAnchor { get }
    /// The height of the room, in points.
    var heightAnchor: NSLayoutDimension { get }
}

/// The room between an edge of a controller's view and its safe area.
@MainActor final class LayoutSupport: UILayoutGuide, UILayoutSupport {
    private let isTop: Bool

    init(_ controller: UIViewController, isTop: Bool) {
        self.isTop = isTop
        super.init(
            controller.view,
            .inset { view in
                // All of the view but the room itself.
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
