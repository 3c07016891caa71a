import QuartzCore

// The colors of the system's own views. Each has one value for light and one for dark appearance.
extension UIColor {
    /// The system's red.
    public static let systemRed = system(0xFF3B30, 0xFF453A)
    /// The system's green.
    public static let systemGreen = system(0x34C759, 0x30D158)
    /// The system's blue.
    public static let systemBlue = system(0x007AFF, 0x0A84FF)
    /// The system's orange.
    public static let systemOrange = system(0xFF9500, 0xFF9F0A)
    /// The system's yellow.
    public static let systemYellow = system(0xFFCC00, 0xFFD60A)
    /// The system's pink.
    public static let systemPink = system(0xFF2D55, 0xFF375F)
    /// The system's purple.
    public static let systemPurple = system(0xAF52DE, 0xBF5AF2)
    /// The system's teal.
    public static let systemTeal = system(0x30B0C7, 0x40C8E0)
    /// The system's indigo.
    public static let systemIndigo = system(0x5856D6, 0x5E5CE6)
    /// The system's brown.
    public static let systemBrown = system(0xA2845E, 0xAC8E68)
    /// The system's mint.
    public static let systemMint = system(0x00C7BE, 0x63E6E2)
    /// The system's cyan.
    public static let systemCyan = system(0x32ADE6, 0x64D2FF)
    /// The middle gray.
    public static let systemGray = system(0x8E8E93, 0x8E8E93)
    /// A gray closer to the background than `systemGray`.
    public static let systemGray2 = system(0xAEAEB2, 0x636366)
    /// A gray closer to the background than `systemGray2`.
    public static let systemGray3 = system(0xC7C7CC, 0x48484A)
    /// A gray closer to the background than `systemGray3`.
    public static let systemGray4 = system(0xD1D1D6, 0x3A3A3C)
    /// A gray closer to the background than `systemGray4`.
    public static let systemGray5 = system(0xE5E5EA, 0x2C2C2E)
    /// A gray almost like the background.
    public static let systemGray6 = system(0xF2F2F7, 0x1C1C1E)

    /// The default tint color of controls.
    public static let tintColor = systemBlue

    /// The color of primary text.
    public static let label = system(0x000000, 0xFFFFFF)
    /// The color of secondary text.
    public static let secondaryLabel = system(0x3C3C43, 0xEBEBF5, 0.6, 0.6)
    /// The color of tertiary text.
    public static let tertiaryLabel = system(0x3C3C43, 0xEBEBF5, 0.3, 0.3)
    /// The color of quaternary text.
    public static let quaternaryLabel = system(0x3C3C43, 0xEBEBF5, 0.18, 0.16)
    /// The color of links.
    public static let link = system(0x007AFF, 0x0984FF)
    /// The color of the placeholder in an empty field.
    public static let placeholderText = system(0x3C3C43, 0xEBEBF5, 0.3, 0.3)

    /// The color of thin lines that let the content below show through.
    public static let separator = system(0x3C3C43, 0x545458, 0.29, 0.6)
    /// The color of opaque thin lines.
    public static let opaqueSeparator = system(0xC6C6C8, 0x38383A)

    /// The fill of thin and small shapes.
    public static let systemFill = system(0x787880, 0x787880, 0.2, 0.36)
    /// The fill of medium-size shapes.
    public static let secondarySystemFill = system(0x787880, 0x787880, 0.16, 0.32)
    /// The fill of large shapes.
    public static let tertiarySystemFill = system(0x767680, 0x767680, 0.12, 0.24)
    /// The fill of large areas with complex content.
    public static let quaternarySystemFill = system(0x747480, 0x767680, 0.08, 0.18)

    /// The background of a window.
    public static let systemBackground = system(0xFFFFFF, 0x000000)
    /// The background of content on `systemBackground`.
    public static let secondarySystemBackground = system(0xF2F2F7, 0x1C1C1E)
    /// The background of content on `secondarySystemBackground`.
    public static let tertiarySystemBackground = system(0xFFFFFF, 0x2C2C2E)
    /// The older name of ``systemGroupedBackground``.
    public static let groupTableViewBackground = systemGroupedBackground
    /// The background of a grouped list.
    public static let systemGroupedBackground = system(0xF2F2F7, 0x000000)
    /// The background of content in a grouped list.
    public static let secondarySystemGroupedBackground = system(0xFFFFFF, 0x1C1C1E)
    /// The background of content on `secondarySystemGroupedBackground`.
    public static let tertiarySystemGroupedBackground = system(0xF2F2F7, 0x2C2C2E)

    private static func system(_ light: UInt32, _ dark: UInt32, _ lightAlpha: CGFloat = 1, _ darkAlpha: CGFloat = 1) -> UIColor {
        UIColor(.pair(color(light, lightAlpha), color(dark, darkAlpha)))
    }

    private static func color(_ hex: UInt32, _ alpha: CGFloat) -> CGColor {
        func part(_ shift: UInt32) -> CGFloat { CGFloat(hex >> shift & 0xFF) / 255 }
        return UIColor(red: part(16), green: part(8), blue: part(0), alpha: alpha).cgColor
    }
}
