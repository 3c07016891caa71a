import QuartzCore

/// The object that shows the results of a search.
@preconcurrency @MainActor public protocol UISearchResultsUpdating: NSObjectProtocol {
    /// Called when the text of the search changes, and when the search begins or ends.
    func updateSearchResults(for searchController: UISearchController)
}

/// The delegate of a search controller. Every method is optional.
@preconcurrency @MainActor public protocol UISearchControllerDelegate: NSObjectProtocol {
    /// Called before a search begins.
    func willPresentSearchController(_ searchController: UISearchController)
    /// Called when a search has begun.
    func didPresentSearchController(_ searchController: UISearchController)
    /// Called before a search ends.
    func willDismissSearchController(_ searchController: UISearchController)
    /// Called when a search has ended.
    func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
    /// Does nothing.
    public func willPresentSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func didPresentSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func willDismissSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func didDismissSearchController(_ searchController: UISearchController) {}
}

/// A search bar whose text searches the content of a controller. The program places the bar, for example above a table. The bar's
/// delegate is the controller.
@preconcurrency @MainActor open class UISearchController: UIViewController, UISearchBarDelegate {
    private let bar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 320, height: 56))
    private let results: UIViewController?

    /// Creates a search.
    /// - Parameter searchResultsController: The controller of the results; nil for the controller that is searched.
    public init(searchResultsController: UIViewController?) {
        results = searchResultsController
        super.init(nibName: nil, bundle: nil)
        bar.delegate = self
    }
    /// Creates a search in the controller that is searched.
    public convenience init() { self.init(searchResultsController: nil) }
    public required init?(coder: NSCoder) {
        results = nil
        super.init(coder: coder)
        bar.delegate = self
    }

    /// The bar of the search.
    open var searchBar: UISearchBar { bar }
    /// The controller of the results; nil for the controller that is searched. Agate doesn't show it: the program does.
    open var searchResultsController: UIViewController? { results }
    /// The object that shows the results; not retained.
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    /// The delegate; not retained.
    open weak var delegate: (any UISearchControllerDelegate)?
    /// A Boolean value that indicates whether the content is dimmed during a search. Stored, without effect.
    open var obscuresBackgroundDuringPresentation = true
    /// The older name of `obscuresBackgroundDuringPresentation`.
    open var dimsBackgroundDuringPresentation: Bool {
        get { obscuresBackgroundDuringPresentation }
        set { obscuresBackgroundDuringPresentation = newValue }
    }
    /// A Boolean value that indicates whether the navigation bar leaves during a search. Stored, without effect.
    open var hidesNavigationBarDuringPresentation = true
    /// A Boolean value that indicates whether the bar has a cancel button during a search; true by default.
    open var automaticallyShowsCancelButton = true
    /// A Boolean value that indicates whether the bar's scopes show during a search. Stored, without effect.
    open var automaticallyShowsScopeBar = true
    /// A Boolean value that indicates whether the results show before there is a text. Stored, without effect.
    open var showsSearchResultsController = false

    /// A Boolean value that indicates whether a search is in progress. Setting it begins or ends one.
    open var isActive: Bool {
        get { active }
        set {
            guard newValue != active else { return }
            if newValue { _ = bar.becomeFirstResponder() }
            change(newValue)
        }
    }
    private var active = false

    private func change(_ isActive: Bool) {
        guard isActive != active else { return }
        if isActive { delegate?.willPresentSearchController(self) } else { delegate?.willDismissSearchController(self) }
        active = isActive
        if automaticallyShowsCancelButton { bar.setShowsCancelButton(isActive, animated: true) }
        if !isActive {
            bar.text = ""
            _ = bar.resignFirstResponder()
        }
        searchResultsUpdater?.updateSearchResults(for: self)
        if isActive { delegate?.didPresentSearchController(self) } else { delegate?.didDismissSearchController(self) }
    }

    /// Begins the search.
    open func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { change(true) }
    /// Updates the results.
    open func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
        if active { searchResultsUpdater?.updateSearchResults(for: self) }
    }
    /// Ends the search.
    open func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { change(false) }
}
