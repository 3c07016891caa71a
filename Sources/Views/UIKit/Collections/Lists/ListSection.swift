import QuartzCore

/// The place of a row, a header or a background in a list. The layout makes one for each element and keeps it.
@MainActor final class ListPlace {
    enum Role { case row, header, footer, ground }

    let role: Role
    let appearance: UICollectionLayoutListConfiguration.Appearance
    /// True if the row is at the beginning of its card or group, or at its end.
    let isFirst: Bool, isLast: Bool
    /// The separators of a row; nil for none.
    let separators: UIListSeparatorConfiguration?
    /// The color behind the section.
    let ground: UIColor

    init(_ role: Role, _ list: UICollectionLayoutListConfiguration, isFirst: Bool = false, isLast: Bool = false, at path: IndexPath) {
        (self.role, appearance, self.isFirst, self.isLast) = (role, list.appearance, isFirst, isLast)
        ground = list.backgroundColor ?? list.appearance.ground
        guard role == .row, list.showsSeparators else {
            separators = nil
            return
        }
        separators = list.itemSeparatorHandler?(path, list.separatorConfiguration) ?? list.separatorConfiguration
    }

    var showsTopLine: Bool {
        switch separators?.topSeparatorVisibility {
        case .visible: true
        case .automatic: appearance == .grouped && isFirst
        default: false
        }
    }
    var showsBottomLine: Bool {
        switch separators?.bottomSeparatorVisibility {
        case .visible: true
        case .automatic: !(appearance == .insetGrouped && isLast)
        default: false
        }
    }
    /// The corners of a card that are in the row.
    var corners: CACornerMask {
        guard appearance == .insetGrouped, role == .row else { return [] }
        var corners: CACornerMask = []
        if isFirst { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
        if isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
        return corners
    }
}

/// The view behind a section of a list.
final class ListGround: UICollectionReusableView {
    static let kind = "Agate.list.background"

    override func take(_ place: ListPlace?) { backgroundColor = place?.ground }
}

extension UICollectionViewCompositionalLayout {
    /// Returns a layout in which each section is a list.
    public class func list(using configuration: UICollectionLayoutListConfiguration) -> UICollectionViewCompositionalLayout {
        UICollectionViewCompositionalLayout { _, environment in .list(using: configuration, layoutEnvironment: environment) }
    }
}

extension NSCollectionLayoutSection {
    /// Returns a section that is a list.
    public class func list(using configuration: UICollectionLayoutListConfiguration, layoutEnvironment: any NSCollectionLayoutEnvironment)
        -> NSCollectionLayoutSection
    {
        let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(44))
        let group = NSCollectionLayoutGroup.horizontal(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)])
        let section = NSCollectionLayoutSection(group: group)
        section.list = configuration
        let look = configuration.appearance
        // As in tables: see `UITableView`.
        let side: CGFloat = look == .insetGrouped ? 20 : look.isSidebar ? 10 : 0, gap: CGFloat = look.isGrouped ? 18 : 0
        section.contentInsets = NSDirectionalEdgeInsets(
            top: configuration.headerMode == .supplementary ? 0 : gap, leading: side,
            bottom: configuration.footerMode == .supplementary ? 0 : gap, trailing: side)
        func edge(_ kind: String, _ alignment: NSRectAlignment, _ height: CGFloat) -> NSCollectionLayoutBoundarySupplementaryItem {
            NSCollectionLayoutBoundarySupplementaryItem(
                layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(height)),
                elementKind: kind, alignment: alignment)
        }
        if configuration.headerMode == .supplementary {
            let header = edge(UICollectionView.elementKindSectionHeader, .top, look.isGrouped ? 38 : 28)
            header.pinToVisibleBounds = look == .plain
            section.boundarySupplementaryItems.append(header)
        }
        if configuration.footerMode == .supplementary {
            section.boundarySupplementaryItems.append(edge(UICollectionView.elementKindSectionFooter, .bottom, 28))
        }
        return section
    }
}
