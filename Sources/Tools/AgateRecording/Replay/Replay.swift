import Agate
import CoreGraphics
import QuartzCore
import Raster
import RenderTree

/// Shows a recording: at the times of its frames or at any other, forwards and back, the same pixels as its host.
///
/// Used on one thread.
public final class Replay {
    /// What is shown. It does not change.
    public let recording: Recording
    /// The render tree and its bitmap, at `position`.
    package private(set) var driver: ManualDriver
    /// How many of the entries have been applied.
    package private(set) var position = 0
    private var time = -Double.infinity
    /// Where each frame stands among the entries.
    private let frames: [Int]
    private let first: Viewport
    private let threads: Int

    /// A replay at the beginning of a recording. One without a viewport shows one transparent pixel.
    public convenience init(_ recording: Recording) { self.init(recording, threads: Processors.count) }

    /// - Parameter threads: on how many threads a picture may be drawn.
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

    /// How many frames the host showed while it was recorded.
    public var frameCount: Int { frames.count }

    /// How many layers there are at the place of the last picture.
    public var layerCount: Int { tree.nodeCount }

    package var tree: RenderTree { driver.renderer.tree }

    /// Goes back to the beginning.
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

    /// Brings the tree to what had been committed by a time, at that time.
    @discardableResult
    package func seek(to time: Double) -> FrameUpdate {
        let time = time.isFinite ? time : 0
        var end = 0
        // What comes first is what there was; later entries may stand between commits without a time of their own.
        for (at, entry) in recording.entries.enumerated() {
            if case .commit(let commit) = entry, commit.time > time, end > 0 { break }
            // What has no time of its own, such as a new size, happened when the next thing did.
            guard let its = entry.time else { continue }
            if its <= time || end == 0 { end = at + 1 }
        }
        // Animations that were over when the tree was asked last are gone from it.
        if end < position || time < self.time { rewind() }
        apply(upTo: end)
        self.time = time
        return driver.update(at: time)
    }

    /// Brings the tree to a frame that the host showed, with what had been committed before it.
    @discardableResult
    package func seek(toFrame number: Int) -> FrameUpdate {
        let at = frames[number]
        guard case .frame(let frame) = recording.entries[at] else { return driver.update(at: 0) }
        if at < position || frame.time < time { rewind() }
        apply(upTo: at)
        time = frame.time
        return driver.update(at: frame.time)
    }

    /// What shows at a time, in seconds of the recording's media time.
    public func image(at time: Double) -> CGImage {
        seek(to: time)
        return picture()
    }

    /// The picture of a frame, from 0.
    /// - Precondition: there is such a frame.
    public func image(frame number: Int) -> CGImage {
        precondition(frames.indices.contains(number), "the recording has \(frames.count) frames")
        seek(toFrame: number)
        return picture()
    }

    /// What shows where the recording ends: in its last frame if that is the last thing that happened, else at the last commit.
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
