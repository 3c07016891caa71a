import CoreText
import QuartzCore

// The constants of Swift 4, for packages in that mode of the language.

/// The name of ``UIFont/Weight/regular`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight.regular")
public var UIFontWeightRegular: UIFont.Weight { UIFont.Weight.regular }
/// The name of ``UIFont/Weight/medium`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight.medium")
public var UIFontWeightMedium: UIFont.Weight { UIFont.Weight.medium }
/// The name of ``UIFont/Weight/semibold`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight.semibold")
public var UIFontWeightSemibold: UIFont.Weight { UIFont.Weight.semibold }
/// The name of ``UIFont/Weight/bold`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight.bold")
public var UIFontWeightBold: UIFont.Weight { UIFont.Weight.bold }
/// The name of ``UIFont/Weight/heavy`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight.heavy")
public var UIFontWeightHeavy: UIFont.Weight { UIFont.Weight.heavy }
/// The name of ``UIFont/Weight/black`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight.black")
public var UIFontWeightBlack: UIFont.Weight { UIFont.Weight.black }
/// The name of ``UIFont/Width/condensed`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Width.condensed")
public var UIFontWidthCondensed: UIFont.Width { UIFont.Width.condensed }
/// The name of ``UIFont/Width/standard`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Width.standard")
public var UIFontWidthStandard: UIFont.Width { UIFont.Width.standard }
/// The name of ``UIFont/Width/expanded`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Width.expanded")
public var UIFontWidthExpanded: UIFont.Width { UIFont.Width.expanded }
/// The name of ``UIFont/Width/compressed`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Width.compressed")
public var UIFontWidthCompressed: UIFont.Width { UIFont.Width.compressed }
/// The name of ``UIFont/TextStyle/largeTitle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.largeTitle")
public var UIFontTextStyleLargeTitle: UIFont.TextStyle { UIFont.TextStyle.largeTitle }
/// The name of ``UIFont/TextStyle/title1`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.title1")
public var UIFontTextStyleTitle1: UIFont.TextStyle { UIFont.TextStyle.title1 }
/// The name of ``UIFont/TextStyle/title2`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.title2")
public var UIFontTextStyleTitle2: UIFont.TextStyle { UIFont.TextStyle.title2 }
/// The name of ``UIFont/TextStyle/title3`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.title3")
public var UIFontTextStyleTitle3: UIFont.TextStyle { UIFont.TextStyle.title3 }
/// The name of ``UIFont/TextStyle/headline`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.headline")
public var UIFontTextStyleHeadline: UIFont.TextStyle { UIFont.TextStyle.headline }
/// The name of ``UIFont/TextStyle/subheadline`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.subheadline")
public var UIFontTextStyleSubheadline: UIFont.TextStyle { UIFont.TextStyle.subheadline }
/// The name of ``UIFont/TextStyle/body`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.body")
public var UIFontTextStyleBody: UIFont.TextStyle { UIFont.TextStyle.body }
/// The name of ``UIFont/TextStyle/callout`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.callout")
public var UIFontTextStyleCallout: UIFont.TextStyle { UIFont.TextStyle.callout }
/// The name of ``UIFont/TextStyle/footnote`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.footnote")
public var UIFontTextStyleFootnote: UIFont.TextStyle { UIFont.TextStyle.footnote }
/// The name of ``UIFont/TextStyle/caption1`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.caption1")
public var UIFontTextStyleCaption1: UIFont.TextStyle { UIFont.TextStyle.caption1 }
/// The name of ``UIFont/TextStyle/caption2`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle.caption2")
public var UIFontTextStyleCaption2: UIFont.TextStyle { UIFont.TextStyle.caption2 }
/// The name of ``UIEdgeInsets/zero`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIEdgeInsets.zero")
public var UIEdgeInsetsZero: UIEdgeInsets { UIEdgeInsets.zero }
/// The name of ``NSDirectionalEdgeInsets/zero`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSDirectionalEdgeInsets.zero")
public var NSDirectionalEdgeInsetsZero: NSDirectionalEdgeInsets { NSDirectionalEdgeInsets.zero }
/// The name of ``UIOffset/zero`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIOffset.zero")
public var UIOffsetZero: UIOffset { UIOffset.zero }
/// The name of ``UIImagePickerController/InfoKey/mediaType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.InfoKey.mediaType")
public var UIImagePickerControllerMediaType: UIImagePickerController.InfoKey { UIImagePickerController.InfoKey.mediaType }
/// The name of ``UIImagePickerController/InfoKey/originalImage`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.InfoKey.originalImage")
public var UIImagePickerControllerOriginalImage: UIImagePickerController.InfoKey { UIImagePickerController.InfoKey.originalImage }
/// The name of ``UIImagePickerController/InfoKey/editedImage`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.InfoKey.editedImage")
public var UIImagePickerControllerEditedImage: UIImagePickerController.InfoKey { UIImagePickerController.InfoKey.editedImage }
/// The name of ``UIImagePickerController/InfoKey/cropRect`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.InfoKey.cropRect")
public var UIImagePickerControllerCropRect: UIImagePickerController.InfoKey { UIImagePickerController.InfoKey.cropRect }
/// The name of ``UIImagePickerController/InfoKey/mediaURL`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.InfoKey.mediaURL")
public var UIImagePickerControllerMediaURL: UIImagePickerController.InfoKey { UIImagePickerController.InfoKey.mediaURL }
/// The name of ``UIImagePickerController/InfoKey/mediaMetadata`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.InfoKey.mediaMetadata")
public var UIImagePickerControllerMediaMetadata: UIImagePickerController.InfoKey { UIImagePickerController.InfoKey.mediaMetadata }
/// The name of ``UIImagePickerController/InfoKey/phAsset`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.InfoKey.phAsset")
public var UIImagePickerControllerPHAsset: UIImagePickerController.InfoKey { UIImagePickerController.InfoKey.phAsset }
/// The name of ``UIImagePickerController/InfoKey/imageURL`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.InfoKey.imageURL")
public var UIImagePickerControllerImageURL: UIImagePickerController.InfoKey { UIImagePickerController.InfoKey.imageURL }
/// The name of ``UINavigationController/hideShowBarDuration`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UINavigationController.hideShowBarDuration")
public var UINavigationControllerHideShowBarDuration: CGFloat { UINavigationController.hideShowBarDuration }
/// The name of ``UINib/OptionsKey/externalObjects`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UINib.OptionsKey.externalObjects")
public var UINibExternalObjects: UINib.OptionsKey { UINib.OptionsKey.externalObjects }
/// The name of ``UIPageViewController/OptionsKey/spineLocation`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.OptionsKey.spineLocation")
public var UIPageViewControllerOptionSpineLocationKey: UIPageViewController.OptionsKey { UIPageViewController.OptionsKey.spineLocation }
/// The name of ``UIPageViewController/OptionsKey/interPageSpacing`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.OptionsKey.interPageSpacing")
public var UIPageViewControllerOptionInterPageSpacingKey: UIPageViewController.OptionsKey {
    UIPageViewController.OptionsKey.interPageSpacing
}
/// The name of ``UIPasteboard/Name/general`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIPasteboard.Name.general")
public var UIPasteboardNameGeneral: UIPasteboard.Name { UIPasteboard.Name.general }
/// The name of ``UIKeyCommand/inputUpArrow`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIKeyCommand.inputUpArrow")
public var UIKeyInputUpArrow: String { UIKeyCommand.inputUpArrow }
/// The name of ``UIKeyCommand/inputDownArrow`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIKeyCommand.inputDownArrow")
public var UIKeyInputDownArrow: String { UIKeyCommand.inputDownArrow }
/// The name of ``UIKeyCommand/inputLeftArrow`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIKeyCommand.inputLeftArrow")
public var UIKeyInputLeftArrow: String { UIKeyCommand.inputLeftArrow }
/// The name of ``UIKeyCommand/inputRightArrow`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIKeyCommand.inputRightArrow")
public var UIKeyInputRightArrow: String { UIKeyCommand.inputRightArrow }
/// The name of ``UIKeyCommand/inputEscape`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIKeyCommand.inputEscape")
public var UIKeyInputEscape: String { UIKeyCommand.inputEscape }
/// The name of ``UIScrollView/DecelerationRate/normal`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIScrollView.DecelerationRate.normal")
public var UIScrollViewDecelerationRateNormal: UIScrollView.DecelerationRate { UIScrollView.DecelerationRate.normal }
/// The name of ``UIScrollView/DecelerationRate/fast`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIScrollView.DecelerationRate.fast")
public var UIScrollViewDecelerationRateFast: UIScrollView.DecelerationRate { UIScrollView.DecelerationRate.fast }
/// The name of ``UISegmentedControl/noSegment`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISegmentedControl.noSegment")
public var UISegmentedControlNoSegment: Int { UISegmentedControl.noSegment }
/// The name of ``UISheetPresentationController/Detent/Identifier/medium`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISheetPresentationController.Detent.Identifier.medium")
public var UISheetPresentationControllerDetentIdentifierMedium: UISheetPresentationController.Detent.Identifier {
    UISheetPresentationController.Detent.Identifier.medium
}
/// The name of ``UISheetPresentationController/Detent/Identifier/large`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISheetPresentationController.Detent.Identifier.large")
public var UISheetPresentationControllerDetentIdentifierLarge: UISheetPresentationController.Detent.Identifier {
    UISheetPresentationController.Detent.Identifier.large
}
/// The name of ``UISplitViewController/automaticDimension`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISplitViewController.automaticDimension")
@MainActor public var UISplitViewControllerAutomaticDimension: CGFloat { UISplitViewController.automaticDimension }
/// The name of ``UIStackView/spacingUseDefault`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIStackView.spacingUseDefault")
@MainActor public var UIStackViewSpacingUseDefault: CGFloat { UIStackView.spacingUseDefault }
/// The name of ``UIStackView/spacingUseSystem`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIStackView.spacingUseSystem")
@MainActor public var UIStackViewSpacingUseSystem: CGFloat { UIStackView.spacingUseSystem }
/// The name of ``UITableView/indexSearch`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableView.indexSearch")
public var UITableViewIndexSearch: String { UITableView.indexSearch }
/// The name of ``UITableView/automaticDimension`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITableView.automaticDimension")
public var UITableViewAutomaticDimension: CGFloat { UITableView.automaticDimension }
/// The name of ``UITextContentType/name`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.name")
public var UITextContentTypeName: UITextContentType { UITextContentType.name }
/// The name of ``UITextContentType/givenName`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.givenName")
public var UITextContentTypeGivenName: UITextContentType { UITextContentType.givenName }
/// The name of ``UITextContentType/familyName`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.familyName")
public var UITextContentTypeFamilyName: UITextContentType { UITextContentType.familyName }
/// The name of ``UITextContentType/organizationName`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.organizationName")
public var UITextContentTypeOrganizationName: UITextContentType { UITextContentType.organizationName }
/// The name of ``UITextContentType/streetAddressLine1`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.streetAddressLine1")
public var UITextContentTypeStreetAddressLine1: UITextContentType { UITextContentType.streetAddressLine1 }
/// The name of ``UITextContentType/addressCity`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.addressCity")
public var UITextContentTypeAddressCity: UITextContentType { UITextContentType.addressCity }
/// The name of ``UITextContentType/countryName`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.countryName")
public var UITextContentTypeCountryName: UITextContentType { UITextContentType.countryName }
/// The name of ``UITextContentType/postalCode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.postalCode")
public var UITextContentTypePostalCode: UITextContentType { UITextContentType.postalCode }
/// The name of ``UITextContentType/telephoneNumber`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.telephoneNumber")
public var UITextContentTypeTelephoneNumber: UITextContentType { UITextContentType.telephoneNumber }
/// The name of ``UITextContentType/emailAddress`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.emailAddress")
public var UITextContentTypeEmailAddress: UITextContentType { UITextContentType.emailAddress }
/// The name of ``UITextContentType/URL`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.URL")
public var UITextContentTypeURL: UITextContentType { UITextContentType.URL }
/// The name of ``UITextContentType/creditCardNumber`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.creditCardNumber")
public var UITextContentTypeCreditCardNumber: UITextContentType { UITextContentType.creditCardNumber }
/// The name of ``UITextContentType/username`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.username")
public var UITextContentTypeUsername: UITextContentType { UITextContentType.username }
/// The name of ``UITextContentType/password`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.password")
public var UITextContentTypePassword: UITextContentType { UITextContentType.password }
/// The name of ``UITextContentType/newPassword`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.newPassword")
public var UITextContentTypeNewPassword: UITextContentType { UITextContentType.newPassword }
/// The name of ``UITextContentType/oneTimeCode`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITextContentType.oneTimeCode")
public var UITextContentTypeOneTimeCode: UITextContentType { UITextContentType.oneTimeCode }
/// The name of ``UIView/noIntrinsicMetric`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.noIntrinsicMetric")
public var UIViewNoIntrinsicMetric: CGFloat { UIView.noIntrinsicMetric }
/// The name of ``UIView/layoutFittingCompressedSize`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.layoutFittingCompressedSize")
public var UILayoutFittingCompressedSize: CGSize { UIView.layoutFittingCompressedSize }
/// The name of ``UIView/layoutFittingExpandedSize`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIView.layoutFittingExpandedSize")
public var UILayoutFittingExpandedSize: CGSize { UIView.layoutFittingExpandedSize }
/// The name of ``UITransitionContextViewControllerKey/from`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITransitionContextViewControllerKey.from")
public var UITransitionContextFromViewControllerKey: UITransitionContextViewControllerKey { UITransitionContextViewControllerKey.from }
/// The name of ``UITransitionContextViewControllerKey/to`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITransitionContextViewControllerKey.to")
public var UITransitionContextToViewControllerKey: UITransitionContextViewControllerKey { UITransitionContextViewControllerKey.to }
/// The name of ``UITransitionContextViewKey/from`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITransitionContextViewKey.from")
public var UITransitionContextFromViewKey: UITransitionContextViewKey { UITransitionContextViewKey.from }
/// The name of ``UITransitionContextViewKey/to`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UITransitionContextViewKey.to")
public var UITransitionContextToViewKey: UITransitionContextViewKey { UITransitionContextViewKey.to }
/// The name of ``UIWindow/Level/normal`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIWindow.Level.normal")
public var UIWindowLevelNormal: UIWindow.Level { UIWindow.Level.normal }
/// The name of ``UIWindow/Level/alert`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIWindow.Level.alert")
public var UIWindowLevelAlert: UIWindow.Level { UIWindow.Level.alert }
/// The name of ``UIWindow/Level/statusBar`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIWindow.Level.statusBar")
public var UIWindowLevelStatusBar: UIWindow.Level { UIWindow.Level.statusBar }
/// The name of ``UIResponder/keyboardFrameBeginUserInfoKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardFrameBeginUserInfoKey")
public var UIKeyboardFrameBeginUserInfoKey: String { UIResponder.keyboardFrameBeginUserInfoKey }
/// The name of ``UIResponder/keyboardFrameEndUserInfoKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardFrameEndUserInfoKey")
public var UIKeyboardFrameEndUserInfoKey: String { UIResponder.keyboardFrameEndUserInfoKey }
/// The name of ``UIResponder/keyboardAnimationDurationUserInfoKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardAnimationDurationUserInfoKey")
public var UIKeyboardAnimationDurationUserInfoKey: String { UIResponder.keyboardAnimationDurationUserInfoKey }
/// The name of ``UIResponder/keyboardAnimationCurveUserInfoKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardAnimationCurveUserInfoKey")
public var UIKeyboardAnimationCurveUserInfoKey: String { UIResponder.keyboardAnimationCurveUserInfoKey }
/// The name of ``UIResponder/keyboardIsLocalUserInfoKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardIsLocalUserInfoKey")
public var UIKeyboardIsLocalUserInfoKey: String { UIResponder.keyboardIsLocalUserInfoKey }
/// The name of ``UISceneSession/Role/windowApplication`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISceneSession.Role.windowApplication")
public var UIWindowSceneSessionRoleApplication: UISceneSession.Role { UISceneSession.Role.windowApplication }
/// The name of ``UISceneSession/Role/windowExternalDisplayNonInteractive`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UISceneSession.Role.windowExternalDisplayNonInteractive")
public var UIWindowSceneSessionRoleExternalDisplayNonInteractive: UISceneSession.Role {
    UISceneSession.Role.windowExternalDisplayNonInteractive
}
