import ObjectiveCRuntime

extension ObjectiveCObject {
    /// Creates an object with the `init()` of its class, which need not be `required`. Sources that `agate build` lowered call it for what
    /// they make by a metatype: `T()`, `type(of: self).init()`. As on Apple's systems, a class that has no `init()` stops the program.
    public static func _made() -> Self {
        guard let made = DynamicObject.make(self) else {
            fatalError("an instance of \(self) can't be created from its metatype in this build")
        }
        return made
    }
}
