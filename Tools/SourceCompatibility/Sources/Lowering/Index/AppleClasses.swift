/// What Apple's headers say about classes, as far as rules ask.
enum AppleClasses {
    /// The superclasses of Apple's classes.
    static let superclass: [String: String] = {
        let children: [String: [String]] = [
            "NSObject": [
                "UIResponder", "UIGestureRecognizer", "UIBarItem", "UIColor", "UIFont", "UIImage", "UIScreen", "UIEvent", "UITouch",
                "UIBezierPath",
                "UITraitCollection", "UIDevice", "CALayer", "CAAnimation", "CADisplayLink", "CAMediaTimingFunction", "CATransaction",
                "NSLayoutConstraint",
                "NSLayoutAnchor", "UILayoutGuide", "UIVisualEffect", "UIPresentationController", "UIStoryboard", "UIStoryboardSegue",
                "UINib", "AVPlayer",
                "AVPlayerItem", "AVAsset", "Timer", "NotificationCenter", "UICollectionViewLayout", "UICollectionViewLayoutAttributes",
                "NSValue",
                "UIDynamicAnimator", "UIDynamicBehavior", "UIViewPropertyAnimator", "UIPercentDrivenInteractiveTransition", "NSShadow",
                "NSAttributedString",
                "NSParagraphStyle", "NSTextContainer", "NSTextStorage", "NSLayoutManager", "UIFeedbackGenerator", "UIMenuElement",
                "UIAppearanceProxy",
                "CAEmitterCell", "CAValueFunction", "CARenderer", "UIGraphicsRenderer", "UIFontDescriptor", "UIContextMenuConfiguration",
                "UIPasteboard",
            ],
            "UIResponder": ["UIView", "UIViewController", "UIApplication", "UIScene"],
            "UIView": [
                "UIControl", "UILabel", "UIImageView", "UIScrollView", "UIWindow", "UIStackView", "UIProgressView",
                "UIActivityIndicatorView", "UIPickerView",
                "UIVisualEffectView", "UITableViewCell", "UITableViewHeaderFooterView", "UICollectionReusableView", "UINavigationBar",
                "UITabBar", "UIToolbar",
                "UISearchBar", "UIInputView", "WKWebView", "MKMapView", "MTKView", "SKView", "UIAlertView", "UICalendarView",
                "UIPopoverBackgroundView",
            ],
            "UIControl": [
                "UIButton", "UISwitch", "UISlider", "UIStepper", "UISegmentedControl", "UIPageControl", "UITextField", "UIDatePicker",
                "UIRefreshControl",
                "UIColorWell",
            ],
            "UIScrollView": ["UITableView", "UICollectionView", "UITextView"],
            "UITextField": ["UISearchTextField"],
            "UICollectionReusableView": ["UICollectionViewCell"],
            "UICollectionViewCell": ["UICollectionViewListCell"],
            "UIViewController": [
                "UINavigationController", "UITabBarController", "UITableViewController", "UICollectionViewController",
                "UIPageViewController",
                "UISplitViewController", "UIAlertController", "UISearchController", "UIActivityViewController", "UIInputViewController",
            ],
            "UINavigationController": ["UIImagePickerController"],
            "UIPresentationController": ["UIPopoverPresentationController", "UISheetPresentationController"],
            "UIGestureRecognizer": [
                "UITapGestureRecognizer", "UIPanGestureRecognizer", "UIPinchGestureRecognizer", "UIRotationGestureRecognizer",
                "UISwipeGestureRecognizer",
                "UILongPressGestureRecognizer", "UIHoverGestureRecognizer",
            ],
            "UIPanGestureRecognizer": ["UIScreenEdgePanGestureRecognizer"],
            "UIBarItem": ["UIBarButtonItem", "UITabBarItem"],
            "UIScene": ["UIWindowScene"],
            "UIVisualEffect": ["UIBlurEffect", "UIVibrancyEffect"],
            "UICollectionViewLayout": ["UICollectionViewFlowLayout", "UICollectionViewCompositionalLayout"],
            "UIFeedbackGenerator": ["UIImpactFeedbackGenerator", "UISelectionFeedbackGenerator", "UINotificationFeedbackGenerator"],
            "UIMenuElement": ["UIAction", "UIMenu", "UICommand"],
            "NSLayoutAnchor": ["NSLayoutXAxisAnchor", "NSLayoutYAxisAnchor", "NSLayoutDimension"],
            "CALayer": [
                "CAShapeLayer", "CAGradientLayer", "CATextLayer", "CAReplicatorLayer", "CAScrollLayer", "CATiledLayer",
                "CATransformLayer", "CAEmitterLayer",
                "CAMetalLayer", "CAEAGLLayer", "AVPlayerLayer",
            ],
            "CAAnimation": ["CAPropertyAnimation", "CAAnimationGroup", "CATransition"],
            "CAPropertyAnimation": ["CABasicAnimation", "CAKeyframeAnimation"],
            "CABasicAnimation": ["CASpringAnimation"],
            "UIGraphicsRenderer": ["UIGraphicsImageRenderer", "UIGraphicsPDFRenderer"],
            "NSAttributedString": ["NSMutableAttributedString"],
            "NSParagraphStyle": ["NSMutableParagraphStyle"],
            "NSValue": ["NSNumber"],
            "AVPlayer": ["AVQueuePlayer"],
        ]
        var result: [String: String] = [:]
        for (parent, names) in children { for name in names { result[name] = parent } }
        return result
    }()

    /// Whether a name that the package doesn't declare is a protocol's, to judge by Apple's habits.
    static func isProtocol(_ name: String) -> Bool {
        let name = name.split(separator: ".").last.map(String.init) ?? name
        return protocols.contains(name) || name.hasSuffix("Delegate") || name.hasSuffix("DataSource") || name.hasSuffix("Protocol")
            || name.hasSuffix("able") && superclass[name] == nil || name.hasSuffix("Transitioning") || name.hasSuffix("DelegateFlowLayout")
            || name.hasSuffix("Actions")
    }

    /// Returns whether a protocol only notifies the object that conforms to it: without the conformance the object is still complete.
    static func isDelegate(_ name: String) -> Bool {
        let name = name.split(separator: ".").last.map(String.init) ?? name
        return name.hasSuffix("Delegate") || name.hasSuffix("DataSource") || name.hasSuffix("Observer") || name.hasSuffix("Handler")
    }

    private static let protocols: Set<String> = [
        "AnyObject", "NSCopying", "NSMutableCopying", "NSCoding", "NSSecureCoding", "Error", "Equatable", "Hashable", "Comparable",
        "Codable", "Sendable",
        "CustomStringConvertible", "CustomDebugStringConvertible", "RawRepresentable", "OptionSet", "Collection", "Sequence",
        "UITextInput", "UIKeyInput",
        "UIAppearance", "UIAppearanceContainer", "UIContentContainer", "UIDynamicItem", "UILayoutSupport", "UIUserActivityRestoring",
        "UIPopoverPresentationSourceItem",
        "CAAction", "CAMediaTiming", "UIViewControllerTransitionCoordinator", "UIViewControllerTransitionCoordinatorContext",
        "UICoordinateSpace", "UIContentConfiguration",
        "UIContentView", "UITimingCurveProvider", "UIViewImplicitlyAnimating", "UIPickerViewAccessibility",
        "UIEditMenuInteractionAnimating", "View", "App", "Identifiable",
    ]
}
