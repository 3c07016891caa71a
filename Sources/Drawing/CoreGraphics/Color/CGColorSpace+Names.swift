import Foundation

extension CGColorSpace {
    /// The name of sRGB: the usual space of the web and of screens.
    public static nonisolated(unsafe) let sRGB: CFString = ColorSpaceDefinition.sRGB.name as NSString
    /// The name of sRGB with components beyond 0...1.
    public static nonisolated(unsafe) let extendedSRGB: CFString = ColorSpaceDefinition.extendedSRGB.name as NSString
    /// The name of sRGB with linear light.
    public static nonisolated(unsafe) let linearSRGB: CFString = ColorSpaceDefinition.linearSRGB.name as NSString
    /// The name of linear sRGB with components beyond 0...1.
    public static nonisolated(unsafe) let extendedLinearSRGB: CFString = ColorSpaceDefinition.extendedLinearSRGB.name as NSString
    /// The name of Display P3: a wider gamut than sRGB, with sRGB's curve.
    public static nonisolated(unsafe) let displayP3: CFString = ColorSpaceDefinition.displayP3.name as NSString
    /// The name of Display P3 with components beyond 0...1.
    public static nonisolated(unsafe) let extendedDisplayP3: CFString = ColorSpaceDefinition.extendedDisplayP3.name as NSString
    /// The name of Display P3 with linear light.
    public static nonisolated(unsafe) let linearDisplayP3: CFString = ColorSpaceDefinition.linearDisplayP3.name as NSString
    /// The name of linear Display P3 with components beyond 0...1.
    public static nonisolated(unsafe) let extendedLinearDisplayP3: CFString = ColorSpaceDefinition.extendedLinearDisplayP3.name as NSString
    /// The name of gray with a gamma of 2.2.
    public static nonisolated(unsafe) let genericGrayGamma2_2: CFString = ColorSpaceDefinition.genericGrayGamma2_2.name as NSString
    /// The name of gray with components beyond 0...1. A component is the value of all three components of sRGB.
    public static nonisolated(unsafe) let extendedGray: CFString = ColorSpaceDefinition.extendedGray.name as NSString
    /// The name of gray with linear light.
    public static nonisolated(unsafe) let linearGray: CFString = ColorSpaceDefinition.linearGray.name as NSString
    /// The name of linear gray with components beyond 0...1.
    public static nonisolated(unsafe) let extendedLinearGray: CFString = ColorSpaceDefinition.extendedLinearGray.name as NSString
    /// The name of Apple's Generic RGB with linear light.
    public static nonisolated(unsafe) let genericRGBLinear: CFString = ColorSpaceDefinition.genericRGBLinear.name as NSString
    /// The name of a CMYK space. Conversions are the simple ones of device CMYK.
    public static nonisolated(unsafe) let genericCMYK: CFString = ColorSpaceDefinition.genericCMYK.name as NSString
    /// The name of Adobe RGB (1998): a wider range of green, and a gamma of about 2.2.
    public static nonisolated(unsafe) let adobeRGB1998: CFString = ColorSpaceDefinition.adobeRGB1998.name as NSString
    /// The name of BT.709: sRGB's primaries with the curve of television cameras.
    public static nonisolated(unsafe) let itur_709: CFString = ColorSpaceDefinition.itur709.name as NSString
    /// The name of BT.2020: the primaries of ultra-high-definition television.
    public static nonisolated(unsafe) let itur_2020: CFString = ColorSpaceDefinition.itur2020.name as NSString
    /// The name of BT.2020 with linear light.
    public static nonisolated(unsafe) let linearITUR_2020: CFString = ColorSpaceDefinition.linearITUR2020.name as NSString
    /// The name of BT.2020 with components beyond 0...1.
    public static nonisolated(unsafe) let extendedITUR_2020: CFString = ColorSpaceDefinition.extendedITUR2020.name as NSString
    /// The name of linear BT.2020 with components beyond 0...1.
    public static nonisolated(unsafe) let extendedLinearITUR_2020: CFString = ColorSpaceDefinition.extendedLinearITUR2020.name as NSString
    /// The name of DCI P3, for digital cinema, with its own white and a gamma of 2.6.
    public static nonisolated(unsafe) let dcip3: CFString = ColorSpaceDefinition.dciP3.name as NSString
    /// The name of ROMM RGB (ProPhoto). Its curve is a gamma of 1.8, without the straight part near black.
    public static nonisolated(unsafe) let rommrgb: CFString = ColorSpaceDefinition.rommRGB.name as NSString
    /// The name of ACEScg: linear light, components beyond 0...1.
    public static nonisolated(unsafe) let acescgLinear: CFString = ColorSpaceDefinition.acesCGLinear.name as NSString
    /// The name of CIE XYZ under D50.
    public static nonisolated(unsafe) let genericXYZ: CFString = ColorSpaceDefinition.genericXYZ.name as NSString
    /// The name of CIE L*a*b* under D50: L 0...100, a and b -128...127.
    public static nonisolated(unsafe) let genericLab: CFString = ColorSpaceDefinition.genericLab.name as NSString
}
