import Foundation
import ImageIO

/// Where the bytes of one film go: beside the file under another, hidden name until they are complete, or straight into a descriptor, a
/// device or a pipe that has a name.
final class FilmTarget {
    private let output: OutputFile

    /// What the file is called in messages.
    var name: String { output.name }
    /// The hidden file to write; nil for a stream.
    var path: String? { output.path }
    /// The descriptor to write to, for a stream.
    var descriptor: Int32? { output.isStream ? output.descriptor : nil }
    /// Whether bytes that are written can't be gone back to.
    var isStream: Bool { output.isStream }

    init(_ destination: FilmDestination) throws(FilmError) {
        do {
            switch destination {
            case .descriptor(let number):
                output = try OutputFile(descriptor: number, name: number == 1 ? "standard output" : "descriptor \(number)")
            case .file(let url):
                guard url.isFileURL else { throw FilmError.unsupported("\(url): films can be written only to files") }
                output = try OutputFile(url.path, name: url.relativePath)
            }
        } catch {
            throw FilmError(error)
        }
    }

    /// The hidden file of one segment.
    func segment(_ number: Int) -> String { output.part(number) }

    /// Lets the hidden file of a segment be the film.
    func adopt(_ segment: String) throws(FilmError) {
        do { try output.adopt(part: segment) } catch { throw FilmError(error) }
    }

    /// The file is complete: gives it its name.
    func commit() throws(FilmError) {
        do { try output.commit() } catch { throw FilmError(error) }
    }

    /// Takes away what was written.
    func discard() { output.discard() }

    /// For writing by this process.
    var stream: FilmStream { FilmStream(output) }

    /// What an error of a program that writes here means: that nobody reads its output is reported by the output itself.
    func meaning(_ error: any Error) -> FilmError {
        output.isReaderGone ? .readerGone(file: name) : FilmError(error)
    }
}

/// Bytes into a descriptor; a reader that went away is an error like a full disk.
final class FilmStream: @unchecked Sendable {
    // Unchecked: of the output, only what writes is used, by one thread.
    private let output: OutputFile

    init(_ output: OutputFile) { self.output = output }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FilmError) {
        do { try output.write(bytes) } catch { throw FilmError(error) }
    }
    func write(_ data: Data) throws(FilmError) {
        do { try output.write(data) } catch { throw FilmError(error) }
    }
    func write(_ text: String) throws(FilmError) { try write(Data(text.utf8)) }
}
