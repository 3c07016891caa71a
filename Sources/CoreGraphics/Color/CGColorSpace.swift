import Foundation

/// What kind of components a colour space has.
public enum CGColorSpaceModel: Int32, Sendable {
    case unknown = -1
    case monochrome = 0
    case rgb = 1
    case cmyk = 2
    case lab = 3
    case deviceN = 4
    case indexed = 5
    case pattern = 6
    case XYZ = 7
}

/// A colour space: says which colour the components of a colour mean.
///
/// Immutable and safe on any thread. Two spaces are equal when they have the same name.
public final class CGColorSpace: Hashable, @unchecked Sendable {
    /// Everything that the conversions need to know.
    package let definition: ColorSpaceDefinition

    private init(_ definition: ColorSpaceDefinition) {
        self.definition = definition
    }

    /// The colour space with one of the names below; nil for an unknown name.
    public convenience init?(name: CFString) {
        let wanted = "\(name)"
        guard let definition = ColorSpaceDefinition.all.first(where: { $0.name == wanted }) else { return nil }
        self.init(definition)
    }

    /// What kind of components the space has.
    public var model: CGColorSpaceModel { definition.model }

    /// How many components a colour has, alpha not counted.
    public var numberOfComponents: Int { definition.componentCount }

    /// The name of the space.
    public var name: CFString? { definition.name as NSString }

    /// Whether the space shows colours that sRGB does not hold.
    public var isWideGamutRGB: Bool { definition.primaries == .displayP3 || definition.isExtended }

    /// Whether images and contexts can have this space. All spaces here can but CMYK ones.
    public var supportsOutput: Bool { definition.model != .cmyk }

    public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
        lhs === rhs || lhs.definition.name == rhs.definition.name
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

extension CGColorSpace {
    /// The name of sRGB: the usual space of the web and of screens.
    public static var sRGB: CFString { ColorSpaceDefinition.sRGB.name as NSString }
    /// The name of sRGB with components beyond 0...1.
    public static var extendedSRGB: CFString { ColorSpaceDefinition.extendedSRGB.name as NSString }
    /// The name of sRGB's colours with light that adds up.
    public static var linearSRGB: CFString { ColorSpaceDefinition.linearSRGB.name as NSString }
    /// The name of linear sRGB with components beyond 0...1.
    public static var extendedLinearSRGB: CFString { ColorSpaceDefinition.extendedLinearSRGB.name as NSString }
    /// The name of Display P3: wider than sRGB, with sRGB's curve.
    public static var displayP3: CFString { ColorSpaceDefinition.displayP3.name as NSString }
    /// The name of Display P3 with components beyond 0...1.
    public static var extendedDisplayP3: CFString { ColorSpaceDefinition.extendedDisplayP3.name as NSString }
    /// The name of Display P3's colours with light that adds up.
    public static var linearDisplayP3: CFString { ColorSpaceDefinition.linearDisplayP3.name as NSString }
    /// The name of linear Display P3 with components beyond 0...1.
    public static var extendedLinearDisplayP3: CFString {
        ColorSpaceDefinition.extendedLinearDisplayP3.name as NSString
    }
    /// The name of gray with a gamma of 2.2.
    public static var genericGrayGamma2_2: CFString { ColorSpaceDefinition.genericGrayGamma2_2.name as NSString }
    /// The name of gray with components beyond 0...1; a component is what all three of sRGB would be.
    public static var extendedGray: CFString { ColorSpaceDefinition.extendedGray.name as NSString }
    /// The name of gray with light that adds up.
    public static var linearGray: CFString { ColorSpaceDefinition.linearGray.name as NSString }
    /// The name of linear gray with components beyond 0...1.
    public static var extendedLinearGray: CFString { ColorSpaceDefinition.extendedLinearGray.name as NSString }
    /// The name of Apple's Generic RGB with light that adds up.
    public static var genericRGBLinear: CFString { ColorSpaceDefinition.genericRGBLinear.name as NSString }
    /// The name of a CMYK space. Conversions are the simple ones of device CMYK.
    public static var genericCMYK: CFString { ColorSpaceDefinition.genericCMYK.name as NSString }
}

/// The device's RGB space. Converts as sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace.device.rgb }

/// The device's gray space. A component is what all three of sRGB would be.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace.device.gray }

/// The device's CMYK space. Converts without a profile: red is (1 - cyan)(1 - black).
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { CGColorSpace.device.cmyk }
