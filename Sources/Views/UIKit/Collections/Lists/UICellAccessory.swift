import QuartzCore

/// A part beside the content of a ``UICollectionViewListCell``: a sign, a text, a control or a view.
@preconcurrency @MainActor public struct UICellAccessory {
    /// The kind of accessory.
    public enum AccessoryType: Hashable, Sendable {
        case disclosureIndicator, outlineDisclosure, checkmark, delete, insert, reorder, multiselect, label, detail
        case customView(ObjectIdentifier)
    }
    /// The modes of the collection view in which an accessory is visible.
    public enum DisplayedState: Int, Sendable { case always, whenEditing, whenNotEditing }
    /// The width of the room for an accessory.
    public enum LayoutDimension: Hashable, Sendable {
        /// The accessory's own width.
        case actual
        /// The width of the system's signs.
        case standard
        case custom(CGFloat)
    }
    /// A closure that returns the index of an accessory among those at its edge.
    public typealias Position = @MainActor (_ accessories: [UICellAccessory]) -> Int
    /// The edge of an accessory.
    public enum Placement {
        case leading(displayed: DisplayedState = .always, at: Position = { $0.count })
        case trailing(displayed: DisplayedState = .always, at: Position = { $0.count })
    }
    /// A closure that a tap calls.
    public typealias ActionHandler = @MainActor () -> Void

    /// The look of an accessory. Each kind uses those properties that it has.
    @preconcurrency @MainActor public struct Options {
        /// The look of a sign that opens a group.
        public enum Style: Int, Sendable { case automatic, header, cell }
        /// A Boolean value that indicates whether the accessory is hidden.
        public var isHidden: Bool
        /// The width of its room; nil for its own.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its color; nil for that of its kind.
        public var tintColor: UIColor?
        /// The color behind its sign; nil for that of its kind. Stored, without effect: signs are drawn in one color.
        public var backgroundColor: UIColor?
        /// A Boolean value that indicates whether a line is beside the sign. Stored, without effect.
        public var showsVerticalSeparator: Bool?
        /// The look of a sign that opens a group. Stored, without effect.
        public var style = Style.automatic
        /// The font of a label.
        public var font: UIFont?

        /// Creates options. All are optional.
        nonisolated public init(
            isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil, backgroundColor: UIColor? = nil,
            showsVerticalSeparator: Bool? = nil, font: UIFont? = nil, adjustsFontForContentSizeCategory: Bool? = nil
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden ?? false, reservedLayoutWidth, tintColor)
            (self.backgroundColor, self.showsVerticalSeparator, self.font) = (backgroundColor, showsVerticalSeparator, font)
        }
        /// Creates options of a sign that opens a group.
        nonisolated public init(
            style: Style, isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil
        ) {
            self.init(isHidden: isHidden, reservedLayoutWidth: reservedLayoutWidth, tintColor: tintColor)
            self.style = style
        }
    }
    /// The look of the arrow.
    public typealias DisclosureIndicatorOptions = Options
    /// The look of the arrow of an outline.
    public typealias OutlineDisclosureOptions = Options
    /// The look of a checkmark.
    public typealias CheckmarkOptions = Options
    /// The look of the sign of removal.
    public typealias DeleteOptions = Options
    /// The look of the sign of insertion.
    public typealias InsertOptions = Options
    /// The look of the handle.
    public typealias ReorderOptions = Options
    /// The look of the circle.
    public typealias MultiselectOptions = Options
    /// The look of a text.
    public typealias LabelOptions = Options
    /// The look of the detail button.
    public typealias DetailOptions = Options

    /// A view of the program as an accessory.
    @preconcurrency @MainActor public struct CustomViewConfiguration {
        /// The view.
        public let customView: UIView
        /// Its edge.
        public let placement: Placement
        /// Its look.
        public var options: Options
        /// A Boolean value that indicates whether the view keeps its size; false, the default, fits it.
        public var maintainsFixedSize: Bool

        /// Creates the configuration of a view.
        public init(
            customView: UIView, placement: Placement, isHidden: Bool? = nil, reservedLayoutWidth: LayoutDimension? = nil,
            tintColor: UIColor? = nil, maintainsFixedSize: Bool? = nil
        ) {
            (self.customView, self.placement, self.maintainsFixedSize) = (customView, placement, maintainsFixedSize ?? false)
            options = Options(isHidden: isHidden, reservedLayoutWidth: reservedLayoutWidth, tintColor: tintColor)
        }
    }

    /// The kind.
    public let accessoryType: AccessoryType
    let placement: Placement
    let options: Options
    /// The text of a label.
    private var text: String?
    /// The view of the program.
    private var view: UIView?
    var keepsSize = false
    private var handler: ActionHandler?

    private init(_ type: AccessoryType, _ placement: Placement, _ options: Options, _ handler: ActionHandler? = nil) {
        (accessoryType, self.placement, self.options, self.handler) = (type, placement, options, handler)
    }

    /// Returns the arrow of a row that opens another list.
    public static func disclosureIndicator(displayed: DisplayedState = .always, options: DisclosureIndicatorOptions = .init())
        -> UICellAccessory
    { UICellAccessory(.disclosureIndicator, .trailing(displayed: displayed), options) }
    /// Returns the arrow of a row that opens an outline of a diffable data source, or calls the handler in place of that.
    public static func outlineDisclosure(
        displayed: DisplayedState = .always, options: OutlineDisclosureOptions = .init(), actionHandler: ActionHandler? = nil
    ) -> UICellAccessory { UICellAccessory(.outlineDisclosure, .trailing(displayed: displayed), options, actionHandler) }
    /// Returns a checkmark.
    public static func checkmark(displayed: DisplayedState = .always, options: CheckmarkOptions = .init()) -> UICellAccessory {
        UICellAccessory(.checkmark, .trailing(displayed: displayed), options)
    }
    /// Returns the sign that removes a row.
    public static func delete(
        displayed: DisplayedState = .whenEditing, options: DeleteOptions = .init(), actionHandler: ActionHandler? = nil
    ) -> UICellAccessory { UICellAccessory(.delete, .leading(displayed: displayed), options, actionHandler) }
    /// Returns the sign that adds a row.
    public static func insert(
        displayed: DisplayedState = .whenEditing, options: InsertOptions = .init(), actionHandler: ActionHandler? = nil
    ) -> UICellAccessory { UICellAccessory(.insert, .leading(displayed: displayed), options, actionHandler) }
    /// Returns the handle that moves a row. It doesn't move rows on Agate.
    public static func reorder(displayed: DisplayedState = .whenEditing, options: ReorderOptions = .init()) -> UICellAccessory {
        UICellAccessory(.reorder, .trailing(displayed: displayed), options)
    }
    /// Returns the circle of a row that can be selected with others.
    public static func multiselect(displayed: DisplayedState = .whenEditing, options: MultiselectOptions = .init()) -> UICellAccessory {
        UICellAccessory(.multiselect, .leading(displayed: displayed), options)
    }
    /// Returns a text.
    public static func label(text: String, displayed: DisplayedState = .always, options: LabelOptions = .init()) -> UICellAccessory {
        var made = UICellAccessory(.label, .trailing(displayed: displayed), options)
        made.text = text
        return made
    }
    /// Returns a button for details.
    public static func detail(
        displayed: DisplayedState = .always, options: DetailOptions = .init(), actionHandler: ActionHandler? = nil
    ) -> UICellAccessory { UICellAccessory(.detail, .trailing(displayed: displayed), options, actionHandler) }
    /// Returns a view of the program.
    public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
        var made = UICellAccessory(
            .customView(ObjectIdentifier(configuration.customView)), configuration.placement, configuration.options)
        (made.view, made.keepsSize) = (configuration.customView, configuration.maintainsFixedSize)
        return made
    }

    // MARK: Drawing

    var isLeading: Bool { if case .leading = placement { true } else { false } }
    func isShown(isEditing: Bool) -> Bool {
        let state: DisplayedState
        switch placement {
        case .leading(let displayed, _), .trailing(let displayed, _): state = displayed
        }
        return !options.isHidden && (state == .always || (state == .whenEditing) == isEditing)
    }
    /// Returns the index at which the accessory is inserted among those at its edge. Indices outside are clamped.
    func index(among others: [UICellAccessory]) -> Int {
        switch placement {
        case .leading(_, let position), .trailing(_, let position): min(max(0, position(others)), others.count)
        }
    }

    /// The name and the size of the sign.
    private var sign: (name: String, size: CGFloat, color: UIColor?)? {
        switch accessoryType {
        case .disclosureIndicator, .outlineDisclosure: ("chevron.forward", 12, .tertiaryLabel)
        case .checkmark: ("checkmark", 17, nil)
        case .delete: ("minus.circle.fill", 20, .systemRed)
        case .insert: ("plus.circle.fill", 20, .systemGreen)
        case .reorder: ("line.3.horizontal", 20, .tertiaryLabel)
        case .multiselect: ("circle", 20, .tertiaryLabel)
        case .detail: ("info.circle", 20, nil)
        case .label, .customView: nil
        }
    }

    /// Returns the accessory's view: the program's, or a new one.
    /// - Parameter outline: The closure that opens and closes the row's outline.
    func makeView(outline: @escaping ActionHandler) -> UIView {
        let handler = handler ?? (accessoryType == .outlineDisclosure ? outline : nil)
        if let view {
            if let color = options.tintColor { view.tintColor = color }
            return view
        }
        guard let sign else {
            let label = UILabel()
            label.text = text
            label.font = options.font ?? .systemFont(ofSize: 17)
            label.textColor = options.tintColor ?? .secondaryLabel
            return label
        }
        let look = UIImage.SymbolConfiguration(pointSize: sign.size, weight: sign.size < 17 ? .bold : .medium)
        let image = UIImage(systemName: sign.name, withConfiguration: look)
        let made: UIView
        if let handler {
            let button = UIButton(type: .custom)
            button.setImage(image?.withRenderingMode(.alwaysTemplate), for: .normal)
            button.addAction(UIAction { _ in handler() }, for: .touchUpInside)
            made = button
        } else {
            made = UIImageView(image: image)
        }
        if let color = options.tintColor ?? sign.color { made.tintColor = color }
        return made
    }

    /// The width of the accessory's room for the width of its view.
    func room(for width: CGFloat) -> CGFloat {
        switch options.reservedLayoutWidth {
        case .custom(let wanted) where wanted >= 0 && wanted.isFinite: max(wanted, 0)
        case .standard: max(width, 28)
        default: width
        }
    }
}
