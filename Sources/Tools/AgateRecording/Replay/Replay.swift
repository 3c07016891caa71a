import Agate
import CoreGraphics
import QuartzCore
import Raster
import RenderTree

/// Replays a recording: at the times of its frames or at any other, forwards and backwards, with the same pixels as its host.
///
/// Used on one thread.
public final class Replay {
    /// The recording. It is immutable.
    public let recording: Recording
    /// The render tree and its bitmap, at `position`.
    package private(set) var driver: ManualDriver
    /// The number of entries that have been applied.
    package private(set) var position = 0
    private var time = -Double.infinity
    /// The index of each frame in the entries.
    private let frames: [Int]
    private let first: Viewport
    private let threads: Int

    /// Creates a replay at the beginning of a recording. A recording without a viewport shows one transparent pixel.
    public convenience init(_ recording: Recording) { self.init(recording, threads: Processors.count) }

    /// - Parameter threads: The number of threads on which a picture may be drawn.
    package init(_ recording: Recording, threads: Int) {
        self.recording = recording
        self.threads = threads
        var first: Viewport?
        var frames: [Int] = []
        for (at, entry) in recording.entries.enumerated() {
            switch entry {
            case .viewport(let viewport): first = first ?? viewport
            case .frame: frames.append(at)
            default: break
            }
        }
        self.frames = frames
        self.first = first ?? Viewport(width: 1, height: 1)
        driver = ManualDriver(renderer: Renderer(viewport: self.first, threads: threads))
    }

    /// The number of frames that the host showed while it was recorded.
    public var frameCount: Int { frames.count }

    /// The number of layers at the position of the last picture.
    public var layerCount: Int { tree.nodeCount }

    package var tree: RenderTree { driver.renderer.tree }

    /// Returns to the beginning.
    private func rewind() {
        driver = ManualDriver(renderer: Renderer(viewport: first, threads: threads))
        position = 0
        time = -.infinity
    }

    private func apply(upTo end: Int) {
        while position < end {
            switch recording.entries[position] {
            case .viewport(let viewport): driver.renderer.setViewport(viewport)
            case .commit(let commit): driver.submit(commit)
            default: break
            }
            position += 1
        }
    }

    /// Updates the tree to the commits up to a time, at that time.
    @discardableResult
    package func seek(to time: Double) -> FrameUpdate {
        let time = time.isFinite ? time : 0
        var end = 0
        // The first entries are the initial state; later entries without their own time may be between commits.
        for (at, entry) in recording.entries.enumerated() {
            if case .commit(let commit) = entry, commit.time > time, end > 0 { break }
            // An entry without its own time, such as a new size, occurred at the time of the next one.
            guard let its = entry.time else { continue }
            if its <= time || end == 0 { end = at + 1 }
        }
        // Animations that had ended at the last update are no longer in the tree.
        if end < position || time < self.time { rewind() }
        apply(upTo: end)
        self.time = time
        return driver.update(at: time)
    }

    /// Updates the tree to a frame that the host showed, with the commits before it.
    @discardableResult
    package func seek(toFrame number: Int) -> FrameUpdate {
        let at = frames[number]
        guard case .frame(let frame) = recording.entries[at] else { return driver.update(at: 0) }
        if at < position || frame.time < time { rewind() }
        apply(upTo: at)
        time = frame.time
        return driver.update(at: frame.time)
    }

    /// Returns the picture at a time, in seconds of the recording's media time.
    public func image(at time: Double) -> CGImage {
        seek(to: time)
        return picture()
    }

    /// Returns the picture of a frame, from 0.
    /// - Precondition: The frame exists.
    public func image(frame number: Int) -> CGImage {
        precondition(frames.indices.contains(number), "the recording has \(frames.count) frames")
        seek(toFrame: number)
        return picture()
    }

    /// Returns the picture at the end of the recording: its last frame if no commit follows it, else the end of its span.
    public func lastImage() -> CGImage {
        guard let last = frames.last, !recording.entries[last...].contains(where: { if case .commit = $0 { true } else { false } }) else {
            return image(at: recording.span.upperBound)
        }
        return image(frame: frames.count - 1)
    }

    package func picture() -> CGImage {
        driver.renderer.paint()
        return driver.renderer.image() ?? CGImage(width: 1, height: 1, premultipliedBGRA: [0, 0, 0, 0])!
    }
}
