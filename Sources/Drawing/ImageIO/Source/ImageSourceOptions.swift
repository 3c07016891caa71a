import CoreGraphics
import Foundation

// Options of image sources.

/// A hint about the type. Files identify their type, so the hint is ignored.
public nonisolated(unsafe) let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Indicates whether decoded pixels are cached. Ignored: the returned image owns its pixels.
public nonisolated(unsafe) let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Indicates whether the image is decoded immediately. It always is.
public nonisolated(unsafe) let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Indicates whether pixels may be floating-point numbers. They never are.
public nonisolated(unsafe) let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// Indicates whether a thumbnail is created if the file contains none. (Thumbnails inside files are not read.)
public nonisolated(unsafe) let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Indicates whether a thumbnail is created from the image itself.
public nonisolated(unsafe) let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// The largest width and height of a thumbnail, in pixels.
public nonisolated(unsafe) let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Indicates whether a thumbnail is rotated upright.
public nonisolated(unsafe) let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
/// The divisor of the image's size: 2, 4 or 8.
public nonisolated(unsafe) let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"
/// The ``ReadingLimits`` of a source, given when it is created. Specific to Agate: Apple has no such option.
public nonisolated(unsafe) let kCGImageSourceReadingLimits: CFString = "kCGImageSourceReadingLimits"
