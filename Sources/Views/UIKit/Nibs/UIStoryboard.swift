import QuartzCore

// Storyboards can't be read: these declarations exist for source compatibility, and report one diagnostic when they are used.

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
