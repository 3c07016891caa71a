import CoreGraphics
import Foundation

// Keys of the dictionaries of image properties, with Apple's names and strings.

/// The size of the file, in bytes.
public nonisolated(unsafe) let kCGImagePropertyFileSize: CFString = "FileSize"
/// The number of images in the file.
public nonisolated(unsafe) let kCGImagePropertyImageCount: CFString = "ImageCount"
/// The width, in pixels, as stored.
public nonisolated(unsafe) let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height, in pixels, as stored.
public nonisolated(unsafe) let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// Horizontal dots per inch.
public nonisolated(unsafe) let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// Vertical dots per inch.
public nonisolated(unsafe) let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The number of bits of a component.
public nonisolated(unsafe) let kCGImagePropertyDepth: CFString = "Depth"
/// The rotation of the stored picture for display, 1...8 (see ``CGImagePropertyOrientation``).
public nonisolated(unsafe) let kCGImagePropertyOrientation: CFString = "Orientation"
/// Indicates whether components are floating-point numbers. Always false for the supported formats.
public nonisolated(unsafe) let kCGImagePropertyIsFloat: CFString = "IsFloat"
/// Indicates whether pixels are indices into a palette.
public nonisolated(unsafe) let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// Indicates whether pixels have an alpha.
public nonisolated(unsafe) let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The kind of the pixels' components: one of the four models below.
public nonisolated(unsafe) let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The name of the colour profile.
public nonisolated(unsafe) let kCGImagePropertyProfileName: CFString = "ProfileName"
/// The colour model of red, green and blue.
public nonisolated(unsafe) let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// The colour model of gray alone.
public nonisolated(unsafe) let kCGImagePropertyColorModelGray: CFString = "Gray"
/// The colour model of four inks.
public nonisolated(unsafe) let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// The colour model of L*a*b*.
public nonisolated(unsafe) let kCGImagePropertyColorModelLab: CFString = "Lab"
/// The dictionary of the camera's information about the picture.
public nonisolated(unsafe) let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The dictionary of TIFF's own tags (in JPEG and WebP: those of the camera's data).
public nonisolated(unsafe) let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The dictionary of properties that only JPEG has.
public nonisolated(unsafe) let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// The dictionary of properties that only GIF has.
public nonisolated(unsafe) let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The dictionary of properties that only PNG has.
public nonisolated(unsafe) let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The dictionary of properties that only WebP has.
public nonisolated(unsafe) let kCGImagePropertyWebPDictionary: CFString = "{WebP}"

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
