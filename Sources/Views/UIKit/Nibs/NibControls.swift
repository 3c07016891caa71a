import CoreText
import QuartzCore

/// The attributes of labels, controls and containers in interface documents.
@MainActor enum NibControls {
    static func apply(_ element: NibElement, to view: UIView, _ builder: NibBuilder) {
        if let control = view as? UIControl { self.control(element, control) }
        switch view {
        case let label as UILabel: self.label(element, label, builder)
        case let button as UIButton: self.button(element, button, builder)
        case let picture as UIImageView:
            if let name = element["image"] { picture.image = builder.image(name) }
            if let name = element["highlightedImage"] { picture.highlightedImage = builder.image(name) }
        case let field as UITextField: self.field(element, field, builder)
        case let text as UITextView: self.text(element, text, builder)
        case let stack as UIStackView: self.stack(element, stack)
        case let scroll as UIScrollView: self.scroll(element, scroll, builder)
        case let cell as UITableViewCell: self.cell(element, cell, builder)
        default: values(element, view, builder)
        }
    }

    private static func color(_ element: NibElement, _ key: String, _ builder: NibBuilder, _ set: (UIColor?) -> Void) {
        if let value = element.value(key), value.name == "color" { set(NibViews.color(value, builder)) }
    }

    private static func control(_ element: NibElement, _ control: UIControl) {
        if let flag = element.flag("enabled") { control.isEnabled = flag }
        if let flag = element.flag("selected") { control.isSelected = flag }
        if let flag = element.flag("highlighted") { control.isHighlighted = flag }
        let across: [String: UIControl.ContentHorizontalAlignment] = [
            "center": .center, "left": .left, "right": .right, "fill": .fill, "leading": .leading, "trailing": .trailing,
        ]
        let down: [String: UIControl.ContentVerticalAlignment] = ["center": .center, "top": .top, "bottom": .bottom, "fill": .fill]
        if let value = element["contentHorizontalAlignment"].flatMap({ across[$0] }) { control.contentHorizontalAlignment = value }
        if let value = element["contentVerticalAlignment"].flatMap({ down[$0] }) { control.contentVerticalAlignment = value }
    }

    private static func label(_ element: NibElement, _ label: UILabel, _ builder: NibBuilder) {
        if let font = NibViews.font(element.value("fontDescription")) { label.font = font }
        if let text = NibViews.text(element, "text") { label.text = text }
        if let alignment = NibViews.alignment(element) { label.textAlignment = alignment }
        if let lines = element["numberOfLines"].flatMap({ Int($0) }) { label.numberOfLines = lines }
        if let flag = element.flag("adjustsFontSizeToFit") { label.adjustsFontSizeToFitWidth = flag }
        if let scale = element.number("minimumScaleFactor") { label.minimumScaleFactor = scale }
        if let flag = element.flag("enabled") { label.isEnabled = flag }
        let modes: [String: NSLineBreakMode] = [
            "wordWrap": .byWordWrapping, "characterWrap": .byCharWrapping, "clip": .byClipping, "headTruncation": .byTruncatingHead,
            "middleTruncation": .byTruncatingMiddle, "tailTruncation": .byTruncatingTail,
        ]
        if let mode = element["lineBreakMode"].flatMap({ modes[$0] }) { label.lineBreakMode = mode }
        color(element, "textColor", builder) { label.textColor = $0 }
        color(element, "highlightedColor", builder) { label.highlightedTextColor = $0 }
        color(element, "shadowColor", builder) { label.shadowColor = $0 }
        if let offset = element.value("shadowOffset") {
            label.shadowOffset = CGSize(width: offset.number("width") ?? 0, height: offset.number("height") ?? 0)
        }
        attributed(element, "attributedText", builder) { label.attributedText = $0 }
    }

    /// Attributed text: its parts with their fonts and colors.
    private static func attributed(_ element: NibElement, _ key: String, _ builder: NibBuilder, _ set: (NSAttributedString) -> Void) {
        guard let value = element.value(key), value.name == "attributedString" else { return }
        let result = NSMutableAttributedString(string: "")
        for fragment in value.children where fragment.name == "fragment" {
            var attributes: [NSAttributedString.Key: Any] = [:]
            for part in fragment.child("attributes")?.children ?? [] {
                switch (part.name, part["key"]) {
                case ("color", "NSColor"): attributes[.foregroundColor] = NibViews.color(part, builder)
                case ("color", "NSBackgroundColor"): attributes[.backgroundColor] = NibViews.color(part, builder)
                case ("font", "NSFont"):
                    let size = part.number("size") ?? 17
                    attributes[.font] =
                        part["metaFont"] == "systemBold"
                        ? UIFont.boldSystemFont(ofSize: size)
                        : part["name"].flatMap { UIFont(name: $0, size: size) } ?? UIFont.systemFont(ofSize: size)
                case ("paragraphStyle", _): attributes[.paragraphStyle] = paragraph(part)
                default: builder.report("the text attribute \(part["key"] ?? part.name)")
                }
            }
            let text = fragment["content"] ?? fragment.children.first { $0["key"] == "content" }?.text ?? ""
            result.append(NSAttributedString(string: text, attributes: attributes))
        }
        set(result)
    }

    private static func paragraph(_ element: NibElement) -> NSParagraphStyle {
        let style = NSMutableParagraphStyle()
        if let alignment = element["alignment"] {
            style.alignment = ["left": .left, "center": .center, "right": .right, "justified": .justified][alignment] ?? .natural
        }
        style.lineSpacing = element.number("lineSpacing") ?? 0
        style.lineHeightMultiple = element.number("lineHeightMultiple") ?? 0
        return style
    }

    private static func button(_ element: NibElement, _ button: UIButton, _ builder: NibBuilder) {
        if let font = NibViews.font(element.value("fontDescription")) { button.titleLabel?.font = font }
        let states: [String: UIControl.State] = [
            "normal": .normal, "highlighted": .highlighted, "selected": .selected, "disabled": .disabled, "focused": .focused,
        ]
        for entry in element.children where entry.name == "state" {
            let state = states[entry["key"] ?? ""] ?? .normal
            if let title = NibViews.text(entry, "title") { button.setTitle(title, for: state) }
            if let name = entry["image"] { button.setImage(builder.image(name), for: state) }
            if let name = entry["backgroundImage"] { button.setBackgroundImage(builder.image(name), for: state) }
            color(entry, "titleColor", builder) { button.setTitleColor($0, for: state) }
            color(entry, "titleShadowColor", builder) { button.setTitleShadowColor($0, for: state) }
            attributed(entry, "attributedTitle", builder) { button.setAttributedTitle($0, for: state) }
        }
        for entry in element.children where entry.name == "inset" {
            switch entry["key"] {
            case "contentEdgeInsets": button.contentEdgeInsets = NibViews.insets(entry)
            case "titleEdgeInsets": button.titleEdgeInsets = NibViews.insets(entry)
            case "imageEdgeInsets": button.imageEdgeInsets = NibViews.insets(entry)
            default: break
            }
        }
        if element.child("buttonConfiguration") != nil { builder.report("a configuration of a button") }
    }

    private static func field(_ element: NibElement, _ field: UITextField, _ builder: NibBuilder) {
        if let font = NibViews.font(element.value("fontDescription")) { field.font = font }
        if let text = NibViews.text(element, "text") { field.text = text }
        if let text = NibViews.text(element, "placeholder") { field.placeholder = text }
        if let alignment = NibViews.alignment(element) { field.textAlignment = alignment }
        let borders: [String: UITextField.BorderStyle] = ["line": .line, "bezel": .bezel, "roundedRect": .roundedRect]
        field.borderStyle = element["borderStyle"].flatMap { borders[$0] } ?? .none
        color(element, "textColor", builder) { field.textColor = $0 }
        if let traits = element.value("textInputTraits") { field.isSecureTextEntry = traits.flag("secureTextEntry") ?? false }
    }

    private static func text(_ element: NibElement, _ text: UITextView, _ builder: NibBuilder) {
        if let font = NibViews.font(element.value("fontDescription")) { text.font = font }
        if let content = NibViews.text(element, "text") { text.text = content }
        if let alignment = NibViews.alignment(element) { text.textAlignment = alignment }
        if let flag = element.flag("editable") { text.isEditable = flag }
        if let flag = element.flag("selectable") { text.isSelectable = flag }
        color(element, "textColor", builder) { text.textColor = $0 }
        attributed(element, "attributedText", builder) { text.attributedText = $0 }
        scroll(element, text, builder)
    }

    private static func stack(_ element: NibElement, _ stack: UIStackView) {
        stack.axis = element["axis"] == "vertical" ? .vertical : .horizontal
        let distributions: [String: UIStackView.Distribution] = [
            "fillEqually": .fillEqually, "fillProportionally": .fillProportionally, "equalSpacing": .equalSpacing,
            "equalCentering": .equalCentering,
        ]
        let alignments: [String: UIStackView.Alignment] = [
            "leading": .leading, "top": .top, "center": .center, "trailing": .trailing, "bottom": .bottom, "firstBaseline": .firstBaseline,
            "lastBaseline": .lastBaseline,
        ]
        stack.distribution = element["distribution"].flatMap { distributions[$0] } ?? .fill
        stack.alignment = element["alignment"].flatMap { alignments[$0] } ?? .fill
        if let spacing = element.number("spacing") { stack.spacing = spacing }
        if let flag = element.flag("baselineRelativeArrangement") { stack.isBaselineRelativeArrangement = flag }
    }

    private static func scroll(_ element: NibElement, _ scroll: UIScrollView, _ builder: NibBuilder) {
        if let flag = element.flag("scrollEnabled") { scroll.isScrollEnabled = flag }
        if let flag = element.flag("pagingEnabled") { scroll.isPagingEnabled = flag }
        if let flag = element.flag("bounces") { scroll.bounces = flag }
        if let flag = element.flag("alwaysBounceVertical") { scroll.alwaysBounceVertical = flag }
        if let flag = element.flag("alwaysBounceHorizontal") { scroll.alwaysBounceHorizontal = flag }
        if let flag = element.flag("showsHorizontalScrollIndicator") { scroll.showsHorizontalScrollIndicator = flag }
        if let flag = element.flag("showsVerticalScrollIndicator") { scroll.showsVerticalScrollIndicator = flag }
        if let scale = element.number("minimumZoomScale") { scroll.minimumZoomScale = scale }
        if let scale = element.number("maximumZoomScale") { scroll.maximumZoomScale = scale }
        if let table = scroll as? UITableView {
            if element["separatorStyle"] == "none" { table.separatorStyle = .none }
            if let height = element.number("rowHeight") { table.rowHeight = height > 0 ? height : UITableView.automaticDimension }
            color(element, "separatorColor", builder) { table.separatorColor = $0 }
        }
        guard let collection = scroll as? UICollectionView, let layout = element.value("collectionViewLayout") else { return }
        guard layout.name == "collectionViewFlowLayout", let flow = collection.collectionViewLayout as? UICollectionViewFlowLayout,
            layout["customClass"] == nil
        else { return builder.report("the layout \(layout["customClass"] ?? layout.name)") }
        flow.scrollDirection = layout["scrollDirection"] == "horizontal" ? .horizontal : .vertical
        flow.minimumLineSpacing = layout.number("minimumLineSpacing") ?? flow.minimumLineSpacing
        flow.minimumInteritemSpacing = layout.number("minimumInteritemSpacing") ?? flow.minimumInteritemSpacing
        func size(_ key: String) -> CGSize? {
            layout.value(key).map { CGSize(width: $0.number("width") ?? 0, height: $0.number("height") ?? 0) }
        }
        if let size = size("itemSize") { flow.itemSize = size }
        if let size = size("headerReferenceSize") { flow.headerReferenceSize = size }
        if let size = size("footerReferenceSize") { flow.footerReferenceSize = size }
        if let inset = layout.value("sectionInset") { flow.sectionInset = NibViews.insets(inset) }
    }

    private static func cell(_ element: NibElement, _ cell: UITableViewCell, _ builder: NibBuilder) {
        let styles: [String: UITableViewCell.SelectionStyle] = ["none": .none, "blue": .blue, "gray": .gray, "default": .default]
        if let style = element["selectionStyle"].flatMap({ styles[$0] }) { cell.selectionStyle = style }
        let accessories: [String: UITableViewCell.AccessoryType] = [
            "disclosureIndicator": .disclosureIndicator, "detailDisclosureButton": .detailDisclosureButton, "checkmark": .checkmark,
            "detailButton": .detailButton,
        ]
        if let type = element["accessoryType"].flatMap({ accessories[$0] }) { cell.accessoryType = type }
        if let style = element["style"], style != "IBUITableViewCellStyleDefault" { builder.report("the cell style \(style)") }
    }

    private static func values(_ element: NibElement, _ view: UIView, _ builder: NibBuilder) {
        switch view {
        case let control as UISwitch:
            control.isOn = element.flag("on") ?? true
            color(element, "onTintColor", builder) { control.onTintColor = $0 }
            color(element, "thumbTintColor", builder) { control.thumbTintColor = $0 }
        case let slider as UISlider:
            slider.minimumValue = Float(element.number("minValue") ?? 0)
            slider.maximumValue = Float(element.number("maxValue") ?? 1)
            slider.value = Float(element.number("value") ?? 0.5)
            color(element, "minimumTrackTintColor", builder) { slider.minimumTrackTintColor = $0 }
            color(element, "maximumTrackTintColor", builder) { slider.maximumTrackTintColor = $0 }
            color(element, "thumbTintColor", builder) { slider.thumbTintColor = $0 }
        case let stepper as UIStepper:
            stepper.maximumValue = Double(element.number("maximumValue") ?? 100)
            stepper.value = Double(element.number("value") ?? 0)
        case let progress as UIProgressView:
            progress.progress = Float(element.number("progress") ?? 0)
            color(element, "progressTintColor", builder) { progress.progressTintColor = $0 }
            color(element, "trackTintColor", builder) { progress.trackTintColor = $0 }
        case let pages as UIPageControl:
            pages.numberOfPages = element["numberOfPages"].flatMap { Int($0) } ?? 0
            pages.currentPage = element["currentPage"].flatMap { Int($0) } ?? 0
            color(element, "pageIndicatorTintColor", builder) { pages.pageIndicatorTintColor = $0 }
            color(element, "currentPageIndicatorTintColor", builder) { pages.currentPageIndicatorTintColor = $0 }
        case let indicator as UIActivityIndicatorView:
            let styles: [String: UIActivityIndicatorView.Style] = [
                "large": .large, "whiteLarge": .whiteLarge, "white": .white, "gray": .gray, "medium": .medium,
            ]
            if let style = element["style"].flatMap({ styles[$0] }) { indicator.style = style }
            if let flag = element.flag("hidesWhenStopped") { indicator.hidesWhenStopped = flag }
            color(element, "color", builder) { indicator.color = $0 }
            if element.flag("animating") ?? false { indicator.startAnimating() }
        case let segments as UISegmentedControl:
            for (index, entry) in (element.child("segments")?.children ?? []).enumerated() {
                if let name = entry["image"], let image = builder.image(name) {
                    segments.insertSegment(with: image, at: index, animated: false)
                } else {
                    segments.insertSegment(withTitle: entry["title"] ?? "", at: index, animated: false)
                }
            }
            segments.selectedSegmentIndex = element["selectedSegmentIndex"].flatMap { Int($0) } ?? 0
        default: break
        }
    }
}
