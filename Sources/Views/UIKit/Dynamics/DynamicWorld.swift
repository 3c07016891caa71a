import QuartzCore

/// The bodies of an animator and the simulation of time steps.
///
/// Velocities are computed by sequential impulses, as in Catto's "Iterative Dynamics with Temporal Coherence": each step starts with the
/// impulses of the previous one. The same behaviors result in the same motion in every run.
@MainActor final class DynamicWorld {
    /// The length of a step, in seconds. Steps are subdivided while bodies move fast relative to their size.
    static let step = 1.0 / 240
    private static let rounds = 10
    /// The overlap that is tolerated, in points. Without it, contacts would begin and end repeatedly.
    private static let slop = 0.05
    /// The minimum velocity at which bodies bounce, in points per second.
    private static let leastBounce = 30.0

    private var bodies: [ObjectIdentifier: DynamicBody] = [:]
    private(set) var order: [DynamicBody] = []
    private var contacts: [Contact] = []

    /// A contact that is reported to a delegate.
    struct Touch: Hashable {
        var behavior: ObjectIdentifier
        var first: ObjectIdentifier
        /// The other item.
        var second: ObjectIdentifier?
        /// The index of the boundary in its behavior.
        var boundary: Int?
    }
    private(set) var touches: [Touch: CGPoint] = [:]

    /// A key that identifies a contact across steps.
    private struct ContactKey: Hashable {
        /// The index of the collision behavior.
        var behavior: Int
        /// The numbers of the bodies. The second is -1 for a boundary.
        var first: Int
        var second: Int
        /// The number of the line among the behavior's boundaries, or 0 between items.
        var line: Int
        /// The index of the contact point along the side.
        var point: Int
    }
    /// The impulses of the previous step, along the normal and across it.
    private var impulses: [ContactKey: SIMD2<Double>] = [:]
    /// The length of the previous step, in seconds.
    private var lastTime = 0.0
    private var bodyCount = 0

    private struct Contact {
        var a: DynamicBody
        var b: DynamicBody?
        var key: ContactKey
        /// The normal, from a to b.
        var normal: SIMD2<Double>
        var depth: Double
        var armA: SIMD2<Double>
        var armB: SIMD2<Double>
        var friction: Double
        /// The required separation velocity.
        var bounce = 0.0
        var pushed = 0.0
        var rubbed = 0.0
        var impulse: SIMD2<Double> { normal * pushed + SIMD2(-normal.y, normal.x) * rubbed }
    }

    func body(_ item: any UIDynamicItem) -> DynamicBody? { bodies[ObjectIdentifier(item)] }

    /// Creates and removes bodies so that there is one for each of the items.
    func keep(_ items: [any UIDynamicItem]) {
        var wanted: Set<ObjectIdentifier> = []
        for item in items {
            let key = ObjectIdentifier(item)
            guard wanted.insert(key).inserted, bodies[key] == nil else { continue }
            let body = DynamicBody(item, number: bodyCount)
            bodyCount += 1
            bodies[key] = body
            order.append(body)
        }
        guard wanted.count < bodies.count else { return }
        order.removeAll { !wanted.contains(ObjectIdentifier($0.item)) }
        bodies = bodies.filter { wanted.contains($0.key) }
    }

    /// Advances the simulation by `DynamicWorld.step` seconds.
    func advance(_ behaviors: [UIDynamicBehavior], _ collisions: [UICollisionBehavior], _ joints: [UIAttachmentBehavior]) {
        var pace = 0.0
        for body in order {
            (body.acceleration, body.angularAcceleration) = (.zero, 0)
            pace = max(pace, (body.velocity.length + abs(body.spin) * (body.upper - body.lower).length / 2) / body.thickness)
        }
        for behavior in behaviors { behavior.apply(to: self) }
        let parts = min(max(1, Int((min(pace * Self.step / 0.3, 32)).rounded(.up))), 32), time = Self.step / Double(parts)
        touches = [:]
        for _ in 0..<parts { advance(time, collisions, joints) }
    }

    private func advance(_ time: Double, _ collisions: [UICollisionBehavior], _ joints: [UIAttachmentBehavior]) {
        for body in order where body.inverseMass > 0 {
            body.velocity += body.acceleration * time
            body.spin += body.angularAcceleration * time
            body.velocity *= 1 / (1 + time * body.material.resistance)
            body.spin *= 1 / (1 + time * body.material.angularResistance)
            if body.inverseInertia == 0 { body.spin = 0 }
        }
        contacts.removeAll(keepingCapacity: true)
        let scale = lastTime > 0 ? time / lastTime : 0
        for (index, behavior) in collisions.enumerated() { collide(behavior, index, scale) }
        for joint in joints { joint.prepareJoint(self, time) }
        for contact in contacts { push(contact, contact.impulse) }
        for round in 0..<Self.rounds {
            for joint in joints { joint.solveJoint(self) }
            // The order alternates, so that no contact is always solved first. Otherwise a pile would lean to one side.
            for index in contacts.indices { solve(&contacts[round.isMultiple(of: 2) ? index : contacts.count - 1 - index]) }
        }
        lastTime = time
        impulses.removeAll(keepingCapacity: true)
        for contact in contacts where contact.bounce == 0 { impulses[contact.key] = SIMD2(contact.pushed, contact.rubbed) }
        for body in order where body.inverseMass > 0 {
            guard body.velocity.isFinite, body.spin.isFinite else {
                (body.velocity, body.spin) = (.zero, 0)
                continue
            }
            body.position += body.velocity * time
            body.angle += body.spin * time
        }
        // Remaining overlaps are corrected by moving the bodies apart, without changing velocities.
        for contact in contacts where contact.depth > Self.slop {
            let inverse = contact.a.inverseMass + (contact.b?.inverseMass ?? 0)
            guard inverse > 0 else { continue }
            let move = contact.normal * (0.2 * (contact.depth - Self.slop) / inverse)
            contact.a.position -= move * contact.a.inverseMass
            if let b = contact.b { b.position += move * b.inverseMass }
        }
        for body in order { body.place() }
    }

    // MARK: Contacts

    /// - Parameter scale: The factor of the previous step's impulses.
    private func collide(_ behavior: UICollisionBehavior, _ index: Int, _ scale: Double) {
        let name = ObjectIdentifier(behavior)
        var bodies = behavior.items.compactMap { body($0) }
        var lineNumber = 0
        for (number, boundary) in behavior.currentBoundaries.enumerated() {
            for line in boundary.lines {
                lineNumber += 1
                let lower = SIMD2(min(line[0].x, line[1].x), min(line[0].y, line[1].y))
                let upper = SIMD2(max(line[0].x, line[1].x), max(line[0].y, line[1].y))
                for body in bodies where Self.overlap(body.lower, body.upper, lower, upper) {
                    guard body.inverseMass > 0, let manifold = ConvexShape.manifold(body.outline, line) else { continue }
                    let key = ContactKey(behavior: index, first: body.number, second: -1, line: lineNumber, point: 0)
                    add(body, nil, manifold, key, scale)
                    touch(Touch(behavior: name, first: ObjectIdentifier(body.item), second: nil, boundary: number), manifold)
                }
            }
        }
        guard behavior.collisionMode.contains(.items), bodies.count > 1 else { return }
        // Sweep and prune along x.
        bodies.sort { $0.lower.x < $1.lower.x }
        for i in bodies.indices {
            for j in bodies.indices[(i + 1)...] {
                if bodies[j].lower.x > bodies[i].upper.x { break }
                // The order is stable across steps. Adjacent or stacked items may change places in the sweep.
                let isOrdered = bodies[i].number < bodies[j].number
                let a = isOrdered ? bodies[i] : bodies[j], b = isOrdered ? bodies[j] : bodies[i]
                guard a.lower.y <= b.upper.y, b.lower.y <= a.upper.y, a.inverseMass + b.inverseMass > 0,
                    let manifold = ConvexShape.manifold(a.outline, b.outline)
                else { continue }
                add(a, b, manifold, ContactKey(behavior: index, first: a.number, second: b.number, line: 0, point: 0), scale)
                let keys = [ObjectIdentifier(a.item), ObjectIdentifier(b.item)].sorted()
                touch(Touch(behavior: name, first: keys[0], second: keys[1], boundary: nil), manifold)
            }
        }
    }

    private static func overlap(_ l: SIMD2<Double>, _ u: SIMD2<Double>, _ m: SIMD2<Double>, _ v: SIMD2<Double>) -> Bool {
        l.x <= v.x && m.x <= u.x && l.y <= v.y && m.y <= u.y
    }

    private func touch(_ touch: Touch, _ manifold: DynamicManifold) {
        guard touches[touch] == nil else { return }
        let sum = manifold.points.reduce(SIMD2<Double>.zero) { $0 + $1.place } / Double(manifold.points.count)
        touches[touch] = CGPoint(x: sum.x, y: sum.y)
    }

    private func add(_ a: DynamicBody, _ b: DynamicBody?, _ manifold: DynamicManifold, _ key: ContactKey, _ scale: Double) {
        let friction = b.map { (a.material.friction * $0.material.friction).squareRoot() } ?? a.material.friction
        let elasticity = max(a.material.elasticity, b?.material.elasticity ?? 0)
        for (number, point) in manifold.points.enumerated() {
            var key = key
            key.point = number
            var contact = Contact(
                a: a, b: b, key: key, normal: manifold.normal, depth: point.depth, armA: point.place - a.position,
                armB: b.map { point.place - $0.position } ?? .zero, friction: friction)
            let speed = dot(relativeVelocity(contact), contact.normal)
            if speed < -Self.leastBounce { contact.bounce = -elasticity * speed }
            // The previous impulses aren't reused for impacts and separations, where they would hold the bodies together.
            if abs(speed) <= Self.leastBounce, let old = impulses[key] {
                (contact.pushed, contact.rubbed) = (old.x * scale, old.y * scale)
            }
            contacts.append(contact)
        }
    }

    private func relativeVelocity(_ contact: Contact) -> SIMD2<Double> {
        (contact.b?.velocity(at: contact.armB) ?? .zero) - contact.a.velocity(at: contact.armA)
    }

    private func weight(_ contact: Contact, _ way: SIMD2<Double>) -> Double {
        let (u, v) = (cross(contact.armA, way), cross(contact.armB, way))
        var inverse = contact.a.inverseMass + contact.a.inverseInertia * u * u
        if let b = contact.b { inverse += b.inverseMass + b.inverseInertia * v * v }
        return inverse > 0 ? 1 / inverse : 0
    }

    private func solve(_ contact: inout Contact) {
        let along = SIMD2(-contact.normal.y, contact.normal.x)
        let limit = contact.friction * contact.pushed
        let rub = min(max(contact.rubbed - dot(relativeVelocity(contact), along) * weight(contact, along), -limit), limit)
        push(contact, along * (rub - contact.rubbed))
        contact.rubbed = rub
        let wanted = contact.bounce - dot(relativeVelocity(contact), contact.normal)
        let pushed = max(0, contact.pushed + wanted * weight(contact, contact.normal))
        push(contact, contact.normal * (pushed - contact.pushed))
        contact.pushed = pushed
    }

    private func push(_ contact: Contact, _ impulse: SIMD2<Double>) {
        contact.a.push(-impulse, at: contact.armA)
        contact.b?.push(impulse, at: contact.armB)
    }
}
