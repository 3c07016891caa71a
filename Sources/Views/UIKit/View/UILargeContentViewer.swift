import ObjectiveCRuntime
import QuartzCore

/// A view whose title and image an accessibility setting shows enlarged during a long press. Linux has no such setting: the properties are
/// stored.
@preconcurrency @MainActor public protocol UILargeContentViewerItem: NSObjectProtocol {
    /// A Boolean value that indicates whether the view has enlarged content.
    var showsLargeContentViewer: Bool { get }
    /// The enlarged title.
    var largeContentTitle: String? { get }
    /// The enlarged image.
    var largeContentImage: UIImage? { get }
    /// A Boolean value that indicates whether the image is scaled.
    var scalesLargeContentImage: Bool { get }
    /// The insets of the image, in points.
    var largeContentImageInsets: UIEdgeInsets { get }
}

/// The stored values of a view's enlarged content.
private final class LargeContent {
    var isShown = false, scales = false
    var title: String?
    var image: UIImage?
    var insets = UIEdgeInsets.zero
    nonisolated(unsafe) static var key: UInt8 = 0
}

extension UIView: UILargeContentViewerItem {
    private var keptContent: LargeContent? { objc_getAssociatedObject(self, &LargeContent.key) as? LargeContent }
    private var largeContent: LargeContent {
        if let keptContent { return keptContent }
        let made = LargeContent()
        objc_setAssociatedObject(self, &LargeContent.key, made, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        return made
    }

    /// A Boolean value that indicates whether the view has enlarged content; false by default. Stored, without effect.
    public var showsLargeContentViewer: Bool {
        get { keptContent?.isShown ?? false }
        set { largeContent.isShown = newValue }
    }
    /// The enlarged title; nil by default. Stored, without effect.
    public var largeContentTitle: String? {
        get { keptContent?.title }
        set { largeContent.title = newValue }
    }
    /// The enlarged image; nil by default. Stored, without effect.
    public var largeContentImage: UIImage? {
        get { keptContent?.image }
        set { largeContent.image = newValue }
    }
    /// A Boolean value that indicates whether the enlarged image is scaled; false by default. Stored, without effect.
    public var scalesLargeContentImage: Bool {
        get { keptContent?.scales ?? false }
        set { largeContent.scales = newValue }
    }
    /// The insets of the enlarged image, in points; zero by default. Stored, without effect.
    public var largeContentImageInsets: UIEdgeInsets {
        get { keptContent?.insets ?? .zero }
        set { largeContent.insets = newValue }
    }
}

/// The delegate of enlarged content. None of its methods is called on Agate: content isn't enlarged.
@preconcurrency @MainActor public protocol UILargeContentViewerInteractionDelegate: NSObjectProtocol {
    /// Called when the touch ends, with the item below it.
    func largeContentViewerInteraction(
        _ interaction: UILargeContentViewerInteraction, didEndOn item: (any UILargeContentViewerItem)?, at point: CGPoint)
    /// Returns the item at a point.
    func largeContentViewerInteraction(_ interaction: UILargeContentViewerInteraction, itemAt point: CGPoint)
        -> (any UILargeContentViewerItem)?
    /// Returns the controller whose area shows the content.
    func viewController(for interaction: UILargeContentViewerInteraction) -> UIViewController
}

extension UILargeContentViewerInteractionDelegate {
    /// Does nothing.
    public func largeContentViewerInteraction(
        _ interaction: UILargeContentViewerInteraction, didEndOn item: (any UILargeContentViewerItem)?, at point: CGPoint
    ) {}
    /// Returns nil.
    public func largeContentViewerInteraction(
        _ interaction: UILargeContentViewerInteraction, itemAt point: CGPoint
    ) -> (any UILargeContentViewerItem)? { nil }
    /// Returns a controller without a view.
    public func viewController(for interaction: UILargeContentViewerInteraction) -> UIViewController { UIViewController() }
}

/// Shows enlarged content during a long press. Stored only: content isn't enlarged on Agate.
@preconcurrency @MainActor open class UILargeContentViewerInteraction: NSObject, UIInteraction {
    /// The delegate. It isn't retained.
    open private(set) weak var delegate: (any UILargeContentViewerInteractionDelegate)?
    /// The view of the interaction.
    open private(set) weak var view: UIView?
    /// The recognizer of the long press; it never recognizes.
    public let gestureRecognizerForExclusionRelationship = UIGestureRecognizer()
    /// A Boolean value that indicates whether the setting is on; always false.
    open class var isEnabled: Bool { false }

    /// Creates an interaction.
    public init(delegate: (any UILargeContentViewerInteractionDelegate)?) {
        self.delegate = delegate
        super.init()
    }
    /// Creates an interaction without a delegate.
    @preconcurrency @MainActor public convenience override init() { self.init(delegate: nil) }

    /// Does nothing.
    open func willMove(to view: UIView?) {}
    /// Stores the view.
    open func didMove(to view: UIView?) { self.view = view }
}
