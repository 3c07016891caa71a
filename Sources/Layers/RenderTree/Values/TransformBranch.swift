/// The decomposition of a transform that the key paths used last.
///
/// Many scales and angles result in the same matrix: a scale of (-1, -1) is half a turn about z. The values that key paths set one after
/// another form a product that does not depend on the order. These four bits allow it to be recovered from the matrix. A matrix that was
/// set as a whole has no bits. If such a matrix mirrors, its scale.y is negative, as in Apple's key paths (measured).
package struct TransformBranch: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let negativeX = Self(rawValue: 1)
    package static let negativeY = Self(rawValue: 2)
    package static let negativeZ = Self(rawValue: 4)
    /// The angle about y is more than a quarter turn in either direction.
    package static let turnedOver = Self(rawValue: 8)
    /// The flags that a transform in the plane can't have. A constant, since a list of the two would be allocated in every evaluation.
    static let outsidePlane = Self(rawValue: negativeZ.rawValue | turnedOver.rawValue)

    /// Returns this branch if it is consistent with a matrix, else that of a matrix that was set as a whole.
    /// - Parameter volume: the determinant of the matrix's rows; negative if it mirrors. 0 is consistent with any branch.
    @inline(__always)
    func fitting(_ volume: Double) -> TransformBranch {
        let signs = rawValue & 7
        let isMirrored = (signs ^ signs >> 1 ^ signs >> 2) & 1 == 1
        if volume == 0 || isMirrored == (volume < 0) || volume.isNaN { return self }
        return volume < 0 ? .negativeY : []
    }

    @inline(__always)
    mutating func set(_ sign: TransformBranch, _ isNegative: Bool) {
        self = isNegative ? union(sign) : subtracting(sign)
    }
}

extension LayerFlags {
    /// Returns the shift of the bits in the flags, beside those of the Boolean properties, that hold the branch of a transform property.
    @inline(__always)
    static func branchShift(of property: LayerProperty) -> UInt32? {
        switch property {
        case .transform: 11
        case .sublayerTransform: 19
        case .instanceTransform: 27
        default: nil
        }
    }

    @inline(__always)
    func branch(_ shift: UInt32) -> TransformBranch { TransformBranch(rawValue: UInt8(truncatingIfNeeded: rawValue >> shift) & 15) }

    @inline(__always)
    mutating func setBranch(_ branch: TransformBranch, _ shift: UInt32) {
        self = LayerFlags(rawValue: rawValue & ~(15 << shift) | UInt32(branch.rawValue) << shift)
    }
}

extension LayerValues {
    /// Returns the branch of one of the transforms; empty for other properties.
    package func branch(of property: LayerProperty) -> TransformBranch { LayerFlags.branchShift(of: property).map(flags.branch) ?? [] }

    package mutating func setBranch(_ branch: TransformBranch, of property: LayerProperty) {
        if let shift = LayerFlags.branchShift(of: property) { flags.setBranch(branch, shift) }
    }
}

extension LayerValues {
    /// Sets the transform as a whole.
    package mutating func setTransform(_ t: CATransform3D) {
        transform = t
        setBranch([], of: .transform)
    }
}
