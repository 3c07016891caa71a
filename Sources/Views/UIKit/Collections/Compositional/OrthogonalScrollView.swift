import QuartzCore

/// The part of a section that scrolls orthogonally.
struct OrthogonalArea {
    /// The frame in the collection view's content, in points.
    let frame: CGRect
    /// The size of the content, in points.
    let contentSize: CGSize
    let behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior
    /// True if the section scrolls horizontally, false if vertically.
    let isAcross: Bool
    /// The start and length of each group.
    let groups: [(start: CGFloat, length: CGFloat)]
}

/// A scroll view for a section that scrolls orthogonally to its collection view. It contains the section's cells.
@MainActor final class OrthogonalScrollView: UIScrollView {
    private var area: OrthogonalArea?
    private weak var collection: UICollectionView?
    private var before: CGFloat = 0

    convenience init(_ collection: UICollectionView) {
        self.init(frame: .zero)
        self.collection = collection
        (showsHorizontalScrollIndicator, showsVerticalScrollIndicator) = (false, false)
        contentInsetAdjustmentBehavior = .never
        clipsToBounds = false
    }

    /// Updates the frame and content of the section.
    func take(_ new: OrthogonalArea) {
        let isFirst = area == nil
        area = new
        if frame != new.frame { frame = new.frame }
        if contentSize != new.contentSize { contentSize = new.contentSize }
        isPagingEnabled = new.behavior == .paging
        decelerationRate = new.behavior == .continuous ? .normal : .fast
        if new.behavior == .groupPagingCentered, let first = new.groups.first, let last = new.groups.last {
            // Insets allow the first and the last group to be centered.
            let room = new.isAcross ? frame.width : frame.height
            let low = max(0, (room - first.length) / 2 - first.start)
            let high = max(0, (room - last.length) / 2 - (length(new.contentSize) - last.start - last.length))
            let inset =
                new.isAcross
                ? UIEdgeInsets(top: 0, left: low, bottom: 0, right: high) : UIEdgeInsets(top: low, left: 0, bottom: high, right: 0)
            if contentInset != inset { contentInset = inset }
            if isFirst { contentOffset = new.isAcross ? CGPoint(x: -low, y: 0) : CGPoint(x: 0, y: -low) }
        }
    }

    private func length(_ size: CGSize) -> CGFloat { area?.isAcross ?? true ? size.width : size.height }

    override var bounds: CGRect {
        get { super.bounds }
        set {
            let old = super.bounds.origin
            super.bounds = newValue
            if newValue.origin != old { collection?.orthogonalSectionScrolled() }
        }
    }

    override func willDrag() {
        super.willDrag()
        before = area?.isAcross ?? true ? contentOffset.x : contentOffset.y
    }

    override func restingOffset(_ proposed: CGPoint, _ velocity: CGPoint) -> CGPoint {
        guard let area, !area.groups.isEmpty else { return proposed }
        let along = area.isAcross ? proposed.x : proposed.y, room = area.isAcross ? bounds.width : bounds.height
        let speed = area.isAcross ? velocity.x : velocity.y
        let isCentered = area.behavior == .groupPagingCentered
        // Returns the offset at which a group rests. Groups keep the first group's distance from the edge.
        func offset(_ group: Int) -> CGFloat {
            let one = area.groups[group]
            return isCentered ? one.start + (one.length - room) / 2 : one.start - area.groups[0].start
        }
        func nearest(_ position: CGFloat) -> Int {
            var low = 0, high = area.groups.count - 1
            while low < high {
                let middle = (low + high) / 2
                if offset(middle) < position { low = middle + 1 } else { high = middle }
            }
            return low > 0 && position - offset(low - 1) < offset(low) - position ? low - 1 : low
        }
        let target: CGFloat
        switch area.behavior {
        case .none, .continuous, .paging: return proposed
        case .continuousGroupLeadingBoundary: target = offset(nearest(along))
        case .groupPaging, .groupPagingCentered:
            let start = nearest(before), here = area.isAcross ? bounds.minX : bounds.minY
            // A fast drag moves to the next group. A slow drag ends at the nearest group.
            let wanted = abs(speed) > 0.2 ? start + (speed > 0 ? 1 : -1) : nearest(here)
            target = offset(min(max(wanted, start - 1, 0), start + 1, area.groups.count - 1))
        }
        let range = area.isAcross ? horizontalRange : verticalRange
        let held = min(max(target, range.lowerBound), range.upperBound)
        return area.isAcross ? CGPoint(x: held, y: proposed.y) : CGPoint(x: proposed.x, y: held)
    }
}
