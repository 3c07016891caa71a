/// Decides when a watched package is built: a state machine that is given what the files look like, and the time.
///
/// A build begins when the files have not changed for ``quiet`` seconds, so that a flood of saves is one build, and an editor that deletes
/// a file before it writes the new one is not noticed. Files that never rest are built after ``longest`` seconds.
struct WatchState<Snapshot: Equatable> {
    static var quiet: Double { 0.2 }
    static var longest: Double { 2 }

    /// The files of the last build.
    private var built: Snapshot
    private var seen: Snapshot
    private var firstChange: Double?
    private var lastChange = 0.0

    /// - Parameter built: The files as they were before the first build began.
    init(built: Snapshot) { (self.built, seen) = (built, built) }

    /// True if a change waits for its time.
    var isPending: Bool { firstChange != nil }

    /// Takes the files as they are now.
    /// - Returns: True if a build is to begin now.
    mutating func look(_ snapshot: Snapshot, at time: Double) -> Bool {
        if snapshot != seen {
            lastChange = time
            if firstChange == nil { firstChange = time }
        }
        seen = snapshot
        // What was changed and changed back needs no build.
        if snapshot == built { firstChange = nil }
        guard let firstChange else { return false }
        return time - lastChange >= Self.quiet || time - firstChange >= Self.longest
    }

    /// Begins a build of files. Changes during the build are compared with them, and so lead to another build.
    mutating func begin(_ snapshot: Snapshot) {
        (built, seen) = (snapshot, snapshot)
        firstChange = nil
    }
}
