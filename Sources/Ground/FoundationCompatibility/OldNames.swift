import Foundation

// Names of Foundation in Swift 4, for packages in that mode of the language. Later modes reject them, with the new name, as on Apple's
// systems.

/// The name of `RunLoop.Mode` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "RunLoop.Mode")
public typealias RunLoopMode = RunLoop.Mode

extension RunLoop.Mode {
    /// The name of `common` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "common")
    public static var commonModes: RunLoop.Mode { .common }
    /// The name of `default` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "default")
    public static var defaultRunLoopMode: RunLoop.Mode { .default }
}

/// The name of `NSAttributedString.Key` in Swift 4. Foundation on Linux rejects its own in every mode of the language.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.Key")
public typealias NSAttributedStringKey = NSAttributedString.Key
