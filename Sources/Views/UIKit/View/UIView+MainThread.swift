import AgateDiagnostics
import Foundation
import QuartzCore

/// The delegate methods that a view's layer calls, on any thread.
///
/// Views belong to the main thread, layers to any. A call on another thread returns without using the view. It is reported once for each
/// class and method (as Apple's main thread checker does), and the view's work is deferred to the main thread.
extension UIView {
    /// The answer that a change has no action.
    nonisolated static let noAction = NSNull()

    /// On other threads than the main thread, changes of a view don't animate.
    @_disfavoredOverload
    @_implements(CALayerDelegate,action(for:forKey:))
    public final nonisolated func actionForLayer(_ layer: CALayer, forKey event: String) -> (any CAAction)? {
        let passed = Passed(value: layer)
        return answer(event) {
            let method: @MainActor (CALayer, String) -> (any CAAction)? = self.action(for:forKey:)
            return method(passed.value, event)
        } ?? Self.noAction
    }

    /// On other threads, the layout is deferred to the main thread.
    @_disfavoredOverload
    @_implements(CALayerDelegate,layoutSublayers(of:))
    public final nonisolated func layOutLayer(_ layer: CALayer) {
        let passed = Passed(value: layer)
        let isDone: Void? = answer("layoutSubviews") {
            let method: @MainActor (CALayer) -> Void = self.layoutSublayers(of:)
            method(passed.value)
        }
        if isDone == nil { putOff(layer) { $0.setNeedsLayout() } }
    }

    /// On other threads, the display is deferred to the main thread.
    @_disfavoredOverload
    @_implements(CALayerDelegate,display(_:))
    public final nonisolated func displayLayer(_ layer: CALayer) {
        let passed = Passed(value: layer)
        let isDone: Void? = answer("draw") {
            let method: @MainActor (CALayer) -> Void = self.display(_:)
            method(passed.value)
        }
        if isDone == nil { putOff(layer) { $0.setNeedsDisplay() } }
    }

    /// On other threads, nothing is done: the display that follows is deferred.
    @_disfavoredOverload
    @_implements(CALayerDelegate,layerWillDraw(_:))
    public final nonisolated func willDrawLayer(_ layer: CALayer) {
        let passed = Passed(value: layer)
        _ = answer("draw") {
            let method: @MainActor (CALayer) -> Void = self.layerWillDraw(_:)
            method(passed.value)
        }
    }

    /// Calls the closure on the main thread. On other threads, reports a diagnostic and returns nil.
    private nonisolated func answer<Result>(_ what: String, _ body: @MainActor () -> Result) -> Result? {
        guard MainQueue.isMainThread || MainQueue.isCurrent else {
            Diagnostic.reportOnce(
                "view.main-thread", key: "\(type(of: self)).\(what)",
                "\(type(of: self)): \(what) was used on a background thread; views can be used only on the main thread, only plain layers can be "
                    + "changed on other threads"
            )
            return nil
        }
        guard MainQueue.isMainThread else { return MainActor.assumeIsolated { Passed(value: body()) }.value }
        // This is the main actor's thread. `assumeIsolated` would ask for the executor again, which takes longer than most of the calls.
        return withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
    }

    private nonisolated func putOff(_ layer: CALayer, _ body: @escaping @Sendable (CALayer) -> Void) {
        let layer = Passed(value: (layer.model(), self))
        DispatchQueue.main.async { body(layer.value.0) }
    }

    /// Unchecked: the value stays on the main thread, or is passed to it.
    private struct Passed<Value>: @unchecked Sendable { let value: Value }
}
