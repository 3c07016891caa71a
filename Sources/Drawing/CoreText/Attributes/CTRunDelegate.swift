import CoreGraphics

/// Which layout of ``CTRunDelegateCallbacks`` is meant.
public let kCTRunDelegateCurrentVersion: CFIndex = 1

// Swift's functions, not C's: through a C function's type the compiler would turn a CGFloat into an NSNumber, because CGFloat bridges to
// it.

/// Asks how far a run reaches above the baseline, in points.
public typealias CTRunDelegateGetAscentCallback = @Sendable (_ refCon: UnsafeMutableRawPointer) -> CGFloat
/// Asks how far a run reaches below the baseline, in points.
public typealias CTRunDelegateGetDescentCallback = @Sendable (_ refCon: UnsafeMutableRawPointer) -> CGFloat
/// Asks how wide a run is, in points.
public typealias CTRunDelegateGetWidthCallback = @Sendable (_ refCon: UnsafeMutableRawPointer) -> CGFloat
/// Called when the delegate goes.
public typealias CTRunDelegateDeallocateCallback = @Sendable (_ refCon: UnsafeMutableRawPointer) -> Void

/// Who answers for a run's size.
public struct CTRunDelegateCallbacks {
    /// ``kCTRunDelegateCurrentVersion``.
    public var version: CFIndex
    /// Called when the delegate goes.
    public var dealloc: CTRunDelegateDeallocateCallback
    /// How far the run reaches above the baseline.
    public var getAscent: CTRunDelegateGetAscentCallback
    /// How far it reaches below.
    public var getDescent: CTRunDelegateGetDescentCallback
    /// How wide it is.
    public var getWidth: CTRunDelegateGetWidthCallback

    /// The callbacks given.
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

/// Says how large a stretch of text is, which then has no glyphs: room for a picture between letters. The callbacks run on the thread that
/// lays the text out.
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

/// A delegate with the callbacks given.
/// - Parameter refCon: handed to each callback; nil is handed on as an address that must not be read.
public func CTRunDelegateCreate(_ callbacks: UnsafePointer<CTRunDelegateCallbacks>, _ refCon: UnsafeMutableRawPointer?) -> CTRunDelegate? {
    guard callbacks.pointee.version == kCTRunDelegateCurrentVersion else { return nil }
    return CTRunDelegate(callbacks.pointee, refCon ?? UnsafeMutableRawPointer(bitPattern: 1)!)
}

/// What was handed to the delegate when it was made.
public func CTRunDelegateGetRefCon(_ runDelegate: CTRunDelegate) -> UnsafeMutableRawPointer { runDelegate.refCon }
