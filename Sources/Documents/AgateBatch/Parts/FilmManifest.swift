import Agate
import AgateDiagnostics
import Foundation
import ImageIO

/// What a film was made from and what its frames are, so that two films, or a film and its parts, can be compared without looking.
package struct FilmManifest: Codable, Sendable {
    package struct Frame: Codable, Sendable, Hashable {
        package let frame: Int
        package let time: Double
        package let hash: String
    }
    /// Frames from one up to before another.
    package struct Span: Codable, Sendable, Hashable {
        package let first: Int, count: Int
        package var range: Range<Int> { first..<(first + count) }
        package init(_ range: Range<Int>) { (first, count) = (range.lowerBound, range.count) }

        package init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            (first, count) = (try values.decode(Int.self, forKey: .first), try values.decode(Int.self, forKey: .count))
            guard first >= 0, count >= 0, !first.addingReportingOverflow(count).overflow else {
                throw DecodingError.dataCorruptedError(forKey: .count, in: values, debugDescription: "no span of frames")
            }
        }
    }

    /// The version of this program, as manifests have it.
    package static let engine = "agate 0.1.0"

    /// What made it.
    package var engine = FilmManifest.engine
    /// How hashes are made: the 64-bit xxHash, seed 0, in hexadecimal; of frames over their rows of premultiplied BGRA bytes.
    package var hash = "xxh64"
    package var scene: String
    package var sceneHash: String
    package var width: Int
    package var height: Int
    package var framesPerSecond: Double
    /// Of all that decides the film's frames and how they are encoded: equal for all parts of a film.
    package var content: String
    /// The frames of the whole film.
    package var film: Span
    /// The frames that are here.
    package var part: Span
    /// False while numbered pictures are being made.
    package var isComplete = true
    /// The file's name, without its folder.
    package var output: String
    /// Of the file's bytes; nil for numbered pictures.
    package var outputHash: String?
    /// What it was rendered by.
    package var settings: RenderSettings
    package var frames: [Frame] = []

    /// Adds a frame's hash.
    package mutating func add(_ pixels: FramePixels, frame: Int) { add(Self.hash(pixels), frame: frame) }

    package mutating func add(_ hash: UInt64, frame: Int) {
        frames.append(Frame(frame: frame, time: Double(frame) / framesPerSecond, hash: XXHash64.text(hash)))
    }

    /// Of a frame's pixels.
    package static func hash(_ frame: FramePixels) -> UInt64 {
        if frame.stride == frame.width {
            return XXHash64.hash(UnsafeRawBufferPointer(start: frame.pixels, count: frame.width * frame.height * 4))
        }
        var rows = [UInt32]()
        rows.reserveCapacity(frame.width * frame.height)
        for row in 0..<frame.height {
            rows.append(contentsOf: UnsafeBufferPointer(start: frame.pixels + row * frame.stride, count: frame.width))
        }
        return rows.withUnsafeBytes { XXHash64.hash($0) }
    }

    /// Of a file's bytes; nil where it can't be read.
    package static func hash(ofFile path: String) -> String? {
        (try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)).map { XXHash64.text(XXHash64.hash($0)) }
    }

    /// Where a film's manifest stands unless somebody says otherwise: `film.mkv.json`; of numbered pictures `frame-0000-0249.json`.
    package static func path(of output: String, frames: Range<Int>) -> String {
        guard let numbered = try? NumberedPath(output), numbered.isPattern else { return "\(output).json" }
        let first = numbered.path(frames.lowerBound), last = numbered.path(max(frames.upperBound - 1, frames.lowerBound))
        let ending = first.lastIndex(of: ".").map { String(first[$0...]) } ?? ""
        // The digits of the last one, behind the first one's name.
        let digits = last.dropLast(ending.count).reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
        return "\(first.dropLast(ending.count))-\(String(digits)).json"
    }

    /// The manifest of a file; nil where there is none that can be read.
    package static func read(_ path: String) -> FilmManifest? {
        (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap { try? JSONDecoder().decode(FilmManifest.self, from: $0) }
    }

    /// The manifest of a file that can't do without one.
    /// - Throws: ``FilmInputError`` that says what is wrong with it.
    package static func required(_ path: String) throws -> FilmManifest {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw FilmInputError("\(path): \(SystemError.code(of: error).map(SystemError.text) ?? "the file can't be read")")
        }
        if data.isEmpty { throw FilmInputError("\(path): the file is empty, not a film manifest") }
        do { return try JSONDecoder().decode(FilmManifest.self, from: data) } catch {
            throw FilmInputError("\(path): the file is truncated or not a film manifest")
        }
    }

    /// Whether the frames are those of the part, each once and in order.
    package var hasAllFrames: Bool { frames.count == part.count && zip(frames, part.range).allSatisfy { $0.frame == $1 } }

    package func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try OutputFile.write(encoder.encode(self) + Data("\n".utf8), to: path)
    }
}
