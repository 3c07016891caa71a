import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// A recording: a list of values with all that a host was sent and has shown. It replays to the same pixels at any time, on another
/// machine, without the program that was recorded.
///
///     let recorder = Recorder(host)
///     …
///     try recorder.recording().write(to: url)              // scene.agaterec
///
///     let replay = try Replay(Recording(contentsOf: url))
///     let picture = replay.image(at: 0.25)
///
/// Documentation/RecordingFormat.md describes the file. A value; thread-safe.
public struct Recording: Sendable {
    /// The kinds of content that could not be stored exactly.
    public enum Loss: UInt8, Sendable, CaseIterable {
        /// A value by a function of time was stored as samples; the replay interpolates them linearly.
        case function = 1
        /// Frames of another renderer or of a film are not stored.
        case pictureSource = 2
        /// An object of the program that draws nothing is stored as the name of its class.
        case object = 3
        /// Older entries were dropped to limit memory: the recording begins with the tree at a later time.
        case beginning = 4
        /// The file is truncated; everything before that point is included.
        case end = 5
    }

    /// An event, in the order of occurrence.
    package enum Entry: Sendable {
        case viewport(Viewport)
        case commit(Commit)
        case frame(FrameReport)
        case input(InputEvent)
        case diagnostic(Diagnostic, time: Double)
        case log(LogEntry)
    }

    /// A line of the transaction log.
    package struct LogEntry: Sendable, Equatable {
        package var kind: String
        package var time: Double
        package var level: Int
        package var isImplicit: Bool
        /// The layer, in the recording's numbers.
        package var layerID: UInt64?
        package var layer, key, old, new: String?
        package var detail: String

        package init(
            kind: String, time: Double, level: Int = 0, isImplicit: Bool = false, layerID: UInt64? = nil, layer: String? = nil,
            key: String? = nil,
            old: String? = nil, new: String? = nil, detail: String = ""
        ) {
            (self.kind, self.time, self.level, self.isImplicit, self.layerID) = (kind, time, level, isImplicit, layerID)
            (self.layer, self.key, self.old, self.new, self.detail) = (layer, key, old, new, detail)
        }
    }

    package var entries: [Entry] = []
    /// The subject of the recording, such as a test's name or a file.
    public var title = ""
    /// The kinds of content that could not be stored, with their counts.
    public package(set) var losses: [Loss: Int] = [:]

    package init() {}

    /// The content that could not be stored, in sentences.
    package var lossTexts: [String] {
        losses.sorted { $0.key.rawValue < $1.key.rawValue }.map { loss, count in
            switch loss {
            case .function: "\(count) values by functions of time are kept as samples, 60 a second"
            case .pictureSource: "\(count) times a layer showed frames of a film or of another renderer, which are not kept"
            case .object: "\(count) objects of the program are kept as names"
            case .beginning: "\(count) entries before the beginning were omitted"
            case .end: "the file is truncated; the complete part is shown"
            }
        }
    }

    // MARK: Content

    /// The earliest and the latest media time of an entry, in seconds.
    public var span: ClosedRange<Double> {
        var first = Double.infinity
        var last = -Double.infinity
        for entry in entries {
            guard let time = entry.time else { continue }
            first = min(first, time)
            last = max(last, time)
        }
        return first <= last ? first...last : 0...0
    }

    /// The media times of the frames that the host showed, in order.
    public var frameTimes: [Double] { entries.compactMap { if case .frame(let frame) = $0 { frame.time } else { nil } } }
    /// The number of commits.
    public var commitCount: Int { entries.reduce(0) { if case .commit = $1 { $0 + 1 } else { $0 } } }
    /// The diagnostics that Agate reported meanwhile.
    public var diagnostics: [Diagnostic] { entries.compactMap { if case .diagnostic(let diagnostic, _) = $0 { diagnostic } else { nil } } }
    /// The input events.
    public var input: [InputEvent] { entries.compactMap { if case .input(let event) = $0 { event } else { nil } } }

    /// Adds diagnostics that were reported before the recording began, for example by the reader of a file.
    public mutating func add(_ diagnostics: [Diagnostic]) {
        let time = span.lowerBound
        entries += diagnostics.map { .diagnostic($0, time: time) }
    }

    /// The size of the first frame, in pixels.
    public var pixelSize: (width: Int, height: Int) {
        for case .viewport(let viewport) in entries { return (Int(viewport.width), Int(viewport.height)) }
        return (0, 0)
    }
}

extension Recording.Entry {
    /// The time in seconds of media time; nil for an entry without its own time.
    package var time: Double? {
        switch self {
        case .viewport: nil
        case .commit(let commit): commit.time
        case .frame(let frame): frame.time
        case .input(let event): event.time
        case .diagnostic(_, let time): time
        case .log(let entry): entry.time
        }
    }
}

/// The reason for which a file can't be used as a recording.
public enum RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file does not begin with the signature of a recording.
    case notARecording
    /// The version of the format is not supported by this program.
    case unknownVersion(Int)
    /// The content is invalid at an offset in bytes.
    case damaged(offset: Int)
    /// The file exceeds the limits.
    case tooLarge

    public var description: String {
        switch self {
        case .notARecording: "not a recording: it does not begin with AGATEREC"
        case .unknownVersion(let version): "version \(version) of the recording format is not supported"
        case .damaged(let offset): "the recording is damaged at byte \(offset)"
        case .tooLarge: "the recording exceeds the size limit"
        }
    }
}
