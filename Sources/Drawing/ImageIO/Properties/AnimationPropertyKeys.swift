import CoreGraphics
import Foundation

// Keys of properties that only one format has, mainly for animation.

/// GIF: the number of repetitions of the animation, 0 for endless repetition.
public nonisolated(unsafe) let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// GIF: the duration of a frame in seconds. Values less than 0.011 count as 0.1.
public nonisolated(unsafe) let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// GIF: the duration of a frame in seconds, as stored in the file.
public nonisolated(unsafe) let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// GIF: the width of the canvas, in pixels.
public nonisolated(unsafe) let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// GIF: the height of the canvas, in pixels.
public nonisolated(unsafe) let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// GIF: an array of dictionaries with the duration of each frame, in the properties of the file.
public nonisolated(unsafe) let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfo"
/// Animated PNG (in the PNG dictionary): the number of repetitions of the animation, 0 for endless repetition.
public nonisolated(unsafe) let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// Animated PNG (in the PNG dictionary): the duration of a frame in seconds. Values less than 0.011 count as 0.1.
public nonisolated(unsafe) let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// Animated PNG (in the PNG dictionary): the duration of a frame in seconds, as stored in the file.
public nonisolated(unsafe) let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// Animated PNG (in the PNG dictionary): the width of the canvas, in pixels.
public nonisolated(unsafe) let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// Animated PNG (in the PNG dictionary): the height of the canvas, in pixels.
public nonisolated(unsafe) let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// Animated PNG (in the PNG dictionary): an array of dictionaries with the duration of each frame, in the properties of the file.
public nonisolated(unsafe) let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfo"
/// WebP: the number of repetitions of the animation, 0 for endless repetition.
public nonisolated(unsafe) let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// WebP: the duration of a frame in seconds. Values less than 0.011 count as 0.1.
public nonisolated(unsafe) let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// WebP: the duration of a frame in seconds, as stored in the file.
public nonisolated(unsafe) let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// WebP: the width of the canvas, in pixels.
public nonisolated(unsafe) let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// WebP: the height of the canvas, in pixels.
public nonisolated(unsafe) let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// WebP: an array of dictionaries with the duration of each frame, in the properties of the file.
public nonisolated(unsafe) let kCGImagePropertyWebPFrameInfoArray: CFString = "FrameInfo"
/// GIF: indicates whether there is a palette for all frames.
public nonisolated(unsafe) let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"
/// PNG: the stored gamma.
public nonisolated(unsafe) let kCGImagePropertyPNGGamma: CFString = "Gamma"
/// PNG: 1 if rows are stored in seven passes, 0 otherwise.
public nonisolated(unsafe) let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
/// PNG: horizontal pixels per metre.
public nonisolated(unsafe) let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
/// PNG: vertical pixels per metre.
public nonisolated(unsafe) let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"
/// PNG: the rendering intent of the sRGB chunk.
public nonisolated(unsafe) let kCGImagePropertyPNGsRGBIntent: CFString = "sRGBIntent"
/// JPEG: indicates whether the picture is stored in passes of increasing detail.
public nonisolated(unsafe) let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"
