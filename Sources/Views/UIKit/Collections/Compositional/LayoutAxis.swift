import QuartzCore

/// One of the two axes, so that the same code lays out rows and columns.
@MainActor struct LayoutAxis {
    let isDown: Bool

    init(_ direction: UICollectionView.ScrollDirection) { isDown = direction == .vertical }
    private init(isDown: Bool) { self.isDown = isDown }

    var other: LayoutAxis { LayoutAxis(isDown: !isDown) }
    var own: EstimatedAxes { isDown ? .height : .width }

    func main(_ size: CGSize) -> CGFloat { isDown ? size.height : size.width }
    func set(_ size: inout CGSize, _ length: CGFloat) { if isDown { size.height = length } else { size.width = length } }
    func size(_ length: CGFloat, _ across: CGFloat) -> CGSize {
        isDown ? CGSize(width: across, height: length) : CGSize(width: length, height: across)
    }
    func point(_ along: CGFloat, _ across: CGFloat) -> CGPoint { isDown ? CGPoint(x: across, y: along) : CGPoint(x: along, y: across) }
    func position(_ point: CGPoint) -> CGFloat { isDown ? point.y : point.x }
    func low(_ rectangle: CGRect) -> CGFloat { isDown ? rectangle.minY : rectangle.minX }
    func high(_ rectangle: CGRect) -> CGFloat { isDown ? rectangle.maxY : rectangle.maxX }
    func start(_ insets: NSDirectionalEdgeInsets) -> CGFloat { isDown ? insets.top : insets.leading }
    func end(_ insets: NSDirectionalEdgeInsets) -> CGFloat { isDown ? insets.bottom : insets.trailing }
    func sum(_ insets: NSDirectionalEdgeInsets) -> CGFloat { start(insets) + end(insets) }
    func start(_ insets: UIEdgeInsets) -> CGFloat { isDown ? insets.top : insets.left }
    func end(_ insets: UIEdgeInsets) -> CGFloat { isDown ? insets.bottom : insets.right }
    /// Returns whether a view is at the edge where the axis begins.
    func isAtStart(_ alignment: NSRectAlignment) -> Bool { isDown ? alignment.isTop : alignment == .leading }
    func isAtEnd(_ alignment: NSRectAlignment) -> Bool { isDown ? alignment.isBottom : alignment == .trailing }
}

/// The spacing before and after an item along an axis.
@MainActor struct AxisSpacing {
    let all: NSCollectionLayoutEdgeSpacing?
    private(set) var before: CGFloat = 0
    private(set) var after: CGFloat = 0
    private(set) var isFlexibleBefore = false
    private(set) var isFlexibleAfter = false

    init(_ spacing: NSCollectionLayoutEdgeSpacing?, _ axis: LayoutAxis) {
        all = spacing
        guard let spacing else { return }
        let first = axis.isDown ? spacing.top : spacing.leading, last = axis.isDown ? spacing.bottom : spacing.trailing
        (before, after) = (first?.spacing ?? 0, last?.spacing ?? 0)
        (isFlexibleBefore, isFlexibleAfter) = (first?.isFlexibleSpacing ?? false, last?.isFlexibleSpacing ?? false)
    }

    var flexibleCount: Int { (isFlexibleBefore ? 1 : 0) + (isFlexibleAfter ? 1 : 0) }
    var isFlexible: Bool { flexibleCount > 0 }

    /// Returns the offset of an item with a length in the available space.
    func offset(of length: CGFloat, in room: CGFloat) -> CGFloat {
        let free = max(0, room - before - length - after)
        return before + (isFlexibleBefore ? free / CGFloat(flexibleCount) : 0)
    }
}

extension NSCollectionLayoutSize {
    /// Returns whether the size along an axis is a fraction of the container's size along the same axis.
    func isShare(_ axis: EstimatedAxes) -> Bool { axis == .height ? heightDimension.isFractionalHeight : widthDimension.isFractionalWidth }
}
