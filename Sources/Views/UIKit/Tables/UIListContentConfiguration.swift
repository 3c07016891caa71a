import CoreText
import QuartzCore

/// The content of a list cell: a title, a secondary text and an image.
@preconcurrency @MainActor public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
    /// The properties of a text.
    public struct TextProperties: Hashable, Sendable {
        /// The font of the label.
        public var font: UIFont
        /// The color of the text, unless an attributed text has its own.
        public var color: UIColor
        /// The maximum number of lines; 0, the default, is no limit.
        public var numberOfLines = 0
        /// The alignment of lines in the label; `natural` by default.
        public var alignment = NSTextAlignment.natural
        /// The omission at the end of the last line.
        public var lineBreakMode = NSLineBreakMode.byTruncatingTail
        /// A Boolean value that indicates whether the text becomes smaller to fit.
        public var adjustsFontSizeToFitWidth = false
        /// The smallest size as a share of the font's. Stored, without effect.
        public var minimumScaleFactor: CGFloat = 0
        /// A Boolean value that indicates whether letters move together before they become smaller. Stored, without effect.
        public var allowsDefaultTighteningForTruncation = false
        /// A Boolean value that indicates whether the font follows the preferred text size. Stored, without effect.
        public var adjustsFontForContentSizeCategory = false

        /// Returns the color of the text.
        @preconcurrency @MainActor public func resolvedColor() -> UIColor { color }
    }
    /// The properties of the image.
    public struct ImageProperties: Hashable, Sendable {
        /// The value for the system's standard size, in `reservedLayoutSize`.
        public static let standardDimension: CGFloat = 28
        /// The size of the room for the image; zero, the default, is the image's own. The image is in its middle.
        public var reservedLayoutSize = CGSize.zero
        /// The configuration of a symbol. Stored, without effect.
        public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
        /// A Boolean value that indicates whether the image keeps its colors when the screen's are inverted. Stored, without effect.
        public var accessibilityIgnoresInvertColors = false

        /// The color of template images; nil, the default, uses the image view's.
        public var tintColor: UIColor?
        /// The maximum size of the image in points; zero, the default, is no limit. A table cell's image keeps its own size.
        public var maximumSize = CGSize.zero
        /// The radius of the image view's corners in points; 0 by default. A value above 0 clips the image.
        public var cornerRadius: CGFloat = 0
    }

    /// The title; nil by default.
    public var text: String?
    /// The title with attributes, in place of `text`; nil by default.
    nonisolated(unsafe) public var attributedText: NSAttributedString?
    /// The secondary text; nil by default. A cell without a label for it shows it on a line below `text`, if there is a `text`.
    public var secondaryText: String?
    /// The secondary text with attributes, in place of `secondaryText`; nil by default. A cell without a label for it doesn't show it.
    nonisolated(unsafe) public var secondaryAttributedText: NSAttributedString?
    /// The image; nil by default.
    public var image: UIImage?
    /// The properties of the title: 17 points in the label color by default.
    public var textProperties = TextProperties(font: .systemFont(ofSize: 17), color: .label)
    /// The properties of the secondary text: 12 points in the label color by default.
    public var secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 12), color: .label)
    /// The properties of the image.
    public var imageProperties = ImageProperties()
    /// The margins around the content, in a ``UIListContentView``.
    public var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 16)
    /// The axes along which the margins are at least the superview's. Stored, without effect.
    public var axesPreservingSuperviewLayoutMargins: UIAxis = .both
    /// The distance from the image to the texts, in a ``UIListContentView``.
    public var imageToTextPadding: CGFloat = 16
    /// The distance between texts side by side, in a ``UIListContentView``.
    public var textToSecondaryTextHorizontalPadding: CGFloat = 12
    /// The distance between texts above each other, in a ``UIListContentView``.
    public var textToSecondaryTextVerticalPadding: CGFloat = 3
    /// A Boolean value that indicates whether the secondary text is beside the title where both fit, in a ``UIListContentView``.
    public var prefersSideBySideTextAndSecondaryText = false

    /// Returns a new view of the configuration.
    public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }
    /// Returns the configuration itself: its colors don't depend on the state.
    public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration { self }

    /// Returns the configuration of a plain cell.
    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
    /// Returns the configuration of a cell with a smaller text below the title.
    public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
    /// Returns the configuration of a cell with a text at the right.
    public static func valueCell() -> UIListContentConfiguration {
        var made = UIListContentConfiguration()
        made.secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 17), color: .secondaryLabel)
        made.prefersSideBySideTextAndSecondaryText = true
        return made
    }
    /// Returns the configuration of a cell in a sidebar.
    public static func sidebarCell() -> UIListContentConfiguration { cell() }
    /// Returns the configuration of a cell in a sidebar with a smaller text below the title.
    public static func sidebarSubtitleCell() -> UIListContentConfiguration { subtitleCell() }
    /// Returns the configuration of a cell beside another column.
    public static func accompaniedSidebarCell() -> UIListContentConfiguration { cell() }
    /// Returns the configuration of a cell beside another column, with a smaller text below the title.
    public static func accompaniedSidebarSubtitleCell() -> UIListContentConfiguration { subtitleCell() }
    /// Returns the configuration of a section's header.
    public static func header() -> UIListContentConfiguration { side(size: 15, .semibold, .label) }
    /// Returns the configuration of a section's footer.
    public static func footer() -> UIListContentConfiguration { side(size: 13, .regular, .secondaryLabel) }
    /// Returns the configuration of a header in a plain list.
    public static func plainHeader() -> UIListContentConfiguration { header() }
    /// Returns the configuration of a footer in a plain list.
    public static func plainFooter() -> UIListContentConfiguration { side(size: 15, .regular, .secondaryLabel) }
    /// Returns the configuration of a header in a grouped list.
    public static func groupedHeader() -> UIListContentConfiguration { side(size: 13, .regular, .secondaryLabel) }
    /// Returns the configuration of a footer in a grouped list.
    public static func groupedFooter() -> UIListContentConfiguration { footer() }
    /// Returns the configuration of a header in a sidebar.
    public static func sidebarHeader() -> UIListContentConfiguration { side(size: 17, .semibold, .label) }
    /// Returns the configuration of a large header above a group.
    public static func prominentInsetGroupedHeader() -> UIListContentConfiguration { side(size: 20, .bold, .label) }
    /// Returns the configuration of a larger header above a group.
    public static func extraProminentInsetGroupedHeader() -> UIListContentConfiguration { side(size: 22, .bold, .label) }

    private static func side(size: CGFloat, _ weight: UIFont.Weight, _ color: UIColor) -> UIListContentConfiguration {
        var made = UIListContentConfiguration()
        made.textProperties = TextProperties(font: .systemFont(ofSize: size, weight: weight), color: color)
        return made
    }

    func show(in cell: UITableViewCell) {
        show(cell.textLabel, text, attributedText, textProperties)
        // A plain cell has no second label: show the secondary text below the title.
        if cell.detailTextLabel == nil, let secondaryText, let first = text {
            var both = StyledText(first, [.font: textProperties.font, .foregroundColor: textProperties.color])
            both.append(
                StyledText(
                    "\n" + secondaryText, [.font: secondaryTextProperties.font, .foregroundColor: secondaryTextProperties.color]))
            cell.textLabel?.styledText = both
        }
        show(cell.detailTextLabel, secondaryText, secondaryAttributedText, secondaryTextProperties)
        cell.imageView?.image = image
        if let tint = imageProperties.tintColor { cell.imageView?.tintColor = tint }
        cell.imageView?.layer.cornerRadius = imageProperties.cornerRadius
        cell.imageView?.clipsToBounds = imageProperties.cornerRadius > 0
        cell.setNeedsLayout()
    }

    private func show(_ label: UILabel?, _ text: String?, _ attributed: NSAttributedString?, _ look: TextProperties) {
        guard let label else { return }
        (label.font, label.textColor, label.numberOfLines, label.textAlignment) = (
            look.font, look.color, look.numberOfLines, look.alignment
        )
        if let attributed { label.attributedText = attributed } else { label.text = text }
    }
}
