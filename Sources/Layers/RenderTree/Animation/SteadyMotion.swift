import CoreGraphics

/// The value that a steady animation writes: its two ends and the interpolation between them, into plain memory.
protocol SteadyMotion {
    init(from: SIMD4<Double>, to: SIMD4<Double>, _ target: AnimationTarget, _ base: borrowing LayerState)
    /// Sets other ends for the same target: the next keyframes.
    mutating func setEnds(_ a: SIMD4<Double>, _ b: SIMD4<Double>)
    /// Writes the value. Returns false, without a change, if the value can't be computed by this fast path.
    func write(_ f: Double, to p: UnsafeMutableRawPointer) -> Bool
}

struct NumberMotion: SteadyMotion {
    private var from, to: Double

    init(from: SIMD4<Double>, to: SIMD4<Double>, _ target: AnimationTarget, _ base: borrowing LayerState) {
        self.from = from.x; self.to = to.x
    }
    mutating func setEnds(_ a: SIMD4<Double>, _ b: SIMD4<Double>) { from = a.x; to = b.x }

    @inline(__always)
    func write(_ f: Double, to p: UnsafeMutableRawPointer) -> Bool {
        p.storeBytes(of: Interpolation.number(from, to, f), as: Double.self)
        return true
    }
}

struct FloatMotion: SteadyMotion {
    private var from, to: Double

    init(from: SIMD4<Double>, to: SIMD4<Double>, _ target: AnimationTarget, _ base: borrowing LayerState) {
        self.from = from.x; self.to = to.x
    }
    mutating func setEnds(_ a: SIMD4<Double>, _ b: SIMD4<Double>) { from = a.x; to = b.x }

    @inline(__always)
    func write(_ f: Double, to p: UnsafeMutableRawPointer) -> Bool {
        p.storeBytes(of: Float(Interpolation.number(from, to, f)), as: Float.self)
        return true
    }
}

/// Points, sizes, translations.
struct PairMotion: SteadyMotion {
    private var from, to: SIMD2<Double>

    init(from: SIMD4<Double>, to: SIMD4<Double>, _ target: AnimationTarget, _ base: borrowing LayerState) {
        self.from = from.lowHalf; self.to = to.lowHalf
    }
    mutating func setEnds(_ a: SIMD4<Double>, _ b: SIMD4<Double>) { from = a.lowHalf; to = b.lowHalf }

    @inline(__always)
    func write(_ f: Double, to p: UnsafeMutableRawPointer) -> Bool {
        let v = Interpolation.numbers(from, to, f)
        p.storeBytes(of: v.x, as: Double.self)
        p.storeBytes(of: v.y, toByteOffset: 8, as: Double.self)
        return true
    }
}

/// Rectangles.
struct QuadMotion: SteadyMotion {
    private var from, to: SIMD4<Double>

    init(from: SIMD4<Double>, to: SIMD4<Double>, _ target: AnimationTarget, _ base: borrowing LayerState) { self.from = from; self.to = to }
    mutating func setEnds(_ a: SIMD4<Double>, _ b: SIMD4<Double>) { from = a; to = b }

    @inline(__always)
    func write(_ f: Double, to p: UnsafeMutableRawPointer) -> Bool {
        let v = Interpolation.numbers(from, to, f)
        p.storeBytes(of: v.x, as: Double.self)
        p.storeBytes(of: v.y, toByteOffset: 8, as: Double.self)
        p.storeBytes(of: v.z, toByteOffset: 16, as: Double.self)
        p.storeBytes(of: v.w, toByteOffset: 24, as: Double.self)
        return true
    }
}

/// A colour. The previous frame has marked it as present and animated.
struct ColorMotion: SteadyMotion {
    private var from, to: SIMD4<Double>

    init(from: SIMD4<Double>, to: SIMD4<Double>, _ target: AnimationTarget, _ base: borrowing LayerState) { self.from = from; self.to = to }
    mutating func setEnds(_ a: SIMD4<Double>, _ b: SIMD4<Double>) { from = a; to = b }

    @inline(__always)
    func write(_ f: Double, to p: UnsafeMutableRawPointer) -> Bool {
        let v = Interpolation.numbers(from, to, f)
        p.storeBytes(of: RGBA(Float(v.x), Float(v.y), Float(v.z), Float(v.w)), as: RGBA.self)
        return true
    }
}

/// A rotation in the plane, of the committed transform.
struct TurnMotion: SteadyMotion {
    private var from, to: Double
    private let lengths: SIMD2<Double>

    init(from: SIMD4<Double>, to: SIMD4<Double>, _ target: AnimationTarget, _ base: borrowing LayerState) {
        self.from = from.x; self.to = to.x
        lengths = PlaneRows(base.values.transform).lengths(base.values.branch(of: .transform))
    }
    mutating func setEnds(_ a: SIMD4<Double>, _ b: SIMD4<Double>) { from = a.x; to = b.x }

    @inline(__always)
    func write(_ f: Double, to p: UnsafeMutableRawPointer) -> Bool {
        PlaneRows.turned(lengths, Interpolation.number(from, to, f)).store(to: p.assumingMemoryBound(to: CATransform3D.self))
        return true
    }
}

/// A scale in the plane, of the committed transform.
struct StretchMotion: SteadyMotion {
    private var from, to: Double
    private let lengths: SIMD2<Double>
    private let rows: PlaneRows
    private let subPath: SubPath

    init(from: SIMD4<Double>, to: SIMD4<Double>, _ target: AnimationTarget, _ base: borrowing LayerState) {
        self.from = from.x; self.to = to.x
        rows = PlaneRows(base.values.transform)
        lengths = rows.lengths(base.values.branch(of: .transform))
        subPath = target.subPath
    }
    mutating func setEnds(_ a: SIMD4<Double>, _ b: SIMD4<Double>) { from = a.x; to = b.x }

    @inline(__always)
    func write(_ f: Double, to p: UnsafeMutableRawPointer) -> Bool {
        let scale = Interpolation.number(from, to, f)
        // A later write to a mirrored transform must take the mirroring into account.
        if scale < 0 { return false }
        let t = p.assumingMemoryBound(to: CATransform3D.self)
        rows.stretched(lengths, scale, subPath).store(to: t)
        if subPath == .scale { t.pointee.m33 = scale }
        return true
    }
}

/// A rotation or a scale on top of another animation's result for the transform in this frame.
struct PartMotion: SteadyMotion {
    private var from, to: Double
    private let subPath: SubPath

    init(from: SIMD4<Double>, to: SIMD4<Double>, _ target: AnimationTarget, _ base: borrowing LayerState) {
        self.from = from.x; self.to = to.x
        subPath = target.subPath
    }
    mutating func setEnds(_ a: SIMD4<Double>, _ b: SIMD4<Double>) { from = a.x; to = b.x }

    @inline(__always)
    func write(_ f: Double, to p: UnsafeMutableRawPointer) -> Bool {
        let value = Interpolation.number(from, to, f)
        // All underlying scales are positive. A negative one requires the slower path, which keeps the branch.
        if value < 0, subPath != .rotation, subPath != .rotationZ { return false }
        var branch: TransformBranch = []
        return subPath.setInPlane(value, at: p.assumingMemoryBound(to: CATransform3D.self), &branch)
    }
}
