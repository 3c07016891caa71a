extension LottieEasing {
    /// How far it has come at a part of the time; for a curve that is another one each time. One that stays is compiled.
    func progress(_ time: Double) -> Double {
        if isLinear || time <= 0 || time >= 1 { return min(max(time, 0), 1) }
        func along(_ t: Double, _ a: Double, _ b: Double) -> Double { ((1 + 3 * a - 3 * b) * t + (3 * b - 6 * a)) * t * t + 3 * a * t }
        // Time only goes on, so halving finds the one place; 50 times are all that a number holds.
        let a = min(max(outX, 0), 1), b = min(max(inX, 0), 1)
        var low = 0.0, high = 1.0
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if along(middle, a, b) < time { low = middle } else { high = middle }
        }
        return along((low + high) / 2, outY, inY)
    }
}
