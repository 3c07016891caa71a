import AgateDiagnostics
import CoreGraphics

/// The memory for one frame, which is drawn in place and then presented. It is not copied on the way to the layer.
///
/// Only one thread at a time may draw. A drawable that is released without being presented shows nothing, and its memory becomes free
/// again.
public final class FrameDrawable: Sendable {
    /// The size in pixels.
    public let width: Int, height: Int
    private let queue: FrameQueue
    private let memory: Locked<DrawableMemory?>

    init(_ queue: FrameQueue, _ memory: DrawableMemory) {
        self.queue = queue
        width = memory.width
        height = memory.height
        self.memory = Locked(memory)
    }

    /// Calls `body` with the pixels, 0xAARRGGBB with colour multiplied by alpha, in rows of `stride` pixels from the top. The pointer is
    /// valid during the call. Returns nil without a call after the drawable has been presented.
    @discardableResult
    public func withPixels<Result>(
        _ body: (_ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result? {
        guard let memory = memory.withLock({ $0 }) else { return nil }
        defer { withExtendedLifetime(memory) {} }
        return try body(memory.pixels, width, height, width)
    }

    /// Shows the drawable as soon as possible.
    /// - Returns: As ``present(at:)``.
    @discardableResult
    public func present() -> Bool { send(nil) }

    /// Shows the drawable from a time of the layer on, in seconds. It can't be drawn into after it is presented.
    /// - Returns: False, and nothing is shown, if it has been presented before, the queue is full or the time is undefined.
    @discardableResult
    public func present(at time: CFTimeInterval) -> Bool { send(time) }

    private func send(_ time: CFTimeInterval?) -> Bool {
        let taken = memory.withLock { memory in
            defer { memory = nil }
            return memory
        }
        guard let taken, let image = CGImage(width: width, height: height, sharing: taken.pixels, of: taken) else { return false }
        return queue.enqueue(image, at: time)
    }
}

/// The pixels of a drawable, retained while they are drawn, pending or shown.
final class DrawableMemory: @unchecked Sendable {
    // Unchecked: only the exclusive owner of a drawable writes. Once it is an image, its pixels are not written until all owners have
    // released it.
    let width: Int, height: Int
    let pixels: UnsafeMutablePointer<UInt32>

    init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
        pixels = .allocate(capacity: width * height)
        pixels.initialize(repeating: 0, count: width * height)
    }

    deinit { pixels.deallocate() }
}

/// A bounded number of reusable memory blocks.
struct DrawablePool {
    var limit = 3
    private var all: [DrawableMemory] = []

    /// Returns a block without other owners; nil if the limit is reached and all are in use.
    mutating func take(_ width: Int, _ height: Int) -> DrawableMemory? {
        // Release free blocks of another size, or more than the limit.
        var index = 0
        while index < all.count {
            let isFree = isKnownUniquelyReferenced(&all[index])
            if isFree, all[index].width != width || all[index].height != height || all.count > limit {
                all.remove(at: index)
            } else if isFree {
                return all[index]
            } else {
                index += 1
            }
        }
        guard all.count < limit else { return nil }
        let new = DrawableMemory(width, height)
        all.append(new)
        return new
    }
}
