extension DrawPayload {
    /// Returns true if both draw the same. Cheap and conservative: large objects are equal only if they are identical.
    package func isSame(as other: DrawPayload) -> Bool {
        switch (self, other) {
        case let (.image(a), .image(b)): a == b
        case let (.shape(a), .shape(b)):
            a.path === b.path && a.fillRule == b.fillRule && a.lineWidth == b.lineWidth && a.miterLimit == b.miterLimit
                && a.strokeStart == b.strokeStart && a.strokeEnd == b.strokeEnd && a.dashPhase == b.dashPhase && a.cap == b.cap
                && a.join == b.join && a.dash == b.dash
        case let (.gradient(a), .gradient(b)): a == b
        case let (.path(a), .path(b)): a === b
        case let (.group(a), .group(b)): a == b
        case let (.polygon(a), .polygon(b)): a == b
        case let (.particles(a), .particles(b)): a == b
        default: false
        }
    }
}
