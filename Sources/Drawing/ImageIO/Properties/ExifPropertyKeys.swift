import CoreGraphics
import Foundation

// Keys of what cameras and programs say of a picture.

/// TIFF: what the picture shows.
public var kCGImagePropertyTIFFImageDescription: CFString { "ImageDescription" }
/// TIFF: the camera's maker.
public var kCGImagePropertyTIFFMake: CFString { "Make" }
/// TIFF: the camera.
public var kCGImagePropertyTIFFModel: CFString { "Model" }
/// TIFF: 1...8.
public var kCGImagePropertyTIFFOrientation: CFString { "Orientation" }
/// TIFF: dots a unit from left to right.
public var kCGImagePropertyTIFFXResolution: CFString { "XResolution" }
/// TIFF: dots a unit from top to bottom.
public var kCGImagePropertyTIFFYResolution: CFString { "YResolution" }
/// TIFF: 2: inch, 3: centimetre.
public var kCGImagePropertyTIFFResolutionUnit: CFString { "ResolutionUnit" }
/// TIFF: the program that wrote the file.
public var kCGImagePropertyTIFFSoftware: CFString { "Software" }
/// TIFF: when it was written.
public var kCGImagePropertyTIFFDateTime: CFString { "DateTime" }
/// TIFF: who made the picture.
public var kCGImagePropertyTIFFArtist: CFString { "Artist" }
/// TIFF: whose rights.
public var kCGImagePropertyTIFFCopyright: CFString { "Copyright" }
/// Exif: seconds.
public var kCGImagePropertyExifExposureTime: CFString { "ExposureTime" }
/// Exif: the aperture.
public var kCGImagePropertyExifFNumber: CFString { "FNumber" }
/// Exif: how the exposure was chosen.
public var kCGImagePropertyExifExposureProgram: CFString { "ExposureProgram" }
/// Exif: an array of sensitivities.
public var kCGImagePropertyExifISOSpeedRatings: CFString { "ISOSpeedRatings" }
/// Exif: when the picture was taken.
public var kCGImagePropertyExifDateTimeOriginal: CFString { "DateTimeOriginal" }
/// Exif: when it became a file.
public var kCGImagePropertyExifDateTimeDigitized: CFString { "DateTimeDigitized" }
/// Exif: in APEX units.
public var kCGImagePropertyExifShutterSpeedValue: CFString { "ShutterSpeedValue" }
/// Exif: in APEX units.
public var kCGImagePropertyExifApertureValue: CFString { "ApertureValue" }
/// Exif: in APEX units.
public var kCGImagePropertyExifBrightnessValue: CFString { "BrightnessValue" }
/// Exif: in APEX units.
public var kCGImagePropertyExifExposureBiasValue: CFString { "ExposureBiasValue" }
/// Exif: how light was measured.
public var kCGImagePropertyExifMeteringMode: CFString { "MeteringMode" }
/// Exif: what the flash did.
public var kCGImagePropertyExifFlash: CFString { "Flash" }
/// Exif: in millimetres.
public var kCGImagePropertyExifFocalLength: CFString { "FocalLength" }
/// Exif: in millimetres of a 35 mm camera.
public var kCGImagePropertyExifFocalLenIn35mmFilm: CFString { "FocalLenIn35mmFilm" }
/// Exif: 1: sRGB.
public var kCGImagePropertyExifColorSpace: CFString { "ColorSpace" }
/// Exif: the width, in pixels.
public var kCGImagePropertyExifPixelXDimension: CFString { "PixelXDimension" }
/// Exif: the height, in pixels.
public var kCGImagePropertyExifPixelYDimension: CFString { "PixelYDimension" }
/// Exif: the lens's maker.
public var kCGImagePropertyExifLensMake: CFString { "LensMake" }
/// Exif: the lens.
public var kCGImagePropertyExifLensModel: CFString { "LensModel" }
