import QuartzCore

/// What a cell shows, as a value.
@preconcurrency @MainActor public protocol UIContentConfiguration {}

/// A title, a second text and a picture.
@preconcurrency @MainActor public struct UIListContentConfiguration: UIContentConfiguration {
    /// How a text is written.
    public struct TextProperties {
        public var font: UIFont
        public var color: UIColor
        public var numberOfLines = 0
        public var alignment = NSTextAlignment.natural
    }
    /// How the picture looks.
    public struct ImageProperties {
        public var tintColor: UIColor?
        public var maximumSize = CGSize.zero
        public var cornerRadius: CGFloat = 0
    }

    public var text: String?
    public var attributedText: NSAttributedString?
    public var secondaryText: String?
    public var secondaryAttributedText: NSAttributedString?
    public var image: UIImage?
    public var textProperties = TextProperties(font: .systemFont(ofSize: 17), color: .label)
    public var secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 12), color: .label)
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
            let both = NSMutableAttributedString(
                string: first, attributes: [.font: textProperties.font, .foregroundColor: textProperties.color])
            both.append(
                NSAttributedString(
                    string: "\n" + secondaryText,
                    attributes: [.font: secondaryTextProperties.font, .foregroundColor: secondaryTextProperties.color]
                ))
            cell.textLabel?.attributedText = both
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
