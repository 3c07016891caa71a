import CoreGraphics

/// The encoding of the sixteen numbers for NSValue, which supports arrays of numbers on Linux but no structures.
private let transformEncoding = "[16d]"

extension NSValue {
    /// Creates a value that contains the transform.
    public convenience init(caTransform3D t: CATransform3D) {
        var t = t
        self.init(bytes: &t, objCType: transformEncoding)
    }

    /// The transform that the value contains, or a matrix of zeros if it contains another value.
    public var caTransform3DValue: CATransform3D {
        var t = CATransform3D()
        if holdsTransform { getValue(&t) }
        return t
    }

    /// True if the value contains a transform.
    package var holdsTransform: Bool { String(cString: objCType) == transformEncoding }
}
