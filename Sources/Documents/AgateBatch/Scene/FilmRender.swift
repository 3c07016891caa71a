import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import ImageIO

/// The rendering of one film, or one part of it: the frames of a scene, and the file to write.
package struct FilmRender {
    package var settings: RenderSettings
    /// The scene's file as read, for several films of it, with the hash of its content, if that is known; nil reads it.
    var source: SceneSource?
    var sceneHash: String?
    /// The file, a pattern of numbered pictures, or `-`.
    package var output: String
    package var options = FilmOptions()
    /// The file of the options' captions, with which the output is compared.
    package var captionsTrack: String?
    package var framesPerSecond: Double?
    package var duration: Double?
    package var frames: ClosedRange<Int>?
    package var chunk: FilmChunk?
    /// True if the part has exactly the output's name, rather than one with its number.
    package var namesPart = true
    /// The path of the manifest. Parts of films, and films that may be kept, have one beside them in any case.
    package var manifest: String?
    /// True if an existing film made from the same content is kept.
    package var keepsExisting = false
    /// The name of the film in errors about a conflict with another file.
    package var role = "the film"
    /// The files that the film must not replace; nil disables the check.
    package var claims = FileClaims.current
    /// True if the film has the scene's own sounds: those of a Lottie file's audio layers.
    package var keepsSceneSounds = true
    /// Called at each check of frames; an error that it throws ends the film.
    package var interruption: () throws -> Void = {}

    package enum Outcome: Sendable, Equatable {
        case made(frames: Int)
        /// The film already existed completely.
        case kept
    }

    package init(settings: RenderSettings, output: String) { (self.settings, self.output) = (settings, output) }

    /// The file's name, with the part's number if it has one.
    package var path: String { chunk.map { namesPart || output.contains("{chunk}") ? $0.output(output) : output } ?? output }

    /// The work to do, as far as it can be determined without drawing.
    package struct Plan {
        package let scene: any TemplateScene
        package let wanted: Double
        package let rate: Double
        package let film: Range<Int>
        package let part: Range<Int>
        /// Parts begin at multiples of this number of frames.
        package let unit: Int
        package let options: FilmOptions
        /// The sounds of the scene, of which some are temporary files.
        let sceneSounds: SceneSounds?
    }

    package func plan(_ images: TemplateImages? = nil) throws -> Plan {
        let scene = try settings.open(images, source: source)
        let format = options.format ?? (output == "-" ? .raw : FilmFormat(pathExtension: URL(fileURLWithPath: output).pathExtension))
        var wanted = framesPerSecond ?? scene.frameRate ?? 60
        if framesPerSecond == nil, format == .gif { wanted = min(wanted, 50) }
        guard let rate = FilmRate(wanted)?.framesPerSecond else { throw FilmInputError("--fps \(wanted) is not a valid frame rate") }
        let film: Range<Int>
        if let frames {
            film = frames.lowerBound..<(frames.upperBound + 1)
        } else {
            guard let length = duration ?? (settings.to == nil ? scene.duration : nil) else {
                throw try missingDuration(of: scene)
            }
            film = 0..<Int((length * rate).rounded())
        }
        if film.isEmpty { throw FilmInputError("there are no frames in \(duration ?? 0) s at \(rate) frames per second") }
        var options = options
        if output == "-" { options.format = format }
        if chunk != nil, !options.sounds.isEmpty || !options.captions.isEmpty {
            throw FilmInputError(
                "a part of a film has no sound and no track of captions: give them to agate join, which adds them to the whole")
        }
        var files: SceneSounds?
        let isSound = output != "-" && [.mp4, .mov, .webM, .matroska].contains(format)
        if keepsSceneSounds, chunk == nil, isSound, (try? NumberedPath(output))?.isPattern != true, settings.to == nil,
            settings.state == nil
        {
            files = try SceneSounds(scene)
            options.sounds = (files?.sounds ?? []) + options.sounds
        }
        let unit = options.segmentUnit(format)
        let part = chunk?.part(of: film, unit: unit) ?? film
        if part.isEmpty, let chunk {
            let why =
                unit > 1
                ? "; \(film.count) frames are \((film.upperBound - 1) / unit - film.lowerBound / unit + 1) segments of \(unit) (--segment)"
                : ""
            throw FilmInputError("there are no frames in part \(chunk.index) of \(chunk.count)\(why)")
        }
        options.firstNumber = part.lowerBound
        if options.sounds.isEmpty { options.loudness = nil }
        return Plan(
            scene: scene, wanted: wanted, rate: rate, film: film, part: part, unit: unit, options: options, sceneSounds: files)
    }

    /// Returns the error for a film without a length.
    /// - Throws: The error for a state that the scene does not have, which is the more useful one.
    private func missingDuration(of scene: any TemplateScene) throws -> FilmInputError {
        guard settings.to != nil else {
            return FilmInputError("\(settings.file): the document has no duration; set one with --duration")
        }
        for name in [settings.from, settings.to].compactMap(\.self) {
            let state = scene.stateName(name, appearance: settings.appearance, orientation: settings.orientation)
            try scene.setState(state, animated: false)
        }
        return FilmInputError("a transition between states has no length of its own; set one with --duration")
    }

    /// Makes the film.
    /// - Throws: FilmError, ``FilmInputError``, the errors of the interruption.
    package func run(
        images: TemplateImages? = nil, onScene: (any Scene) -> Void = { _ in }, onProgress: (FilmProgress) -> Void = { _ in }
    ) throws -> Outcome {
        let plan = try plan(images), path = path
        let show = try settings.show(plan.scene)
        let needsManifest = manifest != nil || keepsExisting || chunk != nil && path != "-"
        let place = needsManifest ? manifest ?? FilmManifest.path(of: path, frames: plan.part) : nil
        try claim(path, plan.part, place)
        onScene(plan.scene)
        let (width, height) = show.host.withPixels { _, width, height, _ in (width, height) }
        guard let place else {
            try record(plan, plan.part, show, path, nil, onProgress)
            return .made(frames: plan.part.count)
        }
        let sceneHash = try sceneHash ?? XXHash64.text(SceneFile.hash(settings.file))
        var made = FilmManifest(
            scene: URL(fileURLWithPath: settings.file).lastPathComponent, sceneHash: sceneHash, width: width, height: height,
            framesPerSecond: plan.rate,
            content: try content(plan, sceneHash), film: .init(plan.film), part: .init(plan.part),
            output: URL(fileURLWithPath: path).lastPathComponent, settings: settings)
        if let numbered = try? NumberedPath(path), numbered.isPattern {
            let missing = try self.missing(plan, numbered, made, place)
            if missing.isEmpty { return .kept }
            for run in missing { try record(plan, run, show, path, nil, onProgress) }
            for frame in plan.part { made.add(try Self.hash(ofPicture: numbered.path(frame)), frame: frame) }
            try made.write(to: place)
            return .made(frames: missing.reduce(0) { $0 + $1.count })
        }
        if keepsExisting, let old = FilmManifest.read(place), old.content == made.content, old.part == made.part, old.isComplete,
            let hash = old.outputHash,
            hash == FilmManifest.hash(ofFile: path)
        {
            return .kept
        }
        let keeper = Keeper(made)
        try record(plan, plan.part, show, path, keeper, onProgress)
        // A pipe or a device can't be hashed.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { keeper.manifest.outputHash = FilmManifest.hash(ofFile: path) }
        try keeper.manifest.write(to: place)
        return .made(frames: plan.part.count)
    }

    static func manifestRole(_ role: String) -> String { "the manifest of \(role)" }

    /// Claims the files to write, before writing any of them. At this time the scene with all its files has been read.
    private func claim(_ path: String, _ frames: Range<Int>, _ place: String?) throws {
        guard let claims else { return }
        if let captions = settings.captions { claims.read(captions, as: "the captions") }
        for sound in options.sounds { claims.read(sound.file.path, as: "a sound") }
        if let captionsTrack { claims.read(captionsTrack, as: "the captions") }
        if let place { try claims.write(place, as: Self.manifestRole(role)) }
        if path == "-" { return }
        guard let numbered = try? NumberedPath(path), numbered.isPattern else { return try claims.write(path, as: role) }
        for frame in frames { try claims.check(numbered.path(frame), as: role) }
    }

    private final class Keeper {
        var manifest: FilmManifest
        init(_ manifest: FilmManifest) { self.manifest = manifest }
    }

    private func record(
        _ plan: Plan, _ frames: Range<Int>, _ show: Show, _ path: String, _ keeper: Keeper?, _ onProgress: (FilmProgress) -> Void
    ) throws {
        let destination = path == "-" ? FilmDestination.descriptor(1) : .file(URL(fileURLWithPath: path))
        var options = plan.options
        options.firstNumber = frames.lowerBound
        options.beginSounds(atFrame: frames.lowerBound, plan.rate)
        try show.host.record(frames: frames, from: 0, to: destination, framesPerSecond: plan.wanted, options: options) { pixels, progress in
            try interruption()
            keeper?.manifest.add(pixels, frame: frames.lowerBound + progress.frame - 1)
            onProgress(progress)
        }
    }

    // MARK: Existing files

    /// Returns the runs of numbered pictures that have to be made. Existing pictures are kept only if a manifest indicates the same
    /// content.
    private func missing(_ plan: Plan, _ numbered: NumberedPath, _ made: FilmManifest, _ place: String) throws -> [Range<Int>] {
        let old = keepsExisting ? FilmManifest.read(place) : nil
        let isSame = old.map { $0.content == made.content && $0.part == made.part } ?? false
        if !isSame {
            // After an interruption, pictures of other content would be mistaken for pictures of this film.
            for frame in plan.part { unlink(numbered.path(frame)) }
            var begun = made
            begun.isComplete = false
            try begun.write(to: place)
        }
        var runs: [Range<Int>] = []
        for frame in plan.part where access(numbered.path(frame), F_OK) != 0 {
            if let last = runs.last, last.upperBound == frame {
                runs[runs.count - 1] = last.lowerBound..<(frame + 1)
            } else {
                runs.append(frame..<(frame + 1))
            }
        }
        // All pictures exist, but not their hashes: the earlier run was interrupted at the very end.
        if runs.isEmpty, old?.isComplete != true { runs = [(plan.part.upperBound - 1)..<plan.part.upperBound] }
        return runs
    }

    /// Returns the hash of a picture. PNG stores straight colour, from which the premultiplied values are restored exactly.
    static func hash(ofPicture path: String) throws -> UInt64 {
        let image = try ImageCodec.decode(contentsOf: path)
        return image.withPixels { XXHash64.hash(UnsafeRawBufferPointer(start: $0, count: image.width * image.height * 4)) }
    }

    /// Returns the hash of everything that determines the frames and their encoding, except the choice of frames and the locations of
    /// files.
    private func content(_ plan: Plan, _ sceneHash: String) throws -> String {
        struct Content: Codable {
            var engine = FilmManifest.engine
            let sceneHash: String
            let settings: RenderSettings
            let images: [String]
            let framesPerSecond: Double
            let film: FilmManifest.Span
            let options: [String]
        }
        var settings = settings
        (settings.file, settings.folder) = ("", nil)
        if let captions = settings.captions { settings.captions = FilmManifest.hash(ofFile: captions) ?? "" }
        // The bytes of files that rows name are included.
        let images = TemplateImages(folder: URL(fileURLWithPath: self.settings.folder ?? "."))
        let kinds = Dictionary(plan.scene.inputs.map { ($0.name, $0.kind) }) { first, _ in first }
        let hashes = settings.values.filter { kinds[$0.name] == .image && !$0.value.hasPrefix("data:") }.map {
            FilmManifest.hash(ofFile: images.url($0.value).path) ?? ""
        }
        let o = plan.options
        var options = [
            o.format?.rawValue ?? URL(fileURLWithPath: output).pathExtension.lowercased(), o.codec?.rawValue ?? "", "\(o.quality)",
            o.effort.rawValue, o.keepsAlpha.map { "\($0)" } ?? "", "\(o.keepsFullColor)", "\(o.loopCount)",
            "\(o.segmentLength ?? FilmPlan.usualSegmentLength)",
        ]
        // Nothing without sounds, so that such films have the same content as before sounds existed.
        for sound in o.sounds {
            options.append("\(FilmManifest.hash(ofFile: sound.file.path) ?? "")@\(sound.start)*\(sound.volume)")
            if sound.range != nil || sound.speed != 1 || !sound.levels.isEmpty {
                options.append("\(sound.range.map { "\($0)" } ?? "") \(sound.speed) \(sound.levels.map { "\($0.time) \($0.value)" })")
            }
        }
        for caption in o.captions { options.append("\(caption.start) \(caption.end) \(caption.text)") }
        if let loudness = o.loudness { options.append("\(loudness) LUFS") }
        if o.dynamicRange != .standard { options.append(o.dynamicRange.rawValue) }
        let content = Content(
            sceneHash: sceneHash, settings: settings, images: hashes, framesPerSecond: plan.rate, film: .init(plan.film), options: options)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return XXHash64.text(XXHash64.hash(try encoder.encode(content)))
    }
}

extension FilmOptions {
    /// Moves the sounds and captions for a film that begins with a later frame.
    mutating func beginSounds(atFrame frame: Int, _ rate: Double) {
        let seconds = Double(frame) / rate
        for index in sounds.indices { sounds[index].move(by: -seconds) }
        for index in captions.indices {
            captions[index].start -= seconds
            captions[index].end -= seconds
        }
    }

    /// Returns the number of frames at whose multiples parts of a film may begin, so that they decode to the frames of the whole.
    fileprivate func segmentUnit(_ format: FilmFormat?) -> Int {
        switch (format, codec) {
        case (.mp4, _), (.webM, _), (_, .h264), (_, .hevc), (_, .vp9), (_, .vp8): max(segmentLength ?? FilmPlan.usualSegmentLength, 1)
        default: 1
        }
    }
}
