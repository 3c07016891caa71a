import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// What a host was sent and what it showed, as a list of values: a recording. It replays to the same pixels at any time, on another
/// machine, without the program that it was made of.
///
///     let recorder = Recorder(host)
///     …
///     try recorder.recording().write(to: url)              // scene.agaterec
///
///     let replay = try Replay(Recording(contentsOf: url))
///     let picture = replay.image(at: 0.25)
///
/// Documentation/RecordingFormat.md describes the file. A value; safe on any thread.
public struct Recording: Sendable {
    /// What could not be kept as it is.
    public enum Loss: UInt8, Sendable, CaseIterable {
        /// A value by a function of time was kept as samples: between them the replay goes straight.
        case function = 1
        /// Frames of another renderer or of a film are not kept.
        case pictureSource = 2
        /// An object of the program that draws nothing is kept as the name of its class.
        case object = 3
        /// Older entries were left out, to bound memory: the recording begins with the tree as it was then.
        case beginning = 4
        /// The file ends before its end: what was written until then is there.
        case end = 5
    }

    /// One thing that happened, in the order in which it did.
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
        /// In the recording's numbers.
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
    /// What was recorded, in words: a test's name, a file.
    public var title = ""
    /// What could not be kept, and how often.
    public package(set) var losses: [Loss: Int] = [:]

    package init() {}

    /// What could not be kept, in sentences.
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

    // MARK: What is in it

    /// The media time of the first thing that was recorded and of the last, in seconds.
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
    /// How many commits there are.
    public var commitCount: Int { entries.reduce(0) { if case .commit = $1 { $0 + 1 } else { $0 } } }
    /// What Agate had to say meanwhile.
    public var diagnostics: [Diagnostic] { entries.compactMap { if case .diagnostic(let diagnostic, _) = $0 { diagnostic } else { nil } } }
    /// The input that came.
    public var input: [InputEvent] { entries.compactMap { if case .input(let event) = $0 { event } else { nil } } }

    /// Adds what was said before the recording began, such as by the reader of a file.
    public mutating func add(_ diagnostics: [Diagnostic]) {
        let time = span.lowerBound
        entries += diagnostics.map { .diagnostic($0, time: time) }
    }

    /// Pixels of the first frame.
    public var pixelSize: (width: Int, height: Int) {
        for case .viewport(let viewport) in entries { return (Int(viewport.width), Int(viewport.height)) }
        return (0, 0)
    }
}

extension Recording.Entry {
    /// In seconds of media time; nil for what happens at no time of its own.
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

/// Why a file is no recording that can be used.
public enum RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// It does not begin as a recording does.
    case notARecording
    /// It is of a version of the format that this program does not have.
    case unknownVersion(Int)
    /// Its bytes say what can't be; where, in bytes.
    case damaged(offset: Int)
    /// It is larger than may be read.
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
