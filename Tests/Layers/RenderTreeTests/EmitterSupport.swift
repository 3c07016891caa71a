import CoreGraphics
@testable import RenderTree

/// Cells and states of emitters, made by hand.
enum EmitterMaking {
    static let dot = CGImage(width: 4, height: 4) { for i in 0..<$0.count { $0[i] = 0xFFFF_FFFF } }!

    static func cell(_ name: String = "a", rate: Double = 10, lifetime: Double = 1, _ change: (inout EmitterCellSpec) -> Void = { _ in })
        -> EmitterCellSpec
    {
        var cell = EmitterCellSpec()
        cell.name = name
        cell.contents = .image(dot)
        cell.numbers.birthRate = rate
        cell.numbers.lifetime = lifetime
        change(&cell)
        return cell
    }

    static func state(_ cells: [EmitterCellSpec], _ change: (inout EmitterValues) -> Void = { _ in }) -> LayerState {
        var state = LayerState()
        state.objects.emitterCells = cells
        change(&state.extra.emitter)
        return state
    }

    static func history(_ cells: [EmitterCellSpec], _ change: (inout EmitterValues) -> Void = { _ in }) -> EmitterHistory {
        let history = EmitterHistory()
        history.record(state(cells, change), [], at: 0)
        return history
    }
}

extension EmitterHistory {
    /// What shows at a time, in paint order.
    func particles(at time: Double) -> [ParticleInstance] { frame(at: time).instances.map { $0 } }

    func frame(at time: Double) -> ParticleFrame {
        var frame = ParticleFrame()
        var run = ParticleRun(self, at: time)
        run.run(into: &frame)
        return frame
    }
}
