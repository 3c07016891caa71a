import CoreGraphics
import Foundation

// Options of image sources.

/// A hint at the type. Files say what they are, so it is not looked at.
public var kCGImageSourceTypeIdentifierHint: CFString { "kCGImageSourceTypeIdentifierHint" }
/// Whether decoded pixels are kept. Not looked at: the image that is handed out owns its pixels.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// Whether the image is decoded at once. It always is.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// Whether pixels may be floating-point numbers. They never are here.
public var kCGImageSourceShouldAllowFloat: CFString { "kCGImageSourceShouldAllowFloat" }
/// Whether a thumbnail is made where the file holds none. (Thumbnails inside files are not read.)
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString { "kCGImageSourceCreateThumbnailFromImageIfAbsent" }
/// Whether a thumbnail is made from the image itself.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "kCGImageSourceCreateThumbnailFromImageAlways" }
/// The largest width and height of a thumbnail, in pixels.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// Whether a thumbnail is turned upright.
public var kCGImageSourceCreateThumbnailWithTransform: CFString { "kCGImageSourceCreateThumbnailWithTransform" }
/// 2, 4 or 8: how many times smaller the image is wanted.
public var kCGImageSourceSubsampleFactor: CFString { "kCGImageSourceSubsampleFactor" }
/// The ``ReadingLimits`` that a source holds to, given when it is made. Agate's own: Apple has none.
public var kCGImageSourceReadingLimits: CFString { "kCGImageSourceReadingLimits" }
