import CoreGraphics
import Dispatch
import Raster
import Synchronization

/// A large image on its way to a texture: another thread decodes it and makes its mip levels, then the device takes some rows a frame.
final class ArrivingImage: @unchecked Sendable {
    // Unchecked: the thread that draws owns all; the other one writes `pyramid`, before it says that the image is ready.

    let image: CGImage
    /// The layer that waits for it; 0 for none.
    let layer: UInt64
    let hasLevels: Bool
    let texture: Texture
    /// The image, and its mip levels where it has them.
    let parts: [ImagePart]
    /// Whether another thread was asked to make it ready.
    private(set) var hasBegun = false
    /// What the device took: whole parts, and rows of the next one.
    var partsTaken = 0
    var rowsTaken = 0
    private var pyramid: MipPyramid?
    private let ready = Atomic<Bool>(false)

    init(_ image: CGImage, layer: UInt64, levels: Bool, texture: Texture) {
        (self.image, self.layer, hasLevels, self.texture) = (image, layer, levels, texture)
        parts = ImagePart.all(image, levels: levels)
    }

    /// Whether its pixels are in memory.
    var isReady: Bool { ready.load(ordering: .acquiring) }

    /// Has a thread bring its pixels into memory.
    func prepare(on queue: DispatchQueue) {
        hasBegun = true
        queue.async { [self] in
            image.withPixels { pixels in
                if hasLevels {
                    pyramid = MipPyramid.buildMip(pixels: pixels, width: image.width, height: image.height, stride: image.width)
                }
            }
            ready.store(true, ordering: .releasing)
        }
    }

    /// Rows of a part, from its first one, once it is ready.
    func withPixels(ofPart i: Int, _ body: (UnsafePointer<UInt32>, _ stride: Int) -> Void) {
        if i == 0 { return image.withPixels { body($0, image.width) } }
        guard let pyramid else { return }
        body(pyramid.levels[i - 1].pixels, pyramid.levels[i - 1].stride)
        withExtendedLifetime(pyramid) {}
    }
}

/// What large images become that frames do not wait for.
enum ImageArrival {
    /// It can be drawn.
    case there
    /// It is on its way; what its layer showed before is there.
    case after(CGImage)
    /// It is on its way.
    case awaited
}

/// Images that frames do not wait for: which are on their way, and what shows until they are there.
struct ArrivingImages {
    /// Images of so many bytes go over in several frames.
    static let large = 1 << 20
    /// So many bytes of smaller ones go over in a frame; the others in the next ones.
    static let frameBudget = 4 << 20
    /// On their way at the same time, at most.
    private static let mostAtOnce = 2

    private struct Shown {
        var image: CGImage
        /// Whether another one is on its way, until which it shows.
        var isStandIn: Bool
    }
    private(set) var all: [ArrivingImage] = []
    /// The large images of layers, as they were drawn last.
    private var shown: [UInt64: Shown] = [:]
    /// Bytes of small images that went over in this frame.
    var sent = 0
    /// How often something was not there; frames in which it grows have to be drawn again.
    private(set) var missing = 0
    /// Whether small ones wait for the next frame.
    private(set) var hasPostponed = false

    var isEmpty: Bool { all.isEmpty && !hasPostponed }
    /// Those that the device works on.
    var current: ArraySlice<ArrivingImage> { all.prefix(Self.mostAtOnce) }

    /// Notes that an image which is there is drawn.
    mutating func draws(_ image: CGImage, layer: UInt64) {
        guard layer != 0, image.width * image.height * 4 >= Self.large else { return }
        if let i = shown.index(forKey: layer), shown.values[i].image === image {
            shown.values[i].isStandIn = false
        } else {
            shown[layer] = Shown(image: image, isStandIn: false)
        }
    }

    /// Whether an image has to go over in several frames.
    mutating func isPostponed(_ image: CGImage) -> Bool {
        let bytes = image.width * image.height * 4
        if bytes >= Self.large { return true }
        if sent == 0 || sent + bytes <= Self.frameBudget {
            sent += bytes
            return false
        }
        hasPostponed = true
        return true
    }

    /// What shows of an image that is not there.
    /// - Parameter make: puts it on its way, where it is not and has to be; nil where it has no room.
    mutating func await(_ image: CGImage, layer: UInt64, levels: Bool, make: () -> Texture?) -> ImageArrival {
        missing += 1
        let isLarge = image.width * image.height * 4 >= Self.large
        // Of a layer whose images change faster than they arrive, the one that is on its way arrives first.
        if isLarge, !all.contains(where: { $0.image === image || layer != 0 && $0.layer == layer }) {
            guard let texture = make() else { return .there }
            all.append(ArrivingImage(image, layer: layer, levels: levels, texture: texture))
        }
        guard layer != 0, let i = shown.index(forKey: layer) else { return .awaited }
        shown.values[i].isStandIn = true
        return .after(shown.values[i].image)
    }

    /// Removes one that is there.
    mutating func remove(_ arrived: ArrivingImage) {
        all.removeAll { $0 === arrived }
        // It shows until the one that the layer asks for by now is there.
        if arrived.layer != 0 { shown[arrived.layer] = Shown(image: arrived.image, isStandIn: true) }
    }

    mutating func beginFrame() {
        sent = 0
        hasPostponed = false
    }

    /// Lets go of images that nobody has but this. Once nothing is on its way, what stood in has been drawn over, or its layer is gone.
    mutating func endFrame() {
        var gone: [UInt64] = []
        var i = shown.startIndex
        while i != shown.endIndex {
            if !shown.values[i].isStandIn || all.isEmpty, isKnownUniquelyReferenced(&shown.values[i].image) { gone.append(shown[i].key) }
            shown.formIndex(after: &i)
        }
        for key in gone { shown[key] = nil }
    }
}
