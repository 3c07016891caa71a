import QuartzCore

/// A text field with the appearance of a search field.
@preconcurrency @MainActor open class UISearchTextField: UITextField {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// Creates an empty field. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        backgroundColor = .tertiarySystemFill
        layer.cornerRadius = 10
        layer.cornerCurve = .continuous
        let glass = UIImageView(
            image: UIImage(systemName: "magnifyingglass", withConfiguration: UIImage.SymbolConfiguration(pointSize: 15)))
        glass.tintColor = .secondaryLabel
        glass.contentMode = .center
        glass.frame.size = CGSize(width: 30, height: 22)
        leftView = glass
        leftViewMode = .always
        clearButtonMode = .whileEditing
        returnKeyType = .search
    }
}

/// The delegate of a search bar, called when its text changes or its buttons are used. Every method is optional.
@preconcurrency @MainActor public protocol UISearchBarDelegate: NSObjectProtocol {
    /// Returns whether the bar's field may become first responder. True by default.
    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
    /// Called when the bar's field has become first responder.
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
    /// Returns whether the bar's field may resign first responder. True by default.
    func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
    /// Called when the bar's field is no longer first responder.
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
    /// Called when the text has changed by typing, by the clear button, or because the program set `text`.
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
    /// Returns whether typing may replace the range, in UTF-16 units, with the text. True by default.
    func searchBar(_ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    /// Called when Return was pressed in the field. The field remains first responder.
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    /// Called when the cancel button was tapped. The text and the first responder don't change; the delegate decides the effect.
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
    /// Called when a tap selected another scope. Not called when the program selects one.
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
    /// Returns true.
    public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
    /// Returns true.
    public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
    /// Returns true.
    public func searchBar(_ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool { true }
    /// Does nothing.
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
}

/// A search field with a cancel button and a row of scopes.
@preconcurrency @MainActor open class UISearchBar: UIView, UITextFieldDelegate {
    /// The style of the bar; `minimal` has no background.
    public enum Style: UInt, Sendable { case `default`, prominent, minimal }

    /// The bar's color and background image.
    private let ground = UIView()
    private let field = UISearchTextField(), cancel = UIButton(type: .system), scopes = UISegmentedControl(items: [])

    /// The delegate, called when the text changes or a button is used; not retained.
    open weak var delegate: (any UISearchBarDelegate)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// Creates an empty bar. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        field.delegate = self
        field.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                delegate?.searchBar(self, textDidChange: field.text ?? "")
            }, for: .editingChanged)
        cancel.setTitle("Cancel", for: .normal)
        cancel.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                delegate?.searchBarCancelButtonClicked(self)
            }, for: .touchUpInside)
        scopes.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                delegate?.searchBar(self, selectedScopeButtonIndexDidChange: scopes.selectedSegmentIndex)
            }, for: .valueChanged)
        ground.isUserInteractionEnabled = false
        for view in [ground, field, cancel, scopes] { addSubview(view) }
        showParts()
    }

    // MARK: Content

    /// The text to search for. As with Apple's, setting it calls the delegate.
    open var text: String? {
        get { field.text }
        set {
            field.text = newValue
            delegate?.searchBar(self, textDidChange: newValue ?? "")
        }
    }
    /// The text that the empty field shows; nil by default.
    open var placeholder: String? {
        get { field.placeholder }
        set { field.placeholder = newValue }
    }
    /// The text field of the bar.
    open var searchTextField: UISearchTextField { field }
    /// The view above the keyboard while the field is edited. Agate has no keyboard on the screen; see ``UITextField/inputAccessoryView``.
    open override var inputAccessoryView: UIView? {
        get { field.inputAccessoryView }
        set { field.inputAccessoryView = newValue }
    }
    /// The style of the bar; `default` by default, which looks like `prominent`. `minimal` doesn't show `barTintColor`.
    open var searchBarStyle = Style.default { didSet { showParts() } }
    /// The color of the bar around the field; nil for no color.
    open var barTintColor: UIColor? { didSet { showParts() } }
    /// An image behind the bar, stretched to its bounds; nil by default.
    open var backgroundImage: UIImage? { didSet { ground.layer.contents = backgroundImage?.cgImage } }
    /// Stored, without effect: the background isn't blurred.
    open var isTranslucent = true
    /// Stored, without effect; setting it to `black` reports one diagnostic.
    open var barStyle = UIBarStyle.default {
        didSet {
            KeptProperty.report("UISearchBar.barStyle", barStyle == .black, "set barTintColor and the colours of searchTextField instead")
        }
    }
    /// A Boolean value that indicates whether a cancel button shows at the right of the field; false by default. Setting it isn't animated.
    open var showsCancelButton = false { didSet { showParts() } }
    /// Shows or hides the cancel button. The animation takes 0.25 seconds and requires that the bar is in a window.
    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        guard animated, window != nil else { return self.showsCancelButton = showsCancelButton }
        UIView.animate(withDuration: 0.25) {
            self.showsCancelButton = showsCancelButton
            self.layoutIfNeeded()
        }
    }
    /// The titles of the scopes; nil or an empty array shows no row of scopes.
    open var scopeButtonTitles: [String]? {
        didSet {
            let chosen = scopes.selectedSegmentIndex
            scopes.removeAllSegments()
            for (index, title) in (scopeButtonTitles ?? []).enumerated() {
                scopes.insertSegment(withTitle: title, at: index, animated: false)
            }
            scopes.selectedSegmentIndex =
                scopes.numberOfSegments == 0 ? UISegmentedControl.noSegment : min(max(0, chosen), scopes.numberOfSegments - 1)
            showParts()
        }
    }
    /// The index of the selected scope; 0 if none is selected. An invalid index selects none. The delegate isn't called.
    open var selectedScopeButtonIndex: Int {
        get { max(0, scopes.selectedSegmentIndex) }
        set { scopes.selectedSegmentIndex = newValue }
    }
    /// A Boolean value that indicates whether the scopes, if any, show in a row below the field; false by default. The bar's height is 100
    /// points with the row, 56 without.
    open var showsScopeBar = false { didSet { showParts() } }

    private var hasScopes: Bool { showsScopeBar && scopes.numberOfSegments > 0 }

    private func showParts() {
        ground.backgroundColor = searchBarStyle == .minimal ? nil : barTintColor
        cancel.alpha = showsCancelButton ? 1 : 0
        scopes.isHidden = !hasScopes
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        ground.frame = bounds
        let button = cancel.sizeThatFits(.zero), right = showsCancelButton ? bounds.width - button.width - 8 : bounds.width - 8
        field.frame = CGRect(x: 8, y: 10, width: max(0, right - 16), height: 36)
        if !showsCancelButton { field.frame.size.width = max(0, bounds.width - 16) }
        cancel.frame = CGRect(x: showsCancelButton ? right : bounds.width, y: 10, width: button.width, height: 36)
        scopes.frame = CGRect(x: 8, y: 56, width: max(0, bounds.width - 16), height: 32)
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: hasScopes ? 100 : 56) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: intrinsicContentSize.height) }

    // MARK: Editing

    open override var canBecomeFirstResponder: Bool { field.canBecomeFirstResponder }
    open override var isFirstResponder: Bool { field.isFirstResponder }
    @discardableResult open override func becomeFirstResponder() -> Bool { field.becomeFirstResponder() }
    @discardableResult open override func resignFirstResponder() -> Bool { field.resignFirstResponder() }

    /// Asks the bar's delegate. Returns true without one.
    open func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { delegate?.searchBarShouldBeginEditing(self) ?? true }
    /// Calls the bar's delegate.
    open func textFieldDidBeginEditing(_ textField: UITextField) { delegate?.searchBarTextDidBeginEditing(self) }
    /// Asks the bar's delegate. Returns true without one.
    open func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { delegate?.searchBarShouldEndEditing(self) ?? true }
    /// Calls the bar's delegate.
    open func textFieldDidEndEditing(_ textField: UITextField) { delegate?.searchBarTextDidEndEditing(self) }
    /// Asks the bar's delegate. Returns true without one.
    open func textField(_ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
        delegate?.searchBar(self, shouldChangeTextIn: range, replacementText: string) ?? true
    }
    /// Calls the delegate's `searchBarSearchButtonClicked(_:)`, and returns true.
    open func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        delegate?.searchBarSearchButtonClicked(self)
        return true
    }
}
