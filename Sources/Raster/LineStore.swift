/// Directed device-space edges of the shape being filled, kept for the rows that need a second look.
struct LineStore {
    private(set) var lines: UnsafeMutablePointer<SIMD4<Double>>
    private(set) var count = 0
    private var capacity = 1024
    private(set) var minX = Double.infinity, minY = Double.infinity
    private(set) var maxX = -Double.infinity, maxY = -Double.infinity

    init() { lines = .allocate(capacity: capacity) }

    func deallocate() { lines.deallocate() }

    mutating func removeAll() {
        count = 0
        (minX, minY, maxX, maxY) = (.infinity, .infinity, -.infinity, -.infinity)
    }

    @inline(__always)
    mutating func append(_ a: SIMD2<Double>, _ b: SIMD2<Double>) { append(a.x, a.y, b.x, b.y) }

    @inline(__always)
    mutating func append(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
        if ay == by { return }
        if count == capacity { grow() }
        lines[count] = SIMD4(ax, ay, bx, by)
        count &+= 1
        minX = min(minX, min(ax, bx))
        maxX = max(maxX, max(ax, bx))
        minY = min(minY, min(ay, by))
        maxY = max(maxY, max(ay, by))
    }

    private mutating func grow() {
        let bigger = UnsafeMutablePointer<SIMD4<Double>>.allocate(capacity: capacity * 2)
        bigger.update(from: lines, count: count)
        lines.deallocate()
        lines = bigger
        capacity *= 2
    }

    /// Pixels touched.
    var bounds: IntRect { count == 0 ? .empty : IntRect(covering: minX, minY, maxX, maxY) }
}
