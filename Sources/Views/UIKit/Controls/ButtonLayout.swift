import QuartzCore

/// The layout of a button's image, title and subtitle.
struct ButtonLayout {
    var title = CGSize.zero
    var subtitle = CGSize.zero
    var image = CGSize.zero
    var titleInsets = UIEdgeInsets.zero
    var imageInsets = UIEdgeInsets.zero
    var across = UIControl.ContentHorizontalAlignment.center
    var down = UIControl.ContentVerticalAlignment.center
    var placement = NSDirectionalRectEdge.leading
    var imagePadding: CGFloat = 0
    var titlePadding: CGFloat = 0
    var alignment = UIButton.Configuration.TitleAlignment.automatic
    var scale: CGFloat = 1

    private var isSideBySide: Bool { placement == .leading || placement == .trailing || (placement != .top && placement != .bottom) }
    private var hasImage: Bool { image.width > 0 && image.height > 0 }
    private var texts: CGSize {
        let gap = title.height > 0 && subtitle.height > 0 ? titlePadding : 0
        return CGSize(width: max(title.width, subtitle.width), height: title.height + gap + subtitle.height)
    }
    private var gap: CGFloat { hasImage && texts.height > 0 ? imagePadding : 0 }

    /// Returns the room that a width leaves for title and subtitle.
    func textWidth(_ width: CGFloat) -> CGFloat { isSideBySide && hasImage ? width - image.width - imagePadding : width }

    /// The total size of image, title and subtitle.
    var size: CGSize {
        isSideBySide
            ? CGSize(width: image.width + gap + texts.width, height: max(image.height, texts.height))
            : CGSize(width: max(image.width, texts.width), height: image.height + gap + texts.height)
    }

    func places(in rect: CGRect) -> (image: CGRect, title: CGRect, subtitle: CGRect) {
        var texts = texts
        // The title is shortened before the image.
        if isSideBySide {
            texts.width = min(texts.width, max(0, rect.width - image.width - gap))
        } else {
            texts.width = min(texts.width, rect.width)
        }
        let all =
            isSideBySide
            ? CGSize(width: image.width + gap + texts.width, height: size.height)
            : CGSize(width: max(image.width, texts.width), height: size.height)
        let x: CGFloat =
            switch across {
            case .left, .leading, .fill: rect.minX
            case .right, .trailing: rect.maxX - all.width
            case .center: rect.midX - all.width / 2
            }
        func y(_ height: CGFloat) -> CGFloat {
            switch down {
            case .top, .fill: rect.minY
            case .bottom: rect.maxY - height
            case .center: rect.midY - height / 2
            }
        }
        var imageAt: CGPoint, textAt: CGPoint
        if isSideBySide {
            let imageFirst = placement != .trailing
            imageAt = CGPoint(x: imageFirst ? x : x + texts.width + gap, y: y(image.height))
            textAt = CGPoint(x: imageFirst ? x + image.width + gap : x, y: y(texts.height))
        } else {
            let top = y(all.height), imageFirst = placement == .top
            imageAt = CGPoint(x: x + (all.width - image.width) / 2, y: imageFirst ? top : top + texts.height + gap)
            textAt = CGPoint(x: x + (all.width - texts.width) / 2, y: imageFirst ? top + image.height + gap : top)
        }
        func line(_ size: CGSize, at y: CGFloat) -> CGRect {
            let width = min(size.width, texts.width)
            let x: CGFloat =
                switch alignment {
                case .leading: textAt.x
                case .trailing: textAt.x + texts.width - width
                case .center, .automatic: textAt.x + (texts.width - width) / 2
                }
            return CGRect(x: x, y: y, width: width, height: size.height)
        }
        let first = line(title, at: textAt.y)
        let second = line(subtitle, at: textAt.y + title.height + (title.height > 0 && subtitle.height > 0 ? titlePadding : 0))
        return (
            pixels(moved(CGRect(origin: imageAt, size: image), imageInsets)), pixels(moved(first, titleInsets)),
            pixels(moved(second, titleInsets))
        )
    }

    /// Moves a rectangle by its insets. Equal insets on opposite sides have no effect and the size never changes. With centered content the
    /// offset is half the difference of the insets, so that the rectangle is centered in the inset area.
    private func moved(_ rect: CGRect, _ insets: UIEdgeInsets) -> CGRect {
        rect.offsetBy(
            dx: (insets.left - insets.right) / (across == .center ? 2 : 1), dy: (insets.top - insets.bottom) / (down == .center ? 2 : 1))
    }

    private func pixels(_ rect: CGRect) -> CGRect {
        CGRect(x: (rect.minX * scale).rounded() / scale, y: (rect.minY * scale).rounded() / scale, width: rect.width, height: rect.height)
    }
}
