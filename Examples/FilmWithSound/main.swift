// A film with sound: two clips that fade into each other, a title that moves over them, captions, and a mix of two tracks. The sheet has
// its pictures. What is heard is read back and measured: the levels of a tone that becomes quieter, the times of clicks beside the times of
// a lamp that flashes with them, and the drift between both. Needs ffmpeg.
import AVFoundation
import Agate
import ExampleSupport

let size = CGSize(width: 320, height: 180), rate = 25.0, length = 8.0
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-film-\(getpid())")

/// Writes a sound of one channel.
func writeSound(_ name: String, _ value: (Double) -> Double) throws -> URL {
    let rate = 48000, count = Int(length) * rate, url = folder.appendingPathComponent(name)
    var data = Data("RIFF".utf8)
    func add<Number: FixedWidthInteger>(_ number: Number) { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
    add(UInt32(36 + 2 * count))
    data.append(Data("WAVEfmt ".utf8))
    add(UInt32(16))
    for number in [1, 1] as [UInt16] { add(number) }
    for number in [rate, 2 * rate] { add(UInt32(number)) }
    for number in [2, 16] as [UInt16] { add(number) }
    data.append(Data("data".utf8))
    add(UInt32(2 * count))
    for sample in 0..<count { add(Int16((value(Double(sample) / Double(rate)) * 32767).rounded())) }
    try data.write(to: url)
    return url
}

/// Records a clip of five seconds: discs that move about.
func recordClip(_ name: String, _ color: CGColor, back: CGColor) throws -> URL {
    let host = OffscreenHost(size: size, background: back), url = folder.appendingPathComponent(name)
    host.perform {
        for number in 0..<6 {
            let disc = CALayer(), move = CABasicAnimation(keyPath: "position.y")
            disc.frame = CGRect(x: 20 + 50 * number, y: 60, width: 36, height: 36)
            disc.cornerRadius = 18
            disc.backgroundColor = color
            (move.fromValue, move.toValue, move.duration) = (40, 120, 0.6 + 0.1 * Double(number))
            (move.autoreverses, move.repeatCount) = (true, .infinity)
            disc.add(move, forKey: "move")
            host.layer.addSublayer(disc)
        }
    }
    try host.record(to: .file(url), until: 5, framesPerSecond: rate)
    return url
}

/// The layers over the film: a title that moves, a lamp that flashes in each second, and a caption.
@MainActor func layers() -> (root: CALayer, video: CALayer) {
    let root = CALayer(), video = CALayer(), title = CATextLayer(), lamp = CALayer(), caption = CATextLayer()
    root.frame = CGRect(origin: .zero, size: size)
    video.frame = root.frame
    title.frame = CGRect(x: 0, y: 140, width: 200, height: 34)
    (title.string, title.fontSize) = ("A film with sound", 22)
    caption.frame = CGRect(x: 40, y: 8, width: 240, height: 22)
    (caption.string, caption.fontSize, caption.alignmentMode) = ("One clip fades into another.", 15, .center)
    caption.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 0.6)
    lamp.frame = CGRect(x: 296, y: 156, width: 16, height: 16)
    lamp.backgroundColor = .white
    lamp.opacity = 0
    /// Adds an animation that waits for the film.
    func add(_ animation: CAAnimation, to layer: CALayer, at time: Double) {
        animation.beginTime = time == 0 ? AVCoreAnimationBeginTimeAtZero : time
        animation.isRemovedOnCompletion = false
        layer.add(animation, forKey: nil)
    }
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (110, 210, length)
    add(move, to: title, at: 0)
    for second in 1..<Int(length) {
        let flash = CABasicAnimation(keyPath: "opacity")
        (flash.fromValue, flash.toValue, flash.duration) = (1, 1, 0.12)
        add(flash, to: lamp, at: Double(second))
    }
    let show = CAKeyframeAnimation(keyPath: "opacity")
    (show.values, show.keyTimes, show.duration) = ([0, 1, 1, 0], [0, 0.1, 0.9, 1], 3)
    caption.opacity = 0
    add(show, to: caption, at: 2.5)
    for layer in [video, title, caption, lamp] { root.addSublayer(layer) }
    return (root, video)
}

@MainActor func makeFilm(_ url: URL) async throws {
    let clips = try [
        recordClip("a.mp4", CGColor(red: 0.95, green: 0.6, blue: 0.2, alpha: 1), back: CGColor(red: 0.1, green: 0.15, blue: 0.3, alpha: 1)),
        recordClip("b.mp4", CGColor(red: 0.3, green: 0.8, blue: 0.6, alpha: 1), back: CGColor(red: 0.25, green: 0.1, blue: 0.2, alpha: 1)),
    ]
    let tone = try writeSound("tone.wav") { 0.25 * sin(2 * .pi * 220 * $0) }
    let clicks = try writeSound("clicks.wav") { time in
        let part = time - time.rounded(.down)
        return time >= 1 && part < 0.02 ? 0.7 * sin(2 * .pi * 1000 * part) : 0
    }
    func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }
    func range(_ start: Double, _ duration: Double) -> CMTimeRange { CMTimeRange(start: time(start), duration: time(duration)) }

    let film = AVMutableComposition(), mix = AVMutableAudioMix(), pictures = AVMutableVideoComposition()
    var instructions: [AVMutableVideoCompositionLayerInstruction] = []
    for (number, clip) in clips.enumerated() {
        guard let track = film.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
            let source = try await AVURLAsset(url: clip).loadTracks(withMediaType: .video).first
        else { continue }
        try track.insertTimeRange(range(0, 5), of: source, at: time(3 * Double(number)))
        instructions.append(AVMutableVideoCompositionLayerInstruction(assetTrack: track))
    }
    instructions[0].setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range(3, 2))
    for (sound, end) in [(tone, 0.25), (clicks, 1)] as [(URL, Float)] {
        guard let track = film.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid),
            let source = try await AVURLAsset(url: sound).loadTracks(withMediaType: .audio).first
        else { continue }
        try track.insertTimeRange(range(0, length), of: source, at: .zero)
        let volume = AVMutableAudioMixInputParameters(track: track)
        volume.setVolumeRamp(fromStartVolume: 1, toEndVolume: end, timeRange: range(3, 2))
        mix.inputParameters.append(volume)
    }
    // While one clip shows alone, only those parts of its frames are drawn again that have layers over them.
    pictures.instructions = [(0, 3, [instructions[0]]), (3, 2, instructions), (5, 3, [instructions[1]])].map { start, duration, layers in
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = range(start, duration)
        instruction.layerInstructions = layers
        return instruction
    }
    pictures.renderSize = size
    pictures.frameDuration = CMTime(value: 1, timescale: CMTimeScale(rate))
    let (root, video) = layers()
    pictures.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: root)
    guard let session = AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality) else { return }
    session.videoComposition = pictures
    session.audioMix = mix
    try? FileManager.default.removeItem(at: url)
    try await session.export(to: url, as: .mp4)
}

/// The samples of a film's sound.
func samples(_ asset: AVAsset) throws -> (values: [Float], rate: Double) {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks(withMediaType: .audio), audioSettings: nil)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? CocoaError(.fileReadUnknown) }
    var values: [Float] = [], rate = 48000.0
    while let sample = output.copyNextSampleBuffer() {
        guard let data = sample.dataBuffer, let format = sample.formatDescription?.audioStreamBasicDescription else { continue }
        rate = format.mSampleRate
        let bytes = try data.dataBytes(), channels = Int(format.mChannelsPerFrame)
        bytes.withUnsafeBytes { buffer in
            for index in stride(from: 0, to: buffer.count / 4, by: channels) {
                values.append(buffer.loadUnaligned(fromByteOffset: 4 * index, as: Float.self))
            }
        }
    }
    return (values, rate)
}

/// The times at which the lamp goes on.
func flashes(_ asset: AVAsset) throws -> [Double] {
    let reader = try AVAssetReader(asset: asset), track = asset.tracks(withMediaType: .video)[0]
    let output = AVAssetReaderTrackOutput(
        track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? CocoaError(.fileReadUnknown) }
    var times: [Double] = [], wasOn = false
    while let sample = output.copyNextSampleBuffer() {
        guard let buffer = sample.imageBuffer else { continue }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        let pixel = CVPixelBufferGetBaseAddress(buffer)?.load(
            fromByteOffset: 16 * CVPixelBufferGetBytesPerRow(buffer) + 4 * 304, as: UInt32.self)
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        let isOn = (pixel ?? 0) >> 8 & 255 > 200
        if isOn, !wasOn { times.append(sample.presentationTimeStamp.seconds) }
        wasOn = isOn
    }
    return times
}

func measure(_ asset: AVAsset) throws -> Bool {
    let (sound, rate) = try samples(asset), lamps = try flashes(asset)
    func level(_ start: Double, _ end: Double) -> Double {
        let part = sound[Int(start * rate)..<Int(end * rate)]
        return (part.reduce(0) { $0 + Double($1 * $1) } / Double(part.count)).squareRoot()
    }
    // The tone has an amplitude of a quarter, and then a quarter of that.
    let levels = [(level(1.3, 1.9), 0.25 / 2.0.squareRoot()), (level(6.3, 6.9), 0.0625 / 2.0.squareRoot())]
    let onsets = (1..<Int(length)).compactMap { second -> Double? in
        let near = Int((Double(second) - 0.1) * rate)..<min(Int((Double(second) + 0.1) * rate), sound.count)
        return near.first { abs(sound[$0]) > 0.4 }.map { Double($0) / rate }
    }
    let late = zip(onsets, 1...).map { $0 - Double($1) }, apart = zip(onsets, lamps).map { $0 - $1 }
    let drift = (onsets.last ?? 0) - (onsets.first ?? 0) - (length - 2)
    print(String(format: "levels    %.4f and %.4f, of the mix %.4f and %.4f", levels[0].0, levels[1].0, levels[0].1, levels[1].1))
    print(
        String(
            format: "clicks    %d, %.1f to %.1f ms after their seconds", onsets.count, (late.min() ?? 0) * 1000, (late.max() ?? 0) * 1000))
    print(
        String(
            format: "lamp      %d flashes, %.1f to %.1f ms before the clicks", lamps.count, (apart.min() ?? 0) * 1000,
            (apart.max() ?? 0) * 1000))
    print(String(format: "drift     %.2f ms in %.0f s", drift * 1000, length - 2))
    return levels.allSatisfy { abs($0.0 / $0.1 - 1) < 0.05 } && onsets.count == 7 && lamps.count == 7 && late.allSatisfy { abs($0) < 0.005 }
        && apart.allSatisfy { abs($0) < 0.005 } && abs(drift) < 0.001
}

try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let sheetPath = outputPath("FilmWithSound"), url = URL(fileURLWithPath: sheetPath).deletingPathExtension().appendingPathExtension("mp4")
do {
    try await makeFilm(url)
    let asset = AVURLAsset(url: url), generator = AVAssetImageGenerator(asset: asset)
    generator.requestedTimeToleranceBefore = .zero
    let sheet = ContactSheet(columns: 4), host = OffscreenHost(size: size)
    for time in [0.5, 2.04, 3.5, 4, 4.5, 5.04, 6.5, 7.5] {
        let (image, _) = try await generator.image(at: CMTime(seconds: time, preferredTimescale: 600))
        host.perform { host.layer.contents = image }
        sheet.add(host)
    }
    try sheet.write(to: sheetPath)
    guard try measure(asset) else {
        print("the sound of \(url.lastPathComponent) is not that of the mix")
        exit(1)
    }
    print("film      \(url.path)")
} catch FilmError.programMissing(let text) {
    // All other examples need no ffmpeg.
    print("there is no film: \(text)")
}
