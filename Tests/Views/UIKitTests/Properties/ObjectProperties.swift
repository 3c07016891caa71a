import Foundation

@testable import UIKit

/// Objects that are no views, with their properties.
@MainActor enum ObjectProperties {
    static let all = values + items + gestures + collections + dynamics + controllers

    private static let red = ViewProperties.red, picture = ViewProperties.picture, view = UIView()
    private static let insets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)

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

    private static var collections: [PropertyOwner<NSObject>] {
        let size = NSCollectionLayoutSize(widthDimension: .absolute(10), heightDimension: .absolute(20))
        func group() -> NSCollectionLayoutGroup {
            .horizontal(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)])
        }
        return [
            PropertyOwner("UICollectionViewFlowLayout", { UICollectionViewFlowLayout() }) {
                $0.keeps("scrollDirection", \UICollectionViewFlowLayout.scrollDirection, .vertical, .horizontal)
                $0.keeps("minimumLineSpacing", \.minimumLineSpacing, 10, 1)
                $0.keeps("minimumInteritemSpacing", \.minimumInteritemSpacing, 10, 2)
                $0.keeps("itemSize", \.itemSize, CGSize(width: 50, height: 50), CGSize(width: 20, height: 30))
                $0.keeps("estimatedItemSize", \.estimatedItemSize, .zero, CGSize(width: 4, height: 5))
                $0.keeps("headerReferenceSize", \.headerReferenceSize, .zero, CGSize(width: 6, height: 7))
                $0.keeps("footerReferenceSize", \.footerReferenceSize, .zero, CGSize(width: 8, height: 9))
                $0.keeps("sectionInset", \.sectionInset, .zero, ViewProperties.insets)
                $0.keeps("sectionInsetReference", \.sectionInsetReference, .fromContentInset, .fromSafeArea)
                $0.keeps("sectionHeadersPinToVisibleBounds", \.sectionHeadersPinToVisibleBounds, false, true)
                $0.keeps("sectionFootersPinToVisibleBounds", \.sectionFootersPinToVisibleBounds, false, true)
            },
            PropertyOwner(
                "UICollectionViewLayoutAttributes", { UICollectionViewLayoutAttributes() },
                linked: [
                    "frame": ["center", "size", "bounds"], "bounds": ["frame", "size"], "center": ["frame"], "size": ["frame", "bounds"],
                ]
            ) {
                $0.keeps("indexPath", \UICollectionViewLayoutAttributes.indexPath, [0, 0], [1, 2])
                $0.keeps("center", \.center, .zero, CGPoint(x: 3, y: 4))
                $0.keeps("size", \.size, .zero, CGSize(width: 6, height: 8))
                $0.keeps("alpha", \.alpha, 1, 0.5)
                $0.keeps("zIndex", \.zIndex, 0, 2)
                $0.keeps("isHidden", \.isHidden, false, true)
                $0.keeps("frame", \.frame, .zero, CGRect(x: 10, y: 20, width: 30, height: 40))
                $0.keeps("bounds", \.bounds, .zero, CGRect(x: 0, y: 0, width: 30, height: 40))
                $0.keeps("transform", \.transform, .identity, CGAffineTransform(scaleX: 2, y: 3))
            },
            PropertyOwner("NSCollectionLayoutItem", { NSCollectionLayoutItem(layoutSize: size) }) {
                $0.keeps("contentInsets", \NSCollectionLayoutItem.contentInsets, .zero, insets)
            },
            PropertyOwner("NSCollectionLayoutSection", { NSCollectionLayoutSection(group: group()) }) {
                $0.keeps("contentInsets", \NSCollectionLayoutSection.contentInsets, .zero, insets)
                $0.keeps("interGroupSpacing", \.interGroupSpacing, 0, 3)
                $0.keeps("contentInsetsReference", \.contentInsetsReference, .automatic, .none)
                $0.keeps("supplementaryContentInsetsReference", \.supplementaryContentInsetsReference, .automatic, .none)
                $0.keeps("orthogonalScrollingBehavior", \.orthogonalScrollingBehavior, .none, .paging)
                $0.keeps("supplementariesFollowContentInsets", \.supplementariesFollowContentInsets, true, false)
            },
            PropertyOwner(
                "NSCollectionLayoutBoundarySupplementaryItem",
                { NSCollectionLayoutBoundarySupplementaryItem(layoutSize: size, elementKind: "k", alignment: .top) }
            ) {
                $0.keeps("zIndex", \NSCollectionLayoutBoundarySupplementaryItem.zIndex, 2, 3)
                $0.keeps("extendsBoundary", \.extendsBoundary, true, false)
                $0.keeps("pinToVisibleBounds", \.pinToVisibleBounds, false, true)
            },
            PropertyOwner("NSCollectionLayoutDecorationItem", { NSCollectionLayoutDecorationItem.background(elementKind: "k") }) {
                $0.keeps("zIndex", \NSCollectionLayoutDecorationItem.zIndex, -1, 3)
            },
            PropertyOwner("UICollectionViewCompositionalLayoutConfiguration", { UICollectionViewCompositionalLayoutConfiguration() }) {
                $0.keeps("scrollDirection", \UICollectionViewCompositionalLayoutConfiguration.scrollDirection, .vertical, .horizontal)
                $0.keeps("interSectionSpacing", \.interSectionSpacing, 0, 3)
                $0.keeps("contentInsetsReference", \.contentInsetsReference, .safeArea, .none)
            },
        ]
    }

    private static var dynamics: [PropertyOwner<NSObject>] {
        [
            PropertyOwner("UIDynamicItemBehavior", { UIDynamicItemBehavior(items: []) }) {
                $0.keeps("elasticity", \UIDynamicItemBehavior.elasticity, 0, 1)
                $0.keeps("friction", \.friction, 0, 2)
                $0.keeps("density", \.density, 1, 3)
                $0.keeps("resistance", \.resistance, 0, 4)
                $0.keeps("angularResistance", \.angularResistance, 0, 5)
                $0.keeps("allowsRotation", \.allowsRotation, true, false)
                $0.keeps("isAnchored", \.isAnchored, false, true)
            },
            PropertyOwner(
                "UIGravityBehavior", { UIGravityBehavior(items: []) },
                linked: ["gravityDirection": ["angle", "magnitude"], "magnitude": ["gravityDirection"], "angle": ["gravityDirection"]]
            ) {
                $0.keeps("gravityDirection", \UIGravityBehavior.gravityDirection, CGVector(dx: 0, dy: 1), CGVector(dx: 3, dy: 4))
                $0.keeps("magnitude", \.magnitude, 1, 2)
                $0.keeps("angle", \.angle, .pi / 2, .pi / 2 + 0.25)
            },
            PropertyOwner("UISnapBehavior", { UISnapBehavior(item: view, snapTo: .zero) }) {
                $0.keeps("snapPoint", \UISnapBehavior.snapPoint, .zero, CGPoint(x: 1, y: 2))
                $0.keeps("damping", \.damping, 0.5, 0.25)
            },
            PropertyOwner("UIAttachmentBehavior", { UIAttachmentBehavior(item: view, attachedToAnchor: CGPoint(x: 3, y: 4)) }) {
                $0.keeps("length", \UIAttachmentBehavior.length, 5, 9)
                $0.keeps("damping", \.damping, 0, 1)
                $0.keeps("frequency", \.frequency, 0, 2)
                $0.keeps("anchorPoint", \.anchorPoint, CGPoint(x: 3, y: 4), CGPoint(x: 5, y: 6))
            },
            PropertyOwner("UICollisionBehavior", { UICollisionBehavior(items: []) }) {
                $0.keeps("collisionMode", \UICollisionBehavior.collisionMode, .everything, .items)
                $0.keeps("translatesReferenceBoundsIntoBoundary", \.translatesReferenceBoundsIntoBoundary, false, true)
            },
        ]
    }

    private static var controllers: [PropertyOwner<NSObject>] {
        [
            PropertyOwner("UIViewController", { UIViewController() }) {
                $0.keeps("modalTransitionStyle", \UIViewController.modalTransitionStyle, .coverVertical, .crossDissolve)
                $0.keeps("definesPresentationContext", \.definesPresentationContext, false, true)
                $0.keeps("providesPresentationContextTransitionStyle", \.providesPresentationContextTransitionStyle, false, true)
                $0.keeps("modalPresentationCapturesStatusBarAppearance", \.modalPresentationCapturesStatusBarAppearance, false, true)
                $0.keeps("isModalInPresentation", \.isModalInPresentation, false, true)
                $0.keeps("hidesBottomBarWhenPushed", \.hidesBottomBarWhenPushed, false, true)
                $0.keeps("edgesForExtendedLayout", \.edgesForExtendedLayout, .all, .top)
                $0.keeps("extendedLayoutIncludesOpaqueBars", \.extendedLayoutIncludesOpaqueBars, false, true)
                $0.keeps("automaticallyAdjustsScrollViewInsets", \.automaticallyAdjustsScrollViewInsets, true, false)
                $0.keeps("isEditing", \.isEditing, false, true)
                $0.keeps("viewRespectsSystemMinimumLayoutMargins", \.viewRespectsSystemMinimumLayoutMargins, true, false)
                $0.keeps("restorationIdentifier", \.restorationIdentifier, nil, "a")
                $0.keeps("title", \.title, nil, "b")
                $0.keeps("preferredContentSize", \.preferredContentSize, .zero, CGSize(width: 1, height: 2))
                $0.keeps("additionalSafeAreaInsets", \.additionalSafeAreaInsets, .zero, ViewProperties.insets)
                $0.keeps("overrideUserInterfaceStyle", \.overrideUserInterfaceStyle, .unspecified, .dark)
            },
            PropertyOwner("UINavigationController", { UINavigationController(rootViewController: UIViewController()) }) {
                $0.keeps("isNavigationBarHidden", \UINavigationController.isNavigationBarHidden, false, true)
                $0.keeps("isToolbarHidden", \.isToolbarHidden, true, false)
                $0.keeps("hidesBarsOnTap", \.hidesBarsOnTap, false, true)
                $0.keeps("hidesBarsOnSwipe", \.hidesBarsOnSwipe, false, true)
                $0.keeps("hidesBarsWhenVerticallyCompact", \.hidesBarsWhenVerticallyCompact, false, true)
                $0.keeps("hidesBarsWhenKeyboardAppears", \.hidesBarsWhenKeyboardAppears, false, true)
            },
            PropertyOwner(
                "UISearchController", { UISearchController(searchResultsController: nil) },
                linked: [
                    "dimsBackgroundDuringPresentation": ["obscuresBackgroundDuringPresentation"],
                    "obscuresBackgroundDuringPresentation": ["dimsBackgroundDuringPresentation"],
                ]
            ) {
                $0.keeps("obscuresBackgroundDuringPresentation", \UISearchController.obscuresBackgroundDuringPresentation, true, false)
                $0.keeps("dimsBackgroundDuringPresentation", \.dimsBackgroundDuringPresentation, true, false)
                $0.keeps("hidesNavigationBarDuringPresentation", \.hidesNavigationBarDuringPresentation, true, false)
                $0.keeps("automaticallyShowsCancelButton", \.automaticallyShowsCancelButton, true, false)
                $0.keeps("automaticallyShowsScopeBar", \.automaticallyShowsScopeBar, true, false)
                $0.keeps("showsSearchResultsController", \.showsSearchResultsController, false, true)
            },
            PropertyOwner("UISplitViewController", { UISplitViewController(style: .doubleColumn) }) {
                let automatic = UISplitViewController.automaticDimension
                $0.keeps("preferredDisplayMode", \UISplitViewController.preferredDisplayMode, .automatic, .secondaryOnly)
                $0.keeps("preferredSplitBehavior", \.preferredSplitBehavior, .automatic, .overlay)
                $0.keeps("primaryEdge", \.primaryEdge, .leading, .trailing)
                $0.keeps("primaryBackgroundStyle", \.primaryBackgroundStyle, .none, .sidebar)
                $0.keeps("presentsWithGesture", \.presentsWithGesture, true, false)
                $0.keeps("showsSecondaryOnlyButton", \.showsSecondaryOnlyButton, false, true)
                $0.keeps("preferredPrimaryColumnWidth", \.preferredPrimaryColumnWidth, automatic, 100)
                $0.keeps("preferredPrimaryColumnWidthFraction", \.preferredPrimaryColumnWidthFraction, automatic, 0.25)
                $0.keeps("minimumPrimaryColumnWidth", \.minimumPrimaryColumnWidth, automatic, 50)
                $0.keeps("maximumPrimaryColumnWidth", \.maximumPrimaryColumnWidth, automatic, 300)
            },
            PropertyOwner("UIPercentDrivenInteractiveTransition", { UIPercentDrivenInteractiveTransition() }) {
                $0.keeps("completionSpeed", \UIPercentDrivenInteractiveTransition.completionSpeed, 1, 2)
                $0.keeps("completionCurve", \.completionCurve, .easeInOut, .linear)
                $0.keeps("wantsInteractiveStart", \.wantsInteractiveStart, true, false)
            },
        ]
    }
}
