import Agate
import AgateBatch
import ArgumentParser
import Foundation

/// `agate join`: parts of a film into one file.
struct JoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Joins parts of a film, as render --chunk makes them, without encoding anew.",
        discussion: """
            Parts that have manifests beside them (part.mkv.json) are put in order and checked by these: frames that are missing or \
            there twice, and parts of other films, are errors. Without manifests, names that differ by a number alone go by that number; \
            others go as given. ffmpeg alone does it too: ffmpeg -f concat -safe 0 -i list.txt -c copy film.mp4, where list.txt has a \
            line file 'part.mp4' for each part.
            """
    )

    @Argument(help: "The parts (mp4, mov, webm or mkv).") var parts: [String]
    @Option(name: [.customShort("o"), .long], help: "The film to write.") var output: String

    func run() throws {
        Interruption.watch()
        try FilmParts.join(parts, to: output)
    }
}
