import CoreGraphics
import Raster

/// Memory on the device. It is allocated when it is first used there, and freed with the object.
final class Texture {
    enum Format {
        /// Premultiplied colours of four bytes.
        case pixels
        /// Four integers of 16 bits: intermediate sums.
        case words
    }
    let width: Int
    let height: Int
    let format: Format
    /// The device's name of the texture; 0 before it is allocated.
    var name: UInt32 = 0
    /// The framebuffer for drawing into the texture; 0 until it is needed.
    var framebuffer: UInt32 = 0
    private let bin: TextureBin

    init(width: Int, height: Int, format: Format = .pixels, bin: TextureBin) {
        (self.width, self.height, self.format, self.bin) = (width, height, format, bin)
    }

    var byteCount: Int { width * height * (format == .pixels ? 4 : 8) }

    deinit { free() }

    /// Frees the memory before the object is released; if used again, it is allocated again.
    func free() {
        if name != 0 || framebuffer != 0 { bin.add(name, framebuffer) }
        (name, framebuffer) = (0, 0)
    }
}

/// The layout of texels in an imported texture.
enum TexelLayout: UInt8, CaseIterable {
    /// From the top down, colours no brighter than their alpha, as in all textures of the compositor.
    case own
    /// GL's: the first row is the lowest.
    case upwards
    /// The same, with colours that must be clamped to their alpha.
    case upwardsUnclamped
}

/// A picture that is already in a texture.
struct ImportedPicture {
    let texture: Texture
    let layout: TexelLayout
}

/// Names of textures that are no longer in use; the device frees them when its context is current.
final class TextureBin {
    private(set) var textures: [UInt32] = []
    private(set) var framebuffers: [UInt32] = []

    func add(_ texture: UInt32, _ framebuffer: UInt32) {
        if texture != 0 { textures.append(texture) }
        if framebuffer != 0 { framebuffers.append(framebuffer) }
    }

    func removeAll() {
        textures.removeAll(keepingCapacity: true)
        framebuffers.removeAll(keepingCapacity: true)
    }
}

/// An area of device pixels on a texture, as a target of drawing. The texture may be larger.
final class Target {
    let bounds: IntRect
    let texture: Texture

    init(bounds: IntRect, texture: Texture) { (self.bounds, self.texture) = (bounds, texture) }
}

/// Textures to draw into, kept for the next frame, since consecutive frames need the same sizes.
final class TargetPool {
    private struct Free {
        let texture: Texture
        let frame: Int
    }
    private var free: [Free] = []
    private var frame = 0
    private let bin: TextureBin
    /// The number of frames for which an unused texture is kept.
    private static let patience = 60
    private static let grain = 64

    init(bin: TextureBin) { self.bin = bin }

    /// Returns a target with undefined contents.
    func take(_ bounds: IntRect, _ format: Texture.Format = .pixels) -> Target {
        func rounded(_ n: Int) -> Int { (max(1, n) + Self.grain - 1) / Self.grain * Self.grain }
        let w = rounded(bounds.width), h = rounded(bounds.height)
        if let i = free.lastIndex(where: { $0.texture.width == w && $0.texture.height == h && $0.texture.format == format }) {
            return Target(bounds: bounds, texture: free.remove(at: i).texture)
        }
        return Target(bounds: bounds, texture: Texture(width: w, height: h, format: format, bin: bin))
    }

    /// Returns a target to the pool. Earlier commands may still read it; later ones may write it.
    func give(_ target: Target) { free.append(Free(texture: target.texture, frame: frame)) }

    func removeAll() { free.removeAll() }

    func endFrame() {
        frame += 1
        free.removeAll { frame - $0.frame > Self.patience }
    }
}
