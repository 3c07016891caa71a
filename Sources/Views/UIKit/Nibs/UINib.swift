import AgateDiagnostics
import QuartzCore

// Interfaces that Xcode compiles. Agate reads none: what is declared here keeps names, and says once that nothing comes of it when it is
// used.

/// A compiled interface of a file.
@preconcurrency @MainActor open class UINib: NSObject {
    /// The name that the nib was asked for by, for diagnostics; `data` for one in data.
    public let name: String

    /// The nib of a name.
    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        self.name = name
        super.init()
    }

    /// The nib in data.
    public init(data: Data, bundle bundleOrNil: Bundle?) {
        name = "data"
        super.init()
    }

    /// The objects in it: none, and one diagnostic says so.
    open func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil) -> [Any] {
        Self.refuse(name)
        return []
    }

    static func refuse(_ name: String) {
        Diagnostic.reportOnce(
            "nib.unsupported", key: name, "the nib or storyboard \"\(name)\" can't be loaded: compiled interfaces are not supported")
    }

    /// Options of loading.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Objects that the nib refers to and that are not in it. Not read: no nib is.
        public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
    }
}

extension Bundle {
    /// The objects of a nib: none, and one diagnostic says so.
    @preconcurrency @MainActor public func loadNibNamed(_ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any]? {
        UINib.refuse(name)
        return nil
    }
}

/// A compiled interface of several controllers.
@preconcurrency @MainActor open class UIStoryboard: NSObject {
    private let name: String

    /// The storyboard of a name.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        self.name = name
        super.init()
    }

    /// Its first controller: none, and one diagnostic says so.
    open func instantiateInitialViewController() -> UIViewController? {
        UINib.refuse(name)
        return nil
    }

    /// One of its controllers, of no compiled interface: an empty controller, and one diagnostic says so.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        UINib.refuse("\(name).\(identifier)")
        return UIViewController()
    }

    /// Its first controller, made by a closure where there is one to make it of: none.
    open func instantiateInitialViewController<ViewController: UIViewController>(creator: ((NSCoder) -> ViewController?)? = nil)
        -> ViewController?
    {
        UINib.refuse(name)
        return nil
    }
}

/// A way from one controller to another. Programs make and perform them; storyboards, which make most, are not read.
@preconcurrency @MainActor open class UIStoryboardSegue: NSObject {
    /// Its name.
    public let identifier: String?
    /// The controller that it leaves.
    public let source: UIViewController
    /// The controller that it goes to.
    public let destination: UIViewController
    private let handler: (() -> Void)?

    /// A way that a subclass performs.
    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        (self.identifier, self.source, self.destination) = (identifier, source, destination)
        handler = nil
        super.init()
    }

    /// A way that a closure performs.
    public init(identifier: String?, source: UIViewController, destination: UIViewController, performHandler: @escaping () -> Void) {
        (self.identifier, self.source, self.destination) = (identifier, source, destination)
        handler = performHandler
        super.init()
    }

    /// Goes it. Subclasses override it; their ways and those with a closure are gone by this call.
    open func perform() {
        if let handler { return handler() }
        // The plain segue, as Apple's "show".
        if let navigation = source.navigationController {
            navigation.pushViewController(destination, animated: true)
        } else {
            source.present(destination, animated: true)
        }
    }
}

/// The source of a way back.
@preconcurrency @MainActor open class UIStoryboardUnwindSegueSource: NSObject {
    /// The controller that the way back leaves.
    public let source: UIViewController
    /// What began the way back, such as a button; nil for nothing.
    public let sender: Any?
    init(_ source: UIViewController, _ sender: Any?) {
        (self.source, self.sender) = (source, sender)
        super.init()
    }
}
