import QuartzCore

/// A text field that looks as one for searching.
@preconcurrency @MainActor open class UISearchTextField: UITextField {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// An empty field; Agate reads no nibs.
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

/// Hears what is searched for. Every method may be left out.
@preconcurrency @MainActor public protocol UISearchBarDelegate: NSObjectProtocol {
    /// Whether the bar's field may become first responder. True by default.
    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
    /// The bar's field is first responder now.
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
    /// Whether the bar's field may resign. True by default.
    func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
    /// The bar's field is no longer first responder.
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
    /// The text changed: by typing, by the clear button, or because the program set `text`.
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
    /// Whether typing may replace the range, in UTF-16 units, by the text. True by default.
    func searchBar(_ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    /// Return was pressed in the field. The field stays first responder.
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    /// The cancel button was tapped. Text and first responder stay as they are: what cancelling means is the delegate's.
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
    /// A tap chose another scope; not called where the program chooses one.
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
    /// Editing may begin.
    public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
    /// Editing may end.
    public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
    /// Every change is taken.
    public func searchBar(_ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool { true }
    /// Does nothing.
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
}

/// A field for searching, with a button that gives up and a row of scopes.
@preconcurrency @MainActor open class UISearchBar: UIView, UITextFieldDelegate {
    /// How prominent the bar is; `minimal` has no background.
    public enum Style: UInt, Sendable { case `default`, prominent, minimal }

    private let field = UISearchTextField(), cancel = UIButton(type: .system), scopes = UISegmentedControl(items: [])

    /// Hears what is searched for; not kept.
    open weak var delegate: (any UISearchBarDelegate)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// An empty bar; Agate reads no nibs.
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
        for view in [field, cancel, scopes] { addSubview(view) }
        showParts()
    }

    // MARK: What shows

    /// What is searched for. Setting it calls the delegate, as Apple's.
    open var text: String? {
        get { field.text }
        set {
            field.text = newValue
            delegate?.searchBar(self, textDidChange: newValue ?? "")
        }
    }
    /// What shows in the field while there is no text; nil at first.
    open var placeholder: String? {
        get { field.placeholder }
        set { field.placeholder = newValue }
    }
    /// The field in the bar.
    open var searchTextField: UISearchTextField { field }
    /// How prominent the bar is. At first `default`, which looks as `prominent`; `minimal` leaves out `barTintColor`.
    open var searchBarStyle = Style.default { didSet { showParts() } }
    /// The colour of the bar around the field; nil shows what is behind.
    open var barTintColor: UIColor? { didSet { showParts() } }
    /// A picture behind the bar, stretched to its bounds; nil, as at first, for none.
    open var backgroundImage: UIImage? { didSet { layer.contents = backgroundImage?.cgImage } }
    /// Kept: nothing is blurred behind the bar.
    open var isTranslucent = true
    /// Kept.
    /// One diagnostic says so when it is set.
    open var barStyle = UIBarStyle.default {
        didSet {
            KeptProperty.report("UISearchBar.barStyle", barStyle == .black, "set barTintColor and the colours of searchTextField instead")
        }
    }
    /// Whether a cancel button stands at the right of the field; false at first. Not animated.
    open var showsCancelButton = false { didSet { showParts() } }
    /// Shows or hides the cancel button; animated in 0.25 seconds where the bar is in a window.
    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        guard animated, window != nil else { return self.showsCancelButton = showsCancelButton }
        UIView.animate(withDuration: 0.25) {
            self.showsCancelButton = showsCancelButton
            self.layoutIfNeeded()
        }
    }
    /// The scopes; nil and none have no row.
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
    /// The number of the chosen scope, 0 where none is chosen. A number that no scope has chooses none. Does not call the delegate.
    open var selectedScopeButtonIndex: Int {
        get { max(0, scopes.selectedSegmentIndex) }
        set { scopes.selectedSegmentIndex = newValue }
    }
    /// Whether a row with the scopes stands below the field, where there are scopes; false at first. The bar is 100 points tall with it, 56
    /// without.
    open var showsScopeBar = false { didSet { showParts() } }

    private var hasScopes: Bool { showsScopeBar && scopes.numberOfSegments > 0 }

    private func showParts() {
        backgroundColor = searchBarStyle == .minimal ? nil : barTintColor
        cancel.alpha = showsCancelButton ? 1 : 0
        scopes.isHidden = !hasScopes
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let button = cancel.sizeThatFits(.zero), right = showsCancelButton ? bounds.width - button.width - 8 : bounds.width - 8
        field.frame = CGRect(x: 8, y: 10, width: max(0, right - 16), height: 36)
        if !showsCancelButton { field.frame.size.width = max(0, bounds.width - 16) }
        cancel.frame = CGRect(x: showsCancelButton ? right : bounds.width, y: 10, width: button.width, height: 36)
        scopes.frame = CGRect(x: 8, y: 56, width: max(0, bounds.width - 16), height: 32)
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: hasScopes ? 100 : 56) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: intrinsicContentSize.height) }

    // MARK: Writing

    open override var canBecomeFirstResponder: Bool { field.canBecomeFirstResponder }
    open override var isFirstResponder: Bool { field.isFirstResponder }
    @discardableResult open override func becomeFirstResponder() -> Bool { field.becomeFirstResponder() }
    @discardableResult open override func resignFirstResponder() -> Bool { field.resignFirstResponder() }

    /// Asks the bar's delegate; true without one.
    open func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { delegate?.searchBarShouldBeginEditing(self) ?? true }
    /// Passes the call on to the bar's delegate.
    open func textFieldDidBeginEditing(_ textField: UITextField) { delegate?.searchBarTextDidBeginEditing(self) }
    /// Asks the bar's delegate; true without one.
    open func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { delegate?.searchBarShouldEndEditing(self) ?? true }
    /// Passes the call on to the bar's delegate.
    open func textFieldDidEndEditing(_ textField: UITextField) { delegate?.searchBarTextDidEndEditing(self) }
    /// Asks the bar's delegate; true without one.
    open func textField(_ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
        delegate?.searchBar(self, shouldChangeTextIn: range, replacementText: string) ?? true
    }
    /// Calls the delegate's `searchBarSearchButtonClicked(_:)`. Always true.
    open func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        delegate?.searchBarSearchButtonClicked(self)
        return true
    }
}
