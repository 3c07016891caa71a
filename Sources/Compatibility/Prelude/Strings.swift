import Foundation

extension NSMutableString {
    /// Appends text made by a format of `printf`, with `%@` for objects.
    public func appendFormat(_ format: NSString, _ args: any CVarArg...) {
        append(String(format: "\(format)", arguments: args))
    }
}

extension ObjectiveCObject {
    /// The name of the class.
    public static func description() -> String { NSStringFromClass(self) }
}
