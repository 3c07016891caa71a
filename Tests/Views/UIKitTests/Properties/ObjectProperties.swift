import Foundation

@testable import UIKit

/// Objects that are no views, with their properties.
@MainActor enum ObjectProperties {
    static let all = values + items + gestures + collections + dynamics + controllers

    static let red = ViewProperties.red, picture = ViewProperties.picture, view = UIView()
    static let insets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)

    private static var values: [PropertyOwner<NSObject>] {
        [
            PropertyOwner("UIBezierPath", { UIBezierPath() }) {
                $0.keeps("lineWidth", \UIBezierPath.lineWidth, 1, 3)
                $0.keeps("lineCapStyle", \.lineCapStyle, .butt, .round)
                $0.keeps("lineJoinStyle", \.lineJoinStyle, .miter, .bevel)
                $0.keeps("miterLimit", \.miterLimit, 10, 4)
                $0.keeps("flatness", \.flatness, 0.6, 2)
                $0.keeps("usesEvenOddFillRule", \.usesEvenOddFillRule, false, true)
            },
            PropertyOwner("NSShadow", { NSShadow() }) {
                $0.keeps("shadowOffset", \NSShadow.shadowOffset, CGSize(width: 0, height: -1), CGSize(width: 2, height: 3))
                $0.keeps("shadowBlurRadius", \.shadowBlurRadius, 0, 4)
            },
            PropertyOwner("NSTextContainer", { NSTextContainer(size: CGSize(width: 10, height: 20)) }) {
                $0.keeps("lineFragmentPadding", \NSTextContainer.lineFragmentPadding, 5, 1)
                $0.keeps("size", \.size, CGSize(width: 10, height: 20), CGSize(width: 7, height: 8))
                $0.keeps("maximumNumberOfLines", \.maximumNumberOfLines, 0, 2)
                $0.keeps("lineBreakMode", \.lineBreakMode, .byWordWrapping, .byTruncatingTail)
                $0.keeps("exclusionPaths", \.exclusionPaths, [], [UIBezierPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1))])
            },
            PropertyOwner("NSLayoutManager", { NSLayoutManager() }) {
                $0.keeps("usesFontLeading", \NSLayoutManager.usesFontLeading, true, false)
                $0.keeps("showsInvisibleCharacters", \.showsInvisibleCharacters, false, true)
                $0.keeps("showsControlCharacters", \.showsControlCharacters, false, true)
                $0.keeps("allowsNonContiguousLayout", \.allowsNonContiguousLayout, false, true)
            },
            PropertyOwner("NSTextAttachment", { NSTextAttachment() }) {
                $0.keeps("image", \NSTextAttachment.image, nil, picture)
                $0.keeps("bounds", \.bounds, .zero, CGRect(x: 1, y: 2, width: 3, height: 4))
                $0.keeps("contents", \.contents, nil, Data([1]))
                $0.keeps("fileType", \.fileType, nil, "png")
                $0.keeps("lineLayoutPadding", \.lineLayoutPadding, 0, 2)
            },
            PropertyOwner("UIGraphicsImageRendererFormat", { UIGraphicsImageRendererFormat() }) {
                $0.keeps("opaque", \UIGraphicsImageRendererFormat.opaque, false, true)
                $0.keeps("preferredRange", \.preferredRange, .standard, .extended)
            },
            PropertyOwner("UIAccessibilityElement", { UIAccessibilityElement(accessibilityContainer: view) }) {
                $0.keeps("isAccessibilityElement", \UIAccessibilityElement.isAccessibilityElement, true, false)
                $0.keeps("accessibilityLabel", \.accessibilityLabel, nil, "a")
                $0.keeps("accessibilityHint", \.accessibilityHint, nil, "b")
                $0.keeps("accessibilityValue", \.accessibilityValue, nil, "c")
                $0.keeps("accessibilityIdentifier", \.accessibilityIdentifier, nil, "d")
                $0.keeps("accessibilityTraits", \.accessibilityTraits, .none, .button)
                $0.keeps("accessibilityElementsHidden", \.accessibilityElementsHidden, false, true)
            },
            PropertyOwner(
                "NSLayoutConstraint",
                {
                    NSLayoutConstraint(
                        item: view, attribute: .width, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, multiplier: 1,
                        constant: 5)
                }
            ) {
                $0.keeps("constant", \NSLayoutConstraint.constant, 5, 8)
                $0.keeps("priority", \.priority, .required, .defaultLow)
                $0.keeps("identifier", \.identifier, nil, "a")
                $0.keeps("shouldBeArchived", \.shouldBeArchived, false, true)
                $0.keeps("isActive", \.isActive, false, true)
            },
            PropertyOwner("UIViewPropertyAnimator", { UIViewPropertyAnimator(duration: 1, curve: .linear, animations: nil) }) {
                $0.keeps("isUserInteractionEnabled", \UIViewPropertyAnimator.isUserInteractionEnabled, true, false)
                $0.keeps("isManualHitTestingEnabled", \.isManualHitTestingEnabled, false, true)
                $0.keeps("isInterruptible", \.isInterruptible, true, false)
                $0.keeps("scrubsLinearly", \.scrubsLinearly, true, false)
                $0.keeps("pausesOnCompletion", \.pausesOnCompletion, false, true)
            },
        ]
    }

    private static var items: [PropertyOwner<NSObject>] {
        [
            PropertyOwner("UIBarButtonItem", { UIBarButtonItem() }) {
                $0.keeps("isEnabled", \UIBarButtonItem.isEnabled, true, false)
                $0.keeps("title", \.title, nil, "a")
                $0.keeps("image", \.image, nil, picture)
                $0.keeps("landscapeImagePhone", \.landscapeImagePhone, nil, picture)
                $0.keeps("imageInsets", \.imageInsets, .zero, ViewProperties.insets)
                $0.keeps("tag", \.tag, 0, 7)
                $0.keeps("accessibilityIdentifier", \.accessibilityIdentifier, nil, "b")
                $0.keeps("accessibilityLabel", \.accessibilityLabel, nil, "c")
                $0.keeps("accessibilityHint", \.accessibilityHint, nil, "d")
                $0.keeps("accessibilityValue", \.accessibilityValue, nil, "e")
                $0.keeps("style", \.style, .plain, .done)
                $0.keeps("width", \.width, 0, 30)
                $0.keeps("customView", \.customView, nil, view)
                $0.keeps("tintColor", \.tintColor, nil, red)
            },
            PropertyOwner("UITabBarItem", { UITabBarItem() }) {
                $0.keeps("selectedImage", \UITabBarItem.selectedImage, nil, picture)
                $0.keeps("badgeValue", \.badgeValue, nil, "1")
                $0.keeps("badgeColor", \.badgeColor, nil, red)
                $0.keeps("titlePositionAdjustment", \.titlePositionAdjustment, .zero, UIOffset(horizontal: 1, vertical: 2))
            },
            PropertyOwner(
                "UINavigationItem", { UINavigationItem(title: "T") },
                linked: [
                    "leftBarButtonItem": ["leftBarButtonItems"], "leftBarButtonItems": ["leftBarButtonItem"],
                    "rightBarButtonItem": ["rightBarButtonItems"], "rightBarButtonItems": ["rightBarButtonItem"],
                ]
            ) {
                let button = UIBarButtonItem(), second = UIBarButtonItem()
                $0.keeps("title", \UINavigationItem.title, "T", "U")
                $0.keeps("titleView", \.titleView, nil, view)
                $0.keeps("hidesSearchBarWhenScrolling", \.hidesSearchBarWhenScrolling, true, false)
                $0.keeps("prompt", \.prompt, nil, "a")
                $0.keeps("backBarButtonItem", \.backBarButtonItem, nil, button)
                $0.keeps("backButtonTitle", \.backButtonTitle, nil, "b")
                $0.keeps("hidesBackButton", \.hidesBackButton, false, true)
                $0.keeps("leftItemsSupplementBackButton", \.leftItemsSupplementBackButton, false, true)
                $0.keeps("leftBarButtonItems", \.leftBarButtonItems, nil, [button, second])
                $0.keeps("rightBarButtonItems", \.rightBarButtonItems, nil, [button, second])
                $0.keeps("leftBarButtonItem", \.leftBarButtonItem, nil, button)
                $0.keeps("rightBarButtonItem", \.rightBarButtonItem, nil, second)
                $0.keeps("largeTitleDisplayMode", \.largeTitleDisplayMode, .automatic, .never)
            },
            PropertyOwner("UIAction", { UIAction(title: "a") { _ in } }) {
                $0.keeps("attributes", \UIAction.attributes, [], .destructive)
                $0.keeps("state", \.state, .off, .on)
                $0.keeps("discoverabilityTitle", \.discoverabilityTitle, nil, "b")
                $0.keeps("subtitle", \.subtitle, nil, "c")
            },
            PropertyOwner("UIContextualAction", { UIContextualAction(style: .normal, title: "a") { _, _, _ in } }) {
                $0.keeps("title", \UIContextualAction.title, "a", "b")
                $0.keeps("image", \.image, nil, picture)
            },
            PropertyOwner("UIAlertAction", { UIAlertAction(title: "a", style: .default) }) {
                $0.keeps("isEnabled", \UIAlertAction.isEnabled, true, false)
            },
            PropertyOwner("UISwipeActionsConfiguration", { UISwipeActionsConfiguration(actions: []) }) {
                $0.keeps("performsFirstActionWithFullSwipe", \UISwipeActionsConfiguration.performsFirstActionWithFullSwipe, true, false)
            },
        ]
    }

    private static func recognizer(_ rows: inout PropertyRows<NSObject, UIGestureRecognizer>) {
        rows.keeps("isEnabled", \UIGestureRecognizer.isEnabled, true, false)
        rows.keeps("cancelsTouchesInView", \.cancelsTouchesInView, true, false)
        rows.keeps("delaysTouchesBegan", \.delaysTouchesBegan, false, true)
        rows.keeps("delaysTouchesEnded", \.delaysTouchesEnded, true, false)
        rows.keeps("requiresExclusiveTouchType", \.requiresExclusiveTouchType, true, false)
        rows.keeps("name", \.name, nil, "a")
    }

    private static var gestures: [PropertyOwner<NSObject>] {
        [
            PropertyOwner("UIGestureRecognizer", { UIGestureRecognizer(target: nil, action: nil) }, recognizer),
            PropertyOwner("UIPinchGestureRecognizer", { UIPinchGestureRecognizer(target: nil, action: nil) }) {
                $0.keeps("scale", \UIPinchGestureRecognizer.scale, 1, 2)
            },
            PropertyOwner("UIRotationGestureRecognizer", { UIRotationGestureRecognizer(target: nil, action: nil) }) {
                $0.keeps("rotation", \UIRotationGestureRecognizer.rotation, 0, 2)
            },
            PropertyOwner("UILongPressGestureRecognizer", { UILongPressGestureRecognizer(target: nil, action: nil) }) {
                $0.keeps("numberOfTapsRequired", \UILongPressGestureRecognizer.numberOfTapsRequired, 0, 1)
                $0.keeps("numberOfTouchesRequired", \.numberOfTouchesRequired, 1, 2)
                $0.keeps("minimumPressDuration", \.minimumPressDuration, 0.5, 2)
                $0.keeps("allowableMovement", \.allowableMovement, 10, 5)
            },
            PropertyOwner("UIPanGestureRecognizer", { UIPanGestureRecognizer(target: nil, action: nil) }) {
                $0.keeps("minimumNumberOfTouches", \UIPanGestureRecognizer.minimumNumberOfTouches, 1, 2)
                $0.keeps("maximumNumberOfTouches", \.maximumNumberOfTouches, .max, 3)
            },
            PropertyOwner("UIScreenEdgePanGestureRecognizer", { UIScreenEdgePanGestureRecognizer(target: nil, action: nil) }) {
                $0.keeps("edges", \UIScreenEdgePanGestureRecognizer.edges, [], .left)
            },
            PropertyOwner("UISwipeGestureRecognizer", { UISwipeGestureRecognizer(target: nil, action: nil) }) {
                $0.keeps("direction", \UISwipeGestureRecognizer.direction, .right, .up)
                $0.keeps("numberOfTouchesRequired", \.numberOfTouchesRequired, 1, 2)
            },
            PropertyOwner("UITapGestureRecognizer", { UITapGestureRecognizer(target: nil, action: nil) }) {
                $0.keeps("numberOfTapsRequired", \UITapGestureRecognizer.numberOfTapsRequired, 1, 2)
                $0.keeps("numberOfTouchesRequired", \.numberOfTouchesRequired, 1, 2)
                $0.keeps("buttonMaskRequired", \.buttonMaskRequired, .primary, .secondary)
            },
        ]
    }
}
