import AVFoundation
import UIKit

/// Exports a film with layers over it.
public final class WatermarkExporter {
    public enum Failure: Error {
        case noVideo
        case notStarted
    }

    public struct Style {
        public var logo: UIImage?
        public var logoFrame = CGRect(x: 8, y: 8, width: 24, height: 24)
        public var title = "Hello"
        public var titleFrame = CGRect(x: 0, y: 60, width: 160, height: 30)
        public var titleColor = UIColor.clear
        public var fadeDuration: CFTimeInterval = 1

        public init() {}
    }

    private let style: Style
    private var session: AVAssetExportSession?

    public init(style: Style) {
        self.style = style
    }

    public var progress: Float { return session?.progress ?? 0 }

    public func export(_ url: URL, to output: URL, completion: @escaping (Result<URL, Error>) -> Void) {
        let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { [weak self] in
            DispatchQueue.main.async {
                guard let self = self else { return }
                do {
                    try self.begin(asset, to: output, completion: completion)
                } catch {
                    completion(.failure(error))
                }
            }
        }
    }

    private func begin(_ asset: AVAsset, to output: URL, completion: @escaping (Result<URL, Error>) -> Void) throws {
        guard let source = asset.tracks(withMediaType: .video).first else { throw Failure.noVideo }
        let mixed = AVMutableComposition()
        let whole = CMTimeRangeMake(start: .zero, duration: asset.duration)
        guard let video = mixed.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid) else {
            throw Failure.notStarted
        }
        try video.insertTimeRange(whole, of: source, at: .zero)
        if let sound = asset.tracks(withMediaType: .audio).first,
            let audio = mixed.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        {
            try audio.insertTimeRange(whole, of: sound, at: .zero)
        }
        video.preferredTransform = source.preferredTransform

        var size = source.naturalSize.applying(source.preferredTransform)
        size = CGSize(width: abs(size.width), height: abs(size.height))
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRangeMake(start: .zero, duration: mixed.duration)
        instruction.backgroundColor = UIColor.black.cgColor
        let placed = AVMutableVideoCompositionLayerInstruction(assetTrack: video)
        placed.setTransform(source.preferredTransform, at: .zero)
        instruction.layerInstructions = [placed]

        let videoComposition = AVMutableVideoComposition()
        videoComposition.renderSize = size
        videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 25)
        videoComposition.instructions = [instruction]
        let layers = self.layers(size: size)
        videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: layers.video, in: layers.parent)

        guard let session = AVAssetExportSession(asset: mixed, presetName: AVAssetExportPresetHighestQuality) else {
            throw Failure.notStarted
        }
        session.outputURL = output
        session.outputFileType = AVFileType.mp4
        session.shouldOptimizeForNetworkUse = true
        session.videoComposition = videoComposition
        self.session = session
        session.exportAsynchronously {
            DispatchQueue.main.async {
                switch session.status {
                case .completed: completion(.success(output))
                case .failed, .cancelled: completion(.failure(session.error ?? Failure.notStarted))
                default: break
                }
            }
        }
    }

    /// Returns a tree with the layer of the video below the overlay. The origin is at the bottom left.
    func layers(size: CGSize) -> (parent: CALayer, video: CALayer) {
        let parent = CALayer(), video = CALayer(), overlay = CALayer()
        for layer in [parent, video, overlay] { layer.frame = CGRect(origin: .zero, size: size) }
        parent.addSublayer(video)
        parent.addSublayer(overlay)

        let logo = CALayer()
        logo.contents = style.logo?.cgImage
        logo.frame = style.logoFrame
        overlay.addSublayer(logo)

        let title = CATextLayer()
        title.string = NSAttributedString(
            string: style.title,
            attributes: [.font: UIFont.systemFont(ofSize: 20, weight: .bold), .foregroundColor: UIColor.white])
        title.alignmentMode = .center
        title.contentsScale = UIScreen.main.scale
        title.frame = style.titleFrame
        title.backgroundColor = style.titleColor.cgColor
        title.shouldRasterize = true
        title.rasterizationScale = UIScreen.main.scale
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0
        fade.toValue = 1
        fade.duration = style.fadeDuration
        fade.beginTime = AVCoreAnimationBeginTimeAtZero
        fade.fillMode = .both
        fade.isRemovedOnCompletion = false
        title.add(fade, forKey: #keyPath(CALayer.opacity))
        overlay.addSublayer(title)
        return (parent, video)
    }
}
