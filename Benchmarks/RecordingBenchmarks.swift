import Agate
import CoreGraphics
import FFmpeg
import Foundation

/// Films: what conversion costs beside the memory's own speed, and 720p to MP4 beside the ffmpeg program alone, fed with the same frames as
/// raw BGRA from a file (which costs it no drawing and no pipe).
func recordingBenchmarks() {
    conversionBenchmarks()
    guard let program = try? FFmpeg.installed() else { return print("there is no ffmpeg: nothing to compare with") }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-bench-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    do { try filmBenchmarks(program, folder) } catch { print("\(error)") }
}

private func conversionBenchmarks() {
    let width = 1920, height = 1080
    var random = SteadyRandom(state: 7)
    // Large still surfaces and some noise, half of it see-through.
    let pixels = (0..<width * height).map { index -> UInt32 in
        let alpha = UInt32(index % width < width / 2 ? 255 : random.next() * 255)
        return alpha << 24 | UInt32(random.next() * Double(alpha)) << 16 | (alpha / 2) << 8 | alpha / 3
    }
    let surface = UnsafeMutableRawPointer.allocate(byteCount: width * height * 8, alignment: 64)
    defer { surface.deallocate() }
    let clear = Measure.median(of: 21) { memset(surface, 0x55, width * height * 4) }
    Measure.line("memset of 1920x1080", clear, clear)
    pixels.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return }
        let frame = FramePixels(base, width: width, height: height, stride: width)
        for format in [FilmPixelFormat.yuv420p, .yuv444p, .yuva420p, .yuva444p10, .bgra] {
            let converter = FrameConverter(format, width: width, height: height)
            Measure.line(
                "1920x1080 to \(format.rawValue)", Measure.median(of: 21) { converter.convert(frame, rows: 0..<height, into: surface) },
                clear)
        }
        let converter = FrameConverter(.yuv420p, width: width, height: height)
        Measure.line(
            "1920x1080 to yuv420p, of which 100 rows changed",
            Measure.median(of: 21) { converter.convert(frame, rows: 400..<500, into: surface) }, clear)
    }
}

/// A scene with some of everything that films show: flat colour, gradients, round edges, much that moves.
private func scene() -> OffscreenHost {
    let host = OffscreenHost(size: CGSize(width: 1280, height: 720), background: CGColor(red: 0.1, green: 0.1, blue: 0.15, alpha: 1))
    host.perform {
        var random = SteadyRandom(state: 3)
        for _ in 0..<150 {
            let layer = CALayer()
            layer.frame = CGRect(
                x: random.next() * 1200, y: random.next() * 640, width: 30 + random.next() * 90, height: 30 + random.next() * 90)
            layer.cornerRadius = 12
            layer.backgroundColor = CGColor(red: random.next(), green: random.next(), blue: random.next(), alpha: 0.8)
            host.layer.addSublayer(layer)
            let move = CABasicAnimation(keyPath: "position")
            move.fromValue = layer.position
            move.toValue = CGPoint(x: random.next() * 1280, y: random.next() * 720)
            move.duration = 1 + random.next()
            move.autoreverses = true
            move.repeatCount = .infinity
            layer.add(move, forKey: "move")
        }
    }
    return host
}

private struct Cost {
    var wall: Double, processor: Double

    /// Of this process and of the programs that it started and that have ended.
    static func of(_ body: () throws -> Void) rethrows -> Cost {
        func used() -> Double {
            [RUSAGE_SELF.rawValue, RUSAGE_CHILDREN.rawValue].reduce(0) { sum, who in
                var usage = rusage()
                getrusage(who, &usage)
                return sum + Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
                    * 1e-6
            }
        }
        let begin = (HostClock.now, used())
        try body()
        return Cost(wall: HostClock.now - begin.0, processor: used() - begin.1)
    }
}

private func filmBenchmarks(_ program: FFmpeg, _ folder: URL) throws {
    let frames = 120
    let raw = folder.appendingPathComponent("frames.bgra")
    try scene().record(to: .file(raw), until: Double(frames) / 60, options: FilmOptions(format: .raw))
    // What is Agate's own: the frames of the same film, drawn and converted for nobody.
    let nowhere = FilmDestination.file(URL(fileURLWithPath: "/dev/null"))
    let own = try Cost.of { try scene().record(to: nowhere, until: Double(frames) / 60, options: FilmOptions(format: .y4m)) }
    print(
        Measure.padded("720p drawn and converted only")
            + String(
                format: "%7.2f ms a frame, %7.2f ms of processors", own.wall / Double(frames) * 1000, own.processor / Double(frames) * 1000)
    )
    for (effort, preset) in [(FilmOptions.Effort.fast, "veryfast"), (.medium, "medium")] {
        var ours: [Cost] = [], theirs: [Cost] = []
        for _ in 0..<3 {
            // One after the other, so that both meet the same machine.
            ours.append(
                try Cost.of {
                    try scene().record(
                        to: .file(folder.appendingPathComponent("a.mp4")), until: Double(frames) / 60, options: FilmOptions(effort: effort))
                })
            theirs.append(
                try Cost.of {
                    let arguments = [
                        "-f", "rawvideo", "-pix_fmt", "bgra", "-s", "1280x720", "-framerate", "60", "-i", raw.path, "-c:v", "libx264",
                        "-preset", preset, "-crf", "18",
                        "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-y", folder.appendingPathComponent("b.mp4").path,
                    ]
                    try FrameWriter(program, arguments).finish()
                })
        }
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        for (name, costs) in [("Agate, drawing included", ours), ("ffmpeg alone, from raw BGRA", theirs)] {
            let wall = median(costs.map(\.wall)) / Double(frames) * 1000, processor = median(costs.map(\.processor)) / Double(frames) * 1000
            print(
                Measure.padded("720p to MP4 (\(preset)): \(name)")
                    + String(format: "%7.2f ms a frame, %7.2f ms of processors", wall, processor))
        }
        print(
            Measure.padded("  ratio of times (below 1: Agate is faster)")
                + String(format: "%7.2f", median(zip(ours, theirs).map { $0.wall / $1.wall })))
    }
}
