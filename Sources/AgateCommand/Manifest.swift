import Agate
import Foundation

/// What a film was made from and what its frames are, so that two films, or a film and its parts, can be compared without looking.
struct Manifest: Encodable {
    struct Frame: Encodable {
        let frame: Int
        let time: Double
        let hash: String
    }

    /// What made it.
    let engine = "agate \(AgateCommand.version)"
    /// How hashes are made: the 64-bit xxHash, seed 0, in hexadecimal; of frames over their rows of premultiplied BGRA bytes.
    let hash = "xxh64"
    let scene: String
    let sceneHash: String
    let width: Int
    let height: Int
    let framesPerSecond: Double
    private(set) var frames: [Frame] = []

    init(scene: String, width: Int, height: Int, framesPerSecond: Double) throws {
        self.scene = URL(fileURLWithPath: scene).lastPathComponent
        sceneHash = XXHash64.text(try SceneFile.hash(scene))
        (self.width, self.height, self.framesPerSecond) = (width, height, framesPerSecond)
    }

    mutating func add(_ pixels: FramePixels, frame: Int) {
        frames.append(Frame(frame: frame, time: Double(frame) / framesPerSecond, hash: XXHash64.text(Self.hash(pixels))))
    }

    static func hash(_ frame: FramePixels) -> UInt64 {
        if frame.stride == frame.width { return XXHash64.hash(UnsafeRawBufferPointer(start: frame.pixels, count: frame.width * frame.height * 4)) }
        var rows = [UInt32]()
        rows.reserveCapacity(frame.width * frame.height)
        for row in 0..<frame.height { rows.append(contentsOf: UnsafeBufferPointer(start: frame.pixels + row * frame.stride, count: frame.width)) }
        return rows.withUnsafeBytes { XXHash64.hash($0) }
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw InputError("\(path): \(error.localizedDescription)")
        }
    }
}
