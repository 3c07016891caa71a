import RenderTree

/// The newest part of what a host was sent and showed, and what makes its tree as it was before that part.
///
/// Entries have numbers from 0 in the order in which they came. Adding one appends a value to a list. When there are too many, the oldest
/// are replaced by one commit that makes the same tree (`Fold`), which is made elsewhere.
struct CommitRing {
    private struct Segment {
        var entries: [Recording.Entry] = []
        var weight = 0
    }

    /// What is folded into the base, and the base before it.
    struct Fold: Sendable {
        let base: [Recording.Entry]
        let entries: [Recording.Entry]
        fileprivate let segments: Int
    }

    private let limit: Int
    /// What makes the tree as it was before the first entry.
    private var base: [Recording.Entry]
    /// The oldest first; the last is being filled.
    private var segments = [Segment()]
    private var isFolding = false
    /// The number of the first entry, which is how many were folded.
    private(set) var first = 0
    private(set) var lastTime: Double
    private(set) var count = 0

    /// - Parameter capacity: how many layers' changes, animations and frames are kept, and at least half of it.
    init(base: [Recording.Entry], time: Double, capacity: Int) {
        self.base = base
        lastTime = time
        limit = max(1, capacity / 4)
    }

    /// The number that the next entry will have.
    var end: Int { first + count }

    /// Answers true where `beginFold` is due.
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

    /// What is to be folded now: all but the newest three segments. Nil while that is so little, or being done.
    mutating func beginFold() -> Fold? {
        guard segments.count > 4, !isFolding else { return nil }
        isFolding = true
        let leaving = segments.count - 4
        return Fold(base: base, entries: segments[..<leaving].flatMap(\.entries), segments: leaving)
    }

    /// Answers what is no longer needed, for the caller to let go of.
    mutating func end(_ fold: Fold, _ base: [Recording.Entry]) -> [[Recording.Entry]] {
        let gone = segments[..<fold.segments].map(\.entries)
        segments.removeFirst(fold.segments)
        self.base = base
        first += fold.entries.count
        count -= fold.entries.count
        isFolding = false
        return gone
    }

    /// Folds what is due, whatever another thread is folding: for a copy, whose length then does not depend on how far that one has come.
    mutating func settle() {
        isFolding = false
        while let fold = beginFold() { _ = end(fold, fold.made()) }
    }

    /// All of it, the base first.
    var all: [Recording.Entry] { base + segments.flatMap(\.entries) }

    /// The entries from a number on; nil where some of them are folded already.
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
    /// A viewport and one commit that make the tree that the entries made, without what had ended by then.
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
        // Animations that are over leave the tree.
        _ = tree.update(at: time)
        var commit = tree.snapshot { specs[$0] }
        commit.time = time
        return [.viewport(viewport), .commit(commit)]
    }
}
