import Foundation

extension CGColorSpace {
    /// The name of sRGB: the usual space of the web and of screens.
    public static var sRGB: CFString { ColorSpaceDefinition.sRGB.name as NSString }
    /// The name of sRGB with components beyond 0...1.
    public static var extendedSRGB: CFString { ColorSpaceDefinition.extendedSRGB.name as NSString }
    /// The name of sRGB with linear light.
    public static var linearSRGB: CFString { ColorSpaceDefinition.linearSRGB.name as NSString }
    /// The name of linear sRGB with components beyond 0...1.
    public static var extendedLinearSRGB: CFString { ColorSpaceDefinition.extendedLinearSRGB.name as NSString }
    /// The name of Display P3: a wider gamut than sRGB, with sRGB's curve.
    public static var displayP3: CFString { ColorSpaceDefinition.displayP3.name as NSString }
    /// The name of Display P3 with components beyond 0...1.
    public static var extendedDisplayP3: CFString { ColorSpaceDefinition.extendedDisplayP3.name as NSString }
    /// The name of Display P3 with linear light.
    public static var linearDisplayP3: CFString { ColorSpaceDefinition.linearDisplayP3.name as NSString }
    /// The name of linear Display P3 with components beyond 0...1.
    public static var extendedLinearDisplayP3: CFString {
        ColorSpaceDefinition.extendedLinearDisplayP3.name as NSString
    }
    /// The name of gray with a gamma of 2.2.
    public static var genericGrayGamma2_2: CFString { ColorSpaceDefinition.genericGrayGamma2_2.name as NSString }
    /// The name of gray with components beyond 0...1. A component is the value of all three components of sRGB.
    public static var extendedGray: CFString { ColorSpaceDefinition.extendedGray.name as NSString }
    /// The name of gray with linear light.
    public static var linearGray: CFString { ColorSpaceDefinition.linearGray.name as NSString }
    /// The name of linear gray with components beyond 0...1.
    public static var extendedLinearGray: CFString { ColorSpaceDefinition.extendedLinearGray.name as NSString }
    /// The name of Apple's Generic RGB with linear light.
    public static var genericRGBLinear: CFString { ColorSpaceDefinition.genericRGBLinear.name as NSString }
    /// The name of a CMYK space. Conversions are the simple ones of device CMYK.
    public static var genericCMYK: CFString { ColorSpaceDefinition.genericCMYK.name as NSString }
    /// The name of Adobe RGB (1998): a wider range of green, and a gamma of about 2.2.
    public static var adobeRGB1998: CFString { ColorSpaceDefinition.adobeRGB1998.name as NSString }
    /// The name of BT.709: sRGB's primaries with the curve of television cameras.
    public static var itur_709: CFString { ColorSpaceDefinition.itur709.name as NSString }
    /// The name of BT.2020: the primaries of ultra-high-definition television.
    public static var itur_2020: CFString { ColorSpaceDefinition.itur2020.name as NSString }
    /// The name of BT.2020 with linear light.
    public static var linearITUR_2020: CFString { ColorSpaceDefinition.linearITUR2020.name as NSString }
    /// The name of BT.2020 with components beyond 0...1.
    public static var extendedITUR_2020: CFString { ColorSpaceDefinition.extendedITUR2020.name as NSString }
    /// The name of linear BT.2020 with components beyond 0...1.
    public static var extendedLinearITUR_2020: CFString { ColorSpaceDefinition.extendedLinearITUR2020.name as NSString }
    /// The name of DCI P3, for digital cinema, with its own white and a gamma of 2.6.
    public static var dcip3: CFString { ColorSpaceDefinition.dciP3.name as NSString }
    /// The name of ROMM RGB (ProPhoto). Its curve is a gamma of 1.8, without the straight part near black.
    public static var rommrgb: CFString { ColorSpaceDefinition.rommRGB.name as NSString }
    /// The name of ACEScg: linear light, components beyond 0...1.
    public static var acescgLinear: CFString { ColorSpaceDefinition.acesCGLinear.name as NSString }
    /// The name of CIE XYZ under D50.
    public static var genericXYZ: CFString { ColorSpaceDefinition.genericXYZ.name as NSString }
    /// The name of CIE L*a*b* under D50: L 0...100, a and b -128...127.
    public static var genericLab: CFString { ColorSpaceDefinition.genericLab.name as NSString }
}
