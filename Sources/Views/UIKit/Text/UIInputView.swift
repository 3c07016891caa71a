import QuartzCore

/// A view in place of the keyboard, or above it, with the keyboard's background.
@preconcurrency @MainActor open class UIInputView: UIView {
    /// The appearance of an input view.
    public enum Style: Int, Sendable {
        /// No background of its own.
        case `default`
        /// The background of the keyboard.
        case keyboard
    }

    /// The appearance of the view.
    public let inputViewStyle: Style
    /// A Boolean value that indicates whether the view's own constraints, instead of the keyboard's height, determine its height; false by
    /// default. Stored, without effect: an input view always has its own height on Agate.
    open var allowsSelfSizing = false

    /// Creates an input view with a frame.
    public init(frame: CGRect, inputViewStyle: Style) {
        self.inputViewStyle = inputViewStyle
        super.init(frame: frame)
        if inputViewStyle == .keyboard { backgroundColor = .systemGray4 }
    }

    /// Creates an input view of the default style.
    public convenience override init(frame: CGRect) { self.init(frame: frame, inputViewStyle: .default) }

    public required init?(coder: NSCoder) {
        inputViewStyle = .default
        super.init(coder: coder)
    }
}

/// An input view whose keys click, as `UIDevice.playInputClick()` asks for. There is no such sound on Agate.
@preconcurrency @MainActor public protocol UIInputViewAudioFeedback: NSObjectProtocol {
    /// A Boolean value that indicates whether the keys click.
    var enableInputClicksWhenVisible: Bool { get }
}

extension UIInputViewAudioFeedback {
    /// False.
    public var enableInputClicksWhenVisible: Bool { false }
}
