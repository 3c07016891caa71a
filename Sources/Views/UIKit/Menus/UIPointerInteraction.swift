import AgateDiagnostics
import QuartzCore

/// The part of a view in which the pointer has a style.
@preconcurrency @MainActor open class UIPointerRegion: NSObject {
    /// The rectangle, in the view's space.
    public let rect: CGRect
    /// The identifier.
    public let identifier: AnyHashable?
    /// The axes along which the pointer is attracted. Stored, without effect.
    open var latchingAxes: UIAxis = []

    /// Creates a region.
    public init(rect: CGRect, identifier: AnyHashable? = nil) {
        (self.rect, self.identifier) = (rect, identifier)
        super.init()
    }
}

/// The place of the pointer for which a region is asked.
@preconcurrency @MainActor open class UIPointerRegionRequest: NSObject {
    /// The location, in the view's space.
    open var location = CGPoint.zero
    /// The modifier keys.
    open var modifiers: UIKeyModifierFlags = []
}

/// An effect of the pointer on a view.
public enum UIPointerEffect {
    /// The tint of a hovered view.
    public enum TintMode: Int, Sendable { case none, overlay, underlay }
    case automatic(UITargetedPreview)
    case highlight(UITargetedPreview)
    case lift(UITargetedPreview)
    case hover(
        UITargetedPreview, preferredTintMode: TintMode = .overlay, prefersShadow: Bool = false, prefersScaledContent: Bool = true)

    /// The preview of the effect.
    @MainActor public var preview: UITargetedPreview {
        switch self {
        case .automatic(let preview), .highlight(let preview), .lift(let preview), .hover(let preview, _, _, _): preview
        }
    }
}

/// A shape of the pointer.
public enum UIPointerShape {
    /// The default corner radius of a rounded rectangle.
    public static let defaultCornerRadius: CGFloat = 8
    case path(UIBezierPath)
    case roundedRect(CGRect, radius: CGFloat = UIPointerShape.defaultCornerRadius)
    case verticalBeam(length: CGFloat)
    case horizontalBeam(length: CGFloat)
}

/// The look of the pointer in a region. Kept: the pointer looks as the system shows it.
@preconcurrency @MainActor open class UIPointerStyle: NSObject {
    final let effect: UIPointerEffect?
    final let shape: UIPointerShape?

    /// Creates a style of an effect on a view.
    public init(effect: UIPointerEffect, shape: UIPointerShape? = nil) {
        (self.effect, self.shape) = (effect, shape)
        super.init()
    }
    /// Creates a style of a shape.
    public init(shape: UIPointerShape, constrainedAxes axes: UIAxis = []) {
        (effect, self.shape) = (nil, shape)
        super.init()
    }
    private init(_ shape: UIPointerShape?) {
        (effect, self.shape) = (nil, shape)
        super.init()
    }

    /// Returns the style of a pointer that can't be seen.
    open class func hidden() -> Self { unsafeDowncast(UIPointerStyle(nil), to: self) }
    /// Returns the system's style.
    open class func system() -> Self { unsafeDowncast(UIPointerStyle(nil), to: self) }
}

/// The animation of a pointer that enters or leaves a region. Effects aren't shown, so no program gets one.
@preconcurrency @MainActor public protocol UIPointerInteractionAnimating: NSObjectProtocol {
    /// Adds an animation.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Adds a closure that is called after the animation.
    func addCompletion(_ completion: @escaping (Bool) -> Void)
}

/// The methods that say what a pointer looks like. Never called: the pointer looks as the system shows it.
@preconcurrency @MainActor public protocol UIPointerInteractionDelegate: NSObjectProtocol {
    /// Returns the region for a place of the pointer.
    func pointerInteraction(_ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest, defaultRegion: UIPointerRegion)
        -> UIPointerRegion?
    /// Returns the style in a region.
    func pointerInteraction(_ interaction: UIPointerInteraction, styleFor region: UIPointerRegion) -> UIPointerStyle?
    /// Would be called when the pointer enters a region.
    func pointerInteraction(
        _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion, animator: any UIPointerInteractionAnimating)
    /// Would be called when the pointer leaves a region.
    func pointerInteraction(
        _ interaction: UIPointerInteraction, willExit region: UIPointerRegion, animator: any UIPointerInteractionAnimating)
}

extension UIPointerInteractionDelegate {
    /// Returns the default region.
    public func pointerInteraction(
        _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest, defaultRegion: UIPointerRegion
    ) -> UIPointerRegion? { defaultRegion }
    /// Returns nil, for the system's style.
    public func pointerInteraction(_ interaction: UIPointerInteraction, styleFor region: UIPointerRegion) -> UIPointerStyle? { nil }
    /// Does nothing.
    public func pointerInteraction(
        _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion, animator: any UIPointerInteractionAnimating
    ) {}
    /// Does nothing.
    public func pointerInteraction(
        _ interaction: UIPointerInteraction, willExit region: UIPointerRegion, animator: any UIPointerInteractionAnimating
    ) {}
}

/// An interaction that gives the pointer a style over a view. Stored only: the pointer looks as the system shows it. A diagnostic is
/// reported once, when a view first gets such an interaction.
@preconcurrency @MainActor open class UIPointerInteraction: NSObject, UIInteraction {
    /// The delegate, which says what the pointer looks like. It isn't retained.
    open private(set) weak var delegate: (any UIPointerInteractionDelegate)?
    /// The view of the interaction.
    open private(set) weak var view: UIView?
    /// A Boolean value that indicates whether the interaction is enabled. Stored, without effect.
    open var isEnabled = true

    /// Creates an interaction.
    public init(delegate: (any UIPointerInteractionDelegate)? = nil) {
        self.delegate = delegate
        super.init()
    }

    /// Does nothing.
    open func willMove(to view: UIView?) {}
    /// Stores the view, and reports once that the pointer has no styles.
    open func didMove(to view: UIView?) {
        self.view = view
        guard view != nil else { return }
        Diagnostic.reportOnce(
            "pointer.unsupported", key: "pointer", "a view gives the pointer a style; the pointer looks as the system shows it")
    }
    /// Does nothing, because the pointer has no styles.
    open func invalidate() {}
}

extension UIButton {
    /// A closure that returns the pointer's style over a button.
    public typealias PointerStyleProvider = (
        _ button: UIButton, _ proposedEffect: UIPointerEffect, _ proposedShape: UIPointerShape
    ) -> UIPointerStyle?
}
