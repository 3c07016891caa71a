import AgateDiagnostics
import QuartzCore

/// Plain yes and no of a view, each at its default when absent.
struct UIViewFlags: OptionSet {
    var rawValue: UInt16
    static let multipleTouch = Self(rawValue: 1)
    static let exclusiveTouch = Self(rawValue: 2)
    static let noInteraction = Self(rawValue: 4)
    static let leavesSubviews = Self(rawValue: 8)
    static let followsConstraints = Self(rawValue: 16)
    static let notOpaque = Self(rawValue: 32)
    static let keepsOldDrawing = Self(rawValue: 64)
    /// The program set `contentScaleFactor`.
    static let hasOwnScale = Self(rawValue: 128)
    static let needsConstraintUpdate = Self(rawValue: 256)
    /// A view below has that flag.
    static let constraintUpdateBelow = Self(rawValue: 512)
    /// Constraints in the view, or what they read, changed since they were followed.
    static let constraintsChanged = Self(rawValue: 1024)
    /// An active constraint speaks of the view or of one below.
    static let touchedBelow = Self(rawValue: 2048)

    mutating func set(_ flag: Self, _ on: Bool) { if on { insert(flag) } else { remove(flag) } }
}

/// What of a view its layer does not keep.
struct UIViewRare {
    var autoresizingMask: UIView.AutoresizingMask = []
    var tag = 0
    var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    var backgroundColor: UIColor?
    var contentMode = UIView.ContentMode.scaleToFill
    var mask: UIView?
    var tintColor: UIColor?
    var tintAdjustmentMode = UIView.TintAdjustmentMode.automatic
    var gestureRecognizers: [UIGestureRecognizer]?
    var interfaceStyle = UIUserInterfaceStyle.unspecified
    var accessibility = Accessibility()
    /// Running animations that keep touches away from the view (UV13).
    var blockingAnimations = 0
    /// The active constraints whose views have this one as their nearest common view.
    var constraints: [NSLayoutConstraint] = []
    /// The active constraints that speak of the view or of a guide of it, in the order in which they became so.
    var touching: [NSLayoutConstraint] = []
    /// What places the views in it by their constraints.
    var system: ConstraintSystem?
    /// The size that the system of a view above gave it, where what is in it was placed for just that.
    var placedSize: CGSize?
    /// The window at the top; nil for a view without a superview.
    weak var window: UIWindow?
    /// What it gives to those in it, where that has been asked for; then all views above have theirs.
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

    /// One across and one down.
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
        layer.delegate = self
        // What a view draws is drawn on an opaque bitmap unless the program says otherwise.
        if drawsForItself { layer.isOpaque = true }
    }

    /// Lets go of a released view's subviews, on the main thread whichever thread released the view, as Apple's.
    ///
    /// A plain `deinit` calls it, not an isolated one: that would refuse every subclass's own `deinit`.
    nonisolated static func letGo(of children: inout [UIView]) {
        guard !children.isEmpty else { return }
        let released = ReleasedViews(children)
        children = []
        if Thread.isMainThread {
            MainActor.assumeIsolated { released.letGo() }
        } else {
            DispatchQueue.main.async { released.letGo() }
        }
    }
}

/// The subviews of a view that is gone.
@MainActor private final class ReleasedViews {
    private var waiting: [UIView]

    nonisolated init(_ views: [UIView]) { waiting = views }

    /// One by one: a deep tree let go of at once would need as deep a stack.
    func letGo() {
        // One variable: a second one would hold the view too, where nothing is optimised.
        while var view = waiting.popLast() {
            guard isKnownUniquelyReferenced(&view), !view.children.isEmpty else { continue }
            let below = view.children
            view.children = []
            waiting.append(contentsOf: below)
        }
    }
}
