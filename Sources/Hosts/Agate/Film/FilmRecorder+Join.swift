import FFmpeg
import Foundation

extension FilmRecorder {
    /// Concatenates films into one file, without encoding anything again.
    ///
    /// For parts of one film that were made separately, perhaps on several machines, with the same options. The result shows the frames of
    /// the parts unchanged. For the formats that ffmpeg makes; ffmpeg alone does the same with `ffmpeg -f concat -safe 0 -i list.txt -c
    /// copy film.mp4`, where the list has a line `file 'part.mp4'` for each.
    /// - Throws: ``FilmError``.
    public static func join(_ parts: [URL], to file: URL) throws(FilmError) { try join(parts, to: file, areAlike: false) }

    /// - Parameters:
    ///   - areAlike: True if the parts are known to be compatible, so that none is probed. Probing dominates the time for
    ///     a thousand parts.
    ///   - sound: The sounds and captions, and the number of frames and the rate of the film, on which the length of its tracks depends.
    package static func join(
        _ parts: [URL], to file: URL, areAlike: Bool, sound: (options: FilmOptions, frames: Int, rate: FilmRate)? = nil
    ) throws(FilmError) {
        guard let format = FilmFormat(pathExtension: file.pathExtension), [.mp4, .mov, .webM, .matroska].contains(format) else {
            throw .unsupported("\(file.relativePath): only mp4, mov, webm and mkv can be joined")
        }
        guard !parts.isEmpty else { throw .unsupported("there are no parts to join") }
        // Incompatible parts would result in a film that stops playing in the middle.
        var first: FilmProbe?
        for part in areAlike ? [] : parts {
            let probe: FilmProbe
            do { probe = try FilmProbe(part) } catch {
                if error.isTransient || error == .cancelled { throw FilmError(error) }
                throw .unwritable(file: part.relativePath, reason: "\(error)")
            }
            let known = first ?? probe
            guard (known.width, known.height, known.codec, known.pixelFormat) == (probe.width, probe.height, probe.codec, probe.pixelFormat)
            else {
                throw .unsupported(
                    "\(part.relativePath) is \(probe.codec) of \(probe.width)x\(probe.height) (\(probe.pixelFormat)), "
                        + "the first part \(known.codec) of \(known.width)x\(known.height) (\(known.pixelFormat))")
            }
            first = known
        }
        let track = if let sound { try FilmSoundtrack(sound.options, format) } else { nil as FilmSoundtrack? }
        let captions = if let sound { try FilmCaptionTrack(sound.options, format) } else { nil as FilmCaptionTrack? }
        let target = try FilmTarget(.file(file))
        do {
            let texts = sound.flatMap { captions?.text(duration: Double($0.frames) / $0.rate.framesPerSecond) }
            if texts != nil, target.path == nil {
                throw FilmError.unsupported("\(target.name): a film in a stream can't have a track of captions; write it to a file")
            }
            try FilmJoin(
                parts.map(\.standardizedFileURL.path), format, to: target.path, descriptor: target.descriptor,
                sound: track, samples: sound.map { FilmSoundtrack.samples(frames: $0.frames, $0.rate) } ?? 0,
                captions: try texts.flatMap { try FilmJoin.Captions($0, captions, to: target.segment(0)) }
            ).finish()
        } catch {
            let meaning = target.meaning(error)
            target.discard()
            throw meaning
        }
        try target.commit()
    }
}
