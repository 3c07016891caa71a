import CoreGraphics

/// The last part of a key path that refers to a component of a structure: `position.x`, `transform.rotation.z`.
package enum SubPath: String, Sendable, Hashable, CaseIterable {
    case x, y, width, height
    case origin, originX = "origin.x", originY = "origin.y"
    case size, sizeWidth = "size.width", sizeHeight = "size.height"
    /// The rotation about z.
    case rotation, rotationX = "rotation.x", rotationY = "rotation.y", rotationZ = "rotation.z"
    /// Reading returns the mean of the components; writing sets all of them.
    case scale, scaleX = "scale.x", scaleY = "scale.y", scaleZ = "scale.z", scaleXY = "scale.xy"
    /// The horizontal shear: the part of a row's direction along x, relative to the part across it. It applies before the rotation.
    case shearX = "shear.x"
    case translation, translationX = "translation.x", translationY = "translation.y", translationZ = "translation.z"

    /// Parses a component. Returns nil if a value of the kind has no such component.
    package init?(_ tail: String, of kind: ValueKind) {
        guard let path = SubPath(rawValue: tail), path.isPart(of: kind) else { return nil }
        self = path
    }

    package func isPart(of kind: ValueKind) -> Bool {
        switch self {
        case .x, .y: kind == .point
        case .width, .height: kind == .size
        case .origin, .originX, .originY, .size, .sizeWidth, .sizeHeight: kind == .rect
        default: kind == .transform
        }
    }

    /// The kind of the component itself.
    package var kind: ValueKind {
        switch self {
        case .origin: .point
        case .size, .translation: .size
        default: .number
        }
    }

    /// The index of the component in the Doubles of a point, size or rectangle; nil for components of a transform, which are computed.
    package var doubleIndex: Int? {
        switch self {
        case .x, .width, .origin, .originX: 0
        case .y, .height, .originY: 1
        case .size, .sizeWidth: 2
        case .sizeHeight: 3
        default: nil
        }
    }
}

extension SubPath {
    /// Returns the component of a value; nil if the value has no such component.
    /// - Parameter branch: the decomposition of a transform.
    package func get(_ value: PropertyValue, _ branch: TransformBranch = []) -> PropertyValue? {
        switch (self, value) {
        case (.x, .point(let p)): .number(p.x)
        case (.y, .point(let p)): .number(p.y)
        case (.width, .size(let s)): .number(s.width)
        case (.height, .size(let s)): .number(s.height)
        case (.origin, .rect(let r)): .point(r.origin)
        case (.originX, .rect(let r)): .number(r.origin.x)
        case (.originY, .rect(let r)): .number(r.origin.y)
        case (.size, .rect(let r)): .size(r.size)
        case (.sizeWidth, .rect(let r)): .number(r.size.width)
        case (.sizeHeight, .rect(let r)): .number(r.size.height)
        case (.translation, .transform(let t)): .size(CGSize(width: t.m41, height: t.m42))
        case (_, .transform(let t)) where isPart(of: .transform): .number(get(t, branch).x)
        default: nil
        }
    }

    /// Sets the component of a value. A nil component of one number is zero (as in key-value coding for scalars). Returns false, without a
    /// change, if the value has no such component or the component is of another kind.
    @discardableResult
    package func set(_ part: PropertyValue?, in value: inout PropertyValue) -> Bool {
        var branch: TransformBranch = []
        return set(part, in: &value, &branch)
    }

    /// Sets the component of a value that stores the decomposition of its transform.
    @discardableResult
    package func set(_ part: PropertyValue?, in value: inout PropertyValue, _ branch: inout TransformBranch) -> Bool {
        guard let part = (part ?? kind.zero)?.coerced(to: kind) else { return false }
        switch (self, value, part) {
        case (.x, .point(var p), .number(let n)): p.x = n; value = .point(p)
        case (.y, .point(var p), .number(let n)): p.y = n; value = .point(p)
        case (.width, .size(var s), .number(let n)): s.width = n; value = .size(s)
        case (.height, .size(var s), .number(let n)): s.height = n; value = .size(s)
        case (.origin, .rect(var r), .point(let p)): r.origin = p; value = .rect(r)
        case (.originX, .rect(var r), .number(let n)): r.origin.x = n; value = .rect(r)
        case (.originY, .rect(var r), .number(let n)): r.origin.y = n; value = .rect(r)
        case (.size, .rect(var r), .size(let s)): r.size = s; value = .rect(r)
        case (.sizeWidth, .rect(var r), .number(let n)): r.size.width = n; value = .rect(r)
        case (.sizeHeight, .rect(var r), .number(let n)): r.size.height = n; value = .rect(r)
        case (.translation, .transform(let t), .size(let s)): value = .transform(set(SIMD2(s.width, s.height), in: t, &branch))
        case (_, .transform(let t), .number(let n)) where isPart(of: .transform): value = .transform(set(SIMD2(n, n), in: t, &branch))
        default: return false
        }
        return true
    }

    /// Returns the component of a transform. Only `translation` has two numbers.
    package func get(_ t: CATransform3D, _ branch: TransformBranch = []) -> SIMD2<Double> {
        switch self {
        case .translation: return SIMD2(t.m41, t.m42)
        case .translationX: return SIMD2(t.m41, 0)
        case .translationY: return SIMD2(t.m42, 0)
        case .translationZ: return SIMD2(t.m43, 0)
        default: break
        }
        let parts = TransformComponents(t, branch)
        switch self {
        case .rotation, .rotationZ: return SIMD2(parts.rotation.z, 0)
        case .rotationX: return SIMD2(parts.rotation.x, 0)
        case .rotationY: return SIMD2(parts.rotation.y, 0)
        case .scale: return SIMD2((parts.scale.x + parts.scale.y + parts.scale.z) / 3, 0)
        case .scaleX: return SIMD2(parts.scale.x, 0)
        case .scaleY: return SIMD2(parts.scale.y, 0)
        case .scaleZ: return SIMD2(parts.scale.z, 0)
        case .scaleXY: return SIMD2((parts.scale.x + parts.scale.y) / 2, 0)
        case .shearX: return SIMD2(parts.shear, 0)
        default: return .zero
        }
    }

    /// Returns the transform with the component set. Only `translation` reads the second number.
    package func set(_ v: SIMD2<Double>, in t: CATransform3D) -> CATransform3D {
        var branch: TransformBranch = []
        return set(v, in: t, &branch)
    }

    private func set(_ v: SIMD2<Double>, in t: CATransform3D, _ branch: inout TransformBranch) -> CATransform3D {
        var t = t
        set(v, at: &t, &branch)
        return t
    }

    /// Sets the component in place. A transform without perspective need not be decomposed for a translation, nor, if it is in the plane,
    /// for a rotation in the plane or a scale.
    @inline(__always)
    func set(_ v: SIMD2<Double>, at t: UnsafeMutablePointer<CATransform3D>, _ branch: inout TransformBranch) {
        if t.pointee.m14 == 0 && t.pointee.m24 == 0 && t.pointee.m34 == 0 && t.pointee.m44 == 1 {
            switch self {
            case .translation: t.pointee.m41 = v.x; t.pointee.m42 = v.y; return
            case .translationX: t.pointee.m41 = v.x; return
            case .translationY: t.pointee.m42 = v.x; return
            case .translationZ: t.pointee.m43 = v.x; return
            case .rotation, .rotationZ, .scale, .scaleX, .scaleY, .scaleXY: if setInPlane(v.x, at: t, &branch) { return }
            default: break
            }
        }
        t.pointee = setParts(v, in: t.pointee, &branch)
    }

    /// Sets a rotation or a scale of a transform that is in the plane, without perspective. Returns false, without a change, if the
    /// transform is not in the plane, or if a scale of 0 has removed a direction.
    @inline(__always)
    func setInPlane(_ v: Double, at t: UnsafeMutablePointer<CATransform3D>, _ branch: inout TransformBranch) -> Bool {
        guard Self.isInPlane(t), branch.isDisjoint(with: .outsidePlane) else { return false }
        let rows = PlaneRows(at: t), lengths = rows.lengths(branch)
        var signs: TransformBranch = []
        if lengths.x < 0 { signs.formUnion(.negativeX) }
        if lengths.y < 0 { signs.formUnion(.negativeY) }
        if self == .rotation || self == .rotationZ {
            // A row of length zero keeps its sign.
            branch = lengths.x == 0 || lengths.y == 0 ? branch : signs
            PlaneRows.turned(lengths, v).store(to: t)
            return true
        }
        guard PlaneRows.canStretch(lengths) else { return false }
        rows.stretched(lengths, v, self).store(to: t)
        if self != .scaleY { signs.set(.negativeX, v < 0) }
        if self != .scaleX { signs.set(.negativeY, v < 0) }
        if self == .scale {
            t.pointee.m33 = v
            signs.set(.negativeZ, v < 0)
        }
        branch = signs
        return true
    }

    @inline(__always)
    static func isInPlane(_ t: UnsafeMutablePointer<CATransform3D>) -> Bool {
        t.pointee.m13 == 0 && t.pointee.m23 == 0 && t.pointee.m31 == 0 && t.pointee.m32 == 0 && t.pointee.m33 > 0
    }

    @inline(never)
    private func setParts(_ v: SIMD2<Double>, in t: CATransform3D, _ branch: inout TransformBranch) -> CATransform3D {
        var parts = TransformComponents(t, branch)
        switch self {
        case .translation: parts.translation.x = v.x; parts.translation.y = v.y
        case .translationX: parts.translation.x = v.x
        case .translationY: parts.translation.y = v.x
        case .translationZ: parts.translation.z = v.x
        case .rotation, .rotationZ: parts.rotation.z = v.x
        case .rotationX: parts.rotation.x = v.x
        case .rotationY: parts.rotation.y = v.x
        case .scale: parts.scale = SIMD3(v.x, v.x, v.x)
        case .scaleX: parts.scale.x = v.x
        case .scaleY: parts.scale.y = v.x
        case .scaleZ: parts.scale.z = v.x
        case .scaleXY: parts.scale.x = v.x; parts.scale.y = v.x
        case .shearX: parts.shear = v.x
        default: return t
        }
        branch = parts.branch
        return parts.matrix
    }
}
