import Foundation

/// A class whose `init()` can be called on a metatype, and as `Self()`.
///
/// On Apple's systems that is valid for each class that comes from Objective-C, since such a class has no `required` initializers. A class
/// of Swift would need a `required init()`, which each subclass with initializers of its own would then have to declare. Therefore this
/// protocol's `init()` calls the one of the dynamic class. A class without an `init()` stops the program with "Use of unimplemented
/// initializer", as on Apple's systems.
public protocol ImportedClass {}

extension ImportedClass where Self: NSObject {
    /// Creates an instance of the dynamic class, with its own `init()`.
    public init() {
        guard let made = DynamicObject.make(Self.self) else {
            preconditionFailure("\(Self.self).init() can't be called on a metatype: the class layout of this build is not known")
        }
        self = made
    }
}

extension CALayer: ImportedClass {}
extension CAAnimation: ImportedClass {}
extension CAEmitterCell: ImportedClass {}
