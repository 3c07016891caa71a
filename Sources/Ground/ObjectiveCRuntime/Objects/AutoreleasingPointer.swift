/// A pointer through which a method returns an object, as Objective-C's methods do. References are counted here as for each variable.
///
/// Apple's compiler makes one from `&variable`. Linux's takes a pointer of Swift: `withUnsafeMutablePointer(to:)` and ``init(_:)``.
public struct AutoreleasingUnsafeMutablePointer<Pointee>: Hashable, CustomDebugStringConvertible, @unchecked Sendable {
    private let pointer: UnsafeMutablePointer<Pointee>

    /// Creates a pointer to the same variable.
    public init<Other>(_ from: UnsafeMutablePointer<Other>) {
        pointer = UnsafeMutableRawPointer(from).assumingMemoryBound(to: Pointee.self)
    }

    /// Creates a pointer to the same variable, or returns nil.
    public init?<Other>(_ from: UnsafeMutablePointer<Other>?) {
        guard let from else { return nil }
        self.init(from)
    }

    /// The variable that the pointer refers to.
    public var pointee: Pointee {
        get { pointer.pointee }
        nonmutating set { pointer.pointee = newValue }
    }

    /// Reads an element of an array.
    public subscript(_ index: Int) -> Pointee { pointer[index] }

    public var debugDescription: String { pointer.debugDescription }
}
