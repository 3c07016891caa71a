import AgateDiagnostics
import QuartzCore

// Interfaces that Xcode compiles. Agate can't read them: these declarations exist for source compatibility, and report one diagnostic when
// they are used.

/// A compiled interface in a file.
@preconcurrency @MainActor open class UINib: NSObject {
    /// The name of the nib, for diagnostics; `data` for a nib in data.
    public let name: String

    /// Creates a nib with a name.
    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        self.name = name
        super.init()
    }

    /// Creates a nib from data.
    public init(data: Data, bundle bundleOrNil: Bundle?) {
        name = "data"
        super.init()
    }

    /// Returns no objects, and reports one diagnostic.
    open func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil) -> [Any] {
        Self.refuse(name)
        return []
    }

    static func refuse(_ name: String) {
        Diagnostic.reportOnce(
            "nib.unsupported", key: name, "the nib or storyboard \"\(name)\" can't be loaded: compiled interfaces are not supported")
    }

    /// The options of loading a nib.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The objects that the nib refers to but doesn't contain. Ignored: nibs aren't read.
        public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
    }
}

extension Bundle {
    /// Returns nil, and reports one diagnostic.
    @preconcurrency @MainActor public func loadNibNamed(_ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any]? {
        UINib.refuse(name)
        return nil
    }
}

/// A compiled interface of several controllers.
@preconcurrency @MainActor open class UIStoryboard: NSObject {
    private let name: String

    /// Creates a storyboard with a name.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        self.name = name
        super.init()
    }

    /// Returns nil, and reports one diagnostic.
    open func instantiateInitialViewController() -> UIViewController? {
        UINib.refuse(name)
        return nil
    }

    /// Returns an empty controller, not the one of the compiled interface, and reports one diagnostic.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        UINib.refuse("\(name).\(identifier)")
        return UIViewController()
    }

    /// Returns nil without calling the closure, and reports one diagnostic.
    open func instantiateInitialViewController<ViewController: UIViewController>(creator: ((NSCoder) -> ViewController?)? = nil)
        -> ViewController?
    {
        UINib.refuse(name)
        return nil
    }
}

/// A transition from one controller to another. Programs create and perform segues; storyboards, which create most of them, aren't read.
@preconcurrency @MainActor open class UIStoryboardSegue: NSObject {
    /// The name of the segue.
    public let identifier: String?
    /// The controller that the segue starts from.
    public let source: UIViewController
    /// The controller that the segue shows.
    public let destination: UIViewController
    private let handler: (() -> Void)?

    /// Creates a segue that a subclass performs.
    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        (self.identifier, self.source, self.destination) = (identifier, source, destination)
        handler = nil
        super.init()
    }

    /// Creates a segue that a closure performs.
    public init(identifier: String?, source: UIViewController, destination: UIViewController, performHandler: @escaping () -> Void) {
        (self.identifier, self.source, self.destination) = (identifier, source, destination)
        handler = performHandler
        super.init()
    }

    /// Performs the segue: calls the closure if there is one, otherwise shows the destination. Subclasses override this method.
    open func perform() {
        if let handler { return handler() }
        // The plain segue, like Apple's "show".
        if let navigation = source.navigationController {
            navigation.pushViewController(destination, animated: true)
        } else {
            source.present(destination, animated: true)
        }
    }
}

/// The source of an unwind segue.
@preconcurrency @MainActor open class UIStoryboardUnwindSegueSource: NSObject {
    /// The controller that the unwind segue starts from.
    public let source: UIViewController
    /// The object that started the unwind segue, such as a button; nil if there is none.
    public let sender: Any?
    init(_ source: UIViewController, _ sender: Any?) {
        (self.source, self.sender) = (source, sender)
        super.init()
    }
}
