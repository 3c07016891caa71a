import AgateDiagnostics

/// The vtable entries of some methods of a class, used to determine whether a subclass overrides them.
///
/// Apple's frameworks query the Objective-C runtime. Here, the entries are found by comparing a probe class that overrides only these
/// methods with one that overrides nothing.
package struct MethodTable: @unchecked Sendable {
    /// Byte offsets from the address of a class's metadata.
    private let slots: [Int]
    private let base: UnsafeRawPointer

    /// Returns nil if the vtables do not have the expected layout.
    /// - Parameter methods: the number of methods that the probe overrides.
    package init?(of type: AnyClass, plain: AnyClass, overriding: AnyClass, methods: Int) {
        base = Self.address(type)
        let plain = Self.address(plain), probe = Self.address(overriding), base = base
        // The words after the class's descriptor, up to the end of the class's own part.
        let size = Int(base.load(fromByteOffset: 32, as: UInt32.self)) - Int(base.load(fromByteOffset: 36, as: UInt32.self))
        guard (56..<1 << 16).contains(size) else {
            Self.report(type)
            return nil
        }
        slots = stride(from: 56, to: size - 7, by: 8).filter {
            let own = Self.word(base, $0)
            return Self.word(plain, $0) == own && Self.word(probe, $0) != own
        }
        if slots.count != methods {
            Self.report(type)
            return nil
        }
    }

    private static func report(_ type: AnyClass) {
        Diagnostic.reportOnce(
            "class.method-table", key: "\(type)",
            "the methods of \(type) can't be found in this build; every subclass is treated as if it overrides them")
    }

    /// Returns whether a subclass, or a class in between, overrides one of the methods.
    package func isOverridden(in type: AnyClass) -> Bool {
        let own = Self.address(type)
        return slots.contains { Self.word(base, $0) != Self.word(own, $0) }
    }

    private static func address(_ type: AnyClass) -> UnsafeRawPointer { unsafeBitCast(type, to: UnsafeRawPointer.self) }
    private static func word(_ metadata: UnsafeRawPointer, _ offset: Int) -> UInt { metadata.load(fromByteOffset: offset, as: UInt.self) }
}
