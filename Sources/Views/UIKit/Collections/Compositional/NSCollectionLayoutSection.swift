import QuartzCore

/// The container of a section or group.
@preconcurrency @MainActor public protocol NSCollectionLayoutContainer: NSObjectProtocol {
    /// The size before insets, in points.
    var contentSize: CGSize { get }
    /// The size after insets, in points.
    var effectiveContentSize: CGSize { get }
    /// The insets, in points.
    var contentInsets: NSDirectionalEdgeInsets { get }
    /// The same insets, because there are no others in Agate.
    var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

/// The environment in which a section is laid out.
@preconcurrency @MainActor public protocol NSCollectionLayoutEnvironment: NSObjectProtocol {
    /// The container of the layout.
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

/// The scrolling of a section orthogonally to the layout's direction.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
    /// The section doesn't scroll.
    case none
    /// The content comes to rest at any offset.
    case continuous
    /// The content comes to rest with a group at the leading edge.
    case continuousGroupLeadingBoundary
    /// The content scrolls by pages of the collection view's width or height.
    case paging
    /// The content scrolls by one group at a time.
    case groupPaging
    /// The content scrolls by one group at a time, which is centered.
    case groupPagingCentered
}

/// The reference of content insets.
public enum UIContentInsetsReference: Int, Sendable {
    /// The safe area.
    case automatic
    /// The collection view's bounds.
    case none
    /// The safe area.
    case safeArea
    /// The collection view's layout margins.
    case layoutMargins
    /// The layout margins. There is no separate readable width in Agate.
    case readableContent
}

/// The properties of a visible item that the section's handler can change. Changes last until the next query of the layout.
@preconcurrency @MainActor public protocol NSCollectionLayoutVisibleItem: UIDynamicItem {
    /// The opacity, 0...1.
    var alpha: CGFloat { get set }
    /// The stacking order. Items with greater values are in front.
    var zIndex: Int { get set }
    /// A Boolean value that indicates whether the item is hidden.
    var isHidden: Bool { get set }
    /// The center in the content, in points. In an orthogonally scrolling section, it is in the section's own content.
    var center: CGPoint { get set }
    /// The 2D transform about the center.
    var transform: CGAffineTransform { get set }
    /// The 3D transform about the center.
    var transform3D: CATransform3D { get set }
    /// The element kind of a supplementary or decoration view, or an empty string for a cell.
    var name: String { get }
    /// The index path of the item or view.
    var indexPath: IndexPath { get }
    /// The frame without the transform.
    var frame: CGRect { get }
    /// The size, with an origin of zero.
    var bounds: CGRect { get }
    /// The category: a cell, a supplementary view or a decoration view.
    var representedElementCategory: UICollectionView.ElementCategory { get }
    /// The element kind of a supplementary or decoration view.
    var representedElementKind: String? { get }
}

extension UICollectionViewLayoutAttributes: NSCollectionLayoutVisibleItem {
    /// The element kind of a supplementary or decoration view, or an empty string for a cell.
    public var name: String { representedElementKind ?? "" }
}

/// A closure that is called while a section is visible, with its visible items, the offset of the content, or of the section if it scrolls
/// orthogonally, and the environment.
public typealias NSCollectionLayoutSectionVisibleItemsInvalidationHandler =
    @MainActor (
        _ visibleItems: [any NSCollectionLayoutVisibleItem], _ scrollOffset: CGPoint, _ environment: any NSCollectionLayoutEnvironment
    ) -> Void

/// A section of a compositional layout: a repeated group with headers, footers and a background.
@preconcurrency @MainActor open class NSCollectionLayoutSection: NSObject, NSCopying {
    let group: NSCollectionLayoutGroup
    /// The insets around the section's groups, inside its headers and footers, in points.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// The spacing between groups, in points.
    open var interGroupSpacing: CGFloat = 0
    /// The reference of `contentInsets`, across the scroll direction. With `automatic`, the layout's configuration determines it.
    open var contentInsetsReference = UIContentInsetsReference.automatic
    /// The reference of the insets of headers and footers. With `automatic`, it is that of the content. It has no effect if
    /// `supplementariesFollowContentInsets` is false.
    open var supplementaryContentInsetsReference = UIContentInsetsReference.automatic
    /// The scrolling of the section orthogonally to the layout's direction.
    open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
    /// The headers and footers.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    /// A Boolean value that indicates whether headers and footers respect `contentInsets` across the scroll direction. The default is true.
    open var supplementariesFollowContentInsets = true
    /// A closure that can change the visible items, for example while the section scrolls.
    open var visibleItemsInvalidationHandler: NSCollectionLayoutSectionVisibleItemsInvalidationHandler?
    /// The backgrounds.
    open var decorationItems: [NSCollectionLayoutDecorationItem] = []

    /// The list that the section is; nil for other sections.
    final var list: UICollectionLayoutListConfiguration?

    /// Creates a section that repeats a group for all its items.
    public init(group: NSCollectionLayoutGroup) {
        self.group = group
        super.init()
    }

    /// Returns an independent copy.
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
        copy.list = list
        return copy
    }
}
