import AgateDiagnostics
import CoreGraphics
import FFmpeg
import Foundation

/// The frames of a film in order. Used by one thread; any thread may cancel.
protocol FrameSequence: Sendable {
    /// Returns the memory of a frame in bytes, and the frame rate; 0 if that is unknown.
    func measure() throws -> (bytes: Int, rate: Double)
    /// Restarts with the frame that is shown at a time, in seconds of the film.
    func begin(at time: Double) throws
    /// Returns the next frame and the time at which it begins to be shown; nil after the last.
    func next() throws -> (image: CGImage, time: Double)?
    /// Ends reading.
    func cancel()
}

/// The frames of a file.
final class FileFrames: FrameSequence {
    private let info: FilmInfo
    private let isUpright: Bool
    /// True to read planes of ten bits.
    private let isDeep: Bool
    private let use = FilmPlanes.Use()
    private let reader = RunningProgram<FrameReader>()

    /// - Parameter isUpright: True to rotate frames as the file asks for.
    init(_ info: FilmInfo, isUpright: Bool, isDeep: Bool = false) {
        self.info = info
        self.isUpright = isUpright
        self.isDeep = isDeep
    }

    func measure() throws -> (bytes: Int, rate: Double) {
        let probe = try info.probe(), pixels = probe.width * probe.height
        if isDeep { return (pixels * 3, probe.rate) }
        // The size of the planes, and of the pixels that they may be converted to.
        return (probe.planes == nil ? pixels * 4 : pixels * 11 / 2, probe.rate)
    }

    func begin(at time: Double) throws {
        reader.current?.cancel()
        let new = try FrameReader(
            info.file, from: time, probe: try info.probe(), form: isDeep ? .deepPlanes : .planes, isUpright: isUpright)
        reader.begin(new)
    }

    func next() throws -> (image: CGImage, time: Double)? {
        guard let reader = reader.current else { return nil }
        guard let (image, time) = try Self.next(of: reader, use) else { return nil }
        guard let image else { throw FFmpegError.unreadable(file: info.file.path, reason: "the frames are too large") }
        return (image, time)
    }

    func cancel() { reader.cancel() }

    /// Returns the next frame, in planes if the reader has them; the image is nil if the size is too large for one.
    static func next(of reader: FrameReader, _ use: FilmPlanes.Use) throws(FFmpegError) -> (CGImage?, Double)? {
        if reader.form == .deepPlanes { return try FilmPlanes.nextDeep(of: reader, use) }
        return try reader.hasPlanes ? FilmPlanes.next(of: reader, use) : next(of: reader)
    }

    /// Returns the next frame in pixels; the image is nil if the size is too large for one.
    static func next(of reader: FrameReader) throws(FFmpegError) -> (CGImage?, Double)? {
        let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: reader.width * reader.height)
        var image: CGImage?
        defer { if image == nil { pixels.deallocate() } }
        guard let time = try reader.next(into: pixels) else { return nil }
        image = CGImage(width: reader.width, height: reader.height, adopting: pixels)
        return (image, time)
    }
}

/// Decodes the frames of a film around the current time ahead on a dedicated thread, up to a memory limit.
///
/// Any thread may request frames. The thread runs from the first request until the decoder is released, and sleeps while it is far enough
/// ahead.
final class FilmDecoder: Sendable {
    /// The result of a request for a time.
    struct Answer {
        /// The frame of that time; nil while it is not decoded, or if the film can't be read.
        var image: CGImage?
        /// The time at which the next frame begins, in seconds of the film; infinity if there is none or it is not known yet.
        var next = Double.infinity
        /// True if the result is final; otherwise decoding is in progress.
        var isSettled: Bool
    }

    private let window: FilmWindow
    private let frames: any FrameSequence

    /// - Parameter onNewFrame: Called, on another thread, when a frame is available that was requested without success.
    init(_ frames: any FrameSequence, onNewFrame: @escaping @Sendable () -> Void) {
        self.frames = frames
        window = FilmWindow(onNewFrame)
    }

    deinit { cancel() }

    /// Ends decoding; waiting callers return.
    func cancel() {
        window.stop()
        frames.cancel()
    }

    /// Returns the frame of a time, in seconds of the film. Times before the first frame and after the last return these.
    /// - Parameter waits: True to wait for that exact frame, rather than return the available one.
    func frame(at time: Double, isBackwards: Bool, waits: Bool) -> Answer {
        if window.begin() {
            let thread = Thread { [window, frames] in FilmDecoder.run(window, frames) }
            thread.name = "agate.film"
            thread.start()
        }
        return window.answer(max(0, time), isBackwards, waits)
    }

    /// The error for which the film can't be read.
    var failure: (any Error)? { window.failure }

    /// The number of times that reading was restarted; for tests.
    var starts: Int { window.starts }

    /// The number of frames in memory; for tests.
    var held: Int { window.held }

    private static func run(_ window: FilmWindow, _ frames: any FrameSequence) {
        defer { frames.cancel() }
        do {
            let size = try frames.measure()
            window.setFrames(bytes: size.bytes, rate: size.rate)
            while let task = window.nextTask() {
                if case .begin(let time) = task { try frames.begin(at: time) }
                guard let frame = try frames.next() else { window.end(); continue }
                window.append(frame.image, at: frame.time)
            }
        } catch {
            window.fail(error)
        }
    }
}
