/// Why a CAML document or package could not be read, with the place.
///
/// Thrown by ``CAMLDocument`` and ``CAMLScene``. A value; safe on any thread. Apple's reader has no such type: it answers nil.
public struct CAMLError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file in which the mistake stands, as it was given or as it was found in the package.
    public let file: String
    /// The line of the mistake, counted from 1, or nil where a mistake has no line (a missing file).
    public let line: Int?
    /// The column of the mistake, counted from 1, or nil.
    public let column: Int?
    /// What is wrong, in one sentence without a full stop.
    public let reason: String
    /// The system's error number where it was the system that refused, else 0.
    package var code: Int32 = 0

    /// Makes an error.
    public init(file: String, line: Int? = nil, column: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// `file:line:column: reason`, as compilers write it.
    public var description: String {
        guard let line else { return "\(file): \(reason)" }
        guard let column else { return "\(file):\(line): \(reason)" }
        return "\(file):\(line):\(column): \(reason)"
    }
}

/// How much of a document the reader takes, so that a hostile file costs bounded memory and time.
///
/// The values of ``standard`` are far above every real document seen. Entity declarations and external entities are always refused.
public struct CAMLLimits: Sendable, Equatable {
    /// Bytes of one XML file; 16 MiB.
    public var fileSize = 16 << 20
    /// Elements inside one another; 200.
    public var depth = 200
    /// Elements in one document; 200,000.
    public var elements = 200_000
    /// Bytes of one image file; 64 MiB.
    public var imageFileSize = 64 << 20
    /// Pixels of one decoded image; 64 Mi (256 MiB in memory).
    public var imagePixels = 64 << 20
    /// Pixels of all decoded images of a document together; 256 Mi.
    public var totalImagePixels = 256 << 20

    /// The limits that apply when none are given.
    public static let standard = CAMLLimits()

    /// The standard limits, to change one of.
    public init() {}
}
