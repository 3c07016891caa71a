import FFmpeg
import QuartzCore

/// A film. Of Apple's class what a player needs: the asset of a file.
open class AVAsset: NSObject {
    let info: FilmInfo

    /// The film of a file or address. Nothing is read until somebody asks.
    public init(url: URL) {
        info = FilmInfo(url)
        super.init()
    }

    /// The length, in milliseconds; indefinite where the file does not say or can't be read. The first question to an asset starts
    /// `ffprobe` and waits for it.
    open var duration: CMTime {
        guard let seconds = try? info.probe().duration else { return .indefinite }
        return CMTime(seconds: seconds, preferredTimescale: 1000)
    }

    /// Whether it can be played: the file is there and holds a film, and the ffmpeg program is installed.
    open var isPlayable: Bool { (try? info.probe()) != nil }
}

/// The film of a file.
open class AVURLAsset: AVAsset {
    /// Where it is.
    public let url: URL

    /// - Parameter options: none is known; they are ignored.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(url: URL)
    }
}
