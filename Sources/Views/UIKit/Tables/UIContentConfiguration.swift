import ObjectiveCRuntime
import QuartzCore

/// The content of a cell, as a value that makes its view.
@preconcurrency @MainActor public protocol UIContentConfiguration {
    /// Returns a new view that shows the content.
    func makeContentView() -> any UIView & UIContentView
    /// Returns the content for a state.
    func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a content configuration.
@preconcurrency @MainActor public protocol UIContentView: NSObjectProtocol {
    /// The content that the view shows. Setting it changes the view.
    var configuration: any UIContentConfiguration { get set }
    /// Returns whether the view can show a configuration in place of its own.
    func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
    /// Returns whether the configuration has the type of the view's own.
    public func supports(_ configuration: any UIContentConfiguration) -> Bool {
        type(of: configuration) == type(of: self.configuration)
    }
}

/// Axes of a layout.
public struct UIAxis: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The horizontal axis.
    public static let horizontal = UIAxis(rawValue: 1)
    /// The vertical axis.
    public static let vertical = UIAxis(rawValue: 2)
    /// Both axes.
    public static let both: UIAxis = [.horizontal, .vertical]
}

/// The name of a value that a program adds to a state.
public struct UIConfigurationStateCustomKey: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The state for which a content is shown.
@preconcurrency @MainActor public protocol UIConfigurationState {
    /// The traits.
    var traitCollection: UITraitCollection { get set }
    /// Creates the state of a view that is in no particular one.
    init(traitCollection: UITraitCollection)
    /// A value of the program's.
    subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? { get set }
}

/// The state of a view, such as a header.
@preconcurrency @MainActor public struct UIViewConfigurationState: UIConfigurationState, Hashable {
    /// The traits.
    public var traitCollection: UITraitCollection
    /// A Boolean value that indicates whether the view is disabled.
    public var isDisabled = false
    /// A Boolean value that indicates whether a touch is on the view.
    public var isHighlighted = false
    /// A Boolean value that indicates whether the view is selected.
    public var isSelected = false
    /// A Boolean value that indicates whether the view has the focus.
    public var isFocused = false
    /// A Boolean value that indicates whether the view is pinned to an edge.
    public var isPinned = false
    // Unsafe: a part of the value, which `==` and `hash(into:)` read wherever the value is.
    nonisolated(unsafe) private var values: [UIConfigurationStateCustomKey: AnyHashable] = [:]

    /// Creates a state with traits.
    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }
    /// A value of the program's own.
    public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
        get { values[key] }
        set { values[key] = newValue }
    }
}

/// The state of a cell.
@preconcurrency @MainActor public struct UICellConfigurationState: UIConfigurationState, Hashable {
    /// The states of a cell that is dragged; none on Agate.
    public enum DragState: Int, Sendable { case none, lifting, dragging }
    /// The states of a cell under a drag; none on Agate.
    public enum DropState: Int, Sendable { case none, notTargeted, targeted }

    /// The traits.
    public var traitCollection: UITraitCollection
    /// A Boolean value that indicates whether the cell is disabled.
    public var isDisabled = false
    /// A Boolean value that indicates whether a touch is on the cell.
    public var isHighlighted = false
    /// A Boolean value that indicates whether the cell is selected.
    public var isSelected = false
    /// A Boolean value that indicates whether the cell has the focus.
    public var isFocused = false
    /// A Boolean value that indicates whether the cell is pinned to an edge.
    public var isPinned = false
    /// A Boolean value that indicates whether the cell is being edited.
    public var isEditing = false
    /// A Boolean value that indicates whether the cell's actions show.
    public var isSwiped = false
    /// A Boolean value that indicates whether the cell shows its children.
    public var isExpanded = false
    /// A Boolean value that indicates whether the cell is being reordered.
    public var isReordering = false
    /// The state of a drag.
    public var cellDragState = DragState.none
    /// The state under a drag.
    public var cellDropState = DropState.none
    // Unsafe: a part of the value, which `==` and `hash(into:)` read wherever the value is.
    nonisolated(unsafe) private var values: [UIConfigurationStateCustomKey: AnyHashable] = [:]

    /// Creates a state with traits.
    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }
    /// A value of the program's own.
    public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
        get { values[key] }
        set { values[key] = newValue }
    }
}

/// A function of a color.
public struct UIConfigurationColorTransformer: Sendable {
    /// The function.
    public let transform: @Sendable (UIColor) -> UIColor
    /// Creates a transformer from a function.
    public init(_ transform: @escaping @Sendable (UIColor) -> UIColor) { self.transform = transform }
    /// Returns the transformed color.
    public func callAsFunction(_ input: UIColor) -> UIColor { transform(input) }
    /// Returns the gray of a color's brightness.
    public static let grayscale = UIConfigurationColorTransformer { color in
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        _ = color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return UIColor(white: 0.299 * red + 0.587 * green + 0.114 * blue, alpha: alpha)
    }
}

/// The view of a cell's content configuration.
@MainActor struct ConfiguredContent {
    private(set) var view: (any UIView & UIContentView)?

    /// Shows a configuration in the view, or in a new one. Returns true for a new one, or for none after one.
    mutating func show(_ configuration: (any UIContentConfiguration)?) -> Bool {
        guard let configuration else {
            defer { view = nil }
            view?.removeFromSuperview()
            return view != nil
        }
        if let view, view.supports(configuration) {
            view.configuration = configuration
            return false
        }
        view?.removeFromSuperview()
        view = configuration.makeContentView()
        return true
    }
}
