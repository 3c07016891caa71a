import AgateDiagnostics
import Foundation
import QuartzCore

/// What a view's layer asks of its delegate, on whatever thread the layer is used.
///
/// Views belong to the main thread, layers to any. A question that comes from another thread is answered without the view, reported once
/// for each class and question (as Apple's main thread checker does), and what the view would have done is done on the main thread.
extension UIView {
    /// Outside the main thread no change of a view animates.
    @_implements(CALayerDelegate,action(for:forKey:))
    public final nonisolated func actionForLayer(_ layer: CALayer, forKey event: String) -> (any CAAction)? {
        let passed = Passed(value: layer)
        return answer(event) {
            let method: @MainActor (CALayer, String) -> (any CAAction)? = self.action(for:forKey:)
            return method(passed.value, event)
        } ?? NSNull()
    }

    /// Outside the main thread the layout is put off to it.
    @_implements(CALayerDelegate,layoutSublayers(of:))
    public final nonisolated func layOutLayer(_ layer: CALayer) {
        let passed = Passed(value: layer)
        let isDone: Void? = answer("layoutSubviews") {
            let method: @MainActor (CALayer) -> Void = self.layoutSublayers(of:)
            method(passed.value)
        }
        if isDone == nil { putOff(layer) { $0.setNeedsLayout() } }
    }

    /// Outside the main thread the display is put off to it.
    @_implements(CALayerDelegate,display(_:))
    public final nonisolated func displayLayer(_ layer: CALayer) {
        let passed = Passed(value: layer)
        let isDone: Void? = answer("draw") {
            let method: @MainActor (CALayer) -> Void = self.display(_:)
            method(passed.value)
        }
        if isDone == nil { putOff(layer) { $0.setNeedsDisplay() } }
    }

    /// Outside the main thread nothing is done: the display that follows is put off.
    @_implements(CALayerDelegate,layerWillDraw(_:))
    public final nonisolated func willDrawLayer(_ layer: CALayer) {
        let passed = Passed(value: layer)
        _ = answer("draw") {
            let method: @MainActor (CALayer) -> Void = self.layerWillDraw(_:)
            method(passed.value)
        }
    }

    /// Nil on another thread than the main one, after a report.
    private nonisolated func answer<Result>(_ what: String, _ body: @MainActor () -> Result) -> Result? {
        guard Thread.isMainThread || MainQueue.isCurrent else {
            Diagnostic.reportOnce(
                "view.main-thread", key: "\(type(of: self)).\(what)",
                "\(type(of: self)): \(what) was used on a background thread; views can be used only on the main thread, only plain layers can be "
                    + "changed on other threads"
            )
            return nil
        }
        return MainActor.assumeIsolated { Passed(value: body()) }.value
    }

    private nonisolated func putOff(_ layer: CALayer, _ body: @escaping @Sendable (CALayer) -> Void) {
        let layer = Passed(value: (layer.model(), self))
        DispatchQueue.main.async { body(layer.value.0) }
    }

    /// Unchecked: it stays on the main thread, or goes there.
    private struct Passed<Value>: @unchecked Sendable { let value: Value }
}
