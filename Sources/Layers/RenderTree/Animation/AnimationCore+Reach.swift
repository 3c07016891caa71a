import CoreGraphics

/// The positions that a layer may have at any time while its animations run.
struct PositionReach {
    private(set) var low: SIMD2<Double>
    private(set) var high: SIMD2<Double>

    init(_ position: CGPoint) {
        low = SIMD2(Double(position.x), Double(position.y))
        high = low
    }

    mutating func add(_ v: SIMD4<Double>) {
        let point = SIMD2(v.x, v.y)
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
    }

    /// Adds the value of a single coordinate.
    mutating func add(_ value: Double, at axis: Int) {
        low[axis] = min(low[axis], value)
        high[axis] = max(high[axis], value)
    }
}

extension AnimationCore {
    /// Adds all positions that the animation may give its layer at any time. Returns false if they can't be bounded cheaply, or if the
    /// animation changes other geometry.
    func widen(_ reach: inout PositionReach) -> Bool {
        if effect == .nothing { return true }
        if effect == .group {
            return withPayload { payload in payload.children.allSatisfy { $0.core.widen(&reach) } } ?? false
        }
        guard !target.inExtra else { return false }
        if target.lane == .color || target.lane == .float { return changesNoPlace }
        guard let position = MemoryLayout<LayerValues>.offset(of: \.position), target.lane == .doubles else { return false }
        let axis = (Int(target.offset) - position) / 8
        guard Int(target.offset) >= position, axis < 2, flags.isDisjoint(with: .dependsOnState) else { return false }
        guard target.count == 2 && axis == 0 else {
            return target.count == 1 && values { reach.add($0.x, at: axis) }
        }
        if effect == .path {
            return withPayload { payload in
                guard let path = payload.path else { return false }
                // The path may also rotate the layer about its anchor. The caller allows for any rotation.
                path.addReach(to: &reach)
                return true
            } ?? false
        }
        return values { reach.add($0) }
    }

    /// True for opacity and colours, which do not affect geometry.
    private var changesNoPlace: Bool {
        target.lane == .color || Int(target.offset) == MemoryLayout<LayerValues>.offset(of: \.opacity)
    }

    /// Calls `body` with values that bound all others. Returns false for effects that may exceed them: springs, splines.
    private func values(_ body: (SIMD4<Double>) -> Void) -> Bool {
        switch effect {
        case .numbers:
            body(from)
            body(to)
        case .easedNumbers:
            guard let track else { return false }
            let (low, high) = CurveTable.range(track.assumingMemoryBound(to: Double.self))
            body(Interpolation.numbers(from, to, low))
            body(Interpolation.numbers(from, to, high))
        case .numberKeyframes:
            guard let track else { return false }
            return Unmanaged<NumberKeyframes>.fromOpaque(track)._withUnsafeGuaranteedRef { $0.withHull(body) }
        default:
            return false
        }
        return true
    }
}
