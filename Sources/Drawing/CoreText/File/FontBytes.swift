import Foundation

/// The bytes of a font file at a fixed address for the lifetime of the object. FreeType and HarfBuzz read them there.
final class FontBytes: @unchecked Sendable {
    /// The largest accepted size of a font file.
    static let maximumCount = 1 << 29

    let start: UnsafeRawPointer
    let count: Int
    private let isMapped: Bool

    /// Creates a copy of the data. Fonts that a program supplies are copied, so that later changes to the program's file never reach the
    /// reader.
    init?(copying data: Data) {
        guard !data.isEmpty, data.count <= FontBytes.maximumCount else { return nil }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: data.count, alignment: 16)
        data.copyBytes(to: memory.assumingMemoryBound(to: UInt8.self), count: data.count)
        start = UnsafeRawPointer(memory)
        count = data.count
        isMapped = false
    }

    /// Maps an installed file. An emoji font contains ten megabytes of pictures, of which a program shows a few.
    init?(mapping path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size > 0, status.st_size <= FontBytes.maximumCount,
            let memory = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file, 0), memory != MAP_FAILED
        else { return nil }
        start = UnsafeRawPointer(memory)
        count = Int(status.st_size)
        isMapped = true
    }

    deinit {
        let memory = UnsafeMutableRawPointer(mutating: start)
        if isMapped { munmap(memory, count) } else { memory.deallocate() }
    }
}
