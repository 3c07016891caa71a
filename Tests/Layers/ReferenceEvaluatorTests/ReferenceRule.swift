import RenderTree

/// What the behaviour notes tell apart, as far as the comparison must have met it.
enum Rule: Int, CaseIterable {
    // Time
    case noEffect, durationNotGiven, before, after, active, cycleEnd, laterCycle, negativeSpeed, zeroSpeed, timeOffset
    case repeatCount, fractionalRepeat, infiniteRepeat, repeatDuration, autoreverses, mirrored
    case group, groupInGroup, severalOnALayer, timingFunction
    // Basic
    case basic, fromTo, fromBy, byTo, fromOnly, toOnly, byOnly, noneGiven
    case additive, additiveTransform, cumulative, subPath
    // Springs
    case springUnder, springCritical, springOver, springVelocity
    // Keyframes
    case linear, discrete, paced, cubic, cubicPaced, keyTimes, keyTimesOneMore, keyTimesMismatch, keyTimesNotRising, keyTimesNotSpanning
    case pacedWithKeyTimes, oneValue, segmentTimingFunction, segmentOvershoot, tension, continuity, bias
    case oneInNestedGroup, splineOfParts, cumulativeList, functionOfUnder, pathOnSize, unlikePaths
    case path, pathKeyTimes, pacedPath, rotateAuto, rotateAutoReverse
    // Kinds, in the order of ValueKind
    case number, bool, point, size, rect, transform, color, pathValue, image, colors, numbers, insets, string, object
    case affineBlend, spatialBlend
    // Value functions, in their order
    case valueFunction
    case rotateX, rotateY, rotateZ, scale, scaleX, scaleY, scaleZ, translate, translateX, translateY, translateZ
}

extension ReferenceEvaluator {
    mutating func note(_ timing: MediaTiming, _ time: Double) {
        let speed = Double(timing.speed), elapsed = time - timing.beginTime
        let period = max(timing.duration, 0) * (timing.autoreverses ? 2 : 1)
        let active =
            timing.repeatDuration > 0 ? timing.repeatDuration : timing.repeatCount > 0 ? period * Double(timing.repeatCount) : period
        if elapsed < 0 { hit(.before) } else if elapsed * abs(speed) > active { hit(.after) } else { hit(.active) }
        if elapsed * abs(speed) == active { hit(.cycleEnd) }
        if period > 0, elapsed * abs(speed) > period, elapsed * abs(speed) <= active { hit(.laterCycle) }
        if speed < 0 { hit(.negativeSpeed) } else if speed == 0 { hit(.zeroSpeed) }
        if timing.timeOffset != 0 { hit(.timeOffset) }
        if timing.repeatCount > 0 { hit(.repeatCount) }
        if timing.repeatCount == .infinity {
            hit(.infiniteRepeat)
        } else if timing.repeatCount.rounded() != timing.repeatCount {
            hit(.fractionalRepeat)
        }
        if timing.repeatDuration > 0 { hit(.repeatDuration) }
        if timing.autoreverses { hit(.autoreverses) }
    }
}
