import AgateDiagnostics
import CoreGraphics

/// A value that a ramp goes through, number by number.
protocol RampValue: Sendable {
    static func mix(_ from: Self, _ to: Self, _ part: Double) -> Self
    /// True if all of its numbers are finite.
    var isFiniteValue: Bool { get }
}
extension Float: RampValue {
    var isFiniteValue: Bool { isFinite }
    static func mix(_ from: Float, _ to: Float, _ part: Double) -> Float { Float(Double.mix(Double(from), Double(to), part)) }
}
extension Double: RampValue {
    var isFiniteValue: Bool { isFinite }
    // Exact at both ends.
    static func mix(_ from: Double, _ to: Double, _ part: Double) -> Double { part == 1 ? to : from + (to - from) * part }
}
extension CGAffineTransform: RampValue {
    var isFiniteValue: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }
    static func mix(_ from: Self, _ to: Self, _ part: Double) -> Self {
        func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { CGFloat(Double.mix(Double(a), Double(b), part)) }
        return CGAffineTransform(
            a: mix(from.a, to.a), b: mix(from.b, to.b), c: mix(from.c, to.c), d: mix(from.d, to.d), tx: mix(from.tx, to.tx),
            ty: mix(from.ty, to.ty))
    }
}
extension CGRect: RampValue {
    var isFiniteValue: Bool { [minX, minY, width, height].allSatisfy(\.isFinite) }
    static func mix(_ from: Self, _ to: Self, _ part: Double) -> Self {
        func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { CGFloat(Double.mix(Double(a), Double(b), part)) }
        return CGRect(
            x: mix(from.minX, to.minX), y: mix(from.minY, to.minY), width: mix(from.width, to.width), height: mix(from.height, to.height))
    }
}

/// A value over time: ramps, and values that hold until the next one.
struct Ramps<Value: RampValue>: Sendable {
    struct Ramp: Sendable {
        var range: CMTimeRange
        var from: Value, to: Value

        /// Stores the ramp where Apple's functions that get ramps are asked to.
        func store(
            _ start: UnsafeMutablePointer<Value>?, _ end: UnsafeMutablePointer<Value>?, _ timeRange: UnsafeMutablePointer<CMTimeRange>?
        ) {
            start?.pointee = from
            end?.pointee = to
            timeRange?.pointee = range
        }
    }
    private(set) var list: [Ramp] = []

    /// Adds a ramp, or a value that is set at a time if the duration is zero. A ramp of the same start is replaced. Values that are not
    /// finite are ignored.
    mutating func add(_ from: Value, _ to: Value, _ range: CMTimeRange) {
        guard from.isFiniteValue, to.isFiniteValue, range.start.isValid, !range.start.isIndefinite,
            range.duration.isFraction || range.duration == .zero, range.duration >= .zero
        else { return }
        list.removeAll { $0.range.start == range.start }
        let index = list.firstIndex { $0.range.start > range.start } ?? list.count
        list.insert(Ramp(range: range, from: from, to: to), at: index)
    }

    /// Returns the index of the last ramp that begins up to a time; nil before the first.
    private func index(of time: CMTime) -> Int? {
        let after = list.partitionPoint { $0.range.start <= time }
        return after > 0 ? after - 1 : nil
    }

    /// Returns the value at a time; nil before the first.
    func value(at time: CMTime) -> Value? {
        guard let ramp = index(of: time).map({ list[$0] }) else { return nil }
        guard time < ramp.range.end else { return ramp.to }
        return Value.mix(ramp.from, ramp.to, (time - ramp.range.start).seconds / ramp.range.duration.seconds)
    }

    /// Returns the ramp of a time. Before the first and after each, it is a range in which the value is constant.
    func ramp(at time: CMTime, otherwise initial: Value) -> Ramp? {
        guard time.isValid, !list.isEmpty else { return nil }
        guard let index = index(of: time) else {
            return Ramp(range: CMTimeRange(start: .zero, end: list[0].range.start), from: initial, to: initial)
        }
        let ramp = list[index]
        if time < ramp.range.end { return ramp }
        let end = index + 1 < list.count ? list[index + 1].range.start : .positiveInfinity
        return Ramp(range: CMTimeRange(start: ramp.range.end, end: end), from: ramp.to, to: ramp.to)
    }
}
