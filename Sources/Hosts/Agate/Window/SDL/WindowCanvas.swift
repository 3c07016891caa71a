#if Windows
import CSDL2
import CSDLLoader
import CoreGraphics
import RenderTree

/// The memory whose pixels a window shows.
struct WindowCanvas {
    let base: UnsafeMutableRawPointer
    let pitch: Int
    let width: Int
    let height: Int
    /// SDL's number of the format; nil if a pixel is 0xXXRRGGBB.
    private let format: UInt32?
    private let bytesPerPixel: Int

    /// The memory of an SDL surface; nil if it has no pixels.
    init?(_ surface: UnsafeMutablePointer<SDL_Surface>) {
        guard let pixels = surface.pointee.pixels, let format = surface.pointee.format?.pointee else { return nil }
        base = pixels
        pitch = Int(surface.pointee.pitch)
        width = Int(surface.pointee.w)
        height = Int(surface.pointee.h)
        bytesPerPixel = Int(format.BytesPerPixel)
        let isPlain = format.BytesPerPixel == 4 && format.Rmask == 0xFF_0000 && format.Gmask == 0xFF00 && format.Bmask == 0xFF
        self.format = isPlain ? nil : format.format
    }

    /// Rows without gaps, of pixels 0xXXRRGGBB.
    init(_ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int) {
        (base, pitch, self.width, self.height, format, bytesPerPixel) = (UnsafeMutableRawPointer(pixels), width * 4, width, height, nil, 4)
    }

    /// Copies a rectangle of a picture to the same position; nil if the rectangle is completely outside the canvas.
    func copy(_ rect: DeviceRect, from pixels: UnsafePointer<UInt32>, _ width: Int, _ height: Int) -> SDL_Rect? {
        let x0 = max(0, Int(rect.x0)), x1 = min(Int(rect.x1), width, self.width)
        let y0 = max(0, Int(rect.y0)), y1 = min(Int(rect.y1), height, self.height)
        guard x0 < x1, y0 < y1 else { return nil }
        let target = base + y0 * pitch + x0 * bytesPerPixel
        if let format {
            SDL_ConvertPixels(
                Int32(x1 - x0), Int32(y1 - y0), SDL_PIXELFORMAT_ARGB8888.rawValue, pixels + y0 * width + x0, Int32(width * 4), format,
                target, Int32(pitch))
        } else {
            for y in 0..<(y1 - y0) { memcpy(target + y * pitch, pixels + (y0 + y) * width + x0, (x1 - x0) * 4) }
        }
        return SDL_Rect(x: Int32(x0), y: Int32(y0), w: Int32(x1 - x0), h: Int32(y1 - y0))
    }

    /// Fills the area that the picture does not cover with black, for example briefly after the window grew.
    func fill(outside width: Int, _ height: Int) {
        if self.width > width || self.height > height { memset(base, 0, pitch * self.height) }
    }

    var bounds: SDL_Rect { SDL_Rect(x: 0, y: 0, w: Int32(width), h: Int32(height)) }
}
#endif
