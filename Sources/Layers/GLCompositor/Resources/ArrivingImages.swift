import CoreGraphics
import Dispatch
import Raster
import Synchronization

/// A large image being uploaded to a texture: another thread decodes it and makes its mip levels, then the device uploads some rows in each
/// frame.
final class ArrivingImage: @unchecked Sendable {
    // Unchecked: the drawing thread owns everything; the other thread writes `pyramid` before it marks the image as ready.

    let image: CGImage
    /// The layer that waits for the image; 0 for none.
    let layer: UInt64
    let hasLevels: Bool
    let texture: Texture
    /// The image, and its mip levels if it has any.
    let parts: [ImagePart]
    /// True if another thread was asked to prepare the image.
    private(set) var hasBegun = false
    /// The progress of the upload: complete parts, and rows of the next one.
    var partsTaken = 0
    var rowsTaken = 0
    private var pyramid: MipPyramid?
    private let ready = Atomic<Bool>(false)

    init(_ image: CGImage, layer: UInt64, levels: Bool, texture: Texture) {
        (self.image, self.layer, hasLevels, self.texture) = (image, layer, levels, texture)
        parts = ImagePart.all(image, levels: levels)
    }

    /// True if the image's pixels are in memory.
    var isReady: Bool { ready.load(ordering: .acquiring) }

    /// Decodes the image on a queue.
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

    /// Calls `body` with the pixels of a part, from its first row on. The image must be ready.
    func withPixels(ofPart i: Int, _ body: (UnsafePointer<UInt32>, _ stride: Int) -> Void) {
        if i == 0 { return image.withPixels { body($0, image.width) } }
        guard let pyramid else { return }
        body(pyramid.levels[i - 1].pixels, pyramid.levels[i - 1].stride)
        withExtendedLifetime(pyramid) {}
    }
}

/// The availability of an image whose upload may be deferred.
enum ImageArrival {
    /// The image can be drawn.
    case there
    /// The upload is pending; the image that the layer showed before is available.
    case after(CGImage)
    /// The upload is pending, and there is no earlier image.
    case awaited
}

/// Images whose uploads frames do not wait for: the pending uploads, and the images shown until they are complete.
struct ArrivingImages {
    /// Images of at least this many bytes are uploaded over several frames.
    static let large = 1 << 20
    /// The number of bytes of smaller images that are uploaded in a frame; the others wait for the next frames.
    static let frameBudget = 4 << 20
    /// The maximum number of simultaneous uploads.
    private static let mostAtOnce = 2

    private struct Shown {
        var image: CGImage
        /// True if another image is pending, and this one is shown until then.
        var isStandIn: Bool
    }
    private(set) var all: [ArrivingImage] = []
    /// The large images of layers, as they were drawn last.
    private var shown: [UInt64: Shown] = [:]
    /// The number of bytes of small images uploaded in this frame.
    var sent = 0
    /// The number of times an image was not available; frames in which it grows must be drawn again.
    private(set) var missing = 0
    /// True if small images wait for the next frame.
    private(set) var hasPostponed = false

    var isEmpty: Bool { all.isEmpty && !hasPostponed }
    /// The images being uploaded.
    var current: ArraySlice<ArrivingImage> { all.prefix(Self.mostAtOnce) }

    /// Records that an available image is drawn.
    mutating func draws(_ image: CGImage, layer: UInt64) {
        guard layer != 0, image.width * image.height * 4 >= Self.large else { return }
        if let i = shown.index(forKey: layer), shown.values[i].image === image {
            shown.values[i].isStandIn = false
        } else {
            shown[layer] = Shown(image: image, isStandIn: false)
        }
    }

    /// Returns true if an image must not be uploaded in this frame, because of its size or the frame's budget.
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

    /// Returns the substitute for an image that is not available, and starts its upload if needed.
    /// - Parameter make: returns the texture for the upload; nil if there is no room for it.
    mutating func await(_ image: CGImage, layer: UInt64, levels: Bool, make: () -> Texture?) -> ImageArrival {
        missing += 1
        let isLarge = image.width * image.height * 4 >= Self.large
        // If a layer's images change faster than they are uploaded, the pending one is completed first.
        if isLarge, !all.contains(where: { $0.image === image || layer != 0 && $0.layer == layer }) {
            guard let texture = make() else { return .there }
            all.append(ArrivingImage(image, layer: layer, levels: levels, texture: texture))
        }
        guard layer != 0, let i = shown.index(forKey: layer) else { return .awaited }
        shown.values[i].isStandIn = true
        return .after(shown.values[i].image)
    }

    /// Removes an image whose upload is complete.
    mutating func remove(_ arrived: ArrivingImage) {
        all.removeAll { $0 === arrived }
        // The image is shown until the one that the layer now requests is available.
        if arrived.layer != 0 { shown[arrived.layer] = Shown(image: arrived.image, isStandIn: true) }
    }

    mutating func beginFrame() {
        sent = 0
        hasPostponed = false
    }

    /// Releases images that have no other references. Once no upload is pending, substitutes have been replaced, or their layers are gone.
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
