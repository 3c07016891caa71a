import CRuntimeHooks

// The atomic operations of older programs. Those with and without Barrier are the same here: all are ordered.

/// Adds to a variable atomically, and returns the sum.
@discardableResult
public func OSAtomicAdd32(_ amount: Int32, _ value: UnsafeMutablePointer<Int32>!) -> Int32 { agate_add32(amount, value) }
/// Adds to a variable atomically, and returns the sum.
@discardableResult
public func OSAtomicAdd32Barrier(_ amount: Int32, _ value: UnsafeMutablePointer<Int32>!) -> Int32 { agate_add32(amount, value) }
/// Adds 1 to a variable atomically, and returns the sum.
@discardableResult
public func OSAtomicIncrement32(_ value: UnsafeMutablePointer<Int32>!) -> Int32 { agate_add32(1, value) }
/// Adds 1 to a variable atomically, and returns the sum.
@discardableResult
public func OSAtomicIncrement32Barrier(_ value: UnsafeMutablePointer<Int32>!) -> Int32 { agate_add32(1, value) }
/// Subtracts 1 from a variable atomically, and returns the difference.
@discardableResult
public func OSAtomicDecrement32(_ value: UnsafeMutablePointer<Int32>!) -> Int32 { agate_add32(-1, value) }
/// Subtracts 1 from a variable atomically, and returns the difference.
@discardableResult
public func OSAtomicDecrement32Barrier(_ value: UnsafeMutablePointer<Int32>!) -> Int32 { agate_add32(-1, value) }
/// Adds to a variable atomically, and returns the sum.
@discardableResult
public func OSAtomicAdd64(_ amount: Int64, _ value: UnsafeMutablePointer<Int64>!) -> Int64 { agate_add64(amount, value) }
/// Adds to a variable atomically, and returns the sum.
@discardableResult
public func OSAtomicAdd64Barrier(_ amount: Int64, _ value: UnsafeMutablePointer<Int64>!) -> Int64 { agate_add64(amount, value) }
/// Adds 1 to a variable atomically, and returns the sum.
@discardableResult
public func OSAtomicIncrement64(_ value: UnsafeMutablePointer<Int64>!) -> Int64 { agate_add64(1, value) }
/// Adds 1 to a variable atomically, and returns the sum.
@discardableResult
public func OSAtomicIncrement64Barrier(_ value: UnsafeMutablePointer<Int64>!) -> Int64 { agate_add64(1, value) }
/// Subtracts 1 from a variable atomically, and returns the difference.
@discardableResult
public func OSAtomicDecrement64(_ value: UnsafeMutablePointer<Int64>!) -> Int64 { agate_add64(-1, value) }
/// Subtracts 1 from a variable atomically, and returns the difference.
@discardableResult
public func OSAtomicDecrement64Barrier(_ value: UnsafeMutablePointer<Int64>!) -> Int64 { agate_add64(-1, value) }

/// Replaces a variable's value if it is `oldValue`, atomically.
/// - Returns: true if it was.
@discardableResult
public func OSAtomicCompareAndSwap32(_ oldValue: Int32, _ newValue: Int32, _ value: UnsafeMutablePointer<Int32>!) -> Bool {
    agate_swap32(oldValue, newValue, value)
}
/// Replaces a variable's value if it is `oldValue`, atomically.
/// - Returns: true if it was.
@discardableResult
public func OSAtomicCompareAndSwap32Barrier(_ oldValue: Int32, _ newValue: Int32, _ value: UnsafeMutablePointer<Int32>!) -> Bool {
    agate_swap32(oldValue, newValue, value)
}
/// Replaces a variable's value if it is `oldValue`, atomically.
/// - Returns: true if it was.
@discardableResult
public func OSAtomicCompareAndSwapInt(_ oldValue: Int32, _ newValue: Int32, _ value: UnsafeMutablePointer<Int32>!) -> Bool {
    agate_swap32(oldValue, newValue, value)
}
/// Replaces a variable's value if it is `oldValue`, atomically.
/// - Returns: true if it was.
@discardableResult
public func OSAtomicCompareAndSwap64(_ oldValue: Int64, _ newValue: Int64, _ value: UnsafeMutablePointer<Int64>!) -> Bool {
    agate_swap64(oldValue, newValue, value)
}
/// Replaces a variable's value if it is `oldValue`, atomically.
/// - Returns: true if it was.
@discardableResult
public func OSAtomicCompareAndSwap64Barrier(_ oldValue: Int64, _ newValue: Int64, _ value: UnsafeMutablePointer<Int64>!) -> Bool {
    agate_swap64(oldValue, newValue, value)
}
/// Orders the accesses before it before those after it.
public func OSMemoryBarrier() { agate_barrier() }
