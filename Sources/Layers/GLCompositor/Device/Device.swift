#if GPU
import CoreGraphics
import Dispatch
import OpenGLES
import Raster

/// Executes a frame's commands on an OpenGL ES 3 context, which must be current. Owns the resources shared between frames: the shaders, the
/// quads' buffer, the parameters and the coverage atlas.
final class Device {
    private static let atlasUnit = FrameCommands.slots
    private static let paramsUnit = FrameCommands.slots + 1

    private let programs: Programs
    private var nothing: GLuint = 0
    private var vertexArray: GLuint = 0
    private var quads: GLuint = 0
    private var params: GLuint = 0
    private var paramsRows = 0
    private var atlas: GLuint = 0
    private var atlasSide = 0
    /// A pixel buffer of the driver for reading pictures; its size in bytes is `packingSize`.
    private var packing: GLuint = 0
    private var packingSize = 0
    let bin: TextureBin
    let maximumSide: Int
    /// True for Mesa's llvmpipe (22.3), which reads textures before its threads have drawn into them unless the caller waits.
    private let isSoftware: Bool
    /// The number of draw calls of the last frame.
    private(set) var drawCalls = 0
    /// The upload time of the last frame's images, in seconds.
    private(set) var uploadTime = 0.0
    /// The driver's time for allocating textures since the last frame began, in seconds.
    private(set) var storageTime = 0.0
    /// The queue on which large images are decoded.
    private let preparing = DispatchQueue(label: "agate.image-decoding")
    /// The number of bytes uploaded between two checks of the time.
    private static let bytesAtOnce = 1 << 20

    init(programs: Programs, bin: TextureBin, info: GLInfo) throws(GLError) {
        self.programs = programs
        self.bin = bin
        maximumSide = info.maxTextureSize
        isSoftware = info.isSoftware
        glGenVertexArrays(1, &vertexArray)
        glGenBuffers(1, &quads)
        glGenTextures(1, &params)
        glGenTextures(1, &atlas)
        glDisable(GLenum(GL_DITHER))
        glDisable(GLenum(GL_DEPTH_TEST))
        glDisable(GLenum(GL_CULL_FACE))
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
        glBindVertexArray(vertexArray)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), quads)
        for field in InstanceField.allCases {
            glEnableVertexAttribArray(field.rawValue)
            glVertexAttribDivisor(field.rawValue, 1)
        }
        makeNothing()
        if let error = GLContext.takeError() { throw error }
    }

    var compiledPrograms: Int { programs.compiled }

    /// Frees all resources; the context must be current.
    func close() {
        glDeleteVertexArrays(1, &vertexArray)
        glDeleteBuffers(1, &quads)
        glDeleteBuffers(1, &packing)
        glDeleteTextures(1, &params)
        glDeleteTextures(1, &atlas)
        glDeleteTextures(1, &nothing)
        empty()
    }

    /// Frees the textures that are no longer in use.
    func empty() {
        if !bin.framebuffers.isEmpty { glDeleteFramebuffers(GLsizei(bin.framebuffers.count), bin.framebuffers) }
        if !bin.textures.isEmpty { glDeleteTextures(GLsizei(bin.textures.count), bin.textures) }
        bin.removeAll()
    }

    // MARK: Textures

    private func make(_ texture: Texture) {
        guard texture.name == 0 else { return }
        let began = DispatchTime.now().uptimeNanoseconds
        defer { storageTime += Double(DispatchTime.now().uptimeNanoseconds - began) * 1e-9 }
        glGenTextures(1, &texture.name)
        bind(texture.name, unit: 0)
        let format = texture.format == .pixels ? GL_RGBA8 : GL_RGBA16UI
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(format), side(texture.width), side(texture.height))
        Self.setNearest()
    }

    /// Returns a side that is not a power of two: software rasterisers compile a separate shader for each combination of textures with and
    /// without such sides.
    private func side(_ n: Int) -> GLsizei { GLsizei(n & (n - 1) == 0 && n < maximumSide ? n + 1 : n) }

    /// Makes a placeholder for the unused texture units of a run.
    private func makeNothing() {
        glGenTextures(1, &nothing)
        bind(nothing, unit: 0)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), side(2), side(2))
        Self.setNearest()
    }

    /// Sets nearest filtering for the bound texture: texels are fetched individually.
    static func setNearest(_ kind: GLenum = GLenum(GL_TEXTURE_2D)) {
        glTexParameteri(kind, GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
        glTexParameteri(kind, GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
        glTexParameteri(kind, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
        glTexParameteri(kind, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    }

    private func bind(_ texture: GLuint, unit: Int) {
        glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
    }

    /// Returns a framebuffer for drawing into a texture.
    func framebuffer(of texture: Texture) -> GLuint {
        if texture.framebuffer != 0 { return texture.framebuffer }
        make(texture)
        glGenFramebuffers(1, &texture.framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), texture.framebuffer)
        glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
        return texture.framebuffer
    }

    // MARK: Uploads

    private func upload(_ encoder: Encoder) {
        if !encoder.images.uploads.isEmpty {
            let began = DispatchTime.now().uptimeNanoseconds, storage = storageTime
            for each in encoder.images.uploads { upload(each) }
            encoder.images.removeUploads()
            uploadTime += Double(DispatchTime.now().uptimeNanoseconds - began) * 1e-9 - storageTime + storage
        }
        for (row, ramp) in encoder.ramps.uploads {
            make(encoder.ramps.texture)
            bind(encoder.ramps.texture.name, unit: 0)
            put(0, row, RampTexture.width, 1, stride: RampTexture.width, ramp.colors)
        }
        encoder.ramps.removeUploads()
        upload(encoder.atlas)
        upload(encoder.commands.params)
    }

    private func upload(_ image: ImageUpload) {
        make(image.texture)
        bind(image.texture.name, unit: 0)
        switch image.source {
        case .image(let picture):
            picture.withPixels(ofRows: 0..<picture.height) {
                put(image.x, image.y, picture.width, picture.height, stride: picture.width, $0)
            }
        case .surface(let surface):
            put(image.x, image.y, surface.width, surface.height, stride: surface.stride, UnsafePointer(surface.pixels))
            withExtendedLifetime(surface) {}
        case .level(let pyramid, let i):
            let level = pyramid.levels[i]
            put(image.x, image.y, level.width, level.height, stride: level.stride, level.pixels)
        }
    }

    private func put(_ x: Int32, _ y: Int32, _ width: Int, _ height: Int, stride: Int, _ pixels: UnsafeRawPointer) {
        glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(stride))
        glTexSubImage2D(
            GLenum(GL_TEXTURE_2D), 0, x, y, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), pixels)
        glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
    }

    // MARK: Deferred images

    /// Continues images that another thread prepares; returns those that are completely uploaded.
    /// - Parameter isLate: returns true if this frame has no more time for uploads.
    func take(_ images: ArraySlice<ArrivingImage>, until isLate: () -> Bool) -> [ArrivingImage] {
        images.filter { image in
            if !image.hasBegun { image.prepare(on: preparing) }
            return image.isReady && !isLate() && take(image, until: isLate)
        }
    }

    /// Uploads a part of an image. Returns true if the texture is complete.
    private func take(_ image: ArrivingImage, until isLate: () -> Bool) -> Bool {
        if image.texture.name == 0 {
            // Some drivers clear the texture, which may take the whole time of a frame.
            make(image.texture)
            return false
        }
        bind(image.texture.name, unit: 0)
        while image.partsTaken < image.parts.count {
            if isLate() { return false }
            let part = image.parts[image.partsTaken], row = image.rowsTaken
            let rows = min(part.height - row, max(1, Self.bytesAtOnce / (part.width * 4)))
            image.withPixels(ofPart: image.partsTaken) { pixels, stride in
                put(part.x, part.y + Int32(row), part.width, rows, stride: stride, pixels + row * stride)
            }
            image.rowsTaken += rows
            if image.rowsTaken == part.height { (image.partsTaken, image.rowsTaken) = (image.partsTaken + 1, 0) }
        }
        return true
    }

    private func upload(_ coverage: CoverageAtlas) {
        let kind = GLenum(GL_TEXTURE_2D_ARRAY)
        glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(Self.atlasUnit))
        glBindTexture(kind, atlas)
        if atlasSide != coverage.side {
            if atlasSide != 0 {
                glDeleteTextures(1, &atlas)
                glGenTextures(1, &atlas)
                glBindTexture(kind, atlas)
            }
            atlasSide = coverage.side
            glTexStorage3D(kind, 1, GLenum(GL_R8), GLsizei(atlasSide), GLsizei(atlasSide), GLsizei(CoverageAtlas.layers))
            Self.setNearest(kind)
        }
        glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(atlasSide))
        coverage.takeChanges { layer, r, bytes in
            glTexSubImage3D(
                kind, 0, r.x0, r.y0, GLint(layer), GLsizei(r.width), GLsizei(r.height), 1, GLenum(GL_RED), GLenum(GL_UNSIGNED_BYTE), bytes)
        }
        glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
    }

    private func upload(_ numbers: ContiguousArray<SIMD4<Float>>) {
        bind(params, unit: Self.paramsUnit)
        let width = FrameCommands.paramsWidth, rows = (numbers.count + width - 1) / width
        if rows > paramsRows || paramsRows == 0 {
            // A texture's storage can't grow.
            glDeleteTextures(1, &params)
            glGenTextures(1, &params)
            bind(params, unit: Self.paramsUnit)
            paramsRows = max(8, rows + rows / 2)
            glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA32F), GLsizei(width), GLsizei(paramsRows))
            Self.setNearest()
        }
        let whole = numbers.count / width, rest = numbers.count % width
        numbers.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            func put(_ y: Int, _ w: Int, _ h: Int) {
                glTexSubImage2D(
                    GLenum(GL_TEXTURE_2D), 0, 0, GLint(y), GLsizei(w), GLsizei(h), GLenum(GL_RGBA), GLenum(GL_FLOAT), base + y * width * 16)
            }
            if whole > 0 { put(0, width, whole) }
            if rest > 0 { put(whole, rest, 1) }
        }
    }

    // MARK: Commands

    /// Executes an encoder's commands. Its parameters are kept; its quads and commands are consumed.
    func execute(_ encoder: Encoder) throws(GLError) {
        guard !encoder.commands.list.isEmpty else { return }
        upload(encoder)
        glBindVertexArray(vertexArray)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), quads)
        encoder.commands.instances.withUnsafeBytes {
            glBufferData(GLenum(GL_ARRAY_BUFFER), GLsizeiptr($0.count), $0.baseAddress, GLenum(GL_STREAM_DRAW))
        }
        glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(Self.atlasUnit))
        glBindTexture(GLenum(GL_TEXTURE_2D_ARRAY), atlas)
        bind(params, unit: Self.paramsUnit)
        var last: Target?
        for command in encoder.commands.list {
            if isSoftware, last !== command.target {
                glFinish()
                last = command.target
            }
            switch command {
            case .clear(let target, let r, let color): clear(target, r, color)
            case .copy(let source, let r, let target): copy(source, r, target)
            case .draw(let run): try draw(run)
            }
        }
        encoder.commands.removeCommands()
    }

    func beginFrame() { (drawCalls, uploadTime, storageTime) = (0, 0, 0) }

    private func clear(_ target: Target, _ r: IntRect, _ color: UInt32) {
        guard !r.isEmpty else { return }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer(of: target.texture))
        glEnable(GLenum(GL_SCISSOR_TEST))
        glScissor(r.x0 - target.bounds.x0, r.y0 - target.bounds.y0, GLsizei(r.width), GLsizei(r.height))
        func part(_ shift: UInt32) -> GLfloat { GLfloat(color >> shift & 255) / 255 }
        glClearColor(part(0), part(8), part(16), part(24))
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        glDisable(GLenum(GL_SCISSOR_TEST))
    }

    private func copy(_ source: Target, _ r: IntRect, _ target: Target) {
        let r = r.intersection(source.bounds).intersection(target.bounds)
        guard !r.isEmpty else { return }
        let (from, to) = (framebuffer(of: source.texture), framebuffer(of: target.texture))
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), from)
        glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), to)
        let p = r.offset(-source.bounds.x0, -source.bounds.y0), q = r.offset(-target.bounds.x0, -target.bounds.y0)
        glBlitFramebuffer(p.x0, p.y0, p.x1, p.y1, q.x0, q.y0, q.x1, q.y1, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
    }

    private func draw(_ run: Run) throws(GLError) {
        let program = try programs.program(run.program)
        let texture = run.target.texture
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer(of: texture))
        glViewport(0, 0, GLsizei(texture.width), GLsizei(texture.height))
        glUseProgram(program.name)
        let b = run.target.bounds
        glUniform4f(program.target, GLfloat(b.x0), GLfloat(b.y0), 2 / GLfloat(texture.width), 2 / GLfloat(texture.height))
        glUniform2i(program.origin, b.x0, b.y0)
        for (unit, texture) in run.textures.enumerated() {
            make(texture)
            bind(texture.name, unit: unit)
        }
        if run.program != .solid { for unit in run.textures.count..<FrameCommands.slots { bind(nothing, unit: unit) } }
        switch run.mode {
        case .over:
            glEnable(GLenum(GL_BLEND))
            glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        case .add:
            glEnable(GLenum(GL_BLEND))
            glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE))
        case .replace, .write: glDisable(GLenum(GL_BLEND))
        }
        let stride = GLsizei(MemoryLayout<Instance>.stride), start = run.first * MemoryLayout<Instance>.stride
        func at(_ offset: Int) -> UnsafeRawPointer? { UnsafeRawPointer(bitPattern: start + offset) }
        glVertexAttribIPointer(InstanceField.rect.rawValue, 4, GLenum(GL_SHORT), stride, at(0))
        glVertexAttribIPointer(InstanceField.kinds.rawValue, 4, GLenum(GL_UNSIGNED_BYTE), stride, at(8))
        glVertexAttribPointer(InstanceField.color.rawValue, 4, GLenum(GL_UNSIGNED_BYTE), GLboolean(GL_TRUE), stride, at(12))
        glVertexAttribPointer(InstanceField.box.rawValue, 4, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, at(16))
        glVertexAttribPointer(InstanceField.more.rawValue, 4, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, at(32))
        glVertexAttribIPointer(InstanceField.refs.rawValue, 4, GLenum(GL_INT), stride, at(48))
        glDrawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(run.count))
        drawCalls += 1
    }

    // MARK: Presenting

    /// Copies rectangles of a picture to the window's buffer, whose rows go upwards. Pixels outside of the picture are black.
    func show(_ picture: Target, _ rects: [IntRect], width: Int32, height: Int32) throws(GLError) {
        let program = try programs.showing()
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
        if Int(width) > picture.bounds.width || Int(height) > picture.bounds.height {
            glClearColor(0, 0, 0, 1)
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        }
        make(picture.texture)
        bind(picture.texture.name, unit: 0)
        glUseProgram(program.name)
        glUniform1i(program.origin, height)
        glDisable(GLenum(GL_BLEND))
        glEnable(GLenum(GL_SCISSOR_TEST))
        glViewport(0, 0, width, height)
        for rect in rects {
            let r = rect.intersection(picture.bounds).intersection(IntRect(0, 0, width, height))
            if r.isEmpty { continue }
            glScissor(r.x0, height - r.y1, GLsizei(r.width), GLsizei(r.height))
            glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        }
        glDisable(GLenum(GL_SCISSOR_TEST))
    }

    // MARK: Reading back

    /// Reads device pixels of a target into memory, in the format 0xAARRGGBB.
    func read(_ target: Target, _ r: IntRect, into surface: Surface) throws(GLError) {
        guard !r.isEmpty else { return }
        glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), GLint(surface.stride))
        read(target, r, to: surface.pointer(x: Int(r.x0), y: Int(r.y0)))
        glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), 0)
        if let error = GLContext.takeError() { throw error }
    }

    private func read(_ target: Target, _ r: IntRect, to memory: UnsafeMutableRawPointer?) {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer(of: target.texture))
        glReadPixels(
            r.x0 - target.bounds.x0, r.y0 - target.bounds.y0, GLsizei(r.width), GLsizei(r.height), GLenum(GL_RGBA),
            GLenum(GL_UNSIGNED_BYTE), memory)
    }

    /// Starts a copy of a target's pixels to a buffer of the driver, without waiting for it.
    func beginReading(_ target: Target, _ r: IntRect) {
        guard !r.isEmpty else { return }
        let kind = GLenum(GL_PIXEL_PACK_BUFFER)
        if packing == 0 { glGenBuffers(1, &packing) }
        glBindBuffer(kind, packing)
        if packingSize < r.area * 4 {
            packingSize = r.area * 4
            glBufferData(kind, GLsizeiptr(packingSize), nil, GLenum(GL_STREAM_READ))
        }
        read(target, r, to: nil)
        glBindBuffer(kind, 0)
        glFlush()
    }

    /// Waits for the copy started by `beginReading`.
    func finishReading(_ r: IntRect, into surface: Surface) throws(GLError) {
        let kind = GLenum(GL_PIXEL_PACK_BUFFER)
        glBindBuffer(kind, packing)
        defer { glBindBuffer(kind, 0) }
        let memory = glMapBufferRange(kind, 0, GLsizeiptr(r.area * 4), GLbitfield(GL_MAP_READ_BIT))
        guard let memory else { throw GLContext.takeError() ?? .refused("the image can't be read back") }
        for row in 0..<r.height {
            UnsafeMutableRawPointer(surface.pointer(x: Int(r.x0), y: Int(r.y0) + row)).copyMemory(
                from: memory + row * r.width * 4, byteCount: r.width * 4)
        }
        glUnmapBuffer(kind)
        if let error = GLContext.takeError() { throw error }
    }
}
#endif
