import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore

extension LottieScene {
    /// Sets a value of the animation, in place of the file's own, whether that is animated or not.
    ///
    /// The layers of the animation are rebuilt, and its clock continues. This is intended for occasional use, not for each frame. A later
    /// value overrides an earlier one.
    /// - Parameters:
    ///   - keyPath: Names separated by dots, from a layer's inwards, as listed by ``keyPaths()``. `*` matches one name or a part of one,
    ///     `**` any number of names.
    ///   - fit: The fit of an image of another aspect ratio; nil fills the area, or stretches in the reading ``LottieReading/iOSPlayer``.
    /// - Returns: The number of values that were set. If it is 0, `lottie.key-path` is reported, once for each key path.
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

    /// Removes the value of a key path: the file's own value is shown again.
    public func removeValue(forKeyPath keyPath: String) {
        let path = LottieKeyPath(keyPath)
        let count = overrides.count
        overrides.removeAll { $0.keyPath == path }
        if overrides.count != count { rebuild() }
    }

    /// Returns the value of a key path at a frame, including values that the program has set; if there are several, the first in the file's
    /// order. Nil if there is none, and for gradients and images.
    /// - Parameter frame: The frame; nil is the current one. Values inside of compositions use the frames of their composition.
    public func value(forKeyPath keyPath: String, atFrame frame: Double? = nil) -> LottieOverride? {
        var lister = LottieLister(frame: frame ?? currentFrame, keyPath: LottieKeyPath(keyPath)), copy = document
        lister.visit(&copy)
        return lister.found.first?.value
    }

    /// Returns the names of all values that can be set, in the file's order.
    public func keyPaths() -> [String] {
        var lister = LottieLister(frame: startFrame, keyPath: nil), copy = document
        lister.visit(&copy)
        return lister.found.map(\.keyPath)
    }

    /// Calls `body` with the value of a key path: now, and from then on in each frame in which it has changed. The check runs in the
    /// program; without observers there is none.
    /// - Returns: The observation, which also ends when it is released.
    public func observe(_ keyPath: String, _ body: @escaping (LottieOverride) -> Void) -> LottieObservation {
        LottieObservation(self, keyPath, body)
    }
}

/// An observation of a value of a Lottie scene, which continues as long as it is retained.
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

    /// Ends the observation.
    public func end() {
        link?.invalidate()
        link = nil
    }

    private final class Look {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
