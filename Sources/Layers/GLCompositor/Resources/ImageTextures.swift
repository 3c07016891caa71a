import CoreGraphics
import Raster

/// The place of an image on the device.
struct ImagePlace {
    let texture: Texture
    /// The texel of its first pixel.
    var x: Int32 = 0, y: Int32 = 0
}

/// Pixels that must be uploaded before the frame is drawn.
struct ImageUpload {
    enum Source {
        case image(CGImage)
        case surface(Surface)
        case level(MipPyramid, Int)
    }
    let texture: Texture
    let x: Int32, y: Int32
    let source: Source
}

/// The image, or one of its mip levels, in their texture: the first level is to the right of the image, the others are below that level.
struct ImagePart {
    let x: Int32, y: Int32
    let width: Int, height: Int
    var byteCount: Int { width * height * 4 }

    /// - Parameter levels: true to include all levels, down to one pixel.
    static func all(_ image: CGImage, levels: Bool) -> [ImagePart] {
        var parts = [ImagePart(x: 0, y: 0, width: image.width, height: image.height)]
        var (w, h, y) = (image.width, image.height, 0)
        while levels, w > 1 || h > 1 {
            (w, h) = (max(1, (w + 1) / 2), max(1, (h + 1) / 2))
            parts.append(ImagePart(x: Int32(image.width), y: Int32(y), width: w, height: h))
            y += h
        }
        return parts
    }
}

/// Images as textures: made when an image is first drawn, and freed when the image is. Small images share pages, so that thousands of them
/// are drawn in one run.
final class ImageTextures {
    private struct Entry {
        weak var image: CGImage?
        let place: ImagePlace
        let hasLevels: Bool
        var used: UInt64
        /// Index of its page, or -1.
        let page: Int
    }
    private struct Page {
        let texture: Texture
        var packer = ShelfPacker(side: ImageTextures.pageSide)
        var used: UInt64 = 0
    }
    private static let pageSide = 2048
    private static let mostPages = 4
    /// The maximum side of an image that is stored in a page.
    private static let smallSide = 256

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var pages: [Page] = []
    private var frame: UInt64 = 1
    /// The last lookup in this frame: consecutive ops often have the same image.
    private var last: (image: CGImage, place: ImagePlace, hasLevels: Bool)?
    private(set) var uploads: [ImageUpload] = []
    private(set) var byteCount = 0
    let limit: Int
    let maximumSide: Int
    private let bin: TextureBin
    /// Images whose uploads may be deferred; nil if every frame must be complete.
    private(set) var arriving: ArrivingImages?

    /// - Parameter limit: the maximum size, in bytes, of textures kept for images that the current frame does not show.
    /// - Parameter waits: true if a frame is complete, however long its uploads take; false if large images are uploaded over several
    ///   frames.
    init(limit: Int, maximumSide: Int, waits: Bool, bin: TextureBin) {
        (self.limit, self.maximumSide, self.bin) = (limit, maximumSide, bin)
        if !waits { arriving = ArrivingImages() }
    }

    /// Returns the texture of an image; nil if there is no room for it.
    /// - Parameter levels: makes the mip levels to be stored beside the image: the first one to its right, the others below that; nil for
    ///   none.
    func place(of image: CGImage, levels: (() -> MipPyramid)?) -> ImagePlace? {
        if let place = found(image, levels: levels != nil) { return place }
        let key = ObjectIdentifier(image)
        if let old = entries.removeValue(forKey: key) { forget(old) }
        return make(image, key, levels)
    }

    /// Returns the existing texture of an image.
    private func found(_ image: CGImage, levels: Bool) -> ImagePlace? {
        if let last, last.image === image, last.hasLevels || !levels { return last.place }
        guard let i = entries.index(forKey: ObjectIdentifier(image)), entries.values[i].image === image,
            entries.values[i].hasLevels || !levels
        else { return nil }
        if entries.values[i].used != frame {
            entries.values[i].used = frame
            if entries.values[i].page >= 0 { pages[entries.values[i].page].used = frame }
        }
        last = (image, entries.values[i].place, entries.values[i].hasLevels)
        return entries.values[i].place
    }

    /// Returns the availability of an image in this frame, and the image shown meanwhile.
    /// - Parameters:
    ///   - levels: true if its mip levels may be needed.
    ///   - layer: the layer whose contents the image is, or 0.
    func arrival(of image: CGImage, levels: Bool, layer: UInt64) -> ImageArrival {
        guard arriving != nil else { return .there }
        if found(image, levels: levels) != nil {
            arriving?.draws(image, layer: layer)
            return .there
        }
        guard arriving?.isPostponed(image) == true else { return .there }
        return arriving?.await(image, layer: layer, levels: levels) { [self] in
            let (width, height) = Self.size(image, levels: levels)
            guard width <= maximumSide, height <= maximumSide else { return nil }
            makeRoom(width * height * 4)
            return Texture(width: width, height: height, bin: bin)
        } ?? .there
    }

    /// Called when an image is completely in its texture.
    func arrived(_ image: ArrivingImage) {
        arriving?.remove(image)
        let key = ObjectIdentifier(image.image)
        if let old = entries.removeValue(forKey: key) { forget(old) }
        byteCount += image.texture.byteCount
        entries[key] = Entry(
            image: image.image, place: ImagePlace(texture: image.texture), hasLevels: image.hasLevels, used: frame, page: -1)
    }

    /// The number of times an image was not available.
    var missing: Int { arriving?.missing ?? 0 }

    /// True if uploads are pending.
    var isArriving: Bool { arriving?.isEmpty == false }
    /// The images being uploaded.
    var arrivingNow: ArraySlice<ArrivingImage> { arriving?.current ?? [] }
    /// True if small images wait for the next frame.
    var hasPostponed: Bool { arriving?.hasPostponed ?? false }

    func beginFrame() { arriving?.beginFrame() }

    /// Returns the size of the texture.
    private static func size(_ image: CGImage, levels: Bool) -> (width: Int, height: Int) {
        ImagePart.all(image, levels: levels).reduce((0, 0)) { (max($0.0, Int($1.x) + $1.width), max($0.1, Int($1.y) + $1.height)) }
    }

    private func make(_ image: CGImage, _ key: ObjectIdentifier, _ levels: (() -> MipPyramid)?) -> ImagePlace? {
        if levels == nil, image.width <= Self.smallSide, image.height <= Self.smallSide, !image.isShared,
            let (page, at) = placeOnPage(image.width, image.height)
        {
            let place = ImagePlace(texture: pages[page].texture, x: Int32(at.x), y: Int32(at.y))
            uploads.append(ImageUpload(texture: place.texture, x: place.x, y: place.y, source: .image(image)))
            entries[key] = Entry(image: image, place: place, hasLevels: false, used: frame, page: page)
            return place
        }
        let (width, height) = Self.size(image, levels: levels != nil)
        guard width <= maximumSide, height <= maximumSide else { return nil }
        makeRoom(width * height * 4)
        let texture = Texture(width: width, height: height, bin: bin)
        upload(image, to: texture, levels?())
        let place = ImagePlace(texture: texture)
        byteCount += texture.byteCount
        entries[key] = Entry(image: image, place: place, hasLevels: levels != nil, used: frame, page: -1)
        return place
    }

    private func upload(_ image: CGImage, to texture: Texture, _ pyramid: MipPyramid?) {
        for (i, part) in ImagePart.all(image, levels: pyramid != nil).enumerated() {
            let source = pyramid.flatMap { i > 0 ? ImageUpload.Source.level($0, i - 1) : nil } ?? .image(image)
            uploads.append(ImageUpload(texture: texture, x: part.x, y: part.y, source: source))
        }
    }

    /// Returns a texture of pixels that are used in this frame only.
    func place(of surface: Surface) -> ImagePlace? {
        guard surface.width > 0, surface.height > 0, surface.width <= maximumSide, surface.height <= maximumSide else { return nil }
        let texture = Texture(width: surface.width, height: surface.height, bin: bin)
        uploads.append(ImageUpload(texture: texture, x: 0, y: 0, source: .surface(surface)))
        return ImagePlace(texture: texture)
    }

    private func placeOnPage(_ width: Int, _ height: Int) -> (page: Int, at: (x: Int, y: Int))? {
        for i in pages.indices.reversed() {
            if let at = pages[i].packer.place(width: width, height: height) {
                pages[i].used = frame
                return (i, at)
            }
        }
        if pages.count < Self.mostPages {
            let texture = Texture(width: Self.pageSide, height: Self.pageSide, bin: bin)
            pages.append(Page(texture: texture))
        } else {
            // The least recently drawn page is reused, unless this frame draws from it.
            guard let oldest = pages.indices.min(by: { pages[$0].used < pages[$1].used }), pages[oldest].used < frame else { return nil }
            entries = entries.filter { $0.value.page != oldest }
            last = nil
            pages[oldest].packer.removeAll()
        }
        let i = pages.count < Self.mostPages ? pages.count - 1 : pages.indices.min { pages[$0].used < pages[$1].used } ?? 0
        guard let at = pages[i].packer.place(width: width, height: height) else { return nil }
        pages[i].used = frame
        return (i, at)
    }

    private func forget(_ entry: Entry) { if entry.page < 0 { byteCount -= entry.place.texture.byteCount } }

    /// Removes the least recently drawn images, except those of this frame.
    private func makeRoom(_ bytes: Int) {
        guard byteCount + bytes > limit else { return }
        let old = entries.filter { $0.value.page < 0 && $0.value.used < frame }.sorted { $0.value.used < $1.value.used }
        for (key, entry) in old where byteCount + bytes > limit {
            // `last` was used in this frame, so it is not removed.
            forget(entry)
            entries.removeValue(forKey: key)
        }
    }

    /// Releases all textures.
    func removeAll() {
        entries = [:]
        pages = []
        uploads = []
        last = nil
        if arriving != nil { arriving = ArrivingImages() }
        byteCount = 0
    }

    func removeUploads() { uploads.removeAll(keepingCapacity: true) }

    /// Frees the textures of images that no longer exist.
    func endFrame() {
        frame += 1
        last = nil
        arriving?.endFrame()
        // Checking all entries is expensive, and images are usually long-lived.
        guard frame % 16 == 0 || byteCount > limit / 2 else { return }
        for (key, entry) in entries where entry.image == nil {
            forget(entry)
            entries.removeValue(forKey: key)
        }
    }
}
