import RenderTree

/// The newest entries of a host, and a base that recreates its tree as it was before them.
///
/// Entries are numbered from 0 in the order of their arrival. Adding one appends a value to a list. If there are too many, the oldest are
/// replaced by one commit that results in the same tree (`Fold`), which is created on another thread.
struct CommitRing {
    private struct Segment {
        var entries: [Recording.Entry] = []
        var weight = 0
    }

    /// The entries that are folded into the base, and the base before them.
    struct Fold: Sendable {
        let base: [Recording.Entry]
        let entries: [Recording.Entry]
        fileprivate let segments: Int
    }

    private let limit: Int
    /// The entries that recreate the tree as it was before the first entry.
    private var base: [Recording.Entry]
    /// The segments, the oldest first; the last is being filled.
    private var segments = [Segment()]
    private var isFolding = false
    /// The number of the first entry, which is the number of entries that were folded.
    private(set) var first = 0
    private(set) var lastTime: Double
    private(set) var count = 0

    /// - Parameter capacity: The largest number of layer changes, animations and frames that are kept; at least half of it is kept.
    init(base: [Recording.Entry], time: Double, capacity: Int) {
        self.base = base
        lastTime = time
        limit = max(1, capacity / 4)
    }

    /// The number of the next entry.
    var end: Int { first + count }

    /// Appends an entry. Returns true if `beginFold` is due.
    mutating func append(_ entry: Recording.Entry, weight: Int, time: Double?) -> Bool {
        if let time { lastTime = time }
        let last = segments.count - 1
        segments[last].entries.append(entry)
        segments[last].weight += weight
        count += 1
        guard segments[last].weight >= limit else { return false }
        segments.append(Segment())
        segments[last + 1].entries.reserveCapacity(256)
        return segments.count > 4 && !isFolding
    }

    /// Returns the entries to fold now: all but the newest four segments, of which the last is being filled. Nil if there are no more than
    /// these, or a fold is in progress.
    mutating func beginFold() -> Fold? {
        guard segments.count > 4, !isFolding else { return nil }
        isFolding = true
        let leaving = segments.count - 4
        return Fold(base: base, entries: segments[..<leaving].flatMap(\.entries), segments: leaving)
    }

    /// Completes a fold. Returns the entries that are no longer needed, for the caller to release.
    mutating func end(_ fold: Fold, _ base: [Recording.Entry]) -> [[Recording.Entry]] {
        let gone = segments[..<fold.segments].map(\.entries)
        segments.removeFirst(fold.segments)
        self.base = base
        first += fold.entries.count
        count -= fold.entries.count
        isFolding = false
        return gone
    }

    /// Folds all that is due, even if another thread is folding. It is used for a copy, whose length then does not depend on the other
    /// thread's progress.
    mutating func settle() {
        isFolding = false
        while let fold = beginFold() { _ = end(fold, fold.made()) }
    }

    /// All entries, the base first.
    var all: [Recording.Entry] { base + segments.flatMap(\.entries) }

    /// Returns the entries from a number on; nil if some of them are already folded.
    func entries(from number: Int) -> [Recording.Entry]? {
        guard number >= first, number <= end else { return nil }
        var skipped = number - first
        var result: [Recording.Entry] = []
        for segment in segments {
            if skipped >= segment.entries.count {
                skipped -= segment.entries.count
            } else {
                result += segment.entries[skipped...]
                skipped = 0
            }
        }
        return result
    }
}

extension CommitRing.Fold {
    /// Returns a viewport and one commit that recreate the tree of the entries, without animations that have ended.
    func made() -> [Recording.Entry] {
        var viewport = Viewport(width: 1, height: 1)
        var time = 0.0
        var specs: [AnimationID: AnimationSpec] = [:]
        var tree: RenderTree?
        for entry in base + entries {
            if let its = entry.time { time = its }
            switch entry {
            case .viewport(let new):
                viewport = new
                if let tree { tree.setViewport(new) } else { tree = RenderTree(viewport: new) }
            case .commit(let commit):
                tree?.apply(commit)
                for change in commit.animations {
                    switch change {
                    case .add(_, let id, let spec): specs[id] = spec
                    case .remove(_, let id): specs[id] = nil
                    }
                }
            default: break
            }
        }
        guard let tree else { return base }
        // Animations that have ended are removed from the tree.
        _ = tree.update(at: time)
        var commit = tree.snapshot { specs[$0] }
        commit.time = time
        return [.viewport(viewport), .commit(commit)]
    }
}
