import FFmpeg
import Foundation

/// A frame rate as a fraction, which is the representation in files.
package struct FilmRate: Hashable, Sendable {
    package let numerator: Int, denominator: Int

    /// Creates a rate that is exact for whole numbers, for the rates of television (29.97 is 30000/1001) and for small fractions; else the
    /// nearest thousandth.
    package init?(_ rate: Double) {
        guard rate.isFinite, rate >= 0.001, rate <= 1000 else { return nil }
        let thousands = (rate * 1.001).rounded()
        if rate != rate.rounded(), thousands >= 10, abs(thousands * 1000 / 1001 - rate) < 0.0045 {
            (numerator, denominator) = (Int(thousands) * 1000, 1001)
        } else {
            denominator = (1...1000).first { abs(rate * Double($0) - (rate * Double($0)).rounded()) < 1e-7 * Double($0) } ?? 1000
            numerator = max(1, Int((rate * Double(denominator)).rounded()))
        }
    }

    package var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}

/// The plan that results from a film's options. All errors that can be detected in advance are found here, before any work.
package struct FilmPlan: Sendable {
    package let format: FilmFormat
    /// The codec; nil if no ffmpeg is needed.
    package let codec: FilmCodec?
    /// The format in which frames are passed to the encoder; nil for formats that ImageIO writes.
    package let pixelFormat: FilmPixelFormat?
    /// The film's size in pixels: the picture's, but H.264 with subsampled chroma supports only even numbers.
    package let width: Int, height: Int
    package let rate: FilmRate
    package let options: FilmOptions

    package init(_ destination: FilmDestination, width: Int, height: Int, framesPerSecond: Double, options: FilmOptions) throws(FilmError) {
        guard width > 0, height > 0, width <= 16384, height <= 16384 else {
            throw .unsupported("\(width)x\(height) pixels is not a valid film size")
        }
        guard let rate = FilmRate(framesPerSecond) else {
            throw .unsupported("\(framesPerSecond) frames per second is not in 0.001 to 1000")
        }
        guard (0...1).contains(options.quality) else { throw .unsupported("the quality \(options.quality) is not in 0 to 1") }
        guard let format = options.format ?? Self.format(of: destination) else {
            let known = FilmFormat.allCases.map(\.rawValue).joined(separator: ", ")
            switch destination {
            case .file(let url): throw .unsupported("\(url.relativePath): unknown film format; the formats are \(known)")
            case .descriptor: throw .unsupported("a film written to a file descriptor needs a format; the formats are \(known)")
            }
        }
        let codecs: [FilmCodec] =
            switch format {
            case .mp4: [.h264, .hevc, .av1]
            case .mov: [.proRes4444, .animation, .h264, .hevc]
            case .webM: [.vp9, .vp8, .av1]
            case .matroska: [.ffv1, .h264, .hevc, .vp9, .vp8, .av1]
            case .gif, .png, .webP, .raw, .y4m: []
            }
        if let wanted = options.codec, !codecs.contains(wanted) {
            let choice = codecs.isEmpty ? "it has a fixed codec" : "it supports \(codecs.map(\.rawValue).joined(separator: ", "))"
            throw .unsupported("\(format.rawValue) does not support the codec \(wanted.rawValue); \(choice)")
        }
        let codec = options.codec ?? codecs.first
        if format == .gif, rate.framesPerSecond > 50 {
            throw .unsupported("a GIF can have at most 50 frames per second, not \(framesPerSecond)")
        }

        guard options.sounds.isEmpty || codec != nil else {
            throw .unsupported("\(format.rawValue) does not support sound; mp4, mov, webm and mkv do")
        }
        guard options.captions.isEmpty || codec != nil else {
            throw .unsupported("\(format.rawValue) does not support a track of captions; mp4, mov, webm and mkv do")
        }
        guard options.loudness == nil || !options.sounds.isEmpty else { throw .unsupported("a loudness needs a sound") }
        let isDeep = codec == .hevc || codec == .av1
        guard options.dynamicRange == .standard || isDeep else {
            throw .unsupported("\(codec?.rawValue ?? format.rawValue) has no high dynamic range; hevc and av1 do")
        }
        let canKeepAlpha = codec != .h264 && !isDeep && format != .y4m
        if options.keepsAlpha == true, !canKeepAlpha {
            throw .unsupported("\(codec?.rawValue ?? format.rawValue) does not support alpha; webm, mov with ProRes, GIF, PNG and WebP do")
        }
        let keepsAlpha = options.keepsAlpha ?? (canKeepAlpha && codec != .vp8 && codec != .vp9)
        let canKeepColor = codec == .h264 || codec == .vp9 || format == .y4m
        if options.keepsFullColor, codec == .vp8 || isDeep || codec == .vp9 && keepsAlpha {
            throw .unsupported(
                "\(codec?.rawValue ?? "")\(keepsAlpha ? " with alpha" : "") halves its colour; h264 and vp9 without alpha can keep it")
        }
        let keepsColor = options.keepsFullColor && canKeepColor
        pixelFormat =
            switch (format, codec) {
            case (.gif, _), (.png, _), (.webP, _): nil
            case (.raw, _), (_, .ffv1), (_, .animation): keepsAlpha ? .bgra : .bgr0
            // Halved by ffmpeg, from ten bits.
            case (_, .hevc), (_, .av1): options.dynamicRange == .standard ? .yuv444p10 : .yuv420p10
            case (_, .proRes4444): keepsAlpha ? .yuva444p10 : .yuv444p10
            case (_, .vp8), (_, .vp9), (_, .h264), (.y4m, _), (_, nil): keepsAlpha ? .yuva420p : keepsColor ? .yuv444p : .yuv420p
            }
        let padding = codec == .h264 && pixelFormat == .yuv420p || isDeep ? 1 : 0
        self.width = width + width & padding
        self.height = height + height & padding
        self.format = format
        self.codec = codec
        self.rate = rate
        var options = options
        options.keepsAlpha = keepsAlpha
        self.options = options
    }

    /// A program with all of its arguments.
    struct Encoder {
        let program: FFmpeg
        let arguments: [String]
    }

    /// The number of frames in each independently encoded segment; 0 if all are encoded together. Not used for codecs with independent
    /// frames or lossless codecs: their frames are the same whichever part of a film is encoded.
    package var segmentLength: Int {
        // Sound is muxed by the process that encodes the frames.
        guard options.extras.sound == nil else { return 0 }
        return switch codec {
        case .h264, .hevc, .vp9, .vp8, .av1: max(options.segmentLength ?? Self.usualSegmentLength, 0)
        case .proRes4444, .animation, .ffv1, nil: 0
        }
    }

    /// Four seconds of most films; a key frame is due by then anyway.
    package static let usualSegmentLength = 240

    private static func format(of destination: FilmDestination) -> FilmFormat? {
        switch destination {
        case .file(let url): FilmFormat(pathExtension: url.pathExtension)
        case .descriptor: nil
        }
    }

    /// Returns the program and arguments, after checking that it has the encoder; nil if none is needed.
    /// - Parameter output: The file that it writes; nil for its standard output.
    func encoder(output: String?) throws(FFmpegError) -> Encoder? {
        guard let codec, let pixelFormat else { return nil }
        let program = try FFmpeg.installed()
        // SVT-AV1 has no frames of less than 64 pixels in a dimension.
        let isSmall = min(width, height) < 64
        let name = try program.first(.encoder, of: codec.encoders.filter { !isSmall || $0 != "libsvtav1" })
        // Colour tags: matrix and range are those of the conversion, primaries and transfer are sRGB's.
        let tags = options.dynamicRange.tags
        let colors = [
            "-color_primaries", tags.primaries, "-color_trc", tags.transfer, "-colorspace", pixelFormat.isRGB ? "rgb" : tags.matrix,
            "-color_range", pixelFormat.isRGB ? "pc" : "tv",
        ]
        var arguments = [
            "-xerror", "-f", "rawvideo", "-pix_fmt", pixelFormat.rawValue, "-s", "\(width)x\(height)", "-framerate",
            "\(rate.numerator)/\(rate.denominator)",
        ]
        arguments += colors + ["-i", "pipe:0"]
        if let sound = options.extras.sound {
            arguments += ["-i", FrameReader.input(sound.file), "-map", "0:v", "-map", "1:a:\(sound.number)", "-map_metadata", "-1"]
            arguments += sound.codec + ["-flags:a", "+bitexact"]
        } else {
            arguments += ["-map", "0:v", "-an"]
        }
        for (key, text) in options.extras.tags.sorted(by: { $0.key < $1.key }) { arguments += ["-metadata", "\(key)=\(text)"] }
        arguments += ["-c:v", name]
        arguments += codec.arguments(options, name) + colors
        if pixelFormat.isHalved || codec == .hevc || codec == .av1 { arguments += ["-chroma_sample_location", "left"] }
        // No version or machine information in the file: the same frames result in the same bytes.
        arguments += ["-fflags", "+bitexact", "-flags:v", "+bitexact"]
        switch format {
        case .mp4, .mov:
            arguments += [
                "-movflags",
                output == nil
                    ? "+frag_keyframe+empty_moov+default_base_moof+write_colr"
                    : options.extras.hasIndexAtEnd ? "+write_colr" : "+faststart+write_colr", "-f", format.rawValue,
            ]
        case .matroska: arguments += ["-f", "matroska"]
        default: arguments += ["-f", format.rawValue]
        }
        return Encoder(program: program, arguments: arguments + ["-y", output.map { "file:\($0)" } ?? "pipe:1"])
    }
}

extension FilmCodec {
    /// ffmpeg's names of the encoders, the preferred one first.
    var encoders: [String] {
        switch self {
        case .h264: ["libx264"]
        case .hevc: ["libx265"]
        case .vp9: ["libvpx-vp9"]
        case .vp8: ["libvpx"]
        case .proRes4444: ["prores_ks"]
        case .animation: ["qtrle"]
        case .ffv1: ["ffv1"]
        case .av1: ["libsvtav1", "libaom-av1"]
        }
    }

    fileprivate func arguments(_ options: FilmOptions, _ encoder: String) -> [String] {
        let quality = options.quality, keepsAlpha = options.keepsAlpha == true
        func choose(_ fast: String, _ medium: String, _ thorough: String) -> String {
            switch options.effort {
            case .fast: fast
            case .medium: medium
            case .thorough: thorough
            }
        }
        switch self {
        case .h264:
            return ["-preset", choose("veryfast", "medium", "slower"), "-crf", "\(Int((42 - 32 * quality).rounded()))"]
        case .hevc:
            // The number of threads would change the result.
            return [
                "-pix_fmt", "yuv420p10le", "-preset", choose("veryfast", "fast", "slow"), "-crf",
                "\(Int((44 - 32 * quality).rounded()))", "-x265-params", "log-level=error:frame-threads=1", "-tag:v", "hvc1",
            ]
        case .vp8, .vp9:
            var list = [
                "-crf", "\(Int((60 - 52 * quality).rounded()))", "-b:v", self == .vp9 ? "0" : "80M", "-deadline", "good", "-cpu-used",
                choose("5", "3", "1"),
            ]
            if self == .vp9 { list += ["-row-mt", "1"] }
            // libvpx supports alpha only without alternate reference frames.
            if keepsAlpha { list += ["-auto-alt-ref", "0", "-metadata:s:v:0", "alpha_mode=1"] }
            return list
        case .proRes4444:
            return [
                "-profile:v", "4444", "-vendor", "apl0", "-alpha_bits", keepsAlpha ? "16" : "0", "-q:v",
                "\(Int((1 + 20 * (1 - quality)).rounded()))",
            ]
        case .av1:
            let list = ["-pix_fmt", "yuv420p10le", "-crf", "\(Int((55 - 40 * quality).rounded()))"]
            if encoder == "libsvtav1" { return list + ["-preset", choose("10", "8", "5")] }
            return list + ["-b:v", "0", "-row-mt", "1", "-cpu-used", choose("8", "6", "4")]
        case .animation: return []
        case .ffv1: return ["-level", "3", "-g", "1", "-slicecrc", "1"]
        }
    }
}

extension FilmDynamicRange {
    /// The tags of a film, in ffmpeg's terms.
    package var tags: (primaries: String, transfer: String, matrix: String) {
        switch self {
        case .standard: ("bt709", "iec61966-2-1", "bt709")
        case .pq: ("bt2020", "smpte2084", "bt2020nc")
        case .hlg: ("bt2020", "arib-std-b67", "bt2020nc")
        }
    }
}
