import CoreText
import QuartzCore

/// The content of a cell, as a value.
@preconcurrency @MainActor public protocol UIContentConfiguration {}

/// The content of a list cell: a title, a secondary text and an image.
@preconcurrency @MainActor public struct UIListContentConfiguration: UIContentConfiguration {
    /// The properties of a text.
    public struct TextProperties {
        /// The font of the label.
        public var font: UIFont
        /// The color of the text, unless an attributed text has its own.
        public var color: UIColor
        /// The maximum number of lines; 0, the default, is no limit.
        public var numberOfLines = 0
        /// The alignment of lines in the label; `natural` by default.
        public var alignment = NSTextAlignment.natural
    }
    /// The properties of the image.
    public struct ImageProperties {
        /// The color of template images; nil, the default, uses the image view's.
        public var tintColor: UIColor?
        /// The maximum size of the image in points; zero, the default, is no limit. Stored, without effect: the image has its own size.
        public var maximumSize = CGSize.zero {
            didSet { KeptProperty.report("UIListContentConfiguration.ImageProperties.maximumSize", maximumSize != .zero) }
        }
        /// The radius of the image view's corners in points; 0 by default. A value above 0 clips the image.
        public var cornerRadius: CGFloat = 0
    }

    /// The title; nil by default.
    public var text: String?
    /// The title with attributes, in place of `text`; nil by default.
    public var attributedText: NSAttributedString?
    /// The secondary text; nil by default. A cell without a label for it shows it on a line below `text`, if there is a `text`.
    public var secondaryText: String?
    /// The secondary text with attributes, in place of `secondaryText`; nil by default. A cell without a label for it doesn't show it.
    public var secondaryAttributedText: NSAttributedString?
    /// The image; nil by default.
    public var image: UIImage?
    /// The properties of the title: 17 points in the label color by default.
    public var textProperties = TextProperties(font: .systemFont(ofSize: 17), color: .label)
    /// The properties of the secondary text: 12 points in the label color by default.
    public var secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 12), color: .label)
    /// The properties of the image.
    public var imageProperties = ImageProperties()

    /// Returns the configuration of a plain cell.
    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
    /// Returns the configuration of a cell with a smaller text below the title.
    public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
    /// Returns the configuration of a cell with a text at the right.
    public static func valueCell() -> UIListContentConfiguration {
        var made = UIListContentConfiguration()
        made.secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 17), color: .secondaryLabel)
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
