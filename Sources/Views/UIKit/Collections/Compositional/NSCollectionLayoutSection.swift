import QuartzCore

/// What a section or group is laid out in.
@preconcurrency @MainActor public protocol NSCollectionLayoutContainer: NSObjectProtocol {
    /// Points, before insets are taken off.
    var contentSize: CGSize { get }
    /// Points, after insets are taken off.
    var effectiveContentSize: CGSize { get }
    /// The insets, in points.
    var contentInsets: NSDirectionalEdgeInsets { get }
    /// The same: there are no others here.
    var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

/// What a section is asked for in.
@preconcurrency @MainActor public protocol NSCollectionLayoutEnvironment: NSObjectProtocol {
    /// What it is laid out in.
    var container: any NSCollectionLayoutContainer { get }
    /// The collection view's traits.
    var traitCollection: UITraitCollection { get }
}

/// The environment of a section or of a custom group.
@MainActor final class CompositionalEnvironment: NSObject, NSCollectionLayoutEnvironment, NSCollectionLayoutContainer {
    let contentSize: CGSize
    let contentInsets: NSDirectionalEdgeInsets
    let traitCollection: UITraitCollection

    init(_ size: CGSize, _ insets: NSDirectionalEdgeInsets = .zero, _ traits: UITraitCollection) {
        (contentSize, contentInsets, traitCollection) = (size, insets, traits)
        super.init()
    }

    var container: any NSCollectionLayoutContainer { self }
    var effectiveContentInsets: NSDirectionalEdgeInsets { contentInsets }
    var effectiveContentSize: CGSize {
        CGSize(
            width: max(0, contentSize.width - contentInsets.leading - contentInsets.trailing),
            height: max(0, contentSize.height - contentInsets.top - contentInsets.bottom))
    }
}

/// How a section scrolls across the direction of the layout.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
    /// It does not.
    case none
    /// It comes to rest anywhere.
    case continuous
    /// It comes to rest with a group at the leading edge.
    case continuousGroupLeadingBoundary
    /// By the collection view's width, or height.
    case paging
    /// By a group at a time.
    case groupPaging
    /// By a group at a time, which comes to the middle.
    case groupPagingCentered
}

/// What insets count from.
public enum UIContentInsetsReference: Int, Sendable {
    /// The safe area.
    case automatic
    /// The collection view's bounds.
    case none
    /// The safe area.
    case safeArea
    /// The collection view's layout margins.
    case layoutMargins
    /// The layout margins: no width is more readable than another here.
    case readableContent
}

/// What a section's handler can change of a view that shows. Changes hold until the layout is asked again.
@preconcurrency @MainActor public protocol NSCollectionLayoutVisibleItem: UIDynamicItem {
    /// Opacity from 0 to 1.
    var alpha: CGFloat { get set }
    /// Which lies in front where two overlap: the greater.
    var zIndex: Int { get set }
    /// Whether it does not show at all.
    var isHidden: Bool { get set }
    /// Points, in the content; of a section that scrolls by itself, in its own.
    var center: CGPoint { get set }
    /// The transform in the plane, about the centre.
    var transform: CGAffineTransform { get set }
    /// The transform in space, about the centre.
    var transform3D: CATransform3D { get set }
    /// The kind of a view beside cells; else empty.
    var name: String { get }
    /// The item, or the place that a view belongs to.
    var indexPath: IndexPath { get }
    /// The rectangle without the transform.
    var frame: CGRect { get }
    /// The size, at the origin.
    var bounds: CGRect { get }
    /// Whether it is a cell, a supplementary view or a decoration.
    var representedElementCategory: UICollectionView.ElementCategory { get }
    /// The kind of a view beside cells.
    var representedElementKind: String? { get }
}

extension UICollectionViewLayoutAttributes: NSCollectionLayoutVisibleItem {
    /// The kind of a view beside cells; else empty.
    public var name: String { representedElementKind ?? "" }
}

/// Called while a section shows, with what of it is in view, the offset of the content, or of the section where it scrolls by itself, and
/// the environment.
public typealias NSCollectionLayoutSectionVisibleItemsInvalidationHandler =
    @MainActor (
        _ visibleItems: [any NSCollectionLayoutVisibleItem], _ scrollOffset: CGPoint, _ environment: any NSCollectionLayoutEnvironment
    ) -> Void

/// A section of a compositional layout: a group, again and again, with headers, footers and a background.
@preconcurrency @MainActor open class NSCollectionLayoutSection: NSObject, NSCopying {
    let group: NSCollectionLayoutGroup
    /// Points around the section's groups, inside its headers and footers.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// Points between groups.
    open var interGroupSpacing: CGFloat = 0
    /// What `contentInsets` count from, across the direction of scrolling; automatic for what the layout's configuration says.
    open var contentInsetsReference = UIContentInsetsReference.automatic
    /// What the insets of headers and footers count from; automatic for the same as those of the content. Without effect where
    /// `supplementariesFollowContentInsets` is false.
    open var supplementaryContentInsetsReference = UIContentInsetsReference.automatic
    /// How the section scrolls across the direction of the layout; by itself, then.
    open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
    /// Headers and footers.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    /// Whether headers and footers keep to `contentInsets`, across the direction of scrolling. True by default.
    open var supplementariesFollowContentInsets = true
    /// Can change what is in view, as while the section scrolls.
    open var visibleItemsInvalidationHandler: NSCollectionLayoutSectionVisibleItemsInvalidationHandler?
    /// Backgrounds.
    open var decorationItems: [NSCollectionLayoutDecorationItem] = []

    /// A section of a group, again and again until it has no more items.
    public init(group: NSCollectionLayoutGroup) {
        self.group = group
        super.init()
    }

    /// A copy, of which a change does not change this one.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        let copy: NSCollectionLayoutSection = MainActor.assumeIsolated { duplicate() }
        return copy
    }

    private func duplicate() -> NSCollectionLayoutSection {
        let copy = NSCollectionLayoutSection(group: group)
        (copy.contentInsets, copy.interGroupSpacing, copy.contentInsetsReference) = (
            contentInsets, interGroupSpacing, contentInsetsReference
        )
        (copy.supplementaryContentInsetsReference, copy.orthogonalScrollingBehavior) =
            (supplementaryContentInsetsReference, orthogonalScrollingBehavior)
        (copy.boundarySupplementaryItems, copy.supplementariesFollowContentInsets) =
            (boundarySupplementaryItems, supplementariesFollowContentInsets)
        (copy.visibleItemsInvalidationHandler, copy.decorationItems) = (visibleItemsInvalidationHandler, decorationItems)
        return copy
    }
}
