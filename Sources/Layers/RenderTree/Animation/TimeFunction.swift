import CoreGraphics

/// What an animation shows as a function of its own time alone: for what no list of keyframes says, such as paths that are cut, combined
/// and repeated while they move, or a clock that runs by a curve.
///
/// It is asked on any thread, at any time in any order, and must answer the same for the same time.
package protocol TimeFunction: AnyObject, Sendable {
    /// The property's value at a time in seconds. Properties that are a few numbers are asked for `numbers`, a transform for `matrix`.
    func value(at time: Double) -> PropertyValue
    func numbers(at time: Double) -> SIMD4<Double>
    func matrix(at time: Double) -> CATransform3D
}

extension TimeFunction {
    package func numbers(at time: Double) -> SIMD4<Double> { value(at: time).numbers ?? .zero }

    package func matrix(at time: Double) -> CATransform3D {
        if case .transform(let matrix) = value(at: time) { matrix } else { CATransform3DIdentity }
    }
}

extension AnimationSpec {
    /// Functions can't be looked into: one is equal to itself.
    package struct Function: Hashable, Sendable {
        package let function: any TimeFunction
        package init(_ function: any TimeFunction) { self.function = function }
        package static func == (a: Self, b: Self) -> Bool { a.function === b.function }
        package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(function)) }
    }
}

/// A function and where its values go.
struct FunctionTrack: Sendable {
    let path: PropertyKeyPath
    let function: any TimeFunction

    func apply(at time: Double, _ target: AnimationTarget, isAdditive: Bool, _ core: AnimationCore, to state: inout LayerState) {
        switch target.lane {
        case .nothing: break
        case .matrix:
            let matrix = function.matrix(at: time)
            guard matrix.isFinite else { return }
            target.writeMatrix(isAdditive ? matrix.concat(target.readMatrix(&state)) : matrix, to: &state)
        case .value:
            let value = function.value(at: time)
            state.setValue(isAdditive ? Interpolation.sum(value, over: state.value(at: path)) : value, at: path)
        default:
            let v = function.numbers(at: time)
            guard v - v == .zero else { return }
            if isAdditive { core.add(v, to: &state) } else { target.write(v, to: &state) }
        }
    }
}
