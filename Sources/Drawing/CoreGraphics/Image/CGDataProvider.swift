import Foundation

/// Passes the bytes of an image to it. Immutable and safe on any thread.
public final class CGDataProvider: @unchecked Sendable {
    private let bytes: Data

    /// A provider of the bytes given, which are copied.
    public init?(data: CFData) {
        bytes = Data(copying: data)
    }

    package init(bytes: Data) {
        self.bytes = bytes
    }

    /// The bytes.
    public var data: CFData? { bytes as NSData }

    package var contents: Data { bytes }
}
