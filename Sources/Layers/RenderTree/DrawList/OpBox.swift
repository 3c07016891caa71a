/// The bounds of an op in sixteen bits each, clamped to the size of a picture: left, top, and right and bottom negated, so that one
/// comparison of four numbers determines whether two boxes intersect. Empty bounds intersect nothing.
package struct OpBox: Sendable {
    private let sides: SIMD4<Int16>

    package init(_ r: DeviceRect) {
        func cut(_ v: Int32) -> Int16 { Int16(max(-32_000, min(32_000, v))) }
        sides = r.isEmpty ? SIMD4(repeating: .max) : SIMD4(cut(r.x0), cut(r.y0), -cut(r.x1), -cut(r.y1))
    }

    /// A rectangle with which boxes are compared. It must fit sixteen bits, as every picture does.
    package struct Query: Sendable {
        let sides: SIMD4<Int16>

        package init(_ r: DeviceRect) {
            let box = OpBox(r).sides
            // Less than its far sides and, negated, less than its near sides.
            sides = r.isEmpty ? SIMD4(repeating: .min) : SIMD4(0 - box[2], 0 - box[3], 0 - box[0], 0 - box[1])
        }
    }

    @inline(__always)
    package func meets(_ rect: Query) -> Bool { all(sides .< rect.sides) }
}

extension DrawOp {
    /// Prefetches an op that will soon be read.
    package static func prefetch(_ op: UnsafePointer<DrawOp>) {
        for line in stride(from: 0, to: MemoryLayout<DrawOp>.size, by: 64) { Prefetch.read(UnsafeRawPointer(op) + line) }
    }

    /// True if the op neither begins nor ends a scope.
    var isAlone: Bool {
        switch kind {
        case .beginGroup, .beginMask, .endGroup, .beginClip, .endClip: false
        default: true
        }
    }
}
