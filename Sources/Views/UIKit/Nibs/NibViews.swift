import AgateDiagnostics
import CoreText
import QuartzCore

/// The views of interface documents, and how their attributes are read.
@MainActor enum NibViews {
    static let classes: [String: UIView.Type] = [
        "view": UIView.self, "label": UILabel.self, "button": UIButton.self, "imageView": UIImageView.self, "textField": UITextField.self,
        "textView": UITextView.self, "switch": UISwitch.self, "slider": UISlider.self, "stepper": UIStepper.self,
        "segmentedControl": UISegmentedControl.self, "progressView": UIProgressView.self, "pageControl": UIPageControl.self,
        "activityIndicatorView": UIActivityIndicatorView.self, "stackView": UIStackView.self, "scrollView": UIScrollView.self,
        "tableView": UITableView.self, "tableViewCell": UITableViewCell.self, "collectionView": UICollectionView.self,
        "collectionViewCell": UICollectionViewCell.self, "collectionReusableView": UICollectionReusableView.self,
        "tableViewHeaderFooterView": UITableViewHeaderFooterView.self, "containerView": UIView.self, "datePicker": UIDatePicker.self,
        "pickerView": UIPickerView.self, "searchBar": UISearchBar.self, "visualEffectView": UIVisualEffectView.self,
        "toolbar": UIToolbar.self, "navigationBar": UINavigationBar.self, "tabBar": UITabBar.self, "control": UIControl.self,
    ]

    static let attributes: [String: NSLayoutConstraint.Attribute] = [
        "left": .left, "right": .right, "top": .top, "bottom": .bottom, "leading": .leading, "trailing": .trailing, "width": .width,
        "height": .height, "centerX": .centerX, "centerY": .centerY, "baseline": .lastBaseline, "lastBaseline": .lastBaseline,
        "firstBaseline": .firstBaseline, "leadingMargin": .leadingMargin, "trailingMargin": .trailingMargin, "topMargin": .topMargin,
        "bottomMargin": .bottomMargin, "leftMargin": .leftMargin, "rightMargin": .rightMargin,
        "centerXWithinMargins": .centerXWithinMargins,
        "centerYWithinMargins": .centerYWithinMargins,
    ]

    static let events: [String: UIControl.Event] = [
        "touchDown": .touchDown, "touchUpInside": .touchUpInside, "touchUpOutside": .touchUpOutside, "touchCancel": .touchCancel,
        "touchDragInside": .touchDragInside, "touchDragOutside": .touchDragOutside, "valueChanged": .valueChanged,
        "editingDidBegin": .editingDidBegin, "editingChanged": .editingChanged, "editingDidEnd": .editingDidEnd,
        "editingDidEndOnExit": .editingDidEndOnExit, "primaryActionTriggered": .primaryActionTriggered,
    ]

    private static let contentModes: [String: UIView.ContentMode] = [
        "scaleToFill": .scaleToFill, "scaleAspectFit": .scaleAspectFit, "scaleAspectFill": .scaleAspectFill, "redraw": .redraw,
        "center": .center, "top": .top, "bottom": .bottom, "left": .left, "right": .right, "topLeft": .topLeft, "topRight": .topRight,
        "bottomLeft": .bottomLeft, "bottomRight": .bottomRight,
    ]
    private static let alignments: [String: NSTextAlignment] = [
        "left": .left, "center": .center, "right": .right, "justified": .justified, "natural": .natural,
    ]

    static func rect(_ element: NibElement) -> CGRect {
        CGRect(
            x: element.number("x") ?? 0, y: element.number("y") ?? 0, width: element.number("width") ?? 0,
            height: element.number("height") ?? 0)
    }

    static func color(_ element: NibElement, _ builder: NibBuilder) -> UIColor? {
        if let name = element["systemColor"] ?? element["cocoaTouchSystemColor"] {
            if let known = NibColors.named[name] { return known }
            builder.report("the color \(name)")
            return nil
        }
        if let name = element["name"] { return UIColor(named: name, in: builder.bundle, compatibleWith: nil) }
        let alpha = element.number("alpha") ?? 1
        if let white = element.number("white") { return UIColor(white: white, alpha: alpha) }
        let red = element.number("red") ?? 0, green = element.number("green") ?? 0, blue = element.number("blue") ?? 0
        return element["customColorSpace"] == "displayP3"
            ? UIColor(displayP3Red: red, green: green, blue: blue, alpha: alpha)
            : UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    private static let styles: [String: UIFont.TextStyle] = [
        "UICTFontTextStyleBody": .body, "UICTFontTextStyleHeadline": .headline, "UICTFontTextStyleSubhead": .subheadline,
        "UICTFontTextStyleFootnote": .footnote, "UICTFontTextStyleCaption1": .caption1, "UICTFontTextStyleCaption2": .caption2,
        "UICTFontTextStyleCallout": .callout, "UICTFontTextStyleTitle1": .title1, "UICTFontTextStyleTitle2": .title2,
        "UICTFontTextStyleTitle3": .title3, "UICTFontTextStyleTitle0": .largeTitle,
    ]
    private static let weights: [String: UIFont.Weight] = [
        "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular, "medium": .medium, "semibold": .semibold,
        "bold": .bold, "heavy": .heavy, "black": .black,
    ]

    static func font(_ element: NibElement?) -> UIFont? {
        guard let element else { return nil }
        if let style = element["style"] { return UIFont.preferredFont(forTextStyle: styles[style] ?? .body) }
        let size = element.number("pointSize") ?? 17
        switch element["type"] {
        case "boldSystem": return .boldSystemFont(ofSize: size)
        case "italicSystem": return .italicSystemFont(ofSize: size)
        case "system": return .systemFont(ofSize: size, weight: weights[element["weight"] ?? ""] ?? .regular)
        default: return element["name"].flatMap { UIFont(name: $0, size: size) } ?? .systemFont(ofSize: size)
        }
    }

    // MARK: What all views have

    static func apply(_ element: NibElement, to view: UIView, _ builder: NibBuilder) {
        if let frame = element.children.first(where: { $0.name == "rect" && $0["key"] == "frame" }) { view.frame = rect(frame) }
        if let mode = element["contentMode"].flatMap({ contentModes[$0] }) { view.contentMode = mode }
        if let mask = element.value("autoresizingMask") { view.autoresizingMask = autoresizing(mask) }
        if let flag = element.flag("opaque") { view.isOpaque = flag }
        if let flag = element.flag("clipsSubviews") { view.clipsToBounds = flag }
        if let flag = element.flag("hidden") { view.isHidden = flag }
        if let flag = element.flag("userInteractionEnabled") { view.isUserInteractionEnabled = flag }
        if let flag = element.flag("multipleTouchEnabled") { view.isMultipleTouchEnabled = flag }
        if let flag = element.flag("autoresizesSubviews") { view.autoresizesSubviews = flag }
        if let flag = element.flag("translatesAutoresizingMaskIntoConstraints") { view.translatesAutoresizingMaskIntoConstraints = flag }
        if let flag = element.flag("preservesSuperviewLayoutMargins") { view.preservesSuperviewLayoutMargins = flag }
        if let flag = element.flag("insetsLayoutMarginsFromSafeArea") { view.insetsLayoutMarginsFromSafeArea = flag }
        if let alpha = element.number("alpha") { view.alpha = alpha }
        if let tag = element["tag"].flatMap({ Int($0) }) { view.tag = tag }
        if let color = element.value("backgroundColor"), color.name == "color" { view.backgroundColor = Self.color(color, builder) }
        if let color = element.value("tintColor"), color.name == "color" { view.tintColor = Self.color(color, builder) }
        if let inset = element.value("layoutMargins") { view.layoutMargins = insets(inset) }
        let priorities: [(String, (UILayoutPriority) -> Void)] = [
            ("horizontalHuggingPriority", { view.setContentHuggingPriority($0, for: .horizontal) }),
            ("verticalHuggingPriority", { view.setContentHuggingPriority($0, for: .vertical) }),
            ("horizontalCompressionResistancePriority", { view.setContentCompressionResistancePriority($0, for: .horizontal) }),
            ("verticalCompressionResistancePriority", { view.setContentCompressionResistancePriority($0, for: .vertical) }),
        ]
        for (key, set) in priorities { if let value = element.number(key) { set(UILayoutPriority(Float(value))) } }
        NibControls.apply(element, to: view, builder)
    }

    private static func autoresizing(_ element: NibElement) -> UIView.AutoresizingMask {
        var mask: UIView.AutoresizingMask = []
        let parts: [(String, UIView.AutoresizingMask)] = [
            ("widthSizable", .flexibleWidth), ("heightSizable", .flexibleHeight), ("flexibleMinX", .flexibleLeftMargin),
            ("flexibleMaxX", .flexibleRightMargin), ("flexibleMinY", .flexibleTopMargin), ("flexibleMaxY", .flexibleBottomMargin),
        ]
        for (key, part) in parts where element.flag(key) ?? false { mask.insert(part) }
        return mask
    }

    static func insets(_ element: NibElement) -> UIEdgeInsets {
        UIEdgeInsets(
            top: element.number("top") ?? element.number("minY") ?? 0, left: element.number("left") ?? element.number("minX") ?? 0,
            bottom: element.number("bottom") ?? element.number("maxY") ?? 0, right: element.number("right") ?? element.number("maxX") ?? 0)
    }

    static func alignment(_ element: NibElement) -> NSTextAlignment? { element["textAlignment"].flatMap { alignments[$0] } }
    /// The text of an attribute, or of a child where it has several lines.
    static func text(_ element: NibElement, _ key: String) -> String? {
        element[key] ?? element.children.first { $0.name == "string" && $0["key"] == key }?.text
    }
}

/// The colors of the system by the names that documents have for them.
@MainActor private enum NibColors {
    static let named: [String: UIColor] = [
        "labelColor": .label, "secondaryLabelColor": .secondaryLabel, "tertiaryLabelColor": .tertiaryLabel,
        "quaternaryLabelColor": .quaternaryLabel, "systemFillColor": .systemFill, "secondarySystemFillColor": .secondarySystemFill,
        "tertiarySystemFillColor": .tertiarySystemFill, "quaternarySystemFillColor": .quaternarySystemFill,
        "placeholderTextColor": .placeholderText, "separatorColor": .separator, "opaqueSeparatorColor": .opaqueSeparator,
        "linkColor": .link, "systemBackgroundColor": .systemBackground, "secondarySystemBackgroundColor": .secondarySystemBackground,
        "tertiarySystemBackgroundColor": .tertiarySystemBackground, "systemGroupedBackgroundColor": .systemGroupedBackground,
        "secondarySystemGroupedBackgroundColor": .secondarySystemGroupedBackground,
        "tertiarySystemGroupedBackgroundColor": .tertiarySystemGroupedBackground, "systemRedColor": .systemRed,
        "systemGreenColor": .systemGreen, "systemBlueColor": .systemBlue, "systemOrangeColor": .systemOrange,
        "systemYellowColor": .systemYellow, "systemPinkColor": .systemPink, "systemPurpleColor": .systemPurple,
        "systemTealColor": .systemTeal, "systemIndigoColor": .systemIndigo, "systemGrayColor": .systemGray,
        "systemGray2Color": .systemGray2, "systemGray3Color": .systemGray3, "systemGray4Color": .systemGray4,
        "systemGray5Color": .systemGray5, "systemGray6Color": .systemGray6, "darkTextColor": .darkText, "lightTextColor": .lightText,
        "groupTableViewBackgroundColor": .groupTableViewBackground, "systemBrownColor": .systemBrown, "systemMintColor": .systemMint,
        "systemCyanColor": .systemCyan,
    ]
}
