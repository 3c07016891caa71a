import CoreGraphics
import Raster

/// Where an image stands on the device.
struct ImagePlace {
    let texture: Texture
    /// The texel of its first pixel.
    var x: Int32 = 0, y: Int32 = 0
}

/// Pixels that have to go over before the frame is drawn.
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

/// Images as textures: made when an image is first drawn, and freed when the image is. Small ones share pages, so that thousands of them
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
    /// Sides of an image that goes to a page, at most.
    private static let smallSide = 256

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var pages: [Page] = []
    private var frame: UInt64 = 1
    private(set) var uploads: [ImageUpload] = []
    private(set) var byteCount = 0
    let limit: Int
    let maximumSide: Int
    private let bin: TextureBin

    /// - Parameter limit: bytes of textures that are kept for images which the current frame does not show.
    init(limit: Int, maximumSide: Int, bin: TextureBin) { (self.limit, self.maximumSide, self.bin) = (limit, maximumSide, bin) }

    /// The texture of an image; nil where it has no room in one.
    /// - Parameter levels: whether its mip levels stand beside it: the first one to its right, the others below that.
    func place(of image: CGImage, levels: (() -> MipPyramid)?) -> ImagePlace? {
        let key = ObjectIdentifier(image)
        if let i = entries.index(forKey: key), entries.values[i].image === image, levels == nil || entries.values[i].hasLevels {
            if entries.values[i].used != frame {
                entries.values[i].used = frame
                if entries.values[i].page >= 0 { pages[entries.values[i].page].used = frame }
            }
            return entries.values[i].place
        }
        if let old = entries.removeValue(forKey: key) { forget(old) }
        return make(image, key, levels)
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
        let pyramid = levels?()
        let width = pyramid == nil ? image.width : image.width + (image.width + 1) / 2
        let height = max(image.height, pyramid?.levels.reduce(0) { $0 + $1.height } ?? 0)
        guard width <= maximumSide, height <= maximumSide else { return nil }
        makeRoom(width * height * 4)
        let texture = Texture(width: width, height: height, bin: bin)
        uploads.append(ImageUpload(texture: texture, x: 0, y: 0, source: .image(image)))
        if let pyramid {
            var y: Int32 = 0
            for (i, level) in pyramid.levels.enumerated() {
                uploads.append(ImageUpload(texture: texture, x: Int32(image.width), y: y, source: .level(pyramid, i)))
                y += Int32(level.height)
            }
        }
        let place = ImagePlace(texture: texture)
        byteCount += texture.byteCount
        entries[key] = Entry(image: image, place: place, hasLevels: levels != nil, used: frame, page: -1)
        return place
    }

    /// Pixels that only this frame shows.
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
            // The page that was not drawn from for longest begins anew; one that this frame draws from can't.
            guard let oldest = pages.indices.min(by: { pages[$0].used < pages[$1].used }), pages[oldest].used < frame else { return nil }
            entries = entries.filter { $0.value.page != oldest }
            pages[oldest].packer.removeAll()
        }
        let i = pages.count < Self.mostPages ? pages.count - 1 : pages.indices.min { pages[$0].used < pages[$1].used } ?? 0
        guard let at = pages[i].packer.place(width: width, height: height) else { return nil }
        pages[i].used = frame
        return (i, at)
    }

    private func forget(_ entry: Entry) { if entry.page < 0 { byteCount -= entry.place.texture.byteCount } }

    /// Drops what was not drawn for longest, but nothing that this frame draws.
    private func makeRoom(_ bytes: Int) {
        guard byteCount + bytes > limit else { return }
        let old = entries.filter { $0.value.page < 0 && $0.value.used < frame }.sorted { $0.value.used < $1.value.used }
        for (key, entry) in old where byteCount + bytes > limit {
            forget(entry)
            entries.removeValue(forKey: key)
        }
    }

    func removeUploads() { uploads.removeAll(keepingCapacity: true) }

    /// Frees the textures of images that are gone.
    func endFrame() {
        frame += 1
        // Looking at all costs; images mostly live long.
        guard frame % 16 == 0 || byteCount > limit / 2 else { return }
        for (key, entry) in entries where entry.image == nil {
            forget(entry)
            entries.removeValue(forKey: key)
        }
    }
}
