import AgateDiagnostics
import Foundation

/// Reads the frames of a film from the ffmpeg program: BGRA, colour multiplied by alpha, or the film's own planes, with the times at which
/// they are shown.
///
///     let reader = try FrameReader(url, from: 2.5)
///     while let time = try reader.next(into: pixels) { ... }
///
/// The program decodes ahead until the pipe is full and then waits, so an unread film costs nothing. One thread reads; any thread may
/// cancel.
package final class FrameReader: Sendable {
    /// The form of frames.
    package enum Form: Hashable, Sendable {
        /// BGRA, colour multiplied by alpha.
        case pixels
        /// Three planes of eight bits as the film has them: `probe.planes` describes them.
        case planes
        /// Luma, and both differences interleaved at half the size, of eight bits (NV12).
        case biplanar(isFull: Bool)
        /// The same with ten bits in the upper part of 16 (P010), in the limited range.
        case deep
        /// Three planes of ten bits in words of 16, 4:2:0, in the film's own range.
        case deepPlanes

        /// Returns the number of bytes in a frame.
        package func byteCount(_ width: Int, _ height: Int) -> Int {
            let quarters = ((width + 1) / 2) * ((height + 1) / 2)
            return switch self {
            case .pixels: width * height * 4
            case .planes, .biplanar: width * height + 2 * quarters
            case .deep, .deepPlanes: 2 * (width * height + 2 * quarters)
            }
        }
    }

    /// The size of the frames, in pixels.
    package let width: Int, height: Int
    /// The metadata of the file.
    package let probe: FilmProbe
    /// The form of the frames.
    package let form: Form
    /// True if frames are returned as planes, 4:2:0: `probe.planes` describes them.
    package var hasPlanes: Bool { form == .planes }
    /// The number of bytes in a frame.
    package let byteCount: Int

    private let file: URL
    private let from: Double
    private let isUpright: Bool
    private struct State {
        var source: FrameSource
        /// The distance before `from` at which reading began, in seconds.
        var lead: Double
        /// A frame that was read ahead, with its time.
        var ahead: (bytes: [UInt8], time: Double)?
        var hasBegun = false
        var isCancelled = false
    }
    private let state: Locked<State>

    /// Opens a film.
    /// - Parameters:
    ///   - from: The start time, in seconds of the film; the first frame is the one that is shown at that time.
    ///   - size: The size of the frames in pixels; by default the film's own.
    ///   - probe: The metadata of the file, if it is already available.
    ///   - form: The form of frames; pixels if they are to be planes and the film has none.
    ///   - isUpright: True to rotate frames as the file asks for; false to return them as they are coded.
    ///   - isSingle: True if only the first frame is read, so that nothing beyond it need be decoded. Others may be returned after it.
    package init(
        _ file: URL, from: Double = 0, size: (width: Int, height: Int)? = nil, probe: FilmProbe? = nil, form: Form = .pixels,
        isUpright: Bool = true, isSingle: Bool = false
    ) throws(FFmpegError) {
        let known = if let probe { probe } else { try FilmProbe(file) }
        self.probe = known
        self.file = file
        self.from = from.isFinite ? max(from, 0) : 0
        self.isUpright = isUpright
        let isTurned = known.isTurned && !isUpright
        width = max(1, size?.width ?? (isTurned ? known.height : known.width))
        height = max(1, size?.height ?? (isTurned ? known.width : known.height))
        self.form = form == .planes && known.planes == nil ? .pixels : form
        byteCount = self.form.byteCount(width, height)
        // A frame before, or two where frames may be longer than the average.
        let lead = self.from == 0 ? 0 : known.rate > 0 ? (known.hasConstantRate ? 1 : 2) / known.rate : 0.1
        // Where frames have one length, the one at the time is the first or the second.
        let limit = isSingle && known.hasConstantRate ? 2 : nil
        let source = try FrameSource(file, known, from: self.from - lead, width, height, self.form, isUpright, limit: limit)
        state = Locked(State(source: source, lead: lead))
    }

    /// Opens a film at the last key frame up to a time, which is decoded without those between; only the first frame is of use.
    package init(
        _ file: URL, keyFrameBefore time: Double, size: (width: Int, height: Int), probe: FilmProbe, isUpright: Bool
    ) throws(FFmpegError) {
        self.probe = probe
        self.file = file
        self.isUpright = isUpright
        from = time.isFinite ? max(time, 0) : 0
        (width, height) = (max(1, size.width), max(1, size.height))
        form = .pixels
        byteCount = width * height * 4
        let source = try FrameSource(file, probe, from: from, width, height, .pixels, isUpright, isKeyFrame: true)
        state = Locked(State(source: source, lead: 0, hasBegun: true))
    }

    /// Reads the next frame's pixels, 0xAARRGGBB in rows without gaps.
    /// - Parameter pixels: Memory for `width * height` pixels.
    /// - Returns: The time at which the frame begins to be shown, in seconds of the film; nil after the last one.
    package func next(into pixels: UnsafeMutablePointer<UInt32>) throws(FFmpegError) -> Double? {
        try nextFrame(into: UnsafeMutableRawPointer(pixels))
    }

    /// Reads the next frame: pixels, or the planes of luma, blue and red one after the other, in rows without gaps.
    /// - Parameter bytes: Memory for `byteCount` bytes.
    /// - Returns: As for pixels.
    package func nextFrame(into bytes: UnsafeMutableRawPointer) throws(FFmpegError) -> Double? {
        let (source, hasBegun) = state.withLock { ($0.source, $0.hasBegun) }
        if !hasBegun { return try first(into: bytes) }
        if let ahead = state.withLock({ state in
            defer { state.ahead = nil }
            return state.ahead
        }) {
            ahead.bytes.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress!, byteCount: byteCount) }
            return ahead.time
        }
        return try read(source, into: bytes)
    }

    /// Ends reading, including a read in progress on another thread.
    package func cancel() {
        state.withLock {
            $0.isCancelled = true
            $0.source.cancel()
        }
    }

    private func read(_ source: FrameSource, into bytes: UnsafeMutableRawPointer) throws(FFmpegError) -> Double? {
        do { return try source.next(into: bytes) } catch { throw state.withLock { $0.isCancelled } ? .cancelled : error }
    }

    /// Reads the frame that is shown at `from`: the last one that does not begin after it. If even the first frame that was read begins
    /// later, reading must start further back, because frames may be shown for seconds.
    private func first(into bytes: UnsafeMutableRawPointer) throws(FFmpegError) -> Double? {
        var next = [UInt8](repeating: 0, count: byteCount)
        while true {
            let (source, lead) = state.withLock { ($0.source, $0.lead) }
            guard var time = try read(source, into: bytes) else {
                // After the last frame, that frame remains.
                guard lead < from else { return nil }
                try back()
                continue
            }
            if time > from + 1e-6, lead < from {
                try back()
                continue
            }
            // A rate is that of the shortest frame, so no other begins before the end of this one. Files round times to a thousandth.
            let least = probe.hasConstantRate ? 1 / probe.rate : 0
            while time < from, time + least <= from + 0.002 {
                let following = try next.withUnsafeMutableBufferPointer { buffer throws(FFmpegError) in
                    try read(source, into: UnsafeMutableRawPointer(buffer.baseAddress!))
                }
                guard let following else { break }
                // Times of frames are rounded in files.
                if following > from + 1e-6 {
                    state.withLock { $0.ahead = (next, following) }
                    break
                }
                next.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
                time = following
            }
            state.withLock { $0.hasBegun = true }
            return time
        }
    }

    /// Restarts reading at an earlier time.
    private func back() throws(FFmpegError) {
        let lead = min(from, max(state.withLock { $0.lead } * 8, 1))
        let source = try FrameSource(file, probe, from: from - lead, width, height, form, isUpright)
        let isCancelled = state.withLock { state in
            state.source.cancel()
            state.source = source
            state.lead = lead
            return state.isCancelled
        }
        if isCancelled {
            source.cancel()
            throw .cancelled
        }
    }

    /// Returns the argument for a file, which ffmpeg can't interpret as an option or as another protocol.
    package static func input(_ file: URL) -> String { file.isFileURL ? "file:\(file.path)" : file.absoluteString }
}

/// One run of the program over a film.
private final class FrameSource: Sendable {
    private let process: ChildProcess
    private let times: FrameTimes
    private let count: Int
    private let byteCount: Int
    private let hasAlpha: Bool

    init(
        _ file: URL, _ probe: FilmProbe, from start: Double, _ width: Int, _ height: Int, _ form: FrameReader.Form,
        _ isUpright: Bool, isKeyFrame: Bool = false, limit: Int? = nil
    ) throws(FFmpegError) {
        let program = try FFmpeg.installed()
        var arguments = ["-nostdin", "-hide_banner", "-nostats", "-v", "level+info", "-copyts"]
        // The position of a seek is relative to the first media.
        if probe.origin == 0 { arguments.append("-start_at_zero") }
        if start > probe.origin { arguments += ["-ss", String(format: "%.6f", start - probe.origin)] }
        if isKeyFrame { arguments += ["-noaccurate_seek", "-skip_frame", "nokey"] }
        if !isUpright { arguments += ["-noautorotate"] }
        // ffmpeg's own decoders of WebM ignore alpha.
        if probe.hasAlpha, probe.codec == "vp9" || probe.codec == "vp8" {
            arguments += ["-c:v", try program.first(.decoder, of: [probe.codec == "vp9" ? "libvpx-vp9" : "libvpx"])]
        }
        let times = FrameTimes()
        self.times = times
        let (filter, format) = Self.filter(probe, form)
        arguments += [
            "-i", FrameReader.input(file), "-map", "0:v:0", "-an", "-sn", "-vf",
            "\(try Self.toneMap(probe, form, program))scale=\(width):\(height):flags=bicubic\(filter),format=\(format),showinfo=checksum=0",
            try program.isAtLeast(5, 1) ? "-fps_mode" : "-vsync", "passthrough",
        ]
        if let limit { arguments += ["-frames:v", "\(limit)"] }
        arguments += ["-f", "rawvideo", "-pix_fmt", format, "pipe:1"]
        process = try ChildProcess(program.path, arguments, hasInput: false, output: .pipe, patience: Stall.limit) { times.take($0) }
        count = width * height
        byteCount = form.byteCount(width, height)
        hasAlpha = probe.hasAlpha && form == .pixels
    }

    /// Returns the filters that map a high dynamic range to sRGB: white is 203 cd/m2, and what is brighter than a third of it is compressed
    /// up to 1000 cd/m2 (the curve `mobius` of ffmpeg). Empty for other films, and for frames of ten bits, which are returned as they are.
    private static func toneMap(_ probe: FilmProbe, _ form: FrameReader.Form, _ program: FFmpeg) throws(FFmpegError) -> String {
        guard probe.isHDR, form != .deep, form != .deepPlanes, form != .planes else { return "" }
        guard try program.filters().isSuperset(of: ["zscale", "tonemap"]) else {
            Diagnostic.reportOnce(
                "av.no-tone-mapping", key: "",
                "films of high dynamic range are shown without tone mapping: this ffmpeg was built without the filters zscale and tonemap")
            return ""
        }
        return "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:peak=4.926:desat=0,"
            + "zscale=t=iec61966-2-1:m=bt709:r=pc,format=gbrp,"
    }

    /// Returns the options of the filter that scales, and the pixel format.
    private static func filter(_ probe: FilmProbe, _ form: FrameReader.Form) -> (options: String, format: String) {
        let isLuma = probe.pixelFormat.hasPrefix("yuv") || probe.pixelFormat.hasPrefix("nv") || probe.pixelFormat.hasPrefix("p0")
        // If a file doesn't specify its matrix, the size determines it, as in every player.
        let matrix = probe.matrix == nil && isLuma && probe.height >= 720 ? ":in_color_matrix=bt709" : ""
        switch form {
        case .pixels: return ("+accurate_rnd+full_chroma_int+full_chroma_inp\(matrix)", "bgra")
        // Planes of the film's own size are passed unchanged.
        case .planes: return ("", probe.pixelFormat)
        case .biplanar(let isFull):
            // Tone mapping leaves sRGB.
            let own = probe.isHDR ? "bt709" : probe.biplanarMatrix
            return ("+accurate_rnd:out_color_matrix=\(own):out_range=\(isFull ? "pc" : "tv")\(matrix)", "nv12")
        case .deepPlanes: return ("", "yuv420p10le")
        case .deep: return ("+accurate_rnd:out_color_matrix=\(probe.biplanarMatrix):out_range=tv\(matrix)", "p010le")
        }
    }

    func cancel() { process.kill() }

    func next(into bytes: UnsafeMutableRawPointer) throws(FFmpegError) -> Double? {
        let got = process.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: byteCount))
        guard got == byteCount else {
            try process.finish()
            return nil
        }
        guard let time = times.next() else { throw .unreadable(file: "ffmpeg", reason: "a frame has no timestamp") }
        if hasAlpha { multiply(bytes.assumingMemoryBound(to: UInt32.self)) }
        return time
    }

    /// Multiplies colour by alpha, rounded to nearest.
    private func multiply(_ pixels: UnsafeMutablePointer<UInt32>) {
        for index in 0..<count {
            let pixel = pixels[index], alpha = pixel >> 24
            if alpha == 255 { continue }
            let redBlue = (pixel & 0xFF_00FF) &* alpha &+ 0x80_0080
            let green = (pixel >> 8 & 255) &* alpha &+ 128
            let done = (redBlue &+ (redBlue >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
            pixels[index] = alpha << 24 | done | ((green &+ green >> 8) & 0xFF00)
        }
    }
}

/// The times of frames, which raw video doesn't contain. The program writes them to standard error, as `... config in time_base: 1/12800,
/// ...` once, and `... n:   0 pts:    512 pts_time:0.04 ...` for each frame (whose seconds are rounded).
private final class FrameTimes: @unchecked Sendable {
    // Unchecked: all state is accessed under the condition's lock.
    private let condition = NSCondition()
    private var unit = 0.0
    private var times: [Double] = []
    private var taken = 0

    func take(_ line: Substring) {
        guard line.contains("showinfo") else { return }
        condition.lock()
        defer { condition.unlock() }
        if let base = Self.word(after: "config in time_base: ", in: line) {
            let parts = base.split(separator: "/").compactMap { Double($0) }
            if parts.count == 2, parts[1] > 0 { unit = parts[0] / parts[1] }
        } else if let text = Self.word(after: " pts:", in: line), let pts = Double(text), unit > 0 {
            times.append(pts * unit)
            condition.signal()
        }
    }

    /// Returns the next frame's time. It is written before the frame, but on another pipe, so it may arrive later.
    func next() -> Double? {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date(timeIntervalSinceNow: 10)
        while taken >= times.count {
            if !condition.wait(until: deadline) { return nil }
        }
        defer {
            taken += 1
            if taken > 256 {
                times.removeFirst(taken)
                taken = 0
            }
        }
        return times[taken]
    }

    private static func word(after mark: String, in line: Substring) -> Substring? {
        guard let range = line.range(of: mark) else { return nil }
        return line[range.upperBound...].drop { $0 == " " }.prefix { $0.isNumber || $0 == "/" || $0 == "-" }
    }
}
