import CoreText
import QuartzCore

/// What a cell shows, as a value.
@preconcurrency @MainActor public protocol UIContentConfiguration {}

/// A title, a second text and a picture.
@preconcurrency @MainActor public struct UIListContentConfiguration: UIContentConfiguration {
    /// How a text is written.
    public struct TextProperties {
        /// The font of the label.
        public var font: UIFont
        /// The colour of the text, where an attributed text has none of its own.
        public var color: UIColor
        /// How many lines the label has at most; 0, the default, is as many as there are.
        public var numberOfLines = 0
        /// Where lines stand in the label; `natural` by default.
        public var alignment = NSTextAlignment.natural
    }
    /// How the picture looks.
    public struct ImageProperties {
        /// The colour of template images; nil, the default, leaves the image view's.
        public var tintColor: UIColor?
        /// The greatest size of the image in points; zero, the default, is no limit. Kept, without effect: the image has its own size.
        public var maximumSize = CGSize.zero {
            didSet { KeptProperty.report("UIListContentConfiguration.ImageProperties.maximumSize", maximumSize != .zero) }
        }
        /// The radius of the image view's corners in points; 0 by default. Above 0 the image is clipped.
        public var cornerRadius: CGFloat = 0
    }

    /// The title; nil by default.
    public var text: String?
    /// The title with attributes, in place of `text`; nil by default.
    public var attributedText: NSAttributedString?
    /// The second text; nil by default. In a cell without a label for it, it stands on a line below `text`, where there is one.
    public var secondaryText: String?
    /// The second text with attributes, in place of `secondaryText`; nil by default. It does not show in a cell without a label for it.
    public var secondaryAttributedText: NSAttributedString?
    /// The picture; nil by default.
    public var image: UIImage?
    /// How the title is written: 17 points in the label's colour by default.
    public var textProperties = TextProperties(font: .systemFont(ofSize: 17), color: .label)
    /// How the second text is written: 12 points in the label's colour by default.
    public var secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 12), color: .label)
    /// How the picture looks.
    public var imageProperties = ImageProperties()

    /// Of a plain cell.
    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
    /// Of a cell with a smaller text below.
    public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
    /// Of a cell with a text at the right.
    public static func valueCell() -> UIListContentConfiguration {
        var made = UIListContentConfiguration()
        made.secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 17), color: .secondaryLabel)
        return made
    }

    func show(in cell: UITableViewCell) {
        show(cell.textLabel, text, attributedText, textProperties)
        // A plain cell has no second label: it goes below the first.
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
