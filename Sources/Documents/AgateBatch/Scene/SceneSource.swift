import AgateFormats
import Foundation

/// A scene's file as it was read, from which any number of scenes are made. A value; thread-safe.
package struct SceneSource: Sendable {
    private enum Content: Sendable {
        case lottie(LottieContent)
        case archive(LottieArchive)
        case caml(CAMLDocument)
    }
    private let content: Content
    private let reading: LottieReading

    /// Reads a package or file of Apple's format, or a Lottie file of any kind, by its content, independent of its name.
    /// - Parameter reading: The player whose interpretation of a Lottie file is used.
    package init(_ path: String, reading: LottieReading = .specification) throws {
        SceneFile.claim(path)
        TableWork.count(.reads)
        let url = URL(fileURLWithPath: path), (format, data) = SceneFormat.read(url)
        switch format {
        case .lottieArchive:
            var archive = try data.map { try LottieArchive(data: $0, file: url.relativePath) } ?? LottieArchive(contentsOf: url)
            archive.keepContents()
            content = .archive(archive)
        case .lottie: content = .lottie(try LottieContent(contentsOf: url, data: data, reading: reading))
        case .caml: content = .caml(try CAMLDocument(contentsOf: url))
        }
        self.reading = reading
    }

    /// Makes a scene with layers of its own. Images are decoded for each.
    package func makeScene() throws -> any TemplateScene {
        switch content {
        case .lottie(let content): LottieFile(LottieScene(content: content))
        case .archive(let archive) where archive.initialStateMachine == nil:
            LottieFile(try LottieScene(archive: archive, reading: reading))
        case .archive(let archive): LottieFile(try LottieStateMachine(archive: archive, reading: reading))
        case .caml(let document): CAMLFile(try CAMLScene(document: document))
        }
    }
}
