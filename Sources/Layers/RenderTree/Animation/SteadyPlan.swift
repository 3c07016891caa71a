import CoreGraphics

/// The check whether all animations of a layer are steady, and the set of those that must be evaluated.
struct SteadyPlan {
    /// The interval in which all animations are active.
    private(set) var from = -Double.infinity
    private(set) var until = Double.infinity
    /// The index of the animation that modifies another one's result for the transform.
    private(set) var part = -1
    private var seen: UInt8 = 0

    /// Returns whether an animation is visible. Animations that a later one overwrites completely are not.
    func isSeen(_ i: Int) -> Bool { seen & 1 << UInt8(i) != 0 }

    /// Returns nil if an animation is not steady, or will soon not be.
    init?(_ count: Int, _ core: (Int) -> UnsafePointer<AnimationCore>, _ base: borrowing LayerState, _ time: Double) {
        for i in 0..<count {
            let each = core(i)
            guard each.pointee.isSteady else { return nil }
            let interval = each.pointee.clock.interval
            from = max(from, interval.begin)
            // Near the end, the clock's own rounding decides.
            if interval.end < .infinity { until = min(until, interval.end - 1e-6 - abs(interval.end) * 1e-12) }
            if each.pointee.effect == .nothing { continue }
            guard let bytes = each.pointee.bytes(on: base) else { return nil }
            for j in 0..<i where isSeen(j) {
                guard let under = core(j).pointee.bytes(on: base), under.overlaps(bytes) else { continue }
                if each.pointee.changesPlane {
                    guard core(j).pointee.changesPlane, part < 0, base.values.isUpright else { return nil }
                    part = i
                } else if bytes.lowerBound <= under.lowerBound && bytes.upperBound >= under.upperBound && !core(j).pointee.changesPlane {
                    seen &= ~(1 << UInt8(j))
                } else {
                    return nil
                }
            }
            seen |= 1 << UInt8(i)
        }
        guard seen != 0, time >= from, time + 0.05 < until else { return nil }
    }
}

extension LayerValues {
    /// True if the transform's key paths have no negative scale and the transform is not mirrored in the plane.
    fileprivate var isUpright: Bool {
        let t = transform
        return branch(of: .transform).isEmpty && t.m11 * t.m22 - t.m12 * t.m21 > 0
    }
}

extension AnimationCore {
    /// True for a rotation or a scale, which keeps the transform's other components.
    fileprivate var changesPlane: Bool {
        guard target.lane == .part else { return false }
        switch target.subPath {
        case .translation, .translationX, .translationY, .translationZ: return false
        default: return true
        }
    }

    fileprivate var isSteady: Bool {
        guard clock.speed != 0, !target.inExtra, flags.isDisjoint(with: .dependsOnState), !flags.contains(.isDiscrete) else { return false }
        guard clock.duration > 0, clock.duration < .infinity else { return effect == .nothing }
        switch effect {
        case .nothing, .numbers: return true
        case .easedNumbers, .springNumbers: return track != nil
        case .numberKeyframes:
            guard let track else { return false }
            return Unmanaged<NumberKeyframes>.fromOpaque(track)._withUnsafeGuaranteedRef { $0.isStraight }
        default: return false
        }
    }

    /// Returns the bytes of the layer's values that the animation writes; nil if it requires more than that.
    fileprivate func bytes(on base: borrowing LayerState) -> Range<Int>? {
        let start = Int(target.offset)
        switch target.lane {
        case .doubles: return start..<start + 8 * Int(target.count)
        case .float: return start..<start + 4
        case .color: return start..<start + 16
        case .part: break
        default: return nil
        }
        guard start == MemoryLayout<LayerValues>.offset(of: \.transform) else { return nil }
        let t = base.values.transform
        guard t.m14 == 0, t.m24 == 0, t.m34 == 0, t.m44 == 1 else { return nil }
        let last = start + 96
        switch target.subPath {
        case .translation: return last..<last + 16
        case .translationX: return last..<last + 8
        case .translationY: return last + 8..<last + 16
        case .translationZ: return last + 16..<last + 24
        case .rotation, .rotationZ, .scale, .scaleX, .scaleY, .scaleXY:
            guard t.m13 == 0, t.m23 == 0, t.m31 == 0, t.m32 == 0, t.m33 > 0, PlaneRows.canStretch(PlaneRows(t).lengths()),
                base.values.branch(of: .transform).isDisjoint(with: .outsidePlane)
            else { return nil }
            return start..<start + 48
        default: return nil
        }
    }
}
