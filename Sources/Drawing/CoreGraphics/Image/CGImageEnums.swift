import Foundation

/// The position of a pixel's alpha, and the relation of colour to alpha.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// No alpha.
    case none = 0
    /// Alpha last, colours premultiplied: RGBA.
    case premultipliedLast = 1
    /// Alpha first, colours premultiplied: ARGB.
    case premultipliedFirst = 2
    /// Alpha last, colours straight.
    case last = 3
    /// Alpha first, colours straight.
    case first = 4
    /// No alpha; the last component is skipped: RGBX.
    case noneSkipLast = 5
    /// No alpha; the first component is skipped: XRGB.
    case noneSkipFirst = 6
    /// Alpha alone, no colour.
    case alphaOnly = 7
}

/// The order of the bytes of a pixel.
public enum CGImageByteOrderInfo: UInt32, Sendable {
    /// The bits that hold the order of bytes.
    case orderMask = 0x7000
    /// The default order of the format, most significant byte first.
    case orderDefault = 0
    /// 16-bit units, least significant byte first.
    case order16Little = 0x1000
    /// 32-bit units, least significant byte first: ARGB is B, G, R, A in memory.
    case order32Little = 0x2000
    /// 16-bit units, most significant byte first.
    case order16Big = 0x3000
    /// 32-bit units, most significant byte first.
    case order32Big = 0x4000
}

/// The layout of a pixel's components in memory: a ``CGImageAlphaInfo``, a byte order and flags in one number.
public struct CGBitmapInfo: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The bits of the ``CGImageAlphaInfo``.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// The bits for floating-point components.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    /// Components are floating-point numbers.
    public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
    /// The bits of the byte order.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// 16-bit units, least significant byte first.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
    /// 32-bit units, least significant byte first.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
    /// 16-bit units, most significant byte first.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
    /// 32-bit units, most significant byte first.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)
}

/// The quality of sampling when an image is drawn at another size.
public enum CGInterpolationQuality: Int32, Sendable {
    /// The context's default.
    case `default` = 0
    /// The nearest pixel.
    case none = 1
    /// Fast interpolation between neighbours.
    case low = 2
    /// Interpolation between neighbours, with averaging if the image is reduced.
    case medium = 4
    /// The best quality.
    case high = 3
}

/// The combination of a source with the backdrop under it.
public enum CGBlendMode: Int32, Sendable {
    /// The source over the backdrop.
    case normal = 0
    /// The product: never brighter than either.
    case multiply = 1
    /// The inverse of the product of inverses: never darker than either.
    case screen = 2
    /// Multiplied where the backdrop is dark, screened where it is bright.
    case overlay = 3
    /// The darker of the two, channel by channel.
    case darken = 4
    /// The brighter of the two, channel by channel.
    case lighten = 5
    /// The backdrop brightened by the source.
    case colorDodge = 6
    /// The backdrop darkened by the source.
    case colorBurn = 7
    /// Darkened or brightened softly, depending on the source.
    case softLight = 8
    /// Multiplied where the source is dark, screened where it is bright.
    case hardLight = 9
    /// The difference of the two.
    case difference = 10
    /// Like difference, with less contrast.
    case exclusion = 11
    /// The source's hue with the backdrop's saturation and luminosity.
    case hue = 12
    /// The source's saturation with the backdrop's hue and luminosity.
    case saturation = 13
    /// The source's hue and saturation with the backdrop's luminosity.
    case color = 14
    /// The source's luminosity with the backdrop's hue and saturation.
    case luminosity = 15
    /// Nothing: R = 0.
    case clear = 16
    /// The source alone: R = S.
    case copy = 17
    /// The source inside the backdrop: R = S Da.
    case sourceIn = 18
    /// The source outside the backdrop: R = S (1 - Da).
    case sourceOut = 19
    /// The source over the backdrop, only inside the backdrop: R = S Da + D (1 - Sa).
    case sourceAtop = 20
    /// The backdrop over the source: R = S (1 - Da) + D.
    case destinationOver = 21
    /// The backdrop inside the source: R = D Sa.
    case destinationIn = 22
    /// The backdrop outside the source: R = D (1 - Sa).
    case destinationOut = 23
    /// The backdrop over the source, only inside the source: R = S (1 - Da) + D Sa.
    case destinationAtop = 24
    /// Each outside the other: R = S (1 - Da) + D (1 - Sa).
    case xor = 25
    /// The sum minus one, at least 0.
    case plusDarker = 26
    /// The sum, at most one.
    case plusLighter = 27
}
