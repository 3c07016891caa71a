import CoreText
import QuartzCore

// The constants of Swift 4, for packages in that mode of the language.

/// The name of ``NSAttributedString/DocumentType/plain`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentType.plain")
public var NSPlainTextDocumentType: NSAttributedString.DocumentType { NSAttributedString.DocumentType.plain }
/// The name of ``NSAttributedString/DocumentType/rtf`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentType.rtf")
public var NSRTFTextDocumentType: NSAttributedString.DocumentType { NSAttributedString.DocumentType.rtf }
/// The name of ``NSAttributedString/DocumentType/rtfd`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentType.rtfd")
public var NSRTFDTextDocumentType: NSAttributedString.DocumentType { NSAttributedString.DocumentType.rtfd }
/// The name of ``NSAttributedString/DocumentType/html`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentType.html")
public var NSHTMLTextDocumentType: NSAttributedString.DocumentType { NSAttributedString.DocumentType.html }
/// The name of ``NSAttributedString/DocumentAttributeKey/documentType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentAttributeKey.documentType")
public var NSDocumentTypeDocumentAttribute: NSAttributedString.DocumentAttributeKey { NSAttributedString.DocumentAttributeKey.documentType }
/// The name of ``NSAttributedString/DocumentReadingOptionKey/documentType`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentReadingOptionKey.documentType")
public var NSDocumentTypeDocumentOption: NSAttributedString.DocumentReadingOptionKey {
    NSAttributedString.DocumentReadingOptionKey.documentType
}
/// The name of ``NSAttributedString/DocumentReadingOptionKey/defaultAttributes`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "NSAttributedString.DocumentReadingOptionKey.defaultAttributes")
public var NSDefaultAttributesDocumentOption: NSAttributedString.DocumentReadingOptionKey {
    NSAttributedString.DocumentReadingOptionKey.defaultAttributes
}
/// The name of ``UILayoutPriority/required`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UILayoutPriority.required")
public var UILayoutPriorityRequired: UILayoutPriority { UILayoutPriority.required }
/// The name of ``UILayoutPriority/defaultHigh`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UILayoutPriority.defaultHigh")
public var UILayoutPriorityDefaultHigh: UILayoutPriority { UILayoutPriority.defaultHigh }
/// The name of ``UILayoutPriority/dragThatCanResizeScene`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UILayoutPriority.dragThatCanResizeScene")
public var UILayoutPriorityDragThatCanResizeScene: UILayoutPriority { UILayoutPriority.dragThatCanResizeScene }
/// The name of ``UILayoutPriority/sceneSizeStayPut`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UILayoutPriority.sceneSizeStayPut")
public var UILayoutPrioritySceneSizeStayPut: UILayoutPriority { UILayoutPriority.sceneSizeStayPut }
/// The name of ``UILayoutPriority/dragThatCannotResizeScene`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UILayoutPriority.dragThatCannotResizeScene")
public var UILayoutPriorityDragThatCannotResizeScene: UILayoutPriority { UILayoutPriority.dragThatCannotResizeScene }
/// The name of ``UILayoutPriority/defaultLow`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UILayoutPriority.defaultLow")
public var UILayoutPriorityDefaultLow: UILayoutPriority { UILayoutPriority.defaultLow }
/// The name of ``UILayoutPriority/fittingSizeLevel`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UILayoutPriority.fittingSizeLevel")
public var UILayoutPriorityFittingSizeLevel: UILayoutPriority { UILayoutPriority.fittingSizeLevel }
/// The name of ``UIAccessibilityTraits/none`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.none")
public var UIAccessibilityTraitNone: UIAccessibilityTraits { UIAccessibilityTraits.none }
/// The name of ``UIAccessibilityTraits/button`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.button")
public var UIAccessibilityTraitButton: UIAccessibilityTraits { UIAccessibilityTraits.button }
/// The name of ``UIAccessibilityTraits/link`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.link")
public var UIAccessibilityTraitLink: UIAccessibilityTraits { UIAccessibilityTraits.link }
/// The name of ``UIAccessibilityTraits/header`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.header")
public var UIAccessibilityTraitHeader: UIAccessibilityTraits { UIAccessibilityTraits.header }
/// The name of ``UIAccessibilityTraits/searchField`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.searchField")
public var UIAccessibilityTraitSearchField: UIAccessibilityTraits { UIAccessibilityTraits.searchField }
/// The name of ``UIAccessibilityTraits/image`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.image")
public var UIAccessibilityTraitImage: UIAccessibilityTraits { UIAccessibilityTraits.image }
/// The name of ``UIAccessibilityTraits/selected`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.selected")
public var UIAccessibilityTraitSelected: UIAccessibilityTraits { UIAccessibilityTraits.selected }
/// The name of ``UIAccessibilityTraits/playsSound`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.playsSound")
public var UIAccessibilityTraitPlaysSound: UIAccessibilityTraits { UIAccessibilityTraits.playsSound }
/// The name of ``UIAccessibilityTraits/keyboardKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.keyboardKey")
public var UIAccessibilityTraitKeyboardKey: UIAccessibilityTraits { UIAccessibilityTraits.keyboardKey }
/// The name of ``UIAccessibilityTraits/staticText`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.staticText")
public var UIAccessibilityTraitStaticText: UIAccessibilityTraits { UIAccessibilityTraits.staticText }
/// The name of ``UIAccessibilityTraits/summaryElement`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.summaryElement")
public var UIAccessibilityTraitSummaryElement: UIAccessibilityTraits { UIAccessibilityTraits.summaryElement }
/// The name of ``UIAccessibilityTraits/notEnabled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.notEnabled")
public var UIAccessibilityTraitNotEnabled: UIAccessibilityTraits { UIAccessibilityTraits.notEnabled }
/// The name of ``UIAccessibilityTraits/updatesFrequently`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.updatesFrequently")
public var UIAccessibilityTraitUpdatesFrequently: UIAccessibilityTraits { UIAccessibilityTraits.updatesFrequently }
/// The name of ``UIAccessibilityTraits/startsMediaSession`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.startsMediaSession")
public var UIAccessibilityTraitStartsMediaSession: UIAccessibilityTraits { UIAccessibilityTraits.startsMediaSession }
/// The name of ``UIAccessibilityTraits/adjustable`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.adjustable")
public var UIAccessibilityTraitAdjustable: UIAccessibilityTraits { UIAccessibilityTraits.adjustable }
/// The name of ``UIAccessibilityTraits/allowsDirectInteraction`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.allowsDirectInteraction")
public var UIAccessibilityTraitAllowsDirectInteraction: UIAccessibilityTraits { UIAccessibilityTraits.allowsDirectInteraction }
/// The name of ``UIAccessibilityTraits/causesPageTurn`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.causesPageTurn")
public var UIAccessibilityTraitCausesPageTurn: UIAccessibilityTraits { UIAccessibilityTraits.causesPageTurn }
/// The name of ``UIAccessibilityTraits/tabBar`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibilityTraits.tabBar")
public var UIAccessibilityTraitTabBar: UIAccessibilityTraits { UIAccessibilityTraits.tabBar }
/// The name of ``UIAccessibility/Notification/screenChanged`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.Notification.screenChanged")
public var UIAccessibilityScreenChangedNotification: UIAccessibility.Notification { UIAccessibility.Notification.screenChanged }
/// The name of ``UIAccessibility/Notification/layoutChanged`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.Notification.layoutChanged")
public var UIAccessibilityLayoutChangedNotification: UIAccessibility.Notification { UIAccessibility.Notification.layoutChanged }
/// The name of ``UIAccessibility/Notification/announcement`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.Notification.announcement")
public var UIAccessibilityAnnouncementNotification: UIAccessibility.Notification { UIAccessibility.Notification.announcement }
/// The name of ``UIAccessibility/Notification/pageScrolled`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.Notification.pageScrolled")
public var UIAccessibilityPageScrolledNotification: UIAccessibility.Notification { UIAccessibility.Notification.pageScrolled }
/// The name of ``UIAccessibility/Notification/pauseAssistiveTechnology`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.Notification.pauseAssistiveTechnology")
public var UIAccessibilityPauseAssistiveTechnologyNotification: UIAccessibility.Notification {
    UIAccessibility.Notification.pauseAssistiveTechnology
}
/// The name of ``UIAccessibility/Notification/resumeAssistiveTechnology`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIAccessibility.Notification.resumeAssistiveTechnology")
public var UIAccessibilityResumeAssistiveTechnologyNotification: UIAccessibility.Notification {
    UIAccessibility.Notification.resumeAssistiveTechnology
}
/// The name of ``UIBackgroundTaskIdentifier/invalid`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIBackgroundTaskIdentifier.invalid")
public var UIBackgroundTaskInvalid: UIBackgroundTaskIdentifier { UIBackgroundTaskIdentifier.invalid }
/// The name of ``UIApplication/backgroundFetchIntervalMinimum`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.backgroundFetchIntervalMinimum")
public var UIApplicationBackgroundFetchIntervalMinimum: TimeInterval { UIApplication.backgroundFetchIntervalMinimum }
/// The name of ``UIApplication/statusBarOrientationUserInfoKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.statusBarOrientationUserInfoKey")
public var UIApplicationStatusBarOrientationUserInfoKey: String { UIApplication.statusBarOrientationUserInfoKey }
/// The name of ``UIApplication/statusBarFrameUserInfoKey`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.statusBarFrameUserInfoKey")
public var UIApplicationStatusBarFrameUserInfoKey: String { UIApplication.statusBarFrameUserInfoKey }
/// The name of ``UIApplication/openSettingsURLString`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.openSettingsURLString")
public var UIApplicationOpenSettingsURLString: String { UIApplication.openSettingsURLString }
/// The name of ``UIApplication/OpenURLOptionsKey/sourceApplication`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.OpenURLOptionsKey.sourceApplication")
public var UIApplicationOpenURLOptionsSourceApplicationKey: UIApplication.OpenURLOptionsKey {
    UIApplication.OpenURLOptionsKey.sourceApplication
}
/// The name of ``UIApplication/OpenURLOptionsKey/annotation`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIApplication.OpenURLOptionsKey.annotation")
public var UIApplicationOpenURLOptionsAnnotationKey: UIApplication.OpenURLOptionsKey { UIApplication.OpenURLOptionsKey.annotation }
/// The name of ``UICollectionViewFlowLayout/automaticSize`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionViewFlowLayout.automaticSize")
public var UICollectionViewFlowLayoutAutomaticSize: CGSize { UICollectionViewFlowLayout.automaticSize }
/// The name of ``UICollectionView/elementKindSectionHeader`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.elementKindSectionHeader")
public var UICollectionElementKindSectionHeader: String { UICollectionView.elementKindSectionHeader }
/// The name of ``UICollectionView/elementKindSectionFooter`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.elementKindSectionFooter")
public var UICollectionElementKindSectionFooter: String { UICollectionView.elementKindSectionFooter }
/// The name of ``UIConfigurationColorTransformer/grayscale`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIConfigurationColorTransformer.grayscale")
public var UIConfigurationColorTransformerGrayscale: UIConfigurationColorTransformer { UIConfigurationColorTransformer.grayscale }
/// The name of ``UIContentSizeCategory/unspecified`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.unspecified")
public var UIContentSizeCategoryUnspecified: UIContentSizeCategory { UIContentSizeCategory.unspecified }
/// The name of ``UIContentSizeCategory/extraSmall`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.extraSmall")
public var UIContentSizeCategoryExtraSmall: UIContentSizeCategory { UIContentSizeCategory.extraSmall }
/// The name of ``UIContentSizeCategory/small`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.small")
public var UIContentSizeCategorySmall: UIContentSizeCategory { UIContentSizeCategory.small }
/// The name of ``UIContentSizeCategory/medium`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.medium")
public var UIContentSizeCategoryMedium: UIContentSizeCategory { UIContentSizeCategory.medium }
/// The name of ``UIContentSizeCategory/large`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.large")
public var UIContentSizeCategoryLarge: UIContentSizeCategory { UIContentSizeCategory.large }
/// The name of ``UIContentSizeCategory/extraLarge`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.extraLarge")
public var UIContentSizeCategoryExtraLarge: UIContentSizeCategory { UIContentSizeCategory.extraLarge }
/// The name of ``UIContentSizeCategory/extraExtraLarge`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.extraExtraLarge")
public var UIContentSizeCategoryExtraExtraLarge: UIContentSizeCategory { UIContentSizeCategory.extraExtraLarge }
/// The name of ``UIContentSizeCategory/extraExtraExtraLarge`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.extraExtraExtraLarge")
public var UIContentSizeCategoryExtraExtraExtraLarge: UIContentSizeCategory { UIContentSizeCategory.extraExtraExtraLarge }
/// The name of ``UIContentSizeCategory/accessibilityMedium`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.accessibilityMedium")
public var UIContentSizeCategoryAccessibilityMedium: UIContentSizeCategory { UIContentSizeCategory.accessibilityMedium }
/// The name of ``UIContentSizeCategory/accessibilityLarge`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.accessibilityLarge")
public var UIContentSizeCategoryAccessibilityLarge: UIContentSizeCategory { UIContentSizeCategory.accessibilityLarge }
/// The name of ``UIContentSizeCategory/accessibilityExtraLarge`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.accessibilityExtraLarge")
public var UIContentSizeCategoryAccessibilityExtraLarge: UIContentSizeCategory { UIContentSizeCategory.accessibilityExtraLarge }
/// The name of ``UIContentSizeCategory/accessibilityExtraExtraLarge`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.accessibilityExtraExtraLarge")
public var UIContentSizeCategoryAccessibilityExtraExtraLarge: UIContentSizeCategory { UIContentSizeCategory.accessibilityExtraExtraLarge }
/// The name of ``UIContentSizeCategory/accessibilityExtraExtraExtraLarge`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.accessibilityExtraExtraExtraLarge")
public var UIContentSizeCategoryAccessibilityExtraExtraExtraLarge: UIContentSizeCategory {
    UIContentSizeCategory.accessibilityExtraExtraExtraLarge
}
/// The name of ``UIFontDescriptor/SystemDesign/default`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.SystemDesign.default")
public var UIFontDescriptorSystemDesignDefault: UIFontDescriptor.SystemDesign { UIFontDescriptor.SystemDesign.default }
/// The name of ``UIFontDescriptor/SystemDesign/rounded`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.SystemDesign.rounded")
public var UIFontDescriptorSystemDesignRounded: UIFontDescriptor.SystemDesign { UIFontDescriptor.SystemDesign.rounded }
/// The name of ``UIFontDescriptor/SystemDesign/serif`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.SystemDesign.serif")
public var UIFontDescriptorSystemDesignSerif: UIFontDescriptor.SystemDesign { UIFontDescriptor.SystemDesign.serif }
/// The name of ``UIFontDescriptor/SystemDesign/monospaced`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.SystemDesign.monospaced")
public var UIFontDescriptorSystemDesignMonospaced: UIFontDescriptor.SystemDesign { UIFontDescriptor.SystemDesign.monospaced }
/// The name of ``UIFontDescriptor/AttributeName/family`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.family")
public var UIFontDescriptorFamilyAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.family }
/// The name of ``UIFontDescriptor/AttributeName/name`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.name")
public var UIFontDescriptorNameAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.name }
/// The name of ``UIFontDescriptor/AttributeName/face`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.face")
public var UIFontDescriptorFaceAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.face }
/// The name of ``UIFontDescriptor/AttributeName/size`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.size")
public var UIFontDescriptorSizeAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.size }
/// The name of ``UIFontDescriptor/AttributeName/visibleName`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.visibleName")
public var UIFontDescriptorVisibleNameAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.visibleName }
/// The name of ``UIFontDescriptor/AttributeName/matrix`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.matrix")
public var UIFontDescriptorMatrixAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.matrix }
/// The name of ``UIFontDescriptor/AttributeName/cascadeList`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.cascadeList")
public var UIFontDescriptorCascadeListAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.cascadeList }
/// The name of ``UIFontDescriptor/AttributeName/traits`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.traits")
public var UIFontDescriptorTraitsAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.traits }
/// The name of ``UIFontDescriptor/AttributeName/fixedAdvance`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.fixedAdvance")
public var UIFontDescriptorFixedAdvanceAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.fixedAdvance }
/// The name of ``UIFontDescriptor/AttributeName/featureSettings`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.featureSettings")
public var UIFontDescriptorFeatureSettingsAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.featureSettings }
/// The name of ``UIFontDescriptor/AttributeName/textStyle`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.AttributeName.textStyle")
public var UIFontDescriptorTextStyleAttribute: UIFontDescriptor.AttributeName { UIFontDescriptor.AttributeName.textStyle }
/// The name of ``UIFontDescriptor/TraitKey/symbolic`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.TraitKey.symbolic")
public var UIFontSymbolicTrait: UIFontDescriptor.TraitKey { UIFontDescriptor.TraitKey.symbolic }
/// The name of ``UIFontDescriptor/TraitKey/weight`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.TraitKey.weight")
public var UIFontWeightTrait: UIFontDescriptor.TraitKey { UIFontDescriptor.TraitKey.weight }
/// The name of ``UIFontDescriptor/TraitKey/width`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.TraitKey.width")
public var UIFontWidthTrait: UIFontDescriptor.TraitKey { UIFontDescriptor.TraitKey.width }
/// The name of ``UIFontDescriptor/TraitKey/slant`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.TraitKey.slant")
public var UIFontSlantTrait: UIFontDescriptor.TraitKey { UIFontDescriptor.TraitKey.slant }
/// The name of ``UIFont/Weight/ultraLight`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight.ultraLight")
public var UIFontWeightUltraLight: UIFont.Weight { UIFont.Weight.ultraLight }
/// The name of ``UIFont/Weight/thin`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight.thin")
public var UIFontWeightThin: UIFont.Weight { UIFont.Weight.thin }
/// The name of ``UIFont/Weight/light`` in Swift 4.
@available(swift, obsoleted: 4.2, renamed: "UIFont.Weight.light")
public var UIFontWeightLight: UIFont.Weight { UIFont.Weight.light }
