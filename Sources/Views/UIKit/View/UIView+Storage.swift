import AgateDiagnostics
@_spi(Views) import QuartzCore

/// The Boolean properties of a view. An absent flag is the default.
struct UIViewFlags: OptionSet {
    var rawValue: UInt16
    static let multipleTouch = Self(rawValue: 1)
    static let exclusiveTouch = Self(rawValue: 2)
    static let noInteraction = Self(rawValue: 4)
    static let leavesSubviews = Self(rawValue: 8)
    static let followsConstraints = Self(rawValue: 16)
    static let notOpaque = Self(rawValue: 32)
    static let keepsOldDrawing = Self(rawValue: 64)
    /// The program has set `contentScaleFactor`.
    static let hasOwnScale = Self(rawValue: 128)
    static let needsConstraintUpdate = Self(rawValue: 256)
    /// A descendant has that flag.
    static let constraintUpdateBelow = Self(rawValue: 512)
    /// Constraints in the view, or the values they use, have changed since they were solved.
    static let constraintsChanged = Self(rawValue: 1024)
    /// An active constraint refers to the view or to one of its descendants.
    static let touchedBelow = Self(rawValue: 2048)
    /// A subview shows the background color in place of the layer.
    static let hasInnerBackground = Self(rawValue: 4096)
    /// Constants of constraints in the view, or content sizes, have changed since they were solved. Their system has the changes.
    static let constantsChanged = Self(rawValue: 8192)
    /// A subview may have the flag `followsConstraints`.
    static let mayHaveFollowers = Self(rawValue: 16384)
    /// `updateProperties()` was called, and no update was requested since.
    static let hasUpdatedProperties = Self(rawValue: 32768)

    mutating func set(_ flag: Self, _ on: Bool) { if on { insert(flag) } else { remove(flag) } }
}

/// A system of an ancestor, and its pass that positioned the subviews of a view.
struct OuterSystem {
    weak var system: ConstraintSystem?
    var pass: Int
}

/// The properties of a view that its layer doesn't store.
struct UIViewRare {
    var autoresizingMask: UIView.AutoresizingMask = []
    var tag = 0
    /// The margins that the program has set.
    var layoutMargins: UIEdgeInsets?
    var backgroundColor: UIColor?
    var contentMode = UIView.ContentMode.scaleToFill
    var mask: UIView?
    var tintColor: UIColor?
    var tintAdjustmentMode = UIView.TintAdjustmentMode.automatic
    var gestureRecognizers: [UIGestureRecognizer]?
    var interfaceStyle = UIUserInterfaceStyle.unspecified
    var accessibility = Accessibility()
    /// The number of running animations that block touches on the view (UV13).
    var blockingAnimations = 0
    /// The active constraints whose views have this view as their nearest common ancestor.
    var constraints: [NSLayoutConstraint] = []
    /// The active constraints that refer to the view or to one of its guides, in the order of their activation.
    var touching: [NSLayoutConstraint] = []
    /// The system that positions the view's descendants by their constraints.
    var system: ConstraintSystem?
    /// The system of an ancestor that positions the view's subviews, and its pass.
    var outerSystem: OuterSystem?
    /// The place of the view in the system that positions it.
    var place = ConstraintPlace()
    /// The size that an ancestor's constraint system assigned, if the view's content was laid out for exactly this size.
    var placedSize: CGSize?
    /// The window of the view; nil for a view without a superview.
    weak var window: UIWindow?
    /// The properties that descendants inherit, if they have been computed; all ancestors then have theirs as well.
    var look: InheritedLook?
    var safeAreaGuide: UILayoutGuide?
    var marginsGuide: UILayoutGuide?
    var readableGuide: UILayoutGuide?
    var contentGuide: UILayoutGuide?
    var keyboardGuide: UIKeyboardLayoutGuide?
    var leastCategory: UIContentSizeCategory?
    var mostCategory: UIContentSizeCategory?
    var frameGuide: UILayoutGuide?
    var guides: [UILayoutGuide] = []
    var motionEffects: [UIMotionEffect] = []
    var semanticContentAttribute = UISemanticContentAttribute.unspecified
    var interactions: [any UIInteraction] = []
    var restorationIdentifier: String?
    var hugging = AxisPriorities(.defaultLow)
    var resistance = AxisPriorities(.defaultHigh)

    /// A horizontal and a vertical priority.
    struct AxisPriorities {
        private var across: UILayoutPriority, down: UILayoutPriority
        init(_ both: UILayoutPriority) { (across, down) = (both, both) }
        subscript(axis: Int) -> UILayoutPriority {
            get { axis == 0 ? across : down }
            set { if axis == 0 { across = newValue } else { down = newValue } }
        }
    }

    struct Accessibility {
        var isElement = false
        var label: String?
        var hint: String?
        var value: String?
        var traits = UIAccessibilityTraits.none
        var identifier: String?
        var elements: [Any]?
        var frame: CGRect?
        var activationPoint: CGPoint?
        var hidesElements = false
        var isModal = false
        var groups = false
        var actions: [UIAccessibilityCustomAction]?
        var language: String?
        var isIgnoringInvertColors = false
    }
}

extension UIView {
    static func makeLayer(_ type: AnyClass) -> CALayer {
        if type == CALayer.self { return CALayer() }
        guard let type = type as? CALayer.Type else {
            Diagnostic.reportOnce(
                "view.layer-class", key: "\(type)", "layerClass of \(self) is \(type), which is not a CALayer; a plain layer is used")
            return CALayer()
        }
        return DynamicObject.make(type) ?? CALayer()
    }

    final func setUp() {
        let layer = layer
        layer.delegate = self
        if layer === ownLayer, !ViewOverrides.of(type(of: self)).answersActions { layer.setQuietDelegate(true) }
        // By default, a view's drawing is on an opaque bitmap.
        if drawsForItself { layer.isOpaque = true }
    }

    /// Releases a released view's subviews, on the main thread regardless of the releasing thread, as with Apple's.
    ///
    /// A plain `deinit` calls this method, because with an isolated one, subclasses couldn't have their own `deinit`.
    nonisolated static func letGo(of subviews: inout SiblingList<UIView>) {
        guard !subviews.isEmpty else { return }
        let released = ReleasedViews(subviews.all)
        subviews.set([])
        if MainQueue.isMainThread {
            MainActor.assumeIsolated { released.letGo() }
        } else {
            DispatchQueue.main.async { released.letGo() }
        }
    }
}

/// The subviews of a deallocated view.
@MainActor private final class ReleasedViews {
    private var waiting: [UIView]

    nonisolated init(_ views: [UIView]) { waiting = views }

    /// Releases the views one by one, because releasing a deep tree recursively could overflow the call stack.
    func letGo() {
        // Use a single variable: without optimization, a second one would retain the view as well.
        while var view = waiting.popLast() {
            guard isKnownUniquelyReferenced(&view), !view.subviewList.isEmpty else { continue }
            let below = view.children
            view.subviewList.set([])
            waiting.append(contentsOf: below)
        }
    }
}
