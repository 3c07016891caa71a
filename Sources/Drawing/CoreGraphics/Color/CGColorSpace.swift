import Foundation

/// The kind of a colour space's components.
public enum CGColorSpaceModel: Int32, Sendable {
    /// A model that is none of the others.
    case unknown = -1
    /// Shades of gray.
    case monochrome = 0
    /// Red, green and blue.
    case rgb = 1
    /// Cyan, magenta, yellow and black inks.
    case cmyk = 2
    /// Lightness and two perceptual axes of colour.
    case lab = 3
    /// Named inks.
    case deviceN = 4
    /// Indices into a table of colours.
    case indexed = 5
    /// Patterns instead of colours.
    case pattern = 6
    /// The three values of the standard observer.
    case XYZ = 7
}

/// A colour space, which defines the meaning of a colour's components.
///
/// A colour space is immutable and thread-safe. Two spaces are equal if they have the same name, profile or table.
public final class CGColorSpace: Hashable, @unchecked Sendable {
    /// The data for conversions.
    package let definition: ColorSpaceDefinition

    /// The space of an indexed space's table, or of the components beside a pattern.
    public let baseColorSpace: CGColorSpace?

    package init(_ definition: ColorSpaceDefinition, base: CGColorSpace? = nil) {
        self.definition = definition
        baseColorSpace = base
    }

    /// Creates the colour space with one of the names below. Returns nil for an unknown name.
    public convenience init?(name: CFString) {
        let wanted = "\(name)"
        guard let definition = ColorSpaceDefinition.byName[wanted] else { return nil }
        self.init(definition)
    }

    /// Creates a space whose single component is an index into a table of colours.
    /// - Parameters:
    ///   - baseSpace: the space of the table's colours. The result is nil if it is an indexed or a pattern space.
    ///   - last: the largest index, 0...255. The result is nil for other numbers.
    ///   - colorTable: the components of `last` + 1 colours, a byte each (0...255 represents 0...1), which are copied.
    public convenience init?(indexedBaseSpace baseSpace: CGColorSpace, last: Int, colorTable: UnsafePointer<UInt8>) {
        guard (0...255).contains(last), baseSpace.model != .indexed, baseSpace.model != .pattern else { return nil }
        let width = baseSpace.numberOfComponents
        let table = Array(UnsafeBufferPointer(start: colorTable, count: (last + 1) * width))
        let colors = (0...last).map { number in
            baseSpace.definition.extendedSRGB(
                from: (0..<width).map { baseSpace.definition.component(CGFloat(table[number * width + $0]) / 255, at: $0) })
        }
        let name = "indexed \(baseSpace.definition.name) " + table.map { String($0, radix: 16) }.joined(separator: ",")
        self.init(
            ColorSpaceDefinition(name: name, model: .indexed, source: .indexed(IndexedColors(colors: colors, table: table))),
            base: baseSpace)
    }

    /// Creates the space of colours that are patterns.
    /// - Parameter baseSpace: the space of the colour in which a pattern without colours of its own is drawn; nil for patterns that have
    ///   their own. The result is nil if the base is a pattern space itself.
    public convenience init?(patternBaseSpace baseSpace: CGColorSpace?) {
        guard baseSpace?.model != .pattern else { return nil }
        self.init(
            ColorSpaceDefinition(name: "pattern \(baseSpace?.definition.name ?? "")", model: .pattern, source: .pattern),
            base: baseSpace)
    }

    /// The original colours of an indexed space, or nil for other spaces.
    public var colorTable: [UInt8]? {
        if case .indexed(let colors) = definition.source { colors.table } else { nil }
    }

    /// The kind of the space's components.
    public var model: CGColorSpaceModel { definition.model }

    /// The number of a colour's components, without alpha. For a pattern space, the number of its base, or 0 without one.
    public var numberOfComponents: Int {
        definition.model == .pattern ? baseColorSpace?.numberOfComponents ?? 0 : definition.componentCount
    }

    /// The name of the space, or nil if it was created from a profile or a table.
    public var name: CFString? { definition.isFormula ? definition.name as NSString : nil }

    /// A Boolean value that indicates whether the space is an RGB space with colours outside sRGB.
    public var isWideGamutRGB: Bool {
        guard definition.model == .rgb else { return false }
        if let profile = definition.profile {
            return [SIMD4(1.0, 0, 0, 0), SIMD4(0, 1.0, 0, 0)].contains { profile.extendedSRGB($0).min() < -0.1 }
        }
        switch definition.primaries {
        case .sRGB, .genericRGB: return definition.isExtended
        default: return true
        }
    }

    /// A Boolean value that indicates whether images and contexts can have this space. True for RGB and gray spaces of formulas and of
    /// profiles.
    public var supportsOutput: Bool { definition.model == .rgb || definition.model == .monochrome }

    /// A Boolean value that indicates whether components beyond 0...1 are meaningful.
    public var usesExtendedRange: Bool { definition.model != .XYZ && definition.model != .lab && definition.isExtended }

    public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
        lhs === rhs
            || (lhs.definition.name == rhs.definition.name && lhs.definition.profile?.bytes == rhs.definition.profile?.bytes)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(definition.name)
    }

    // Created once, because programs create thousands of colours.
    package static let standardRGB = CGColorSpace(.sRGB)
    package static let extendedStandardRGB = CGColorSpace(.extendedSRGB)
    package static let standardGray = CGColorSpace(.genericGrayGamma2_2)
    fileprivate static let device = (
        rgb: CGColorSpace(.deviceRGB), gray: CGColorSpace(.deviceGray), cmyk: CGColorSpace(.deviceCMYK)
    )
    package static let standardCMYK = CGColorSpace(.genericCMYK)
}

/// Returns the device's RGB space. It converts as sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace.device.rgb }

/// Returns the device's gray space. A component is the value of all three components of sRGB.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace.device.gray }

/// Returns the device's CMYK space. It converts without a profile: red is (1 - cyan)(1 - black).
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { CGColorSpace.device.cmyk }
