/// Temporary points, which are valid only during a call.
struct PointStore {
    private var points = UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: 64)
    private(set) var count = 0
    private var capacity = 64

    func deallocate() { points.deallocate() }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func append(_ p: SIMD2<Double>) {
        if count == capacity { grow() }
        points[count] = p
        count &+= 1
    }

    @inline(__always)
    subscript(_ i: Int) -> SIMD2<Double> {
        get { points[i] }
        nonmutating set { points[i] = newValue }
    }

    private mutating func grow() {
        let bigger = UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: capacity * 2)
        bigger.update(from: points, count: count)
        points.deallocate()
        points = bigger
        capacity *= 2
    }
}
