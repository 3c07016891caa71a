/// A mapping of one range of time to another, as of a part of a film to its place in a composition.
public struct CMTimeMapping: Hashable, Sendable {
    /// The range of the source; invalid if the target is empty.
    public var source: CMTimeRange
    /// The range of the target.
    public var target: CMTimeRange

    /// Creates an invalid mapping.
    public init() { self.init(source: .invalid, target: .invalid) }
    /// Creates a mapping.
    public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

    /// An invalid mapping.
    public static let invalid = CMTimeMapping()
    /// A Boolean value that indicates whether the target is valid.
    public var isValid: Bool { target.isValid }
    /// A Boolean value that indicates whether the target is valid and has no source.
    public var isEmpty: Bool { isValid && !source.isValid }
}

/// Returns a mapping of a source to a target.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping { CMTimeMapping(source: source, target: target) }
/// Returns a mapping of nothing to a target.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping { CMTimeMapping(source: .invalid, target: target) }
