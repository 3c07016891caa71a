import Agate
import CoreGraphics
import Foundation

/// Exports a film as H.264 in its own size, of low quality.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// Exports a film as H.264 in its own size, of medium quality.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// Exports a film as H.264 in its own size, of high quality.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// Exports a film as H.264 that fits in 640 x 480 pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// Exports a film as H.264 that fits in 960 x 540 pixels.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// Exports a film as H.264 that fits in 1280 x 720 pixels.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// Exports a film as H.264 that fits in 1920 x 1080 pixels.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// Exports a film as H.264 that fits in 3840 x 2160 pixels.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// Exports a film as ProRes 4444, with uncompressed sound of 24 bits. For `.mov`.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"
/// Exports the sound alone, as AAC. For `.m4a`.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// Exports a film as HEVC of ten bits in its own size, of high quality.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// Exports a film as HEVC of ten bits that fits in 1920 x 1080 pixels.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// Exports a film as HEVC of ten bits that fits in 3840 x 2160 pixels.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// Copies the packets of a file without encoding them again. Without a video composition or an audio mix.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// The settings of a preset.
struct ExportPreset: Sendable {
    let name: String
    /// The codec of the film; nil without one.
    var codec: FilmCodec?
    var quality = 0.75
    /// The size in which frames must fit; nil for their own.
    var limit: CGSize?
    /// ffmpeg's arguments for mixed sound.
    var sound = ["-c:a", "aac"]
    var fileTypes: [AVFileType] = [.mov, .mp4, .m4v]
    var isCopy: Bool { name == AVAssetExportPresetPassthrough }
    var isSoundOnly: Bool { name == AVAssetExportPresetAppleM4A }

    static let all: [ExportPreset] = {
        func film(_ name: String, _ quality: Double, _ limit: CGSize? = nil) -> ExportPreset {
            ExportPreset(name: name, codec: .h264, quality: quality, limit: limit)
        }
        return [
            film(AVAssetExportPresetLowQuality, 0.3), film(AVAssetExportPresetMediumQuality, 0.6),
            film(AVAssetExportPresetHighestQuality, 0.85), film(AVAssetExportPreset640x480, 0.75, CGSize(width: 640, height: 480)),
            film(AVAssetExportPreset960x540, 0.75, CGSize(width: 960, height: 540)),
            film(AVAssetExportPreset1280x720, 0.75, CGSize(width: 1280, height: 720)),
            film(AVAssetExportPreset1920x1080, 0.75, CGSize(width: 1920, height: 1080)),
            film(AVAssetExportPreset3840x2160, 0.75, CGSize(width: 3840, height: 2160)),
            ExportPreset(name: AVAssetExportPresetHEVCHighestQuality, codec: .hevc, quality: 0.85),
            ExportPreset(name: AVAssetExportPresetHEVC1920x1080, codec: .hevc, limit: CGSize(width: 1920, height: 1080)),
            ExportPreset(name: AVAssetExportPresetHEVC3840x2160, codec: .hevc, limit: CGSize(width: 3840, height: 2160)),
            ExportPreset(
                name: AVAssetExportPresetAppleProRes4444LPCM, codec: .proRes4444, quality: 0.9, sound: ["-c:a", "pcm_s24le"],
                fileTypes: [.mov]),
            ExportPreset(name: AVAssetExportPresetAppleM4A, fileTypes: [.m4a]),
            ExportPreset(name: AVAssetExportPresetPassthrough, fileTypes: [.mov, .mp4, .m4v, .m4a]),
        ]
    }()

    /// Returns whether packets of a sound codec may be copied into a file.
    func copiesSound(_ codec: String, into type: AVFileType) -> Bool {
        if sound.contains("pcm_s24le") { return codec.hasPrefix("pcm_") }
        let known: Set = ["aac", "mp3", "ac3", "eac3", "alac"]
        return known.contains(codec) && (!isSoundOnly || codec == "aac") || type == .mov && codec.hasPrefix("pcm_s")
    }
}
