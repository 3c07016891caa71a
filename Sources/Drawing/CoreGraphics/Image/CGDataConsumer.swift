import AgateDiagnostics
import Foundation

/// Takes the bytes that something writes. One thread at a time.
public final class CGDataConsumer: Hashable {
    private let write: (Data) -> Void

    private init(_ write: @escaping (Data) -> Void) { self.write = write }

    /// Appends what comes to data, which it keeps.
    public convenience init?(data: CFMutableData) {
        self.init { data.append($0) }
    }

    /// Writes what comes into a file, which begins empty; nil, with a diagnostic, where it can't be written.
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
