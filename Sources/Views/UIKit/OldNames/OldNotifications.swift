import QuartzCore

// The names of notifications in Swift 4, for packages in that mode of the language.
extension NSNotification.Name {
    /// The name of ``UIAccessibility/voiceOverStatusDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIAccessibility.voiceOverStatusDidChangeNotification")
    public static var UIAccessibilityVoiceOverStatusDidChange: NSNotification.Name { UIAccessibility.voiceOverStatusDidChangeNotification }
    /// The name of ``UIAccessibility/invertColorsStatusDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIAccessibility.invertColorsStatusDidChangeNotification")
    public static var UIAccessibilityInvertColorsStatusDidChange: NSNotification.Name {
        UIAccessibility.invertColorsStatusDidChangeNotification
    }
    /// The name of ``UIAccessibility/boldTextStatusDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIAccessibility.boldTextStatusDidChangeNotification")
    public static var UIAccessibilityBoldTextStatusDidChange: NSNotification.Name { UIAccessibility.boldTextStatusDidChangeNotification }
    /// The name of ``UIAccessibility/grayscaleStatusDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIAccessibility.grayscaleStatusDidChangeNotification")
    public static var UIAccessibilityGrayscaleStatusDidChange: NSNotification.Name { UIAccessibility.grayscaleStatusDidChangeNotification }
    /// The name of ``UIAccessibility/reduceTransparencyStatusDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIAccessibility.reduceTransparencyStatusDidChangeNotification")
    public static var UIAccessibilityReduceTransparencyStatusDidChange: NSNotification.Name {
        UIAccessibility.reduceTransparencyStatusDidChangeNotification
    }
    /// The name of ``UIAccessibility/reduceMotionStatusDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIAccessibility.reduceMotionStatusDidChangeNotification")
    public static var UIAccessibilityReduceMotionStatusDidChange: NSNotification.Name {
        UIAccessibility.reduceMotionStatusDidChangeNotification
    }
    /// The name of ``UIAccessibility/darkerSystemColorsStatusDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIAccessibility.darkerSystemColorsStatusDidChangeNotification")
    public static var UIAccessibilityDarkerSystemColorsStatusDidChange: NSNotification.Name {
        UIAccessibility.darkerSystemColorsStatusDidChangeNotification
    }
    /// The name of ``UIAccessibility/switchControlStatusDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIAccessibility.switchControlStatusDidChangeNotification")
    public static var UIAccessibilitySwitchControlStatusDidChange: NSNotification.Name {
        UIAccessibility.switchControlStatusDidChangeNotification
    }
    /// The name of ``UIAccessibility/announcementDidFinishNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIAccessibility.announcementDidFinishNotification")
    public static var UIAccessibilityAnnouncementDidFinish: NSNotification.Name { UIAccessibility.announcementDidFinishNotification }
    /// The name of ``UIApplication/didEnterBackgroundNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.didEnterBackgroundNotification")
    public static var UIApplicationDidEnterBackground: NSNotification.Name { UIApplication.didEnterBackgroundNotification }
    /// The name of ``UIApplication/willEnterForegroundNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.willEnterForegroundNotification")
    public static var UIApplicationWillEnterForeground: NSNotification.Name { UIApplication.willEnterForegroundNotification }
    /// The name of ``UIApplication/didFinishLaunchingNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.didFinishLaunchingNotification")
    public static var UIApplicationDidFinishLaunching: NSNotification.Name { UIApplication.didFinishLaunchingNotification }
    /// The name of ``UIApplication/didBecomeActiveNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.didBecomeActiveNotification")
    public static var UIApplicationDidBecomeActive: NSNotification.Name { UIApplication.didBecomeActiveNotification }
    /// The name of ``UIApplication/willResignActiveNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.willResignActiveNotification")
    public static var UIApplicationWillResignActive: NSNotification.Name { UIApplication.willResignActiveNotification }
    /// The name of ``UIApplication/didReceiveMemoryWarningNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.didReceiveMemoryWarningNotification")
    public static var UIApplicationDidReceiveMemoryWarning: NSNotification.Name { UIApplication.didReceiveMemoryWarningNotification }
    /// The name of ``UIApplication/willTerminateNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.willTerminateNotification")
    public static var UIApplicationWillTerminate: NSNotification.Name { UIApplication.willTerminateNotification }
    /// The name of ``UIApplication/significantTimeChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.significantTimeChangeNotification")
    public static var UIApplicationSignificantTimeChange: NSNotification.Name { UIApplication.significantTimeChangeNotification }
    /// The name of ``UIApplication/willChangeStatusBarOrientationNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.willChangeStatusBarOrientationNotification")
    public static var UIApplicationWillChangeStatusBarOrientation: NSNotification.Name {
        UIApplication.willChangeStatusBarOrientationNotification
    }
    /// The name of ``UIApplication/didChangeStatusBarOrientationNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.didChangeStatusBarOrientationNotification")
    public static var UIApplicationDidChangeStatusBarOrientation: NSNotification.Name {
        UIApplication.didChangeStatusBarOrientationNotification
    }
    /// The name of ``UIApplication/willChangeStatusBarFrameNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.willChangeStatusBarFrameNotification")
    public static var UIApplicationWillChangeStatusBarFrame: NSNotification.Name { UIApplication.willChangeStatusBarFrameNotification }
    /// The name of ``UIApplication/didChangeStatusBarFrameNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.didChangeStatusBarFrameNotification")
    public static var UIApplicationDidChangeStatusBarFrame: NSNotification.Name { UIApplication.didChangeStatusBarFrameNotification }
    /// The name of ``UIApplication/userDidTakeScreenshotNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIApplication.userDidTakeScreenshotNotification")
    public static var UIApplicationUserDidTakeScreenshot: NSNotification.Name { UIApplication.userDidTakeScreenshotNotification }
    /// The name of ``UIContentSizeCategory/didChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.didChangeNotification")
    public static var UIContentSizeCategoryDidChange: NSNotification.Name { UIContentSizeCategory.didChangeNotification }
    /// The name of ``UIDevice/orientationDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIDevice.orientationDidChangeNotification")
    public static var UIDeviceOrientationDidChange: NSNotification.Name { UIDevice.orientationDidChangeNotification }
    /// The name of ``UIDevice/batteryStateDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIDevice.batteryStateDidChangeNotification")
    public static var UIDeviceBatteryStateDidChange: NSNotification.Name { UIDevice.batteryStateDidChangeNotification }
    /// The name of ``UIDevice/batteryLevelDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIDevice.batteryLevelDidChangeNotification")
    public static var UIDeviceBatteryLevelDidChange: NSNotification.Name { UIDevice.batteryLevelDidChangeNotification }
    /// The name of ``UIDevice/proximityStateDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIDevice.proximityStateDidChangeNotification")
    public static var UIDeviceProximityStateDidChange: NSNotification.Name { UIDevice.proximityStateDidChangeNotification }
    /// The name of ``UIPasteboard/changedNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIPasteboard.changedNotification")
    public static var UIPasteboardChanged: NSNotification.Name { UIPasteboard.changedNotification }
    /// The name of ``UIScene/willConnectNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScene.willConnectNotification")
    public static var UISceneWillConnect: NSNotification.Name { UIScene.willConnectNotification }
    /// The name of ``UIScene/didDisconnectNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScene.didDisconnectNotification")
    public static var UISceneDidDisconnect: NSNotification.Name { UIScene.didDisconnectNotification }
    /// The name of ``UIScene/didActivateNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScene.didActivateNotification")
    public static var UISceneDidActivate: NSNotification.Name { UIScene.didActivateNotification }
    /// The name of ``UIScene/willDeactivateNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScene.willDeactivateNotification")
    public static var UISceneWillDeactivate: NSNotification.Name { UIScene.willDeactivateNotification }
    /// The name of ``UIScene/willEnterForegroundNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScene.willEnterForegroundNotification")
    public static var UISceneWillEnterForeground: NSNotification.Name { UIScene.willEnterForegroundNotification }
    /// The name of ``UIScene/didEnterBackgroundNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScene.didEnterBackgroundNotification")
    public static var UISceneDidEnterBackground: NSNotification.Name { UIScene.didEnterBackgroundNotification }
    /// The name of ``UIScreen/didConnectNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScreen.didConnectNotification")
    public static var UIScreenDidConnect: NSNotification.Name { UIScreen.didConnectNotification }
    /// The name of ``UIScreen/didDisconnectNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScreen.didDisconnectNotification")
    public static var UIScreenDidDisconnect: NSNotification.Name { UIScreen.didDisconnectNotification }
    /// The name of ``UIScreen/modeDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScreen.modeDidChangeNotification")
    public static var UIScreenModeDidChange: NSNotification.Name { UIScreen.modeDidChangeNotification }
    /// The name of ``UIScreen/brightnessDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIScreen.brightnessDidChangeNotification")
    public static var UIScreenBrightnessDidChange: NSNotification.Name { UIScreen.brightnessDidChangeNotification }
    /// The name of ``UITableView/selectionDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UITableView.selectionDidChangeNotification")
    public static var UITableViewSelectionDidChange: NSNotification.Name { UITableView.selectionDidChangeNotification }
    /// The name of ``UITextField/textDidBeginEditingNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UITextField.textDidBeginEditingNotification")
    public static var UITextFieldTextDidBeginEditing: NSNotification.Name { UITextField.textDidBeginEditingNotification }
    /// The name of ``UITextField/textDidEndEditingNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UITextField.textDidEndEditingNotification")
    public static var UITextFieldTextDidEndEditing: NSNotification.Name { UITextField.textDidEndEditingNotification }
    /// The name of ``UITextField/textDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UITextField.textDidChangeNotification")
    public static var UITextFieldTextDidChange: NSNotification.Name { UITextField.textDidChangeNotification }
    /// The name of ``UITextView/textDidBeginEditingNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UITextView.textDidBeginEditingNotification")
    public static var UITextViewTextDidBeginEditing: NSNotification.Name { UITextView.textDidBeginEditingNotification }
    /// The name of ``UITextView/textDidChangeNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UITextView.textDidChangeNotification")
    public static var UITextViewTextDidChange: NSNotification.Name { UITextView.textDidChangeNotification }
    /// The name of ``UITextView/textDidEndEditingNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UITextView.textDidEndEditingNotification")
    public static var UITextViewTextDidEndEditing: NSNotification.Name { UITextView.textDidEndEditingNotification }
    /// The name of ``UIWindow/didBecomeVisibleNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIWindow.didBecomeVisibleNotification")
    public static var UIWindowDidBecomeVisible: NSNotification.Name { UIWindow.didBecomeVisibleNotification }
    /// The name of ``UIWindow/didBecomeHiddenNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIWindow.didBecomeHiddenNotification")
    public static var UIWindowDidBecomeHidden: NSNotification.Name { UIWindow.didBecomeHiddenNotification }
    /// The name of ``UIWindow/didBecomeKeyNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIWindow.didBecomeKeyNotification")
    public static var UIWindowDidBecomeKey: NSNotification.Name { UIWindow.didBecomeKeyNotification }
    /// The name of ``UIWindow/didResignKeyNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIWindow.didResignKeyNotification")
    public static var UIWindowDidResignKey: NSNotification.Name { UIWindow.didResignKeyNotification }
    /// The name of ``UIResponder/keyboardWillShowNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardWillShowNotification")
    public static var UIKeyboardWillShow: NSNotification.Name { UIResponder.keyboardWillShowNotification }
    /// The name of ``UIResponder/keyboardDidShowNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardDidShowNotification")
    public static var UIKeyboardDidShow: NSNotification.Name { UIResponder.keyboardDidShowNotification }
    /// The name of ``UIResponder/keyboardWillHideNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardWillHideNotification")
    public static var UIKeyboardWillHide: NSNotification.Name { UIResponder.keyboardWillHideNotification }
    /// The name of ``UIResponder/keyboardDidHideNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardDidHideNotification")
    public static var UIKeyboardDidHide: NSNotification.Name { UIResponder.keyboardDidHideNotification }
    /// The name of ``UIResponder/keyboardWillChangeFrameNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardWillChangeFrameNotification")
    public static var UIKeyboardWillChangeFrame: NSNotification.Name { UIResponder.keyboardWillChangeFrameNotification }
    /// The name of ``UIResponder/keyboardDidChangeFrameNotification`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardDidChangeFrameNotification")
    public static var UIKeyboardDidChangeFrame: NSNotification.Name { UIResponder.keyboardDidChangeFrameNotification }
}
