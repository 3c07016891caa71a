import CoreGraphics
import FFmpeg
import Foundation

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
    private let info: FilmInfo

    /// - Parameter onNewFrame: Called, on another thread, when a frame is available that was requested without success.
    init(_ info: FilmInfo, onNewFrame: @escaping @Sendable () -> Void) {
        self.info = info
        window = FilmWindow(onNewFrame)
    }

    deinit { window.stop() }

    /// Returns the frame of a time, in seconds of the film. Times before the first frame and after the last return these.
    /// - Parameter waits: True to wait for that exact frame, rather than return the available one.
    func frame(at time: Double, isBackwards: Bool, waits: Bool) -> Answer {
        if window.begin() {
            let thread = Thread { [window, info] in FilmDecoder.run(window, info) }
            thread.name = "agate.film"
            thread.start()
        }
        return window.answer(max(0, time), isBackwards, waits)
    }

    /// The error for which the film can't be read.
    var failure: FFmpegError? { window.failure }

    /// The number of times that reading was restarted; for tests.
    var starts: Int { window.starts }

    /// The number of frames in memory; for tests.
    var held: Int { window.held }

    /// Returns the next frame in pixels; the image is nil if the size is too large for one.
    private static func next(of reader: FrameReader) throws(FFmpegError) -> (CGImage?, Double)? {
        let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: reader.width * reader.height)
        var image: CGImage?
        defer { if image == nil { pixels.deallocate() } }
        guard let time = try reader.next(into: pixels) else { return nil }
        image = CGImage(width: reader.width, height: reader.height, adopting: pixels)
        return (image, time)
    }

    private static func run(_ window: FilmWindow, _ info: FilmInfo) {
        var reader: FrameReader?
        defer { reader?.cancel() }
        do {
            let probe = try info.probe(), use = FilmPlanes.Use()
            let pixels = probe.width * probe.height
            // The size of the planes, and of the pixels that they may be converted to.
            window.setFrames(bytes: probe.planes == nil ? pixels * 4 : pixels * 11 / 2, rate: probe.rate)
            while let task = window.nextTask() {
                if case .begin(let time) = task {
                    reader?.cancel()
                    reader = try FrameReader(info.file, from: time, probe: probe, planes: true)
                }
                guard let reader else { continue }
                let frame = try reader.hasPlanes ? FilmPlanes.next(of: reader, use) : FilmDecoder.next(of: reader)
                guard let (image, time) = frame else { window.end(); continue }
                guard let image else { throw FFmpegError.unreadable(file: info.file.path, reason: "the frames are too large") }
                window.append(image, at: time)
            }
        } catch let error as FFmpegError {
            window.fail(error)
        } catch {
            window.fail(.unreadable(file: info.file.path, reason: "\(error)"))
        }
    }
}
