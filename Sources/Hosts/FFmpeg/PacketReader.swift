import Foundation

/// Reads the compressed packets of a stream as they are in the file, in the order in which they are decoded.
///
/// The ffmpeg program copies the packets into a film in fragments, whose boxes are read here: that format has the exact times of every
/// packet, and the description of the codec.
package final class PacketReader: @unchecked Sendable {
    // Unchecked: one thread reads; any thread may cancel.
    /// A packet, with times in ticks of the reader's timescale. Times may be negative: decoders of sound need packets before the first
    /// sample that is heard.
    package struct Packet: Hashable, Sendable {
        package var presentation: Int64, decoding: Int64, duration: Int64
        package var isKey: Bool
        package var byteCount: Int
    }

    /// The ticks in a second.
    package let timescale: Int64
    /// The description of the codec: the entry of a QuickTime film's table, a box with its size and four characters first.
    package let sampleEntry: Data

    private let process: ChildProcess
    /// The time of the first packet minus its time in the copy; found with it.
    private var shift: Int64?
    private let first: (presentation: Int64, unit: (numerator: Int64, denominator: Int64))
    private var pending: ArraySlice<Packet> = []
    private var defaults = Defaults()

    /// The values of samples whose table leaves them out.
    private struct Defaults {
        var duration: UInt32 = 0, size: UInt32 = 0, flags: UInt32 = 0
    }

    /// Begins to read, and reads the description.
    /// - Throws: An error if there is no stream, or if its codec has no description in a QuickTime film.
    package init(_ file: URL, _ stream: MediaProbe.Stream) throws(FFmpegError) {
        let program = try FFmpeg.installed(), input = FrameReader.input(file)
        let table = try FFmpeg.output(
            of: try FFmpeg.locate("ffprobe"),
            [
                "-v", "error", "-select_streams", "\(stream.index)", "-read_intervals", "%+#1", "-show_entries", "packet=pts,dts", "-of",
                "csv=p=0", "-i", input,
            ])
        let numbers = table.split(separator: "\n").first?.split(separator: ",").compactMap { Int64($0) } ?? []
        guard let start = numbers.first else { throw .unreadable(file: file.lastPathComponent, reason: "the stream has no packets") }
        first = (start - stream.shift, stream.unit)
        // Codecs that only MPEG-4 files have.
        let format = ["vp9", "av1", "opus", "flac"].contains(stream.codec) ? "mp4" : "mov"
        var arguments = [
            "-nostdin", "-hide_banner", "-nostats", "-v", "error", "-i", input, "-map", "0:\(stream.index)", "-c", "copy", "-copyinkf",
            "-f",
            format, "-movflags", "+frag_every_frame+delay_moov+default_base_moof", "-use_editlist", "0", "-strict", "-2",
        ]
        if stream.unit.numerator == 1, stream.kind == .video { arguments += ["-video_track_timescale", "\(stream.unit.denominator)"] }
        let process = try ChildProcess(program.path, arguments + ["pipe:1"], hasInput: false, output: .pipe, patience: Stall.limit)
        self.process = process
        var timescale: Int64 = 0, entry = Data()
        while entry.isEmpty {
            guard let (name, count) = Self.header(process) else {
                try process.finish()
                throw .unreadable(file: file.lastPathComponent, reason: "the copy of its packets has no description")
            }
            let content = Self.bytes(process, count)
            guard name == "moov" else { continue }
            let boxes = Boxes(content)
            if let media = boxes.find(["trak", "mdia", "mdhd"]) {
                timescale = Int64(media.number(media.bytes.first == 1 ? 20 : 12))
            }
            if let table = boxes.find(["trak", "mdia", "minf", "stbl", "stsd"]) { entry = Data(table.bytes.dropFirst(8)) }
        }
        (self.timescale, sampleEntry) = (max(1, timescale), entry)
    }

    /// Ends reading, including a read in progress on another thread.
    package func cancel() { process.kill() }

    /// Reads the next packet.
    /// - Parameter memory: Returns memory for the bytes, of a number of bytes.
    /// - Returns: Nil after the last packet.
    package func next(_ memory: (Int) -> UnsafeMutableRawPointer) throws(FFmpegError) -> Packet? {
        while pending.isEmpty {
            guard let (name, count) = Self.header(process) else {
                try process.finish()
                return nil
            }
            switch name {
            case "moof": pending = samples(Boxes(Self.bytes(process, count)))[...]
            // The bytes of the packets follow.
            case "mdat" where !pending.isEmpty: break
            default: _ = Self.bytes(process, count)
            }
            if name == "moof", !pending.isEmpty, Self.header(process)?.name != "mdat" {
                throw .failed(program: "ffmpeg", status: 0, message: "the copy of packets has no bytes after their table")
            }
        }
        guard let packet = pending.popFirst() else { return nil }
        let bytes = UnsafeMutableRawBufferPointer(start: memory(packet.byteCount), count: packet.byteCount)
        guard process.read(into: bytes) == packet.byteCount else {
            try process.finish()
            throw .failed(program: "ffmpeg", status: 0, message: "the copy of packets ended within one")
        }
        return packet
    }

    // MARK: Boxes

    private static func header(_ process: ChildProcess) -> (name: String, count: Int)? {
        let bytes = bytes(process, 8)
        guard bytes.count == 8 else { return nil }
        let count = Int(Boxes(bytes).number(0)), name = String(decoding: bytes[4...], as: UTF8.self)
        guard count != 1 else {
            let long = Self.bytes(process, 8)
            return (name, max(0, Int(Boxes(long).long(0)) - 16))
        }
        return (name, max(0, count - 8))
    }

    private static func bytes(_ process: ChildProcess, _ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { process.read(into: $0) }
        return read == count ? bytes : Array(bytes.prefix(read))
    }

    /// Returns the packets of a fragment.
    private func samples(_ fragment: Boxes) -> [Packet] {
        var made: [Packet] = []
        guard let header = fragment.find(["traf", "tfhd"]), let time = fragment.find(["traf", "tfdt"]),
            let run = fragment.find(["traf", "trun"])
        else { return made }
        // Of the header's values, those that its flags announce are there, in this order.
        var place = 8
        let flags = header.number(0) & 0xFF_FFFF
        if flags & 0x1 != 0 { place += 8 }
        if flags & 0x2 != 0 { place += 4 }
        func value(_ flag: UInt32) -> UInt32? {
            guard flags & flag != 0 else { return nil }
            defer { place += 4 }
            return header.number(place)
        }
        defaults.duration = value(0x8) ?? defaults.duration
        defaults.size = value(0x10) ?? defaults.size
        defaults.flags = value(0x20) ?? defaults.flags
        var decoding = time.bytes.first == 1 ? Int64(bitPattern: time.long(4)) : Int64(time.number(4))
        let kinds = run.number(0) & 0xFF_FFFF, count = Int(run.number(4))
        var at = 8, firstFlags: UInt32?
        if kinds & 0x1 != 0 { at += 4 }
        if kinds & 0x4 != 0 { (firstFlags, at) = (run.number(at), at + 4) }
        func field(_ kind: UInt32) -> UInt32? {
            guard kinds & kind != 0 else { return nil }
            defer { at += 4 }
            return run.number(at)
        }
        for index in 0..<count {
            let duration = Int64(field(0x100) ?? defaults.duration), size = Int(field(0x200) ?? defaults.size)
            let flags = field(0x400) ?? (index == 0 ? firstFlags : nil) ?? defaults.flags
            let presentation = decoding + Int64(Int32(bitPattern: field(0x800) ?? 0))
            let shift = shift ?? start - presentation
            self.shift = shift
            made.append(
                Packet(
                    presentation: presentation + shift, decoding: decoding + shift, duration: duration, isKey: flags & 0x1_0000 == 0,
                    byteCount: size))
            decoding += duration
        }
        return made
    }

    /// The time of the stream's first packet, in ticks.
    private var start: Int64 {
        let (numerator, denominator) = first.unit
        return Int64((Double(first.presentation) * Double(numerator) * Double(timescale) / Double(denominator)).rounded())
    }
}

/// The boxes of a QuickTime film.
private struct Boxes {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A number of 32 bits; 0 beyond the end.
    func number(_ place: Int) -> UInt32 {
        guard place >= 0, place + 4 <= bytes.count else { return 0 }
        return bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    func long(_ place: Int) -> UInt64 { UInt64(number(place)) << 32 | UInt64(number(place + 4)) }

    /// The content of a box within others.
    func find(_ path: ArraySlice<String>) -> Boxes? {
        guard let name = path.first else { return self }
        var place = 0
        while place + 8 <= bytes.count {
            let count = Int(number(place))
            guard count >= 8, place + count <= bytes.count else { return nil }
            if bytes[place + 4..<place + 8].elementsEqual(name.utf8) {
                return Boxes(Array(bytes[place + 8..<place + count])).find(path.dropFirst())
            }
            place += count
        }
        return nil
    }
    func find(_ path: [String]) -> Boxes? { find(path[...]) }
}
