import AgateDiagnostics
import FFmpeg
import Foundation

/// The sound track of a film: the sounds of the options, mixed by ffmpeg while the encoded segments are joined.
///
/// Segments and parts have no sound, so that a film that is made in parts has the same samples as one that is made at once.
package struct FilmSoundtrack: Sendable {
    private let sounds: [FilmSound]
    private let loudness: Double?
    /// ffmpeg's arguments for the codec.
    private let codec: [String]

    private static let rate = 48000

    /// Checks the sounds. Returns nil if there are none, or for a format that ``FilmPlan`` refuses.
    package init?(_ options: FilmOptions, _ format: FilmFormat) throws(FilmError) {
        guard !options.sounds.isEmpty else { return nil }
        // A codec is exact where the format is for editing.
        let choice: [(name: String, arguments: [String])]
        switch format {
        case .mp4: choice = [("aac", ["-b:a", "192k"])]
        case .mov: choice = options.codec == .h264 || options.codec == .hevc ? [("aac", ["-b:a", "192k"])] : [("pcm_s24le", [])]
        case .webM: choice = [("libopus", ["-b:a", "160k"]), ("libvorbis", ["-q:a", "6"])]
        case .matroska: choice = [("flac", [])]
        case .gif, .png, .webP, .raw, .y4m: return nil
        }
        if let loudness = options.loudness, !(-70 ... -5).contains(loudness) {
            throw .unsupported("the loudness \(loudness) is not in -70 to -5 LUFS")
        }
        for sound in options.sounds { try Self.check(sound) }
        do {
            let name = try FFmpeg.installed().first(.encoder, of: choice.map(\.name))
            codec = ["-c:a", name] + (choice.first { $0.name == name }?.arguments ?? [])
        } catch { throw FilmError(error) }
        (sounds, loudness) = (options.sounds, options.loudness)
    }

    private static func check(_ sound: FilmSound) throws(FilmError) {
        let name = sound.file.isFileURL ? sound.file.relativePath : sound.file.absoluteString
        guard sound.file.isFileURL else { throw .unsupported("\(name): sounds are read only from files") }
        guard sound.start.isFinite, abs(sound.start) <= 1e6 else {
            throw .unsupported("\(name): the start \(sound.start) s is not in -1000000 to 1000000 s")
        }
        guard (1.0 / 32...32).contains(sound.speed) else { throw .unsupported("\(name): the speed \(sound.speed) is not in 1/32 to 32") }
        if let range = sound.range, !(abs(range.lowerBound) <= 1e6 && abs(range.upperBound) <= 1e6) {
            throw .unsupported("\(name): the range \(range) is not in -1000000 to 1000000 s")
        }
        guard (0...100).contains(sound.volume) else { throw .unsupported("\(name): the volume \(sound.volume) is not in 0 to 100") }
        guard access(sound.file.path, R_OK) == 0 else { throw .unsupported("\(name): \(SystemError.text(errno))") }
        let probe: MediaProbe
        do { probe = try MediaProbe(sound.file) } catch {
            // A file that is not one of media, rather than a machine in want.
            if case .failed(_, let status, _) = error, status > 0 { throw .unsupported("\(name): the file has no sound") }
            throw FilmError(error)
        }
        guard probe.streams.contains(where: { $0.kind == .audio }) else { throw .unsupported("\(name): the file has no sound") }
    }

    /// Returns the number of samples of a film.
    static func samples(frames: Int, _ rate: FilmRate) -> Int {
        let (whole, rest) = (frames / rate.numerator, frames % rate.numerator)
        let numerator = rest * rate.denominator * Self.rate
        return whole * rate.denominator * Self.rate + (numerator + rate.numerator / 2) / rate.numerator
    }

    /// Returns the arguments for the inputs, the mix and its codec.
    /// - Parameters:
    ///   - input: The number of the first input.
    ///   - samples: The length: a shorter mix is followed by silence, a longer one is cut.
    /// - Throws: ``FFmpegError`` if the loudness can't be measured.
    func arguments(firstInput input: Int, samples: Int) throws(FFmpegError) -> (inputs: [String], output: [String]) {
        var end = ["apad=whole_len=\(samples)", "atrim=end_sample=\(samples)", "asetpts=N/SR/TB"]
        if let loudness { end.append("volume=\(try gain(to: loudness, samples))dB") }
        return (inputs, ["-filter_complex", mix(input, samples, end), "-map", "[sound]"] + codec + ["-flags:a", "+bitexact"])
    }

    /// The number of sounds.
    var count: Int { sounds.count }

    private var inputs: [String] { sounds.flatMap { ["-i", FrameReader.input($0.file)] } }

    /// Returns the graph of the mix, which ends with filters for the whole.
    private func mix(_ input: Int, _ samples: Int, _ end: [String]) -> String {
        var chains: [String] = []
        for (index, sound) in sounds.enumerated() {
            // Silence before a sound that begins late in its own file.
            var chain = ["aresample=\(Self.rate):async=1:first_pts=0", "aformat=sample_fmts=fltp:channel_layouts=stereo"]
            func sample(_ time: Double) -> Int { Int((time * Double(Self.rate)).rounded()) }
            if sound.speed != 1 {
                chain += [
                    "asetrate=\(max(1, Int((Double(Self.rate) * sound.speed).rounded())))", "aresample=\(Self.rate)", "asetpts=N/SR/TB",
                ]
            }
            // The part of the sound that is heard, in its own samples, and the place of its first one.
            let start = sample(sound.start), heard = sound.range.map { sample($0.lowerBound)..<sample($0.upperBound) }
            let first = max(0, -start, heard.map { $0.lowerBound - start } ?? 0)
            if let heard { chain.append("atrim=start_sample=\(first):end_sample=\(max(first, heard.upperBound - start))") }
            if heard == nil, first > 0 { chain.append("atrim=start_sample=\(first)") }
            if heard != nil || first > 0 { chain.append("asetpts=N/SR/TB") }
            let place = start + first
            chain += Self.levels(sound.levels, from: place)
            if place > 0 { chain.append("adelay=delays=\(min(place, samples))S:all=1") }
            if sound.volume != 1 { chain.append("volume=\(sound.volume)") }
            chains.append("[\(input + index):a:0]\(chain.joined(separator: ","))[s\(index)]")
        }
        let sum = sounds.count > 1 ? ["amix=inputs=\(sounds.count):duration=longest:normalize=0"] : []
        chains.append(sounds.indices.map { "[s\($0)]" }.joined() + (sum + end).joined(separator: ",") + "[sound]")
        return chains.joined(separator: ";")
    }

    /// Returns the filters for levels that change: a factor for each 32 samples.
    /// - Parameter place: The film's sample at which the sound begins.
    private static func levels(_ levels: [FilmSound.Level], from place: Int) -> [String] {
        guard let first = levels.first else { return [] }
        let points = levels.map { (time: $0.time - Double(place) / Double(rate), value: $0.value) }
        guard points.count > 1 else { return first.value == 1 ? [] : ["volume=\(first.value)"] }
        // Sums of ramps, each of which is limited to its own span: expressions as deep as a list would overflow ffmpeg's stack.
        var terms = ["\(points[0].value)"]
        for (a, b) in zip(points, points.dropFirst()) where b.time > a.time && b.value != a.value {
            terms.append(String(format: "%.9g*clip((t-%.6f)/%.6f,0,1)", b.value - a.value, a.time, b.time - a.time))
        }
        return ["asetnsamples=n=32:p=0", "volume='\(terms.joined(separator: "+"))':eval=frame"]
    }

    /// Returns the gain in decibels that gives the mix a loudness, as far as its peaks stay below -1.5 dB; 0 for silence.
    private func gain(to loudness: Double, _ samples: Int) throws(FFmpegError) -> Double {
        // Measured first, since a gain that changes with time would be heard.
        let end = [
            "atrim=end_sample=\(samples)", "ebur128=metadata=1",
            "astats=metadata=1:measure_perchannel=none:measure_overall=Peak_level", "ametadata=mode=print:file=-",
        ]
        let text = try FFmpeg.output(
            of: try FFmpeg.installed().path,
            ["-nostdin", "-hide_banner", "-v", "error"] + inputs + [
                "-filter_complex", mix(0, samples, end), "-map", "[sound]", "-f", "null", "-",
            ])
        func last(_ key: String) -> Double? {
            guard let found = text.range(of: "\(key)=", options: .backwards) else { return nil }
            return Double(text[found.upperBound...].prefix { !$0.isNewline })
        }
        guard let measured = last("lavfi.r128.I"), let peak = last("lavfi.astats.Overall.Peak_level"), measured > -70, peak.isFinite else {
            return 0
        }
        return min(loudness - measured, -1.5 - peak)
    }
}
