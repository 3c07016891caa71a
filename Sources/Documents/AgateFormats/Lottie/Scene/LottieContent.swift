import AgateDiagnostics
import Foundation
import ImageIO

/// A Lottie file as it was read, from which any number of scenes are made. A value; thread-safe.
package struct LottieContent: Sendable {
    /// The file's name in errors and diagnostics.
    let file: String
    /// The folder for image files; nil for none.
    let folder: URL?
    let reading: LottieReading
    let document: LottieDocument
    /// The tree of a file with slots, to be read again with other values.
    let tree: JSONTree?
    let diagnostics: [Diagnostic]

    /// The limit for sizes, opacities and times, beyond which values are treated as damage: results computed from them would not be finite.
    private static let largestNumber = 1e9

    /// Reads a JSON file, also in gzip. Image files are looked up in its folder.
    /// - Parameter data: The bytes of the file, decompressed, if they have been read.
    /// - Throws: ``LottieError``.
    package init(contentsOf url: URL, data: Data? = nil, reading: LottieReading, limits: ReadingLimits = .standard) throws {
        let file = url.relativePath
        let json = try data ?? LottieFiles.unpacked(LottieFiles.read(url, limit: limits.archiveSize), file: file, limits: limits)
        try self.init(
            json: LottieFiles.checked(json, file: file, limits: limits), file: file, folder: url.deletingLastPathComponent(),
            reading: reading)
    }

    /// - Throws: ``LottieError``.
    init(json: Data, file: String, folder: URL?, reading: LottieReading) throws {
        let tree: JSONTree, prepared: (tree: JSONTree, diagnostics: [Diagnostic])
        do {
            prepared = reading.prepared(try JSONTree(Unpacked.json(json)), file: file)
            tree = prepared.tree.clamped(to: Self.largestNumber)
            document = try LottieDocument(tree, LottieSlotValues(), reading: reading)
        } catch var error as LottieError {
            error.file = file
            throw error
        }
        (self.file, self.folder, self.reading) = (file, folder, reading)
        self.tree = document.slots.isEmpty ? nil : tree
        var diagnostics = prepared.diagnostics
        if tree.cutNumbers > 0 {
            diagnostics.append(
                Diagnostic(
                    identifier: "lottie.refused-value",
                    message: "\(file): \(tree.cutNumbers) numbers exceed the supported range; they are clamped to \(Self.largestNumber)"))
        }
        diagnostics += document.badValues.map { bad in
            Diagnostic(identifier: "lottie.bad-value", message: "\(file): \(bad.place): \(bad.reason); the default is used")
        }
        self.diagnostics = diagnostics
    }
}
