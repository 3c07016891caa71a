import CoreGraphics

/// An animation's value as a function of its own time, for values that keyframes can't express, such as paths that are trimmed, combined
/// and repeated while they move, or a clock that runs by a curve.
///
/// It is called on any thread, for times in any order, and must return the same result for the same time.
package protocol TimeFunction: AnyObject, Sendable {
    /// Returns the property's value at a time in seconds. For properties of a few numbers, `numbers` is called; for a transform, `matrix`.
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
    /// A function. Functions are compared by identity.
    package struct Function: Hashable, Sendable {
        package let function: any TimeFunction
        package init(_ function: any TimeFunction) { self.function = function }
        package static func == (a: Self, b: Self) -> Bool { a.function === b.function }
        package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(function)) }
    }
}

/// A function and the target of its values.
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
