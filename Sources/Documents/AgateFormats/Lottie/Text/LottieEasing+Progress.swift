extension LottieEasing {
    /// Returns the progress at a fraction of the time, for a curve that differs in each call. A constant curve is compiled instead.
    func progress(_ time: Double) -> Double {
        if isLinear || time <= 0 || time >= 1 { return min(max(time, 0), 1) }
        func along(_ t: Double, _ a: Double, _ b: Double) -> Double { ((1 + 3 * a - 3 * b) * t + (3 * b - 6 * a)) * t * t + 3 * a * t }
        // Time is monotonic, so bisection finds the solution; 50 steps reach the precision of a Double.
        let a = min(max(outX, 0), 1), b = min(max(inX, 0), 1)
        var low = 0.0, high = 1.0
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if along(middle, a, b) < time { low = middle } else { high = middle }
        }
        return along((low + high) / 2, outY, inY)
    }
}
