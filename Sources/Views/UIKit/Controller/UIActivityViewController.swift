import AgateDiagnostics
import ObjectiveCRuntime
import QuartzCore

/// A service for shared items. Agate performs no services and calls none of these methods. See ``UIActivityViewController``.
@preconcurrency @MainActor open class UIActivity: NSObject {
    /// The type of a service.
    public struct ActivityType: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
        /// Sends to a nearby device.
        public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
        /// Prints.
        public static let print = ActivityType("com.apple.UIKit.activity.Print")
        /// Copies to the pasteboard.
        public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
        /// Sends by email.
        public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
        /// Sends as a message.
        public static let message = ActivityType("com.apple.UIKit.activity.Message")
        /// Assigns to a contact.
        public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
        /// Saves to the photo album.
        public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
        /// Adds to the reading list.
        public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
        /// Opens as a book.
        public static let openInIBooks = ActivityType("com.apple.UIKit.activity.OpenInIBooks")
        /// Marks up as PDF.
        public static let markupAsPDF = ActivityType("com.apple.UIKit.activity.MarkupAsPDF")
        /// Posts to Facebook.
        public static let postToFacebook = ActivityType("com.apple.UIKit.activity.PostToFacebook")
        /// Posts to Twitter.
        public static let postToTwitter = ActivityType("com.apple.UIKit.activity.PostToTwitter")
    }
    @preconcurrency @MainActor public override init() { super.init() }
    /// The type of the service.
    open var activityType: ActivityType? { nil }
    /// The group of services that a service belongs to.
    public enum Category: Int, Sendable { case action, share }
    /// The group of the service: an action, unless overridden.
    open class var activityCategory: Category { .action }
    /// The controller of the service, which is shown; nil unless overridden.
    open var activityViewController: UIViewController? { nil }
    /// The title.
    open var activityTitle: String? { nil }
    /// The image.
    open var activityImage: UIImage? { nil }
    /// Returns whether the service can handle the items.
    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }
    /// Prepares for the items.
    open func prepare(withActivityItems activityItems: [Any]) {}
    /// Performs the service.
    open func perform() {}
    /// Called when the service has finished.
    open func activityDidFinish(_ completed: Bool) {}
}

/// A view controller that shares items with other applications. Linux has no common way to do so: when it is presented, it reports one
/// diagnostic, is dismissed at once, and reports that nothing was done.
@preconcurrency @MainActor open class UIActivityViewController: UIViewController {
    /// A closure that reports the performed service.
    public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void
    /// The closure that is called on dismissal, with a nil activity type and false.
    open var completionWithItemsHandler: CompletionWithItemsHandler?
    /// The types of services to exclude. Stored without effect.
    open var excludedActivityTypes: [UIActivity.ActivityType]?

    /// Creates a controller for items to share.
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        Diagnostic.reportOnce("activity.unsupported", key: "", "sharing with other programs is not supported; the sheet closes immediately")
        let handler = completionWithItemsHandler
        dismiss(animated: false) { handler?(nil, false, nil, nil) }
    }
}

/// Adds an image to the photo album in UIKit. Linux has no such album: one diagnostic is reported, and the completion method isn't called.
@preconcurrency @MainActor public func UIImageWriteToSavedPhotosAlbum(
    _ image: UIImage, _ completionTarget: Any?, _ completionSelector: Selector?, _ contextInfo: UnsafeMutableRawPointer?
) {
    Diagnostic.reportOnce("activity.unsupported", key: "photos", "there is no photo album; an image was not saved")
}

/// An item to share that depends on the service. None of its methods is called on Agate.
@preconcurrency @MainActor public protocol UIActivityItemSource: NSObjectProtocol {
    /// Returns an object of the item's class.
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any
    /// Returns the item for a service.
    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any?
    /// Returns the subject for a service.
    func activityViewController(
        _ activityViewController: UIActivityViewController, subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String
    /// Returns the uniform type identifier for a service.
    func activityViewController(
        _ activityViewController: UIActivityViewController, dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String
    /// Returns an image for a service.
    func activityViewController(
        _ activityViewController: UIActivityViewController, thumbnailImageForActivityType activityType: UIActivity.ActivityType?,
        suggestedSize size: CGSize
    ) -> UIImage?
}

extension UIActivityItemSource {
    /// Returns an empty text.
    public func activityViewController(
        _ activityViewController: UIActivityViewController, subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }
    /// Returns an empty text.
    public func activityViewController(
        _ activityViewController: UIActivityViewController, dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }
    /// Returns nil.
    public func activityViewController(
        _ activityViewController: UIActivityViewController, thumbnailImageForActivityType activityType: UIActivity.ActivityType?,
        suggestedSize size: CGSize
    ) -> UIImage? { nil }
}

/// An item to share that is made when a service asks for it.
@preconcurrency @MainActor open class UIActivityItemProvider: NSObject, UIActivityItemSource {
    /// An object of the item's class.
    public let placeholderItem: Any?
    /// The type of the service that asks: nil, because none does.
    open var activityType: UIActivity.ActivityType? { nil }
    /// The item: the placeholder, unless overridden.
    open var item: Any { placeholderItem ?? "" }

    /// Creates a provider with an object of the item's class.
    public init(placeholderItem: Any) {
        self.placeholderItem = placeholderItem
        super.init()
    }

    /// Returns the placeholder.
    open func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any { placeholderItem ?? "" }
    /// Returns the item.
    open func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any? { item }
}
