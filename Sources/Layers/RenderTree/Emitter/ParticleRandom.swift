/// The random numbers of one particle: a pure hash of its identity and the property, so that nothing depends on the frames drawn.
struct ParticleRandom {
    enum Question: UInt64 {
        case lifetime = 1, velocity, scale, spin, rotation, red, green, blue, alpha, coneHeight, coneTurn
        case placeA, placeB, placeC, placeD, placeE
        case mass, orientationHeight, orientationTurn
    }
    let hash: UInt64

    /// - Parameter parent: the layer's seed, or the hash of the emitting particle.
    init(parent: UInt64, cell: Int, number: Int64) {
        hash = Self.mixed(Self.mixed(parent ^ UInt64(truncatingIfNeeded: cell) &* 0xD6E8_FEB8_6659_FD93) ^ UInt64(bitPattern: number))
    }

    init(seed: UInt64) { hash = Self.mixed(seed &+ 0x9E37_79B9_7F4A_7C15) }

    /// Returns a number of at least 0 and less than 1.
    @inline(__always)
    func unit(_ question: Question) -> Double {
        Double(Self.mixed(hash &+ question.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 11) * 0x1p-53
    }

    /// Returns a number uniformly distributed in mean ± range / 2 (EM1).
    @inline(__always)
    func spread(_ mean: Double, _ range: Double, _ question: Question) -> Double {
        range == 0 ? mean : mean + (unit(question) - 0.5) * range
    }

    /// Returns the finaliser of splitmix64.
    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        var x = value
        x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
        x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
        return x ^ (x >> 31)
    }
}
