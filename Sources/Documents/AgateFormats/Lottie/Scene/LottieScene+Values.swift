import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore

extension LottieScene {
    /// Sets a value of the animation, in the place of what the file has there, whether that moves or not.
    ///
    /// The layers of the animation are made anew, and its clock goes on: meant for now and then, not for each frame. A later value goes
    /// before an earlier one.
    /// - Parameters:
    ///   - keyPath: names joined by points, from a layer's inwards, as listed by ``keyPaths()``. `*` stands for one name or a part of one,
    ///     `**` for any number of names.
    ///   - fit: how an image of another shape lies in its place; nil fills it, or stretches in the reading ``LottieReading/iOSPlayer``.
    /// - Returns: how many values were set. None is reported as `lottie.key-path`, once for each key path.
    @discardableResult
    public func setValue(_ value: LottieOverride, forKeyPath keyPath: String, fit: ImageFit? = nil) -> Int {
        let path = LottieKeyPath(keyPath)
        var trial = original
        let count = LottieKeyPath.set(value, at: path, in: &trial, resources, fit)
        guard count > 0 else {
            Diagnostic.reportOnce(
                "lottie.key-path", key: "\(resources.file) \(keyPath)",
                "\(resources.file): no property of this kind has the key path \"\(keyPath)\"")
            return 0
        }
        overrides.removeAll { $0.keyPath == path }
        overrides.append((path, value, fit))
        rebuild()
        return count
    }

    /// Takes back what was set for a key path: the file's own value shows again.
    public func removeValue(forKeyPath keyPath: String) {
        let path = LottieKeyPath(keyPath)
        let count = overrides.count
        overrides.removeAll { $0.keyPath == path }
        if overrides.count != count { rebuild() }
    }

    /// The value that a key path names at a frame, with what the program has set; of several the first in the file's order. Nil if there is
    /// none, and for gradients and images.
    /// - Parameter frame: nil is the frame that shows. Values inside of compositions are asked in the frames of their composition.
    public func value(forKeyPath keyPath: String, atFrame frame: Double? = nil) -> LottieOverride? {
        var lister = LottieLister(frame: frame ?? currentFrame, keyPath: LottieKeyPath(keyPath)), copy = document
        lister.visit(&copy)
        return lister.found.first?.value
    }

    /// The names of all values that can be set, in the file's order.
    public func keyPaths() -> [String] {
        var lister = LottieLister(frame: startFrame, keyPath: nil), copy = document
        lister.visit(&copy)
        return lister.found.map(\.keyPath)
    }

    /// Calls `body` with the value that a key path names: now, and from then on in each frame in which it is another one. This runs in the
    /// program; while nobody observes, nothing does.
    /// - Returns: what ends the observation, also by going away.
    public func observe(_ keyPath: String, _ body: @escaping (LottieOverride) -> Void) -> LottieObservation {
        LottieObservation(self, keyPath, body)
    }
}

/// Keeps an observation of a value of a Lottie scene going, as long as somebody holds it.
public final class LottieObservation {
    private var link: CADisplayLink?
    private var last: LottieOverride?

    fileprivate init(_ scene: LottieScene, _ keyPath: String, _ body: @escaping (LottieOverride) -> Void) {
        let look = Look { [weak self, weak scene] in
            guard let self, let value = scene?.value(forKeyPath: keyPath), value != self.last else { return }
            self.last = value
            body(value)
        }
        look.body()
        link = CADisplayLink { _ in look.body() }
        link?.add(to: .current, forMode: .common)
    }

    deinit { link?.invalidate() }

    /// Ends it.
    public func end() {
        link?.invalidate()
        link = nil
    }

    private final class Look {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
