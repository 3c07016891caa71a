import QuartzCore

/// The appearance of a list in a collection view, whose cells are usually of the class ``UICollectionViewListCell``.
@preconcurrency @MainActor public struct UICollectionLayoutListConfiguration {
    /// The look of a list.
    public enum Appearance: Int, Sendable {
        /// Rows from edge to edge.
        case plain
        /// Rows from edge to edge, in groups.
        case grouped
        /// Rows in cards with round corners.
        case insetGrouped
        /// Rows of a sidebar, without separators.
        case sidebar
        /// Rows of a sidebar on a plain background, without separators.
        case sidebarPlain

        var isGrouped: Bool { self == .grouped || self == .insetGrouped }
        var isSidebar: Bool { self == .sidebar || self == .sidebarPlain }
        var ground: UIColor { isGrouped || self == .sidebar ? .systemGroupedBackground : .systemBackground }
        /// The color behind a row.
        var row: UIColor { isGrouped ? .secondarySystemGroupedBackground : isSidebar ? .clear : .systemBackground }
    }
    /// The header of a section.
    public enum HeaderMode: Int, Sendable {
        /// No header.
        case none
        /// A supplementary view of the kind `UICollectionView.elementKindSectionHeader`.
        case supplementary
        /// The first item of the section.
        case firstItemInSection
    }
    /// The footer of a section.
    public enum FooterMode: Int, Sendable {
        /// No footer.
        case none
        /// A supplementary view of the kind `UICollectionView.elementKindSectionFooter`.
        case supplementary
    }
    /// A closure that returns the swipe actions of a row.
    public typealias SwipeActionsConfigurationProvider = @MainActor (_ indexPath: IndexPath) -> UISwipeActionsConfiguration?
    /// A closure that returns the separators of a row.
    public typealias ItemSeparatorHandler =
        @MainActor (
            _ indexPath: IndexPath, _ sectionSeparatorConfiguration: UIListSeparatorConfiguration
        ) -> UIListSeparatorConfiguration

    /// The look of the list.
    public let appearance: Appearance
    /// A Boolean value that indicates whether rows have separators; true by default, except in sidebars.
    public var showsSeparators: Bool
    /// The separators of rows.
    public var separatorConfiguration: UIListSeparatorConfiguration
    /// A closure that changes the separators of a row; nil by default.
    public var itemSeparatorHandler: ItemSeparatorHandler?
    /// The color behind the rows; nil, the default, for that of the appearance.
    public var backgroundColor: UIColor?
    /// The header of sections; `none` by default.
    public var headerMode = HeaderMode.none
    /// The footer of sections; `none` by default.
    public var footerMode = FooterMode.none
    /// The distance above a header, in points; nil, the default, for none.
    public var headerTopPadding: CGFloat?
    /// The actions at the leading edge of rows. Stored, without effect: rows of tables show actions. Setting it reports one diagnostic.
    public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider? {
        didSet { Self.reportSwipes(leadingSwipeActionsConfigurationProvider != nil) }
    }
    /// The actions at the trailing edge of rows. Stored, without effect: rows of tables show actions. Setting it reports one diagnostic.
    public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider? {
        didSet { Self.reportSwipes(trailingSwipeActionsConfigurationProvider != nil) }
    }

    /// Creates the configuration of a look.
    public init(appearance: Appearance) {
        self.appearance = appearance
        showsSeparators = !appearance.isSidebar
        separatorConfiguration = UIListSeparatorConfiguration(listAppearance: appearance)
    }

    private static func reportSwipes(_ isSet: Bool) {
        KeptProperty.report("UICollectionLayoutListConfiguration.swipeActionsConfigurationProvider", isSet, "rows of tables show actions")
    }
}

/// The separators of a row in a list.
@preconcurrency @MainActor public struct UIListSeparatorConfiguration {
    /// The visibility of a separator.
    public enum Visibility: Int, Sendable {
        /// The list decides: below each row, except below the last one of a card.
        case automatic
        case visible
        case hidden
    }

    /// Insets that the list replaces by its own: the line begins at the text of the row.
    nonisolated public static let automaticInsets = NSDirectionalEdgeInsets(
        top: .greatestFiniteMagnitude, leading: .greatestFiniteMagnitude, bottom: .greatestFiniteMagnitude,
        trailing: .greatestFiniteMagnitude)

    /// The visibility of the line above the row; `automatic`, the default, shows it above a group that isn't a card.
    public var topSeparatorVisibility = Visibility.automatic
    /// The visibility of the line below the row.
    public var bottomSeparatorVisibility = Visibility.automatic
    /// The insets of the line above the row.
    public var topSeparatorInsets = UIListSeparatorConfiguration.automaticInsets
    /// The insets of the line below the row.
    public var bottomSeparatorInsets = UIListSeparatorConfiguration.automaticInsets
    /// The color of the lines.
    public var color = UIColor.separator
    /// The color while several rows are selected. Stored, without effect.
    public var multipleSelectionColor = UIColor.separator
    /// The effect of the lines; nil by default. Stored, without effect.
    public var visualEffect: UIVisualEffect?

    /// Creates the separators of a list.
    public init(listAppearance: UICollectionLayoutListConfiguration.Appearance) {}
}
