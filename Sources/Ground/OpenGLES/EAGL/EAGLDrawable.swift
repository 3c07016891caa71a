import Foundation

/// What a renderbuffer can be shown in: `CAEAGLLayer` of QuartzCore.
public protocol EAGLDrawable: AnyObject {
    /// How the storage of a renderbuffer is made: `kEAGLDrawablePropertyRetainedBacking` (a Bool) and `kEAGLDrawablePropertyColorFormat`.
    /// Counts at the next `renderbufferStorage(_:from:)`.
    var drawableProperties: [AnyHashable: Any]! { get set }
}

/// Whether what was drawn stays in the renderbuffer after it was presented. It always does here; on Apple's systems only where this is
/// true.
public let kEAGLDrawablePropertyRetainedBacking = "EAGLDrawablePropertyRetainedBacking"
/// The format of the renderbuffer's pixels: one of the constants `kEAGLColorFormat…`.
public let kEAGLDrawablePropertyColorFormat = "EAGLDrawablePropertyColorFormat"
/// 8 bits each of red, green, blue and alpha: the default.
public let kEAGLColorFormatRGBA8 = "EAGLColorFormat8888"
/// 5, 6 and 5 bits of red, green and blue; opaque.
public let kEAGLColorFormatRGB565 = "EAGLColorFormat565"
/// 8 bits each of red, green, blue and alpha; what shaders write is taken as linear light and stored as sRGB. OpenGL ES 3 only.
public let kEAGLColorFormatSRGBA8 = "EAGLColorFormatSRGBA8"

#if GPU
/// What stands behind a drawable: takes the frames that are presented. Any thread.
package protocol EAGLSurface: AnyObject, Sendable {
    /// The textures that its frames are in.
    var textures: GLTexturePool { get }
    /// Whether alpha counts.
    var isOpaque: Bool { get }
    /// Shows a frame, from a media time on or at once. False where nobody will see it any more.
    func present(_ frame: GLFrame, at time: Double?) -> Bool
}

/// A drawable that Agate has.
package protocol EAGLSurfaceDrawable: EAGLDrawable {
    var surface: any EAGLSurface { get }
    /// In pixels.
    var surfaceSize: (width: Int, height: Int) { get }
}
#endif
