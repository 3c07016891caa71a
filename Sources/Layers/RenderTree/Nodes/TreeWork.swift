/// The total work of the updates of a tree. Tests compare these counts over sizes, since counts are the same in every run and times are
/// not.
package struct TreeWork: Equatable, Sendable {
    /// Records of animated layers that an update visited, steady ones included.
    package var recordsVisited = 0
    /// Layers whose animations were evaluated.
    package var evaluations = 0
    /// Layers whose ops were made, in builds and patches.
    package var nodesMade = 0
    /// Ops of the draw list that were made.
    package var opsMade = 0
    /// Draw lists that were rebuilt.
    package var builds = 0
    /// Layers whose op ranges were shifted without being made again.
    package var nodesShifted = 0
    /// Records whose derived values were computed again after a change.
    package var invalidations = 0
    package init() {}

    package static func - (a: Self, b: Self) -> Self {
        var result = Self()
        result.recordsVisited = a.recordsVisited - b.recordsVisited
        result.evaluations = a.evaluations - b.evaluations
        result.nodesMade = a.nodesMade - b.nodesMade
        result.opsMade = a.opsMade - b.opsMade
        result.builds = a.builds - b.builds
        result.nodesShifted = a.nodesShifted - b.nodesShifted
        result.invalidations = a.invalidations - b.invalidations
        return result
    }
}
