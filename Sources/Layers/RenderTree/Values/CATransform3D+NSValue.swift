import CoreGraphics

/// How the sixteen numbers are described to NSValue, which has arrays of numbers on Linux but no structures.
private let transformEncoding = "[16d]"

extension NSValue {
    /// A value that holds the transform.
    public convenience init(caTransform3D t: CATransform3D) {
        var t = t
        self.init(bytes: &t, objCType: transformEncoding)
    }

    /// The transform that the value holds, or a matrix of zeros when it holds something else.
    public var caTransform3DValue: CATransform3D {
        var t = CATransform3D()
        if holdsTransform { getValue(&t) }
        return t
    }

    /// Whether the value was made of a transform.
    package var holdsTransform: Bool { String(cString: objCType) == transformEncoding }
}
