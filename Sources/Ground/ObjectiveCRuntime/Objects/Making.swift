/// Protocols whose requirement `init()` an extension of an Apple class satisfied. Sources that `agate build` lowered refine it.
public protocol _Making {}

extension _Making {
    /// Creates what a closure creates: initializers of protocols can return another object than their own.
    public init(_making make: () -> Self) { self = make() }
}

/// Types with a required `init()`, to which lowered protocols leave it.
public protocol _Initialized {
    /// Creates a value.
    init()
}
