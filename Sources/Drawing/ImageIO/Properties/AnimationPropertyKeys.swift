import CoreGraphics
import Foundation

// Keys of what only one format has: animation above all.

/// GIF: how often the animation is shown; 0: without end.
public var kCGImagePropertyGIFLoopCount: CFString { "LoopCount" }
/// GIF: seconds that a frame is shown; what is under 0.011 counts as 0.1.
public var kCGImagePropertyGIFDelayTime: CFString { "DelayTime" }
/// GIF: seconds that a frame is shown, as the file says.
public var kCGImagePropertyGIFUnclampedDelayTime: CFString { "UnclampedDelayTime" }
/// GIF: the width of the whole, in pixels.
public var kCGImagePropertyGIFCanvasPixelWidth: CFString { "CanvasPixelWidth" }
/// GIF: the height of the whole, in pixels.
public var kCGImagePropertyGIFCanvasPixelHeight: CFString { "CanvasPixelHeight" }
/// GIF: a dictionary with the delays of each frame, in the properties of the file.
public var kCGImagePropertyGIFFrameInfoArray: CFString { "FrameInfo" }
/// animated PNG (in the PNG dictionary): how often the animation is shown; 0: without end.
public var kCGImagePropertyAPNGLoopCount: CFString { "LoopCount" }
/// animated PNG (in the PNG dictionary): seconds that a frame is shown; what is under 0.011 counts as 0.1.
public var kCGImagePropertyAPNGDelayTime: CFString { "DelayTime" }
/// animated PNG (in the PNG dictionary): seconds that a frame is shown, as the file says.
public var kCGImagePropertyAPNGUnclampedDelayTime: CFString { "UnclampedDelayTime" }
/// animated PNG (in the PNG dictionary): the width of the whole, in pixels.
public var kCGImagePropertyAPNGCanvasPixelWidth: CFString { "CanvasPixelWidth" }
/// animated PNG (in the PNG dictionary): the height of the whole, in pixels.
public var kCGImagePropertyAPNGCanvasPixelHeight: CFString { "CanvasPixelHeight" }
/// animated PNG (in the PNG dictionary): a dictionary with the delays of each frame, in the properties of the file.
public var kCGImagePropertyAPNGFrameInfoArray: CFString { "FrameInfo" }
/// WebP: how often the animation is shown; 0: without end.
public var kCGImagePropertyWebPLoopCount: CFString { "LoopCount" }
/// WebP: seconds that a frame is shown; what is under 0.011 counts as 0.1.
public var kCGImagePropertyWebPDelayTime: CFString { "DelayTime" }
/// WebP: seconds that a frame is shown, as the file says.
public var kCGImagePropertyWebPUnclampedDelayTime: CFString { "UnclampedDelayTime" }
/// WebP: the width of the whole, in pixels.
public var kCGImagePropertyWebPCanvasPixelWidth: CFString { "CanvasPixelWidth" }
/// WebP: the height of the whole, in pixels.
public var kCGImagePropertyWebPCanvasPixelHeight: CFString { "CanvasPixelHeight" }
/// WebP: a dictionary with the delays of each frame, in the properties of the file.
public var kCGImagePropertyWebPFrameInfoArray: CFString { "FrameInfo" }
/// GIF: whether there is a palette for all frames.
public var kCGImagePropertyGIFHasGlobalColorMap: CFString { "HasGlobalColorMap" }
/// PNG: the stored gamma.
public var kCGImagePropertyPNGGamma: CFString { "Gamma" }
/// PNG: 1 where rows come in seven passes, 0 otherwise.
public var kCGImagePropertyPNGInterlaceType: CFString { "InterlaceType" }
/// PNG: pixels a metre from left to right.
public var kCGImagePropertyPNGXPixelsPerMeter: CFString { "XPixelsPerMeter" }
/// PNG: pixels a metre from top to bottom.
public var kCGImagePropertyPNGYPixelsPerMeter: CFString { "YPixelsPerMeter" }
/// PNG: the rendering intent beside the statement of sRGB.
public var kCGImagePropertyPNGsRGBIntent: CFString { "sRGBIntent" }
/// JPEG: whether the picture comes in passes of growing detail.
public var kCGImagePropertyJFIFIsProgressive: CFString { "IsProgressive" }
