import CoreGraphics
import Foundation

// Keys of the dictionaries of image properties, with Apple's names and strings.

/// The size of the file, in bytes.
public var kCGImagePropertyFileSize: CFString { "FileSize" }
/// How many images the file holds.
public var kCGImagePropertyImageCount: CFString { "ImageCount" }
/// The width, in pixels, as stored.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// The height, in pixels, as stored.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }
/// Dots an inch from left to right.
public var kCGImagePropertyDPIWidth: CFString { "DPIWidth" }
/// Dots an inch from top to bottom.
public var kCGImagePropertyDPIHeight: CFString { "DPIHeight" }
/// Bits of a component.
public var kCGImagePropertyDepth: CFString { "Depth" }
/// How the stored picture is to be turned, 1...8 (see ``CGImagePropertyOrientation``).
public var kCGImagePropertyOrientation: CFString { "Orientation" }
/// Whether components are floating-point numbers. Never so in the formats here.
public var kCGImagePropertyIsFloat: CFString { "IsFloat" }
/// Whether pixels are numbers of a palette.
public var kCGImagePropertyIsIndexed: CFString { "IsIndexed" }
/// Whether pixels have an alpha.
public var kCGImagePropertyHasAlpha: CFString { "HasAlpha" }
/// What kind of components pixels have: one of the four models below.
public var kCGImagePropertyColorModel: CFString { "ColorModel" }
/// What the colour profile calls itself.
public var kCGImagePropertyProfileName: CFString { "ProfileName" }
/// The colour model of red, green and blue.
public var kCGImagePropertyColorModelRGB: CFString { "RGB" }
/// The colour model of gray alone.
public var kCGImagePropertyColorModelGray: CFString { "Gray" }
/// The colour model of four inks.
public var kCGImagePropertyColorModelCMYK: CFString { "CMYK" }
/// The colour model of L*a*b*.
public var kCGImagePropertyColorModelLab: CFString { "Lab" }
/// The dictionary of what a camera says of the picture.
public var kCGImagePropertyExifDictionary: CFString { "{Exif}" }
/// The dictionary of what TIFF's own tags say (in JPEG and WebP: those of the camera's data).
public var kCGImagePropertyTIFFDictionary: CFString { "{TIFF}" }
/// The dictionary of what only JPEG has.
public var kCGImagePropertyJFIFDictionary: CFString { "{JFIF}" }
/// The dictionary of what only GIF has.
public var kCGImagePropertyGIFDictionary: CFString { "{GIF}" }
/// The dictionary of what only PNG has.
public var kCGImagePropertyPNGDictionary: CFString { "{PNG}" }
/// The dictionary of what only WebP has.
public var kCGImagePropertyWebPDictionary: CFString { "{WebP}" }

/// How a stored picture is to be turned so that it stands upright: where its first row and its first column are to be shown.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// Row at the top, column at the left: as it is stored.
    case up = 1
    /// Row at the top, column at the right: mirrored left to right.
    case upMirrored = 2
    /// Row at the bottom, column at the right: turned by 180 degrees.
    case down = 3
    /// Row at the bottom, column at the left: mirrored top to bottom.
    case downMirrored = 4
    /// Row at the left, column at the top: mirrored along the diagonal.
    case leftMirrored = 5
    /// Row at the right, column at the top: to be turned clockwise by 90 degrees.
    case right = 6
    /// Row at the right, column at the bottom: mirrored along the other diagonal.
    case rightMirrored = 7
    /// Row at the left, column at the bottom: to be turned counterclockwise by 90 degrees.
    case left = 8
}
