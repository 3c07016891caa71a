import Agate
import AgateBatch
import AgateFormats
import ArgumentParser
import Foundation
import ImageIO

/// `agate join`: joins the parts of a film into one file.
struct JoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Joins parts of a film, as written by render --chunk, without encoding them again.",
        discussion: """
            Parts are put in order and checked by the manifests beside them (part.mkv.json): frames that are missing or there twice, parts \
            of other films, other bytes than the manifest says, and manifests that are missing or damaged are errors. With \
            --without-manifests nothing is checked: names that differ by a number alone go by that number, others as given. ffmpeg alone does it too: ffmpeg -f concat -safe 0 -i list.txt -c copy film.mp4, where list.txt has a \
            line file 'part.mp4' for each part.
            """
    )

    @Argument(help: "The parts (mp4, mov, webm or mkv).") var parts: [String]
    @Option(name: [.customShort("o"), .long], help: "The film to write.") var output: String
    @Flag(help: "Join parts without manifests, or ignore their manifests, without checking.") var withoutManifests = false
    @Option(help: "Add the captions of this .srt or .vtt file as a track that players show on request.") var captionsTrack: String?
    @OptionGroup var sound: SoundOptions
    @OptionGroup var outputs: OutputOptions

    func validate() throws {
        if sound.loudness != nil, sound.sounds.isEmpty { throw ValidationError("--loudness needs --audio") }
        if withoutManifests, !sound.sounds.isEmpty || captionsTrack != nil {
            throw ValidationError("--audio and --captions-track need the manifests of the parts, which contain the film's length")
        }
    }

    func run() throws {
        Interruption.watch()
        outputs.begin()
        var options = FilmOptions()
        let scenes = try sound.add(to: &options)
        if let captionsTrack {
            FileClaims.current?.read(captionsTrack, as: "the captions")
            options.captions = try Captions(contentsOf: URL(fileURLWithPath: captionsTrack)).track
        }
        let isPlain = options.sounds.isEmpty && options.captions.isEmpty
        try FilmParts.join(parts, to: output, isChecked: !withoutManifests, sound: isPlain ? nil : options)
        withExtendedLifetime(scenes) {}
    }
}
