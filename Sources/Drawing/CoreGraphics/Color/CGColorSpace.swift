import Foundation

/// What kind of components a colour space has.
public enum CGColorSpaceModel: Int32, Sendable {
    /// None of the others.
    case unknown = -1
    /// Shades of grey.
    case monochrome = 0
    /// Red, green and blue.
    case rgb = 1
    /// Cyan, magenta, yellow and black inks.
    case cmyk = 2
    /// Lightness and two axes of colour, as people see them.
    case lab = 3
    /// Inks by name.
    case deviceN = 4
    /// Numbers of a table of colours.
    case indexed = 5
    /// Patterns instead of colours.
    case pattern = 6
    /// The three values of the standard observer.
    case XYZ = 7
}

/// A colour space: says which colour the components of a colour mean.
///
/// Immutable and safe on any thread. Two spaces are equal when they have the same name, profile or table.
public final class CGColorSpace: Hashable, @unchecked Sendable {
    /// Everything that the conversions need to know.
    package let definition: ColorSpaceDefinition

    /// The space that the numbers of an indexed space, or the components beside a pattern, are of.
    public let baseColorSpace: CGColorSpace?

    package init(_ definition: ColorSpaceDefinition, base: CGColorSpace? = nil) {
        self.definition = definition
        baseColorSpace = base
    }

    /// The colour space with one of the names below; nil for an unknown name.
    public convenience init?(name: CFString) {
        let wanted = "\(name)"
        guard let definition = ColorSpaceDefinition.byName[wanted] else { return nil }
        self.init(definition)
    }

    /// A space whose one component counts the colours of a table.
    /// - Parameters:
    ///   - baseSpace: the space of the table's colours: not indexed and not of patterns, else nil.
    ///   - last: the largest number, 0...255, else nil.
    ///   - colorTable: the components of `last` + 1 colours, a byte each (0...255 stands for 0...1), which are copied.
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

    /// The space of colours that are patterns.
    /// - Parameter baseSpace: the space of the colour that a pattern without colours of its own is drawn in; nil for patterns that
    ///   have theirs. Nil comes back for a base that is a pattern space itself.
    public convenience init?(patternBaseSpace baseSpace: CGColorSpace?) {
        guard baseSpace?.model != .pattern else { return nil }
        self.init(
            ColorSpaceDefinition(name: "pattern \(baseSpace?.definition.name ?? "")", model: .pattern, source: .pattern),
            base: baseSpace)
    }

    /// The colours of an indexed space as they were given; nil for other spaces.
    public var colorTable: [UInt8]? {
        if case .indexed(let colors) = definition.source { colors.table } else { nil }
    }

    /// What kind of components the space has.
    public var model: CGColorSpaceModel { definition.model }

    /// How many components a colour has, alpha not counted. For a pattern space: those of its base, 0 without one.
    public var numberOfComponents: Int {
        definition.model == .pattern ? baseColorSpace?.numberOfComponents ?? 0 : definition.componentCount
    }

    /// The name of the space; nil for one that was made from a profile or a table.
    public var name: CFString? { definition.isFormula ? definition.name as NSString : nil }

    /// Whether the space is an RGB space that shows colours which sRGB does not hold.
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

    /// Whether images and contexts can have this space: RGB and gray ones of formulas and of profiles.
    public var supportsOutput: Bool { definition.model == .rgb || definition.model == .monochrome }

    /// Whether components beyond 0...1 mean something.
    public var usesExtendedRange: Bool { definition.model != .XYZ && definition.model != .lab && definition.isExtended }

    public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
        lhs === rhs
            || (lhs.definition.name == rhs.definition.name && lhs.definition.profile?.bytes == rhs.definition.profile?.bytes)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(definition.name)
    }

    // Made once: colours are made by the thousand.
    package static let standardRGB = CGColorSpace(.sRGB)
    package static let extendedStandardRGB = CGColorSpace(.extendedSRGB)
    package static let standardGray = CGColorSpace(.genericGrayGamma2_2)
    fileprivate static let device = (
        rgb: CGColorSpace(.deviceRGB), gray: CGColorSpace(.deviceGray), cmyk: CGColorSpace(.deviceCMYK)
    )
    package static let standardCMYK = CGColorSpace(.genericCMYK)
}

/// The device's RGB space. Converts as sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace.device.rgb }

/// The device's gray space. A component is what all three of sRGB would be.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace.device.gray }

/// The device's CMYK space. Converts without a profile: red is (1 - cyan)(1 - black).
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { CGColorSpace.device.cmyk }
