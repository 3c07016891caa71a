import CoreText
import QuartzCore

// The types of Swift 4, for packages in that mode of the language. Later modes reject them, with the new name, as on Apple's systems.

/// The name of ``UIScene/ConnectionOptions`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIScene.ConnectionOptions")
public typealias UISceneConnectionOptions = UIScene.ConnectionOptions
/// The name of ``UIScene/OpenExternalURLOptions`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIScene.OpenExternalURLOptions")
public typealias UISceneOpenExternalURLOptions = UIScene.OpenExternalURLOptions
/// The name of ``UIScrollView/ContentInsetAdjustmentBehavior`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIScrollView.ContentInsetAdjustmentBehavior")
public typealias UIScrollViewContentInsetAdjustmentBehavior = UIScrollView.ContentInsetAdjustmentBehavior
/// The name of ``UIScrollView/IndicatorStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIScrollView.IndicatorStyle")
public typealias UIScrollViewIndicatorStyle = UIScrollView.IndicatorStyle
/// The name of ``UIScrollView/KeyboardDismissMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIScrollView.KeyboardDismissMode")
public typealias UIScrollViewKeyboardDismissMode = UIScrollView.KeyboardDismissMode
/// The name of ``UISearchBar/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISearchBar.Style")
public typealias UISearchBarStyle = UISearchBar.Style
/// The name of ``UISegmentedControl/Segment`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISegmentedControl.Segment")
public typealias UISegmentedControlSegment = UISegmentedControl.Segment
/// The name of ``UISheetPresentationController/Detent`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISheetPresentationController.Detent")
public typealias UISheetPresentationControllerDetent = UISheetPresentationController.Detent
/// The name of ``UISplitViewController/BackgroundStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISplitViewController.BackgroundStyle")
public typealias UISplitViewControllerBackgroundStyle = UISplitViewController.BackgroundStyle
/// The name of ``UISplitViewController/Column`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISplitViewController.Column")
public typealias UISplitViewControllerColumn = UISplitViewController.Column
/// The name of ``UISplitViewController/DisplayMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISplitViewController.DisplayMode")
public typealias UISplitViewControllerDisplayMode = UISplitViewController.DisplayMode
/// The name of ``UISplitViewController/DisplayModeButtonVisibility`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISplitViewController.DisplayModeButtonVisibility")
public typealias UISplitViewControllerDisplayModeButtonVisibility = UISplitViewController.DisplayModeButtonVisibility
/// The name of ``UISplitViewController/LayoutEnvironment`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISplitViewController.LayoutEnvironment")
public typealias UISplitViewControllerLayoutEnvironment = UISplitViewController.LayoutEnvironment
/// The name of ``UISplitViewController/PrimaryEdge`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISplitViewController.PrimaryEdge")
public typealias UISplitViewControllerPrimaryEdge = UISplitViewController.PrimaryEdge
/// The name of ``UISplitViewController/SplitBehavior`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISplitViewController.SplitBehavior")
public typealias UISplitViewControllerSplitBehavior = UISplitViewController.SplitBehavior
/// The name of ``UISplitViewController/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISplitViewController.Style")
public typealias UISplitViewControllerStyle = UISplitViewController.Style
/// The name of ``UIStackView/Alignment`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIStackView.Alignment")
public typealias UIStackViewAlignment = UIStackView.Alignment
/// The name of ``UIStackView/Distribution`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIStackView.Distribution")
public typealias UIStackViewDistribution = UIStackView.Distribution
/// The name of ``UISwipeGestureRecognizer/Direction`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISwipeGestureRecognizer.Direction")
public typealias UISwipeGestureRecognizerDirection = UISwipeGestureRecognizer.Direction
/// The name of ``UISwitch/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISwitch.Style")
public typealias UISwitchStyle = UISwitch.Style
/// The name of ``UIView/SystemAnimation`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.SystemAnimation")
public typealias UISystemAnimation = UIView.SystemAnimation
/// The name of ``UITabBar/ItemPositioning`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITabBar.ItemPositioning")
public typealias UITabBarItemPositioning = UITabBar.ItemPositioning
/// The name of ``UITabBarItem/SystemItem`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITabBarItem.SystemItem")
public typealias UITabBarSystemItem = UITabBarItem.SystemItem
/// The name of ``UITableViewCell/AccessoryType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.AccessoryType")
public typealias UITableViewCellAccessoryType = UITableViewCell.AccessoryType
/// The name of ``UITableViewCell/EditingStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.EditingStyle")
public typealias UITableViewCellEditingStyle = UITableViewCell.EditingStyle
/// The name of ``UITableViewCell/FocusStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.FocusStyle")
public typealias UITableViewCellFocusStyle = UITableViewCell.FocusStyle
/// The name of ``UITableViewCell/SelectionStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.SelectionStyle")
public typealias UITableViewCellSelectionStyle = UITableViewCell.SelectionStyle
/// The name of ``UITableViewCell/StateMask`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.StateMask")
public typealias UITableViewCellStateMask = UITableViewCell.StateMask
/// The name of ``UITableViewCell/CellStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.CellStyle")
public typealias UITableViewCellStyle = UITableViewCell.CellStyle
/// The name of ``UITableViewRowAction/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableViewRowAction.Style")
public typealias UITableViewRowActionStyle = UITableViewRowAction.Style
/// The name of ``UITableView/RowAnimation`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableView.RowAnimation")
public typealias UITableViewRowAnimation = UITableView.RowAnimation
/// The name of ``UITableView/ScrollPosition`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableView.ScrollPosition")
public typealias UITableViewScrollPosition = UITableView.ScrollPosition
/// The name of ``UITableView/SeparatorInsetReference`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableView.SeparatorInsetReference")
public typealias UITableViewSeparatorInsetReference = UITableView.SeparatorInsetReference
/// The name of ``UITableView/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableView.Style")
public typealias UITableViewStyle = UITableView.Style
/// The name of ``UITextField/BorderStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextField.BorderStyle")
public typealias UITextBorderStyle = UITextField.BorderStyle
/// The name of ``UITextField/DidEndEditingReason`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextField.DidEndEditingReason")
public typealias UITextFieldDidEndEditingReason = UITextField.DidEndEditingReason
/// The name of ``UITextField/ViewMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextField.ViewMode")
public typealias UITextFieldViewMode = UITextField.ViewMode
/// The name of ``UITouch/Phase`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITouch.Phase")
public typealias UITouchPhase = UITouch.Phase
/// The name of ``UITouch/TouchType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITouch.TouchType")
public typealias UITouchType = UITouch.TouchType
/// The name of ``UIView/AnimationCurve`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.AnimationCurve")
public typealias UIViewAnimationCurve = UIView.AnimationCurve
/// The name of ``UIView/AnimationOptions`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.AnimationOptions")
public typealias UIViewAnimationOptions = UIView.AnimationOptions
/// The name of ``UIView/AnimationTransition`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.AnimationTransition")
public typealias UIViewAnimationTransition = UIView.AnimationTransition
/// The name of ``UIView/AutoresizingMask`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.AutoresizingMask")
public typealias UIViewAutoresizing = UIView.AutoresizingMask
/// The name of ``UIView/ContentMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.ContentMode")
public typealias UIViewContentMode = UIView.ContentMode
/// The name of ``UIView/KeyframeAnimationOptions`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.KeyframeAnimationOptions")
public typealias UIViewKeyframeAnimationOptions = UIView.KeyframeAnimationOptions
/// The name of ``UIView/TintAdjustmentMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.TintAdjustmentMode")
public typealias UIViewTintAdjustmentMode = UIView.TintAdjustmentMode
/// The name of ``NSAttributedString/DocumentType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentType")
public typealias NSAttributedStringDocumentType = NSAttributedString.DocumentType
/// The name of ``NSAttributedString/DocumentAttributeKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentAttributeKey")
public typealias NSAttributedStringDocumentAttributeKey = NSAttributedString.DocumentAttributeKey
/// The name of ``NSAttributedString/DocumentReadingOptionKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentReadingOptionKey")
public typealias NSAttributedStringDocumentReadingOptionKey = NSAttributedString.DocumentReadingOptionKey
/// The name of ``UIAccessibility/Notification`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.Notification")
public typealias UIAccessibilityNotifications = UIAccessibility.Notification
/// The name of ``UIAccessibilityCustomRotor/Search`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityCustomRotor.Search")
public typealias UIAccessibilityCustomRotorSearch = UIAccessibilityCustomRotor.Search
/// The name of ``UIAction/Identifier`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAction.Identifier")
public typealias UIActionIdentifier = UIAction.Identifier
/// The name of ``UIActivity/ActivityType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIActivity.ActivityType")
public typealias UIActivityType = UIActivity.ActivityType
/// The name of ``UIActivityViewController/CompletionWithItemsHandler`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIActivityViewController.CompletionWithItemsHandler")
public typealias UIActivityViewControllerCompletionWithItemsHandler = UIActivityViewController.CompletionWithItemsHandler
/// The name of ``UIApplication/OpenExternalURLOptionsKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.OpenExternalURLOptionsKey")
public typealias UIApplicationOpenExternalURLOptionsKey = UIApplication.OpenExternalURLOptionsKey
/// The name of ``UIApplication/LaunchOptionsKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.LaunchOptionsKey")
public typealias UIApplicationLaunchOptionsKey = UIApplication.LaunchOptionsKey
/// The name of ``UIApplication/OpenURLOptionsKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.OpenURLOptionsKey")
public typealias UIApplicationOpenURLOptionsKey = UIApplication.OpenURLOptionsKey
/// The name of ``UIButton/PointerStyleProvider`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIButton.PointerStyleProvider")
public typealias UIButtonPointerStyleProvider = UIButton.PointerStyleProvider
/// The name of ``UIContextualAction/Handler`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContextualAction.Handler")
public typealias UIContextualActionHandler = UIContextualAction.Handler
/// The name of ``UIFont/TextStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle")
public typealias UIFontTextStyle = UIFont.TextStyle
/// The name of ``UIFontDescriptor/AttributeName`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName")
public typealias UIFontDescriptorAttributeName = UIFontDescriptor.AttributeName
/// The name of ``UIFontDescriptor/TraitKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.TraitKey")
public typealias UIFontDescriptorTraitKey = UIFontDescriptor.TraitKey
/// The name of ``UIFontDescriptor/FeatureKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.FeatureKey")
public typealias UIFontDescriptorFeatureKey = UIFontDescriptor.FeatureKey
/// The name of ``UIFont/Weight`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight")
public typealias UIFontWeight = UIFont.Weight
/// The name of ``UIFont/Width`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Width")
public typealias UIFontWidth = UIFont.Width
/// The name of ``UIFontDescriptor/SystemDesign`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.SystemDesign")
public typealias UIFontDescriptorSystemDesign = UIFontDescriptor.SystemDesign
/// The name of ``UIImagePickerController/InfoKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.InfoKey")
public typealias UIImagePickerControllerInfoKey = UIImagePickerController.InfoKey
/// The name of ``UIMenu/Identifier`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIMenu.Identifier")
public typealias UIMenuIdentifier = UIMenu.Identifier
/// The name of ``UINib/OptionsKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UINib.OptionsKey")
public typealias UINibOptionsKey = UINib.OptionsKey
/// The name of ``UIPageViewController/OptionsKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.OptionsKey")
public typealias UIPageViewControllerOptionsKey = UIPageViewController.OptionsKey
/// The name of ``UIPasteboard/Name`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPasteboard.Name")
public typealias UIPasteboardName = UIPasteboard.Name
/// The name of ``UISceneSession/Role`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISceneSession.Role")
public typealias UISceneSessionRole = UISceneSession.Role
/// The name of ``UIScrollView/DecelerationRate`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIScrollView.DecelerationRate")
public typealias UIScrollViewDecelerationRate = UIScrollView.DecelerationRate
/// The name of ``UISheetPresentationController/Detent/Identifier`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISheetPresentationController.Detent.Identifier")
public typealias UISheetPresentationControllerDetentIdentifier = UISheetPresentationController.Detent.Identifier
/// The name of ``UIWindow/Level`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIWindow.Level")
public typealias UIWindowLevel = UIWindow.Level
