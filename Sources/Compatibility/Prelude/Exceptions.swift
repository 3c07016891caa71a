import AgateDiagnostics
import Foundation

extension NSExceptionName {
    /// Any fault.
    public static let genericException = NSExceptionName("NSGenericException")
    /// An index or range out of bounds.
    public static let rangeException = NSExceptionName("NSRangeException")
    /// An argument that is not allowed.
    public static let invalidArgumentException = NSExceptionName("NSInvalidArgumentException")
    /// A state that should not be.
    public static let internalInconsistencyException = NSExceptionName("NSInternalInconsistencyException")
    /// No memory.
    public static let mallocException = NSExceptionName("NSMallocException")
    /// An object that can't be reached from here.
    public static let objectInaccessibleException = NSExceptionName("NSObjectInaccessibleException")
    /// An object that can't be reached at all.
    public static let objectNotAvailableException = NSExceptionName("NSObjectNotAvailableException")
    /// A destination that is not there any more.
    public static let destinationInvalidException = NSExceptionName("NSDestinationInvalidException")
}

/// A fault of the program. Swift on Linux can catch none, so raising one ends the program, as an exception that nobody catches does on
/// Apple's systems.
open class NSException: NSObject, @unchecked Sendable {
    // Unchecked: what it holds is set when it is made.
    /// What kind of fault it is.
    open private(set) var name: NSExceptionName
    /// What happened, for people.
    open private(set) var reason: String?
    /// What else is known.
    open private(set) var userInfo: [AnyHashable: Any]?

    /// An exception; nothing happens before it is raised.
    public init(name aName: NSExceptionName, reason aReason: String?, userInfo aUserInfo: [AnyHashable: Any]? = nil) {
        (name, reason, userInfo) = (aName, aReason, aUserInfo)
        super.init()
    }

    /// Ends the program, with the name and the reason on standard error.
    open func raise() {
        fatalError("Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(reason ?? "(null)")'")
    }

    /// Ends the program, with the name and the reason on standard error.
    open class func raise(_ name: NSExceptionName, format: String, arguments argList: CVaListPointer) {
        NSException(name: name, reason: NSString(format: format, arguments: argList) as String).raise()
    }

    open override var description: String { reason ?? name.rawValue }
}

extension NSAttributedString {
    /// The text of an attributed string, with its links. Other attributes are left out, and one diagnostic says so: their keys are in
    /// scopes that Foundation on Linux does not list.
    public convenience init(_ attrStr: AttributedString) {
        let made = NSMutableAttributedString(string: "")
        for run in attrStr.runs {
            var others = run.attributes
            var attributes: [NSAttributedString.Key: Any] = [:]
            if let link = run.link {
                attributes[NSAttributedString.Key("NSLink")] = link
                others.link = nil
            }
            if others != AttributeContainer() {
                Diagnostic.reportOnce(
                    "attributed-string.attributes", key: "",
                    "an AttributedString has attributes other than links; they are omitted from its NSAttributedString")
            }
            made.append(NSAttributedString(string: String(attrStr[run.range].characters), attributes: attributes))
        }
        self.init(attributedString: made)
    }
}
