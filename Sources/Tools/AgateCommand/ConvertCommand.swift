import AgateBatch
import AgateFormats
import ArgumentParser
import Foundation
import ImageIO

/// `agate convert`: rewrites a document in the writer's canonical form.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Rewrites a .ca package or a .caml file in one normal form, or a Lottie file as a package.",
        discussion: """
            Layers, animations, states, transitions and images are kept; each value is written once, in the shortest form, and what is not \
            known is left out and named. A package that is already there is replaced (the one that is read, with --overwrite-inputs); anything \
            else is not. Of a Lottie file, what keyframes can't say \
            is written frame by frame.
            """
    )

    @Argument(help: "The .ca package, .caml file, or Lottie .json or .lottie file.") var file: String
    @Option(help: "Which player a Lottie file is read as: specification, without-expressions, ios-player or web-player.") var lottieReading:
        LottieReading = .specification
    @Option(name: [.customShort("o"), .long], help: "The .ca package to write.") var output: String
    @OptionGroup var outputs: OutputOptions

    func validate() throws {
        let url = URL(fileURLWithPath: output)
        guard url.pathExtension.lowercased() == "ca" else {
            throw ValidationError("-o must name a .ca package, such as \(url.deletingPathExtension().lastPathComponent).ca")
        }
    }

    func run() throws {
        let claims = outputs.begin()
        SceneFile.claim(file)
        try claims.write(folder: output, as: "the package")
        if SceneFormat(of: URL(fileURLWithPath: file)) != .caml {
            let scene = try LottieScene(url: URL(fileURLWithPath: file), reading: lottieReading)
            for diagnostic in scene.diagnostics { StandardError.say("\(diagnostic.message)") }
            return try CAMLWriter().write(scene, to: URL(fileURLWithPath: output))
        }
        let document = try CAMLDocument(contentsOf: URL(fileURLWithPath: file))
        for diagnostic in document.diagnostics { StandardError.say("\(diagnostic.message)") }
        try CAMLWriter().write(document, to: URL(fileURLWithPath: output))
    }
}
