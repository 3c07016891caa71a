import FFmpeg
import Foundation

/// The settings of a film track, checked.
struct PictureSettings: Sendable {
    let codec: AVVideoCodecType
    /// The size of the film; even where the codec requires that.
    let width: Int, height: Int
    private let scaling: String
    private var quality = 0.75
    private var bitRate: Int?
    private var keyFrames: (count: Int?, seconds: Double?) = (nil, nil)
    private var reorders = true
    private var profile: String?
    /// The expected frame rate.
    private(set) var rate = 30.0
    /// The colour tags; nil for those of the pictures.
    private(set) var tags: ColorTags?

    init(_ settings: [String: Any], _ type: AVFileType) throws(AVError) {
        func refuse(_ text: String) -> AVError { AVError(.operationNotSupportedForAsset, text) }
        let named = settings[AVVideoCodecKey] as? AVVideoCodecType ?? (settings[AVVideoCodecKey] as? String).map { .init(rawValue: $0) }
        guard let codec = named else { throw refuse("the output settings of a film have no codec (AVVideoCodecKey)") }
        let known: [AVVideoCodecType] =
            switch type {
            case .mov: [.h264, .hevc, .hevcWithAlpha, .proRes4444, .proRes422HQ, .proRes422, .proRes422LT, .proRes422Proxy, .jpeg]
            case .mp4, .m4v: [.h264, .hevc, .hevcWithAlpha]
            default: []
            }
        guard known.contains(codec) else { throw refuse("files of the type \(type.rawValue) can't have the codec \(codec.rawValue)") }
        if codec == .hevcWithAlpha { try Self.checkAlpha() }
        func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue ?? (value as? Int).map(Double.init) ?? value as? Double }
        guard let width = number(settings[AVVideoWidthKey]), let height = number(settings[AVVideoHeightKey]),
            (1...16384).contains(width), (1...16384).contains(height)
        else { throw refuse("the output settings of a film have no width or height of 1 to 16384 pixels") }
        // Halved chroma has whole samples.
        let odd = codec == .h264 || codec == .hevc || codec == .hevcWithAlpha || codec == .jpeg ? 1 : 0
        (self.width, self.height) = (Int(width) + Int(width) & odd, Int(height) + Int(height) & odd)
        scaling = settings[AVVideoScalingModeKey] as? String ?? AVVideoScalingModeResize
        self.codec = codec
        let modes = [
            AVVideoScalingModeFit, AVVideoScalingModeResize, AVVideoScalingModeResizeAspect, AVVideoScalingModeResizeAspectFill,
        ]
        guard modes.contains(scaling) else { throw refuse("the scaling mode \(scaling) is not known") }
        if let tags = settings[AVVideoColorPropertiesKey] as? [String: Any] {
            let made = ColorTags(
                apple: tags[AVVideoColorPrimariesKey] as? String, tags[AVVideoTransferFunctionKey] as? String,
                tags[AVVideoYCbCrMatrixKey] as? String)
            guard made.primaries != nil, made.transfer != nil, made.matrix != nil else {
                throw refuse("the colour properties \(tags) are not known, or not complete")
            }
            self.tags = made
        }
        let properties = settings[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:]
        if let quality = number(properties[AVVideoQualityKey]) {
            guard (0...1).contains(quality) else { throw refuse("the quality \(quality) is not in 0 to 1") }
            self.quality = quality
        }
        if let rate = number(properties[AVVideoAverageBitRateKey]) {
            guard (1000...2e9).contains(rate) else { throw refuse("the bit rate \(rate) is not in 1000 to 2000000000") }
            bitRate = Int(rate)
        }
        if let count = number(properties[AVVideoMaxKeyFrameIntervalKey]), count >= 1, count <= 1e6 { keyFrames.count = Int(count) }
        if let seconds = number(properties[AVVideoMaxKeyFrameIntervalDurationKey]), seconds > 0, seconds <= 1e6 {
            keyFrames.seconds = seconds
        }
        if let rate = number(properties[AVVideoExpectedSourceFrameRateKey]), rate >= 1, rate <= 1000 { self.rate = rate }
        reorders =
            number(properties[AVVideoAllowFrameReorderingKey]).map { $0 != 0 }
            ?? (properties[AVVideoAllowFrameReorderingKey] as? Bool) ?? true
        if let profile = properties[AVVideoProfileLevelKey].map({ "\($0)" }) {
            let families = codec == .h264 ? "H264_" : codec == .hevc || codec == .hevcWithAlpha ? "HEVC_" : ""
            guard !families.isEmpty, profile.hasPrefix(families) else { throw refuse("\(codec.rawValue) has no profile \(profile)") }
            self.profile = profile
        }
    }

    var isProRes: Bool { codec.rawValue.hasPrefix("ap") }
    var keepsAlpha: Bool { codec == .proRes4444 || codec == .hevcWithAlpha }

    /// Throws the reason for which the program at hand can't encode HEVC with alpha.
    private static func checkAlpha() throws(AVError) {
        var lacking = ""
        do throws(FFmpegError) {
            let program = try FFmpeg.installed(), name = try program.first(.encoder, of: ["libx265"])
            if try program.pixelFormats(ofEncoder: name).contains("yuva420p") { return }
            lacking = "the encoder \(name) of ffmpeg \(try program.version()) takes no pictures with alpha"
        } catch { lacking = "\(error)" }
        throw AVError(.encoderNotFound, "HEVC with alpha can't be written: \(lacking). ProRes 4444 keeps alpha")
    }
    /// True if the profile has ten bits.
    var isDeep: Bool { profile.map { $0.contains("Main10") } ?? false }

    /// ffmpeg's names of the encoders.
    var encoders: [String] {
        switch codec {
        case .h264: ["libx264"]
        case .hevc, .hevcWithAlpha: ["libx265"]
        case .jpeg: ["mjpeg"]
        default: ["prores_ks"]
        }
    }

    /// Returns the pixel format of the film, for pictures with or without ten bits.
    func pixels(isDeep: Bool) -> String {
        switch codec {
        case .h264, .hevc: isDeep || self.isDeep ? "yuv420p10le" : "yuv420p"
        case .hevcWithAlpha: "yuva420p"
        case .jpeg: "yuvj420p"
        case .proRes4444: "yuva444p10le"
        default: "yuv422p10le"
        }
    }

    /// Returns the arguments of the encoder.
    func arguments(_ encoder: String, isDeep: Bool) -> [String] {
        var list = ["-c:v", encoder, "-pix_fmt", pixels(isDeep: isDeep)]
        var parameters = ["log-level=error"]
        switch codec {
        case .h264, .hevc, .hevcWithAlpha:
            list += ["-preset", codec == .h264 ? "medium" : "fast"]
            list += bitRate.map { ["-b:v", "\($0)"] } ?? ["-crf", "\(Int(((codec == .h264 ? 42 : 44) - 32 * quality).rounded()))"]
            if let count = keyFrames.count { list += ["-g", "\(count)"] }
            if !reorders {
                list += ["-bf", "0"]
                parameters.append("bframes=0")
            }
            if codec == .h264, let profile {
                list += ["-profile:v", profile.contains("Baseline") ? "baseline" : profile.contains("Main") ? "main" : "high"]
            }
            if codec != .h264 { list += ["-x265-params", parameters.joined(separator: ":"), "-tag:v", "hvc1"] }
        case .jpeg: list += ["-q:v", "\(Int((2 + 29 * (1 - quality)).rounded()))"]
        default:
            let profiles: [AVVideoCodecType: String] = [
                .proRes4444: "4444", .proRes422HQ: "hq", .proRes422: "standard", .proRes422LT: "lt", .proRes422Proxy: "proxy",
            ]
            list += ["-profile:v", profiles[codec] ?? "standard", "-vendor", "apl0"]
            if keepsAlpha { list += ["-alpha_bits", "16"] }
            list += ["-q:v", "\(Int((1 + 20 * (1 - quality)).rounded()))"]
        }
        if let seconds = keyFrames.seconds { list += ["-force_key_frames", "expr:gte(t,n_forced*\(seconds))"] }
        return list
    }

    /// Returns the filters that scale pictures of a size.
    func filters(_ width: Int, _ height: Int) -> [String] {
        guard (width, height) != (self.width, self.height) else { return [] }
        let size = "\(self.width):\(self.height)", flags = "flags=bicubic+accurate_rnd"
        let pad = "pad=\(size):(ow-iw)/2:(oh-ih)/2"
        return switch scaling {
        case AVVideoScalingModeResizeAspect: ["scale=\(size):force_original_aspect_ratio=decrease:\(flags)", pad, "setsar=1"]
        case AVVideoScalingModeResizeAspectFill:
            ["scale=\(size):force_original_aspect_ratio=increase:\(flags)", "crop=\(size)", "setsar=1"]
        case AVVideoScalingModeFit:
            [
                "scale='min(\(self.width),iw)':'min(\(self.height),ih)':force_original_aspect_ratio=decrease:\(flags)", pad, "setsar=1",
            ]
        default: ["scale=\(size):\(flags)", "setsar=1"]
        }
    }
}

/// The settings of a sound track, checked.
struct SoundSettings: Sendable {
    private let format: AudioFormatID
    private let rate: Int?, channels: Int?
    private let bitRate: Int?
    private let pcm: String

    init(_ settings: [String: Any]?, _ type: AVFileType) throws(AVError) {
        func refuse(_ text: String) -> AVError { AVError(.operationNotSupportedForAsset, text) }
        let settings = settings ?? [AVFormatIDKey: kAudioFormatLinearPCM]
        func number(_ key: String) -> Double? {
            let value = settings[key]
            return (value as? NSNumber)?.doubleValue ?? (value as? UInt32).map(Double.init) ?? (value as? Int).map(Double.init) ?? value
                as? Double
        }
        func flag(_ key: String) -> Bool { number(key).map { $0 != 0 } ?? (settings[key] as? Bool) ?? false }
        guard let id = number(AVFormatIDKey), id >= 0, id <= Double(UInt32.max) else {
            throw refuse("the output settings of a sound have no format (AVFormatIDKey)")
        }
        format = AudioFormatID(id)
        let known: [AudioFormatID] =
            switch type {
            case .mov: [kAudioFormatLinearPCM, kAudioFormatMPEG4AAC, kAudioFormatAppleLossless]
            case .mp4, .m4v, .m4a: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless]
            case .wav: [kAudioFormatLinearPCM]
            default: []
            }
        guard known.contains(format) else {
            let name = CMFormatDescription.MediaSubType(rawValue: format)
            throw refuse("files of the type \(type.rawValue) can't have sound of the format \(name)")
        }
        if let rate = number(AVSampleRateKey), !(8000...192_000).contains(rate) { throw refuse("the sample rate \(rate) is not supported") }
        if let channels = number(AVNumberOfChannelsKey), !(1...8).contains(channels) {
            throw refuse("\(channels) channels are not supported")
        }
        if let bits = number(AVEncoderBitRateKey), !(8000...1_000_000).contains(bits) {
            throw refuse("the bit rate \(bits) is not supported")
        }
        rate = number(AVSampleRateKey).map { Int($0) }
        channels = number(AVNumberOfChannelsKey).map { Int($0) }
        bitRate = number(AVEncoderBitRateKey).map { Int($0) }
        let isFloat = flag(AVLinearPCMIsFloatKey), bits = number(AVLinearPCMBitDepthKey).map { Int($0) } ?? (isFloat ? 32 : 16)
        guard isFloat ? bits == 32 : [16, 24, 32].contains(bits) else { throw refuse("samples of \(bits) bits are not supported") }
        guard !flag(AVLinearPCMIsNonInterleaved) else { throw refuse("samples of sound are only written interleaved") }
        let isBig = flag(AVLinearPCMIsBigEndianKey)
        guard !isBig || type == .mov else { throw refuse("files of the type \(type.rawValue) have the least significant byte first") }
        pcm = "pcm_\(isFloat ? "f" : "s")\(bits)\(isBig ? "be" : "le")"
    }

    /// ffmpeg's names of the encoders.
    var encoders: [String] {
        switch format {
        case kAudioFormatMPEG4AAC: ["aac"]
        case kAudioFormatAppleLossless: ["alac"]
        default: [pcm]
        }
    }

    func arguments(_ encoder: String, _ form: SampleForm) -> [String] {
        var list = ["-c:a", encoder]
        if let rate { list += ["-ar", "\(rate)"] }
        if let channels { list += ["-ac", "\(channels)"] }
        if format == kAudioFormatMPEG4AAC { list += ["-b:a", "\(bitRate ?? 96_000 * (channels ?? form.channels))"] }
        return list
    }
}
