import CoreGraphics

// The first case of each is the default, which replaces unknown names.
package enum EmitterShape: UInt8, Sendable, CaseIterable { case point, line, rectangle, cuboid, circle, sphere }
package enum EmitterMode: UInt8, Sendable, CaseIterable { case volume, points, outline, surface }
package enum ParticleType: UInt8, Sendable, CaseIterable { case sprite, plane }
package enum EmitterRenderMode: UInt8, Sendable, CaseIterable { case unordered, oldestFirst, oldestLast, backToFront, additive }

/// The properties of a CAEmitterLayer except its cells (Behaviour 7.8).
package struct EmitterValues: Hashable, Sendable {
    package var numbers = EmitterNumbers()
    /// The seed. Apple's type is UInt32.
    package var seed: Double = 0
    package var shape = EmitterShape.point
    package var mode = EmitterMode.volume
    package var renderMode = EmitterRenderMode.unordered
    package var preservesDepth = false
    package init() {}
}

/// The values that are interpolated when the layer is animated. Only Doubles, so that they can be interpolated as an array.
package struct EmitterNumbers: Hashable, Sendable {
    package var position = CGPoint.zero
    package var zPosition: Double = 0
    package var size = CGSize.zero
    package var depth: Double = 0
    // Factors for the cells' values.
    package var birthRate: Double = 1
    package var lifetime: Double = 1
    package var velocity: Double = 1
    package var scale: Double = 1
    package var spin: Double = 1
    /// An offset added to the cells' values; only set by Apple's files and key-value access.
    package var spinBias: Double = 0
    package init() {}
}

/// The numbers of a cell. Only Doubles, as above. A range is the full width of an interval around the value.
package struct EmitterCellNumbers: Hashable, Sendable {
    /// The number of particles per second.
    package var birthRate: Double = 0
    package var lifetime: Double = 0
    package var lifetimeRange: Double = 0
    package var emissionLatitude: Double = 0
    package var emissionLongitude: Double = 0
    package var emissionRange: Double = 0
    package var velocity: Double = 0
    package var velocityRange: Double = 0
    package var xAcceleration: Double = 0
    package var yAcceleration: Double = 0
    package var zAcceleration: Double = 0
    package var scale: Double = 1
    package var scaleRange: Double = 0
    package var scaleSpeed: Double = 0
    package var spin: Double = 0
    package var spinRange: Double = 0
    /// The angle at birth; only set by Apple's files.
    package var rotation: Double = 0
    package var rotationRange: Double = 0
    package var spinBias: Double = 0
    /// The rotation axis of planes: the angle from z, the angle in the plane from x, and the cone around it.
    package var orientationLatitude: Double = 0
    package var orientationLongitude: Double = 0
    package var orientationRange: Double = 0
    /// The divisor of forces.
    package var mass: Double = 1
    package var massRange: Double = 0
    package var red: Double = 1
    package var green: Double = 1
    package var blue: Double = 1
    package var alpha: Double = 1
    package var redRange: Double = 0
    package var greenRange: Double = 0
    package var blueRange: Double = 0
    package var alphaRange: Double = 0
    package var redSpeed: Double = 0
    package var greenSpeed: Double = 0
    package var blueSpeed: Double = 0
    package var alphaSpeed: Double = 0
    package init() {}
}

/// A CAEmitterCell as a value, with its sub-cells.
package struct EmitterCellSpec: Hashable, Sendable {
    package var numbers = EmitterCellNumbers()
    package var isEnabled = true
    /// Indicates whether particles rotate in the layer's plane or in space.
    package var particleType = ParticleType.sprite
    package var minificationFilter = ContentsFilter.linear
    package var magnificationFilter = ContentsFilter.linear
    package var minificationFilterBias: Double = 0
    package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    package var contentsScale: Double = 1
    /// The period in which the cell emits, in its emitter's time: the layer's, or from the birth of the particle that emits its particles.
    package var timing: MediaTiming = {
        var t = MediaTiming(); t.duration = .infinity; return t
    }()
    package var name: String?
    /// The colour that the program set; the numbers above are the ones drawn. Nil applies no tint.
    package var color: CGColor? = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    package var contents: PropertyValue?
    package var cells: [EmitterCellSpec] = []
    package init() {}
}

extension EmitterNumbers {
    func mixed(with other: EmitterNumbers, _ f: Double) -> EmitterNumbers { mixedDoubles(self, other, f) }
}

extension EmitterCellNumbers {
    func mixed(with other: EmitterCellNumbers, _ f: Double) -> EmitterCellNumbers { mixedDoubles(self, other, f) }
}

/// Interpolates two structs of Doubles, number by number.
@inline(__always)
private func mixedDoubles<Numbers>(_ a: Numbers, _ b: Numbers, _ f: Double) -> Numbers {
    var out = a
    withUnsafeMutableBytes(of: &out) { out in
        withUnsafeBytes(of: b) { b in
            let p = out.assumingMemoryBound(to: Double.self), q = b.assumingMemoryBound(to: Double.self)
            for i in 0..<p.count { p[i] += (q[i] - p[i]) * f }
        }
    }
    return out
}
