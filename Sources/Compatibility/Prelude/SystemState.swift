import Foundation

/// 1 in a simulator: 0.
public let TARGET_OS_SIMULATOR: Int32 = 0
/// 1 on the systems of phones, tablets and televisions: 1, as `#if os(iOS)` is true in lowered sources.
public let TARGET_OS_IPHONE: Int32 = 1

extension ProcessInfo {
    /// The levels of heat at which a system slows down.
    public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }

    /// The level of heat: always nominal. Linux has no measure that all machines share, and slows them by itself.
    public var thermalState: ThermalState { .nominal }
    /// A Boolean value that indicates whether the user asked for low power: always false. Linux has no setting that all desktops share.
    public var isLowPowerModeEnabled: Bool { false }
    /// Never posted, since the thermal state does not change. It exists for source compatibility.
    public static let thermalStateDidChangeNotification = NSNotification.Name("NSProcessInfoThermalStateDidChangeNotification")
}

extension NSNotification.Name {
    /// Never posted on Linux. It exists for source compatibility.
    public static let NSProcessInfoPowerStateDidChange = NSNotification.Name("NSProcessInfoPowerStateDidChangeNotification")
}
