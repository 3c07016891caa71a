import Foundation

/// Counts the objects that Swift allocates while it watches, on all threads: arrays, boxes, closures and instances, also those that are
/// freed at once. It uses the place in the runtime where instruments hook in; nil where a runtime has none.
public struct AllocationWatch {
    private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    nonisolated(unsafe) private static var count = 0
    nonisolated(unsafe) private static var original: Allocate?

    /// How many objects `body` allocates.
    public static func objects(_ body: () -> Void) -> Int? {
        let gate = "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
        guard let symbol = dlsym(nil, "_swift_allocObject"), let gateSymbol = dlsym(nil, gate) else { return nil }
        let hook = symbol.assumingMemoryBound(to: Allocate?.self), isOpen = gateSymbol.assumingMemoryBound(to: UInt8.self)
        original = hook.pointee
        count = 0
        hook.pointee = { metadata, size, mask in
            AllocationWatch.count += 1
            return AllocationWatch.original?(metadata, size, mask)
        }
        isOpen.pointee = 1
        body()
        isOpen.pointee = 0
        hook.pointee = original
        return count
    }
}
