extension Array where Element: AnyObject {
    /// Returns the index of an object, compared by identity; nil if the array does not contain it.
    ///
    /// It compares addresses and retains no element. A closure with `===` retains each one, which takes a hundred times as long for objects
    /// that have weak references.
    @inlinable
    package func firstIndex(identicalTo object: Element) -> Int? {
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        return withUnsafeBytes { bytes in
            let addresses = bytes.assumingMemoryBound(to: UInt.self)
            for index in addresses.indices where addresses[index] == address { return index }
            return nil
        }
    }

    /// Returns whether the array contains an object, compared by identity.
    @inlinable
    package func contains(identicalTo object: Element) -> Bool { firstIndex(identicalTo: object) != nil }
}
