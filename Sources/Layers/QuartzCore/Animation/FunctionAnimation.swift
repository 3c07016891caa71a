import CoreGraphics
import RenderTree

/// An animation of a property by a function of its time: where keyframes can't say what is meant. Runs where the others run, in the render
/// tree, and counts for `presentation()` as they do; nothing of it happens on the thread that added it.
///
/// Archives and documents have no way to keep a function: they keep `sampled`, keyframes of it.
package final class FunctionAnimation: CAPropertyAnimation {
    package var function: (any TimeFunction)?
    /// How often `sampled` looks, a second; a file's frame rate.
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

    /// Straight from sample to sample, with the same times. At most ten thousand of them.
    package var sampled: CAKeyframeAnimation {
        let animation = CAKeyframeAnimation()
        animation.take(from: self)
        guard let function else { return animation }
        let count = duration.isFinite && duration > 0 && sampleRate > 0 ? Int(min(10_000, (duration * sampleRate).rounded(.up))) : 1
        let values = (0...count).map { function.value(at: duration * Double($0) / Double(count)) }
        animation.values = values.map(Boxing.any)
        // Between paths that are built anew each time there may be nothing.
        if case .path? = values.first { animation.calculationMode = .discrete }
        return animation
    }

    package override var classForCoder: AnyClass { CAKeyframeAnimation.self }
    package override func encode(with coder: NSCoder) { sampled.encode(with: coder) }
}
