import FFmpeg
import QuartzCore

/// A film, as the asset of a file. It has the part of Apple's class that a player needs.
open class AVAsset: NSObject {
    let info: FilmInfo

    /// Creates the film of a file or address. Nothing is read until a property is accessed.
    public init(url: URL) {
        info = FilmInfo(url)
        super.init()
    }

    /// The duration, in milliseconds; indefinite if the file does not specify it or can't be read. The first access to an asset starts
    /// `ffprobe` and waits for it.
    open var duration: CMTime {
        guard let seconds = try? info.probe().duration else { return .indefinite }
        return CMTime(seconds: seconds, preferredTimescale: 1000)
    }

    /// A Boolean value that indicates whether the asset can be played: the file exists and contains a film, and the ffmpeg program is
    /// installed.
    open var isPlayable: Bool { (try? info.probe()) != nil }
}

/// The film of a file.
open class AVURLAsset: AVAsset {
    /// The location of the file.
    public let url: URL

    /// - Parameter options: Ignored; no options are supported.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(url: URL)
    }
}
