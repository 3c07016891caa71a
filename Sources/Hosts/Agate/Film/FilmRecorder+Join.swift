import FFmpeg
import Foundation

extension FilmRecorder {
    /// Puts films one behind the other into one file, without encoding anything anew.
    ///
    /// For parts of one film that were made apart, perhaps on several machines, with the same options. What shows is what the parts show,
    /// frame by frame. For the formats that ffmpeg makes; ffmpeg alone does the same by
    /// `ffmpeg -f concat -safe 0 -i list.txt -c copy film.mp4`, where the list has a line `file 'part.mp4'` for each.
    /// - Throws: ``FilmError``.
    public static func join(_ parts: [URL], to file: URL) throws(FilmError) { try join(parts, to: file, areAlike: false) }

    /// - Parameter areAlike: whether it is known that the parts go together, so that none is looked into: at a thousand parts, that is what
    ///   takes long.
    package static func join(_ parts: [URL], to file: URL, areAlike: Bool) throws(FilmError) {
        guard let format = FilmFormat(pathExtension: file.pathExtension), [.mp4, .mov, .webM, .matroska].contains(format) else {
            throw .unsupported("\(file.relativePath): only mp4, mov, webm and mkv can be joined")
        }
        guard !parts.isEmpty else { throw .unsupported("there are no parts to join") }
        // Parts that don't go together give films that stop playing in the middle.
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
        let target = try FilmTarget(.file(file))
        do {
            try FilmJoin(parts.map(\.standardizedFileURL.path), format, to: target.path, descriptor: target.descriptor).finish()
        } catch {
            let meaning = target.meaning(error)
            target.discard()
            throw meaning
        }
        try target.commit()
    }
}
