import CoreGraphics
import Foundation

// Keys of properties that only one format has, mainly for animation.

/// GIF: the number of repetitions of the animation, 0 for endless repetition.
public var kCGImagePropertyGIFLoopCount: CFString { "LoopCount" }
/// GIF: the duration of a frame in seconds. Values less than 0.011 count as 0.1.
public var kCGImagePropertyGIFDelayTime: CFString { "DelayTime" }
/// GIF: the duration of a frame in seconds, as stored in the file.
public var kCGImagePropertyGIFUnclampedDelayTime: CFString { "UnclampedDelayTime" }
/// GIF: the width of the canvas, in pixels.
public var kCGImagePropertyGIFCanvasPixelWidth: CFString { "CanvasPixelWidth" }
/// GIF: the height of the canvas, in pixels.
public var kCGImagePropertyGIFCanvasPixelHeight: CFString { "CanvasPixelHeight" }
/// GIF: an array of dictionaries with the duration of each frame, in the properties of the file.
public var kCGImagePropertyGIFFrameInfoArray: CFString { "FrameInfo" }
/// Animated PNG (in the PNG dictionary): the number of repetitions of the animation, 0 for endless repetition.
public var kCGImagePropertyAPNGLoopCount: CFString { "LoopCount" }
/// Animated PNG (in the PNG dictionary): the duration of a frame in seconds. Values less than 0.011 count as 0.1.
public var kCGImagePropertyAPNGDelayTime: CFString { "DelayTime" }
/// Animated PNG (in the PNG dictionary): the duration of a frame in seconds, as stored in the file.
public var kCGImagePropertyAPNGUnclampedDelayTime: CFString { "UnclampedDelayTime" }
/// Animated PNG (in the PNG dictionary): the width of the canvas, in pixels.
public var kCGImagePropertyAPNGCanvasPixelWidth: CFString { "CanvasPixelWidth" }
/// Animated PNG (in the PNG dictionary): the height of the canvas, in pixels.
public var kCGImagePropertyAPNGCanvasPixelHeight: CFString { "CanvasPixelHeight" }
/// Animated PNG (in the PNG dictionary): an array of dictionaries with the duration of each frame, in the properties of the file.
public var kCGImagePropertyAPNGFrameInfoArray: CFString { "FrameInfo" }
/// WebP: the number of repetitions of the animation, 0 for endless repetition.
public var kCGImagePropertyWebPLoopCount: CFString { "LoopCount" }
/// WebP: the duration of a frame in seconds. Values less than 0.011 count as 0.1.
public var kCGImagePropertyWebPDelayTime: CFString { "DelayTime" }
/// WebP: the duration of a frame in seconds, as stored in the file.
public var kCGImagePropertyWebPUnclampedDelayTime: CFString { "UnclampedDelayTime" }
/// WebP: the width of the canvas, in pixels.
public var kCGImagePropertyWebPCanvasPixelWidth: CFString { "CanvasPixelWidth" }
/// WebP: the height of the canvas, in pixels.
public var kCGImagePropertyWebPCanvasPixelHeight: CFString { "CanvasPixelHeight" }
/// WebP: an array of dictionaries with the duration of each frame, in the properties of the file.
public var kCGImagePropertyWebPFrameInfoArray: CFString { "FrameInfo" }
/// GIF: indicates whether there is a palette for all frames.
public var kCGImagePropertyGIFHasGlobalColorMap: CFString { "HasGlobalColorMap" }
/// PNG: the stored gamma.
public var kCGImagePropertyPNGGamma: CFString { "Gamma" }
/// PNG: 1 if rows are stored in seven passes, 0 otherwise.
public var kCGImagePropertyPNGInterlaceType: CFString { "InterlaceType" }
/// PNG: horizontal pixels per metre.
public var kCGImagePropertyPNGXPixelsPerMeter: CFString { "XPixelsPerMeter" }
/// PNG: vertical pixels per metre.
public var kCGImagePropertyPNGYPixelsPerMeter: CFString { "YPixelsPerMeter" }
/// PNG: the rendering intent of the sRGB chunk.
public var kCGImagePropertyPNGsRGBIntent: CFString { "sRGBIntent" }
/// JPEG: indicates whether the picture is stored in passes of increasing detail.
public var kCGImagePropertyJFIFIsProgressive: CFString { "IsProgressive" }
