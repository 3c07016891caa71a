import QuartzCore

func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
func cross(_ spin: Double, _ arm: SIMD2<Double>) -> SIMD2<Double> { SIMD2(-spin * arm.y, spin * arm.x) }
func dot(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.x + a.y * b.y }

extension SIMD2 where Scalar == Double {
    var isFinite: Bool { x.isFinite && y.isFinite }
    var length: Double { hypot(x, y) }
}

/// The material properties of a body.
struct DynamicMaterial: Equatable {
    var elasticity = 0.2
    var friction = 0.2
    var density = 1.0
    var resistance = 0.1
    var angularResistance = 0.1
    var allowsRotation = true
    var isAnchored = false
}

/// An item as a rigid body: a convex polygon with a mass.
@MainActor final class DynamicBody {
    let item: any UIDynamicItem
    /// The number, which is unique in a world and increases with each body.
    let number: Int
    /// The item's transform without its rotation, which the body supplies.
    private var base = CGAffineTransform.identity
    private var startAngle = 0.0
    private var size = CGSize.zero
    private var corners: [SIMD2<Double>] = []

    /// The position in the reference view, in points.
    var position = SIMD2<Double>.zero
    /// The angle in radians, clockwise.
    var angle = 0.0
    /// The velocity, in points per second.
    var velocity = SIMD2<Double>.zero
    /// The angular velocity, in radians per second.
    var spin = 0.0
    /// The acceleration, in points per second squared. It is accumulated before a step.
    var acceleration = SIMD2<Double>.zero
    var angularAcceleration = 0.0

    private(set) var inverseMass = 1.0
    private(set) var inverseInertia = 0.0
    private(set) var material = DynamicMaterial()
    /// The corners at the current position, clockwise on the screen.
    private(set) var outline: [SIMD2<Double>] = []
    private(set) var lower = SIMD2<Double>.zero
    private(set) var upper = SIMD2<Double>.zero
    /// The length of the shorter side: the distance that the body can move without passing through another one.
    private(set) var thickness = 1.0

    init(_ item: any UIDynamicItem, number: Int) {
        self.item = item
        self.number = number
        read()
    }

    /// Reads the position and rotation of the item. Velocities don't change.
    func read() {
        let transform = item.transform
        startAngle = atan2(Double(transform.b), Double(transform.a))
        if !startAngle.isFinite { startAngle = 0 }
        base = transform.concatenating(CGAffineTransform(rotationAngle: CGFloat(-startAngle)))
        angle = startAngle
        position = SIMD2(Double(item.center.x), Double(item.center.y))
        if !position.isFinite { position = .zero }
        size = item.bounds.size
        corners = Self.corners(item, base)
        weigh()
    }

    /// Reads the item's center or size if other code has changed them.
    func readIfMoved() {
        let center = item.center
        if center.x.isFinite, center.y.isFinite, abs(Double(center.x) - position.x) > 1e-3 || abs(Double(center.y) - position.y) > 1e-3 {
            position = SIMD2(Double(center.x), Double(center.y))
        }
        if item.bounds.size != size { read() }
    }

    func set(_ material: DynamicMaterial) {
        guard material != self.material else { return }
        self.material = material
        weigh()
    }

    private func weigh() {
        let area = max(1, abs(ConvexShape.area(corners)))
        let mass = material.density * area / 10_000
        inverseMass = material.isAnchored || mass <= 0 ? 0 : 1 / mass
        let inertia = mass * ConvexShape.inertia(corners)
        inverseInertia = material.isAnchored || !material.allowsRotation || inertia <= 0 ? 0 : 1 / inertia
        if material.isAnchored { (velocity, spin) = (.zero, 0) }
        if !material.allowsRotation { spin = 0 }
        place()
    }

    /// Rotates a vector of the item by the body's angle.
    func rotated(_ offset: SIMD2<Double>) -> SIMD2<Double> {
        let (s, c) = (sin(angle), cos(angle))
        return SIMD2(offset.x * c - offset.y * s, offset.x * s + offset.y * c)
    }

    /// Returns the velocity of a point of the body.
    func velocity(at arm: SIMD2<Double>) -> SIMD2<Double> { velocity + cross(spin, arm) }

    /// Applies an impulse.
    func push(_ impulse: SIMD2<Double>, at arm: SIMD2<Double>) {
        velocity += impulse * inverseMass
        spin += cross(arm, impulse) * inverseInertia
    }

    /// Computes the positions of the corners.
    func place() {
        let (s, c) = (sin(angle), cos(angle))
        if outline.count != corners.count { outline = corners }
        (lower, upper) = (SIMD2(repeating: .infinity), SIMD2(repeating: -.infinity))
        for index in corners.indices {
            let corner = corners[index]
            let point = position + SIMD2(corner.x * c - corner.y * s, corner.x * s + corner.y * c)
            outline[index] = point
            lower = SIMD2(min(lower.x, point.x), min(lower.y, point.y))
            upper = SIMD2(max(upper.x, point.x), max(upper.y, point.y))
        }
        thickness = max(1, min(upper.x - lower.x, upper.y - lower.y))
    }

    /// Writes the position and rotation to the item.
    func write() {
        let center = CGPoint(x: position.x, y: position.y)
        if item.center != center { item.center = center }
        // The transform is written only after a rotation, so that an item that never rotates keeps its exact transform.
        guard angle != startAngle else { return }
        startAngle = .nan
        item.transform = base.concatenating(CGAffineTransform(rotationAngle: CGFloat(angle)))
    }

    private static func corners(_ item: any UIDynamicItem, _ base: CGAffineTransform) -> [SIMD2<Double>] {
        let width = Double(item.bounds.width), height = Double(item.bounds.height)
        let half = SIMD2(width.isFinite ? max(width, 0) / 2 : 0, height.isFinite ? max(height, 0) / 2 : 0)
        var points: [SIMD2<Double>]
        switch item.collisionBoundsType {
        case .rectangle: points = [SIMD2(-half.x, -half.y), SIMD2(half.x, -half.y), half, SIMD2(-half.x, half.y)]
        case .ellipse:
            points = (0..<24).map { index in
                let turn = Double(index) / 24 * 2 * .pi
                return SIMD2(half.x * cos(turn), half.y * sin(turn))
            }
        case .path:
            points = ConvexShape.hull(ConvexShape.points(item.collisionBoundingPath.cgPath))
            if points.count < 3 { points = [SIMD2(-half.x, -half.y), SIMD2(half.x, -half.y), half, SIMD2(-half.x, half.y)] }
        }
        guard base != .identity else { return points }
        let moved = points.map { point in
            let p = CGPoint(x: point.x, y: point.y).applying(base)
            return SIMD2(Double(p.x), Double(p.y))
        }
        let hull = ConvexShape.hull(moved)
        return hull.count < 3 ? points : hull
    }
}
