import AVFoundation
import Agate
import FFmpeg
import Foundation
import QuartzCore

/// Films over films: a title over a 1080p film beside ffmpeg's own transcode of it, pictures of random times beside ffmpeg's seeks, and the
/// memory of a longer film.
func filmBenchmarks() {
    guard let program = try? FFmpeg.installed() else { return print("there is no ffmpeg: nothing to compare with") }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-film-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
        try titleBenchmark(program, folder)
        try pictureBenchmark(program, folder)
    } catch { print("\(error)") }
}

/// Makes a film of moving patterns.
private func film(_ program: FFmpeg, _ url: URL, seconds: Int) throws {
    try FrameWriter(
        program,
        [
            "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=\(seconds)", "-c:v", "libx264", "-preset", "veryfast",
            "-pix_fmt",
            "yuv420p", "-colorspace", "bt709", "-y", url.path,
        ]
    ).finish()
}

/// Exports a film with a title that moves over it.
private func exportTitled(_ url: URL, to output: URL) throws {
    try? FileManager.default.removeItem(at: output)
    let asset = AVURLAsset(url: url), root = CALayer(), video = CALayer(), title = CATextLayer()
    root.frame = CGRect(x: 0, y: 0, width: 1920, height: 1080)
    video.frame = root.bounds
    title.frame = CGRect(x: 100, y: 100, width: 900, height: 120)
    (title.string, title.fontSize) = ("A title over a film", 90)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration, move.beginTime) = (500, 1400, 10, AVCoreAnimationBeginTimeAtZero)
    move.isRemovedOnCompletion = false
    title.add(move, forKey: nil)
    root.addSublayer(video)
    root.addSublayer(title)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: root)
    guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset1920x1080) else { return }
    (session.videoComposition, session.outputURL, session.outputFileType) = (composition, output, .mp4)
    let done = DispatchSemaphore(value: 0)
    session.exportAsynchronously { done.signal() }
    done.wait()
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
    let source = folder.appendingPathComponent("film.mp4"), count = 40, generator = AVAssetImageGenerator(asset: AVURLAsset(url: source))
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
