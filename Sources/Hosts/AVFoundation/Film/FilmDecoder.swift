import CoreGraphics
import FFmpeg
import Foundation

/// Frames of one film around the time that is looked at, decoded ahead by a thread of its own, as many as some memory holds.
///
/// Any thread asks. The thread runs from the first question until the decoder goes away, and sleeps while it is ahead enough.
final class FilmDecoder: Sendable {
    /// What there is for a time.
    struct Answer {
        /// The frame that shows then; nil while it is not there, or where the film can't be read.
        var image: CGImage?
        /// When the next one begins, in seconds of the film; infinity where none follows or it is not known yet.
        var next = Double.infinity
        /// Whether that will not change any more; otherwise something is on its way.
        var isSettled: Bool
    }

    private let window: FilmWindow
    private let info: FilmInfo

    /// - Parameter onNewFrame: called, on another thread, when a frame has come that somebody asked for in vain.
    init(_ info: FilmInfo, onNewFrame: @escaping @Sendable () -> Void) {
        self.info = info
        window = FilmWindow(onNewFrame)
    }

    deinit { window.stop() }

    /// The frame of a time, in seconds of the film. Before the first one and after the last one these show.
    /// - Parameter waits: for the frame itself, rather than for what is there already.
    func frame(at time: Double, isBackwards: Bool, waits: Bool) -> Answer {
        if window.begin() {
            let thread = Thread { [window, info] in FilmDecoder.run(window, info) }
            thread.name = "agate.film"
            thread.start()
        }
        return window.answer(max(0, time), isBackwards, waits)
    }

    /// Why the film can't be read.
    var failure: FFmpegError? { window.failure }

    /// How often reading began anew: for tests.
    var starts: Int { window.starts }

    /// How many frames are held: for tests.
    var held: Int { window.held }

    /// The next frame in pixels: the image is nil where one can't be so large.
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
            // Planes, and the pixels that they may become.
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
