import CoreGraphics

/// The target of an animation as byte offsets: plain data, so that the frame loop needs neither lookups nor reference counting.
struct AnimationTarget: Sendable {
    enum Lane: UInt8, Sendable {
        case nothing
        /// 1, 2 or 4 Doubles at `offset`.
        case doubles
        case float
        case color
        /// A component of the transform at `offset`: `subPath`.
        case part
        /// The transform at `offset`, which `function` makes from numbers.
        case function
        /// The transform at `offset`.
        case matrix
        /// Any other value, accessed through `path`.
        case value
    }
    var lane: Lane
    /// The number of animated components; 0 in the lanes `matrix` and `value`.
    var count: UInt8 = 0
    var inExtra = false
    var isAdditive = false
    var subPath = SubPath.x
    var function = ValueFunction.rotateZ
    var offset: UInt16 = 0
    /// For a colour: bits in the flags of LayerValues, or, in LayerExtra, byte offsets of Bools. For a transform, `has` is the shift of
    /// its branch in the flags.
    var has: UInt16 = 0
    var animated: UInt16 = 0

    static let nothing = AnimationTarget(lane: .nothing)

    // MARK: Reading and writing

    @inline(__always)
    func read(_ state: inout LayerState) -> SIMD4<Double> {
        let at = Int(offset)
        if lane == .part { return readPart(&state) }
        if inExtra { return state.withExtra { load($0 + at) } }
        // `inout`, since otherwise the whole state would be copied.
        return withUnsafeBytes(of: &state.values) { load($0.baseAddress! + at) }
    }

    @inline(__always)
    func write(_ v: SIMD4<Double>, to state: inout LayerState) {
        let at = Int(offset)
        if lane == .part { return writePart(v, to: &state) }
        if inExtra { return writeExtra(v, to: &state) }
        withUnsafeMutableBytes(of: &state.values) { store(v, $0.baseAddress! + at) }
        if lane == .color {
            state.values.flags = LayerFlags(rawValue: state.values.flags.rawValue | 1 &<< UInt32(has) | 1 &<< UInt32(animated))
        } else if lane == .function {
            state.values.flags.setBranch([], UInt32(has))
        }
    }

    // MARK: Parts of transforms

    @inline(never)
    private func readPart(_ state: inout LayerState) -> SIMD4<Double> {
        let v = subPath.get(readMatrix(&state), state.values.flags.branch(UInt32(has)))
        return SIMD4(v.x, v.y, 0, 0)
    }

    @inline(__always)
    private func writePart(_ v: SIMD4<Double>, to state: inout LayerState) {
        var branch = state.values.flags.branch(UInt32(has))
        let before = branch
        if inExtra {
            state.withMutableExtra { storePart(v, $0 + Int(offset), &branch) }
        } else {
            withUnsafeMutableBytes(of: &state.values) { storePart(v, $0.baseAddress! + Int(offset), &branch) }
        }
        if branch != before { state.values.flags.setBranch(branch, UInt32(has)) }
    }

    @inline(__always)
    private func storePart(_ v: SIMD4<Double>, _ p: UnsafeMutableRawPointer, _ branch: inout TransformBranch) {
        subPath.set(SIMD2(v.x, v.y), at: p.assumingMemoryBound(to: CATransform3D.self), &branch)
    }

    @inline(never)
    private func writeExtra(_ v: SIMD4<Double>, to state: inout LayerState) {
        state.withMutableExtra { extra in
            store(v, extra + Int(offset))
            if lane == .color {
                extra.storeBytes(of: 1, toByteOffset: Int(has), as: UInt8.self)
                extra.storeBytes(of: 1, toByteOffset: Int(animated), as: UInt8.self)
            }
        }
        if lane == .function { state.values.flags.setBranch([], UInt32(has)) }
    }

    @inline(__always)
    private func load(_ p: UnsafeRawPointer) -> SIMD4<Double> {
        switch lane {
        case .doubles:
            switch count {
            case 1: return SIMD4(p.load(as: Double.self), 0, 0, 0)
            case 2: return SIMD4(p.load(as: Double.self), p.load(fromByteOffset: 8, as: Double.self), 0, 0)
            default:
                return SIMD4(
                    p.load(as: Double.self), p.load(fromByteOffset: 8, as: Double.self),
                    p.load(fromByteOffset: 16, as: Double.self), p.load(fromByteOffset: 24, as: Double.self))
            }
        case .float: return SIMD4(Double(p.load(as: Float.self)), 0, 0, 0)
        case .color:
            let c = p.load(as: RGBA.self)
            return SIMD4(Double(c.x), Double(c.y), Double(c.z), Double(c.w))
        case .function: return function.arguments(of: p.load(as: CATransform3D.self))
        default: return .zero
        }
    }

    @inline(__always)
    private func store(_ v: SIMD4<Double>, _ p: UnsafeMutableRawPointer) {
        switch lane {
        case .doubles:
            p.storeBytes(of: v.x, as: Double.self)
            if count >= 2 { p.storeBytes(of: v.y, toByteOffset: 8, as: Double.self) }
            if count == 4 {
                p.storeBytes(of: v.z, toByteOffset: 16, as: Double.self)
                p.storeBytes(of: v.w, toByteOffset: 24, as: Double.self)
            }
        case .float: p.storeBytes(of: Float(v.x), as: Float.self)
        case .color: p.storeBytes(of: RGBA(Float(v.x), Float(v.y), Float(v.z), Float(v.w)), as: RGBA.self)
        case .function: storeFunction(v, p)
        default: break
        }
    }

    @inline(never)
    private func storeFunction(_ v: SIMD4<Double>, _ p: UnsafeMutableRawPointer) {
        let m = function.matrix(v)
        p.storeBytes(of: isAdditive ? m.concat(p.load(as: CATransform3D.self)) : m, as: CATransform3D.self)
    }

    /// The neutral element of addition: 1 for the scales that a value function takes, otherwise 0.
    var neutral: SIMD4<Double> { lane == .function ? function.arguments(of: CATransform3DIdentity) : .zero }

    /// Returns whether there is a colour to start from.
    func hasColor(_ state: inout LayerState) -> Bool {
        if inExtra { return state.withExtra { $0.load(fromByteOffset: Int(has), as: UInt8.self) } != 0 }
        return state.values.flags.rawValue & 1 &<< UInt32(has) != 0
    }

    /// Writes the value of an animated colour with an end that is nil: no colour.
    func writeNoColor(to state: inout LayerState) {
        write(.zero, to: &state)
        if inExtra {
            state.withMutableExtra { $0.storeBytes(of: 0, toByteOffset: Int(has), as: UInt8.self) }
        } else {
            state.values.flags = LayerFlags(rawValue: state.values.flags.rawValue & ~(1 &<< UInt32(has)))
        }
    }

    func readMatrix(_ state: inout LayerState) -> CATransform3D {
        let offset = Int(offset)
        if inExtra { return state.withExtra { $0.load(fromByteOffset: offset, as: CATransform3D.self) } }
        return withUnsafeBytes(of: &state.values) { $0.load(fromByteOffset: offset, as: CATransform3D.self) }
    }

    func writeMatrix(_ m: CATransform3D, to state: inout LayerState) {
        let offset = Int(offset)
        if inExtra {
            state.withMutableExtra { $0.storeBytes(of: m, toByteOffset: offset, as: CATransform3D.self) }
        } else {
            withUnsafeMutableBytes(of: &state.values) { $0.storeBytes(of: m, toByteOffset: offset, as: CATransform3D.self) }
        }
        state.values.flags.setBranch([], UInt32(has))
    }
}

extension AnimationTarget {
    /// Resolves a key path. In the lane `value` the caller keeps the path.
    init(_ path: PropertyKeyPath, function: ValueFunction?, isAdditive: Bool) {
        self.init(lane: .value)
        self.isAdditive = isAdditive
        guard case .property(let property) = path.root else { return }
        let row = property.row
        if row.kind == .transform, let shift = LayerFlags.branchShift(of: property) { has = UInt16(shift) }
        switch row.storage {
        case .doubles(let offset, let count): setDoubles(offset, count, path.subPath, function)
        case .extraDoubles(let offset, let count):
            inExtra = true
            setDoubles(offset, count, path.subPath, function)
        case .float(let offset): lane = .float; count = 1; self.offset = UInt16(offset)
        case .extraFloat(let offset): lane = .float; count = 1; self.offset = UInt16(offset); inExtra = true
        case .color(let offset, let has, let animated, _):
            lane = .color; count = 4; self.offset = UInt16(offset)
            self.has = UInt16(has.rawValue.trailingZeroBitCount); self.animated = UInt16(animated.rawValue.trailingZeroBitCount)
        case .extraColor(let offset, let has, let animated, _):
            guard let has = MemoryLayout<LayerExtra>.offset(of: has), let animated = MemoryLayout<LayerExtra>.offset(of: animated) else {
                return
            }
            lane = .color; count = 4; self.offset = UInt16(offset); inExtra = true
            self.has = UInt16(has); self.animated = UInt16(animated)
        default: break
        }
    }

    private mutating func setDoubles(_ offset: Int, _ count: Int, _ subPath: SubPath?, _ function: ValueFunction?) {
        self.offset = UInt16(offset)
        if count == 16 {
            if let subPath {
                lane = .part; self.subPath = subPath
                self.count = subPath.kind == .size ? 2 : 1
            } else if let function {
                lane = .function; self.function = function
                self.count = UInt8(function.argumentCount)
            } else {
                lane = .matrix
            }
            return
        }
        lane = .doubles
        if let subPath, let index = subPath.doubleIndex {
            self.offset += UInt16(index * 8)
            self.count = subPath.kind == .number ? 1 : 2
        } else {
            self.count = UInt8(count)
        }
    }
}

extension ValueFunction {
    package var argumentCount: Int { self == .scale || self == .translate ? 3 : 1 }

    /// Returns the arguments with which the function makes a transform. They are the missing end value of an animation with only one
    /// given.
    package func arguments(of t: CATransform3D) -> SIMD4<Double> {
        let parts = TransformComponents(t)
        return switch self {
        case .rotateX: SIMD4(parts.rotation.x, 0, 0, 0)
        case .rotateY: SIMD4(parts.rotation.y, 0, 0, 0)
        case .rotateZ: SIMD4(parts.rotation.z, 0, 0, 0)
        case .scale: SIMD4(parts.scale, 0)
        case .scaleX: SIMD4(parts.scale.x, 0, 0, 0)
        case .scaleY: SIMD4(parts.scale.y, 0, 0, 0)
        case .scaleZ: SIMD4(parts.scale.z, 0, 0, 0)
        case .translate: SIMD4(parts.translation, 0)
        case .translateX: SIMD4(parts.translation.x, 0, 0, 0)
        case .translateY: SIMD4(parts.translation.y, 0, 0, 0)
        case .translateZ: SIMD4(parts.translation.z, 0, 0, 0)
        }
    }

    /// Returns the transform that the function makes from the numbers. Angles are in radians.
    package func matrix(_ v: SIMD4<Double>) -> CATransform3D {
        switch self {
        case .rotateX: CATransform3DMakeRotation(v.x, 1, 0, 0)
        case .rotateY: CATransform3DMakeRotation(v.x, 0, 1, 0)
        case .rotateZ: CATransform3DMakeRotation(v.x, 0, 0, 1)
        case .scale: CATransform3DMakeScale(v.x, v.y, v.z)
        case .scaleX: CATransform3DMakeScale(v.x, 1, 1)
        case .scaleY: CATransform3DMakeScale(1, v.x, 1)
        case .scaleZ: CATransform3DMakeScale(1, 1, v.x)
        case .translate: CATransform3DMakeTranslation(v.x, v.y, v.z)
        case .translateX: CATransform3DMakeTranslation(v.x, 0, 0)
        case .translateY: CATransform3DMakeTranslation(0, v.x, 0)
        case .translateZ: CATransform3DMakeTranslation(0, 0, v.x)
        }
    }
}
