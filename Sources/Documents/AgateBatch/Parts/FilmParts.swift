import Agate
import AgateDiagnostics
import Foundation
import ImageIO

/// Sorts the parts of a film and checks them against their manifests.
package enum FilmParts {
    /// Returns the parts in their order, by their manifests.
    /// - Returns: The parts, and the manifest of the whole.
    /// - Throws: ``FilmInputError`` for a manifest that is missing or damaged, for parts of different films, for frames that are missing or
    ///   duplicated, and for a file that does not match its manifest.
    package static func ordered(_ files: [String]) throws -> (files: [String], whole: FilmManifest) {
        guard !files.isEmpty else { throw FilmInputError("there are no parts to join") }
        let parts = try files.map { file in
            guard access(file, R_OK) == 0 else { throw FilmInputError("\(file): \(SystemError.text(errno))") }
            do { return (file: file, manifest: try FilmManifest.required("\(file).json")) } catch {
                throw FilmInputError("\(error); use --without-manifests to join parts without checking them")
            }
        }.sorted { ($0.manifest.part.first, $0.file) < ($1.manifest.part.first, $1.file) }
        if let problem = problems(parts).first { throw FilmInputError(problem) }
        for (file, manifest) in parts {
            guard manifest.isComplete else { throw FilmInputError("\(file): the run that wrote it was interrupted") }
            guard manifest.hasAllFrames else {
                throw FilmInputError("\(file): its manifest does not list each of the part's \(manifest.part.count) frames exactly once")
            }
            guard let hash = manifest.outputHash else { throw FilmInputError("\(file): its manifest has no file hash") }
            guard FilmManifest.hash(ofFile: file) == hash else {
                throw FilmInputError("\(file): the file's hash differs from its manifest")
            }
        }
        var whole = parts[0].manifest
        whole.part = whole.film
        whole.frames = parts.flatMap(\.manifest.frames)
        return (parts.map(\.file), whole)
    }

    /// Returns the inconsistencies: parts of other films, gaps and duplicates.
    package static func problems(_ parts: [(file: String, manifest: FilmManifest)]) -> [String] {
        guard let first = parts.first else { return [] }
        var list: [String] = []
        for part in parts where part.manifest.content != first.manifest.content || part.manifest.film != first.manifest.film {
            list.append("\(part.file) belongs to a different film than \(first.file), or was rendered with different options")
        }
        if !list.isEmpty { return list }
        var next = first.manifest.film.first
        for part in parts {
            let range = part.manifest.part.range
            if range.lowerBound > next { list.append("frames \(next) to \(range.lowerBound - 1) are missing") }
            if range.lowerBound < next {
                list.append("\(part.file): frames \(range.lowerBound) to \(min(next, range.upperBound) - 1) are duplicates")
            }
            next = max(next, range.upperBound)
        }
        let end = first.manifest.film.range.upperBound
        if next > end { list.append("frames \(end) to \(next - 1) are beyond the end of the film") }
        if next < end { list.append("frames \(next) to \(end - 1) are missing") }
        return list
    }

    /// Joins parts into one file, and writes the manifest of the whole beside it.
    /// - Parameter isChecked: True if the parts must have manifests, and match them. If false, files whose names differ only by a number
    ///   are sorted by that number, others stay in the given order, and the whole has no manifest.
    /// - Parameter sound: The sounds of the whole, from its first frame on. They need parts that are checked.
    package static func join(_ files: [String], to output: String, isChecked: Bool = true, sound: FilmOptions? = nil) throws {
        for sound in sound?.sounds ?? [] { FileClaims.current?.read(sound.file.path, as: "a sound") }
        for file in files {
            FileClaims.current?.read(file, as: "a part")
            FileClaims.current?.read("\(file).json", as: "the manifest of a part")
        }
        try FileClaims.current?.write(output, as: "the film")
        if isChecked { try FileClaims.current?.write("\(output).json", as: "the manifest of the film") }
        func urls(_ files: [String]) -> [URL] { files.map { URL(fileURLWithPath: $0) } }
        guard isChecked else {
            let parts = NaturalOrder.areNumbered(files) ? files.sorted(by: NaturalOrder.isBefore) : files
            return try FilmRecorder.join(urls(parts), to: URL(fileURLWithPath: output), areAlike: false)
        }
        let (parts, made) = try ordered(files)
        var options = sound
        options?.beginSounds(atFrame: made.film.first, made.framesPerSecond)
        let track = options.flatMap { options in
            FilmRate(made.framesPerSecond).map { (options: options, frames: made.film.count, rate: $0) }
        }
        try FilmRecorder.join(urls(parts), to: URL(fileURLWithPath: output), areAlike: true, sound: track)
        var whole = made
        whole.output = URL(fileURLWithPath: output).lastPathComponent
        whole.outputHash = FilmManifest.hash(ofFile: output)
        var status = stat()
        if stat(output, &status) == 0, status.st_mode & S_IFMT == S_IFREG { try whole.write(to: "\(output).json") }
    }
}
