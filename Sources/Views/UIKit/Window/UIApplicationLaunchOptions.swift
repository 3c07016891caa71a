import Foundation

// A program on Linux is launched without options, so the values that these keys name are never there.

extension UIApplication.LaunchOptionsKey {
    /// The address that the program was asked to open. Never present on Linux.
    public static let url = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
    /// The program that asked for the launch. Never present on Linux.
    public static let sourceApplication = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
    /// The data that the program that asked for the launch has sent. Never present on Linux.
    public static let annotation = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsAnnotationKey")
    /// The remote notification that led to the launch. Never present on Linux.
    public static let remoteNotification = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
    /// The local notification that led to the launch. Never present on Linux.
    public static let localNotification = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
    /// A change of place that led to the launch. Never present on Linux.
    public static let location = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsLocationKey")
    /// The downloads that led to the launch. Never present on Linux.
    public static let newsstandDownloads = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsNewsstandDownloadsKey")
    /// The Bluetooth centrals to restore. Never present on Linux.
    public static let bluetoothCentrals = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey")
    /// The Bluetooth peripherals to restore. Never present on Linux.
    public static let bluetoothPeripherals = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsBluetoothPeripheralsKey")
    /// The shortcut that was chosen. Never present on Linux.
    public static let shortcutItem = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
    /// The activity to continue. Never present on Linux.
    public static let userActivityDictionary = UIApplication.LaunchOptionsKey(
        rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
    /// The type of the activity to continue. Never present on Linux.
    public static let userActivityType = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
    /// The invitation that was accepted. Never present on Linux.
    public static let cloudKitShareMetadata = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsCloudKitShareMetadataKey")
    /// The attribution of the event that led to the launch. Never present on Linux.
    public static let eventAttribution = UIApplication.LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsEventAttributionKey")
}
