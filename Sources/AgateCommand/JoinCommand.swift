import Agate
import ArgumentParser
import Foundation

/// `agate join`: parts of a film into one file.
struct JoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Joins parts of a film, as render --chunk makes them, without encoding anew.",
        discussion: "ffmpeg alone does it too: ffmpeg -f concat -safe 0 -i list.txt -c copy film.mp4, where list.txt has a line file 'part.mp4' for each part."
    )

    @Argument(help: "The parts, in order (mp4, mov, webm or mkv).") var parts: [String]
    @Option(name: [.customShort("o"), .long], help: "The film to write.") var output: String

    func run() throws {
        try FilmRecorder.join(parts.map { URL(fileURLWithPath: $0) }, to: URL(fileURLWithPath: output))
    }
}
