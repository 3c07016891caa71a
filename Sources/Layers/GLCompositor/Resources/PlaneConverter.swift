#if GPU
import Compositor
import CoreGraphics
import OpenGLES

/// Converts pictures in planes to textures of the compositor on the GPU, by `PlaneColors`, to the same bytes as on the processor. Converts
/// each picture once. The compositor's context must be current in all calls.
final class PlaneConverter {
    private struct Program {
        let name: GLuint
        let first, second, kind: GLint
    }
    private struct PlaneTexture {
        var name: GLuint = 0
        var width = 0, height = 0, bytes = 0
    }
    private let programs: Programs
    private let bin: TextureBin
    private let isSoftware: Bool
    private var program: Program?
    private var hasFailed = false
    /// The textures for the planes' upload, reused for each picture.
    private var planes = [PlaneTexture](repeating: PlaneTexture(), count: 3)
    private let display: GLDisplay?
    private let canImport: Bool
    /// Textures that no picture uses any more.
    private var free: [Texture] = []
    private static let mostFree = 4

    init(programs: Programs, info: GLInfo, bin: TextureBin) {
        (self.programs, self.bin, isSoftware) = (programs, bin, info.isSoftware)
        display = GLDisplay.current()
        canImport = info.extensions.contains("GL_OES_EGL_image")
    }

    /// Returns a texture with the converted picture; nil if the device can't convert it.
    func texture(of picture: PlanarPicture) -> Texture? {
        guard !hasFailed else { return nil }
        if program == nil {
            do {
                let made = try programs.converting()
                program = Program(
                    name: made.name, first: glGetUniformLocation(made.name, "first"), second: glGetUniformLocation(made.name, "second"),
                    kind: glGetUniformLocation(made.name, "kind"))
            } catch {
                // The processor converts.
                hasFailed = true
                return nil
            }
        }
        guard let program else { return nil }
        _ = GLContext.takeError()
        let texture = take(picture.width, picture.height)
        guard bindPlanes(of: picture), draw(picture, program, into: texture), GLContext.takeError() == nil else { return nil }
        if isSoftware { glFinish() }
        return texture
    }

    /// Returns a texture that is no longer shown. Commands that read it were issued before the next ones that draw into it.
    func put(back texture: Texture) { if free.count < Self.mostFree { free.append(texture) } }

    /// Frees all resources.
    func close() {
        free = []
        for plane in planes where plane.name != 0 { bin.add(plane.name, 0) }
        planes = planes.map { _ in PlaneTexture() }
    }

    private func take(_ width: Int, _ height: Int) -> Texture {
        if let i = free.lastIndex(where: { $0.width == width && $0.height == height }) { return free.remove(at: i) }
        free.removeAll()
        let texture = Texture(width: width, height: height, bin: bin)
        glActiveTexture(GLenum(GL_TEXTURE0))
        glGenTextures(1, &texture.name)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), GLsizei(width), GLsizei(height))
        Device.setNearest()
        return texture
    }

    // MARK: Planes

    private func bindPlanes(of picture: PlanarPicture) -> Bool {
        if let buffers = picture.memory.buffers, importPlanes(of: picture, buffers) { return true }
        return picture.memory.withPlanes { pointers in
            glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), 0)
            for (i, size) in PlanarPicture.planes(picture.layout, picture.width, picture.height).enumerated() {
                upload(i, size, pointers[i], picture.strides[i])
            }
        }
    }

    private func upload(_ i: Int, _ size: (width: Int, height: Int, bytes: Int), _ pixels: UnsafeRawPointer, _ stride: Int) {
        let kind = GLenum(GL_TEXTURE_2D), format = GLenum(size.bytes == 1 ? GL_RED : size.bytes == 2 ? GL_RG : GL_RGBA)
        let (width, height) = (GLsizei(size.width), GLsizei(size.height))
        glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(i))
        if planes[i].width != size.width || planes[i].height != size.height || planes[i].bytes != size.bytes || planes[i].name == 0 {
            if planes[i].name != 0 { glDeleteTextures(1, &planes[i].name) }
            planes[i] = PlaneTexture(width: size.width, height: size.height, bytes: size.bytes)
            glGenTextures(1, &planes[i].name)
            glBindTexture(kind, planes[i].name)
            glTexStorage2D(kind, 1, GLenum(size.bytes == 1 ? GL_R8 : size.bytes == 2 ? GL_RG8 : GL_RGBA8), width, height)
            Device.setNearest()
        } else {
            glBindTexture(kind, planes[i].name)
        }
        if stride % size.bytes == 0 {
            glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(stride / size.bytes))
            glTexSubImage2D(kind, 0, 0, 0, width, height, format, GLenum(GL_UNSIGNED_BYTE), pixels)
            glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
        } else {
            for y in 0..<size.height {
                glTexSubImage2D(kind, 0, 0, GLint(y), width, 1, format, GLenum(GL_UNSIGNED_BYTE), pixels + y * stride)
            }
        }
    }

    /// Imports the planes as textures without a copy. Returns false if the driver can't; the planes are then mapped.
    private func importPlanes(of picture: PlanarPicture, _ buffers: [PlaneBuffer]) -> Bool {
        guard canImport, let display, display.extensions.contains("EGL_EXT_image_dma_buf_import") else { return false }
        for (i, size) in PlanarPicture.planes(picture.layout, picture.width, picture.height).enumerated() {
            // Channels in memory order, as in uploaded planes: one, two or four bytes per sample.
            let code: UInt32 = size.bytes == 1 ? 0x2020_3852 : size.bytes == 2 ? 0x3838_5247 : 0x3432_4241
            guard
                let image = GLImage(
                    buffer: buffers[i].descriptor, width: size.width, height: size.height, fourCC: code, offset: buffers[i].offset,
                    stride: picture.strides[i], on: display)
            else { return false }
            if planes[i].name != 0 { glDeleteTextures(1, &planes[i].name) }
            planes[i] = PlaneTexture()
            glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(i))
            glGenTextures(1, &planes[i].name)
            glBindTexture(GLenum(GL_TEXTURE_2D), planes[i].name)
            guard image.attach() else { return false }
            Device.setNearest()
        }
        return true
    }

    // MARK: Drawing

    private func draw(_ picture: PlanarPicture, _ program: Program, into texture: Texture) -> Bool {
        if texture.framebuffer == 0 {
            glGenFramebuffers(1, &texture.framebuffer)
            glBindFramebuffer(GLenum(GL_FRAMEBUFFER), texture.framebuffer)
            glFramebufferTexture2D(
                GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
        }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), texture.framebuffer)
        guard glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE) else { return false }
        glViewport(0, 0, GLsizei(picture.width), GLsizei(picture.height))
        glDisable(GLenum(GL_BLEND))
        glDisable(GLenum(GL_SCISSOR_TEST))
        glBindVertexArray(0)
        glUseProgram(program.name)
        let colors = picture.colors
        glUniform4i(program.first, colors.luma * 16, colors.black, colors.redFromRed, colors.blueFromBlue)
        glUniform4i(program.second, colors.greenFromRed, colors.greenFromBlue, picture.isCentered ? 1 : 0, picture.isOpaque ? 1 : 0)
        glUniform1i(program.kind, picture.layout.rawValue)
        glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        return true
    }

    static let fragment = """
        #version 300 es
        precision highp float;
        precision highp int;
        uniform highp sampler2D t0;
        uniform highp sampler2D t1;
        uniform highp sampler2D t2;
        // Factors and black; factors of green, whether samples of colour are centred, whether alpha counts as 1.
        uniform ivec4 first;
        uniform ivec4 second;
        uniform int kind;
        out vec4 result;
        \(PlanarPicture.Layout.definitions)

        // Both differences.
        ivec2 sampleAt(ivec2 p, ivec2 most) {
            p = clamp(p, ivec2(0), most);
            vec2 s = kind == PLANES_BIPLANAR ? texelFetch(t1, p, 0).rg : vec2(texelFetch(t1, p, 0).r, texelFetch(t2, p, 0).r);
            return ivec2(s * 255.0 + 0.5);
        }

        void main() {
            ivec2 p = ivec2(gl_FragCoord.xy);
            vec4 c = texelFetch(t0, p, 0);
            if (kind == PLANES_BGRA || kind == PLANES_RGBA) {
                if (kind == PLANES_RGBA) c = c.bgra;
                result = second.w == 1 ? vec4(c.rgb, 1.0) : vec4(min(c.rgb, c.a), c.a);
                return;
            }
            ivec2 most = textureSize(t1, 0) - 1, i = p / 2, odd = p - i * 2;
            // Of 4: three parts of the nearer row; across three and one, or two halves, or one alone.
            ivec2 near = second.z == 1 ? ivec2(3, 1) : odd.x == 1 ? ivec2(2, 2) : ivec2(4, 0);
            int side = second.z == 1 && odd.x == 0 ? -1 : 1, other = odd.y == 1 ? 1 : -1;
            ivec2 uv = ivec2(0);
            for (int row = 0; row < 2; row++) {
                int y = row == 0 ? i.y : clamp(i.y + other, 0, most.y);
                ivec2 line = near.x * sampleAt(ivec2(i.x, y), most) + near.y * sampleAt(ivec2(i.x + side, y), most);
                uv += row == 0 ? 3 * line : line;
            }
            uv -= 2048;
            int l = (int(c.r * 255.0 + 0.5) - first.y) * first.x + 32768;
            ivec3 bgr = ivec3(l + first.w * uv.x, l + second.x * uv.y + second.y * uv.x, l + first.z * uv.y) >> 16;
            result = vec4(vec3(clamp(bgr, 0, 255)) / 255.0, 1.0);
        }
        """
}
#endif
