/// The bounds of an op in sixteen bits each, cut to what a picture can hold: left, top, and right and bottom negated, so that one
/// comparison of four numbers tells whether two boxes meet. Empty bounds meet nothing.
package struct OpBox: Sendable {
    private let sides: SIMD4<Int16>

    package init(_ r: DeviceRect) {
        func cut(_ v: Int32) -> Int16 { Int16(max(-32_000, min(32_000, v))) }
        sides = r.isEmpty ? SIMD4(repeating: .max) : SIMD4(cut(r.x0), cut(r.y0), -cut(r.x1), -cut(r.y1))
    }

    /// A rectangle that boxes are compared with. Not for one that leaves the sixteen bits: a picture never does.
    package struct Query: Sendable {
        let sides: SIMD4<Int16>

        package init(_ r: DeviceRect) {
            let box = OpBox(r).sides
            // Less than its far sides, and negated, less than its near ones.
            sides = r.isEmpty ? SIMD4(repeating: .min) : SIMD4(0 - box[2], 0 - box[3], 0 - box[0], 0 - box[1])
        }
    }

    @inline(__always)
    package func meets(_ rect: Query) -> Bool { all(sides .< rect.sides) }
}

extension DrawOp {
    /// Asks the processor for an op that will be read soon.
    package static func prefetch(_ op: UnsafePointer<DrawOp>) {
        for line in stride(from: 0, to: MemoryLayout<DrawOp>.size, by: 64) { Prefetch.read(UnsafeRawPointer(op) + line) }
    }

    /// Begins and ends nothing.
    var isAlone: Bool {
        switch kind {
        case .beginGroup, .beginMask, .endGroup, .beginClip, .endClip: false
        default: true
        }
    }
}
