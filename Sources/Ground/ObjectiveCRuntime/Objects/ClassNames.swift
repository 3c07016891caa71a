import Foundation

/// The modules whose classes have plain names in Objective-C: `UIView`, not `UIKit.UIView`.
private let plainModules = [
    "UIKit", "QuartzCore", "Foundation", "AVFoundation", "CoreGraphics", "CoreImage", "FoundationCompatibility", "FoundationNetworking",
    "XCTest",
]

/// Returns the class of a name, as Objective-C has it: `Module.Name` for classes of Swift, the plain name for those of the frameworks.
/// Returns nil for the name of a class that does not exist.
public func classNamed(_ name: String) -> AnyClass? {
    if let found = NSClassFromString(name) { return found }
    guard !name.contains(".") else { return nil }
    for module in plainModules {
        if let found = _typeByName("\(module).\(name)") as? AnyClass { return found }
    }
    return nil
}

/// Returns the name of a class, as Objective-C has it: without the module for classes of the frameworks.
public func nameOfClass(_ type: AnyClass) -> String {
    // Foundation's function ends the program for a class inside another type.
    let name = String(reflecting: type)
    guard let dot = name.firstIndex(of: "."), plainModules.contains(String(name[..<dot])) else { return name }
    return String(name[name.index(after: dot)...])
}
