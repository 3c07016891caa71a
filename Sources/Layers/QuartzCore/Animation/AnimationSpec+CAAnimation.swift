import AgateDiagnostics
import CoreGraphics
import RenderTree

// The conversion of an animation object to the value that a commit contains. A value of a wrong type is reported and results in an
// animation that takes its time and changes nothing, so that its delegate and completion block are still called.

extension AnimationSpec {
    /// Creates the value of an animation, for the layer that it was added to.
    init(_ animation: CAAnimation, on layer: CALayer) {
        var left = Self.countLimit
        self.init(animation, on: layer, 0, &left)
    }

    private init(_ animation: CAAnimation, on layer: CALayer, _ depth: Int, _ left: inout Int) {
        self.init(Self.content(of: animation, on: layer, depth, &left))
        timing = LayerLock.withLock { animation.timingValues }
        timingCurve = animation.timingFunction?.curve
        isRemovedOnCompletion = animation.isRemovedOnCompletion
    }

    private static func content(of animation: CAAnimation, on layer: CALayer, _ depth: Int, _ left: inout Int) -> Content {
        switch animation {
        case let property as CAPropertyAnimation:
            guard let keyPath = property.keyPath, !keyPath.isEmpty else { return .empty }
            var target = Target(keyPath: keyPath, of: layer.layerClass)
            target.isAdditive = property.isAdditive
            target.isCumulative = property.isCumulative
            target.valueFunction = property.valueFunction?.function
            var reader = AnimationValueReader(layer: layer, target: target)
            let content = self.content(of: property, target, &reader)
            return reader.hasRefused ? .empty : content
        case let group as CAAnimationGroup:
            guard depth < depthLimit else {
                Diagnostic.reportOnce(
                    "animation.too-deep", key: "\(layer.id.rawValue)",
                    "\(LayerReport.describe(layer)): animation groups are nested more than \(depthLimit) deep; deeper animations do not run"
                )
                return .empty
            }
            var members: [AnimationSpec] = []
            for member in group.animations ?? [] {
                guard left > 0 else {
                    Diagnostic.reportOnce(
                        "animation.too-many", key: "\(layer.id.rawValue)",
                        "\(LayerReport.describe(layer)): an animation group has more than \(countLimit) animations; the rest does not run")
                    break
                }
                left -= 1
                members.append(AnimationSpec(member, on: layer, depth + 1, &left))
            }
            return .group(members)
        case let transition as CATransition:
            var values = Transition()
            values.type = transition.type.rawValue
            values.subtype = transition.subtype?.rawValue
            values.startProgress = transition.startProgress
            values.endProgress = transition.endProgress
            return .transition(values)
        default:
            return .empty
        }
    }

    private static func content(
        of animation: CAPropertyAnimation, _ target: Target, _ reader: inout AnimationValueReader
    ) -> Content {
        switch animation {
        case let spring as CASpringAnimation:
            return .spring(target, basic(spring, &reader), spring.springValues)
        case let animation as CABasicAnimation:
            return .basic(target, basic(animation, &reader))
        case let animation as CAKeyframeAnimation:
            return .keyframe(target, keyframe(animation, &reader))
        case let animation as FunctionAnimation:
            return animation.function.map { .function(target, Function($0)) } ?? .empty
        default:
            return .empty
        }
    }

    private static func basic(_ animation: CABasicAnimation, _ reader: inout AnimationValueReader) -> Basic {
        var values = Basic()
        values.from = reader.value(animation.fromValue)
        values.to = reader.value(animation.toValue)
        values.by = reader.value(animation.byValue)
        return values
    }

    private static func keyframe(_ animation: CAKeyframeAnimation, _ reader: inout AnimationValueReader) -> Keyframe {
        var frames = Keyframe()
        frames.path = animation.path
        if animation.path == nil {
            frames.values = reader.plain(animation) ?? (animation.values ?? []).compactMap { reader.value($0) }
        }
        frames.keyTimes = animation.keyTimes?.map(\.doubleValue)
        frames.timingCurves = animation.timingFunctions?.map(\.curve)
        switch animation.calculationMode {
        case .discrete: frames.mode = .discrete
        case .paced: frames.mode = .paced
        case .cubic: frames.mode = .cubic
        case .cubicPaced: frames.mode = .cubicPaced
        default: frames.mode = .linear
        }
        switch animation.rotationMode {
        case .rotateAuto?: frames.rotationMode = .auto
        case .rotateAutoReverse?: frames.rotationMode = .autoReverse
        default: frames.rotationMode = .none
        }
        frames.tension = animation.tensionValues?.map(\.doubleValue)
        frames.continuity = animation.continuityValues?.map(\.doubleValue)
        frames.bias = animation.biasValues?.map(\.doubleValue)
        return frames
    }
}
