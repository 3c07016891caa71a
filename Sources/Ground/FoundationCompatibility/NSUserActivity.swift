import Foundation

/// A description of what a person does in a program, for other devices and for search. Foundation on Linux lacks Apple's class. No device
/// continues an activity here, and nothing searches for it: the class stores its properties.
open class NSUserActivity: NSObject {
    /// The type, in the form of a reverse domain name.
    public let activityType: String
    /// The title.
    open var title: String?
    /// The state, from which the activity continues.
    open var userInfo: [AnyHashable: Any]?
    /// The page that shows the same.
    open var webpageURL: URL?
    /// The page that the activity came from.
    open var referrerURL: URL?
    /// The last day on which the activity makes sense.
    open var expirationDate: Date?
    /// The words that describe the activity.
    open var keywords: Set<String> = []
    /// A Boolean value that indicates whether other devices may continue the activity; true by default. Stored, without effect.
    open var isEligibleForHandoff = true
    /// A Boolean value that indicates whether search finds the activity. Stored, without effect.
    open var isEligibleForSearch = false
    /// A Boolean value that indicates whether everyone's search finds the activity. Stored, without effect.
    open var isEligibleForPublicIndexing = false
    /// A Boolean value that indicates whether the activity is suggested. Stored, without effect.
    open var isEligibleForPrediction = false
    /// A Boolean value that indicates whether `userInfo` has to be updated. Stored, without effect.
    open var needsSave = false

    /// Creates an activity of a type.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    /// Adds entries to `userInfo`.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }
    /// Does nothing: no device continues activities.
    open func becomeCurrent() {}
    /// Does nothing: no device continues activities.
    open func resignCurrent() {}
    /// Does nothing: no device continues activities.
    open func invalidate() {}
}

/// The type of an activity that opens a page of the web.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// An object that a cache may empty. Nothing empties it on Linux unless the program does.
public protocol NSDiscardableContent {
    /// Returns whether the content is there, and keeps it until `endContentAccess()`.
    func beginContentAccess() -> Bool
    /// Ends one `beginContentAccess()`.
    func endContentAccess()
    /// Empties the object unless its content is being accessed.
    func discardContentIfPossible()
    /// Returns whether the content is gone.
    func isContentDiscarded() -> Bool
}
