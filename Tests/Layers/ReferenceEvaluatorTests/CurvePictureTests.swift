import CoreGraphics
import RenderTree
import TestSupport
import XCTest

/// The engine's curves, drawn: what a number alone doesn't show, as a kink or a swing to the wrong side.
final class CurvePictureTests: XCTestCase {
    /// linear, easeIn, easeOut, easeInEaseOut, default; then overshooting before, after, both, and one that hardly moves but at once.
    func testTimingFunctions() {
        let curves: [TimingCurve] = [
            .linear, .easeIn, .easeOut, .easeInEaseOut, .systemDefault,
            TimingCurve(0.6, -0.28, 0.735, 0.045), TimingCurve(0.175, 0.885, 0.32, 1.275), TimingCurve(0.68, -0.55, 0.265, 1.55),
            TimingCurve(1, 0, 0, 1), TimingCurve(0, 1, 1, 0),
        ]
        var sheet = CurveSheet(columns: 5, rows: 2)
        for (i, curve) in curves.enumerated() {
            sheet.axes(i)
            let compiled = CompiledCurve(curve)
            sheet.curve(i) { compiled.value(at: $0) }
        }
        assertGolden(sheet.image, "timing-functions")
    }

    /// Two seconds of: hardly damped, under-damped, critical, over-damped (allowed; red: the same held at critical); then undamped,
    /// thrown towards the end, thrown away from it, and a critical one thrown hard.
    func testSprings() {
        func spring(_ damping: Double, velocity: Double = 0, over: Bool = false) -> AnimationSpec.Spring {
            var s = AnimationSpec.Spring()
            s.damping = damping
            s.initialVelocity = velocity
            s.allowsOverdamping = over
            return s
        }
        let springs = [
            [spring(2)], [spring(10)], [spring(20)], [spring(60, over: true), spring(60)],
            [spring(0)], [spring(10, velocity: 20)], [spring(10, velocity: -10)], [spring(20, velocity: 30)],
        ]
        let window = CurveSheet.Window(x0: 0, x1: 2, y0: -0.5, y1: 2.2)
        var sheet = CurveSheet(columns: 4, rows: 2)
        for (i, list) in springs.enumerated() {
            sheet.axes(i, window)
            for (k, spring) in list.enumerated() {
                let solver = SpringSolver(spring)
                sheet.curve(i, window, color: k == 0 ? CurveSheet.ink : CurveSheet.red) { solver.value(at: $0) }
            }
        }
        assertGolden(sheet.image, "springs")
    }

    /// The measured row 0, 1, .5, .7 of numbers with its keys: linear, with key times, discrete, paced; cubic, cubic with key times,
    /// cubicPaced, linear with overshooting segments; cubic with tension 1 and -1, continuity 1 and -1; bias 1 and -1. Then points of the
    /// plane at forty even times: cubic bunches them, cubicPaced spaces them evenly.
    func testCalculationModes() {
        let numbers: [Double] = [0, 1, 0.5, 0.7], times: [Double] = [0, 0.1, 0.6, 1]
        typealias Change = (inout AnimationSpec.Keyframe) -> Void
        let changes: [Change] = [
            { _ in }, { $0.keyTimes = times }, { $0.mode = .discrete }, { $0.mode = .paced },
            { $0.mode = .cubic },
            {
                $0.mode = .cubic; $0.keyTimes = times
            }, { $0.mode = .cubicPaced },
            { $0.timingCurves = Array(repeating: TimingCurve(0.68, -0.55, 0.265, 1.55), count: 3) },
            {
                $0.mode = .cubic; $0.tension = [0, 1, 1, 0]
            },
            {
                $0.mode = .cubic; $0.tension = [0, -1, -1, 0]
            },
            {
                $0.mode = .cubic; $0.continuity = [0, 1, 1, 0]
            },
            {
                $0.mode = .cubic; $0.continuity = [0, -1, -1, 0]
            },
            {
                $0.mode = .cubic; $0.bias = [0, 1, 1, 0]
            },
            {
                $0.mode = .cubic; $0.bias = [0, -1, -1, 0]
            },
        ]
        var sheet = CurveSheet(columns: 4, rows: 4)
        for (i, change) in changes.enumerated() {
            var keyframe = AnimationSpec.Keyframe()
            keyframe.values = numbers.map(PropertyValue.number)
            change(&keyframe)
            let show = shown("zPosition", keyframe)
            sheet.axes(i)
            sheet.curve(i, samples: 500) { show($0).values.zPosition }
            guard keyframe.mode != .paced, keyframe.mode != .cubicPaced else { continue }
            for (k, n) in numbers.enumerated() {
                sheet.dot(i, CurveSheet.Window(), keyframe.keyTimes?[k] ?? Double(k) / (keyframe.mode == .discrete ? 4 : 3), n)
            }
        }
        let window = CurveSheet.Window(x0: -0.1, x1: 1.1, y0: -0.1, y1: 1.1)
        for (i, mode) in [(14, CalculationMode.cubic), (15, .cubicPaced)] {
            var keyframe = AnimationSpec.Keyframe()
            keyframe.mode = mode
            keyframe.values = [(0, 0), (0.1, 0.8), (0.5, 0.9), (0.6, 0.1), (1, 0.2)].map { .point(CGPoint(x: $0.0, y: $0.1)) }
            let show = shown("position", keyframe)
            sheet.axes(i, window)
            for k in 0...40 {
                let p = show(Double(k) / 40).values.position
                sheet.dot(i, window, p.x, p.y, color: CurveSheet.ink)
            }
        }
        assertGolden(sheet.image, "calculation-modes")
    }

    private func shown(_ keyPath: String, _ keyframe: AnimationSpec.Keyframe) -> (Double) -> LayerState {
        var spec = AnimationSpec(.keyframe(AnimationSpec.Target(keyPath: keyPath), keyframe))
        spec.timing.duration = 1
        let compiled = CompiledAnimation(spec: spec, id: AnimationID(rawValue: 1), layerClass: .layer)
        return { time in
            var state = LayerState()
            compiled.apply(at: time, to: &state)
            return state
        }
    }
}
