import AgateDiagnostics
import Agate
import CoreGraphics
import FFmpeg
import Foundation
import ImageIO

/// One export: made on the thread that owns the layers, and then run on a thread of its own. Any thread may cancel.
///
/// Sound is copied, or mixed first into a hidden file; then frames are drawn and encoded, with the sound beside them. The file appears
/// under its name when it is complete, and nothing remains of a failed export.
final class ExportJob: @unchecked Sendable {
    // Unchecked: what is not under a lock is used by the thread that runs, after it was made.
    struct Request {
        var asset: AVAsset
        var preset: ExportPreset
        var url: URL
        var type: AVFileType
        var range: CMTimeRange
        var rules: ComposingRules
        var mix: AVAudioMix?
        var algorithm: AVAudioTimePitchAlgorithm
        var tags: [String: String]
        var isFastStart: Bool
        var temporary: URL?
    }

    private let request: Request
    private var composer: FilmComposer?
    private let cancelling: FilmComposer.Cancelling?
    private let sound: SoundPlan

    private struct State {
        var progress = 0.0
        var isCancelled = false
        /// Ends the program that is being waited for.
        var cancel: (@Sendable () -> Void)?
    }
    private let state = Locked(State())

    /// The share of the progress that mixing has.
    private static let soundShare = 0.1

    /// Checks the request, so that what can be known in advance fails before any work.
    init(_ request: Request) throws(AVError) {
        var request = request
        let asset = request.asset, preset = request.preset
        if let failure = asset.failure { throw failure }
        guard request.url.isFileURL else { throw AVError(.exportFailed, "\(request.url): films can be written only to files") }
        let name = request.url.lastPathComponent
        guard preset.fileTypes.contains(request.type) else {
            throw AVError(.exportFailed, "\(preset.name) does not support files of the type \(request.type.rawValue)")
        }
        guard request.type.extensions.contains(request.url.pathExtension.lowercased()) else {
            let wanted = request.type.extensions.joined(separator: " or ")
            throw AVError(
                .invalidOutputURLPathExtension, "\(name): the extension of a file of the type \(request.type.rawValue) is \(wanted)")
        }
        if FileManager.default.fileExists(atPath: request.url.path) {
            throw AVError(.fileAlreadyExists, "\(name): there is already a file of this name")
        }
        let whole = CMTimeRange(start: .zero, duration: asset.duration)
        guard whole.duration.isFraction, whole.duration > .zero else {
            throw AVError(.invalidSourceMedia, "\(asset.name): the duration is \(whole.duration)")
        }
        let range = request.range.isValid ? request.range.intersection(whole) : whole
        guard range.duration > .zero else {
            throw AVError(.exportFailed, "the range \(request.range) has no time of the asset, which lasts \(whole.duration)")
        }
        request.range = range
        self.request = request
        if preset.isCopy {
            guard request.rules.composition == nil, request.mix == nil else {
                throw AVError(.operationNotSupportedForAsset, "packets can't be copied with a video composition or an audio mix")
            }
            (composer, cancelling, sound) = (nil, nil, .none)
            return
        }
        sound = SoundPlan(
            asset, request.mix, range, codecs: { preset.copiesSound($0, into: request.type) }, algorithm: request.algorithm)
        let hasFilm = asset.tracks.contains { $0.mediaType == .video && $0.isEnabled } || request.rules.composition != nil
        if preset.isSoundOnly || !hasFilm {
            guard case .none = sound else { (composer, cancelling) = (nil, nil); return }
            throw AVError(.invalidSourceMedia, "\(asset.name): there is no sound")
        }
        let light = try Self.dynamicRange(request)
        let composer = try FilmComposer(
            asset, request.rules, timeRange: range, limit: preset.limit, range: light.range, isRangeRequired: light.isRequired)
        (self.composer, cancelling) = (composer, composer.cancelling)
    }

    /// Returns the range of light of the film: that of the composition's colours, which is required; else that of the films in an HEVC
    /// file. Layers have the standard range, unless those that show the film want more.
    private static func dynamicRange(_ request: Request) throws(AVError) -> (range: FilmDynamicRange, isRequired: Bool) {
        let isDeep = request.preset.codec == .hevc
        if let range = try request.rules.composition?.dynamicRange() {
            guard range == .standard || isDeep else {
                throw AVError(.invalidVideoComposition, "\(request.preset.name) has no high dynamic range; the HEVC presets have")
            }
            return (range, true)
        }
        let wantsMore = request.rules.composition?.animationTool?.videoLayers.allSatisfy(\.wantsExtendedDynamicRangeContent) ?? true
        guard isDeep, wantsMore, request.rules.composition?.customVideoCompositorClass == nil else { return (.standard, false) }
        let sources = request.asset.tracks.filter { $0.mediaType == .video && $0.isEnabled }.flatMap(\.parts).compactMap(\.source)
        let transfers = Set(sources.map { (try? $0.file.probe())?.transfer })
        return (FilmDynamicRange.allCases.first { $0 != .standard && transfers == [$0.tags.transfer] } ?? .standard, false)
    }

    /// The part that is done, 0...1.
    var progress: Float { Float(state.withLock { $0.progress }) }

    /// Ends the export, which then throws.
    func cancel() {
        cancelling?.cancel()
        state.withLock { state in
            state.isCancelled = true
            return state.cancel
        }?()
    }

    private func check() throws(AVError) {
        if state.withLock({ $0.isCancelled }) { throw AVError(.operationCancelled, "the export was cancelled") }
    }

    /// Sets the block that `cancel` calls, and calls it at once if the export is already cancelled.
    private func wait(on cancel: (@Sendable () -> Void)?) {
        let isCancelled = state.withLock { state in
            state.cancel = cancel
            return state.isCancelled
        }
        if isCancelled { cancel?() }
    }

    // MARK: Work

    /// Writes the file.
    func run() throws(AVError) {
        // The layers are free for another export when the handler is called.
        defer { composer = nil }
        do {
            try check()
            if request.preset.isCopy {
                try copyPackets()
            } else if let composer {
                try writeFilm(composer)
            } else {
                try writeSound()
            }
            state.withLock { $0.progress = 1 }
        } catch {
            // A program that was ended reports something else.
            try check()
            throw AVError(writing: error)
        }
    }

    private func writeFilm(_ composer: FilmComposer) throws {
        var options = FilmOptions(
            format: request.type == .mov ? .mov : .mp4, codec: request.preset.codec, quality: request.preset.quality, keepsAlpha: false,
            segmentLength: 0)
        options.dynamicRange = composer.range
        options.extras.tags = request.tags
        options.extras.hasIndexAtEnd = !request.isFastStart
        // The hidden file of the mix lives until the film is complete.
        var mixed: OutputFile?
        defer { mixed?.discard() }
        switch sound {
        case .none: break
        case .copy(let source): options.extras.sound = .init(source.file.file, number: source.stream.number)
        case .mix(let mix):
            let file = try hiddenFile()
            mixed = file
            try write(mix, to: file.path ?? "", format: "mov", share: Self.soundShare)
            options.extras.sound = .init(URL(fileURLWithPath: file.path ?? ""))
        }
        let frame = composer.frameDuration
        let recorder = try FilmRecorder(
            to: .file(request.url), width: composer.width, height: composer.height, framesPerSecond: 1 / frame.seconds, options: options)
        let count = FrameCount.frames(of: request.range.duration, each: frame), done = progress
        // Frames of films that show unchanged are not converted, but where layers are over them.
        let format: FilmPixelFormat = composer.range == .standard ? .yuv420p : .yuv420p10
        let mixer = recorder.pixelFormat == format ? PlaneMixer(width: composer.width, height: composer.height, range: composer.range) : nil
        var isDrawn = false
        do {
            for number in 0..<count {
                try check()
                let time = request.range.start + frame.multiplied(by: Int128(number), over: 1)
                switch mixer == nil ? .painted(try composer.frame(at: time)) : try composer.composed(at: time) {
                case .painted(let painted):
                    try painted.withPixels { try recorder.append($0, changed: isDrawn ? painted.rows : 0..<composer.height) }
                    isDrawn = true
                case .through(let frame):
                    guard let mixer else { break }
                    try recorder.append { frame.write(mixer, to: $0) }
                    isDrawn = false
                }
                state.withLock { $0.progress = Double(done) + (0.99 - Double(done)) * Double(number + 1) / Double(count) }
            }
            try check()
            try recorder.finish()
        } catch {
            recorder.cancel()
            throw error
        }
    }

    private func writeSound() throws {
        let output = try OutputFile(request.url.path)
        do {
            let format = request.type == .mov ? "mov" : request.type == .m4a ? "ipod" : "mp4"
            switch sound {
            case .none: break
            case .mix(let mix): try write(mix, to: output.path ?? "", format: format, share: 0.99)
            case .copy(let source):
                try runProgram(
                    ["-i", FrameReader.input(source.file.file), "-map", "0:a:\(source.stream.number)", "-c", "copy"]
                        + ending(format, output.path ?? ""))
            }
            try check()
            try output.commit()
        } catch {
            output.discard()
            throw error
        }
    }

    /// Mixes sound into a file.
    private func write(_ mix: SoundMix, to path: String, format: String, share: Double) throws {
        let program = try FFmpeg.installed(), mixer = SoundMixer(mix)
        let name = try program.first(.encoder, of: [request.preset.sound[1]])
        let writer = try FrameWriter(
            program,
            ["-f", "f32le", "-ar", "\(mix.rate)", "-ac", "\(mix.channels)", "-i", "pipe:0", "-c:a", name]
                + (name == "aac" ? ["-b:a", "\(96 * mix.channels)k"] : []) + ending(format, path))
        let readers = mixer.readers
        wait(on: {
            readers.cancel()
            writer.cancel()
        })
        defer { wait(on: nil) }
        do {
            while try mixer.next({ try writer.write(UnsafeRawBufferPointer($0)) }) {
                try check()
                state.withLock { $0.progress = share * mixer.progress }
            }
            try writer.finish()
        } catch {
            writer.cancel()
            mixer.readers.cancel()
            throw error
        }
        mixer.readers.cancel()
    }

    /// Copies the packets of the files of which the asset is made.
    private func copyPackets() throws {
        let copy = try PacketCopy(request.asset, request.range), output = try OutputFile(request.url.path)
        do {
            let format = request.type == .mov ? "mov" : request.type == .m4a ? "ipod" : "mp4"
            try runProgram(copy.arguments + ["-c", "copy"] + ending(format, output.path ?? ""), input: copy.list)
            try check()
            try output.commit()
        } catch {
            output.discard()
            throw error
        }
    }

    private func runProgram(_ arguments: [String], input: String = "") throws {
        let writer = try FrameWriter(FFmpeg.installed(), ["-xerror"] + arguments)
        wait(on: { writer.cancel() })
        defer { wait(on: nil) }
        if !input.isEmpty { try Array(input.utf8).withUnsafeBytes { try writer.write($0) } }
        try writer.finish()
    }

    /// Returns the arguments for the output: no version or machine information, the tags, the index at the beginning.
    private func ending(_ format: String, _ path: String) -> [String] {
        var arguments = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"]
        for (key, text) in request.tags.sorted(by: { $0.key < $1.key }) { arguments += ["-metadata", "\(key)=\(text)"] }
        if request.isFastStart { arguments += ["-movflags", "+faststart"] }
        return arguments + ["-f", format, "-y", "file:\(path)"]
    }

    private func hiddenFile() throws -> OutputFile {
        guard let folder = request.temporary else { return try OutputFile(request.url.path) }
        return try OutputFile(folder.appendingPathComponent(request.url.lastPathComponent).path)
    }
}
