import Agate
import AgateDiagnostics
import Foundation
import ImageIO

/// The origin of a film and the hashes of its frames, with which two films, or a film and its parts, can be compared without decoding them.
package struct FilmManifest: Codable, Sendable {
    package struct Frame: Codable, Sendable, Hashable {
        package let frame: Int
        package let time: Double
        package let hash: String
    }
    /// A half-open range of frames.
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

    /// The version of this program in manifests.
    package static let engine = "agate 0.1.0"

    /// The program that made the film.
    package var engine = FilmManifest.engine
    /// The hash function: the 64-bit xxHash, seed 0, in hexadecimal; for frames, over their rows of premultiplied BGRA bytes.
    package var hash = "xxh64"
    package var scene: String
    package var sceneHash: String
    package var width: Int
    package var height: Int
    package var framesPerSecond: Double
    /// The hash of everything that determines the film's frames and their encoding: equal for all parts of a film.
    package var content: String
    /// The frames of the whole film.
    package var film: Span
    /// The frames in this file.
    package var part: Span
    /// False while numbered pictures are being made.
    package var isComplete = true
    /// The file's name, without its folder.
    package var output: String
    /// The hash of the file's bytes; nil for numbered pictures.
    package var outputHash: String?
    /// The settings for rendering.
    package var settings: RenderSettings
    package var frames: [Frame] = []

    /// Adds a frame's hash.
    package mutating func add(_ pixels: FramePixels, frame: Int) { add(Self.hash(pixels), frame: frame) }

    package mutating func add(_ hash: UInt64, frame: Int) {
        frames.append(Frame(frame: frame, time: Double(frame) / framesPerSecond, hash: XXHash64.text(hash)))
    }

    /// Returns the hash of a frame's pixels.
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

    /// Returns the hash of a file's bytes; nil if it can't be read.
    package static func hash(ofFile path: String) -> String? {
        (try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)).map { XXHash64.text(XXHash64.hash($0)) }
    }

    /// Returns the default path of a film's manifest: `film.mkv.json`; for numbered pictures `frame-0000-0249.json`.
    package static func path(of output: String, frames: Range<Int>) -> String {
        guard let numbered = try? NumberedPath(output), numbered.isPattern else { return "\(output).json" }
        let first = numbered.path(frames.lowerBound), last = numbered.path(max(frames.upperBound - 1, frames.lowerBound))
        let ending = first.lastIndex(of: ".").map { String(first[$0...]) } ?? ""
        // Append the digits of the last name to the first name.
        let digits = last.dropLast(ending.count).reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
        return "\(first.dropLast(ending.count))-\(String(digits)).json"
    }

    /// Returns the manifest of a file; nil if there is none that can be read.
    package static func read(_ path: String) -> FilmManifest? {
        (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap { try? JSONDecoder().decode(FilmManifest.self, from: $0) }
    }

    /// Returns the manifest of a file that requires one.
    /// - Throws: ``FilmInputError`` that gives the reason.
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

    /// True if the frames are those of the part, each once and in order.
    package var hasAllFrames: Bool { frames.count == part.count && zip(frames, part.range).allSatisfy { $0.frame == $1 } }

    package func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try OutputFile.write(encoder.encode(self) + Data("\n".utf8), to: path)
    }
}
