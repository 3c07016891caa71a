/// Which of the ways to take a transform apart the key paths took last.
///
/// Many scales and angles give one matrix: a scale of (-1, -1) is half a turn about z. What key paths set, one after the other, is the
/// product of what each set, in whatever order: these four bits tell it from the matrix. A matrix that was set as a whole has none; one
/// that mirrors then has a negative scale.y, as Apple's key paths read it (measured).
package struct TransformBranch: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let negativeX = Self(rawValue: 1)
    package static let negativeY = Self(rawValue: 2)
    package static let negativeZ = Self(rawValue: 4)
    /// The angle about y is beyond a quarter turn to either side.
    package static let turnedOver = Self(rawValue: 8)

    /// This one where it fits a matrix, else the one of a matrix that was set as a whole.
    /// - Parameter volume: of the matrix's rows; negative where it mirrors. 0 fits any.
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
    /// The bits beside those of the properties that hold the branch of a transform, by the property.
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
    /// How key paths took one of the transforms apart; empty for other properties.
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
