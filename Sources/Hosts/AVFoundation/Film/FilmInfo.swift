import AgateDiagnostics
import FFmpeg
import Foundation

/// The metadata of a film file, probed once, at the first request.
final class FilmInfo: Sendable {
    let file: URL
    private let known = Locked<Result<MediaProbe, FFmpegError>?>(nil)

    init(_ file: URL) { self.file = file }

    /// Returns the metadata of the file.
    func media() throws(FFmpegError) -> MediaProbe {
        if let known = known.withLock({ $0 }) { return try known.get() }
        // Probed outside the lock: two concurrent requests may both probe the file.
        let result: Result<MediaProbe, FFmpegError>
        do { result = .success(try MediaProbe(file)) } catch { result = .failure(error) }
        known.withLock { $0 = result }
        return try result.get()
    }

    /// True if the file was probed.
    var isProbed: Bool { known.withLock { $0 != nil } }

    /// Returns the metadata of its film.
    func probe() throws(FFmpegError) -> FilmProbe { try media().film.get() }

    /// The display size of its pictures, in pixels; zero if the file can't be read.
    var presentationSize: CGSize {
        guard let probe = try? probe() else { return .zero }
        return CGSize(width: probe.width, height: probe.height)
    }
}
