import Foundation

/// Captions of a film: texts, and the times at which they show. Apple's frameworks have no counterpart for layers.
///
///     let captions = try Captions(contentsOf: URL(fileURLWithPath: "scene.srt"))
///     host.layer.addSublayer(captions.layer(size: host.size, scale: host.scale))
public struct Captions: Sendable, Hashable {
    /// A text that shows from its start to its end.
    public struct Cue: Sendable, Hashable {
        /// The time at which the text appears, in seconds.
        public var start: Double
        /// The time from which on the text does not show, in seconds.
        public var end: Double
        /// The text; a line feed begins a new line.
        public var text: String

        /// Creates a cue.
        public init(_ text: String, from start: Double, to end: Double) { (self.text, self.start, self.end) = (text, start, end) }
    }

    /// The cues, in any order. Those without text, with a time that is not finite, or that end before they begin don't show.
    public var cues: [Cue]

    /// Creates captions.
    public init(cues: [Cue]) { self.cues = cues }

    /// Reads a SubRip (`.srt`) or WebVTT (`.vtt`) file; the content decides which.
    /// - Throws: ``CaptionsError`` for a file that can't be read, is no text, or has no cues.
    public init(contentsOf file: URL) throws {
        let data: Data
        do { data = try Data(contentsOf: file) } catch {
            let reason = (error as NSError).userInfo[NSUnderlyingErrorKey].map { "\($0)" } ?? "it does not exist, or may not be read"
            throw CaptionsError(reason: reason, file: file.relativePath)
        }
        do { try self.init(data: data) } catch let error as CaptionsError {
            throw CaptionsError(reason: error.reason, file: file.relativePath, line: error.line)
        }
    }

    /// Reads the content of a SubRip or WebVTT file: UTF-8, or UTF-16 with a byte order mark.
    /// - Throws: ``CaptionsError``.
    public init(data: Data) throws {
        let marks: [(mark: [UInt8], encoding: String.Encoding)] = [([0xFF, 0xFE], .utf16), ([0xFE, 0xFF], .utf16)]
        let encoding = marks.first { data.starts(with: $0.mark) }?.encoding ?? .utf8
        let content = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        guard let text = String(data: content, encoding: encoding), !text.contains("\0") else {
            throw CaptionsError(reason: "the file is neither UTF-8 nor UTF-16 text")
        }
        cues = try CaptionParser.parse(text)
        if cues.isEmpty { throw CaptionsError(reason: "the file has no captions") }
    }
}

/// The reason for which captions can't be read.
public struct CaptionsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as text.
    public let reason: String
    /// The file's name or path, if there is one.
    public var file: String?
    /// The line, from 1, if it concerns one.
    public var line: Int?

    /// The file, the line and the reason.
    public var description: String {
        [file, line.map { "\($0)" }].compactMap { $0 }.map { "\($0): " }.joined() + reason
    }
}
