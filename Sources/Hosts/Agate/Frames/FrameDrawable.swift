import AgateDiagnostics
import CoreGraphics

/// Memory for one frame, drawn in place and then presented: no copy is made on the way to the layer.
///
/// One thread at a time draws. A drawable that is let go without being presented shows nothing, and its memory is free again.
public final class FrameDrawable: Sendable {
    /// In pixels.
    public let width: Int, height: Int
    private let queue: FrameQueue
    private let memory: Locked<DrawableMemory?>

    init(_ queue: FrameQueue, _ memory: DrawableMemory) {
        self.queue = queue
        width = memory.width
        height = memory.height
        self.memory = Locked(memory)
    }

    /// The pixels, 0xAARRGGBB with colour multiplied by alpha, rows of `stride` pixels from the top. Valid during the call. Nil, and no
    /// call, after the drawable has been presented.
    @discardableResult
    public func withPixels<Result>(
        _ body: (_ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result? {
        guard let memory = memory.withLock({ $0 }) else { return nil }
        defer { withExtendedLifetime(memory) {} }
        return try body(memory.pixels, width, height, width)
    }

    /// Shows it as soon as possible.
    /// - Returns: as ``present(at:)``.
    @discardableResult
    public func present() -> Bool { send(nil) }

    /// Shows it from a time of the layer on, in seconds. Once presented it can't be drawn any more.
    /// - Returns: false, and nothing shows, where it has been presented before, the queue is full or the time is undefined.
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

/// The pixels of a drawable. Whoever draws, waits or shows holds it.
final class DrawableMemory: @unchecked Sendable {
    // Unchecked: who holds a drawable alone writes; once it is an image nobody does, until all have let go.
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

/// A bounded number of memories, used over and over.
struct DrawablePool {
    var limit = 3
    private var all: [DrawableMemory] = []

    /// One that nobody holds; nil where as many as there may be are held.
    mutating func take(_ width: Int, _ height: Int) -> DrawableMemory? {
        // Free ones of another size, or too many, go.
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
