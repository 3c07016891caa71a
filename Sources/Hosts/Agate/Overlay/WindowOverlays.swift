import AgateDiagnostics
import Foundation

/// What a window draws over its picture for those who look for costs: the coloured overlays of Instruments' Core Animation tool, and a
/// graph of frame times.
///
/// `AGATE_OVERLAY=blended,damage,fps program` turns them on from outside; function key 12 then turns them off and on again.
public struct WindowOverlays: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Red where what is under it is blended with it, green where it is opaque; deeper where several lie over each other.
    public static let blended = WindowOverlays(rawValue: 1)
    /// Yellow where the newest frame was drawn anew.
    public static let damage = WindowOverlays(rawValue: 2)
    /// Yellow where something is drawn apart first: groups, masks, shadows.
    public static let offscreen = WindowOverlays(rawValue: 4)
    /// Magenta where the pixels of an image do not lie on those of the screen, yellow where it is shown in another size than its own.
    public static let images = WindowOverlays(rawValue: 8)
    /// The times of the newest frames, and how many there were in the last second.
    public static let fps = WindowOverlays(rawValue: 16)
    /// All of them.
    public static let all: WindowOverlays = [.blended, .damage, .offscreen, .images, .fps]

    private static let names: [(String, WindowOverlays)] = [
        ("blended", .blended), ("damage", .damage), ("offscreen", .offscreen), ("images", .images), ("fps", .fps), ("all", .all),
    ]

    /// From words with commas between them; words that are none are reported.
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

    /// What the environment asks for; nil where it does not speak of overlays.
    static var ofEnvironment: WindowOverlays? { ProcessInfo.processInfo.environment["AGATE_OVERLAY"].map { WindowOverlays(words: $0) } }
}
