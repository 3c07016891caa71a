import CoreGraphics
import Foundation

// Keys of the dictionaries of image properties, with Apple's names and strings.

/// The size of the file, in bytes.
public var kCGImagePropertyFileSize: CFString { "FileSize" }
/// The number of images in the file.
public var kCGImagePropertyImageCount: CFString { "ImageCount" }
/// The width, in pixels, as stored.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// The height, in pixels, as stored.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }
/// Horizontal dots per inch.
public var kCGImagePropertyDPIWidth: CFString { "DPIWidth" }
/// Vertical dots per inch.
public var kCGImagePropertyDPIHeight: CFString { "DPIHeight" }
/// The number of bits of a component.
public var kCGImagePropertyDepth: CFString { "Depth" }
/// The rotation of the stored picture for display, 1...8 (see ``CGImagePropertyOrientation``).
public var kCGImagePropertyOrientation: CFString { "Orientation" }
/// Indicates whether components are floating-point numbers. Always false for the supported formats.
public var kCGImagePropertyIsFloat: CFString { "IsFloat" }
/// Indicates whether pixels are indices into a palette.
public var kCGImagePropertyIsIndexed: CFString { "IsIndexed" }
/// Indicates whether pixels have an alpha.
public var kCGImagePropertyHasAlpha: CFString { "HasAlpha" }
/// The kind of the pixels' components: one of the four models below.
public var kCGImagePropertyColorModel: CFString { "ColorModel" }
/// The name of the colour profile.
public var kCGImagePropertyProfileName: CFString { "ProfileName" }
/// The colour model of red, green and blue.
public var kCGImagePropertyColorModelRGB: CFString { "RGB" }
/// The colour model of gray alone.
public var kCGImagePropertyColorModelGray: CFString { "Gray" }
/// The colour model of four inks.
public var kCGImagePropertyColorModelCMYK: CFString { "CMYK" }
/// The colour model of L*a*b*.
public var kCGImagePropertyColorModelLab: CFString { "Lab" }
/// The dictionary of the camera's information about the picture.
public var kCGImagePropertyExifDictionary: CFString { "{Exif}" }
/// The dictionary of TIFF's own tags (in JPEG and WebP: those of the camera's data).
public var kCGImagePropertyTIFFDictionary: CFString { "{TIFF}" }
/// The dictionary of properties that only JPEG has.
public var kCGImagePropertyJFIFDictionary: CFString { "{JFIF}" }
/// The dictionary of properties that only GIF has.
public var kCGImagePropertyGIFDictionary: CFString { "{GIF}" }
/// The dictionary of properties that only PNG has.
public var kCGImagePropertyPNGDictionary: CFString { "{PNG}" }
/// The dictionary of properties that only WebP has.
public var kCGImagePropertyWebPDictionary: CFString { "{WebP}" }

/// The orientation in which a stored picture is displayed: the positions of its first row and its first column.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// Row at the top, column at the left: as it is stored.
    case up = 1
    /// Row at the top, column at the right: mirrored left to right.
    case upMirrored = 2
    /// Row at the bottom, column at the right: rotated by 180 degrees.
    case down = 3
    /// Row at the bottom, column at the left: mirrored top to bottom.
    case downMirrored = 4
    /// Row at the left, column at the top: mirrored along the diagonal.
    case leftMirrored = 5
    /// Row at the right, column at the top: to be rotated clockwise by 90 degrees.
    case right = 6
    /// Row at the right, column at the bottom: mirrored along the other diagonal.
    case rightMirrored = 7
    /// Row at the left, column at the bottom: to be rotated counterclockwise by 90 degrees.
    case left = 8
}
