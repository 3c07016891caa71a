import AgateDiagnostics
import QuartzCore

/// What a view looks like: its drawing, and what it inherits from the views above.
extension UIView {
    /// Whether the class overrides `draw(_:)`.
    final var drawsForItself: Bool { ViewOverrides.of(type(of: self)).draws }

    final func displayByDefault(_ layer: CALayer) {
        // A plain layer under a view that draws nothing gets no bitmap; layers that draw themselves go their own way.
        if type(of: layer) == CALayer.self, !drawsForItself { return }
        layer.delegateDeclines()
    }

    /// What the layer calls. Tiles are drawn on other threads than the main one, as Apple's are: their view's drawing code is called there,
    /// and must not touch the view.
    @_implements(CALayerDelegate,draw(_:in:))
    public final nonisolated func drawForLayer(_ layer: CALayer, in context: CGContext) {
        // The methods belong to the main actor in name; nothing checks it on this way.
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

    /// The background in the present surroundings.
    final func showBackground() {
        var color: CGColor?
        if let background = rare.backgroundColor { traitCollection.performAsCurrent { color = background.cgColor } }
        if color?.patternObject != nil {
            Diagnostic.reportOnce(
                "view.pattern-background", key: "\(type(of: self))",
                "a pattern colour as the background of \(type(of: self)) is not supported; the background is transparent")
            color = nil
        }
        layer.backgroundColor = color
        guard drawsForItself else { return }
        layer.isOpaque = isOpaque && (color?.alpha ?? 1) >= 1
        layer.setNeedsDisplay()
    }

    // MARK: Tint

    final var currentTint: UIColor {
        let color = inherited(\.rare.tintColor) ?? .tintColor
        guard currentTintMode == .dimmed else { return color }
        // Grey of the same lightness.
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
        let look = InheritedLook(self)
        return look.traits.with(style: look.style)
    }

    /// Light or dark, where the view or its controller says so.
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

    /// Tells the view and those in it that the surroundings changed; colours that depend on them are looked up anew.
    final func traitsMayHaveChanged(from before: UITraitCollection) {
        visitTree { view in
            // Found by the views above it that have a style of their own; below a view that has one and keeps it nothing changed.
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

    /// The view stands under another one now.
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

/// What a view gives to those in it.
@MainActor struct InheritedLook {
    var tint: ObjectIdentifier?
    var mode = UIView.TintAdjustmentMode.automatic
    var style = UIUserInterfaceStyle.unspecified
    weak var window: UIWindow?
    var traits: UITraitCollection { (window?.screen ?? UIScreen.main).traitCollection }

    /// Found once for each view, from that of its superview.
    /// - Parameter view: the superview; nil is nobody.
    init(_ view: UIView?) {
        guard let view else { return }
        var way: [UIView] = []
        var next: UIView? = view
        while let here = next, here.rare.look == nil {
            ViewCounts.steps += 1
            way.append(here)
            next = here.parent
        }
        var look = next?.rare.look ?? InheritedLook(nil)
        for here in way.reversed() {
            if let color = here.rare.tintColor { look.tint = ObjectIdentifier(color) }
            if here.rare.tintAdjustmentMode != .automatic { look.mode = here.rare.tintAdjustmentMode }
            let style = here.ownStyle
            if style != .unspecified { look.style = style }
            if look.window == nil, let window = here as? UIWindow { look.window = window }
            here.rare.look = look
        }
        self = look
    }

    static func != (a: InheritedLook, b: InheritedLook) -> Bool {
        a.tint != b.tint || a.mode != b.mode || a.style != b.style || a.traits != b.traits
    }
}

extension UIView {
    /// The view, and those in it, look for what they inherit when they are next asked.
    final func forgetLook() {
        guard rare.look != nil else { return }
        visitTree { view in
            // Below a view that was not asked none was.
            guard view.rare.look != nil else { return false }
            view.rare.look = nil
            return true
        }
    }
}

/// What work on trees of views took, for tests that compare counts.
@MainActor enum ViewCounts {
    /// Steps from a view to its superview in search of something.
    static var steps = 0
    /// Views that were marked because constraints changed.
    static var marks = 0
    /// Texts of text views that were set into lines, and strips of them that were drawn.
    static var textsLaidOut = 0, stripsDrawn = 0
}
