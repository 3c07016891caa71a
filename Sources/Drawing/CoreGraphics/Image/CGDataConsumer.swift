import AgateDiagnostics
import Foundation

/// Receives the bytes that a producer writes. It can be used by one thread at a time.
public final class CGDataConsumer: Hashable {
    private let write: (Data) -> Void

    private init(_ write: @escaping (Data) -> Void) { self.write = write }

    /// Creates a consumer that appends the bytes to data, which it retains.
    public convenience init?(data: CFMutableData) {
        self.init { data.append($0) }
    }

    /// Creates a consumer that writes the bytes into a file, which is initially empty. Returns nil, with a diagnostic, if the file can't
    /// be written.
    public convenience init?(url: CFURL) {
        let url = url as URL
        guard url.isFileURL, FileManager.default.createFile(atPath: url.path, contents: nil), let file = try? FileHandle(forWritingTo: url)
        else {
            Diagnostic.report("data.unwritable", "\(url) can't be written")
            return nil
        }
        self.init { data in
            do { try file.write(contentsOf: data) } catch { Diagnostic.report("data.unwritable", "\(url) can't be written: \(error)") }
        }
    }

    func put(_ data: Data) { write(data) }

    public static func == (lhs: CGDataConsumer, rhs: CGDataConsumer) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
