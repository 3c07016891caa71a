import CoreGraphics

/// One particle of a draw list, in the space of the op's projection.
package struct ParticleInstance: Hashable, Sendable {
    package var x: Double, y: Double
    /// Above the layer's plane; drawn there only where the layer preserves depth.
    package var z: Double
    /// Cosine and sine of its turn, times its scale.
    package var c: Double, s: Double
    /// Multiplies the picture: premultiplied, 0xAARRGGBB.
    package var tint: UInt32
    /// Index in `ParticleDraw.sprites`.
    package var sprite: Int32
    package init(x: Double, y: Double, z: Double, c: Double, s: Double, tint: UInt32, sprite: Int32) {
        self.x = x; self.y = y; self.z = z; self.c = c; self.s = s; self.tint = tint; self.sprite = sprite
    }
}

/// The particles of an emitter in paint order.
package struct ParticleDraw: Sendable, Hashable {
    package var sprites: ContiguousArray<ParticleSprite> = []
    package var instances: ContiguousArray<ParticleInstance> = []
    /// Colours add up instead of covering.
    package var adds = false
    /// The way of a step in z, in the terms of the projection's rows: x, y and w. Zero in a layer that flattens.
    package var depth = SIMD3<Double>.zero
    package init() {}
}

extension Projection {
    /// The plane at a height over this one.
    @inline(__always)
    package func raised(by z: Double, along depth: SIMD3<Double>) -> Projection {
        Projection(m11: m11, m12: m12, m13: m13, m21: m21, m22: m22, m23: m23,
                   m31: m31 + z * depth.x, m32: m32 + z * depth.y, m33: m33 + z * depth.z)
    }
}
