import CoreGraphics
import Foundation

// Keys of information that cameras and programs store about a picture.

/// TIFF: a description of the picture.
public var kCGImagePropertyTIFFImageDescription: CFString { "ImageDescription" }
/// TIFF: the camera's maker.
public var kCGImagePropertyTIFFMake: CFString { "Make" }
/// TIFF: the camera.
public var kCGImagePropertyTIFFModel: CFString { "Model" }
/// TIFF: the orientation, 1...8.
public var kCGImagePropertyTIFFOrientation: CFString { "Orientation" }
/// TIFF: horizontal dots per unit.
public var kCGImagePropertyTIFFXResolution: CFString { "XResolution" }
/// TIFF: vertical dots per unit.
public var kCGImagePropertyTIFFYResolution: CFString { "YResolution" }
/// TIFF: the unit of resolution, 2 for inch, 3 for centimetre.
public var kCGImagePropertyTIFFResolutionUnit: CFString { "ResolutionUnit" }
/// TIFF: the program that wrote the file.
public var kCGImagePropertyTIFFSoftware: CFString { "Software" }
/// TIFF: the date of writing.
public var kCGImagePropertyTIFFDateTime: CFString { "DateTime" }
/// TIFF: the creator of the picture.
public var kCGImagePropertyTIFFArtist: CFString { "Artist" }
/// TIFF: the copyright holder.
public var kCGImagePropertyTIFFCopyright: CFString { "Copyright" }
/// Exif: the exposure time in seconds.
public var kCGImagePropertyExifExposureTime: CFString { "ExposureTime" }
/// Exif: the aperture.
public var kCGImagePropertyExifFNumber: CFString { "FNumber" }
/// Exif: the program that chose the exposure.
public var kCGImagePropertyExifExposureProgram: CFString { "ExposureProgram" }
/// Exif: an array of sensitivities.
public var kCGImagePropertyExifISOSpeedRatings: CFString { "ISOSpeedRatings" }
/// Exif: the date on which the picture was taken.
public var kCGImagePropertyExifDateTimeOriginal: CFString { "DateTimeOriginal" }
/// Exif: the date on which the picture was stored as a file.
public var kCGImagePropertyExifDateTimeDigitized: CFString { "DateTimeDigitized" }
/// Exif: the shutter speed in APEX units.
public var kCGImagePropertyExifShutterSpeedValue: CFString { "ShutterSpeedValue" }
/// Exif: the aperture in APEX units.
public var kCGImagePropertyExifApertureValue: CFString { "ApertureValue" }
/// Exif: the brightness in APEX units.
public var kCGImagePropertyExifBrightnessValue: CFString { "BrightnessValue" }
/// Exif: the exposure bias in APEX units.
public var kCGImagePropertyExifExposureBiasValue: CFString { "ExposureBiasValue" }
/// Exif: the mode of measuring light.
public var kCGImagePropertyExifMeteringMode: CFString { "MeteringMode" }
/// Exif: the status of the flash.
public var kCGImagePropertyExifFlash: CFString { "Flash" }
/// Exif: the focal length in millimetres.
public var kCGImagePropertyExifFocalLength: CFString { "FocalLength" }
/// Exif: the equivalent focal length of a 35 mm camera in millimetres.
public var kCGImagePropertyExifFocalLenIn35mmFilm: CFString { "FocalLenIn35mmFilm" }
/// Exif: the colour space, 1 for sRGB.
public var kCGImagePropertyExifColorSpace: CFString { "ColorSpace" }
/// Exif: the width, in pixels.
public var kCGImagePropertyExifPixelXDimension: CFString { "PixelXDimension" }
/// Exif: the height, in pixels.
public var kCGImagePropertyExifPixelYDimension: CFString { "PixelYDimension" }
/// Exif: the lens's maker.
public var kCGImagePropertyExifLensMake: CFString { "LensMake" }
/// Exif: the lens.
public var kCGImagePropertyExifLensModel: CFString { "LensModel" }
