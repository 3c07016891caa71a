import CoreText
import QuartzCore

// The types of Swift 4, for packages in that mode of the language. Later modes reject them, with the new name, as on Apple's systems.

/// The name of ``NSLayoutConstraint/Attribute`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSLayoutConstraint.Attribute")
public typealias NSLayoutAttribute = NSLayoutConstraint.Attribute
/// The name of ``NSLayoutConstraint/FormatOptions`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSLayoutConstraint.FormatOptions")
public typealias NSLayoutFormatOptions = NSLayoutConstraint.FormatOptions
/// The name of ``NSLayoutConstraint/Relation`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSLayoutConstraint.Relation")
public typealias NSLayoutRelation = NSLayoutConstraint.Relation
/// The name of ``NSTextStorage/EditActions`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSTextStorage.EditActions")
public typealias NSTextStorageEditActions = NSTextStorage.EditActions
/// The name of ``UIAccessibilityCustomRotor/Direction`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityCustomRotor.Direction")
public typealias UIAccessibilityCustomRotorDirection = UIAccessibilityCustomRotor.Direction
/// The name of ``UIAccessibilityCustomRotor/SystemRotorType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityCustomRotor.SystemRotorType")
public typealias UIAccessibilityCustomSystemRotorType = UIAccessibilityCustomRotor.SystemRotorType
/// The name of ``UIActivity/Category`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIActivity.Category")
public typealias UIActivityCategory = UIActivity.Category
/// The name of ``UIActivityIndicatorView/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIActivityIndicatorView.Style")
public typealias UIActivityIndicatorViewStyle = UIActivityIndicatorView.Style
/// The name of ``UIAlertAction/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAlertAction.Style")
public typealias UIAlertActionStyle = UIAlertAction.Style
/// The name of ``UIAlertController/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAlertController.Style")
public typealias UIAlertControllerStyle = UIAlertController.Style
/// The name of ``UIApplication/State`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.State")
public typealias UIApplicationState = UIApplication.State
/// The name of ``UIAttachmentBehavior/AttachmentType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAttachmentBehavior.AttachmentType")
public typealias UIAttachmentBehaviorType = UIAttachmentBehavior.AttachmentType
/// The name of ``UIBarButtonItem/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIBarButtonItem.Style")
public typealias UIBarButtonItemStyle = UIBarButtonItem.Style
/// The name of ``UIBarButtonItem/SystemItem`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIBarButtonItem.SystemItem")
public typealias UIBarButtonSystemItem = UIBarButtonItem.SystemItem
/// The name of ``UIBlurEffect/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIBlurEffect.Style")
public typealias UIBlurEffectStyle = UIBlurEffect.Style
/// The name of ``UIButton/Configuration`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIButton.Configuration")
public typealias UIButtonConfiguration = UIButton.Configuration
/// The name of ``UIButton/Configuration/CornerStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIButton.Configuration.CornerStyle")
public typealias UIButtonConfigurationCornerStyle = UIButton.Configuration.CornerStyle
/// The name of ``UIButton/Configuration/Size`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIButton.Configuration.Size")
public typealias UIButtonConfigurationSize = UIButton.Configuration.Size
/// The name of ``UIButton/Configuration/TitleAlignment`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIButton.Configuration.TitleAlignment")
public typealias UIButtonConfigurationTitleAlignment = UIButton.Configuration.TitleAlignment
/// The name of ``UIButton/ButtonType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIButton.ButtonType")
public typealias UIButtonType = UIButton.ButtonType
/// The name of ``UICellConfigurationState/DragState`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICellConfigurationState.DragState")
public typealias UICellConfigurationDragState = UICellConfigurationState.DragState
/// The name of ``UICellConfigurationState/DropState`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICellConfigurationState.DropState")
public typealias UICellConfigurationDropState = UICellConfigurationState.DropState
/// The name of ``UICollectionView/ElementCategory`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.ElementCategory")
public typealias UICollectionElementCategory = UICollectionView.ElementCategory
/// The name of ``UICollectionViewUpdateItem/Action`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionViewUpdateItem.Action")
public typealias UICollectionUpdateAction = UICollectionViewUpdateItem.Action
/// The name of ``UICollectionView/CellRegistration`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.CellRegistration")
public typealias UICollectionViewCellRegistration = UICollectionView.CellRegistration
/// The name of ``UICollectionViewFlowLayout/SectionInsetReference`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionViewFlowLayout.SectionInsetReference")
public typealias UICollectionViewFlowLayoutSectionInsetReference = UICollectionViewFlowLayout.SectionInsetReference
/// The name of ``UICollectionView/ScrollDirection`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.ScrollDirection")
public typealias UICollectionViewScrollDirection = UICollectionView.ScrollDirection
/// The name of ``UICollectionView/ScrollPosition`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.ScrollPosition")
public typealias UICollectionViewScrollPosition = UICollectionView.ScrollPosition
/// The name of ``UICollectionView/SupplementaryRegistration`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.SupplementaryRegistration")
public typealias UICollectionViewSupplementaryRegistration = UICollectionView.SupplementaryRegistration
/// The name of ``UICollisionBehavior/Mode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollisionBehavior.Mode")
public typealias UICollisionBehaviorMode = UICollisionBehavior.Mode
/// The name of ``UIContextMenuConfiguration/ElementOrder`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContextMenuConfiguration.ElementOrder")
public typealias UIContextMenuConfigurationElementOrder = UIContextMenuConfiguration.ElementOrder
/// The name of ``UIContextMenuInteraction/Appearance`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContextMenuInteraction.Appearance")
public typealias UIContextMenuInteractionAppearance = UIContextMenuInteraction.Appearance
/// The name of ``UIContextualAction/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContextualAction.Style")
public typealias UIContextualActionStyle = UIContextualAction.Style
/// The name of ``UIControl/ContentHorizontalAlignment`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIControl.ContentHorizontalAlignment")
public typealias UIControlContentHorizontalAlignment = UIControl.ContentHorizontalAlignment
/// The name of ``UIControl/ContentVerticalAlignment`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIControl.ContentVerticalAlignment")
public typealias UIControlContentVerticalAlignment = UIControl.ContentVerticalAlignment
/// The name of ``UIControl/Event`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIControl.Event")
public typealias UIControlEvents = UIControl.Event
/// The name of ``UIControl/State`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIControl.State")
public typealias UIControlState = UIControl.State
/// The name of ``UIDatePicker/Mode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIDatePicker.Mode")
public typealias UIDatePickerMode = UIDatePicker.Mode
/// The name of ``UIDevice/BatteryState`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIDevice.BatteryState")
public typealias UIDeviceBatteryState = UIDevice.BatteryState
/// The name of ``UIEvent/ButtonMask`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIEvent.ButtonMask")
public typealias UIEventButtonMask = UIEvent.ButtonMask
/// The name of ``UIEvent/EventSubtype`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIEvent.EventSubtype")
public typealias UIEventSubtype = UIEvent.EventSubtype
/// The name of ``UIEvent/EventType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIEvent.EventType")
public typealias UIEventType = UIEvent.EventType
/// The name of ``UIFontDescriptor/SymbolicTraits`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.SymbolicTraits")
public typealias UIFontDescriptorSymbolicTraits = UIFontDescriptor.SymbolicTraits
/// The name of ``UIFontPickerViewController/Configuration`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontPickerViewController.Configuration")
public typealias UIFontPickerViewControllerConfiguration = UIFontPickerViewController.Configuration
/// The name of ``UIGestureRecognizer/State`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIGestureRecognizer.State")
public typealias UIGestureRecognizerState = UIGestureRecognizer.State
/// The name of ``UIGraphicsImageRendererFormat/Range`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIGraphicsImageRendererFormat.Range")
public typealias UIGraphicsImageRendererFormatRange = UIGraphicsImageRendererFormat.Range
/// The name of ``UIImage/Configuration`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImage.Configuration")
public typealias UIImageConfiguration = UIImage.Configuration
/// The name of ``UIImage/Orientation`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImage.Orientation")
public typealias UIImageOrientation = UIImage.Orientation
/// The name of ``UIImagePickerController/CameraCaptureMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.CameraCaptureMode")
public typealias UIImagePickerControllerCameraCaptureMode = UIImagePickerController.CameraCaptureMode
/// The name of ``UIImagePickerController/CameraDevice`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.CameraDevice")
public typealias UIImagePickerControllerCameraDevice = UIImagePickerController.CameraDevice
/// The name of ``UIImagePickerController/CameraFlashMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.CameraFlashMode")
public typealias UIImagePickerControllerCameraFlashMode = UIImagePickerController.CameraFlashMode
/// The name of ``UIImagePickerController/QualityType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.QualityType")
public typealias UIImagePickerControllerQualityType = UIImagePickerController.QualityType
/// The name of ``UIImagePickerController/SourceType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.SourceType")
public typealias UIImagePickerControllerSourceType = UIImagePickerController.SourceType
/// The name of ``UIImage/RenderingMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImage.RenderingMode")
public typealias UIImageRenderingMode = UIImage.RenderingMode
/// The name of ``UIImage/ResizingMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImage.ResizingMode")
public typealias UIImageResizingMode = UIImage.ResizingMode
/// The name of ``UIImage/SymbolConfiguration`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImage.SymbolConfiguration")
public typealias UIImageSymbolConfiguration = UIImage.SymbolConfiguration
/// The name of ``UIImage/SymbolScale`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImage.SymbolScale")
public typealias UIImageSymbolScale = UIImage.SymbolScale
/// The name of ``UIImage/SymbolWeight`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImage.SymbolWeight")
public typealias UIImageSymbolWeight = UIImage.SymbolWeight
/// The name of ``UIImpactFeedbackGenerator/FeedbackStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImpactFeedbackGenerator.FeedbackStyle")
public typealias UIImpactFeedbackStyle = UIImpactFeedbackGenerator.FeedbackStyle
/// The name of ``UIInterpolatingMotionEffect/EffectType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIInterpolatingMotionEffect.EffectType")
public typealias UIInterpolatingMotionEffectType = UIInterpolatingMotionEffect.EffectType
/// The name of ``NSLayoutConstraint/Axis`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSLayoutConstraint.Axis")
public typealias UILayoutConstraintAxis = NSLayoutConstraint.Axis
/// The name of ``UIMenuElement/Attributes`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIMenuElement.Attributes")
public typealias UIMenuElementAttributes = UIMenuElement.Attributes
/// The name of ``UIMenuElement/State`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIMenuElement.State")
public typealias UIMenuElementState = UIMenuElement.State
/// The name of ``UIMenu/Options`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIMenu.Options")
public typealias UIMenuOptions = UIMenu.Options
/// The name of ``UINavigationController/Operation`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UINavigationController.Operation")
public typealias UINavigationControllerOperation = UINavigationController.Operation
/// The name of ``UINavigationItem/LargeTitleDisplayMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UINavigationItem.LargeTitleDisplayMode")
public typealias UINavigationItemLargeTitleDisplayMode = UINavigationItem.LargeTitleDisplayMode
/// The name of ``UINotificationFeedbackGenerator/FeedbackType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UINotificationFeedbackGenerator.FeedbackType")
public typealias UINotificationFeedbackType = UINotificationFeedbackGenerator.FeedbackType
/// The name of ``UIPageControl/BackgroundStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPageControl.BackgroundStyle")
public typealias UIPageControlBackgroundStyle = UIPageControl.BackgroundStyle
/// The name of ``UIPageControl/InteractionState`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPageControl.InteractionState")
public typealias UIPageControlInteractionState = UIPageControl.InteractionState
/// The name of ``UIPageViewController/NavigationDirection`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.NavigationDirection")
public typealias UIPageViewControllerNavigationDirection = UIPageViewController.NavigationDirection
/// The name of ``UIPageViewController/NavigationOrientation`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.NavigationOrientation")
public typealias UIPageViewControllerNavigationOrientation = UIPageViewController.NavigationOrientation
/// The name of ``UIPageViewController/SpineLocation`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.SpineLocation")
public typealias UIPageViewControllerSpineLocation = UIPageViewController.SpineLocation
/// The name of ``UIPageViewController/TransitionStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.TransitionStyle")
public typealias UIPageViewControllerTransitionStyle = UIPageViewController.TransitionStyle
/// The name of ``UIPointerEffect/TintMode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPointerEffect.TintMode")
public typealias UIPointerEffectTintMode = UIPointerEffect.TintMode
/// The name of ``UIPress/Phase`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPress.Phase")
public typealias UIPressPhase = UIPress.Phase
/// The name of ``UIProgressView/Style`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIProgressView.Style")
public typealias UIProgressViewStyle = UIProgressView.Style
/// The name of ``UIPushBehavior/Mode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPushBehavior.Mode")
public typealias UIPushBehaviorMode = UIPushBehavior.Mode
/// The name of ``UIScene/ActivationState`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIScene.ActivationState")
public typealias UISceneActivationState = UIScene.ActivationState
