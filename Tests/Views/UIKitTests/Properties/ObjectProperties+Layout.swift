import Foundation

@testable import UIKit

/// Layouts, behaviors and controllers.
extension ObjectProperties {
    static var collections: [PropertyOwner<NSObject>] {
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

    static var dynamics: [PropertyOwner<NSObject>] {
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

    static var controllers: [PropertyOwner<NSObject>] {
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
