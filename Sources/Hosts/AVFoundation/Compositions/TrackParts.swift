import Foundation

/// A part of a track: a range of a stream, or nothing, and its place.
struct TrackPart: Sendable {
    var mapping: CMTimeMapping
    var source: TrackSource?
    /// The number of the source's track in its file.
    var sourceTrackID: CMPersistentTrackID { source.map { CMPersistentTrackID($0.stream.index + 1) } ?? kCMPersistentTrackID_Invalid }

    var target: CMTimeRange { mapping.target }
    var end: CMTime { mapping.target.end }

    static func empty(_ range: CMTimeRange) -> TrackPart { TrackPart(mapping: CMTimeMappingMakeEmpty(target: range), source: nil) }

    /// Returns the part of a range within its target.
    func part(_ range: CMTimeRange) -> TrackPart {
        guard source != nil else { return .empty(range) }
        func map(_ time: CMTime) -> CMTime {
            CMTimeMapTimeFromRangeToRange(time, fromRange: mapping.target, toRange: mapping.source)
        }
        let source = CMTimeRange(start: map(range.start), end: map(range.end))
        return TrackPart(mapping: CMTimeMapping(source: source, target: range), source: self.source)
    }

    func moved(by offset: CMTime) -> TrackPart {
        var part = self
        part.mapping.target.start = part.mapping.target.start + offset
        return part
    }

    /// The seconds of the source in a second of the track.
    var speed: Double {
        mapping.isEmpty ? 1 : mapping.source.duration.seconds / mapping.target.duration.seconds
    }
}

/// The parts of a track in order, from the time 0 on and without gaps.
struct TrackParts: Sendable {
    private(set) var list: [TrackPart] = []

    init() {}
    init(_ list: [TrackPart]) { self.list = list }

    var end: CMTime { list.last?.end ?? .zero }

    /// Returns the parts of a range, moved to a start; what lies outside is empty.
    func slice(_ range: CMTimeRange, at start: CMTime) -> [TrackPart] {
        var result: [TrackPart] = [], at = range.start
        for part in list {
            let common = part.target.intersection(range)
            guard !common.isEmpty else { continue }
            if common.start > at { result.append(.empty(CMTimeRange(start: at, end: common.start))) }
            result.append(part.part(common))
            at = common.end
        }
        if at < range.end { result.append(.empty(CMTimeRange(start: at, end: range.end))) }
        return result.map { $0.moved(by: start - range.start) }
    }

    /// Inserts parts, which begin at the time; later ones move. A time after the end is reached by an empty part.
    mutating func insert(_ parts: [TrackPart], at time: CMTime) {
        guard let last = parts.last else { return }
        if time > end { list.append(.empty(CMTimeRange(start: end, end: time))) }
        if time == end { list += parts; return }
        split(at: time)
        let index = list.firstIndex { $0.target.start >= time } ?? list.count, offset = last.end - time
        let later = list[index...].map { $0.moved(by: offset) }
        list.replaceSubrange(index..., with: parts + later)
    }

    /// Removes a range; later parts move.
    mutating func remove(_ range: CMTimeRange) {
        let range = range.intersection(CMTimeRange(start: .zero, end: end))
        guard range.isValid, !range.isEmpty else { return }
        split(at: range.start)
        split(at: range.end)
        list = list.compactMap { part in
            if part.target.start >= range.end { return part.moved(by: .zero - range.duration) }
            return part.target.start >= range.start ? nil : part
        }
    }

    /// Changes the duration of a range; later parts move.
    mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
        let range = range.intersection(CMTimeRange(start: .zero, end: end))
        guard range.isValid, !range.isEmpty, duration.isFraction, duration > .zero else { return }
        split(at: range.start)
        split(at: range.end)
        let new = CMTimeRange(start: range.start, duration: duration)
        list = list.map { part in
            if part.target.start >= range.end { return part.moved(by: duration - range.duration) }
            guard part.target.start >= range.start else { return part }
            func map(_ time: CMTime) -> CMTime { CMTimeMapTimeFromRangeToRange(time, fromRange: range, toRange: new) }
            var part = part
            part.mapping.target = CMTimeRange(start: map(part.target.start), end: map(part.end))
            return part
        }
    }

    private mutating func split(at time: CMTime) {
        guard let index = list.firstIndex(where: { $0.target.start < time && time < $0.end }) else { return }
        let part = list[index]
        list.replaceSubrange(
            index...index,
            with: [
                part.part(CMTimeRange(start: part.target.start, end: time)), part.part(CMTimeRange(start: time, end: part.end)),
            ])
    }
}
