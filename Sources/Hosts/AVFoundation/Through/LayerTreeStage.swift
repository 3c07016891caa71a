import AgateDiagnostics
import Agate
import CoreGraphics
import QuartzCore
import RenderTree

/// A tree of layers, some of which show the frames of a composition. Used by one thread at a time.
final class LayerTreeStage {
    private let host: OffscreenHost
    private let layers: [CALayer]
    private let source = FrameSource()
    /// The stage for frames that are shown without the tree.
    private lazy var plain = TrackStage(size: host.size, scale: host.scale)

    /// The columns of each row in which layers are, as last drawn without a film.
    private var columns: [Range<Int>] = []
    /// The rows that were drawn since.
    private var stale = 0..<0
    /// The state of commits when the tree was last checked, and the result.
    private var checked: (commits: Int, isFilmBelow: Bool)?

    init(_ root: CALayer, showing layers: [CALayer], size: CGSize, scale: CGFloat) {
        self.layers = layers
        // The origin is at the lower left, and the film's time is media time, from 0 on.
        host = OffscreenHost(size: size, scale: scale, geometryFlipped: false, layer: root)
        host.perform { for layer in layers { layer.showPictures(of: source) } }
    }

    // Here and above changes are committed by the host: the thread may have no run loop.
    deinit { host.perform { for layer in layers { layer.showPictures(of: nil) } } }

    func draw(_ image: CGImage?, at time: Double, processes: Bool) -> Painted {
        guard processes else { return plain.draw(image) }
        source.set(image)
        return painted(at: time)
    }

    /// Draws the layers alone. Returns nil if the film does not show below all of them in the whole frame.
    func drawOver(at time: Double) -> Painted? {
        guard isFilmBelow else { return nil }
        source.set(nil)
        let painted = painted(at: time)
        // Callbacks may have changed the tree.
        guard isFilmBelow else { return nil }
        findColumns(painted)
        return painted
    }

    /// Calls `body` with the layers that were drawn alone.
    func withCover<Result>(_ painted: Painted, _ body: (PlaneMixer.Cover) throws -> Result) rethrows -> Result {
        try painted.withPixels { try body(PlaneMixer.Cover(pixels: $0, columns: columns)) }
    }

    /// True if a film in the tree's layer shows unchanged in the whole frame, below everything else.
    var isFilmBelow: Bool {
        let commits = host.work.layersCommitted
        if let checked, checked.commits == commits { return checked.isFilmBelow }
        let holds = layers.count == 1 && host.scale == 1 && FilmBelow.holds(layers[0], in: host.layer, size: host.size)
        checked = (commits, holds)
        return holds
    }

    private func painted(at time: Double) -> Painted {
        let painted = Painted(host, at: time)
        stale = PlaneMixer.union(stale, painted.rows)
        return painted
    }

    private func findColumns(_ painted: Painted) {
        painted.withPixels { frame in
            if columns.isEmpty {
                columns = Array(repeating: 0..<0, count: frame.height)
                stale = 0..<frame.height
            }
            for y in stale.clamped(to: 0..<frame.height) {
                let row = frame.pixels + y * frame.stride
                var first = 0, end = frame.width
                while first < end, row[first] == 0 { first += 1 }
                while end > first, row[end - 1] == 0 { end -= 1 }
                columns[y] = first..<end
            }
            stale = 0..<0
        }
    }

    /// The frame that is being drawn.
    private final class FrameSource: PictureSource {
        private let image = Locked<CGImage?>(nil)
        let notifier = PictureNotifier()
        var followsLayerTime: Bool { false }

        func set(_ new: CGImage?) {
            let isSame = image.withLock { image in
                defer { image = new }
                return image == nil && new == nil
            }
            if !isSame { notifier.notify() }
        }
        // Each frame is another one.
        func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double) {
            image.withLock { ($0, $0 == nil ? .infinity : time) }
        }
    }
}
