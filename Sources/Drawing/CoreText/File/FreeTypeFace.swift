import AgateDiagnostics
import CText

/// One FreeType face and the bytes that it reads. FreeType's faces are not thread-safe, so every use takes the lock.
final class FreeTypeFace: @unchecked Sendable {
    private let bytes: FontBytes
    private let face: Locked<FT_Face>

    /// The library object. Faces are created and destroyed one at a time, as FreeType requires of programs with threads.
    private static let library = Locked<FT_Library?>(
        {
            var library: FT_Library?
            return FT_Init_FreeType(&library) == 0 ? library : nil
        }()
    )

    /// Returns the number of faces in the file, or 0 if it is not a font.
    static func faceCount(_ bytes: FontBytes) -> Int {
        library.withLock { library in
            guard let face = open(bytes, -1, in: library) else { return 0 }
            defer { FT_Done_Face(face) }
            return max(0, face.pointee.num_faces)
        }
    }

    init?(_ bytes: FontBytes, index: Int) {
        self.bytes = bytes
        guard let face = FreeTypeFace.library.withLock({ library in FreeTypeFace.open(bytes, index, in: library).map(Unshared.init) })
        else { return nil }
        // FreeType sizes its tables by the first requested size. A face without a size refuses scaled loads.
        self.face = Locked(face.face)
    }

    deinit {
        let face = Unshared(face: face.withLock { Unshared(face: $0) }.face)
        FreeTypeFace.library.withLock { _ in _ = FT_Done_Face(face.face) }
    }

    /// Calls `body` with exclusive access to the face. `body` must not call other code.
    func withFace<R: Sendable>(_ body: (FT_Face) -> R) -> R {
        face.withLock { body(Unshared(face: $0).face) }
    }

    private static func open(_ bytes: FontBytes, _ index: Int, in library: FT_Library?) -> FT_Face? {
        guard let library else { return nil }
        var face: FT_Face?
        let start = bytes.start.assumingMemoryBound(to: FT_Byte.self)
        return FT_New_Memory_Face(library, start, FT_Long(bytes.count), FT_Long(index), &face) == 0 ? face : nil
    }

    /// A pointer that is passed from one lock to the other.
    private struct Unshared: @unchecked Sendable {
        let face: FT_Face
    }
}
