import CoreGraphics

/// One particle of a draw list, in the space of the op's projection.
package struct ParticleInstance: Hashable, Sendable {
    package var x: Double, y: Double
    /// The height above the layer's plane. It has an effect only if the layer preserves depth.
    package var z: Double
    /// The x axis of the particle's picture, times its scale. For rotation in the plane, the cosine and sine of the angle.
    package var c: Double, s: Double
    /// The y axis of the particle's picture.
    package var downX: Double, downY: Double
    /// The rise of the two axes above the plane.
    package var riseX: Float = 0, riseY: Float = 0
    /// The colour by which the picture is multiplied: premultiplied, 0xAARRGGBB.
    package var tint: UInt32
    /// The index in `ParticleDraw.sprites`.
    package var sprite: Int32
    /// Creates a particle that rotates in the plane.
    package init(x: Double, y: Double, z: Double, c: Double, s: Double, tint: UInt32, sprite: Int32) {
        self.x = x; self.y = y; self.z = z; self.c = c; self.s = s; downX = -s; downY = c; self.tint = tint; self.sprite = sprite
    }

    /// Creates a particle that rotates in space. The axes have the length of its scale.
    package init(position: SIMD3<Double>, across: SIMD3<Double>, down: SIMD3<Double>, tint: UInt32, sprite: Int32) {
        (x, y, z) = (position.x, position.y, position.z)
        (c, s, downX, downY) = (across.x, across.y, down.x, down.y)
        (riseX, riseY) = (Float(across.z), Float(down.z))
        self.tint = tint
        self.sprite = sprite
    }

    /// The maximum scale of the particle relative to its picture.
    @inline(__always)
    package var reach: Double { (c * c + s * s + Double(riseX) * Double(riseX)).squareRoot() }

    /// The ratio of the area that the particle covers in the layer's plane to the area of its picture.
    @inline(__always)
    package var area: Double { abs(c * downY - s * downX) }
}

/// The particles of an emitter in paint order.
package struct ParticleDraw: Sendable, Hashable {
    package var sprites: ContiguousArray<ParticleSprite> = []
    package var instances: ContiguousArray<ParticleInstance> = []
    /// True if colours are added instead of covering.
    package var adds = false
    /// The change per unit of z, in the units of the projection's rows: x, y and w. Zero for a layer that flattens.
    package var depth = SIMD3<Double>.zero
    package init() {}
}

extension Projection {
    /// Returns the plane at a height above this one.
    @inline(__always)
    package func raised(by z: Double, along depth: SIMD3<Double>) -> Projection {
        Projection(
            m11: m11, m12: m12, m13: m13, m21: m21, m22: m22, m23: m23,
            m31: m31 + z * depth.x, m32: m32 + z * depth.y, m33: m33 + z * depth.z)
    }

    /// Returns the plane of a particle that rises out of this one: its own two axes and its centre.
    package func plane(of each: ParticleInstance, along depth: SIMD3<Double>) -> Projection {
        let a = Double(each.riseX), b = Double(each.riseY)
        return Projection(
            m11: each.c * m11 + each.s * m21 + a * depth.x, m12: each.c * m12 + each.s * m22 + a * depth.y,
            m13: each.c * m13 + each.s * m23 + a * depth.z,
            m21: each.downX * m11 + each.downY * m21 + b * depth.x, m22: each.downX * m12 + each.downY * m22 + b * depth.y,
            m23: each.downX * m13 + each.downY * m23 + b * depth.z,
            m31: each.x * m11 + each.y * m21 + m31 + each.z * depth.x, m32: each.x * m12 + each.y * m22 + m32 + each.z * depth.y,
            m33: each.x * m13 + each.y * m23 + m33 + each.z * depth.z)
    }
}
