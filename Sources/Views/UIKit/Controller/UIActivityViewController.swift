import AgateDiagnostics
import QuartzCore

/// Something that can be done with what is shared; see ``UIActivityViewController``.
@preconcurrency @MainActor open class UIActivity: NSObject {
    /// What kind of thing is done.
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
        /// To a machine nearby.
        public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
        /// On paper.
        public static let print = ActivityType("com.apple.UIKit.activity.Print")
        /// Onto the pasteboard.
        public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
        /// By electronic mail.
        public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
        /// As a message.
        public static let message = ActivityType("com.apple.UIKit.activity.Message")
        /// To somebody in an address book.
        public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
        /// Among the photographs.
        public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
        /// To the list of what will be read.
        public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
        /// As a book.
        public static let openInIBooks = ActivityType("com.apple.UIKit.activity.OpenInIBooks")
        /// With text that is recognised.
        public static let markupAsPDF = ActivityType("com.apple.UIKit.activity.MarkupAsPDF")
        /// To Facebook.
        public static let postToFacebook = ActivityType("com.apple.UIKit.activity.PostToFacebook")
        /// To Twitter.
        public static let postToTwitter = ActivityType("com.apple.UIKit.activity.PostToTwitter")
    }
    @preconcurrency @MainActor public override init() { super.init() }
    /// What kind of thing it does.
    open var activityType: ActivityType? { nil }
    /// What it would be called.
    open var activityTitle: String? { nil }
    /// Its picture.
    open var activityImage: UIImage? { nil }
    /// Whether it can do something with these.
    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }
    /// Gets what is shared.
    open func prepare(withActivityItems activityItems: [Any]) {}
    /// Does it.
    open func perform() {}
    /// It is done.
    open func activityDidFinish(_ completed: Bool) {}
}

/// Shares things with other programs. Linux has no common way to do so: shown, it says so once, goes at once, and reports that nothing was
/// done.
@preconcurrency @MainActor open class UIActivityViewController: UIViewController {
    /// Reports what was done.
    public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void
    /// Called when it goes: with no activity, and false.
    open var completionWithItemsHandler: CompletionWithItemsHandler?
    /// Kinds that would not be offered. Kept.
    open var excludedActivityTypes: [UIActivity.ActivityType]?

    /// Shares some things.
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        Diagnostic.reportOnce("activity.unsupported", key: "", "sharing with other programs is not supported; the sheet closes immediately")
        let handler = completionWithItemsHandler
        dismiss(animated: false) { handler?(nil, false, nil, nil) }
    }
}

/// Would put a picture among the machine's photographs. Linux has no such place: a diagnostic says so once, and nothing is called.
@preconcurrency @MainActor public func UIImageWriteToSavedPhotosAlbum(
    _ image: UIImage, _ completionTarget: Any?, _ completionSelector: Selector?, _ contextInfo: UnsafeMutableRawPointer?
) {
    Diagnostic.reportOnce("activity.unsupported", key: "photos", "there is no photo album; an image was not saved")
}
