#if GPU
import Compositor
import Foundation
import OpenGLES
import Raster
import RenderTree

/// A window's buffers, in which a compositor presents its picture.
package protocol GLWindowSurface: AnyObject {
    /// Makes the window's context current on this thread.
    func makeCurrent() throws(GLError)
    /// In pixels.
    var size: (width: Int32, height: Int32) { get }
    /// The age of the next buffer: the number of frames since it was presented; 0 if its contents are unknown.
    var bufferAge: Int { get }
    /// Presents the buffer.
    /// - Parameter damage: the region that differs from the last frame, y down from the top.
    func swap(_ damage: ContiguousArray<DeviceRect>) throws(GLError)
}

/// Draws on a GPU by OpenGL ES 3. The picture is that of `BitmapCompositor` but for rounding (within 2 of 255 nearly everywhere, and 8 at
/// most).
///
/// The picture is a texture that is kept, so that a frame draws only the changes. `Encoder` converts the list to quads and few commands,
/// `Device` executes them.
package final class GLCompositor: FrameCompositor {
    private enum Place {
        case context(GLContext)
        case window(any GLWindowSurface)
    }
    private let place: Place
    private let device: Device
    private let pool: TargetPool
    private let images: ImageTextures
    private let imports: ImportedTextures
    private let ramps: RampTexture
    private let painter = OpPainter(CoverageMaker(.onScreen))
    private var encoder: Encoder?
    private var picture: Target?
    private var size: (width: Int, height: Int) = (0, 0)
    /// A copy of the picture in memory, made on request. `unread` is the part that is out of date.
    private var copy = Surface(width: 0, height: 0)
    private var unread = IntRect.empty
    /// The part that is being read into memory.
    private var reading = IntRect.empty
    private var isReading = false
    /// The damage drawn and not yet presented, and that of earlier frames in `history`, the newest first.
    private var unshown: ContiguousArray<DeviceRect> = []
    private var history: [ContiguousArray<DeviceRect>] = []
    private static let longestHistory = 4
    /// The regions that were drawn without images whose uploads are pending.
    private var unfinished: ContiguousArray<DeviceRect> = []
    /// The maximum size of kept image textures, in bytes.
    private static let imageBudget = 256 << 20
    package let info: GLInfo

    /// Draws into an offscreen picture that can be read.
    /// - Parameter waits: true if every frame is complete; false if large images are uploaded over several frames, as in a window.
    package convenience init(_ context: GLContext, waitsForImages waits: Bool = true) throws(GLError) {
        try self.init(.context(context), context.info, waits: waits)
    }

    /// Draws into a window. Call on the thread that will draw; the window's context is current from here on.
    package convenience init(_ window: any GLWindowSurface) throws(GLError) {
        try window.makeCurrent()
        guard let info = GLInfo() else { throw .noContext("the context does not respond") }
        try self.init(.window(window), info, waits: false)
    }

    private init(_ place: Place, _ info: GLInfo, waits: Bool) throws(GLError) {
        if info.major < 3 { throw .tooOld(info.version) }
        self.place = place
        self.info = info
        let bin = TextureBin()
        let programs: Programs
        switch place {
        case .context(let context):
            try context.makeCurrent()
            programs = .of(context)
        case .window: programs = Programs(ProgramCache(info))
        }
        device = try Device(programs: programs, bin: bin, info: info)
        pool = TargetPool(bin: bin)
        images = ImageTextures(limit: Self.imageBudget, maximumSide: info.maxTextureSize, waits: waits, bin: bin)
        imports = ImportedTextures(info: info, programs: programs, bin: bin)
        ramps = RampTexture(bin: bin)
    }

    deinit {
        guard (try? makeCurrent()) != nil else { return }
        encoder = nil
        picture = nil
        imports.close()
        // A context may outlive its compositors.
        images.removeAll()
        ramps.texture.free()
        pool.removeAll()
        device.close()
    }

    private func makeCurrent() throws(GLError) {
        switch place {
        case .context(let context): try context.makeCurrent()
        case .window(let window): try window.makeCurrent()
        }
    }

    package func resize(width: Int, height: Int) {
        size = (width, height)
        picture = nil
        history = []
        unshown = []
        unfinished = []
        (reading, isReading) = (.empty, false)
    }

    /// Returns the target of a frame and its encoder, created if needed.
    private func prepare() throws(CompositorFailure) -> (Target, Encoder) {
        if let picture, let encoder { return (picture, encoder) }
        guard size.width <= device.maximumSide, size.height <= device.maximumSide else {
            throw CompositorFailure("an image of \(size.width) x \(size.height) pixels exceeds the GPU's texture size limit")
        }
        let made = Target(
            bounds: IntRect(x: 0, y: 0, width: size.width, height: size.height),
            texture: Texture(width: max(1, size.width), height: max(1, size.height), bin: device.bin))
        picture = made
        copy = Surface(width: size.width, height: size.height)
        unread = made.bounds
        // A clip may be as large as the picture.
        var side = 2048
        while side < max(size.width, size.height), side < device.maximumSide { side *= 2 }
        if let encoder, encoder.atlas.side >= side { return (made, encoder) }
        let next = Encoder(
            painter: painter, atlas: CoverageAtlas(side: min(side, device.maximumSide)), images: images, ramps: ramps, pool: pool,
            target: made)
        next.flush = { [device, unowned next] in
            guard next.failure == nil else { return }
            do { try device.execute(next) } catch { next.failure = CompositorFailure("\(error)") }
        }
        next.importing = { [imports] in imports.picture(of: $0) }
        encoder = next
        return (made, next)
    }

    package func draw(_ list: DrawList, damage: ContiguousArray<DeviceRect>) throws(CompositorFailure) {
        do { try makeCurrent() } catch { throw CompositorFailure("\(error)") }
        let (picture, encoder) = try prepare()
        storageTime = device.storageTime
        device.beginFrame()
        encoder.beginFrame()
        images.beginFrame()
        let missing = images.missing
        let began = Self.now
        encoder.encode(list, damage: damage, into: picture)
        encodingTime = Self.now - began
        encoder.flush()
        (uploadingTime, takingTime) = (takingTime + device.uploadTime, 0)
        storageTime += device.storageTime
        encoder.atlas.endFrame()
        images.endFrame()
        imports.endFrame()
        pool.endFrame()
        device.empty()
        if let failure = encoder.failure { throw failure }
        if let error = GLContext.takeError() { throw CompositorFailure("\(error)") }
        do { try checkLoss() } catch { throw CompositorFailure("\(error)") }
        for r in damage { unread = unread.union(IntRect(r).intersection(picture.bounds)) }
        if case .window = place { unshown.append(contentsOf: damage) }
        if images.missing != missing { unfinished = Self.together(unfinished + damage) }
    }

    // MARK: Deferred images

    /// The time for uploads in a frame, in seconds.
    private static let uploadTime = 0.001

    package var isUploading: Bool { images.isArriving }

    package func continueUploads() -> ContiguousArray<DeviceRect> {
        guard images.isArriving, (try? makeCurrent()) != nil else { return [] }
        let began = Self.now, storage = device.storageTime, hasPostponed = images.hasPostponed
        let arrived = device.take(images.arrivingNow) { Self.now - began > Self.uploadTime }
        for image in arrived { images.arrived(image) }
        takingTime += Self.now - began - device.storageTime + storage
        guard hasPostponed || !arrived.isEmpty else { return [] }
        defer { unfinished = [] }
        return unfinished
    }

    /// The time for uploading the last frame's images, in seconds, without the allocation of their textures.
    package private(set) var uploadingTime = 0.0
    /// The driver's time for allocating textures, in seconds.
    package private(set) var storageTime = 0.0
    /// The part of `uploadingTime` spent in `continueUploads`, before the frame.
    private var takingTime = 0.0

    /// Returns a few rectangles that cover the given ones.
    private static func together(_ rects: ContiguousArray<DeviceRect>) -> ContiguousArray<DeviceRect> {
        guard rects.count > 16 else { return rects }
        return [
            rects.dropFirst().reduce(rects[0]) { DeviceRect(min($0.x0, $1.x0), min($0.y0, $1.y0), max($0.x1, $1.x1), max($0.y1, $1.y1)) }
        ]
    }

    /// The time from the start of the last frame until its commands were ready for the driver, in seconds.
    package private(set) var encodingTime = 0.0

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    package var drawing: DrawingWork { encoder?.drawing ?? DrawingWork() }
    /// The number of shader programs that were compiled, rather than taken from the user's cache.
    package var compiledPrograms: Int { device.compiledPrograms }
    /// The number of draw calls of the last frame.
    package var drawCalls: Int { device.drawCalls }
    /// The number of pictures that the processor has drawn since the start, of ops that the shaders don't support.
    package var picturesDrawn: Int { encoder?.picturesDrawn ?? 0 }

    // MARK: Pixels

    package func fetchPixels() throws(CompositorFailure) {
        do {
            try makeCurrent()
            fitCopy()
            try finishReading()
            if let picture, !unread.isEmpty { try device.read(picture, unread, into: copy) }
            try checkLoss()
            unread = .empty
        } catch { throw CompositorFailure("\(error)") }
    }

    package func withPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result {
        try? fetchPixels()
        return try withCopy(body)
    }

    package func beginReading() -> Bool {
        guard let picture, (try? makeCurrent()) != nil, (try? finishReading()) != nil else { return false }
        device.beginReading(picture, unread)
        reading = unread
        isReading = true
        unread = .empty
        return true
    }

    package func withReadPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result? {
        fitCopy()
        guard isReading, (try? makeCurrent()) != nil, (try? finishReading()) != nil else { return nil }
        isReading = false
        return try withCopy(body)
    }

    private func fitCopy() {
        if copy.width != size.width || copy.height != size.height { copy = Surface(width: size.width, height: size.height) }
    }

    private func withCopy<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result {
        defer { withExtendedLifetime(copy.buffer) {} }
        return try body(UnsafePointer(copy.pixels), copy.width, copy.height, copy.stride)
    }

    /// Waits for the pending read.
    private func finishReading() throws(GLError) {
        guard !reading.isEmpty else { return }
        let r = reading
        reading = .empty
        try device.finishReading(r, into: copy)
        try checkLoss()
    }

    private func checkLoss() throws(GLError) { if case .context(let context) = place, context.checkLoss() { throw .contextLost } }

    // MARK: Windows

    package func present() throws(CompositorFailure) {
        guard case .window(let window) = place, let picture else { return }
        do {
            try window.makeCurrent()
            let age = window.bufferAge, (width, height) = window.size
            // The region that the buffer lacks: everything if its contents are unknown, otherwise the damage since it was presented.
            var lacks: ContiguousArray<DeviceRect> = []
            if age >= 1, age <= history.count + 1 {
                lacks = unshown
                for frame in history.prefix(age - 1) { lacks.append(contentsOf: frame) }
            } else {
                lacks = [DeviceRect(0, 0, Int32(size.width), Int32(size.height))]
            }
            try device.show(picture, lacks.map { IntRect($0) }, width: width, height: height)
            try window.swap(unshown)
        } catch { throw CompositorFailure("\(error)") }
        history.insert(unshown, at: 0)
        if history.count > Self.longestHistory { history.removeLast() }
        unshown.removeAll(keepingCapacity: true)
    }
}
#endif
