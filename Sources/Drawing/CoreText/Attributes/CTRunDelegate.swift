import CoreGraphics

/// The current layout version of ``CTRunDelegateCallbacks``.
public let kCTRunDelegateCurrentVersion: CFIndex = 1

// Swift functions, not C functions: in a C function's type the compiler would convert a CGFloat to an NSNumber, because CGFloat bridges
// to NSNumber.

/// Returns the extent of a run above the baseline, in points.
public typealias CTRunDelegateGetAscentCallback = @Sendable (_ refCon: UnsafeMutableRawPointer) -> CGFloat
/// Returns the extent of a run below the baseline, in points.
public typealias CTRunDelegateGetDescentCallback = @Sendable (_ refCon: UnsafeMutableRawPointer) -> CGFloat
/// Returns the width of a run, in points.
public typealias CTRunDelegateGetWidthCallback = @Sendable (_ refCon: UnsafeMutableRawPointer) -> CGFloat
/// Called when the delegate is deallocated.
public typealias CTRunDelegateDeallocateCallback = @Sendable (_ refCon: UnsafeMutableRawPointer) -> Void

/// The callbacks that provide a run's size.
public struct CTRunDelegateCallbacks {
    /// ``kCTRunDelegateCurrentVersion``.
    public var version: CFIndex
    /// Called when the delegate is deallocated.
    public var dealloc: CTRunDelegateDeallocateCallback
    /// Returns the extent of the run above the baseline.
    public var getAscent: CTRunDelegateGetAscentCallback
    /// Returns the extent of the run below the baseline.
    public var getDescent: CTRunDelegateGetDescentCallback
    /// Returns the width of the run.
    public var getWidth: CTRunDelegateGetWidthCallback

    /// Creates callbacks from the given functions.
    public init(
        version: CFIndex, dealloc: @escaping CTRunDelegateDeallocateCallback, getAscent: @escaping CTRunDelegateGetAscentCallback,
        getDescent: @escaping CTRunDelegateGetDescentCallback, getWidth: @escaping CTRunDelegateGetWidthCallback
    ) {
        self.version = version
        self.dealloc = dealloc
        self.getAscent = getAscent
        self.getDescent = getDescent
        self.getWidth = getWidth
    }
}

/// Provides the size of a range of text, which then has no glyphs, for example to make room for a picture between letters. The callbacks
/// run on the thread that lays out the text.
public final class CTRunDelegate: @unchecked Sendable {
    private let callbacks: CTRunDelegateCallbacks
    let refCon: UnsafeMutableRawPointer

    fileprivate init(_ callbacks: CTRunDelegateCallbacks, _ refCon: UnsafeMutableRawPointer) {
        self.callbacks = callbacks
        self.refCon = refCon
    }

    deinit { callbacks.dealloc(refCon) }

    var ascent: CGFloat { usable(callbacks.getAscent(refCon)) }
    var descent: CGFloat { usable(callbacks.getDescent(refCon)) }
    var width: CGFloat { usable(callbacks.getWidth(refCon)) }

    private func usable(_ length: CGFloat) -> CGFloat { length.isFinite ? min(max(length, 0), 1e6) : 0 }
}

/// Creates a delegate with the given callbacks.
/// - Parameter refCon: the argument of each callback; nil is passed as an address that must not be read.
public func CTRunDelegateCreate(_ callbacks: UnsafePointer<CTRunDelegateCallbacks>, _ refCon: UnsafeMutableRawPointer?) -> CTRunDelegate? {
    guard callbacks.pointee.version == kCTRunDelegateCurrentVersion else { return nil }
    return CTRunDelegate(callbacks.pointee, refCon ?? UnsafeMutableRawPointer(bitPattern: 1)!)
}

/// Returns the reference that the delegate was created with.
public func CTRunDelegateGetRefCon(_ runDelegate: CTRunDelegate) -> UnsafeMutableRawPointer { runDelegate.refCon }
