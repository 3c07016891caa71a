import Foundation

/// One of several parts of the work, numbered as by engines that run arrays of jobs.
package struct FilmChunk: Codable, Hashable, Sendable {
    /// The number of the part, from 1.
    package let index: Int
    package let count: Int

    package init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    /// Parses `I/N`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], index >= 1, index <= count, count <= 1_000_000 else {
            return nil
        }
        self.init(index: index, count: count)
    }

    /// Returns the part that the engine specifies: `AGATE_CHUNK` (I/N, from 1), Slurm's array (any first number and step), or the index of
    /// a Kubernetes job (from 0). Nil if there is none, or only one part.
    /// - Throws: ``FilmInputError`` for inconsistent numbers.
    package static func given(by environment: [String: String]) throws -> FilmChunk? {
        func number(_ name: String) throws -> Int? {
            guard let text = environment[name], !text.isEmpty else { return nil }
            guard let number = Int(text), number >= 0 else {
                throw FilmInputError("\(name) is \"\(text)\", which is not a valid part number")
            }
            return number
        }
        func checked(_ index: Int, _ count: Int, _ what: String) throws -> FilmChunk? {
            guard index >= 1, index <= count, count <= 1_000_000 else {
                throw FilmInputError("\(what): part \(index) of \(count) does not exist; use --chunk I/N, or --whole for the whole film")
            }
            return count == 1 ? nil : FilmChunk(index: index, count: count)
        }
        if let text = environment["AGATE_CHUNK"], !text.isEmpty {
            guard let chunk = FilmChunk(text) else { throw FilmInputError("AGATE_CHUNK is \"\(text)\", expected I/N such as 2/8") }
            return chunk.count == 1 ? nil : chunk
        }
        if let id = try number("SLURM_ARRAY_TASK_ID") {
            guard let count = try number("SLURM_ARRAY_TASK_COUNT") else {
                throw FilmInputError("SLURM_ARRAY_TASK_ID is set without SLURM_ARRAY_TASK_COUNT")
            }
            let first = try number("SLURM_ARRAY_TASK_MIN") ?? 0, step = max(try number("SLURM_ARRAY_TASK_STEP") ?? 1, 1)
            guard (id - first) % step == 0 else {
                throw FilmInputError("SLURM_ARRAY_TASK_ID \(id) is not \(first) plus a multiple of \(step)")
            }
            return try checked((id - first) / step + 1, count, "SLURM_ARRAY_TASK_ID \(id)")
        }
        if let index = try number("JOB_COMPLETION_INDEX") {
            guard let count = try number("JOB_COMPLETION_COUNT") else {
                throw FilmInputError(
                    "JOB_COMPLETION_INDEX is set without JOB_COMPLETION_COUNT: set it to the job's completions, or use --whole for the whole film"
                )
            }
            return try checked(index + 1, count, "JOB_COMPLETION_INDEX \(index)")
        }
        return nil
    }

    /// Returns this part of a range of frames. All parts together are all frames, in order, and their sizes differ by at most one unit.
    /// - Parameter unit: Parts begin only at multiples of it; 1 is any frame.
    package func part(of frames: Range<Int>, unit: Int = 1) -> Range<Int> {
        let unit = max(unit, 1), first = frames.lowerBound / unit
        let units = frames.isEmpty ? 0 : (frames.upperBound - 1) / unit - first + 1
        func bound(_ index: Int) -> Int { min(max((first + units * index / count) * unit, frames.lowerBound), frames.upperBound) }
        return bound(index - 1)..<(index == count ? frames.upperBound : bound(index))
    }

    /// `part-03-of-16`: padded to the digits of the last number, so that names sort by number.
    package var name: String { "part-\(digits)-of-\(count)" }

    /// The number, padded to the digits of the last one.
    package var digits: String {
        let number = String(index)
        return String(repeating: "0", count: String(count).count - number.count) + number
    }

    /// Returns the name of this part's file: `{chunk}` is replaced by its number; without it, `film.mkv` becomes `film.part-3-of-8.mkv`.
    /// Numbered pictures keep their names.
    package func output(_ path: String) -> String { Self.output(path, digits: digits, count: count) }

    /// Returns the name for digits that are not determined yet.
    package static func output(_ path: String, digits: String, count: Int) -> String {
        if path.contains("{chunk}") { return path.replacingOccurrences(of: "{chunk}", with: digits) }
        let name = "part-\(digits)-of-\(count)"
        guard path != "-", !path.contains("%") else { return path }
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[slash...].lastIndex(of: "."), dot > slash else { return "\(path).\(name)" }
        return "\(path[..<dot]).\(name)\(path[dot...])"
    }
}
