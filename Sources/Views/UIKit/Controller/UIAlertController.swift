import QuartzCore

/// An action of an alert.
@preconcurrency @MainActor open class UIAlertAction: NSObject, NSCopying {
    /// The style of an action.
    public enum Style: Int, Sendable {
        case `default`
        /// Bold, for an action that changes nothing.
        case cancel
        /// Red, for an action that can't be undone.
        case destructive
    }

    /// The title of the button, or nil for none.
    public let title: String?
    /// The style of the button, which also determines its position: the `cancel` action is last in a column and first in a row of two.
    public let style: Style
    /// A Boolean value that indicates whether the action can be chosen. The default is true.
    open var isEnabled = true { didSet { onChange?() } }
    final let handler: ((UIAlertAction) -> Void)?
    final var onChange: (() -> Void)?

    /// Creates an action with a closure that is called after the alert was dismissed.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        (self.title, self.style, self.handler) = (title, style, handler)
        super.init()
    }
    /// Creates an action without a title and without effect.
    @preconcurrency @MainActor public convenience override init() { self.init(title: nil, style: .default) }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An alert over all other content, with a title, a message, text fields and actions.
@preconcurrency @MainActor open class UIAlertController: UIViewController {
    /// The position of an alert.
    public enum Style: Int, Sendable { case actionSheet, alert }

    /// The position of the alert: in the center (`alert`, the default) or at the bottom of the window (`actionSheet`).
    open private(set) var preferredStyle = Style.alert
    /// The actions, in the order in which they were added.
    open private(set) var actions: [UIAlertAction] = []
    /// The text fields.
    open private(set) var textFields: [UITextField]?
    /// The action of the return key.
    open var preferredAction: UIAlertAction? { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// The text below the title.
    open var message: String? { didSet { panel?.fill() } }
    open override var title: String? { didSet { panel?.fill() } }
    private var panel: AlertPanel?

    /// Creates an alert.
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.preferredStyle = preferredStyle
        self.title = title
        self.message = message
        modalPresentationStyle = .custom
        modalTransitionStyle = .crossDissolve
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        modalPresentationStyle = .custom
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        modalPresentationStyle = .custom
    }

    /// Adds an action.
    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
        action.onChange = { [weak self] in self?.panel?.fill() }
        panel?.fill()
    }

    /// Adds a text field. Ignored for action sheets.
    /// - Parameter configurationHandler: A closure that configures the field.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        guard preferredStyle == .alert else { return }
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 238, height: 30))
        field.borderStyle = .roundedRect
        field.font = .systemFont(ofSize: 13)
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
        panel?.fill()
    }

    open override func loadView() {
        let panel = AlertPanel(self)
        self.panel = panel
        view = panel
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        textFields?.first?.becomeFirstResponder()
    }

    override func ownPresentation(_ host: UIViewController) -> UIPresentationController? {
        AlertPresentation(presentedViewController: self, presenting: host)
    }

    fileprivate func chosen(_ action: UIAlertAction) {
        guard action.isEnabled else { return }
        dismiss(animated: true) { action.handler?(action) }
    }

    /// Handles the return key, which chooses the preferred or only action, and the escape key, which chooses the cancel action.
    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        for press in presses {
            var meant: UIAlertAction?
            if press.key?.keyCode == .keyboardReturnOrEnter { meant = preferredAction ?? (actions.count == 1 ? actions.first : nil) }
            if press.key?.keyCode == .keyboardEscape { meant = actions.first { $0.style == .cancel } }
            if let meant { chosen(meant) } else { super.pressesBegan([press], with: event) }
        }
    }
}

/// Places the panel in the center or at the bottom, over a dimmed window.
@MainActor private final class AlertPresentation: UIPresentationController {
    override var frameOfPresentedViewInContainerView: CGRect {
        guard let bounds = containerView?.bounds, let alert = presentedViewController as? UIAlertController else { return .zero }
        let isSheet = alert.preferredStyle == .actionSheet
        let width = min(isSheet ? 400 : 270, bounds.width - 16)
        let height = min(alert.view.sizeThatFits(CGSize(width: width, height: bounds.height)).height, bounds.height - 16)
        let y = isSheet ? bounds.maxY - height - 8 : bounds.midY - height / 2
        return CGRect(x: (bounds.midX - width / 2).rounded(), y: y.rounded(), width: width, height: height)
    }

    override func presentationTransitionWillBegin() {
        guard let container = containerView else { return }
        let dark = UIView(frame: container.bounds)
        dark.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        dark.backgroundColor = UIColor(white: 0, alpha: 0.3)
        dark.alpha = 0
        container.insertSubview(dark, at: 0)
        dim = dark
        if presentedViewController.transitionCoordinator?.isAnimated ?? false { return }
        dark.alpha = 1
    }

    override func containerViewDidLayoutSubviews() {
        guard !presentedViewController.isBeingPresented, !presentedViewController.isBeingDismissed else { return }
        presentedView?.frame = frameOfPresentedViewInContainerView
    }
}

/// The view of an alert.
@MainActor private final class AlertPanel: UIView {
    private weak var alert: UIAlertController?
    private let heading = UILabel(), text = UILabel()
    private var buttons: [UIButton] = [], lines: [UIView] = []

    init(_ alert: UIAlertController) {
        self.alert = alert
        super.init(frame: .zero)
        backgroundColor = .secondarySystemBackground
        layer.cornerRadius = 14
        clipsToBounds = true
        for label in [heading, text] {
            label.numberOfLines = 0
            label.textAlignment = .center
            addSubview(label)
        }
        heading.font = .systemFont(ofSize: 17, weight: .semibold)
        text.font = .systemFont(ofSize: 13)
        fill()
    }

    required init?(coder: NSCoder) { nil }

    /// The actions in display order: the cancel action is last in a column and first in a row of two.
    private var ordered: [UIAlertAction] {
        let actions = alert?.actions ?? []
        let cancel = actions.filter { $0.style == .cancel }, rest = actions.filter { $0.style != .cancel }
        return isRow ? cancel + rest : rest + cancel
    }
    private var isRow: Bool { alert?.preferredStyle == .alert && alert?.actions.count == 2 }

    func fill() {
        guard let alert else { return }
        heading.text = alert.title
        text.text = alert.message
        for view in buttons + lines { view.removeFromSuperview() }
        (buttons, lines) = ([], [])
        for field in alert.textFields ?? [] where field.superview !== self { addSubview(field) }
        for action in ordered {
            let button = UIButton(type: .system), line = UIView()
            button.titleLabel?.font = .systemFont(
                ofSize: 17, weight: action.style == .cancel || action === alert.preferredAction ? .semibold : .regular)
            button.setTitle(action.title, for: .normal)
            if action.style == .destructive { button.setTitleColor(.systemRed, for: .normal) }
            button.isEnabled = action.isEnabled
            button.addAction(UIAction { [weak alert] _ in alert?.chosen(action) }, for: .primaryActionTriggered)
            line.backgroundColor = .separator
            addSubview(button)
            addSubview(line)
            buttons.append(button)
            lines.append(line)
        }
        setNeedsLayout()
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: place(size.width, moves: false)) }

    override func layoutSubviews() {
        super.layoutSubviews()
        _ = place(bounds.width, moves: true)
    }

    private func place(_ width: CGFloat, moves: Bool) -> CGFloat {
        var y: CGFloat = 20
        let room = max(0, width - 32), pixel = 1 / traitCollection.usableScale
        for label in [heading, text] where !(label.text ?? "").isEmpty {
            let height = label.sizeThatFits(CGSize(width: room, height: 0)).height
            if moves { label.frame = CGRect(x: 16, y: y, width: room, height: height) }
            y += height + 4
        }
        for field in alert?.textFields ?? [] {
            if moves { field.frame = CGRect(x: 16, y: y + 8, width: room, height: 30) }
            y += 38
        }
        y += 16
        if isRow, buttons.count == 2 {
            if moves {
                buttons[0].frame = CGRect(x: 0, y: y, width: width / 2, height: 44)
                buttons[1].frame = CGRect(x: width / 2, y: y, width: width / 2, height: 44)
                lines[0].frame = CGRect(x: 0, y: y, width: width, height: pixel)
                lines[1].frame = CGRect(x: width / 2, y: y, width: pixel, height: 44)
            }
            return y + 44
        }
        for (button, line) in zip(buttons, lines) {
            let height: CGFloat = alert?.preferredStyle == .actionSheet ? 57 : 44
            if moves {
                button.frame = CGRect(x: 0, y: y, width: width, height: height)
                line.frame = CGRect(x: 0, y: y, width: width, height: pixel)
            }
            y += height
        }
        return y
    }
}
