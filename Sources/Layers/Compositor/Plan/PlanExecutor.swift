// Executing a plan: a stack of targets, and two registers
//
// All devices execute a plan in the same way. The stack holds the targets and clips to return to. Two registers hold the results of the
// scope that ended last: `picture`, the content of a group, and `mask`. A step accesses these, the target on top of the stack, and the ops
// that it names, and nothing else:
//
//     | step                     | reads                          | writes                                           | stack |
//     |--------------------------|--------------------------------|--------------------------------------------------|-------|
//     | draw, paintShape         | ops                            | target, or coverage if that is on top            |       |
//     | beginClip .. endClip     | the op's shape, the clip       | the clip                                         | +1 -1 |
//     | beginGroup               |                                | a clear target                                   | +1    |
//     | beginMask                |                                | a clear target; the one before it is the content |       |
//     | endGroup                 | one or two targets             | `picture`; after a `beginMask` also `mask`       | -1    |
//     | tint, filter, shadow     | `picture`                      | `picture`                                        |       |
//     | backdrop                 | target, the op's shape, `mask` | target                                           |       |
//     | composite                | `picture`, `mask`              | target; empties both registers                   |       |
//     | paintThrough             | `picture`, the op's shape      | target; empties `picture`                        |       |
//     | beginBitmap .. endBitmap | the kept bitmap                | a clear target; then the target around it        | +1 -1 |
//     | beginCoverage            |                                | clear coverage                                   | +1    |
//     | turnCoverage             |                                | clear coverage; that before it is the content    |       |
//     | endCoverage              | coverage, once or twice        | `mask`, their product                            | -1    |
//     | drawThrough              | `mask`, an op                  | target; empties `mask`                           |       |
//     | combine                  | `mask`                         | coverage; empties `mask`                         |       |
//     | invert                   |                                | coverage                                         |       |
//
// The passes of a group with everything (two fills under the mask of a gradient; `group-with-all` of the golden plans), and its steps:
//
//     fill x2                gradient
//        |                      |
//     content 46x44          mask 30x30       beginGroup, draw, beginMask, draw, endGroup
//        |                      |
//      tint                     |             tint
//        |                      |
//      blur, exposure 42x42     |             filter, filter
//        |                      |
//      shadow 30x30             |             shadow: the picture, faded, over the shadow of its alpha
//        |                      |
//        +------- screen -------+             composite
//                   |
//                 target
//
// The steps are one order of this graph, depth first, which is also the paint order. So lifetimes follow from the nesting: a target is
// needed from its begin to the step that empties its register. A group holds two at most, and the result of a filter or shadow beside them.
//
// Invariants
//     - Both registers are empty where a sweep begins and ends, and at each draw and begin. From `endGroup` to `composite` or
//       `paintThrough` there are only steps that modify or use the picture (`PlanTests.testScopesAreNested`).
//     - A mask has one user: `drawThrough`, `combine`, or the group that ends next.
//     - A begin that returns false is skipped up to `end`, its finish included, so that stack and registers remain as they were.
//     - Groups are isolated: they begin with a clear target. Besides blending, only `backdrop` reads the target.

import Raster
import RenderTree

/// Executes the steps of plans on a device: one function for each step. `op` is the step's op.
package protocol PlanExecutor: AnyObject {
    /// Draws consecutive ops.
    /// - Parameter next: the op that is drawn directly after the last one, if there is one.
    func draw(_ ops: UnsafeBufferPointer<DrawOp>, from first: Int, next: UnsafePointer<DrawOp>?, _ list: ListView)
    /// Returns false if the clip is empty.
    func beginClip(_ step: PlanStep, _ clip: PlannedClip, _ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool
    func endClip()
    /// Returns false if the device has no memory for the group.
    func beginGroup(_ step: PlanStep) -> Bool
    func beginMask(_ step: PlanStep)
    func endGroup()
    /// Returns false if the bitmap was kept and has been drawn.
    func beginBitmap(_ step: PlanStep, _ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool
    func endBitmap(_ step: PlanStep, _ op: UnsafePointer<DrawOp>, _ list: ListView)

    func tint(_ color: UInt32)
    func filter(_ pass: PlannedPass)
    func addShadow(_ shadow: PlannedShadow, _ step: PlanStep)
    func filterBackdrop(
        _ backdrop: PlannedBackdrop, _ passes: ArraySlice<PlannedPass>, _ op: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView)
    func composite(_ step: PlanStep)
    func paintThrough(_ op: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView)
    func paintShape(_ op: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView)

    // Steps for masks that are drawn as coverage.
    func drawThrough(_ op: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView)
    func beginCoverage(_ step: PlanStep)
    func turnCoverage(_ step: PlanStep)
    func endCoverage()
    func combine(_ step: PlanStep)
    func invert(_ step: PlanStep)

    /// Attributes the following work to an op; -1 for none.
    func note(_ op: Int)
}

extension PlanExecutor {
    package func drawThrough(_ op: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView) {}
    package func beginCoverage(_ step: PlanStep) {}
    package func turnCoverage(_ step: PlanStep) {}
    package func endCoverage() {}
    package func combine(_ step: PlanStep) {}
    package func invert(_ step: PlanStep) {}
    package func note(_ op: Int) {}
}

extension FramePlan {
    /// Steps ahead whose ops are asked for: where a small damage meets few ops of a long list, to wait for the memory of one after the
    /// other takes longer than to draw them.
    private static let ahead = 4

    /// Executes the steps of a sweep, from the first to the last.
    package func execute(_ sweep: PlannedSweep, _ list: ListView, on device: some PlanExecutor) {
        guard let ops = list.ops.baseAddress else { return }
        steps.withUnsafeBufferPointer { steps in
            var i = sweep.steps.lowerBound
            while i < sweep.steps.upperBound {
                let step = steps[i], op = ops + Int(step.op)
                if i + Self.ahead < sweep.steps.upperBound { DrawOp.prefetch(ops + Int(steps[i + Self.ahead].op)) }
                if step.kind == .draw {
                    let next = i + 1 < sweep.steps.upperBound && steps[i + 1].kind == .draw ? ops + Int(steps[i + 1].op) : nil
                    device.draw(UnsafeBufferPointer(start: op, count: Int(step.end - step.op)), from: Int(step.op), next: next, list)
                    i += 1
                } else {
                    device.note(Int(step.op))
                    i = execute(step, op, list, on: device) ? i + 1 : Int(step.end) + 1
                }
            }
        }
        device.note(-1)
    }

    /// Returns false if all steps up to the step's end are to be skipped.
    private func execute(_ step: PlanStep, _ op: UnsafePointer<DrawOp>, _ list: ListView, on device: some PlanExecutor) -> Bool {
        let index = Int(step.index)
        switch step.kind {
        case .draw: break
        case .beginClip: return device.beginClip(step, clips[index], op, list)
        case .endClip: device.endClip()
        case .beginGroup: return device.beginGroup(step)
        case .beginMask: device.beginMask(step)
        case .endGroup: device.endGroup()
        case .beginBitmap: return device.beginBitmap(step, op, list)
        case .endBitmap: device.endBitmap(step, op, list)
        case .tint: device.tint(UInt32(bitPattern: step.index))
        case .filter: device.filter(passes[index])
        case .shadow: device.addShadow(shadows[index], step)
        case .backdrop: device.filterBackdrop(backdrops[index], passes[backdrops[index].passes], op, step, list)
        case .composite: device.composite(step)
        case .paintThrough: device.paintThrough(op, step, list)
        case .paintShape: device.paintShape(op, step, list)
        case .drawThrough: device.drawThrough(op, step, list)
        case .beginCoverage: device.beginCoverage(step)
        case .turnCoverage: device.turnCoverage(step)
        case .endCoverage: device.endCoverage()
        case .combine: device.combine(step)
        case .invert: device.invert(step)
        }
        return true
    }
}
