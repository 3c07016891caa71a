import Foundation

/// An object in which a renderbuffer can be shown: `CAEAGLLayer` of QuartzCore.
public protocol EAGLDrawable: AnyObject {
    /// The properties of a renderbuffer's storage: `kEAGLDrawablePropertyRetainedBacking` (a Bool) and
    /// `kEAGLDrawablePropertyColorFormat`. They take effect at the next `renderbufferStorage(_:from:)`.
    var drawableProperties: [AnyHashable: Any]! { get set }
}

/// The key of a Boolean value that indicates whether the renderbuffer keeps its contents after it was presented. It always does here; on
/// Apple's systems only if this is true.
public let kEAGLDrawablePropertyRetainedBacking = "EAGLDrawablePropertyRetainedBacking"
/// The format of the renderbuffer's pixels: one of the constants `kEAGLColorFormat…`.
public let kEAGLDrawablePropertyColorFormat = "EAGLDrawablePropertyColorFormat"
/// 8 bits each of red, green, blue and alpha: the default.
public let kEAGLColorFormatRGBA8 = "EAGLColorFormat8888"
/// 5, 6 and 5 bits of red, green and blue; opaque.
public let kEAGLColorFormatRGB565 = "EAGLColorFormat565"
/// 8 bits each of red, green, blue and alpha. Shader output is treated as linear light and stored as sRGB. OpenGL ES 3 only.
public let kEAGLColorFormatSRGBA8 = "EAGLColorFormatSRGBA8"

#if GPU
/// The receiver of a drawable's presented frames. Any thread.
package protocol EAGLSurface: AnyObject, Sendable {
    /// The textures of its frames.
    var textures: GLTexturePool { get }
    /// True if alpha is ignored.
    var isOpaque: Bool { get }
    /// Shows a frame, from a media time on or immediately. Returns false if the frame can no longer be seen.
    func present(_ frame: GLFrame, at time: Double?) -> Bool
}

/// A drawable provided by Agate.
package protocol EAGLSurfaceDrawable: EAGLDrawable {
    var surface: any EAGLSurface { get }
    /// The size in pixels.
    var surfaceSize: (width: Int, height: Int) { get }
}
#endif
