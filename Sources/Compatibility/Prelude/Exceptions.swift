import AgateDiagnostics
import Foundation

extension NSExceptionName {
    /// A generic error.
    public static let genericException = NSExceptionName("NSGenericException")
    /// An index or range is out of bounds.
    public static let rangeException = NSExceptionName("NSRangeException")
    /// An argument is invalid.
    public static let invalidArgumentException = NSExceptionName("NSInvalidArgumentException")
    /// The internal state is inconsistent.
    public static let internalInconsistencyException = NSExceptionName("NSInternalInconsistencyException")
    /// Memory can't be allocated.
    public static let mallocException = NSExceptionName("NSMallocException")
    /// An object is not accessible from here.
    public static let objectInaccessibleException = NSExceptionName("NSObjectInaccessibleException")
    /// An object is not available.
    public static let objectNotAvailableException = NSExceptionName("NSObjectNotAvailableException")
    /// A destination is no longer valid.
    public static let destinationInvalidException = NSExceptionName("NSDestinationInvalidException")
}

/// An error in the program. Swift on Linux can't catch exceptions, so raising one ends the program, like an uncaught exception on Apple's
/// systems.
open class NSException: NSObject, @unchecked Sendable {
    // Unchecked: its content is set at initialisation.
    /// The kind of error.
    open private(set) var name: NSExceptionName
    /// A description of the error.
    open private(set) var reason: String?
    /// Additional information.
    open private(set) var userInfo: [AnyHashable: Any]?

    /// Creates an exception, which has no effect before it is raised.
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

/// UIKit's attributes, if the program has UIKit: it registers them when the first string is converted.
private let scope: Void = (_typeByName("UIKit.AttributedScope") as? any SelectorSource.Type)?.registerSelectors() ?? ()

private func attributed(_ string: AttributedString) -> NSMutableAttributedString {
    _ = scope
    return AttributedKeys.attributed(string)
}

private func attributed(_ string: NSAttributedString) -> AttributedString {
    _ = scope
    return AttributedKeys.attributed(string)
}

extension NSAttributedString {
    /// Creates the string with the text and the attributes of an attributed string. Attributes that are neither links nor UIKit's are
    /// omitted, with one diagnostic.
    public convenience init(_ attrStr: AttributedString) { self.init(attributedString: attributed(attrStr)) }

    /// Creates the string with the text and the attributes of an attributed string.
    public convenience init<Scope: AttributeScope>(_ attrStr: AttributedString, including scope: KeyPath<AttributeScopes, Scope.Type>)
        throws
    {
        self.init(attributedString: attributed(attrStr))
    }
}

extension AttributedString {
    /// Creates the string with the text of another, its links and UIKit's attributes. Others are omitted.
    public init(_ nsStr: NSAttributedString) { self = attributed(nsStr) }

    /// Creates the string with the text of another, its links and UIKit's attributes. Others are omitted.
    public init<Scope: AttributeScope>(_ nsStr: NSAttributedString, including scope: KeyPath<AttributeScopes, Scope.Type>) throws {
        self = attributed(nsStr)
    }
}
