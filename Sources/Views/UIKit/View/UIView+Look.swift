import AgateDiagnostics
import QuartzCore

/// The appearance of a view: its drawing, and the properties that it inherits from its ancestors.
extension UIView {
    /// True if the class overrides `draw(_:)`.
    final var drawsForItself: Bool { ViewOverrides.of(type(of: self)).draws }

    final func displayByDefault(_ layer: CALayer) {
        // A plain layer of a view that draws nothing gets no bitmap. Layers that draw themselves display themselves.
        if type(of: layer) == CALayer.self, !drawsForItself { return }
        layer.delegateDeclines()
    }

    /// The method that the layer calls. As with Apple's, tiles are drawn on other threads than the main one: the view's drawing code is
    /// called there, and must not access the view.
    @_implements(CALayerDelegate,draw(_:in:))
    public final nonisolated func drawForLayer(_ layer: CALayer, in context: CGContext) {
        // The methods are declared on the main actor, but this call isn't checked.
        let method: @MainActor (CALayer, CGContext) -> Void = draw(_:in:)
        unsafeBitCast(method, to: ((CALayer, CGContext) -> Void).self)(layer, context)
    }

    final func drawByDefault(_ layer: CALayer, _ context: CGContext) {
        if layer.model() === self.layer, layer is CATiledLayer {
            UIGraphicsPushContext(context)
            draw(context.boundingBoxOfClipPath)
            return UIGraphicsPopContext()
        }
        guard layer.model() === self.layer, drawsForItself else {
            layer.delegateDeclines()
            return
        }
        let rect = context.boundingBoxOfClipPath.intersection(layer.bounds)
        UIGraphicsPushContext(context)
        defer { UIGraphicsPopContext() }
        traitCollection.performAsCurrent {
            if clearsContextBeforeDrawing, layer.isOpaque, let color = backgroundColor?.cgColor {
                context.saveGState()
                context.setFillColor(color)
                context.fill(rect)
                context.restoreGState()
            }
            draw(rect)
        }
    }

    final func showContentMode() {
        layer.contentsGravity = contentMode.gravity
        layer.needsDisplayOnBoundsChange = contentMode == .redraw
    }

    /// Sets the layer's background, resolved with the current traits.
    final func showBackground() {
        var color: CGColor?
        if let background = rare.backgroundColor { traitCollection.performAsCurrent { color = background.cgColor } }
        if color?.patternObject != nil {
            Diagnostic.reportOnce(
                "view.pattern-background", key: "\(type(of: self))",
                "a pattern colour as the background of \(type(of: self)) is not supported; the background is transparent")
            color = nil
        }
        layer.backgroundColor = flags.contains(.hasInnerBackground) ? nil : color
        guard drawsForItself else { return }
        layer.isOpaque = isOpaque && (color?.alpha ?? 1) >= 1
        layer.setNeedsDisplay()
    }

    // MARK: Tint

    final var currentTint: UIColor {
        let color = inherited(\.rare.tintColor) ?? .tintColor
        guard currentTintMode == .dimmed else { return color }
        // A gray of the same lightness.
        var white: CGFloat = 0, alpha: CGFloat = 0
        return color.getWhite(&white, alpha: &alpha) ? UIColor(white: white, alpha: alpha * 0.8) : color
    }

    final var currentTintMode: TintAdjustmentMode {
        var view: UIView? = self
        while let here = view {
            if here.rare.tintAdjustmentMode != .automatic { return here.rare.tintAdjustmentMode }
            view = here.parent
        }
        return .normal
    }

    private func inherited<Value>(_ path: KeyPath<UIView, Value?>) -> Value? {
        var view: UIView? = self
        while let here = view {
            if let value = here[keyPath: path] { return value }
            view = here.parent
        }
        return nil
    }

    final func tellTint() {
        visitTree { view in
            guard view === self || view.rare.tintColor == nil || view.rare.tintAdjustmentMode == .automatic else { return false }
            view.tintColorDidChange()
            return true
        }
    }

    // MARK: Traits

    final var currentTraits: UITraitCollection {
        let look = InheritedLook.of(self)
        return look.traits.with(style: look.style)
    }

    /// The style that the view or its controller specifies.
    final var ownStyle: UIUserInterfaceStyle {
        rare.interfaceStyle != .unspecified ? rare.interfaceStyle : controller?.overrideUserInterfaceStyle ?? .unspecified
    }

    final func changeStyle(_ style: UIUserInterfaceStyle) {
        guard style != rare.interfaceStyle else { return }
        let before = traitCollection
        rare.interfaceStyle = style
        forgetLook()
        traitsMayHaveChanged(from: before)
    }

    /// Notifies the view and its descendants of changed traits, and resolves dynamic colors again.
    final func traitsMayHaveChanged(from before: UITraitCollection) {
        visitTree { view in
            // Descendants with a style of their own are skipped, with their subtrees, if their traits haven't changed.
            guard view === self || view.ownStyle == .unspecified || view.traitCollection != before else { return false }
            if view === self, view.traitCollection == before { return false }
            if view.rare.backgroundColor != nil { view.showBackground() } else if view.drawsForItself { view.layer.setNeedsDisplay() }
            view.controller?.traitCollectionDidChange(before)
            view.traitCollectionDidChange(before)
            TraitChanges.tell(view.controller, from: before, to: view.traitCollection)
            TraitChanges.tell(view, from: before, to: view.traitCollection)
            return true
        }
    }

    /// Updates the view after its superview has changed.
    final func inheritedLookChanged(from before: InheritedLook, to after: InheritedLook) {
        guard before != after else { return }
        if before.tint != after.tint || before.mode != after.mode, rare.tintColor == nil || rare.tintAdjustmentMode == .automatic {
            tellTint()
        }
        if before.traits !== after.traits || before.style != after.style {
            traitsMayHaveChanged(from: before.traits.with(style: rare.interfaceStyle == .unspecified ? before.style : rare.interfaceStyle))
        }
    }
}

/// The properties that a view's descendants inherit. Views that change none share their superview's.
@MainActor final class InheritedLook {
    let tint: ObjectIdentifier?
    let mode: UIView.TintAdjustmentMode
    let style: UIUserInterfaceStyle
    private weak var window: UIWindow?
    var traits: UITraitCollection { (window?.screen ?? UIScreen.main).traitCollection }

    /// The properties of a view without a superview.
    static let none = InheritedLook(tint: nil, mode: .automatic, style: .unspecified, window: nil)

    private init(tint: ObjectIdentifier?, mode: UIView.TintAdjustmentMode, style: UIUserInterfaceStyle, window: UIWindow?) {
        (self.tint, self.mode, self.style) = (tint, mode, style)
        self.window = window
    }

    /// Computed once for each view, from its superview's.
    /// - Parameter view: The superview; nil for none.
    static func of(_ view: UIView?) -> InheritedLook {
        guard let view else { return none }
        if let look = view.rare.look { return look }
        var way: [UIView] = []
        var next: UIView? = view
        while let here = next, here.rare.look == nil {
            ViewCounts.steps += 1
            way.append(here)
            next = here.parent
        }
        var look = next?.rare.look ?? none
        for here in way.reversed() {
            look = look.inside(here)
            here.rare.look = look
        }
        return look
    }

    private func inside(_ view: UIView) -> InheritedLook {
        let tint = view.rare.tintColor.map { ObjectIdentifier($0) } ?? tint
        let mode = view.rare.tintAdjustmentMode != .automatic ? view.rare.tintAdjustmentMode : mode
        let own = view.ownStyle, style = own != .unspecified ? own : style
        let window = window ?? view as? UIWindow
        if tint == self.tint, mode == self.mode, style == self.style, window === self.window { return self }
        return InheritedLook(tint: tint, mode: mode, style: style, window: window)
    }

    static func != (a: InheritedLook, b: InheritedLook) -> Bool {
        if a === b { return false }
        if a.tint != b.tint || a.mode != b.mode || a.style != b.style { return true }
        if a.window === b.window { return false }
        let (old, new) = (a.traits, b.traits)
        return old !== new && old != new
    }
}

extension UIView {
    /// Discards the inherited properties of the view and its descendants. They are computed at their next use.
    final func forgetLook() {
        guard rare.look != nil else { return }
        visitTree { view in
            // If a view has no cached properties, neither have its descendants.
            guard view.rare.look != nil else { return false }
            view.rare.look = nil
            return true
        }
    }
}

/// The work done on view trees, for tests that compare counts.
@MainActor enum ViewCounts {
    /// The number of steps from a view to its superview in searches.
    static var steps = 0
    /// The number of views marked after changes of constraints.
    static var marks = 0
    /// The number of text layouts of text views, and of their strips drawn.
    static var textsLaidOut = 0, stripsDrawn = 0
    /// The number of subviews examined in searches for one that follows constraints.
    static var followersSought = 0
    /// The number of styles that labels made of their attributes.
    static var stylesMade = 0
    /// The number of attributes that flow layouts made of items.
    static var attributesMade = 0
}
