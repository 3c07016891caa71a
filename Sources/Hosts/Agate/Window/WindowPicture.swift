import AgateDiagnostics
import QuartzCore
import RenderTree

/// The newest frame of a window, shared by the thread that draws it and the thread that shows it. Neither waits for the other longer than a
/// copy takes. If the screen stalls, newer frames replace older ones.
final class WindowPicture: Sendable {
    private struct State {
        var width = 0
        var height = 0
        var pixels: ContiguousArray<UInt32> = []
        /// The rectangles that differ from the last shown frame.
        var owed: ContiguousArray<DeviceRect> = []
        /// The due time of the newest frame; nil once it was shown.
        var due: Double?
        var presented = 0
        var late = 0
        var lateAtDisplay = 0
        var overtaken = 0
        var worstLateness = 0.0
        var lastPresent = 0.0
        /// True if a GPU has shown frames since the last check by the window's thread.
        var hasShown = false
        var painter: Painter?
    }
    /// Closures are wrapped in a struct, since a lock would rewrap them at each access.
    private struct Painter {
        let repaint: @Sendable () -> Void
        let setVisible: @Sendable (Bool) -> Void
    }
    private let state = Locked(State())

    /// The overlay that is drawn over the copy.
    let overlay: FrameOverlay

    init(overlay: FrameOverlay = FrameOverlay([])) { self.overlay = overlay }

    /// Copies the changes of a frame; on the thread that draws.
    func take(_ frame: RenderedFrame) {
        let isOverlaid = overlay.needsWholePicture
        frame.renderer.withPixels { pixels, width, height, stride in
            state.withLock { state in
                if isOverlaid {
                    (state.width, state.height) = (width, height)
                    if state.pixels.count != width * height { state.pixels = ContiguousArray(repeating: 0, count: width * height) }
                    state.owed = [DeviceRect(0, 0, Int32(width), Int32(height))]
                    Self.copy(state.owed[0], from: pixels, stride, to: &state.pixels, width, height)
                    state.pixels.withUnsafeMutableBufferPointer {
                        overlay.draw(over: $0, width, height, frame.renderer.tree.list, frame.damage)
                    }
                } else if state.width != width || state.height != height {
                    state.width = width
                    state.height = height
                    state.pixels = ContiguousArray(repeating: 0, count: width * height)
                    state.owed = [DeviceRect(0, 0, Int32(width), Int32(height))]
                    Self.copy(state.owed[0], from: pixels, stride, to: &state.pixels, width, height)
                } else {
                    for rect in frame.damage {
                        Self.copy(rect, from: pixels, stride, to: &state.pixels, width, height)
                        Self.add(rect, to: &state.owed)
                    }
                }
                if state.due != nil { state.overtaken += 1 }
                state.due = frame.time
            }
        }
    }

    /// Adds a rectangle. More than 64 rectangles are replaced by their bounding box.
    static func add(_ rect: DeviceRect, to owed: inout ContiguousArray<DeviceRect>) {
        owed.append(rect)
        guard owed.count > 64 else { return }
        let around = owed.reduce(rect) { DeviceRect(min($0.x0, $1.x0), min($0.y0, $1.y0), max($0.x1, $1.x1), max($0.y1, $1.y1)) }
        owed.removeAll(keepingCapacity: true)
        owed.append(around)
    }

    private static func copy(
        _ rect: DeviceRect, from pixels: UnsafePointer<UInt32>, _ stride: Int, to target: inout ContiguousArray<UInt32>, _ width: Int,
        _ height: Int
    ) {
        let x0 = max(0, Int(rect.x0)), x1 = min(width, Int(rect.x1)), y0 = max(0, Int(rect.y0)), y1 = min(height, Int(rect.y1))
        guard x0 < x1, y0 < y1 else { return }
        target.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            for y in y0..<y1 { (base + y * width + x0).update(from: pixels + y * stride + x0, count: x1 - x0) }
        }
    }

    /// True if a frame is ready to be shown.
    var isOwed: Bool { state.withLock { $0.due != nil } }

    /// Passes the pixels to `body`, with the rectangles that changed. If `whole` is true, the rectangle is the entire picture.
    func withOwed(whole: Bool, _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, ContiguousArray<DeviceRect>) -> Void) {
        state.withLock { state in
            if whole { state.owed = [DeviceRect(0, 0, Int32(state.width), Int32(state.height))] }
            guard !state.owed.isEmpty, !state.pixels.isEmpty else { return }
            state.pixels.withUnsafeBufferPointer { buffer in
                if let base = buffer.baseAddress { body(base, state.width, state.height, state.owed) }
            }
            state.owed.removeAll(keepingCapacity: true)
        }
    }

    /// Returns the due time of the frame that is about to be shown, and marks the frame as shown.
    func takeDue() -> Double? {
        state.withLock { state in
            let due = state.due
            state.due = nil
            return due
        }
    }

    /// Restores the due time of a frame that could not be shown yet.
    func giveBack(_ due: Double?) { state.withLock { $0.due = $0.due ?? due } }

    /// Records that the frame with the given due time is on the screen.
    /// - Parameter given: The time at which the frame was submitted to the display.
    func notePresent(due: Double?, given: Double, at time: Double, frameDuration: Double) {
        state.withLock { state in
            state.lastPresent = time
            guard let due else { return }
            state.presented += 1
            if time - due > frameDuration {
                state.late += 1
                if given - due <= frameDuration { state.lateAtDisplay += 1 }
            }
            state.worstLateness = max(state.worstLateness, time - due)
        }
    }

    // MARK: Frames that a GPU shows

    /// Records that the thread that drew a frame has shown it.
    func noteShown(due: Double, given: Double, at time: Double, frameDuration: Double) {
        notePresent(due: due, given: given, at: time, frameDuration: frameDuration)
        state.withLock { $0.hasShown = true }
    }

    /// Returns true if such a frame was shown since the last call.
    func takeShown() -> Bool {
        state.withLock { state in
            defer { state.hasShown = false }
            return state.hasShown
        }
    }

    /// Sets the closures that control the render thread: one redraws a whole frame, the other suspends frames while the window is not
    /// visible.
    func setPainter(repaint: @escaping @Sendable () -> Void, setVisible: @escaping @Sendable (Bool) -> Void) {
        state.withLock { $0.painter = Painter(repaint: repaint, setVisible: setVisible) }
    }

    func askForRepaint() { state.withLock { $0.painter }?.repaint() }

    func setVisible(_ isVisible: Bool) { state.withLock { $0.painter }?.setVisible(isVisible) }

    func statistics(_ rendering: LiveStatistics) -> WindowStatistics {
        state.withLock {
            WindowStatistics(
                rendering: rendering, presented: $0.presented, latePresents: $0.late, lateAtDisplay: $0.lateAtDisplay,
                overtaken: $0.overtaken,
                worstLateness: $0.worstLateness, lastPresent: $0.lastPresent
            )
        }
    }

    func resetStatistics() {
        state.withLock {
            $0.presented = 0
            $0.late = 0
            $0.lateAtDisplay = 0
            $0.overtaken = 0
            $0.worstLateness = 0
        }
    }

    /// Returns a copy of the whole picture; nil before the first frame.
    func image() -> CGImage? {
        let (pixels, width, height) = state.withLock { ($0.pixels, $0.width, $0.height) }
        guard width > 0, height > 0 else { return nil }
        return CGImage(width: width, height: height) { target in
            for index in 0..<min(target.count, pixels.count) { target[index] = pixels[index] | 0xFF00_0000 }
        }
    }
}
