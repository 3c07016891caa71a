import Foundation

extension NSMutableString {
    /// Appends text formatted as by `printf`, with `%@` for objects.
    public func appendFormat(_ format: NSString, _ args: any CVarArg...) {
        append(String(format: "\(format)", arguments: args))
    }
}

extension ObjectiveCObject {
    /// Returns the name of the class.
    public static func description() -> String { NSStringFromClass(self) }
}
