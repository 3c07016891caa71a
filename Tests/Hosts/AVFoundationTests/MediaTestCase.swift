import AVFoundation
import Agate
import FFmpeg
import XCTest

/// Tests with films and sounds that ffmpeg makes in a folder of their own.
@MainActor class MediaTestCase: XCTestCase {
    nonisolated(unsafe) var folder = URL(fileURLWithPath: "/")

    /// Diagnostics about layers that a thread of this module changed without a commit: a program would see them too.
    private nonisolated let uncommitted = Locked<[String]>([])
    private nonisolated(unsafe) var observation: ObserverToken?

    override func setUpWithError() throws {
        observation = Diagnostic.addObserver { [uncommitted] one in
            if one.identifier.hasPrefix("transaction.") { uncommitted.withLock { $0.append(one.identifier) } }
        }
        guard Self.program != nil else { throw XCTSkip("there is no ffmpeg program on the PATH") }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-media-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() {
        if let observation { Diagnostic.removeObserver(observation) }
        XCTAssertEqual(uncommitted.withLock { $0 }, [])
        try? FileManager.default.removeItem(at: folder)
    }

    nonisolated static let program: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
        .map { URL(fileURLWithPath: "\($0)/ffmpeg") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }

    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// Runs ffmpeg; returns its output.
    @discardableResult
    func ffmpeg(_ arguments: [String]) throws -> Data {
        let process = Process(), pipe = Pipe()
        process.executableURL = Self.program
        process.arguments = ["-v", "error", "-nostdin"] + arguments
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0, "\(arguments)")
        return data
    }

    /// Makes a film whose frame n is the grey `first + step * n`, without loss, and a tone.
    func film(
        _ name: String, width: Int = 32, height: Int = 16, rate: Int = 25, seconds: Double = 1, first: Int = 8, step: Int = 4,
        tone: Int? = nil, sampleRate: Int = 48000, channels: Int = 1, arguments: [String] = []
    ) throws -> URL {
        let url = file(name), level = "\(first)+\(step)*N"
        var list = [
            "-f", "lavfi", "-i",
            "color=black:size=\(width)x\(height):rate=\(rate):duration=\(seconds),format=gbrp,geq=r='\(level)':g='\(level)':b='\(level)'",
        ]
        if let tone {
            list += ["-f", "lavfi", "-i", "sine=frequency=\(tone):duration=\(seconds):sample_rate=\(sampleRate)", "-ac", "\(channels)"]
            list += ["-c:a", "pcm_s16le"]
        }
        let codec = name.hasSuffix("mkv") ? ["-c:v", "ffv1", "-pix_fmt", "gbrp"] : ["-c:v", "qtrle", "-pix_fmt", "rgb24"]
        try ffmpeg(list + codec + arguments + [url.path])
        return url
    }

    /// Makes a sound.
    func sound(_ name: String, frequency: Int = 440, seconds: Double = 1, sampleRate: Int = 48000, arguments: [String] = []) throws -> URL {
        let url = file(name)
        try ffmpeg(
            ["-f", "lavfi", "-i", "sine=frequency=\(frequency):duration=\(seconds):sample_rate=\(sampleRate)"] + arguments + [url.path])
        return url
    }

    /// The samples of the first sound track, decoded by ffmpeg.
    func samples(_ url: URL, channels: Int = 1) throws -> [Float] {
        let data = try ffmpeg(["-i", url.path, "-map", "0:a:0", "-f", "f32le", "-ac", "\(channels)", "pipe:1"])
        return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// The frames of a film, decoded by ffmpeg: pixels, and times.
    func frames(_ url: URL) throws -> [(pixels: [UInt32], time: Double)] {
        let reader = try FrameReader(url)
        var frames: [(pixels: [UInt32], time: Double)] = [], pixels = [UInt32](repeating: 0, count: reader.width * reader.height)
        while let time = try reader.next(into: &pixels) { frames.append((pixels, time)) }
        return frames
    }

    /// The red of a pixel.
    func level(_ pixels: [UInt32], width: Int, _ x: Int, _ y: Int) -> Int { Int(pixels[y * width + x] >> 16 & 255) }

    /// The greatest difference of two pictures in any channel, and its mean.
    func difference(_ a: [UInt32], _ b: [UInt32]) -> (most: Int, mean: Double) {
        var most = 0, sum = 0
        for (p, q) in zip(a, b) {
            for shift in [0, 8, 16] as [UInt32] {
                let off = abs(Int(p >> shift & 255) - Int(q >> shift & 255))
                most = max(most, off)
                sum += off
            }
        }
        return (most, Double(sum) / Double(max(1, a.count * 3)))
    }

    /// Exports, and fails the test if that fails.
    func export(_ session: AVAssetExportSession, _ name: String, _ type: AVFileType = .mov) async throws -> URL {
        let url = file(name)
        try await session.export(to: url, as: type)
        XCTAssertEqual(session.status, .completed)
        XCTAssertEqual(session.progress, 1)
        return url
    }

    /// The files of the folder whose names begin with a period.
    var hiddenFiles: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasPrefix(".") }
    }
}

func seconds(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }
func range(_ start: Double, _ duration: Double) -> CMTimeRange { CMTimeRange(start: seconds(start), duration: seconds(duration)) }
