#if GPU
import Compositor
import CoreGraphics
import OpenGLES

/// Frames that OpenGL ES drew elsewhere in the process, sampled without a copy: their textures become textures of the compositor's context,
/// which shares nothing else with them.
///
/// A sampled frame is kept until the GPU has finished with it; until then, its program can't draw into the texture.
final class ImportedTextures {
    private struct Entry {
        weak var image: CGImage?
        let frame: GLFrame
        let texture: Texture
    }
    /// The compositor's texture for a texture of a program, which is used for one frame after the other.
    private struct Twin {
        weak var original: GLPooledTexture?
        let texture: Texture
        var isOpaque: Bool?
    }
    /// Frames that are no longer shown, and a fence for the commands that read them.
    private struct Retired {
        var frames: [GLFrame]
        let fence: GLsync?
    }
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var twins: [ObjectIdentifier: Twin] = [:]
    private var retired: [Retired] = []
    /// Pictures in planes, converted to textures of the compositor.
    private struct Converted {
        weak var image: CGImage?
        /// Retained, so that the key is not reused.
        let picture: PlanarPicture
        let texture: Texture
    }
    private var converted: [ObjectIdentifier: Converted] = [:]
    private let converter: PlaneConverter
    private let display: EGLDisplay?
    private let canImport: Bool
    private let maximumSide: Int
    /// True for software rasterisers, which do not order drawing in one context before reading in another.
    private let isSoftware: Bool
    private let bin: TextureBin

    /// Creates the textures for the current context.
    init(info: GLInfo, programs: Programs, bin: TextureBin) {
        converter = PlaneConverter(programs: programs, info: info, bin: bin)
        display = eglGetCurrentDisplay()
        canImport = info.extensions.contains("GL_OES_EGL_image")
        maximumSide = info.maxTextureSize
        isSoftware = info.isSoftware
        self.bin = bin
    }

    /// Returns the texture of an image that is stored elsewhere; nil if its pixels must be read.
    func picture(of image: CGImage) -> ImportedPicture? {
        guard let source = image.deferredSource as AnyObject? else { return nil }
        if let planar = source as? PlanarPicture { return picture(of: image, planar) }
        guard canImport, let frame = source as? GLFrame else { return nil }
        let key = ObjectIdentifier(frame)
        if let entry = entries[key] { return Self.picture(entry) }
        guard let texture = texture(of: frame) else { return nil }
        if isSoftware { frame.wait() } else { frame.waitOnGPU() }
        let entry = Entry(image: image, frame: frame, texture: texture)
        entries[key] = entry
        return Self.picture(entry)
    }

    private func picture(of image: CGImage, _ planar: PlanarPicture) -> ImportedPicture? {
        let key = ObjectIdentifier(planar)
        if let known = converted[key] { return ImportedPicture(texture: known.texture, layout: .own) }
        guard max(planar.width, planar.height) <= maximumSide, let texture = converter.texture(of: planar) else { return nil }
        converted[key] = Converted(image: image, picture: planar, texture: texture)
        return ImportedPicture(texture: texture, layout: .own)
    }

    private static func picture(_ entry: Entry) -> ImportedPicture {
        ImportedPicture(texture: entry.texture, layout: entry.frame.isOpaque ? .upwards : .upwardsUnclamped)
    }

    private func texture(of frame: GLFrame) -> Texture? {
        // Texels of sRGB textures are returned as linear light, which the compositor does not use.
        guard frame.texture.format != .srgba8, frame.texture.group.root.display.handle == display else { return nil }
        let key = ObjectIdentifier(frame.texture)
        if let twin = twins[key], twin.original === frame.texture {
            if twin.isOpaque != frame.isOpaque {
                glBindTexture(GLenum(GL_TEXTURE_2D), twin.texture.name)
                setChannels(frame.isOpaque)
                twins[key]?.isOpaque = frame.isOpaque
            }
            return twin.texture
        }
        guard !frame.texture.group.root.isLost, let image = frame.texture.image() else { return nil }
        let texture = Texture(width: frame.width, height: frame.height, bin: bin)
        glActiveTexture(GLenum(GL_TEXTURE0))
        glGenTextures(1, &texture.name)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
        guard image.attach() else { return nil }
        Device.setNearest()
        setChannels(frame.isOpaque)
        twins[key] = Twin(original: frame.texture, texture: texture, isOpaque: frame.isOpaque)
        return texture
    }

    /// Sets the channel order of the compositor's own textures, for the bound texture.
    private func setChannels(_ isOpaque: Bool) {
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_SWIZZLE_R), GL_BLUE)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_SWIZZLE_B), GL_RED)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_SWIZZLE_A), isOpaque ? GL_ONE : GL_ALPHA)
    }

    /// Releases frames that are no longer shown and that the GPU has read. Call after the frame's commands.
    func endFrame() {
        for (key, each) in converted where each.image == nil {
            converter.put(back: each.texture)
            converted.removeValue(forKey: key)
        }
        if entries.isEmpty && twins.isEmpty && retired.isEmpty { return }
        while let first = retired.first, isOver(first) { drop(retired.removeFirst()) }
        var gone: [GLFrame] = []
        for (key, entry) in entries where entry.image == nil {
            gone.append(entry.frame)
            entries.removeValue(forKey: key)
        }
        if !gone.isEmpty {
            retired.append(Retired(frames: gone, fence: glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)))
            glFlush()
        }
        for (key, twin) in twins where twin.original == nil { twins.removeValue(forKey: key) }
    }

    private func isOver(_ retired: Retired) -> Bool {
        guard let fence = retired.fence else {
            glFinish()
            return true
        }
        return glClientWaitSync(fence, 0, 0) != GLenum(GL_TIMEOUT_EXPIRED)
    }

    private func drop(_ retired: Retired) { if let fence = retired.fence { glDeleteSync(fence) } }

    /// Waits until the GPU has finished all reads, and releases everything. The context must be current.
    func close() {
        if !entries.isEmpty || !retired.isEmpty { glFinish() }
        for each in retired { drop(each) }
        retired = []
        entries = [:]
        twins = [:]
        converted = [:]
        converter.close()
    }
}
#endif
