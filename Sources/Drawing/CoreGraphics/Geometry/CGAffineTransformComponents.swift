import Foundation

/// The components of an affine transform, applied in the order of their declarations.
public struct CGAffineTransformComponents: Hashable, Sendable {
    /// The scaling along the axes. A mirrored transform has a negative height.
    public var scale: CGSize
    /// The amount by which x grows with y.
    public var horizontalShear: CGFloat
    /// The rotation in radians, from -π to π.
    public var rotation: CGFloat
    /// The translation.
    public var translation: CGVector

    /// Creates components that together do nothing but scale to zero, as Apple's default initializer does.
    public init() {
        self.init(scale: .zero, horizontalShear: 0, rotation: 0, translation: .zero)
    }

    /// Creates components from their values.
    public init(scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector) {
        self.scale = scale
        self.horizontalShear = horizontalShear
        self.rotation = rotation
        self.translation = translation
    }
}

extension CGAffineTransform {
    /// Creates the transform that scales, shears, rotates and translates, in this order.
    public init(_ components: CGAffineTransformComponents) {
        let scaledAndSheared = CGAffineTransform(
            a: components.scale.width, b: 0,
            c: components.scale.height * components.horizontalShear, d: components.scale.height,
            tx: 0, ty: 0
        )
        self = scaledAndSheared.concatenating(CGAffineTransform(rotationAngle: components.rotation))
        tx = components.translation.dx
        ty = components.translation.dy
    }

    /// Returns the components of this transform, from which ``init(_:)-(CGAffineTransformComponents)`` reassembles it.
    ///
    /// If the transform flattens the plane, the components are not unique. The shear is then 0.
    public func decomposed() -> CGAffineTransformComponents {
        var parts = CGAffineTransformComponents()
        parts.translation = CGVector(dx: tx, dy: ty)
        let width = hypot(a, b)
        if width > 0 {
            parts.rotation = atan2(b, a)
            let cosine = a / width
            let sine = b / width
            let height = d * cosine - c * sine
            parts.scale = CGSize(width: width, height: height)
            parts.horizontalShear = height != 0 ? (c * cosine + d * sine) / height : 0
        } else {
            parts.rotation = c == 0 && d == 0 ? 0 : atan2(-c, d)
            parts.scale = CGSize(width: 0, height: hypot(c, d))
        }
        return parts
    }
}
