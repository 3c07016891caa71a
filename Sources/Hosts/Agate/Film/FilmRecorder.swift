import CoreGraphics
import Foundation

/// Makes a film of pictures that the caller draws, one frame after another, at a constant rate.
///
///     let recorder = try FilmRecorder(to: .file(url), width: 640, height: 480, framesPerSecond: 30)
///     for image in images { try recorder.append(image) }
///     try recorder.finish()
///
/// Errors that can be detected in advance (no program, no encoder, a folder that can't be written to) are thrown by `init`, before anything
/// is drawn. Frames are converted as they arrive and encoded on other threads while the next one is drawn; `append` waits if the encoder
/// falls behind. The file appears when it is complete. After an error, a cancellation, or if the recorder is released unfinished, there is
/// no file.
///
/// To record layers, see ``OffscreenHost/record(to:from:until:framesPerSecond:options:onProgress:)`` and ``LiveRecorder``. Use a recorder
/// on one thread at a time.
public final class FilmRecorder {
    /// The size of the pictures, in pixels.
    public let width: Int, height: Int
    /// The frame rate, as stored in the file.
    public let framesPerSecond: Double
    /// The size of the film, in pixels. If the codec supports only even sizes, odd sizes grow by one, by repeating the last row or column.
    public var filmSize: CGSize { CGSize(width: plan.width, height: plan.height) }
    /// The number of frames appended so far.
    public private(set) var frameCount = 0

    let plan: FilmPlan
    private let sink: any FilmSink
    private var isOver = false

    /// Opens a film.
    /// - Parameters:
    ///   - width: The width of the pictures in pixels, 1 to 16384.
    ///   - height: The height of the pictures in pixels.
    ///   - framesPerSecond: The frame rate, from 0.001 to 1000 (a GIF 50).
    /// - Throws: ``FilmError``.
    public init(
        to destination: FilmDestination, width: Int, height: Int, framesPerSecond: Double = 60, options: FilmOptions = FilmOptions()
    ) throws(FilmError) {
        let plan = try FilmPlan(destination, width: width, height: height, framesPerSecond: framesPerSecond, options: options)
        self.plan = plan
        (self.width, self.height) = (width, height)
        self.framesPerSecond = plan.rate.framesPerSecond
        if case .file(let url) = destination {
            let paths = try NumberedPath(url.path)
            if paths.isPattern {
                guard plan.format == .png else { throw .unsupported("\(url.relativePath): only PNG files can be numbered") }
                sink = try PictureSink(plan, paths)
                return
            }
        }
        let target = try FilmTarget(destination)
        if let pixelFormat = plan.pixelFormat {
            sink = try StreamSink(plan, pixelFormat, target)
        } else {
            sink = try AnimationSink(plan, target)
        }
    }

    deinit { cancel() }

    /// Appends the next frame, which must have the recorder's size.
    public func append(_ image: CGImage) throws(FilmError) {
        try image.withPixels { pixels throws(FilmError) in
            try append(FramePixels(pixels, width: image.width, height: image.height, stride: image.width), changed: 0..<image.height)
        }
    }

    /// Appends the next frame, of which only the given rows may differ from the last.
    package func append(_ frame: FramePixels, changed: Range<Int>) throws(FilmError) {
        guard !isOver else { throw .unsupported("the film is finished") }
        guard frame.width == width, frame.height == height else {
            throw .unsupported("a frame of \(frame.width)x\(frame.height) pixels does not fit a film of \(width)x\(height)")
        }
        do {
            try sink.add(frame, changed: frameCount == 0 ? 0..<height : changed.clamped(to: 0..<height))
        } catch {
            // The first error ends the recording; the sink stops and removes its output.
            isOver = true
            sink.cancel()
            throw error
        }
        frameCount += 1
    }

    /// The format in which an encoder takes frames; nil for formats without one.
    package var pixelFormat: FilmPixelFormat? { plan.pixelFormat }

    /// Appends the next frame, which `body` writes in the encoder's format and the film's size, in rows without gaps.
    package func append(filling body: (UnsafeMutableRawPointer) throws -> Void) throws {
        guard !isOver else { throw FilmError.unsupported("the film is finished") }
        do { try sink.fill(body) } catch {
            isOver = true
            sink.cancel()
            throw error
        }
        frameCount += 1
    }

    /// True if the encoder is behind, so that `append` would wait.
    package var isBusy: Bool { sink.isBusy }

    /// Waits until the film is complete, and gives the file its name.
    public func finish() throws(FilmError) {
        guard !isOver else { return }
        isOver = true
        guard frameCount > 0 else {
            sink.cancel()
            throw .unsupported("the film has no frames")
        }
        try sink.finish()
    }

    /// Stops the recording and removes its output (except numbered pictures that are complete).
    public func cancel() {
        guard !isOver else { return }
        isOver = true
        sink.cancel()
    }
}
