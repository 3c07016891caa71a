import AgateDiagnostics
import CoreGraphics
import QuartzCore
import RenderTree

/// The overlays of a window: records the costs of frames, and draws over a copy of the picture.
final class FrameOverlay: ContextMonitor, Sendable {
    struct Sample: Sendable {
        var time, seconds, budget: Double
    }

    private struct State {
        var kinds: WindowOverlays
        var samples: [Sample] = []
        /// True if the last copy had overlays, which the next picture does not contain.
        var hasDrawn = false
    }
    private let state: Locked<State>
    private static let mostSamples = 120

    init(_ kinds: WindowOverlays) { state = Locked(State(kinds: kinds)) }

    var kinds: WindowOverlays {
        get { state.withLock { $0.kinds } }
        set { state.withLock { $0.kinds = newValue } }
    }

    func committed(_ commit: Commit) {}
    func resized(_ viewport: Viewport) {}

    func painted(_ frame: FrameReport, _ renderer: Renderer) {
        state.withLock { state in
            let all = frame.evaluation + frame.painting + frame.presenting
            state.samples.append(Sample(time: frame.time, seconds: all, budget: frame.budget))
            if state.samples.count > Self.mostSamples { state.samples.removeFirst(state.samples.count - Self.mostSamples) }
        }
    }

    /// True if the whole picture must be copied again, because overlays are drawn over it, or were.
    var needsWholePicture: Bool { state.withLock { !$0.kinds.isEmpty || $0.hasDrawn } }

    /// Draws over a copy of the picture, in consecutive rows of `width` pixels.
    func draw(
        over pixels: UnsafeMutableBufferPointer<UInt32>, _ width: Int, _ height: Int, _ list: DrawList,
        _ damage: ContiguousArray<DeviceRect>
    ) {
        let (kinds, samples) = state.withLock { state in
            state.hasDrawn = !state.kinds.isEmpty
            return (state.kinds, state.samples)
        }
        OverlayPainter(pixels: pixels, width: width, height: height).draw(kinds, list, damage, samples)
    }
}

/// Draws overlays over pixels 0xAARRGGBB.
struct OverlayPainter {
    let pixels: UnsafeMutableBufferPointer<UInt32>
    let width: Int
    let height: Int

    func draw(_ kinds: WindowOverlays, _ list: DrawList, _ damage: ContiguousArray<DeviceRect>, _ samples: [FrameOverlay.Sample]) {
        for op in list.ops where !op.bounds.isEmpty {
            if kinds.contains(.blended), op.paints { fill(op.bounds, op.isBlended(in: list) ? 0xFF0000 : 0x00C800, 72) }
            if kinds.contains(.offscreen), op.isOffscreen { fill(op.bounds, 0xFFDC00, 100) }
            if kinds.contains(.images), let sampling = op.sampling(in: list) {
                if op.isMisaligned(in: list) {
                    fill(op.bounds, 0xFF00FF, 100)
                } else if sampling != (1, 1) {
                    fill(op.bounds, 0xFFE600, 100)
                }
            }
        }
        if kinds.contains(.damage) { for rect in damage { fill(rect, 0xFFD600, 110) } }
        if kinds.contains(.fps) { graph(samples) }
    }

    /// - Parameter alpha: The opacity, of 256.
    func fill(_ rect: DeviceRect, _ color: UInt32, _ alpha: UInt32) {
        let x0 = max(0, Int(rect.x0)), x1 = min(width, Int(rect.x1)), y0 = max(0, Int(rect.y0)), y1 = min(height, Int(rect.y1))
        guard x0 < x1, y0 < y1, let base = pixels.baseAddress else { return }
        let red = (color >> 16 & 255) * alpha, green = (color >> 8 & 255) * alpha, blue = (color & 255) * alpha, rest = 256 - alpha
        for y in y0..<y1 {
            let row = base + y * width
            for x in x0..<x1 {
                let p = row[x]
                let r = (p >> 16 & 255) * rest + red, g = (p >> 8 & 255) * rest + green, b = (p & 255) * rest + blue
                row[x] = 0xFF00_0000 | (r >> 8) << 16 | (g >> 8) << 8 | b >> 8
            }
        }
    }

    // MARK: Frame times

    private static let barWidth = 2, graphHeight = 40, margin = 8

    /// Draws a bar for each frame; below them, the number of frames in the last second and the time of the newest frame.
    private func graph(_ samples: [FrameOverlay.Sample]) {
        let columns = 120 * Self.barWidth, left = Self.margin, top = Self.margin
        let box = DeviceRect(Int32(left - 4), Int32(top - 4), Int32(left + columns + 4), Int32(top + Self.graphHeight + 20))
        fill(box, 0x000000, 190)
        let budget = samples.last.map { $0.budget.isFinite ? $0.budget : 1.0 / 60 } ?? 1.0 / 60
        let bottom = top + Self.graphHeight
        // The budget is the middle of the graph.
        for (place, sample) in samples.suffix(120).enumerated() {
            let tall = min(Self.graphHeight, max(1, Int((sample.seconds / budget * Double(Self.graphHeight) / 2).rounded())))
            let x = left + place * Self.barWidth
            let color: UInt32 = sample.seconds > budget ? 0xFF4040 : sample.seconds > budget / 2 ? 0xFFC800 : 0x40E060
            fill(DeviceRect(Int32(x), Int32(bottom - tall), Int32(x + Self.barWidth - 1), Int32(bottom)), color, 255)
        }
        let middle = Int32(bottom - Self.graphHeight / 2)
        fill(DeviceRect(Int32(left), middle, Int32(left + columns), middle + 1), 0xFFFFFF, 120)
        guard let newest = samples.last else { return }
        let second = samples.filter { $0.time > newest.time - 1 }.count
        write("\(second) FPS  \((newest.seconds * 10_000).rounded() / 10) MS", left, bottom + 5)
    }

    /// Draws text in letters of three by five pixels, scaled by two.
    private func write(_ text: String, _ left: Int, _ top: Int) {
        var x = left
        for character in text {
            let rows = Self.glyphs[character] ?? [0, 0, 0, 0, 0]
            for (row, bits) in rows.enumerated() {
                for column in 0..<3 where bits & (4 >> column) != 0 {
                    let place = DeviceRect(
                        Int32(x + column * 2), Int32(top + row * 2), Int32(x + column * 2 + 2), Int32(top + row * 2 + 2))
                    fill(place, 0xFFFFFF, 256)
                }
            }
            x += 8
        }
    }

    private static let glyphs: [Character: [Int]] = [
        "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7], "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7],
        "6": [7, 4, 7, 5, 7], "7": [7, 1, 2, 2, 2], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], ".": [0, 0, 0, 0, 2], "F": [7, 4, 6, 4, 4],
        "P": [7, 5, 7, 4, 4], "S": [7, 4, 7, 1, 7], "M": [5, 7, 7, 5, 5],
    ]
}
