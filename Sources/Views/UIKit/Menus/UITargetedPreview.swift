import QuartzCore

/// The look of a view that is shown apart from its hierarchy. Kept: Agate shows no such views.
@preconcurrency @MainActor open class UIPreviewParameters: NSObject, NSCopying {
    /// The outline of the part to show; nil for the view's bounds.
    open var visiblePath: UIBezierPath?
    /// The outline of the shadow; nil for that of the part.
    open var shadowPath: UIBezierPath?
    /// The color behind the view.
    open var backgroundColor: UIColor!

    /// Creates the look of a whole view.
    @preconcurrency @MainActor public override init() { super.init() }
    /// Creates the look of lines of text: an outline around their rectangles.
    public init(textLineRects: [NSValue]) {
        super.init()
        let path = UIBezierPath()
        for value in textLineRects { path.append(UIBezierPath(rect: value.cgRectValue)) }
        visiblePath = path
    }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        MainActor.assumeIsolated { () -> Copied in
            let made = UIPreviewParameters()
            made.visiblePath = visiblePath
            made.shadowPath = shadowPath
            made.backgroundColor = backgroundColor
            return Copied(value: made)
        }.value
    }

    /// Unchecked: the copy is made on the main thread.
    private struct Copied: @unchecked Sendable { let value: UIPreviewParameters }
}

/// The container and the place of a view that is shown apart.
@preconcurrency @MainActor open class UIPreviewTarget: NSObject {
    /// The container.
    public let container: UIView
    /// The center of the view in the container.
    public let center: CGPoint
    /// The transform of the view.
    public let transform: CGAffineTransform

    /// Creates a place.
    public init(container: UIView, center: CGPoint, transform: CGAffineTransform = .identity) {
        (self.container, self.center, self.transform) = (container, center, transform)
        super.init()
    }
}

/// A view that is shown apart from its hierarchy, for menus and drags. Kept: Agate shows no such views.
@preconcurrency @MainActor open class UITargetedPreview: NSObject {
    /// The view.
    public let view: UIView
    /// The look of the view.
    public let parameters: UIPreviewParameters
    /// The place of the view.
    public let target: UIPreviewTarget

    /// Creates a preview.
    public init(view: UIView, parameters: UIPreviewParameters, target: UIPreviewTarget) {
        (self.view, self.parameters, self.target) = (view, parameters, target)
        super.init()
    }
    /// Creates a preview at the place of its view.
    public convenience init(view: UIView, parameters: UIPreviewParameters) {
        let target = UIPreviewTarget(container: view.superview ?? view, center: view.center)
        self.init(view: view, parameters: parameters, target: target)
    }
    /// Creates a preview of a whole view at its place.
    public convenience init(view: UIView) { self.init(view: view, parameters: UIPreviewParameters()) }

    /// The size of the view.
    open var size: CGSize { view.bounds.size }
    /// Returns a preview of the same view at another place.
    open func retargetedPreview(with newTarget: UIPreviewTarget) -> UITargetedPreview {
        UITargetedPreview(view: view, parameters: parameters, target: newTarget)
    }
}
