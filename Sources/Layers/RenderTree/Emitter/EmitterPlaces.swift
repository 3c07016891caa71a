/// The positions at which particles are born, and their directions.
enum EmitterPlaces {
    /// Returns a position of the shape relative to its centre, and the outward direction of the shape at that position if there is one.
    static func place(_ values: EmitterValues, _ random: ParticleRandom) -> (offset: SIMD3<Double>, outward: SIMD3<Double>?) {
        let w = Double(values.numbers.size.width), h = Double(values.numbers.size.height), d = values.numbers.depth
        let a = random.unit(.placeA), b = random.unit(.placeB), c = random.unit(.placeC)
        let mode = values.mode
        switch values.shape {
        case .point:
            return (.zero, nil)
        case .line:
            return (SIMD3((mode == .points ? side(a) : a - 0.5) * w, 0, 0), nil)
        case .rectangle:
            switch mode {
            case .points: return (SIMD3(side(a) * w, side(b) * h, 0), nil)
            case .outline: return (edge(a, w, h), nil)
            case .surface, .volume: return (SIMD3((a - 0.5) * w, (b - 0.5) * h, 0), nil)
            }
        case .cuboid:
            switch mode {
            case .points: return (SIMD3(side(a) * w, side(b) * h, side(c) * d), nil)
            case .outline: return (cuboidEdge(a, b, c, w, h, d), nil)
            case .surface: return (face(a, b, c, w, h, d), nil)
            case .volume: return (SIMD3((a - 0.5) * w, (b - 0.5) * h, (c - 0.5) * d), nil)
            }
        case .circle:
            // A circle is defined by one point, its centre.
            if mode == .points { return (.zero, nil) }
            let (s, cos) = SteadyMath.sincos(2 * .pi * a)
            let way = SIMD3(cos, s, 0)
            switch mode {
            case .outline: return (way * w, way)
            case .surface: return (way * (w * b.squareRoot()), way)
            default: return (way * (w * b.squareRoot()), nil)
            }
        case .sphere:
            if mode == .points { return (.zero, nil) }
            let (s, cos) = SteadyMath.sincos(2 * .pi * a)
            // The outline of a sphere is its visible outline: the circle in the layer's plane.
            if mode == .outline { return (SIMD3(cos, s, 0) * w, SIMD3(cos, s, 0)) }
            let z = 2 * b - 1
            let flat = max(0, 1 - z * z).squareRoot()
            let way = SIMD3(cos * flat, s * flat, z)
            if mode == .surface { return (way * w, way) }
            // The maximum of three has the cube root's distribution, and is the same on every machine.
            return (way * (w * max(c, random.unit(.placeD), random.unit(.placeE))), nil)
        }
    }

    private static func side(_ u: Double) -> Double { u < 0.5 ? -0.5 : 0.5 }

    /// Returns a point on the perimeter of a rectangle, by length.
    private static func edge(_ u: Double, _ w: Double, _ h: Double) -> SIMD3<Double> {
        let lw = abs(w), lh = abs(h)
        var at = u * 2 * (lw + lh)
        if at < lw { return SIMD3(w * (at / lw - 0.5), -h / 2, 0) }
        at -= lw
        if at < lh { return SIMD3(w / 2, h * (at / lh - 0.5), 0) }
        at -= lh
        if at < lw { return SIMD3(w * (0.5 - at / lw), h / 2, 0) }
        return SIMD3(-w / 2, lh > 0 ? h * (0.5 - (at - lw) / lh) : 0, 0)
    }

    /// Returns a point on the twelve edges of a cuboid, by length.
    private static func cuboidEdge(_ a: Double, _ b: Double, _ c: Double, _ w: Double, _ h: Double, _ d: Double) -> SIMD3<Double> {
        let along = a * (abs(w) + abs(h) + abs(d))
        let p = side(b), q = side(c)
        if along < abs(w) { return SIMD3(w * (along / abs(w) - 0.5), p * h, q * d) }
        if along < abs(w) + abs(h) { return SIMD3(p * w, h * ((along - abs(w)) / abs(h) - 0.5), q * d) }
        return SIMD3(p * w, q * h, d != 0 ? d * ((along - abs(w) - abs(h)) / abs(d) - 0.5) : 0)
    }

    /// Returns a point on the six faces of a cuboid, by area.
    private static func face(_ a: Double, _ b: Double, _ c: Double, _ w: Double, _ h: Double, _ d: Double) -> SIMD3<Double> {
        let front = abs(w * h), side = abs(h * d), top = abs(w * d)
        var at = a * (front + side + top)
        // The remainder of the first number selects one of the two faces.
        if at < front { return SIMD3((b - 0.5) * w, (c - 0.5) * h, at < front / 2 ? -d / 2 : d / 2) }
        at -= front
        if at < side { return SIMD3(at < side / 2 ? -w / 2 : w / 2, (b - 0.5) * h, (c - 0.5) * d) }
        at -= side
        return SIMD3((b - 0.5) * w, at < top / 2 ? -h / 2 : h / 2, (c - 0.5) * d)
    }

    /// Returns a direction of length 1. `axis` is the direction of longitude and latitude 0.
    ///
    /// Latitude is the elevation out of the plane (X9), longitude is a rotation about z, and the cone is spatial and uniformly filled
    /// (EM5).
    static func direction(
        axis: SIMD3<Double>, latitude: Double, longitude: Double, range: Double, _ random: ParticleRandom
    ) -> SIMD3<Double> {
        let flat = (axis.x * axis.x + axis.y * axis.y).squareRoot()
        let (ls, lc) = SteadyMath.sincos(longitude), (es, ec) = SteadyMath.sincos(latitude)
        // The axis' own longitude and elevation, as sine and cosine, to which the cell's are added.
        let ax = flat > 0 ? axis.x / flat : 1, ay = flat > 0 ? axis.y / flat : 0
        let cx = ax * lc - ay * ls, cy = ay * lc + ax * ls
        let ez = axis.z * ec + flat * es, ef = flat * ec - axis.z * es
        let middle = SIMD3(cx * ef, cy * ef, ez)
        // Two perpendicular directions: one in the plane, one upwards.
        return inCone(middle, SIMD3(-cy, cx, 0), SIMD3(-cx * ez, -cy * ez, ef), range, random, .coneHeight, .coneTurn)
    }

    /// Returns a direction in a cone about another, uniformly distributed in space. `across` and `up` are perpendicular to it and to each
    /// other.
    @inline(__always)
    static func inCone(
        _ middle: SIMD3<Double>, _ across: SIMD3<Double>, _ up: SIMD3<Double>, _ range: Double, _ random: ParticleRandom,
        _ height: ParticleRandom.Question, _ turn: ParticleRandom.Question
    ) -> SIMD3<Double> {
        let half = min(abs(range) / 2, .pi)
        guard half > 0 else { return middle }
        let height = 1 - random.unit(height) * (1 - SteadyMath.cos(half))
        let (ts, tc) = SteadyMath.sincos(2 * .pi * random.unit(turn))
        return middle * height + (across * tc + up * ts) * max(0, 1 - height * height).squareRoot()
    }

    /// Returns a direction of length 1, from the angle from the z axis and the angle in the plane from the x axis.
    static func direction(colatitude: Double, longitude: Double) -> SIMD3<Double> {
        let (s, c) = SteadyMath.sincos(colatitude), (ls, lc) = SteadyMath.sincos(longitude)
        return SIMD3(s * lc, s * ls, c)
    }

    /// Returns the rotation axis of a plane: the cell's orientation, anywhere in its cone.
    static func orientation(_ cell: EmitterCellNumbers, _ random: ParticleRandom) -> SIMD3<Double> {
        let (s, c) = SteadyMath.sincos(cell.orientationLatitude), (ls, lc) = SteadyMath.sincos(cell.orientationLongitude)
        return inCone(
            SIMD3(s * lc, s * ls, c), SIMD3(-ls, lc, 0), SIMD3(-lc * c, -ls * c, s), cell.orientationRange, random, .orientationHeight,
            .orientationTurn)
    }

    /// Returns the direction of a shape (EM6). A line emits its particles away from itself.
    static func axis(_ shape: EmitterShape) -> SIMD3<Double> { shape == .line ? SIMD3(0, -1, 0) : SIMD3(1, 0, 0) }
}
