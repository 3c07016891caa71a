import AgateDiagnostics
import FFmpeg
import Foundation

/// What a film file says about itself, asked once, at the first question.
final class FilmInfo: Sendable {
    let file: URL
    private let known = Locked<Result<FilmProbe, FFmpegError>?>(nil)

    init(_ file: URL) { self.file = file }

    func probe() throws(FFmpegError) -> FilmProbe {
        if let known = known.withLock({ $0 }) { return try known.get() }
        // Asked outside the lock: of two who ask at once, both do.
        let result: Result<FilmProbe, FFmpegError>
        do { result = .success(try FilmProbe(file)) } catch { result = .failure(error) }
        known.withLock { $0 = result }
        return try result.get()
    }

    /// The size of its pictures, as they are to be shown, in pixels; zero where it can't be read.
    var presentationSize: CGSize {
        guard let probe = try? probe() else { return .zero }
        return CGSize(width: probe.width, height: probe.height)
    }
}
