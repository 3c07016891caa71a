import FFmpeg
import Foundation

/// The arguments by which ffmpeg copies the packets of an asset without encoding them again.
///
/// Each track is one range of a file at its own speed, perhaps of a file of its own; or all tracks are whole files of the same formats, one
/// after the other.
struct PacketCopy {
    /// The inputs and the streams that are chosen.
    private(set) var arguments: [String] = []
    /// The list of files for the standard input; empty for none.
    private(set) var list = ""

    private struct Input: Hashable {
        let file: URL
        let start: CMTime, duration: CMTime
        let offset: CMTime
    }

    init(_ asset: AVAsset, _ range: CMTimeRange) throws(AVError) {
        let tracks = asset.tracks.filter { $0.isEnabled && $0.mediaType != .subtitle }.map { track in
            track.parts.filter { !$0.target.intersection(range).isEmpty }
        }.filter { !$0.isEmpty }
        func refuse(_ reason: String) -> AVError { AVError(.operationNotSupportedForAsset, "packets can't be copied: \(reason)") }
        guard !tracks.isEmpty else { throw refuse("there are no tracks") }
        if tracks.contains(where: { $0.contains { $0.source != nil && $0.speed != 1 } }) { throw refuse("a part has another speed") }
        if tracks.allSatisfy({ Self.single($0) != nil }) {
            copyRanges(tracks.compactMap(Self.single), range)
        } else {
            try joinFiles(tracks, range, refuse)
        }
    }

    /// Returns the only part that has a source, if the others are empty parts before it.
    private static func single(_ parts: [TrackPart]) -> TrackPart? {
        guard let last = parts.last, last.source != nil, parts.dropLast().allSatisfy({ $0.source == nil }) else { return nil }
        return last
    }

    private mutating func copyRanges(_ parts: [TrackPart], _ range: CMTimeRange) {
        var inputs: [Input] = [], maps: [String] = []
        for part in parts {
            guard let source = part.source else { continue }
            let common = part.target.intersection(range)
            let input = Input(
                file: source.file.file, start: part.mapping.source.start + (common.start - part.target.start), duration: common.duration,
                offset: common.start - range.start)
            // Streams of one file whose begins differ a little are one input, so that they stay together.
            let number = inputs.firstIndex { other in
                other.file == input.file && abs(((other.start - other.offset) - (input.start - input.offset)).seconds) < 1e-6
            }
            if let number {
                let other = inputs[number], start = min(other.start, input.start), offset = min(other.offset, input.offset)
                let end = max(other.start + other.duration, input.start + input.duration)
                inputs[number] = Input(file: input.file, start: start, duration: end - start, offset: offset)
            } else {
                inputs.append(input)
            }
            maps += ["-map", "\(number ?? inputs.count - 1):\(source.stream.index)"]
        }
        func text(_ time: CMTime) -> String { String(format: "%.6f", time.seconds) }
        for input in inputs {
            if input.start > .zero { arguments += ["-ss", text(input.start)] }
            if input.offset > .zero { arguments += ["-itsoffset", text(input.offset)] }
            // The end of an input, which is counted from before its offset.
            arguments += ["-t", text(input.offset + input.duration), "-i", FrameReader.input(input.file)]
        }
        arguments += maps
    }

    private mutating func joinFiles(_ tracks: [[TrackPart]], _ range: CMTimeRange, _ refuse: (String) -> AVError) throws(AVError) {
        let count = tracks[0].count, slack = CMTime(value: 1, timescale: 10)
        for number in 0..<count {
            var file: URL?
            for track in tracks {
                guard track.count == count, let source = track[number].source else { throw refuse("tracks have different parts") }
                let part = track[number], whole = source.timeRange
                guard file == nil || file == source.file.file else { throw refuse("tracks have parts of different files") }
                file = source.file.file
                guard part.mapping.source.start <= whole.start, CMTimeAbsoluteValue(part.mapping.source.end - whole.end) <= slack,
                    range.containsTimeRange(part.target)
                else { throw refuse("a part is not a whole file, and would have to be cut between key frames") }
                let first = tracks[0][0].source?.stream, own = tracks[0][number].source?.stream
                guard first?.codec == own?.codec, first?.width == own?.width, first?.height == own?.height,
                    track[0].source?.stream.index == source.stream.index, track[0].source?.stream.codec == source.stream.codec,
                    track[0].source?.stream.sampleRate == source.stream.sampleRate
                else { throw refuse("the files have different formats") }
            }
            let path = (file?.path ?? "").replacingOccurrences(of: "'", with: "'\\''")
            list += "file 'file:\(path)'\n"
        }
        arguments = ["-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe", "-i", "pipe:0"]
        for track in tracks { if let source = track[0].source { arguments += ["-map", "0:\(source.stream.index)"] } }
        // The sound of a file may be longer than its pictures by less than a packet: those of the next follow as soon as they can.
        arguments += ["-bsf:a", "setts=ts=if(eq(N\\,0)\\,TS\\,max(TS\\,PREV_OUTDTS+1))"]
    }
}
