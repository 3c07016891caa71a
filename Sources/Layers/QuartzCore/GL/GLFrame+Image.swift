#if GPU
import CoreGraphics
import OpenGLES

extension GLFrame: DeferredPixelSource {
    package func write(_ pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) { read(into: pixels) }

    /// The frame as an image. Its pixels are read back when they are first accessed. A compositor whose context shares with the frame's
    /// group finds the texture in `deferredSource`.
    package var image: CGImage? { CGImage(width: width, height: height, isOpaque: isOpaque, deferring: self) }
}
#endif
