import Foundation

/// Provides the bytes of an image. A provider is immutable and thread-safe.
public final class CGDataProvider: @unchecked Sendable {
    private let bytes: Data

    /// Creates a provider of the given bytes, which are copied.
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
