import AgateDiagnostics
import Foundation

/// The overlays that a window draws over its picture to visualise rendering costs: the coloured overlays of Instruments' Core Animation
/// tool, and a graph of frame times.
///
/// `AGATE_OVERLAY=blended,damage,fps program` turns them on from outside; function key 12 then turns them off and on again.
public struct WindowOverlays: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Red for content that is blended with the content below it, green for opaque content; deeper where several layers overlap.
    public static let blended = WindowOverlays(rawValue: 1)
    /// Yellow where the newest frame was redrawn.
    public static let damage = WindowOverlays(rawValue: 2)
    /// Yellow where content is drawn offscreen first: groups, masks, shadows.
    public static let offscreen = WindowOverlays(rawValue: 4)
    /// Magenta where the pixels of an image are not aligned with those of the screen, yellow where it is shown at another size than its
    /// own.
    public static let images = WindowOverlays(rawValue: 8)
    /// The times of the newest frames, and the number of frames in the last second.
    public static let fps = WindowOverlays(rawValue: 16)
    /// All overlays.
    public static let all: WindowOverlays = [.blended, .damage, .offscreen, .images, .fps]

    private static let names: [(String, WindowOverlays)] = [
        ("blended", .blended), ("damage", .damage), ("offscreen", .offscreen), ("images", .images), ("fps", .fps), ("all", .all),
    ]

    /// Creates overlays from comma-separated words; unknown words are reported.
    init(words: String) {
        self = []
        for word in words.split(separator: ",") {
            let word = word.trimmingCharacters(in: .whitespaces).lowercased()
            if let known = Self.names.first(where: { $0.0 == word }) {
                formUnion(known.1)
            } else {
                Diagnostic.report(
                    "window.unknown-overlay",
                    "AGATE_OVERLAY contains \"\(word)\", which is not one of \(Self.names.map(\.0).joined(separator: ", "))")
            }
        }
    }

    /// The overlays that the environment requests; nil if it does not mention overlays.
    static var ofEnvironment: WindowOverlays? { ProcessInfo.processInfo.environment["AGATE_OVERLAY"].map { WindowOverlays(words: $0) } }
}
