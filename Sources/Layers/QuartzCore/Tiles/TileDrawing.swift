import AgateDiagnostics
import CoreGraphics
import Dispatch
import RenderTree

/// A request to draw a tile.
///
/// Unchecked: everything except the layer and the picture is constant, or accessed on the layer's thread only. The layer is passed to one
/// worker, which does nothing with it except call `draw(in:)` (programs allow that by using the class). It is retained separately and
/// released on the layer's thread, so that it is never deallocated on a worker.
final class TileRequest: @unchecked Sendable {
    let key: TileKey
    let rect: CGRect
    let scale: Double
    let isFlipped: Bool
    let isOpaque: Bool
    let format: ContentsFormat
    let store: ObjectIdentifier
    private let layer: Unmanaged<CATiledLayer>
    private let queue: CallbackQueue
    /// Written by the worker, read after its message.
    private var image: CGImage?
    /// True if a part of the tile has become invalid in the meantime: the picture is shown, but drawn again.
    var isOutdated = false

    init(_ key: TileKey, of layer: CATiledLayer, _ grid: TileGrid, queue: CallbackQueue) {
        self.key = key
        rect = grid.drawnRect(key)
        scale = grid.scale(key.level)
        isFlipped = grid.isFlipped
        isOpaque = grid.isOpaque
        format = grid.format
        store = ObjectIdentifier(layer.tileStore)
        self.layer = .passRetained(layer)
        self.queue = queue
    }

    /// Draws the tile on a worker.
    fileprivate func work() {
        image = draw()
        queue.post {
            let layer = self.layer.takeRetainedValue()
            layer.tileStore.accept(self, self.image, of: layer)
            self.image = nil
        }
    }

    /// A separate function, so that no reference to the layer outlives it on the worker.
    @inline(never)
    private func draw() -> CGImage? {
        let layer = layer.takeUnretainedValue()
        let image = Self.draw(layer, rect, scale: scale, isFlipped: isFlipped, isOpaque: isOpaque, format)
        if TransactionThread.current.level > 0 {
            Diagnostic.reportOnce(
                "tiles.tree-changed", key: "\(type(of: layer))",
                "\(type(of: layer)): draw(in:) changed layers, but a tiled layer draws on background threads"
            )
            CATransaction.flush()
        }
        return image
    }

    /// Releases the layer without drawing. The caller holds another reference to the layer.
    func giveUp() { layer.release() }

    /// Calls `draw(in:)` for a rectangle of the layer's space. Returns nil if nothing was drawn.
    static func draw(
        _ layer: CATiledLayer, _ rect: CGRect, scale: Double, isFlipped: Bool, isOpaque: Bool, _ format: ContentsFormat
    ) -> CGImage? {
        // Whole pixels except for rounding. The context's own edges are the clip box.
        let w = (rect.width * scale).rounded(), h = (rect.height * scale).rounded()
        guard w >= 1, h >= 1, w <= TileGrid.sideLimit, h <= TileGrid.sideLimit else { return nil }
        let ctm = CGAffineTransform(a: scale, b: 0, c: 0, d: isFlipped ? -scale : scale, tx: 0, ty: isFlipped ? h : 0)
        guard let context = CGContext(width: Int(w), height: Int(h), ctm: ctm, hasHalfFloats: format == .rgba16Float) else { return nil }
        context.saveGState()
        context.translateBy(x: -rect.minX, y: -rect.minY)
        layer.draw(in: context)
        context.restoreGState()
        guard context.hasDrawn else { return nil }
        if isOpaque {
            context.setBlendMode(.destinationOver)
            context.setFillColor(.black)
            context.fill(CGRect(origin: .zero, size: rect.size))
        }
        return context.takeContents(format)
    }
}

/// The threads that draw tiles, for all layers: one fewer than the machine has processors, at most four.
final class TilePool: Sendable {
    static let shared = TilePool()

    private struct State {
        var waiting: [TileRequest] = []
        var next = 0
        var workers = 0
    }
    private let state = Locked(State())
    private let threads = DispatchQueue(label: "agate.tiles", qos: .utility, attributes: .concurrent)
    private let limit = max(1, min(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1))

    /// Enqueues requests in this order, after the pending ones.
    func submit(_ requests: [TileRequest]) {
        guard !requests.isEmpty else { return }
        let started = state.withLock { state in
            state.waiting.append(contentsOf: requests)
            let more = min(limit - state.workers, requests.count)
            state.workers += max(0, more)
            return more
        }
        for _ in 0..<max(0, started) { threads.async { self.work() } }
    }

    /// Removes and returns the requests of a store that have not started.
    func withdraw(_ store: ObjectIdentifier) -> [TileRequest] {
        state.withLock { state in
            let taken = state.waiting[state.next...].filter { $0.store == store }
            state.waiting = state.waiting[state.next...].filter { $0.store != store }
            state.next = 0
            return Array(taken)
        }
    }

    private func work() {
        while let request = take() { request.work() }
    }

    private func take() -> TileRequest? {
        state.withLock { state in
            guard state.next < state.waiting.count else {
                state.waiting = []
                state.next = 0
                state.workers -= 1
                return nil
            }
            let request = state.waiting[state.next]
            state.next += 1
            return request
        }
    }
}
