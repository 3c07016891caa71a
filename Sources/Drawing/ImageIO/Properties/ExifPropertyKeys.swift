import CoreGraphics
import Foundation

// Keys of information that cameras and programs store about a picture.

/// TIFF: a description of the picture.
public nonisolated(unsafe) let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// TIFF: the camera's maker.
public nonisolated(unsafe) let kCGImagePropertyTIFFMake: CFString = "Make"
/// TIFF: the camera.
public nonisolated(unsafe) let kCGImagePropertyTIFFModel: CFString = "Model"
/// TIFF: the orientation, 1...8.
public nonisolated(unsafe) let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// TIFF: horizontal dots per unit.
public nonisolated(unsafe) let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// TIFF: vertical dots per unit.
public nonisolated(unsafe) let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// TIFF: the unit of resolution, 2 for inch, 3 for centimetre.
public nonisolated(unsafe) let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// TIFF: the program that wrote the file.
public nonisolated(unsafe) let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// TIFF: the date of writing.
public nonisolated(unsafe) let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// TIFF: the creator of the picture.
public nonisolated(unsafe) let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// TIFF: the copyright holder.
public nonisolated(unsafe) let kCGImagePropertyTIFFCopyright: CFString = "Copyright"
/// Exif: the exposure time in seconds.
public nonisolated(unsafe) let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// Exif: the aperture.
public nonisolated(unsafe) let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// Exif: the program that chose the exposure.
public nonisolated(unsafe) let kCGImagePropertyExifExposureProgram: CFString = "ExposureProgram"
/// Exif: an array of sensitivities.
public nonisolated(unsafe) let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// Exif: the date on which the picture was taken.
public nonisolated(unsafe) let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// Exif: the date on which the picture was stored as a file.
public nonisolated(unsafe) let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// Exif: the shutter speed in APEX units.
public nonisolated(unsafe) let kCGImagePropertyExifShutterSpeedValue: CFString = "ShutterSpeedValue"
/// Exif: the aperture in APEX units.
public nonisolated(unsafe) let kCGImagePropertyExifApertureValue: CFString = "ApertureValue"
/// Exif: the brightness in APEX units.
public nonisolated(unsafe) let kCGImagePropertyExifBrightnessValue: CFString = "BrightnessValue"
/// Exif: the exposure bias in APEX units.
public nonisolated(unsafe) let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// Exif: the mode of measuring light.
public nonisolated(unsafe) let kCGImagePropertyExifMeteringMode: CFString = "MeteringMode"
/// Exif: the status of the flash.
public nonisolated(unsafe) let kCGImagePropertyExifFlash: CFString = "Flash"
/// Exif: the focal length in millimetres.
public nonisolated(unsafe) let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// Exif: the equivalent focal length of a 35 mm camera in millimetres.
public nonisolated(unsafe) let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// Exif: the colour space, 1 for sRGB.
public nonisolated(unsafe) let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// Exif: the width, in pixels.
public nonisolated(unsafe) let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// Exif: the height, in pixels.
public nonisolated(unsafe) let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// Exif: the lens's maker.
public nonisolated(unsafe) let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// Exif: the lens.
public nonisolated(unsafe) let kCGImagePropertyExifLensModel: CFString = "LensModel"
