import QuartzCore

/// The view of a ``UIListContentConfiguration``: an image, a title and a secondary text below or beside it.
@preconcurrency @MainActor open class UIListContentView: UIView, UIContentView {
    private let picture = UIImageView(), title = UILabel(), detail = UILabel()
    private var content: UIListContentConfiguration

    /// Creates a view with a content.
    public init(configuration: UIListContentConfiguration) {
        content = configuration
        super.init(frame: .zero)
        for view in [picture, title, detail] { addSubview(view) }
        picture.contentMode = .scaleAspectFit
        show()
    }
    public required init?(coder: NSCoder) {
        content = .cell()
        super.init(coder: coder)
    }

    /// The content. A configuration of another type is ignored.
    open var configuration: any UIContentConfiguration {
        get { content }
        set {
            guard let new = newValue as? UIListContentConfiguration else { return }
            content = new
            show()
        }
    }

    private func show() {
        func show(_ label: UILabel, _ text: String?, _ attributed: NSAttributedString?, _ look: UIListContentConfiguration.TextProperties) {
            (label.font, label.textColor, label.numberOfLines, label.textAlignment) = (
                look.font, look.resolvedColor(), look.numberOfLines, look.alignment
            )
            (label.lineBreakMode, label.adjustsFontSizeToFitWidth) = (look.lineBreakMode, look.adjustsFontSizeToFitWidth)
            if let attributed { label.attributedText = attributed } else { label.text = text }
            label.isHidden = (label.text ?? "").isEmpty
        }
        show(title, content.text, content.attributedText, content.textProperties)
        show(detail, content.secondaryText, content.secondaryAttributedText, content.secondaryTextProperties)
        picture.image = content.image
        picture.isHidden = content.image == nil
        picture.tintColor = content.imageProperties.tintColor
        picture.layer.cornerRadius = content.imageProperties.cornerRadius
        picture.clipsToBounds = content.imageProperties.cornerRadius > 0
        directionalLayoutMargins = content.directionalLayoutMargins
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    /// The size of the image: its own, within the largest that the configuration allows.
    private var pictureSize: CGSize {
        guard let image = content.image, image.size.width > 0, image.size.height > 0 else { return .zero }
        let limit = content.imageProperties.maximumSize
        let scale = min(
            1, limit.width > 0 ? limit.width / image.size.width : 1, limit.height > 0 ? limit.height / image.size.height : 1)
        return CGSize(width: image.size.width * scale, height: image.size.height * scale)
    }

    /// The distance from the leading edge to the texts, at which separators begin.
    final var textStart: CGFloat {
        let slot = max(pictureSize.width, content.imageProperties.reservedLayoutSize.width)
        return content.directionalLayoutMargins.leading + (content.image == nil ? 0 : slot + content.imageToTextPadding)
    }

    private struct Places {
        var picture = CGRect.zero, title = CGRect.zero, detail = CGRect.zero
        var size = CGSize.zero
    }

    /// Returns the frames for a width, from left to right, with the texts in the middle of the height.
    private func places(width: CGFloat, height: CGFloat) -> Places {
        let margins = content.directionalLayoutMargins
        var places = Places()
        let image = pictureSize, reserved = content.imageProperties.reservedLayoutSize
        let slot = CGSize(width: max(image.width, reserved.width), height: max(image.height, reserved.height))
        var left = margins.leading
        if content.image != nil { left += slot.width + content.imageToTextPadding }
        let room = max(0, width - left - margins.trailing)
        var first = title.isHidden ? .zero : title.sizeThatFits(CGSize(width: room, height: .greatestFiniteMagnitude))
        var second = detail.isHidden ? .zero : detail.sizeThatFits(CGSize(width: room, height: .greatestFiniteMagnitude))
        (first.width, second.width) = (min(first.width, room), min(second.width, room))
        let gap = content.textToSecondaryTextHorizontalPadding
        let isBeside =
            content.prefersSideBySideTextAndSecondaryText && !title.isHidden && !detail.isHidden && first.width + gap + second.width <= room
        let below = title.isHidden || detail.isHidden ? 0 : content.textToSecondaryTextVerticalPadding
        let texts = isBeside ? max(first.height, second.height) : first.height + below + second.height
        let inner = max(texts, slot.height)
        places.size = CGSize(
            width: left + (isBeside ? first.width + gap + second.width : max(first.width, second.width)) + margins.trailing,
            height: margins.top + inner + margins.bottom)
        let middle = margins.top + max(inner, height - margins.top - margins.bottom) / 2
        places.picture = CGRect(
            x: margins.leading + (slot.width - image.width) / 2, y: middle - image.height / 2, width: image.width, height: image.height)
        if isBeside {
            places.title = CGRect(x: left, y: middle - first.height / 2, width: first.width, height: first.height)
            places.detail = CGRect(
                x: left + room - second.width, y: middle - second.height / 2, width: second.width, height: second.height)
        } else {
            let top = middle - texts / 2
            places.title = CGRect(x: left, y: top, width: room, height: first.height)
            places.detail = CGRect(x: left, y: top + first.height + below, width: room, height: second.height)
        }
        return places
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let places = places(width: bounds.width, height: bounds.height), scale = traitCollection.usableScale
        let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
        for (view, place) in [(picture, places.picture), (title, places.title), (detail, places.detail)] as [(UIView, CGRect)] {
            let x = isTurned ? bounds.width - place.maxX : place.minX
            view.frame = CGRect(
                x: (x * scale).rounded() / scale, y: (place.minY * scale).rounded() / scale, width: place.width, height: place.height)
        }
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let needed = places(width: size.width > 0 ? size.width : .greatestFiniteMagnitude, height: 0).size
        return CGSize(
            width: size.width > 0 ? min(size.width, needed.width.rounded(.up)) : needed.width.rounded(.up),
            height: needed.height.rounded(.up))
    }

    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }
    override func wrappedHeight(forWidth width: CGFloat) -> CGFloat? { places(width: width, height: 0).size.height.rounded(.up) }
}
