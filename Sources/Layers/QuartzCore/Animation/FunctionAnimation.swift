import CoreGraphics
import RenderTree

/// An animation of a property by a function of its time, for values that keyframes can't express. It runs in the render tree and affects
/// `presentation()` as other animations do; none of it runs on the thread that added it.
///
/// Archives and documents can't store a function: they store `sampled`, its keyframes.
package final class FunctionAnimation: CAPropertyAnimation {
    package var function: (any TimeFunction)?
    /// The number of samples per second of `sampled`; a file's frame rate.
    package var sampleRate = 60.0

    package convenience init(keyPath: String, _ function: any TimeFunction) {
        self.init(keyPath: keyPath)
        self.function = function
    }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? FunctionAnimation else { return }
        function = other.function
        sampleRate = other.sampleRate
    }

    /// Keyframes with linear interpolation between the samples, with the same times. At most ten thousand.
    package var sampled: CAKeyframeAnimation {
        let animation = CAKeyframeAnimation()
        animation.take(from: self)
        guard let function else { return animation }
        let count = duration.isFinite && duration > 0 && sampleRate > 0 ? Int(min(10_000, (duration * sampleRate).rounded(.up))) : 1
        let values = (0...count).map { function.value(at: duration * Double($0) / Double(count)) }
        animation.values = values.map(Boxing.any)
        // Paths that are rebuilt for each sample may not be interpolatable.
        if case .path? = values.first { animation.calculationMode = .discrete }
        return animation
    }

    package override var classForCoder: AnyClass { CAKeyframeAnimation.self }
    package override func encode(with coder: NSCoder) { sampled.encode(with: coder) }
}
