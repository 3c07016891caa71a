import AVFoundation
import Agate
import FFmpeg
import Foundation
import QuartzCore

/// Films over films: a title over a 1080p film beside ffmpeg's own transcode of it, pictures of random times beside ffmpeg's seeks, and the
/// memory of an hour's film. `bench film PART` measures a part (`title`, `pictures`, `memory`).
func filmBenchmarks() {
    guard let program = try? FFmpeg.installed() else { return print("there is no ffmpeg: nothing to compare with") }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-film-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
        let parts: [(name: String, run: (FFmpeg, URL) throws -> Void)] = [
            ("title", titleBenchmark), ("pictures", pictureBenchmark), ("memory", memoryBenchmark),
        ]
        let wanted = CommandLine.arguments.dropFirst().drop { $0 != "film" }.dropFirst()
        for part in parts where !parts.contains(where: { wanted.contains($0.name) }) || wanted.contains(part.name) {
            try part.run(program, folder)
        }
    } catch { print("\(error)") }
}

/// Makes a film of moving patterns.
private func film(_ program: FFmpeg, _ url: URL, seconds: Int, size: String = "1920x1080", rate: Int = 30) throws {
    if FileManager.default.fileExists(atPath: url.path) { return }
    try FrameWriter(
        program,
        [
            "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate):duration=\(seconds)", "-c:v", "libx264", "-preset", "veryfast",
            "-pix_fmt",
            "yuv420p", "-colorspace", "bt709", "-y", url.path,
        ]
    ).finish()
}

/// Exports a film with a title that moves over it.
private func exportTitled(
    _ url: URL, to output: URL, preset: String = AVAssetExportPreset1920x1080, size: CGSize = CGSize(width: 1920, height: 1080),
    onProgress: ((Float) -> Void)? = nil
) throws {
    try? FileManager.default.removeItem(at: output)
    let asset = AVURLAsset(url: url), root = CALayer(), video = CALayer(), title = CATextLayer()
    root.frame = CGRect(origin: .zero, size: size)
    video.frame = root.bounds
    let unit = size.width / 1920
    title.frame = CGRect(x: 100 * unit, y: 100 * unit, width: 900 * unit, height: 120 * unit)
    (title.string, title.fontSize) = ("A title over a film", 90 * unit)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration, move.beginTime) = (500 * unit, 1400 * unit, 10, AVCoreAnimationBeginTimeAtZero)
    (move.repeatCount, move.autoreverses) = (.infinity, true)
    move.isRemovedOnCompletion = false
    title.add(move, forKey: nil)
    root.addSublayer(video)
    root.addSublayer(title)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: root)
    guard let session = AVAssetExportSession(asset: asset, presetName: preset) else { return }
    (session.videoComposition, session.outputURL, session.outputFileType) = (composition, output, .mp4)
    let done = DispatchSemaphore(value: 0)
    session.exportAsynchronously { done.signal() }
    if let onProgress {
        while done.wait(timeout: .now() + 0.05) == .timedOut { onProgress(session.progress) }
    } else {
        done.wait()
    }
    if let error = session.error { throw error }
}

private func titleBenchmark(_ program: FFmpeg, _ folder: URL) throws {
    let seconds = 4, source = folder.appendingPathComponent("film.mp4"), output = folder.appendingPathComponent("titled.mp4")
    try film(program, source, seconds: seconds)
    var ours: [Double] = [], theirs: [Double] = []
    for _ in 0..<3 {
        // One after the other, so that both meet the same machine.
        var begin = HostClock.now
        try exportTitled(source, to: output)
        ours.append(HostClock.now - begin)
        begin = HostClock.now
        try FrameWriter(
            program,
            [
                "-i", source.path, "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p", "-y",
                folder.appendingPathComponent("theirs.mp4").path,
            ]
        ).finish()
        theirs.append(HostClock.now - begin)
    }
    let frames = Double(seconds * 30), a = ours.min() ?? 0, b = theirs.min() ?? 1
    print(Measure.padded("a title over 1080p, exported") + String(format: "%7.2f ms a frame", a / frames * 1000))
    print(Measure.padded("ffmpeg's transcode of the same film") + String(format: "%7.2f ms a frame", b / frames * 1000))
    print(Measure.padded("  ratio of times") + String(format: "%7.2f", a / b))
}

private func pictureBenchmark(_ program: FFmpeg, _ folder: URL) throws {
    let source = folder.appendingPathComponent("film.mp4"), count = 40
    try film(program, source, seconds: 4)
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: source))
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    var random = SteadyRandom(state: 5)
    let times = (0..<count).map { _ in random.next() * 3.9 }
    var begin = HostClock.now
    for time in times { _ = try generator.copyCGImage(at: CMTime(seconds: time, preferredTimescale: 600), actualTime: nil) }
    let ours = HostClock.now - begin
    begin = HostClock.now
    for time in times {
        try FrameWriter(
            program, ["-ss", "\(time)", "-i", source.path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "bgra", "-y", "/dev/null"]
        ).finish()
    }
    let theirs = HostClock.now - begin
    print(Measure.padded("1080p pictures of random times") + String(format: "%7.2f ms a picture", ours / Double(count) * 1000))
    print(Measure.padded("ffmpeg's seeks to them") + String(format: "%7.2f ms a picture", theirs / Double(count) * 1000))
    print(Measure.padded("  ratio of times") + String(format: "%7.2f", ours / theirs))
}

/// The memory of the process while an hour's film is exported with a title over it: at a tenth, at the half and at the end. Small pictures,
/// so that it takes seconds; the number of frames is what could grow.
private func memoryBenchmark(_ program: FFmpeg, _ folder: URL) throws {
    let source = folder.appendingPathComponent("hour.mp4"), size = CGSize(width: 160, height: 90)
    try film(program, source, seconds: 3600, size: "160x90", rate: 5)
    var found: [(part: Float, bytes: Int)] = [], wanted: [Float] = [0.1, 0.5, 0.95]
    let begin = HostClock.now
    try exportTitled(
        source, to: folder.appendingPathComponent("hour-titled.mp4"), preset: AVAssetExportPresetMediumQuality, size: size
    ) { part in
        guard let next = wanted.first, part >= next else { return }
        wanted.removeFirst()
        found.append((part, residentBytes()))
    }
    let texts = found.map { String(format: "%.1f MB at %.0f %%", Double($0.bytes) / 1e6, $0.part * 100) }
    print(Measure.padded("an hour's film, memory of the process") + " " + texts.joined(separator: ", "))
    print(Measure.padded("  its export") + String(format: "%7.1f s", HostClock.now - begin))
}

/// The memory of the process that is not shared with other processes, in bytes.
private func residentBytes() -> Int {
    let pages =
        (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)).map { $0.split(separator: " ").compactMap { Int($0) } } ?? []
    return pages.count > 2 ? (pages[1] - pages[2]) * Int(getpagesize()) : 0
}
