import Foundation
import ImageIO

/// The destination of a film's bytes: a hidden file next to the final one until it is complete, or directly a descriptor, a device or a
/// named pipe.
final class FilmTarget {
    private let output: OutputFile

    /// The name of the file in messages.
    var name: String { output.name }
    /// The hidden file to write; nil for a stream.
    var path: String? { output.path }
    /// The descriptor to write to, for a stream.
    var descriptor: Int32? { output.isStream ? output.descriptor : nil }
    /// True if bytes that are written can't be changed later.
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

    /// The hidden file of a segment.
    func segment(_ number: Int) -> String { output.part(number) }

    /// Makes the hidden file of a segment the film.
    func adopt(_ segment: String) throws(FilmError) {
        do { try output.adopt(part: segment) } catch { throw FilmError(error) }
    }

    /// Renames the complete file to its final name.
    func commit() throws(FilmError) {
        do { try output.commit() } catch { throw FilmError(error) }
    }

    /// Removes the output.
    func discard() { output.discard() }

    /// A stream for writing by this process.
    var stream: FilmStream { FilmStream(output) }

    /// Returns the film error for an error of a program that writes to this target. That the reader has closed a pipe is detected on the
    /// output itself.
    func meaning(_ error: any Error) -> FilmError {
        output.isReaderGone ? .readerGone(file: name) : FilmError(error)
    }
}

/// A stream of bytes to a descriptor; a closed reader is an error like a full disk.
final class FilmStream: @unchecked Sendable {
    // Unchecked: one thread uses only the output's writing functions.
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
