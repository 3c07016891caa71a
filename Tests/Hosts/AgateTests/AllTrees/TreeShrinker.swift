import Foundation

/// Makes a failing script smaller as long as it fails: drops steps, large stretches first.
enum TreeShrinker {
    static func shrink(_ start: TreeScript, fails: (TreeScript) -> Bool) -> TreeScript {
        var best = start, budget = 1500
        func tryOne(_ candidate: TreeScript) -> Bool {
            budget -= 1
            guard budget > 0, fails(candidate) else { return false }
            best = candidate
            return true
        }
        var moved = true
        while moved, budget > 0 {
            moved = false
            var stretch = max(1, best.steps.count / 2)
            while stretch > 0 {
                var at = max(0, best.steps.count - stretch)
                while true {
                    var candidate = best
                    let end = min(at + stretch, candidate.steps.count)
                    if at < end {
                        candidate.steps.removeSubrange(at..<end)
                        if tryOne(candidate) { moved = true }
                    }
                    if at == 0 { break }
                    at = max(0, at - stretch)
                }
                stretch /= 2
            }
            for i in best.steps.indices {
                guard case .show(let seconds, let frames) = best.steps[i] else { continue }
                for (s, f) in [(0.0, 0), (seconds, 0), ((seconds * 8).rounded() / 8, frames)] where s != seconds || f != frames {
                    var candidate = best
                    candidate.steps[i] = .show(s, frames: f)
                    if tryOne(candidate) { moved = true; break }
                }
            }
            if best.scale != 1 { var c = best; c.scale = 1; if tryOne(c) { moved = true } }
            if !best.flipped { var c = best; c.flipped = true; if tryOne(c) { moved = true } }
        }
        return best
    }
}
