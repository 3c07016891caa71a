import Agate
import Foundation

/// Parts of a film, put in order and checked by what their manifests say.
package enum FilmParts {
    /// The parts in the order in which they belong: by their manifests where all have one, by the numbers in their names where those are
    /// all that differs, else as they were given.
    /// - Returns: the parts, and the manifest of what they are together, where they have manifests.
    /// - Throws: ``FilmInputError`` for parts of different films, and for frames that are missing or there twice.
    package static func ordered(_ files: [String]) throws -> (files: [String], whole: FilmManifest?) {
        let manifests = files.map { FilmManifest.read("\($0).json") }
        guard !files.isEmpty, manifests.allSatisfy({ $0 != nil }) else {
            return (NaturalOrder.areNumbered(files) ? files.sorted(by: NaturalOrder.isBefore) : files, nil)
        }
        let parts = zip(files, manifests).compactMap { file, manifest in manifest.map { (file: file, manifest: $0) } }
            .sorted { ($0.manifest.part.first, $0.file) < ($1.manifest.part.first, $1.file) }
        if let problem = problems(parts).first { throw FilmInputError(problem) }
        for part in parts {
            guard let hash = part.manifest.outputHash else { continue }
            guard FilmManifest.hash(ofFile: part.file) == hash else {
                throw FilmInputError("\(part.file): other bytes than its manifest says")
            }
        }
        var whole = parts[0].manifest
        whole.part = whole.film
        whole.frames = parts.flatMap(\.manifest.frames)
        return (parts.map(\.file), whole)
    }

    /// What does not fit together: parts of other films, gaps and doubles.
    package static func problems(_ parts: [(file: String, manifest: FilmManifest)]) -> [String] {
        guard let first = parts.first else { return [] }
        var list: [String] = []
        for part in parts where part.manifest.content != first.manifest.content {
            list.append("\(part.file) is part of another film than \(first.file), or was made by other options")
        }
        if !list.isEmpty { return list }
        var next = first.manifest.film.first
        for part in parts {
            let range = part.manifest.part.range
            if range.lowerBound > next { list.append("frames \(next) to \(range.lowerBound - 1) are missing") }
            if range.lowerBound < next {
                list.append("\(part.file): frames \(range.lowerBound) to \(min(next, range.upperBound) - 1) are there twice")
            }
            next = max(next, range.upperBound)
        }
        let end = first.manifest.film.range.upperBound
        if next < end { list.append("frames \(next) to \(end - 1) are missing") }
        return list
    }

    /// Joins parts into one file, and writes the manifest of the whole beside it where the parts have theirs.
    package static func join(_ files: [String], to output: String) throws {
        let (parts, whole) = try ordered(files)
        try FilmRecorder.join(parts.map { URL(fileURLWithPath: $0) }, to: URL(fileURLWithPath: output), areAlike: whole != nil)
        guard var whole else { return }
        whole.output = URL(fileURLWithPath: output).lastPathComponent
        whole.outputHash = FilmManifest.hash(ofFile: output)
        var status = stat()
        if stat(output, &status) == 0, status.st_mode & S_IFMT == S_IFREG { try whole.write(to: "\(output).json") }
    }
}
